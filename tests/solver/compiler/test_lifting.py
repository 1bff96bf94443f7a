"""Numbers are copied between floats and the duals that replace them."""

import numpy as np
import pytest

from rbsolve.solver.compiler.lifting import DualMemory
from rbsolve.solver.compiler.variables import Variables


class Progress(Variables):
    """Two variables of a run."""

    steps: int
    time: float


@pytest.fixture
def arrays():
    return [np.arange(3.0), np.arange(4.0).reshape(2, 2), np.empty(0)]


@pytest.fixture
def memory(arrays):
    memory = DualMemory(2)
    for array in arrays:
        memory.of(array)[..., 1:] = 7.0
    return memory


def test_only_changed_floats_lose_their_derivatives(memory, arrays):
    arrays[0][1], arrays[1][1, 0] = 9.0, -0.0
    memory.take()
    assert memory.of(arrays[0]).tolist() == [[0, 7, 7], [9, 0, 0], [2, 7, 7]]
    assert memory.of(arrays[1]).tolist() == [[[0, 7, 7], [1, 7, 7]], [[0, 0, 0], [3, 7, 7]]]
    assert np.signbit(memory.of(arrays[1])[1, 0, 0])


def test_equal_bits_count_as_unchanged(memory, arrays):
    arrays[0][0] = np.nan
    memory.take()
    memory.of(arrays[0])[0, 1:] = 5.0
    memory.take()  # NaN is not equal to itself, but its bits are
    assert memory.of(arrays[0])[0, 1:].tolist() == [5, 5]
    arrays[0][0] = 0.0
    memory.take()
    memory.of(arrays[0])[0, 1:] = 5.0
    arrays[0][0] = -0.0  # this number is equal, but its bits are not
    memory.take()
    assert memory.of(arrays[0])[0, 1:].tolist() == [0, 0]


def test_numbers_return_to_their_floats(memory, arrays):
    memory.of(arrays[0])[2, 0], memory.of(arrays[1])[0, 1, 0] = -0.0, np.nan
    kept = np.arange(2.0)
    memory.of(kept)[0, 0] = 3.0
    kept.flags.writeable = False
    memory.give()
    assert arrays[0].tolist() == [0, 1, 0]
    assert np.signbit(arrays[0][2])
    assert np.isnan(arrays[1][0, 1])
    assert kept.tolist() == [0, 1]


def test_variables_and_later_arrays_take_part(memory):
    memory.take()
    later, progress = np.ones(2), Progress(steps=3, time=0.5)
    memory.of(later)[:, 1:] = memory.of_variables(progress)[:, 1:] = 4.0
    later[0], progress.time, progress.steps = 2.0, 0.75, -1
    memory.take()
    assert memory.of(later).tolist() == [[2, 0, 0], [1, 4, 4]]
    duals = memory.of_variables(progress)
    assert duals[1].tolist() == [0.75, 0, 0]
    assert duals[0, :1].view(np.int64)[0] == -1
    duals[0, :1].view(np.int64)[0], duals[1, 0] = 12, 1.5
    memory.give()
    assert (progress.steps, progress.time) == (12, 1.5)


def test_arrays_that_were_added_after_a_copy_are_dropped_with_it(memory, arrays):
    copy = memory.capture()
    later = np.ones(1)
    memory.of(later)[0, 0] = 5.0
    memory.of(arrays[0])[0, 1] = 8.0
    memory.restore(copy)
    memory.give()
    assert later[0] == 1.0
    assert memory.of(arrays[0])[0].tolist() == [0, 7, 7]
