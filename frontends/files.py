"""Writing files whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write(path: Path, text: str) -> None:
    """Write a file beside its place, then move it there: nobody ever reads half of one. Raises OSError."""
    temporary = NamedTemporaryFile(  # noqa: SIM115 - it must outlive the block, to be moved
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    )
    try:
        with temporary:
            temporary.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary.name, 0o666 & ~mask)  # as any new file; a temporary one is for its owner alone
        os.replace(temporary.name, path)
    except BaseException:
        os.unlink(temporary.name)
        raise
