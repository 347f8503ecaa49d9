"""What greyc says about a mistake: collected as plain values, shown as text or JSON.

`pages` reads the codes from docs/diagnostics, `model` holds a finding and the collector, `text` and `machine`
are the two output forms. Nothing here knows the language: a check names a page, a place and the words to fill in.
"""

from greyc.compiler.diagnostics.machine import to_json
from greyc.compiler.diagnostics.model import Diagnostic, Related, Reporter, fails
from greyc.compiler.diagnostics.pages import Page, Severity, UnknownCode, explain, page, pages
from greyc.compiler.diagnostics.text import render, render_all, summary

__all__ = [
    "Diagnostic",
    "Page",
    "Related",
    "Reporter",
    "Severity",
    "UnknownCode",
    "explain",
    "fails",
    "page",
    "pages",
    "render",
    "render_all",
    "summary",
    "to_json",
]
