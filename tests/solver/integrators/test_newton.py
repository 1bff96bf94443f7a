"""Tests of the conditions that end a Newton iteration, and of failed steps that are halved."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from rbsolve.solver.integrators.divided_steps import halve, next_part
from rbsolve.solver.integrators.generalized_alpha.control import Control
from rbsolve.solver.kernel import kernel
from rbsolve.solver.newton import (
    BEGIN,
    CONVERGED,
    DIVERGED,
    GO_ON,
    NEVER,
    STALLED,
    Rules,
    assess,
    at_most,
    relative_size,
    remainder_of_series,
    remainder_of_squares,
)

RULES = Rules(limit=8, slow=0.5, growth=4.0, patience=2)


def verdicts(sizes, left=lambda size, contraction: size, noise=0.0, rules=RULES):
    """Return the verdicts until a verdict ends the search. Sizes are in units of the permitted remaining error, and
    `noise` is the effect of round-off.
    """
    search, found = BEGIN, []
    for size in sizes:
        contraction = size / search.size
        search = assess(search, rules, size, left(size, contraction), size / noise if noise else NEVER)
        found.append(search.verdict)
        if search.verdict != GO_ON:
            break
    assert search.iteration == len(found)
    return found


def test_a_residual_converges_where_it_is_as_small_as_it_may_be():
    assert verdicts([1e6, 1e3, 1.0 + 1e-15, 1.0]) == [GO_ON, GO_ON, GO_ON, CONVERGED]


def test_nothing_left_to_correct_is_the_end_whatever_is_estimated():
    assert verdicts([0.0], left=lambda size, contraction: math.inf) == [CONVERGED]


@pytest.mark.parametrize("size", [math.nan, math.inf])
def test_what_is_no_number_diverges(size):
    assert verdicts([5.0, size]) == [GO_ON, DIVERGED]


def test_growth_is_borne_for_a_while():
    assert verdicts([10.0, 50.0, 300.0]) == [GO_ON, GO_ON, DIVERGED]
    assert verdicts([10.0, 39.0, 150.0, 500.0]) == [GO_ON] * 4


def test_a_search_ends_after_so_many_iterations():
    assert verdicts([2.0] * 20) == [GO_ON] * 7 + [STALLED]
    assert verdicts([2.0] * 20, rules=at_most(3)) == [GO_ON, GO_ON, STALLED]


def test_what_rounding_makes_is_the_end_when_it_no_longer_shrinks():
    assert verdicts([100.0, 40.0, 19.0, 9.0, 5.0], noise=20.0) == [GO_ON] * 4 + [CONVERGED]
    # the iteration is slow, but its corrections are above round-off
    assert verdicts([100.0, 60.0, 40.0], noise=20.0) == [GO_ON] * 3


def test_the_series_is_the_error_of_a_linear_iteration():
    """The iteration x -> x/3 from 1 has the corrections 2/3, 2/9, ..., and a known remainder of x after each
    correction.
    """
    x, before = 1.0, 2.0
    for _ in range(20):
        size = x - x / 3.0
        x /= 3.0
        assert remainder_of_series(size, size / before) == pytest.approx(x, rel=1e-14)
        before = size
    assert remainder_of_series(1.0, 1.0) == math.inf


def test_the_square_tells_the_error_of_a_quadratic_iteration():
    """The test computes the square root of 2 from 2 in exact numbers. The error of the Newton iteration is half the
    square of the previous error, divided by x.
    """
    x, before, root = Fraction(2), None, Fraction(math.isqrt(2 * 10**200), 10**100)
    for _ in range(5):
        change = (x * x - 2) / (2 * x)
        x -= change
        if before is not None:
            error, left = float(x - root), remainder_of_squares(float(change), float(change) / before)
            assert 0.9 * error <= left <= 1.1 * error
        before = float(change)


def test_a_change_is_relative_to_the_largest_value_or_one():
    assert relative_size(np.array([0.1, -0.3]), np.array([-6.0, 2.0])) == pytest.approx(0.05)
    assert relative_size(np.array([0.1, -0.3]), np.array([0.5, 0.2])) == pytest.approx(0.3)
    assert relative_size(np.zeros(0), np.zeros(0)) == 0.0


@kernel
def _judge_all(sizes, left, noise, found):
    search = BEGIN
    for k in range(sizes.shape[0]):
        search = assess(search, RULES, sizes[k], left[k], noise[k])
        found[k] = search.verdict


def test_kernels_judge_as_python_does():
    rng = np.random.default_rng(11)
    seen = set()
    for _ in range(200):
        sizes, left, noise = 10.0 ** rng.uniform(-2, 3, (3, 10))
        sizes[rng.random(10) < 0.05] = rng.choice([0.0, np.nan, np.inf])
        found, search, expected = np.zeros(10, dtype=np.int64), BEGIN, []
        _judge_all(sizes, left, noise, found)
        with np.errstate(all="ignore"):
            for size in zip(sizes, left, noise, strict=True):
                search = assess(search, RULES, *size)
                expected.append(search.verdict)
        assert found.tolist() == expected
        seen |= set(expected)
    assert seen == {GO_ON, CONVERGED, STALLED, DIVERGED}


def test_parts_cover_each_step_once():
    """Any parts may fail. The accepted parts follow each other from the beginning of a step to its end, and join again."""
    rng, place = np.random.default_rng(5), Control()
    largest = 0
    for step in range(300):
        done, complete = Fraction(0), False
        while not complete:
            size = Fraction(1, 2**place.level)
            assert place.part * size == done
            largest = max(largest, place.level)
            if rng.random() < 0.3 and halve(place, 6):
                continue
            done += size
            complete = next_part(place)
        assert done == 1
        assert (place.level, place.part, place.step, place.steps) == (0, 0, step + 1, step + 1)
    assert largest > 3


def test_parts_are_halved_so_often_and_no_more():
    place = Control()
    assert [halve(place, 3) for _ in range(4)] == [True, True, True, False]
    assert (place.level, place.rejected) == (3, 4)
    assert not next_part(place)
    assert place.level == 3  # the first of two parts
    assert not next_part(place)
    assert place.level == 2  # the parts are joined
