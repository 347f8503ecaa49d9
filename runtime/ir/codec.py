"""IR nodes to plain JSON values and back.

By cattrs, with the node's `op` as its tag. Only bundles made by another program need the checks on the way in, so the
way out is a plain recursive walk: what a node holds is nodes, lists, tables with text keys and scalars.
"""

from __future__ import annotations

import types
import typing
from typing import Any, TypeVar

import attrs
from cattrs import Converter
from cattrs.errors import BaseValidationError
from cattrs.gen import make_dict_structure_fn

from . import decl, expr, stmt
from .decl import IR_VERSION, Bundle
from .expr import Node
from .names import check_names

N = TypeVar("N", bound=Node)


def _node_classes() -> dict[str, type[Node]]:
    names: dict[str, Any] = {**vars(expr), **vars(stmt), **vars(decl)}
    found: dict[str, type[Node]] = {}
    for value in names.values():
        if isinstance(value, type) and issubclass(value, Node) and value.op:
            attrs.resolve_types(value, names, names)
            if found.setdefault(value.op, value) is not value:
                raise AssertionError(f"two nodes are called {value.op}")
    return found


NODE_CLASSES = _node_classes()


def _is_node_union(target: Any) -> bool:
    if not isinstance(target, types.UnionType) and typing.get_origin(target) is not typing.Union:
        return False
    return any(isinstance(t, type) and issubclass(t, Node) for t in typing.get_args(target))


def _make_converter() -> Converter:
    converter = Converter(detailed_validation=False, forbid_extra_keys=False)
    structure: dict[type[Node], Any] = {}

    def structure_node(value: Any, target: type[Node]) -> Node:
        function = structure.get(target)
        if function is None:
            function = structure[target] = make_dict_structure_fn(target, converter, _cattrs_detailed_validation=False)
        if not isinstance(value, dict):
            raise ValueError(f"a {target.op} was expected, not {value!r:.60}")
        return function(value, target)  # type: ignore[no-any-return]

    def structure_union(value: Any, target: Any) -> Any:
        options = typing.get_args(target)
        if value is None and type(None) in options:
            return None
        if not isinstance(value, dict):
            raise ValueError(f"a node was expected, not {value!r:.60}")
        cls = NODE_CLASSES.get(value.get("op", ""))
        if cls is None or cls not in options:
            raise ValueError(f"unknown or misplaced node {value.get('op')!r}")
        return structure_node(value, cls)

    def structure_scalar_union(value: Any, target: Any) -> Any:
        if isinstance(value, tuple(t for t in typing.get_args(target) if isinstance(t, type))):
            return value
        raise ValueError(f"{target} was expected, not {value!r:.60}")

    def exact(kind: type) -> Any:
        def check(value: Any, _: Any) -> Any:
            if type(value) is kind:
                return value
            raise ValueError(f"{kind.__name__} was expected, not {value!r:.60}")

        return check

    for kind in (int, str, bool):
        converter.register_structure_hook(kind, exact(kind))
    converter.register_structure_hook_func(
        lambda t: isinstance(t, type) and issubclass(t, Node) and t is not Node, structure_node
    )
    converter.register_structure_hook_func(_is_node_union, structure_union)
    converter.register_structure_hook_func(lambda t: t == int | str, structure_scalar_union)
    return converter


_converter: Converter | None = None


def node_to_json(node: Any) -> Any:
    """The JSON value of a node (or of what a node holds)."""
    if isinstance(node, Node):
        out: dict[str, Any] = {"op": node.op}
        for a in attrs.fields(type(node)):
            out[a.name] = node_to_json(getattr(node, a.name))
        return out
    if isinstance(node, (list, tuple)):
        return [node_to_json(x) for x in node]
    if isinstance(node, dict):
        return {str(k): node_to_json(v) for k, v in node.items()}
    return node


def node_from_json(value: Any, cls: type[N]) -> N:
    """The node of a JSON value. Raises ValueError saying what is wrong."""
    global _converter
    if _converter is None:
        _converter = _make_converter()
    try:
        return _converter.structure(value, cls)
    except (BaseValidationError, AttributeError, LookupError, TypeError, RecursionError) as error:
        raise ValueError(f"not a well-formed {cls.op}: {error}") from error


def bundle_to_json(bundle: Bundle) -> dict[str, Any]:
    return node_to_json(bundle)  # type: ignore[no-any-return]


def bundle_from_json(value: Any) -> Bundle:
    """Raises ValueError for what is no bundle, or one of a newer IR."""
    if not isinstance(value, dict) or type(value.get("ir_version")) is not int:
        raise ValueError("this is not a greyc bundle")
    if value["ir_version"] > IR_VERSION:
        raise ValueError(
            f"this bundle has ir_version {value['ir_version']}, this runtime reads up to {IR_VERSION}: update greyc"
        )
    bundle = node_from_json(value, Bundle)
    try:
        check_names(bundle)
    except RecursionError as error:
        raise ValueError("not a well-formed bundle: its nodes are nested too deep") from error
    return bundle


__all__ = ["NODE_CLASSES", "bundle_from_json", "bundle_to_json", "node_from_json", "node_to_json"]
