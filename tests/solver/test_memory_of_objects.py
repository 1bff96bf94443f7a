"""The memories of objects in checkpoints, and the comparison of models bit by bit."""

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from rbsolve.solver.model.memory import restore
from rbsolve.solver.model.numbers import have_same_bits, take_floats


class Record(NamedTuple):
    floats: np.ndarray
    integers: np.ndarray
    rest: tuple


def record(floats=(1.0, 2.0), integers=(1, 2), rest=("a", 3)):
    return Record(np.array(floats), np.array(integers), rest)


def test_floats_are_copied_and_other_data_are_not():
    mine, before, now = record(), record(), record(floats=(3.0, np.nan))
    assert take_floats(mine, before, now)
    np.testing.assert_array_equal(mine.floats, [3.0, np.nan])
    now.floats[0] = 4.0
    assert mine.floats[0] == 3.0


@pytest.mark.parametrize(
    "other",
    [
        record(floats=(3.0, 4.0, 5.0)),
        record(floats=np.array([3.0, 4.0], np.float32)),
        record(floats=(3.0, 4.0), integers=(1, 3)),
        record(floats=(3.0, 4.0), rest=("b", 3)),
        record(floats=(3.0, 4.0), rest=("a", 3, 4)),
        record(floats=(3.0, 4.0), rest=("a", 3.0)),
        record(floats=(3.0, 4.0), rest=["a", 3]),
    ],
)
def test_models_that_differ_in_other_data_stay_as_they_are(other):
    mine = record()
    assert not take_floats(mine, record(), other)
    assert mine.floats.tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (record(), record(), True),
        (np.array([np.nan]), np.array([np.nan]), True),
        (np.array([0.0]), np.array([-0.0]), False),
        (np.array([1.0, 2.0]), np.array([[1.0, 2.0]]), False),
        (np.array([0.0]), np.array([0]), False),
        (record(), record(rest=("a", 4)), False),
        (("a", 1), ("a", 1, 2), False),
        (1, 1.0, False),
        ("a", "a", True),
    ],
)
def test_values_are_compared_bit_by_bit(one, other, same):
    assert have_same_bits(one, other) is same


def test_a_memory_of_another_kind_is_refused():
    class Owner(SimpleNamespace):
        MEMORY = ("count", "inner.count", "gone.count")

    owner = Owner(count=1, inner=SimpleNamespace(count=2), gone=None)
    with pytest.raises(ValueError, match=r"^the state does not belong to Owner$"):
        restore(owner, {"count": 3}, {})
    restore(owner, {"count": 3, "inner.count": 4}, {})
    assert (owner.count, owner.inner.count) == (3, 4)
