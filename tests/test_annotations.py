"""Only kernels go without annotations: mypy does not ask for them in the solver, and cannot tell kernels from the rest."""

import ast
from pathlib import Path

import pytest
from statements import statements

SOLVER = Path(__file__).parent.parent / "solver"
KERNELS = {"kernel", "part", "subroutine"}


def unannotated(source: str) -> list[str]:
    functions = [node for node in statements(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    kernels = [f for f in functions if KERNELS & {d.id for d in f.decorator_list if isinstance(d, ast.Name)}]
    return [f.name for f in functions if f not in kernels and f.returns is None]


@pytest.mark.parametrize("path", sorted(SOLVER.rglob("*.py")), ids=lambda path: str(path.relative_to(SOLVER)))
def test_all_that_is_no_kernel_is_annotated(path):
    assert unannotated(path.read_text()) == []


def test_it_finds_a_function_without_annotations():
    assert unannotated("@kernel\ndef f(x): return x\ndef g(x): return x\ndef h(x: int) -> int: return x") == ["g"]
