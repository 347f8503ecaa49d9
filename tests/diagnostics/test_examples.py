"""Each page's wrong example gives its own code and nothing else, and its right example nothing at all."""

import pytest

from greyc.compiler import check_text
from greyc.compiler.diagnostics import Diagnostic, Page, pages, render

SHOWN = [page for page in pages().values() if page.wrong]


def said(found: list[Diagnostic], files: dict[str, str]) -> str:
    """What the test shows when it fails: the findings as an author sees them."""
    return "\n\n".join(render(each, files) for each in found)


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.code)
def test_the_wrong_example_gives_exactly_this_code(page: Page) -> None:
    found = check_text(page.wrong)
    assert {each.code for each in found} == {page.code}, said(found, page.wrong)


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.code)
def test_the_right_example_is_clean(page: Page) -> None:
    found = check_text(page.right)
    assert not found, said(found, page.right)
