"""The arguments and results of kernels, which are numbers, arrays and named tuples."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from kernel_programs import SMALL, start

from rbsolve.solver.compiler.launching import Call, _Ready
from rbsolve.solver.compiler.records import Record, memoize
from rbsolve.solver.kernel import kernel, part, reuse_arguments


def test_records_refuse_what_kernels_would_misread():
    class Part(NamedTuple):
        rows: np.ndarray

    with pytest.raises(ValueError, match="rows is not contiguous"):
        Record(Part(np.ones((3, 3))[:, :2]))
    with pytest.raises(ValueError, match="rows has numbers in the byte order of another machine"):
        Record(Part(np.ones(3).astype(np.dtype(float).newbyteorder())))


@pytest.mark.parametrize("code", [-2, -1, 1])
def test_a_call_that_does_not_end_well_is_no_result(code):
    call = Call("a kernel", _Ready(lambda *addresses: code, lambda memory, place: None), [], [], [])
    with pytest.raises(ArithmeticError, match="a kernel failed"):
        call.run()


def test_what_is_made_of_the_last_few_tuples_is_made_once():
    class Part(NamedTuple):
        rows: np.ndarray

    made = []

    @memoize
    def doubled(part, factor=2.0):
        made.append(part)
        return part._replace(rows=factor * part.rows)

    part = Part(np.ones(2))
    assert doubled(part) is doubled(part)
    assert doubled(part, factor=3.0).rows.tolist() == [3.0, 3.0]
    assert doubled(part).rows.tolist() == [2.0, 2.0]
    assert len(made) == 2
    assert doubled(Part(part.rows)) is not doubled(part)  # the cache compares identities, not values
    for _ in range(20):
        doubled(Part(np.zeros(2)))
    before = len(made)
    assert doubled(part).rows.tolist() == [2.0, 2.0]  # the record was discarded, and is created again
    assert len(made) == before + 1


@kernel
def _several(flag, count, value, rows):
    rows[0] = value if flag else -value
    return count + 1, rows[0], rows.shape[0]


@kernel
def _is_large(value):
    return value > 2.0


def test_arguments_and_results_keep_their_kinds():
    rows = np.zeros(4)
    assert _several(False, -7, 2.5, rows) == (-6, -2.5, 4)
    assert rows[0] == -2.5
    assert _is_large(3.0) is True
    assert _is_large(1.0) is False


class Block(NamedTuple):
    numbers: np.ndarray  # (n, 3, 2)
    places: np.ndarray  # (n,), integers
    flags: np.ndarray  # (n, 3)


@part
def _weigh(rows, flags, factor):
    total = 0.0
    for k in range(rows.shape[0]):
        flags[k] = rows[k, 0] > rows[k, 1]
        rows[k, 0], rows[k, 1] = factor * rows[k, 1], rows[k, 0] - k
        total += rows[k, 0]
    return total, rows[2]


@kernel
def mix(block, factor):
    total = 0.0
    for i in range(block.places.shape[0]):
        block.places[i] = 7 - block.places[i] ** 2
        sums, last = _weigh(block.numbers[i], block.flags[i], factor)
        last[1] += sums
        total += block.numbers[i, 2][1] if block.flags[i, 1] else float(block.places[i])
    return total, block.numbers.shape[0] * block.numbers.shape[1] + block.numbers.shape[2]


def test_arrays_and_their_parts_are_those_of_numpy():
    random = np.random.default_rng(5)
    ours, plain = (Block(np.empty((4, 3, 2)), np.arange(4) - 2, np.empty((4, 3), dtype=bool)) for _ in range(2))
    ours.numbers[:] = plain.numbers[:] = random.normal(size=(4, 3, 2))
    assert mix(ours, 3.5) == mix.py_func(plain, 3.5)
    for array, expected in zip(ours, plain, strict=True):
        np.testing.assert_array_equal(array, expected)


@pytest.mark.parametrize("shift", [-1, 1])
def test_an_index_out_of_range_is_found_where_numba_is_told_to_check(tmp_path, shift):
    """Without the check, the kernel would read other memory, because kernels do not count from the end as Python does."""
    shifted = SMALL.replace("pair.a[i]", f"pair.a[i + {shift}]")
    assert start(tmp_path, shifted, NUMBA_BOUNDSCHECK="1").communicate()[0] == ""


IN_ENTRY = """
import numpy as np
from typing import NamedTuple
from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import FLOAT, INTEGER, array
from rbsolve.solver.compiler.subroutines import call3
from rbsolve.solver.kernel import kernel

def put(numbers, index, value):
    numbers[index] = value

@kernel
def put_by_address(addresses, numbers, index):
    call3(addresses[0], numbers, index, 3.0)
    return numbers[0]

[address] = addresses_of([(put, "put")], array(1), INTEGER, FLOAT)
print(put_by_address(np.array([address]), np.zeros(2), INDEX))
"""


@pytest.mark.parametrize(("index", "printed"), [(0, "3.0\n"), (2, "")])
def test_so_is_one_in_an_entry_that_is_called_by_its_address(tmp_path, index, printed):
    program = IN_ENTRY.replace("INDEX", str(index))
    assert start(tmp_path, program, NUMBA_BOUNDSCHECK="1").communicate()[0] == printed


class Ends(NamedTuple):
    first: np.ndarray
    factor: float


@kernel
def scaled_ends(ends, weights, count):
    return ends.factor * ends.first[0] + weights[count], count


def test_a_repeated_call_sees_every_argument_that_changed():
    """Whole numbers and records of equal layout are overwritten in place. Other arguments are laid out again."""
    run, weights = reuse_arguments(scaled_ends), np.arange(4.0)
    ends = Ends(np.array([1.0]), 2.0)
    assert run(ends, weights, 1) == (3.0, 1)
    assert run(ends, weights, 1) == (3.0, 1)
    assert run(ends, weights, 3) == (5.0, 3)
    assert run(Ends(np.array([10.0]), 2.0), weights, 3) == (23.0, 3)
    assert run(Ends(np.array([10.0]), 0.5), weights, 3) == (8.0, 3)
    assert run(ends, weights + 100.0, 0) == (102.0, 0)
    assert run(ends, weights, np.int64(2)) == (4.0, 2)
    assert run(ends, weights, 1) == (3.0, 1)
    ends.first[0] = 4.0  # the change is in place, in the same memory
    assert run(ends, weights, 1) == (9.0, 1)
