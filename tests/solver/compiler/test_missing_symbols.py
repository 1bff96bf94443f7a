"""Machine code that calls a missing function is refused. The loader would give such a function the address 0, and a
call would crash."""

from types import SimpleNamespace

import pytest

from rbsolve.solver.compiler import numba_side


def compiled_with(*called):
    """Return a compiled function whose machine code calls some symbols."""
    library = SimpleNamespace(code=lambda function, symbol: (b"code", list(called)))
    return SimpleNamespace(library=library, fndesc=SimpleNamespace(llvm_func_name="f"))


def test_machine_code_may_call_functions_of_the_process():
    found = numba_side._objects(compiled_with("sin", "pow", "llvm.fabs.f64"), "kernel")
    assert found == {"kernel": b"code"}


def test_machine_code_may_call_parts(monkeypatch):
    part = numba_side.Part("part_of_a", None, {"part_of_a": b"a", "part_of_b": b"b"})
    monkeypatch.setitem(numba_side._parts, "part_of_a", part)
    assert set(numba_side._objects(compiled_with("part_of_a"), "kernel")) == {"kernel", "part_of_a", "part_of_b"}


def test_machine_code_that_calls_a_missing_part_is_refused():
    with pytest.raises(RuntimeError, match="the machine code of kernel calls part_of_nothing, which does not exist"):
        numba_side._objects(compiled_with("part_of_nothing"), "kernel")
