"""The order of the tests of a mutant, for `mutants.py`: tests whose text or parameters name the changed code run first."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

from mutant_tests import names_in


class NearestFirst:
    """A plugin of pytest that runs the nearest tests first. `names` are the names of the changed code."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Sort the tests. Equally near tests keep their order. A name that most tests contain counts little."""
        points = [0.0] * len(items)
        for name in self._names:
            word = re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", re.IGNORECASE)
            near = [_nearness(word, item) for item in items]
            rarity = near.count(0.0) / max(1, len(near))
            points = [sum_before + rarity * one for sum_before, one in zip(points, near, strict=True)]
        order = sorted(range(len(items)), key=lambda place: -points[place])
        items[:] = [items[place] for place in order]


def _nearness(word: re.Pattern[str], item: Any) -> float:
    """Return how often a test contains a word. The word counts more in the name and the parameters of the test."""
    text = text_of_test(Path(item.path), item.originalname or item.name)
    return 3.0 * bool(word.search(item.name)) + min(4, len(word.findall(text))) / 2.0


@cache
def text_of_test(path: Path, name: str) -> str:
    """Return the text of a test, and of the functions, classes and constants of its module that it uses."""
    lines, parts = _parts_of_module(path)
    wanted, found = [name], dict[int, str]()
    while wanted:
        node = parts.get(wanted.pop())
        if node is not None and node.lineno not in found:
            first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", []))])
            found[node.lineno] = "\n".join(lines[first - 1 : node.end_lineno])
            wanted += names_in(node)
    return "\n".join(found.values())


@cache
def _parts_of_module(path: Path) -> tuple[list[str], dict[str, ast.stmt]]:
    """Return the lines of a module, and its functions, classes and constants by name."""
    text = path.read_text(encoding="utf-8")
    parts: dict[str, ast.stmt] = {}
    for node in ast.parse(text).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name):
                parts[target.id] = node
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            parts[node.name] = node
    return text.splitlines(), parts
