"""Tests of single operations on taped numbers. Expected derivatives are derivatives of the formulas by hand."""

import math

import numpy as np
import pytest

from rbsolve.sensitivity.taping import TapedRun
from rbsolve.solver.compiler.tape_nodes import EDGE
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.chunk import Chunk


@kernel
def products(x, y):
    """Compute operations whose results are used once, except one square."""
    y[0] = x[0] * x[1] + x[2] * x[3] - 2.0 * x[0]
    square = x[0] * x[0]
    y[1] = square * x[1]
    y[2] = x[2] / square


@kernel
def root(x, y):
    """Compute a root whose slope is infinite at zero."""
    y[0] = x[1] * math.sqrt(x[0])


def taped(function, x, count):
    """Return the run of a kernel on its tape, and the Jacobian (count, n) of its results."""
    x, y = np.array(x), np.zeros(count)
    run = TapedRun(function.py_func, Chunk, [x, y], iterates=False)
    jacobian = []
    for k in range(count):
        run.begin(np.arange(len(x) + count) < len(x))
        run(x, y)
        run.clear_adjoints()
        run.add_adjoints(np.eye(len(x) + count)[len(x) + k])
        jacobian.append(run.sweep()[: len(x)])
    return run, np.array(jacobian)


def test_operations_with_one_use_are_joined():
    a, b, c, d = x = [0.3, -1.7, 2.5, 0.9]
    run, jacobian = taped(products, x, 3)
    expected = [[b - 2.0, a, d, c], [2.0 * a * b, a * a, 0.0, 0.0], [-2.0 * c / a**3, 0.0, 1.0 / a**2, 0.0]]
    np.testing.assert_allclose(jacobian, expected, rtol=1e-15)
    # four operands of y[0], two operands of y[1] and of y[2], and the square, which two operations use
    assert run.tape.bytes // EDGE <= 4 + 2 + 2 + 1


def test_an_operand_with_a_slope_of_zero_is_not_recorded():
    run, jacobian = taped(products, [0.3, 0.0, 0.0, 0.9], 3)
    np.testing.assert_allclose(jacobian[0], [-2.0, 0.3, 0.9, 0.0], rtol=1e-15)
    full, _ = taped(products, [0.3, -1.7, 2.5, 0.9], 3)
    assert run.tape.bytes < full.tape.bytes


@pytest.mark.parametrize(("x", "slopes"), [([4.0, 3.0], [0.75, 2.0]), ([0.0, 0.0], [0.0, 0.0])])
def test_a_slope_of_zero_stays_zero_beside_an_infinite_slope(x, slopes):
    _, jacobian = taped(root, x, 1)
    np.testing.assert_array_equal(jacobian[0], slopes)
