"""Statements of a program's text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def statements(tree: ast.Module, without: Callable[[ast.AST], bool] = lambda _: False) -> Iterator[ast.AST]:
    """All at any depth, except for those `without` which, and what they hold. Expressions, which are most of a tree, are not walked."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for block in BLOCKS for child in getattr(node, block, ()) if not without(child)]
