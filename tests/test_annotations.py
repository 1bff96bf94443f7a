"""Every function of the solver, including kernels, declares its types. mypy needs a minute for this check, and this
test needs a second.
"""

import ast
from pathlib import Path

import pytest
from statements import statements

REASON = "ignore[no-untyped-def]  # "
SOLVER = Path(__file__).parent.parent / "solver"


def is_open(function: ast.FunctionDef) -> bool:
    """Return whether a type is missing."""
    given = function.args
    arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return function.returns is None or any(a.annotation is None and a.arg not in ("self", "cls") for a in arguments)


def list_unannotated(source: str) -> list[str]:
    """Return the functions without a type, except functions whose line gives the reason."""
    lines = source.splitlines()
    functions = [node for node in statements(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [f.name for f in functions if is_open(f) and REASON not in lines[f.lineno - 1]]


@pytest.mark.parametrize("path", sorted(SOLVER.rglob("*.py")), ids=lambda path: str(path.relative_to(SOLVER)))
def test_all_is_annotated(path):
    assert list_unannotated(path.read_text()) == []


def test_it_finds_functions_without_annotations():
    source = "@kernel\ndef f(x): return x\ndef g(x) -> int: return x\ndef h(x: int) -> int: return x"
    assert sorted(list_unannotated(source)) == ["f", "g"]


def test_a_function_without_types_needs_a_reason():
    line = "def f(x):  # type: " + REASON.rstrip(" #")
    assert list_unannotated(f"{line}\n    return x") == ["f"]
    assert list_unannotated(f"{line}  # numba compares annotations\n    return x") == []
