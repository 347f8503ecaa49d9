"""What greyc says about a mistake: collected as plain values, shown as text or for machines.

`pages` reads the codes from docs/diagnostics, `model` holds a finding and the collector; `text`, `machine` (our own JSON),
`sarif` and `annotations` (GitHub's) are the output forms. Nothing here knows the language: a check names a page, a place and the words to fill in.
"""

from greyc.compiler.diagnostics.annotations import annotation, to_annotations
from greyc.compiler.diagnostics.machine import to_json
from greyc.compiler.diagnostics.model import Diagnostic, Related, Reporter, fails
from greyc.compiler.diagnostics.pages import Page, Severity, UnknownCode, explain, page, pages
from greyc.compiler.diagnostics.roots import below
from greyc.compiler.diagnostics.sarif import to_sarif
from greyc.compiler.diagnostics.text import render, render_all, summary

__all__ = [
    "Diagnostic",
    "Page",
    "Related",
    "Reporter",
    "Severity",
    "UnknownCode",
    "annotation",
    "below",
    "explain",
    "fails",
    "page",
    "pages",
    "render",
    "render_all",
    "summary",
    "to_annotations",
    "to_json",
    "to_sarif",
]
