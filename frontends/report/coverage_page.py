"""What never ran, as an HTML page: the figures of all files, and the lines of each with their marks."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from greyc.compiler.diagnostics.text import lines_of
from greyc.frontends.coverage import Covered, Line
from greyc.frontends.coverage_json import CoverageJson, FileJson, FindingJson, figures, percent
from greyc.frontends.report.document import document, table

SIGNS: Final = {"ran": "+", "partly": "~", "never": "-"}

READING: Final = """<p class="note"><code>+</code>: all that can be covered of a line is. <code>~</code>: some of it is not, such as a
condition that was true but never false. <code>-</code>: nothing of it ever ran. Lines without a sign hold nothing that runs.</p>"""


def coverage_page(covered: Covered, sources: Mapping[str, str]) -> str:
    """The whole page. `sources`: the text of each file by its path. Letters beyond ASCII are references, so that it does not
    matter in which letters it is piped."""
    report = covered.report
    broken = "".join(f"<p>{escape(each)}</p>" for each in report.broken)
    numbered = list(enumerate(zip(report.files, covered.lines, strict=True)))
    files = "\n".join(_file(number, file, lines, sources) for number, (file, lines) in numbered)
    parts = [
        ("broken", "What broke", broken),
        ("files", "Files", _figures(report)),
        ("lines", "Lines", READING + files),
    ]
    shown = [each for each in parts if each[2]]
    body = "\n".join(f'<section id="{name}"><h2>{title}</h2>\n{html}\n</section>' for name, title, html in shown)
    menu = [(name, title) for name, title, _ in shown]
    page = document("Coverage", figures(report), menu, body, styles=["coverage.css"])
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _figures(report: CoverageJson) -> str:
    rows = [
        [
            f'<a href="#file{number}">{escape(file.path)}</a>',
            str(file.covered),
            str(file.total),
            percent(file.covered, file.total),
            f'<progress max="{file.total}" value="{file.covered}"></progress>',
        ]
        for number, file in enumerate(report.files)
    ]
    return table(["file", "covered", "of", "share", ""], rows)


def _file(number: int, file: FileJson, lines: dict[int, Line], sources: Mapping[str, str]) -> str:
    """The lines of a file; open where something is missing."""
    text = lines_of(sources.get(file.path, ""))
    found: dict[int, list[FindingJson]] = {}
    for each in file.findings:
        found.setdefault(each.line, []).append(each)
    last = len(text.starts) - (text.starts[-1] == len(text.text))  # nothing stands behind the last line end
    rows = "".join(_row(line, text.line(line), lines.get(line), found.get(line, [])) for line in range(1, last + 1))
    complete = file.covered == file.total
    return (
        f'<details id="file{number}"{"" if complete else " open"}><summary>{escape(file.path)}: {file.covered} of {file.total}'
        f'</summary><div class="scroll"><table class="source">{rows}</table></div></details>'
    )


def _row(number: int, text: str, line: Line | None, found: list[FindingJson]) -> str:
    mark = "" if line is None else "never" if not line.covered else "ran" if line.covered == line.total else "partly"
    named = f' class="{mark}"' if mark else ""
    out = f"\n<tr{named}><td>{number}</td><td>{SIGNS.get(mark, '')}</td><td>{escape(text)}</td></tr>"
    for each in found:
        more = f" ({each.points} points)" if each.points > 1 else ""
        out += f'\n<tr class="why"><td></td><td></td><td>{escape(each.message + more)}</td></tr>'
    return out
