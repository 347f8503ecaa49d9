"""The server as a real client speaks with it."""

import asyncio
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

from .small import HEROES, pack
from .test_names import TESTS

REGISTERED: list[str] = []


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[sys.executable, "-m", "greyc.frontends.cli", "lsp"]))
async def client(lsp_client: LanguageClient):
    @lsp_client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def registered(params: lsp.RegistrationParams) -> None:
        REGISTERED.extend(each.method for each in params.registrations)

    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=pytest_lsp.client_capabilities("visual-studio-code"))
    )
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_a_session(client: LanguageClient, tmp_path: Path) -> None:
    paths = pack(tmp_path, tests=TESTS)
    uri = Path(paths["heroes"]).as_uri()
    wrong = HEROES.replace("deal 2", "dael 2").replace("power 2", "power   2")
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "grey", 1, wrong)))
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert REGISTERED == [lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES]
    (found,) = client.diagnostics[uri]
    assert found.code == "G0201" and found.range.start == lsp.Position(4, 12)
    assert found.code_description is not None and found.code_description.href.endswith("/G0201.md")
    document = lsp.TextDocumentIdentifier(uri)

    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert symbols is not None and [each.name for each in symbols] == ["slinger", "archer", "rat"]
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
    assert edits is not None and [edit.new_text for edit in edits] == ["    power 2\n"]
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert folds is not None and (folds[0].start_line, folds[0].end_line) == (3, 4)

    wanted = lsp.CodeActionParams(document, found.range, lsp.CodeActionContext([found]))
    actions = await client.text_document_code_action_async(wanted)
    assert actions is not None and [each.title for each in actions] == ["Write deal"]

    there = lsp.Position(0, 6)
    hover = await client.text_document_hover_async(lsp.HoverParams(document, there))
    assert hover is not None and isinstance(hover.contents, lsp.MarkupContent)
    assert hover.contents.value.startswith('```grey\nhero slinger "Slinger"')
    place = await client.text_document_definition_async(lsp.DefinitionParams(document, lsp.Position(0, 1)))
    assert isinstance(place, lsp.Location) and place.uri.endswith("rules.grey")
    edit = await client.text_document_rename_async(lsp.RenameParams(document, lsp.Position(6, 6), "bowman"))
    assert edit is not None and edit.changes is not None
    assert [each.new_text for each in edit.changes[uri]] == ["bowman"]

    place = lsp.PrepareRenameParams(document, lsp.Position(6, 6))
    assert await client.text_document_prepare_rename_async(place) == lsp.Range(lsp.Position(6, 5), lsp.Position(6, 11))
    with pytest.raises(JsonRpcException, match=r"mistake in heroes\.grey, line 7: ") as refused:
        await client.text_document_rename_async(lsp.RenameParams(document, lsp.Position(6, 6), "slinger"))
    assert refused.value.code == lsp.LSPErrorCodes.RequestFailed

    found_here = await client.text_document_completion_async(lsp.CompletionParams(document, lsp.Position(0, 0)))
    assert isinstance(found_here, tuple | list) and "monster" in [each.label for each in found_here]

    colours = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert colours is not None and len(colours.data) % 5 == 0

    tests = Path(paths["tests"]).as_uri()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(tests, "grey", 1, TESTS)))
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(tests)))
    assert lenses is not None
    command = lenses[0].command
    assert command is not None
    ran = lsp.ExecuteCommandParams(command.command, list(command.arguments or ()))
    told = await client.workspace_execute_command_async(ran)
    assert told == {"passed": False, "text": "small has 1 error, so no test runs."}

    change = lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(4, 12), lsp.Position(4, 16)), "deal")
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, uri), [change])
    )
    while client.diagnostics[uri]:
        await asyncio.wait_for(client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 30)


async def told(client: LanguageClient, uri: str, found: bool) -> None:
    """Waits until there are findings for a file, or none."""
    while uri not in client.diagnostics or bool(client.diagnostics[uri]) is not found:
        await asyncio.wait_for(client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 60)


@pytest.mark.asyncio
async def test_what_is_closed_unsaved_or_deleted_has_no_findings(client: LanguageClient, tmp_path: Path) -> None:
    paths = pack(tmp_path, tests=TESTS)
    heroes, rules = (Path(paths[name]) for name in ("heroes", "rules"))
    uri, other = heroes.as_uri(), rules.as_uri()
    wrong = HEROES.replace("deal 2", "dael 2")
    for version in (1, 2):
        document = lsp.TextDocumentItem(uri, "grey", version, wrong)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        await told(client, uri, True)
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
        await told(client, uri, False)
    heroes.write_text(wrong, encoding="utf-8")
    changed = lsp.FileEvent(uri, lsp.FileChangeType.Changed)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(other, "grey", 1, rules.read_text(encoding="utf-8")))
    )
    await told(client, uri, True)
    heroes.unlink()
    gone = lsp.FileEvent(uri, lsp.FileChangeType.Deleted)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([gone]))
    await told(client, uri, False)
