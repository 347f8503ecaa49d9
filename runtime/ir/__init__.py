"""The effect IR: what the compiler writes and the runtime reads.

Plain JSON, versioned, described by a generated schema. Use it as `from greyc.runtime import ir` and `ir.If(...)`.
"""

from .codec import *  # noqa: F403
from .core import *  # noqa: F403
from .decl import *  # noqa: F403
from .expr import *  # noqa: F403
from .holders import *  # noqa: F403
from .names import *  # noqa: F403
from .stmt import *  # noqa: F403
