"""The syntax tree: one attrs class for every construct of the language, each with the place it was written at.

The tree says how a file is written, not what it means: whether a name is a card, a word or a zone is the compiler's
business, so a name is a `Name` wherever it stands. Every node opens with `span`, the offsets of its text in the file
(from inclusive, to exclusive), so that a diagnostic can point at any part. Nodes compare by identity, not by content,
which makes them cheap keys of the tables in which the compiler keeps types and meanings.

Order of the fields is the order of writing. Lists are never None: what is not written is an empty list, and an
optional part is None. Parents stand before children, and no class refers to its parent, so a tree has no cycles.

The classes stand in three files by topic (values, acts, declarations); this one is what others import from.
"""

from .nodes_act import *  # noqa: F403
from .nodes_declare import *  # noqa: F403
from .nodes_value import *  # noqa: F403
