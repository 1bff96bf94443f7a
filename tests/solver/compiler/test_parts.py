"""Parts of kernels as separate object files, shared by all kernels that call them for arguments of the same types."""

from __future__ import annotations

import pytest
from kernel_programs import start

# The program has a part that calls another part with two results, and parts that differ only in their constants.
PROGRAM = """
import sys
import numpy as np
from typing import NamedTuple
from rbsolve.solver.kernel import kernel, part, subroutine

class Weights(NamedTuple):
    w: np.ndarray
    of: int

@part
def share(weights, i):
    return weights.w[i] / weights.of, i == 0

@part
def total(weights, factor):
    found = 0.0
    for i in range(weights.of):
        value, is_first = share(weights, i)
        found += value if is_first else factor * value
    return found

def made(inner):
    @part
    def applied(x):
        return inner(x)

    return applied

@subroutine
def doubled(x):
    return 2.0 * x

@subroutine
def squared(x):
    return x * x

twice, square = made(doubled), made(squared)

@kernel
def NAME(weights, factor):
    return (twice(total(weights, factor)), square(total(weights, factor)), ORDER)

made_now = []
if "watch" in sys.argv:
    from rbsolve.solver.compiler import numba_side

    compiled = numba_side._compiled_part

    def watched(function, *others):
        made_now.append(function.__name__)
        return compiled(function, *others)

    numba_side._compiled_part = watched
try:
    found = NAME(Weights(np.array([2.0, 4.0, 8.0]), OF), 10.0)
except ArithmeticError as error:
    found = str(error)
print(found, sorted(made_now), "numba" in sys.modules)
"""
# The results follow from (2 + 10 (4 + 8)) / 3 = 122/3.
FOUND = (
    2.0 * (2.0 / 3.0 + 10.0 * (4.0 / 3.0) + 10.0 * (8.0 / 3.0)),
    (2.0 / 3.0 + 10.0 * (4.0 / 3.0) + 10.0 * (8.0 / 3.0)) ** 2,
)


def program(name: str = "first", order: int = 1, of: int = 3, watch: bool = True) -> str:
    text = PROGRAM.replace("NAME", name).replace("ORDER", str(order)).replace("OF", str(of))
    return text.replace("sys.argv", "['watch']" if watch else "[]")


def printed_words(folder, *arguments, **environment) -> str:
    words, _ = start(folder, program(*arguments), **environment).communicate()
    return words.strip()


def test_a_part_is_compiled_for_the_first_kernel_that_calls_it_and_loaded_for_the_next(tmp_path):
    assert printed_words(tmp_path, "first", 1) == f"{(*FOUND, 1)} ['applied', 'applied', 'share', 'total'] True"
    assert printed_words(tmp_path, "second", 2) == f"{(*FOUND, 2)} [] True"
    for kept in (tmp_path / "rbsolve-kernels").glob("*/*"):
        if not kept.name.startswith(("first", "second")):
            kept.unlink()
    # a kernel contains all the code that it needs
    assert printed_words(tmp_path, "second", 2, 3, False) == f"{(*FOUND, 2)} [] False"


def test_a_part_that_was_cut_short_is_compiled_again(tmp_path):
    printed_words(tmp_path)
    [kept] = (tmp_path / "rbsolve-kernels").glob("*/total-*")
    kept.write_bytes(kept.read_bytes()[:100])
    assert printed_words(tmp_path, "second", 2) == f"{(*FOUND, 2)} ['total'] True"


def test_where_nothing_can_be_kept_parts_are_compiled_all_the_same(tmp_path):
    (tmp_path / "rbsolve-kernels").write_text("a file, below which no folder can be made")
    assert printed_words(tmp_path) == f"{(*FOUND, 1)} ['applied', 'applied', 'share', 'total'] True"


@pytest.mark.parametrize("of", [3, 5])
def test_an_index_out_of_range_in_a_part_of_a_part_is_found(tmp_path, of):
    found = printed_words(tmp_path, "first", 1, of, NUMBA_BOUNDSCHECK="1")
    assert found.startswith("first failed" if of > 3 else "(")


def test_parts_without_private_classes(tmp_path):
    without = "import numba.core.codegen\ndel numba.core.codegen.JITCodeLibrary\n"
    words, _ = start(tmp_path, without + program(watch=False)).communicate()
    assert words.strip() == f"{(*FOUND, 1)} [] True"
