"""Functions take at most eight arguments. More arguments belong in a record."""

import ast
import os
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "rbsolve"
MOST = 8
API = {
    ("api/runs.py", "solve"),
    ("api/runs.py", "solve_many"),
    ("fitting/fit.py", "fit"),
}
"""Functions for Python users, who pass most arguments by keyword."""


def of_file(path):
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            if len([one for one in names if one not in ("self", "cls")]) > MOST:
                yield name, node.name


def test_functions_take_at_most_eight_arguments():
    walked = os.walk(ROOT, followlinks=True)
    paths = [Path(folder) / name for folder, _, names in walked for name in names if name.endswith(".py")]
    found = {one for path in paths for one in of_file(path)}
    assert found == API
