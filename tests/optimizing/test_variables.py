"""Numbers that a search changes: their bounds, scales and messages, and differences of runs beside a point."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.search.stencils import Point, Stencil
from rbsolve.search.variables import SearchError, Variable, fixed_and_varied, is_range, scale_at, size_at, variable_of

KNOWN = {"k": 2.0, "n": 3, "v": (1.0, 2.0)}


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("k", "1:5", (1.0, 5.0, 2.0)),  # the value of the deck
        ("k", (2.0, 5.0), (2.0, 5.0, 2.0)),
        ("k", (-1.0, 2.0), (-1.0, 2.0, 2.0)),
        ("k", "3:5", (3.0, 5.0, 4.0)),  # the middle, because the value of the deck is outside
        ("n", [-7.0, 1.0], (-7.0, 1.0, -3.0)),
        ("k", "1:5:4.5", (1.0, 5.0, 4.5)),
        ("k", (1.0, 5.0, 1.0), (1.0, 5.0, 1.0)),
        ("k", (1.0, 5.0, 5.0), (1.0, 5.0, 5.0)),
    ],
)
def test_a_range_has_a_start(name, given, expected):
    found = variable_of(name, given, KNOWN)
    assert (found.name, found.lower, found.upper, found.start) == (name, *expected)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("kk", "1:2", "-p kk=1:2: there is no design parameter kk: did you mean k?"),
        ("v", "1:2", "-p v=1:2: v is a list of numbers, but a search changes single numbers: make each number a separate parameter"),
        ("k", "1", "-p k=1: expected LOWER:UPPER or LOWER:UPPER:START"),
        ("k", (1.0, 2.0, 1.5, 1.0), "-p k=1:2:1.5:1: expected LOWER:UPPER or LOWER:UPPER:START"),
        ("k", "1:b", "-p k=1:b: expected numbers, as in 50, 50:500 or 50:500:80"),
        ("k", "1:inf", "-p k=1:inf: expected numbers, as in 50, 50:500 or 50:500:80"),
        ("k", "2:2", "-p k=2:2: the lower bound 2 is not below the upper bound 2"),
        ("k", "1:3:0.5", "-p k=1:3:0.5: the start 0.5 is not between 1 and 3"),
        ("k", "1:3:3.5", "-p k=1:3:3.5: the start 3.5 is not between 1 and 3"),
    ],
)  # fmt: skip
def test_other_ranges_are_errors(name, given, message):
    with pytest.raises(SearchError) as error:
        variable_of(name, given, KNOWN)
    assert str(error.value) == message


def test_a_message_has_the_place_of_the_setting():
    with pytest.raises(SearchError, match=r"^-p wing\.k=1:1: "):
        variable_of("k", "1:1", KNOWN, "wing.")


def test_numbers_are_fixed_and_ranges_vary():
    given = {"k": 7.0, "n": "1:5", "v": "3"}
    assert [is_range(value) for value in ("3", "1:5", 3, 3.0, (1.0, 2.0))] == [False, True, False, False, True]
    fixed, varied = fixed_and_varied(given, KNOWN)
    assert fixed == {"k": 7.0, "v": "3"}
    assert varied == [Variable("n", 1.0, 5.0, 3.0)]
    with pytest.raises(SearchError, match=r"^-p q=1: there is no design parameter q"):
        fixed_and_varied({"q": 1}, KNOWN)


@pytest.mark.parametrize(
    ("lower", "upper", "value", "scale", "size"),
    [
        (1.0, 5.0, 3.0, 3.0, 3.0),
        (1.0, 501.0, 3.0, 5.0, 3.0),  # one percent of the width
        (-500.0, -1.0, -3.0, 4.99, 3.0),
        (-4.0, 4.0, 0.5, 0.5, 2.0),  # a quarter of the width, because zero is within the bounds
        (-4.0, 4.0, -3.0, 3.0, 3.0),
        (0.0, 8.0, 0.0, 0.08, 2.0),
        (-math.inf, math.inf, 0.0, 1.0, 6.0),  # without a value and a width, the scale is that of the start
        (-math.inf, math.inf, 0.25, 0.25, 0.25),
    ],
)
def test_scales_are_those_of_values_and_bounds(lower, upper, value, scale, size):
    variable = Variable("x", lower, upper, 6.0)
    assert scale_at(variable, value) == pytest.approx(scale)
    assert size_at(variable, value) == pytest.approx(size)
    assert variable.scale == pytest.approx(scale_at(variable, 6.0))


def run(values, status="complete"):
    time = np.arange(len(values), dtype=float)
    return SimpleNamespace(
        status=status, message=f"ended {status}", time=time, sensors={"y": np.array(values)[:, None]}
    )


@pytest.mark.parametrize("places", [(1, -1), (1, 2), (-1, -2)])
def test_the_slope_of_a_parabola_is_exact(places):
    """The sensor is c + b x + a x^2 with other numbers in each row."""
    c, b, a = np.array([1.0, -2.0, 0.5]), np.array([3.0, 0.25, -1.0]), np.array([0.5, 2.0, -4.0])
    x, step = 0.75, 0.125
    stencil = Stencil(Point({"x": x, "z": 9.0}), "x", x, step, places)
    cases = stencil.cases()
    assert cases == [{"x": x + place * step, "z": 9.0} for place in places]
    stencil.rows = [run(c + b * case["x"] + a * case["x"] ** 2) for case in cases]
    found = stencil.derivative("y", (c + b * x + a * x**2)[:, None])
    np.testing.assert_allclose(found[:, 0], b + 2 * a * x, rtol=1e-12)


def test_last_rows_of_runs_that_end_earlier_belong_together():
    stencil = Stencil(Point({"x": 1.0}), "x", 1.0, 0.5, (1, -1))
    stencil.rows = [run([2.0, 3.0, 9.0]), run([0.0, 2.0, 7.0, 1.0])]
    centre = np.array([[1.0], [2.5], [8.0], [5.0]])
    found = stencil.derivative("y", centre)[:, 0]
    np.testing.assert_allclose(found, [2.0, 1.0, np.nan, 8.0])
    np.testing.assert_allclose(stencil.derivative("", np.array([0.0, 1.0, 2.0, 2.5])), [0.0, 0.0, np.nan, -1.0])


@pytest.mark.parametrize(
    ("statuses", "turned"),
    [(("complete", "failed"), (1, 2)), (("failed", "complete"), (-1, -2)), (("failed", "failed"), (-1, -2))],
)
def test_a_difference_moves_to_the_side_that_succeeds(statuses, turned):
    stencil = Stencil(Point({"x": 1.0}), "x", 1.0, 0.5, (1, -1))
    stencil.rows = [run([1.0], status) for status in statuses]
    assert stencil.is_broken
    assert stencil.failure == "ended failed"
    stencil.turn()
    assert stencil.places == turned
    assert not stencil.is_broken  # one-sided differences are not moved again


def test_complete_runs_have_no_failure():
    stencil = Stencil(Point({"x": 1.0}), "x", 1.0, 0.5, (1, -1))
    stencil.rows = [run([1.0]), run([2.0])]
    assert (stencil.is_broken, stencil.failure) == (False, "")
