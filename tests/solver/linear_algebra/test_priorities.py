"""Conditions in order of importance. The references are nested null spaces by scipy."""

import numpy as np
import pytest
from scipy.linalg import lstsq, null_space

from rbsolve.solver.linear_algebra import priorities
from rbsolve.solver.linear_algebra.priorities import FEW, least_squares_in_order


def reference(conditions, n):
    """Solve the conditions one after another by scipy's least squares of smallest norm. Each solution is in the null
    space of the previous conditions.
    """
    x, free = np.zeros(n), np.eye(n)
    for A, b in conditions:
        if free.shape[1] == 0:
            break
        x = x + free @ lstsq(A @ free, b - A @ x, cond=1e-10)[0]
        free = free @ null_space(A @ free, rcond=1e-10)
    return x


def local(rng, count, n, width):
    """Return rows with a few neighbouring unknowns each, like the rows of consecutive loops."""
    A = np.zeros((count, n))
    for row, first in enumerate(np.linspace(0, n - width, count).astype(int)):
        A[row, first : first + width] = rng.normal(size=width)
    return A


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n", [12, 4 * FEW])
@pytest.mark.parametrize("agree", ["agree", "contradict"])
def test_each_condition_holds_as_well_as_those_before_it_allow(agree, n, seed):
    rng = np.random.default_rng(seed)
    # each row occurs twice; the rows of zeros represent joints of trees
    A = np.repeat(local(rng, 2 * n // 3, n, 4), 2, axis=0)
    b = A @ rng.normal(size=n)
    if agree == "contradict":
        b = b + 0.1 * rng.normal(size=len(b))
    A, b = np.concatenate([A, np.zeros((3, n))]), np.concatenate([b, np.zeros(3)])
    given = np.eye(n)[[0, n // 2]], np.array([0.3, -0.2])
    conditions = [given, (A, b), (np.eye(n), np.zeros(n))]
    found, expected = least_squares_in_order(conditions, n), reference(conditions, n)
    np.testing.assert_allclose(found, expected, atol=1e-8)
    assert np.max(np.abs(found[[0, n // 2]] - given[1])) < 1e-12
    assert (np.max(np.abs(A @ found - b)) < 1e-9) == (agree == "agree")


def test_what_no_condition_determines_is_smallest():
    n = 3 * FEW
    A = local(np.random.default_rng(5), n // 2, n, 3)
    b = A @ np.ones(n)
    np.testing.assert_allclose(least_squares_in_order([(A, b)], n), np.linalg.pinv(A) @ b, atol=1e-11)


def test_conditions_that_agree_are_met_a_few_rows_at_a_time():
    """Otherwise the costly decomposition of all rows would find the same numbers."""
    n = 3 * FEW
    A = np.repeat(local(np.random.default_rng(6), n // 2, n, 3), 2, axis=0)
    b = A @ np.ones(n)
    met = priorities._one_by_one(A, b, np.zeros(n), np.eye(n))
    assert met is not None
    x, free = met
    np.testing.assert_allclose(A @ x, b, atol=1e-10)
    np.testing.assert_allclose(A @ free, 0.0, atol=1e-8)  # directions that change rows less count as round-off
    assert free.shape == (n, n - n // 2)
    assert priorities._one_by_one(A, b + 0.1 * np.arange(len(b)), np.zeros(n), np.eye(n)) is None
