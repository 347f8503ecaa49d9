"""The command: folders, bundles and revisions of git; its forms and exit codes; and no traceback for what is broken."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from attrs import frozen
from jsonschema import Draft202012Validator

from greyc.frontends import cli
from greyc.frontends.diff.form import schema
from tests.frontends.diff.orchard import FILES, OLD, played

ROOT = Path(__file__).parents[3]


@frozen
class Ran:
    """How a run of the command ended, and all that it printed."""

    code: int
    output: str


def run(*arguments: str, command: str = "diff") -> Ran:
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        code = cli.main([command, *arguments])
    return Ran(code, told.getvalue())


def written(folder: Path, **changes: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {**FILES, **{key.replace("_", "."): text for key, text in changes.items()}}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A pack in `packs/orchard`, committed; then its pear is worth six."""
    home = tmp_path / "home"
    pack = written(home / "packs" / "orchard")
    git = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "orchard"]):
        subprocess.run([*git, *arguments], cwd=home, check=True)
    written(pack, cards_grey=FILES["cards.grey"].replace("worth 5", "worth 6"))
    monkeypatch.chdir(home)
    yield home


def test_a_revision_against_the_folder(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("HEAD:packs/orchard", "packs/orchard")
    assert result.code == 1
    line = FILES["cards.grey"].splitlines().index('fruit pear "Pear":') + 1
    assert result.output.startswith(
        f"Printed values\n    Pear: worth 5 → 6  (packs/orchard/cards.grey:{line})\n\nSaves and replays\n"
    )
    assert "HEAD:packs/orchard/cards.grey" in run("packs/orchard", "HEAD:packs/orchard").output
    assert run("HEAD:packs/orchard", "HEAD:packs/orchard/cards.grey").code == 0
    monkeypatch.chdir(repository / "packs")
    assert run("HEAD:./orchard", "orchard").code == 1
    assert run("HEAD:./orchard", "HEAD:../packs/./orchard/").code == 0


def test_bundles(repository: Path) -> None:
    assert run("packs/orchard", "-o", "new.json", command="build").code == 0
    assert run("packs/orchard", "new.json").code == 0
    assert run("new.json", "packs/orchard").code == 0
    assert "Pear: worth 5 → 6" in run("HEAD:packs/orchard", "new.json").output
    subprocess.run(["git", "add", "new.json"], check=True)
    subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "b"], check=True)
    assert run("HEAD:new.json", "new.json").code == 0


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("nowhere", "There is no file or folder nowhere, and it is no REV:PATH of git."),
        ("nowhere:packs/orchard", "git knows no revision nowhere"),
        ("HEAD:packs/pear", "Revision HEAD has no packs/pear."),
        ("HEAD:../../etc", "HEAD:../../etc lies outside of the repository."),
        ("--help:x", None),
        ("-x:packs", None),
        (":packs/orchard", "REV:PATH of git begins with a revision"),
        ("bad.json", "bad.json is not a greyc bundle"),
        ("", "There is no file or folder ''"),
        ("x" * 5000, "There is no file or folder xxx"),
        ("HEAD:" + "x" * 5000, "Revision HEAD has no xxx"),
        ("HEAD:packs/\0", "can't be read"),
        ("\0:packs", "git knows no revision"),
    ],
)
def test_wrong_use(repository: Path, old: str, said: str | None) -> None:
    Path("bad.json").write_text("{")
    result = run(old, "packs/orchard")
    assert result.code == 2
    assert said is None or said in result.output


def commit(home: Path) -> None:
    git = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for arguments in (["add", "-A"], ["commit", "-q", "-m", "more"]):
        subprocess.run([*git, *arguments], cwd=home, check=True)


def test_what_is_kept_out_of_releases_is_there(repository: Path) -> None:
    """As tests often are, which .gitattributes says."""
    Path(".gitattributes").write_text("cards.grey export-ignore\n*.grey export-subst\n")
    Path('packs/orchard/odd\n"name".grey').write_text("# $Format:%H$\n")
    commit(repository)
    assert run("HEAD:packs/orchard", "packs/orchard").output == "Nothing changed.\n"
    assert "Pear: worth 5 → 6" in run("HEAD~1:packs/orchard", "HEAD:packs/orchard").output


