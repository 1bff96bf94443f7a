"""Powers beyond the range of numbers, and remainders of a division by zero. The reference is IEEE 754, as in numpy."""

import math

import numpy as np
import pytest

from rbsolve.solver.functions.expression_kernel import _rest, _safe_power


@pytest.mark.parametrize("a", [-10.0, 10.0, -0.5, 0.0, -2.0])
@pytest.mark.parametrize("b", [309.0, 310.0, -309.0, 1025.0, -1075.0, 0.5, 3.0, 0.0, -1.0])
def test_powers(a, b):
    with np.errstate(all="ignore"):
        expected = float(np.power(np.float64(a), np.float64(b)))
    found = _safe_power(a, b)
    assert found == expected or (math.isnan(found) and math.isnan(expected))


def test_remainders():
    """The derivative of a - b floor(a/b) by a is 1, and by b it is -floor(a/b)."""
    assert _rest(7.0, 2.0) == (1.0, 1.0, -3.0, 0.0, 0.0, 0.0)
    assert _rest(-7.0, 2.0) == (1.0, 1.0, 4.0, 0.0, 0.0, 0.0)
    assert len(_rest(1.0, 0.0)) == 6
    assert all(math.isnan(value) for value in _rest(1.0, 0.0))
