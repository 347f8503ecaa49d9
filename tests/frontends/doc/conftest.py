"""The site of two small packs."""

from pathlib import Path

import pytest

from greyc.compiler.driver import compile_paths
from greyc.frontends.cli import version
from greyc.frontends.doc.catalogue import Catalogue
from greyc.frontends.doc.site import pages
from greyc.frontends.lsp.index import Noting

from ..small_packs import write_packs


@pytest.fixture(scope="session")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture(scope="session")
def catalogue(packs: Path) -> Catalogue:
    noting = Noting()
    made = compile_paths([packs / "more"], noting)
    assert made.ok, made.diagnostics
    return Catalogue.of(made, noting)


@pytest.fixture(scope="session")
def site(catalogue: Catalogue) -> dict[str, str]:
    return pages(catalogue, version())
