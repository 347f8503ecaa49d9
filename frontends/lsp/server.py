"""The server itself: pygls's handlers, and what the features say in the protocol's own classes.

Nothing is decided here. A key is answered after a moment in which others may follow; a pause by all that takes longer,
step by step, so that the next key need not wait for more than one step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from greyc.compiler.diagnostics import Diagnostic
from greyc.compiler.diagnostics.pages import PAGES
from greyc.dsl.nodes import Span
from greyc.frontends.lsp import completion, fixes, hover, layout, lenses, names, outline, signature, tokens
from greyc.frontends.lsp.outline import Item
from greyc.frontends.lsp.places import Place, Text, text_of
from greyc.frontends.lsp.workspace import Analysis, Workspace

SOON = 0.02
"""Seconds for more keys to come before a file is looked at."""
PAUSE = 0.4
"""Seconds without a key before the rest is."""
RUN_TEST = "greyc.runTest"
"""The command behind a code lens, with a file and the title of a test."""

_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
_SYMBOLS = {
    "game": lsp.SymbolKind.Module,
    "kind": lsp.SymbolKind.Class,
    "kind of words": lsp.SymbolKind.Enum,
    "word": lsp.SymbolKind.EnumMember,
    "keyword": lsp.SymbolKind.Interface,
    "ability": lsp.SymbolKind.Event,
    "function": lsp.SymbolKind.Function,
    "verb": lsp.SymbolKind.Method,
    "action": lsp.SymbolKind.Method,
    "card": lsp.SymbolKind.Object,
    "field": lsp.SymbolKind.Field,
    "state": lsp.SymbolKind.Variable,
    "zone": lsp.SymbolKind.Array,
    "slot": lsp.SymbolKind.Array,
    "option": lsp.SymbolKind.Constant,
    "board": lsp.SymbolKind.Namespace,
    "die": lsp.SymbolKind.Struct,
    "test": lsp.SymbolKind.Boolean,
    "check": lsp.SymbolKind.Boolean,
}


_PROPOSALS = {
    "card": lsp.CompletionItemKind.Value,
    "field": lsp.CompletionItemKind.Field,
    "state": lsp.CompletionItemKind.Field,
    "zone": lsp.CompletionItemKind.Property,
    "slot": lsp.CompletionItemKind.Property,
    "kind": lsp.CompletionItemKind.Class,
    "kind of words": lsp.CompletionItemKind.Enum,
    "verb": lsp.CompletionItemKind.Method,
    "action": lsp.CompletionItemKind.Method,
    "function": lsp.CompletionItemKind.Function,
    "ability": lsp.CompletionItemKind.Event,
    "keyword": lsp.CompletionItemKind.Interface,
    "option": lsp.CompletionItemKind.Constant,
    "local": lsp.CompletionItemKind.Variable,
    "part": lsp.CompletionItemKind.Operator,
}


class Asking(Protocol):
    """A request about a place in a file."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


