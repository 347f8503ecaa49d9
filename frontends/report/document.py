"""An HTML page that needs nothing else: its styles and scripts are in it, and it opens from a folder."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files


def document(
    title: str,
    sub: str,
    menu: Sequence[tuple[str, str]],
    body: str,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
) -> str:
    """The whole page. `sub`: a line below the title; `menu`: parts of the body by their ids, each with its title; `body`: HTML;
    `styles` and `scripts`: files that stand beside this one, beyond page.css."""
    links = " ".join(f'<a href="#{name}">{escape(text)}</a>' for name, text in menu)
    script = "".join(f"\n<script>\n{_file(each)}</script>" for each in scripts)
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>
<style>
{"".join(_file(each) for each in ("page.css", *styles))}</style></head>
<body>
<h1>{escape(title)}</h1>
<p class="sub">{escape(sub)}</p>
<nav>{links}</nav>
{body}{script}
</body></html>
"""


def _file(name: str) -> str:
    return files("greyc.frontends.report").joinpath(name).read_text(encoding="utf-8")


def table(titles: Sequence[str], rows: Sequence[Sequence[str]], left: bool = False) -> str:
    """A table whose entries are HTML already."""
    heads = "".join(f"<th>{escape(title)}</th>" for title in titles)
    open_ = '<td class="left">' if left else "<td>"
    body = "".join(f"<tr>{''.join(f'{open_}{entry}</td>' for entry in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
