"""Texts of modules with a single changed place, for `mutants.py`."""

from __future__ import annotations

import ast
import copy
import difflib
import random
from collections.abc import Iterator
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}


def changes_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Return the possible replacements of a node, with a word for the kind of change."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        changed = copy.deepcopy(node)
        changed.ops[0] = COMPARISONS[type(node.ops[0])]()
        yield "comparison", changed
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not isinstance(node.left, ast.JoinedStr):
        changed = copy.deepcopy(node)
        changed.op = OPERATORS[type(node.op)]()
        yield "sign", changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield "sign" if isinstance(node.op, ast.USub) else "negation", node.operand
    elif isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "negation", changed
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "constant", ast.Constant(node.value + 1)
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield "negation", changed
    elif (
        isinstance(node, ast.Call) and len(node.args) > 1 and not any(isinstance(a, ast.Starred) for a in node.args[:2])
    ):
        changed = copy.copy(node)
        changed.args = [node.args[1], node.args[0], *node.args[2:]]
        yield "swapped arguments", changed
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield "removed statement", ast.Pass()


def unread_nodes(tree: ast.AST) -> set[int]:
    """Return the nodes of annotations and `if TYPE_CHECKING`, and of `frozen=`, `slots=` and `strict=`. They change no
    result.
    """
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in ("frozen", "slots", "strict"):
            found.add(id(node.value))
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            found.add(id(node))
        for field in ("annotation", "returns"):
            part = getattr(node, field, None)
            if isinstance(part, ast.AST):
                found |= {id(inner) for inner in ast.walk(part)}
    return found


def mutant(text: str, chance: random.Random) -> tuple[str, str] | None:
    """Return the text with a single changed place, and the kind of change, or None if there is no such place."""
    tree = ast.parse(text)
    unread = unread_nodes(tree)
    places = [
        (node, kind, changed)
        for node in ast.walk(tree)
        if id(node) not in unread and hasattr(node, "end_col_offset")
        for kind, changed in changes_of(node)
    ]
    if not places:
        return None
    kinds = sorted({kind for _, kind, _ in places})
    wanted = chance.choice(kinds)
    node, kind, changed = chance.choice([place for place in places if place[1] == wanted])
    lines = text.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    # The change affects only the condition of an `if`, so all other lines keep their places and comments.
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        node, changed = node.test, changed.test  # type: ignore[attr-defined]  # equal types of nodes
    begin, end = (
        starts[row - 1] + column
        for row, column in ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))
    )  # type: ignore[attr-defined]  # nodes of a parsed text have places
    written = ast.unparse(changed)
    if isinstance(changed, ast.expr) and not isinstance(changed, ast.Call | ast.Constant):
        written = f"({written})"
    whole = text.encode()
    return (whole[:begin] + written.encode() + whole[end:]).decode(), kind


def mutants(root: Path, seed: int, paths: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the path, kind and changed text of mutants without end."""
    chance, seen = random.Random(seed), set()
    while True:
        path = chance.choice(paths)
        text = (root / path).read_text(encoding="utf-8")
        found = mutant(text, random.Random(chance.random()))
        if found is None or (path, found[0]) in seen:
            continue
        seen.add((path, found[0]))
        try:
            compile(found[0], path, "exec")
        except SyntaxError:
            continue
        yield path, found[1], found[0]


def difference(path: str, before: str, after: str) -> str:
    """Return the difference in the format of `diff -u`."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), path, path, lineterm="", n=2)
    return "\n".join(lines)


def first_difference(before: str, after: str) -> int:
    """Return the number of the first line that differs."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    return next(number for number, (old, new) in enumerate(pairs, 1) if old != new)