class GreycServer(LanguageServer):
    """One editor's server."""

    def __init__(self) -> None:
        super().__init__("greyc", "1", text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
        self.files = Workspace()
        self.told: dict[str, set[str]] = {}
        """By the manifest of a pack: the files whose findings were sent last."""
        self.changed: dict[str, None] = {}
        """Files that changed since all was looked at, in the order of the changes."""
        self.task: asyncio.Task[None] | None = None

    # ---- files and findings ----
    def take(self, uri: str) -> None:
        """The text of an open document, and what follows from it a moment later."""
        path = path_of(uri)
        self.files.write(path, self.workspace.get_text_document(uri).source)
        self.look(path)

    def look(self, path: str) -> None:
        """Looks at a file soon. What was being done begins anew, since it may rest on the file."""
        self.changed[path] = None
        if self.task is not None:
            self.task.cancel()
        self.task = asyncio.ensure_future(self.follow())

    async def follow(self) -> None:
        """What changes lead to, until the next one."""
        await asyncio.sleep(SOON)
        for path in self.changed:
            self.tell_soon(path)
        await asyncio.sleep(PAUSE)
        for path in list(self.changed):
            shelf = self.files.shelf(path)
            source = shelf.pack_of(path) if shelf is not None else None
            if shelf is not None and source is not None:
                packs = [source, *self.files.above(shelf, source)]
                for pack in packs:
                    for _ in self.files.steps(shelf, pack):
                        await asyncio.sleep(0)
                    self.tell_all(self.files.full_pack(shelf, pack))
                for others in self.files.compare(shelf, packs):
                    await asyncio.sleep(0)
                    for analysis in others:
                        self.tell_all(analysis)
            del self.changed[path]

    def tell_all(self, made: Analysis) -> None:
        """Sends the findings of a pack, also those that there are no longer."""
        key = made.pack.manifest_file.path
        paths = {found.path for found in made.diagnostics}
        for each in sorted(paths | self.told.get(key, set()) | (self.files.opened.keys() & made.texts.keys())):
            self.publish(each, [found for found in made.diagnostics if found.path == each])
        self.told[key] = paths

    def gone(self) -> list[str]:
        """Files with findings that are no longer there; they are told once."""
        lost = sorted({path for paths in self.told.values() for path in paths if self.files.text(path) is None})
        for paths in self.told.values():
            paths.difference_update(lost)
        return lost

    def tell_soon(self, path: str) -> None:
        """Sends what can be said of one file at once."""
        quick = self.files.quick(path)
        found = self.files.loose(path) if quick is None else quick.diagnostics
        self.publish(path, [each for each in found if each.path == path])

    def publish(self, path: str, found: Sequence[Diagnostic]) -> None:
        """Sends the findings of a file."""
        made = [self.diagnostic(each) for each in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=uri_of(path), diagnostics=made))

    def diagnostic(self, found: Diagnostic) -> lsp.Diagnostic:
        """A finding as the protocol has it: what to write instead is part of the message."""
        return lsp.Diagnostic(
            range=self.range(found.path, found.span),
            message=found.message + (f"\n{found.suggestion}" if found.suggestion else ""),
            severity=_SEVERITIES[found.severity],
            code=found.code,
            code_description=lsp.CodeDescription(href=(PAGES / f"{found.code}.md").as_uri()),
            source="greyc",
            related_information=[
                lsp.DiagnosticRelatedInformation(location=self.location(each.path, each.span), message=each.message)
                for each in found.related
            ],
        )

    # ---- places ----
    def text(self, path: str) -> Text:
        """A file with the begins of its lines."""
        return text_of(self.files.text(path) or "")

    def range(self, path: str, span: Span) -> lsp.Range:
        return range_of(self.text(path), span)

    def location(self, path: str, span: Span) -> lsp.Location:
        return lsp.Location(uri=uri_of(path), range=self.range(path, span))

    def changes(self, edits: Iterable[names.Edit]) -> lsp.WorkspaceEdit:
        """Edits as the protocol has them, by file."""
        changes: dict[str, list[lsp.TextEdit]] = {}
        for edit in edits:
            made = lsp.TextEdit(range=self.range(edit.path, edit.span), new_text=edit.text)
            changes.setdefault(uri_of(edit.path), []).append(made)
        return lsp.WorkspaceEdit(changes=changes)

    def asked(self, params: Asking) -> tuple[str, int]:
        """The file and the offset that a request is about."""
        path, place = path_of(params.text_document.uri), params.position
        return path, self.text(path).offset((place.line, place.character))


def path_of(uri: str) -> str:
    """The path of a file as the compiler is given it; what is no file keeps its address."""
    path = uris.to_fs_path(uri)
    return uri if path is None else Path(path).as_posix()


def uri_of(path: str) -> str:
    """The address of a file."""
    made = uris.from_fs_path(path)
    return path if made is None or "://" in path else made


def position(place: Place) -> lsp.Position:
    return lsp.Position(line=place[0], character=place[1])


def range_of(text: Text, span: Span) -> lsp.Range:
    start, end = text.range(span)
    return lsp.Range(start=position(start), end=position(end))


@contextmanager
def refusing() -> Iterator[None]:
    """What a feature refuses is told to the editor, which shows the reason."""
    try:
        yield
    except names.Refused as refused:
        raise JsonRpcException(str(refused), code=lsp.LSPErrorCodes.RequestFailed) from None


