"""Paths as CI wants them: relative to the root of the sources, with slashes, whatever the author typed."""

import os
from pathlib import Path


def below(path: str, root: Path) -> str | None:
    """The path relative to `root`, None if it leads elsewhere. Links are not followed: a linked file counts where it is named."""
    whole = Path(os.path.abspath(path))
    return whole.relative_to(root).as_posix() if whole.is_relative_to(root) else None