def test_a_link_is_told(repository: Path) -> None:
    Path("packs/link").symlink_to("orchard")
    commit(repository)
    result = run("HEAD:packs/link", "packs/orchard")
    assert result.code == 2 and "HEAD:packs/link is a link: name what it leads to." in result.output
    Path("no.json").write_text("{")
    commit(repository)
    assert "HEAD:no.json is not a greyc bundle" in run("HEAD:no.json", "packs/orchard").output


def test_a_shallow_clone_is_told(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repository)
    url = repository.resolve().as_uri()
    subprocess.run(["git", "clone", "-q", "--depth", "1", url, str(tmp_path / "clone")], check=True)
    monkeypatch.chdir(tmp_path / "clone")
    assert run("HEAD:packs/orchard", "packs/orchard").code == 0
    result = run("HEAD~1:packs/orchard", "packs/orchard")
    assert result.code == 2 and "HEAD~1 (this clone is shallow: git fetch --unshallow)." in result.output


def test_outside_of_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(written(tmp_path / "orchard").parent)
    result = run("HEAD:orchard", "orchard")
    assert result.code == 2 and "no repository of git" in result.output


def test_a_broken_pack_shows_what_is_wrong_with_it(repository: Path) -> None:
    written(Path("packs/orchard"), cards_grey=FILES["cards.grey"].replace("gain 3 by p", "gian 3 by p"))
    result = run("HEAD:packs/orchard", "packs/orchard")
    assert result.code == 2
    assert 'There is no verb called "gian"' in result.output and "does not compile" in result.output
    subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qam", "b"], check=True)
    result = run("HEAD:packs/orchard", "packs/orchard")
    assert result.code == 2 and "--> HEAD:packs/orchard/cards.grey:" in result.output


def test_json_is_what_the_schema_says(repository: Path) -> None:
    Path("save.json").write_text(json.dumps(played(OLD, 3).save()))
    result = run("HEAD:packs/orchard", "packs/orchard", "--format", "json", "--save", "save.json")
    told = json.loads(result.output)
    Draft202012Validator(schema()).validate(told)
    assert [(each["title"], each["old"], each["new"]) for each in told["changes"]] == [("Pear", "5", "6")]
    assert told["tried"][0]["file"] == "save.json"


def test_the_schema_is_published() -> None:
    published = json.loads((ROOT / "schemas" / "diff.schema.json").read_text(encoding="utf-8"))
    assert published == schema(), "python -m greyc.frontends.diff.form > schemas/diff.schema.json"


def test_markdown(repository: Path) -> None:
    written(Path("packs/orchard"), cards_grey=FILES["cards.grey"].replace("gain 3 by p", "gain 2 by p"))
    result = run("HEAD:packs/orchard", "packs/orchard", "--format", "markdown")
    assert result.output.startswith("# From `HEAD:packs/orchard` to `packs/orchard`\n\n## Effects\n\n- Quince (`packs/")
    assert "~~3~~**2**" in result.output


def test_saves_that_are_given(repository: Path) -> None:
    Path("save.json").write_text(json.dumps(played(OLD, 3).save()))
    result = run("HEAD:packs/orchard", "HEAD:packs/orchard", "--save", "save.json")
    assert result.code == 0
    assert "save.json: loads from its checkpoint; the log is the same" in result.output
    assert "save.json: loads by replay of" in run("HEAD:packs/orchard", "packs/orchard", "--save", "save.json").output
    assert run("HEAD:packs/orchard", "packs/orchard", "--save", "nothing.json").code == 2


def test_a_language_that_the_pack_does_not_speak(repository: Path) -> None:
    assert run("HEAD:packs/orchard", "packs/orchard", "--locale", "fr").code == 2