def make_server() -> GreycServer:
    """A server with all its handlers."""
    server = GreycServer()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.take(params.text_document.uri)

    @server.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        folders = server.client_capabilities.workspace
        if folders and folders.did_change_watched_files and folders.did_change_watched_files.dynamic_registration:
            watchers = [lsp.FileSystemWatcher(glob_pattern=f"**/*.{each}") for each in ("grey", "toml", "po")]
            wanted = lsp.Registration(
                "files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
            )
            with suppress(JsonRpcException):  # it said it could, and can't: files are read anew when one is closed
                await server.client_register_capability_async(lsp.RegistrationParams([wanted]))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        server.files.close(path)
        server.look(path)  # what was not saved is gone, and what was found in it with it

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.files.refresh()
        for path in [*server.files.opened, *server.gone()]:
            server.look(path)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def format_document(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        text = server.text(path_of(params.text_document.uri))
        edits = layout.layout_edits(text.text)
        if edits is None:
            return None
        return [lsp.TextEdit(range=range_of(text, span), new_text=new) for span, new in edits]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def document_symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path = path_of(params.text_document.uri)
        text = server.text(path)
        return _symbols(outline.outline(server.files.tree(path).declarations, text.text), text)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return [
            lsp.FoldingRange(first, last, kind=lsp.FoldingRangeKind.Comment if comment else None)
            for first, last, comment in outline.folds(server.text(path_of(params.text_document.uri)).text)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        path, offset = server.asked(params)
        found = hover.hover(server.files, path, offset)
        if found is None:
            return None
        shown = lsp.MarkupContent(kind=lsp.MarkupKind.Markdown, value=found.text)
        return lsp.Hover(contents=shown, range=server.range(path, found.span))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "{"]))
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return [
            lsp.CompletionItem(
                label=each.text,
                kind=_PROPOSALS.get(each.sort, lsp.CompletionItemKind.Keyword),
                detail=each.detail or None,
                documentation=each.doc or None,
                sort_text=f"{each.rank}{each.text}",
            )
            for each in completion.complete(server.files, *server.asked(params))
        ]

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ",", " "]))
    def signature_help(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        found = signature.signature(server.files, *server.asked(params))
        if found is None:
            return None
        parts = [lsp.ParameterInformation(label=found.text[start:end]) for start, end in found.parts]
        shown = lsp.SignatureInformation(found.text, documentation=found.doc or None, parameters=parts)
        return lsp.SignatureHelp([shown], active_signature=0, active_parameter=found.active)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def quick_fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path = path_of(params.text_document.uri)
        ends = [server.text(path).offset((at.line, at.character)) for at in (params.range.start, params.range.end)]
        return [
            lsp.CodeAction(
                title=fix.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[server.diagnostic(fix.found)],
                is_preferred=fix.preferred or None,
                edit=server.changes(fix.edits),
            )
            for fix in fixes.fixes(server.files, path, (ends[0], ends[1]))
        ]

    legend = lsp.SemanticTokensLegend(token_types=tokens.TYPES, token_modifiers=tokens.MODIFIERS)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def semantic_tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        path = path_of(params.text_document.uri)
        return lsp.SemanticTokens(data=tokens.encoded(tokens.tokens(server.files, path), server.text(path)))

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def code_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        path = path_of(params.text_document.uri)
        return [
            lsp.CodeLens(
                server.range(path, lens.span), lsp.Command("run this test", RUN_TEST, arguments=[path, lens.title])
            )
            for lens in lenses.lenses(server.files, path)
        ]

    @server.command(RUN_TEST)
    def run_test(path: str, title: str) -> dict[str, object]:
        outcome = lenses.run(server.files, path, title)
        kind = lsp.MessageType.Info if outcome.passed else lsp.MessageType.Error
        server.window_show_message(lsp.ShowMessageParams(kind, outcome.text))
        return {"passed": outcome.passed, "text": outcome.text}

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        found = names.definition(server.files, *server.asked(params))
        return None if found is None else server.location(*found)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = names.references(server.files, *server.asked(params), params.context.include_declaration)
        return [server.location(use.path, use.span) for use in found]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        found = names.in_file(server.files, *server.asked(params))
        return [lsp.DocumentHighlight(range=server.range(use.path, use.span)) for use in found]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        with refusing():
            use = names.renamable(server.files, *server.asked(params))
        return None if use is None else server.range(use.path, use.span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        with refusing():
            return server.changes(names.rename(server.files, *server.asked(params), params.new_name))

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def workspace_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        return [
            lsp.WorkspaceSymbol(
                name=item.name,
                kind=_SYMBOLS.get(item.sort, lsp.SymbolKind.Event),
                location=server.location(path, item.mark),
                container_name=item.detail,
            )
            for path, item in outline.matching(params.query, server.files.all_units())
        ]

    return server


def _symbols(items: Iterable[Item], text: Text) -> list[lsp.DocumentSymbol]:
    return [
        lsp.DocumentSymbol(
            name=item.name,
            detail=item.detail,
            kind=_SYMBOLS.get(item.sort, lsp.SymbolKind.Event),
            range=range_of(text, item.span),
            selection_range=range_of(text, item.mark),
            children=_symbols(item.inside, text),
        )
        for item in items
    ]
