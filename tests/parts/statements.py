"""Statements of a program's text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def statements(tree: ast.Module, without: Callable[[ast.AST], bool] = lambda _: False) -> Iterator[ast.AST]:
    """Yield all statements at any depth. Statements for which `without` is true are omitted, with their contents.
    Expressions, which are the largest part of a tree, are not visited.
    """
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for block in BLOCKS for child in getattr(node, block, ()) if not without(child)]
