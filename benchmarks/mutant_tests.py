"""The tests that should detect a change of a module, for `mutants.py`. The nearest tests come first."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

TESTED_BY = {"language": ("parser",), "solver/contacts": ("solver", "forces"), "solver/links": ("solver", "forces")}
"""Folders of tests of packages that have no tests with their own name."""
PYTHON_MARKS = {
    "abstractmethod",
    "cache",
    "cached_property",
    "classmethod",
    "contextmanager",
    "dataclass",
    "property",
    "setter",
    "staticmethod",
    "overload",
    "frozen",
    "slots",
}
ELSEWHERE = ("page", "peers", "docs", "kernels")  # costly tests that are tried only for near modules


@cache
def _test_files(root: Path) -> list[tuple[str, str]]:
    """Return the path and text of each test file."""
    files = sorted((root / "tests").rglob("test_*.py"))
    return [(str(file.relative_to(root)), file.read_text(encoding="utf-8")) for file in files]


def chosen_tests(root: Path, path: str, words: list[str], only_package: bool) -> list[str]:
    """Return the tests of a module. The nearest tests come first, by their imports and words. `words` are the names of
    the functions and classes around the mutant. The tests of the enclosing packages follow.

    With `only_package`, tests of other packages are omitted.
    """
    inside = Path(path.removeprefix("src/rbsolve/")).with_suffix("")
    folder = _folder_of_tests(root, path, inside)
    ranked = []
    for test, text in _test_files(root):
        where = Path(test).parts[1:]
        is_elsewhere = where[0] in ELSEWHERE and where[0] not in inside.parts
        is_near = folder is not None and where[: len(folder)] == folder
        if only_package and folder is not None and not is_near:
            continue
        points = _points(test, text, inside, words) + is_near
        if is_elsewhere and points < 4:
            continue
        is_around = folder is not None and where[0] == folder[0]
        if is_near or is_around or points >= 4 or (folder is None and points):
            ranked.append((not (is_near or points >= 4), -points, len(text), test))
    return [test for *_, test in sorted(ranked)]


def _folder_of_tests(root: Path, path: str, inside: Path) -> tuple[str, ...] | None:
    """Return the parts of the folder that has the tests of a module, or None."""
    packages = [inside.parts[:k] for k in range(len(inside.parts) - 1, 0, -1)]
    found = next((parts for parts in packages if (root / "tests").joinpath(*parts).is_dir()), None)
    if found is None or found == ("solver",):
        return next((tests for start, tests in TESTED_BY.items() if path.startswith(f"{start}/")), found)
    return found


def _points(test: str, text: str, inside: Path, words: list[str]) -> float:
    """Return how near a test is to a module, by its imports, its name and its words."""
    dotted = ".".join(("rbsolve", *inside.parts))
    package, _, name = dotted.rpartition(".")
    named = {word for part in (name, package.rpartition(".")[2]) for word in part.split("_")}
    points = 4.0 * (f"{dotted} import" in text or f"{package} import {name}" in text or f'"{dotted}' in text)
    points += 2 * len(named & {*Path(test).stem.split("_")[1:]}) + (f"{package}." in text)
    points += min(6, len(re.findall(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))) / 2.0
    return points + 3 * any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)


class Kernels:
    """Decides whether machine code may contain a changed place of the solver."""

    def __init__(self, root: Path) -> None:
        self._module_level: set[str] = set()
        for source in ("solver", "geometry", "language"):
            for path in (root / source).rglob("*.py"):
                self._module_level |= _names_outside_functions(ast.parse(path.read_text(encoding="utf-8")))

    def contain(self, path: str, text: str, line: int) -> bool:
        """Return whether machine code may contain a line of a module. Functions without a decorator are Python, unless
        a module registers all of its functions, or uses a function outside of functions. Numbers outside of functions
        may be constants of machine code.
        """
        if path.startswith(("solver/assembly/", "solver/sensors/")):  # only numpy
            return False
        if path.startswith("solver/compiler/") or "plain_functions(__name__)" in text:
            return True
        for top in ast.parse(text).body:
            if top.lineno <= line <= (top.end_lineno or 0) and isinstance(top, ast.FunctionDef | ast.ClassDef):
                defined = [node for node in ast.walk(top) if isinstance(node, ast.FunctionDef)]
                if not any(node.lineno <= line <= (node.end_lineno or 0) for node in defined):
                    return True
                marks = {word for node in (top, *defined) for mark in node.decorator_list for word in names_in(mark)}
                return bool(
                    marks - PYTHON_MARKS or (isinstance(top, ast.FunctionDef) and top.name in self._module_level)
                )
        return True


def names_in(tree: ast.AST) -> set[str]:
    """Return all names in a tree."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def _names_outside_functions(tree: ast.Module) -> set[str]:
    """Return the names that a module uses while it is imported."""
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    marks = [mark for node in ast.walk(tree) for mark in getattr(node, "decorator_list", [])]
    return {name for node in (*outside, *marks) for name in names_in(node)}


def names_around(text: str, line: int) -> list[str]:
    """Return the names of the functions and classes around a line, and of the public callers in the same module."""
    tree = ast.parse(text)
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    around = {node.name for node in defined if node.lineno <= line <= (node.end_lineno or 0)}
    callers = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and around & names_in(node)}
    return sorted(name for name in around | callers if not name.startswith("__"))
