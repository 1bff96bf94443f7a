"""The tests that execute a changed place, for `mutants.py`. The package `coverage` has measured them beforehand."""

from __future__ import annotations

import ast
import sqlite3
from pathlib import Path

MOST = 200
"""Tests of a mutant at most. The tests that execute little of the product come first."""


class Covering:
    """Finds the tests that execute a line, in a file of `coverage` with branches, whose contexts are the names of tests.

    The tables of such a file are documented by `coverage`.
    """

    def __init__(self, file: Path, root: Path) -> None:
        self._root = root
        self._database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        files = [(int(key), str(name)) for key, name in self._database.execute("select id, path from file")]
        checkout = next(name.partition("src/rbsolve/")[0] for _, name in files if "src/rbsolve/" in name)
        self._files = {_inside(name.removeprefix(checkout)): key for key, name in files}
        counted = self._database.execute("select context_id, count(*) from arc group by context_id")
        sizes = {int(key): int(size) for key, size in counted}
        named = self._database.execute("select id, context from context")
        ranked = sorted((sizes.get(key, 0), test, key) for key, name in named if (test := self._test_of(name)))
        self._tests = {key: (rank, test) for rank, (_, test, key) in enumerate(ranked)}

    def tests(self, path: str, lines: range) -> list[str]:
        """Return the tests that execute one of the lines of a module. Tests that execute few lines come first."""
        asked = (
            "select distinct context_id from arc where file_id = ? and (tono between ? and ? or fromno between ? and ?)"
        )
        ends = (lines[0], lines[-1])
        found = [int(key) for (key,) in self._database.execute(asked, (self._files.get(_inside(path)), *ends, *ends))]
        return [test for _, test in sorted(self._tests[key] for key in found if key in self._tests)[:MOST]]

    def _test_of(self, context: str) -> str:
        """Return the identifier of a test for pytest, or an empty text for another function."""
        module, _, function = context.rpartition(".")
        file = f"{module.replace('.', '/')}.py"
        return f"{file}::{function}" if (self._root / file).exists() else ""


def _inside(path: str) -> str:
    """Return the path of a module in the package. Some packages of rbsolve are at the root of a checkout."""
    return path.removeprefix("src/rbsolve/")


def lines_of_statement(text: str, line: int) -> range:
    """Return the lines of the innermost statement around a line. Of a compound statement, only the head counts."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(text)):  # outer statements come first
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno if body else (node.end_lineno or 0) + 1
            if line < end:
                found = range(node.lineno, end)
    return found
