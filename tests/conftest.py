"""For all tests: hypothesis measures no example by the clock, since a busy machine would fail a slow one, and takes the
same examples each time, so that the same code gives the same result. `--hypothesis-profile explore` takes new ones.

No test reads or writes the user's cache.
"""

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("greyc", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("greyc")


@pytest.fixture(scope="session", autouse=True)
def _own_cache() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GREYC_CACHE"] = folder
        yield
