"""No module of the program is longer than 400 lines, and no function is longer than 60 lines without its docstring. A
longer module or function has more than one purpose.
"""

import ast
import os
from pathlib import Path

from statements import statements

ROOT = Path(__file__).parents[1] / "src" / "rbsolve"
MOST = 400
MOST_OF_A_FUNCTION = 60


def modules():
    """Return the texts of the modules by their paths."""
    walked = os.walk(ROOT, followlinks=True)
    paths = [Path(folder) / name for folder, _, names in walked for name in names if name.endswith(".py")]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


def length(function):
    """Return the number of lines of a function, from its first decorator to its end, without its docstring."""
    first = min(node.lineno for node in (function, *function.decorator_list))
    return function.end_lineno - first + 1 - len((ast.get_docstring(function, clean=False) or "").splitlines())


def test_modules_have_at_most_four_hundred_lines():
    lengths = {name: len(text.splitlines()) for name, text in modules().items()}
    assert {"solver/run/loop.py", "language/recall.py"} <= lengths.keys()
    assert {name: length for name, length in lengths.items() if length > MOST} == {}


def test_functions_have_at_most_sixty_lines():
    lengths = {
        f"{name} {node.name}": length(node)
        for name, text in modules().items()
        for node in statements(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    assert lengths["solver/integrators/munthe_kaas/loop.py advance"] > 50
    assert {name: length for name, length in lengths.items() if length > MOST_OF_A_FUNCTION} == {}
