"""Numbers with their derivatives. The expected derivatives follow from the rules of calculus."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rbsolve
from rbsolve.sensitivity.sloped import Sloped, slopes_of, values_of


def numbers(*values):
    """Return numbers, each with the derivative 1 with respect to itself, and the parameters without derivatives."""
    lost = np.zeros(len(values), dtype=bool)
    return [Sloped(value, row, lost) for value, row in zip(values, np.eye(len(values)), strict=True)], lost


@pytest.mark.parametrize(
    ("function", "value", "slopes"),
    [
        (lambda a, b: -a, -3.0, [-1.0, 0.0]),
        (lambda a, b: abs(a - 4.0), 1.0, [-1.0, 0.0]),
        (lambda a, b: a + b, 5.0, [1.0, 1.0]),
        (lambda a, b: 1.0 + a, 4.0, [1.0, 0.0]),
        (lambda a, b: a - b, 1.0, [1.0, -1.0]),
        (lambda a, b: 1.0 - a, -2.0, [-1.0, 0.0]),
        (lambda a, b: a * b, 6.0, [2.0, 3.0]),
        (lambda a, b: 5.0 * b, 10.0, [0.0, 5.0]),
        (lambda a, b: a / b, 1.5, [0.5, -0.75]),
        (lambda a, b: 6.0 / a, 2.0, [-2.0 / 3.0, 0.0]),
        (lambda a, b: (a + 1.0).sqrt(), 2.0, [0.25, 0.0]),
    ],
)
def test_arithmetic(function, value, slopes):
    (a, b), lost = numbers(3.0, 2.0)
    found = function(a, b)
    assert found.value == value
    np.testing.assert_allclose(found.slopes, slopes, rtol=1e-15)
    assert not lost.any()


def test_numbers_are_finite_and_have_one_value():
    for value in (math.nan, math.inf, -math.inf):
        with pytest.raises(TypeError, match=r"^a number with derivatives is finite$"):
            Sloped(value, np.zeros(1), np.zeros(1, dtype=bool))
    (a,), _ = numbers(1.0)
    with pytest.raises(TypeError, match=r"^a number with derivatives has one value$"):
        _ = a.values


@pytest.mark.parametrize("operation", [lambda a: a + "x", lambda a: a * "x", lambda a: a / "x", lambda a: "x" / a])
def test_texts_are_no_numbers(operation):
    (a,), _ = numbers(1.0)
    with pytest.raises(TypeError):
        operation(a)


def test_a_decision_at_a_tie_loses_its_parameters():
    (a, b), lost = numbers(0.0, 2.0)
    assert bool(b)
    assert not lost.any()
    assert not bool(a)
    assert lost.tolist() == [True, False]
    assert abs(a).value == 0.0
    assert np.isnan(abs(a).slopes).tolist() == [True, False]
    assert np.isnan(a.sqrt().slopes).tolist() == [True, False]


def test_products_of_arrays():
    (a, b), _ = numbers(3.0, 2.0)
    row, matrix = np.array([a, 5.0], dtype=object), np.array([[b, 1.0], [0.0, 4.0]], dtype=object)
    for left, right, value, slopes in (
        (row, row, 34.0, [6.0, 0.0]),  # a^2 + 25
        (row, matrix, [6.0, 23.0], [[2.0, 1.0], [3.0, 0.0]]),  # a b and a + 20
        (matrix, row, [11.0, 20.0], [[2.0, 0.0], [3.0, 0.0]]),  # a b + 5 and 20
    ):
        found = np.asarray(Sloped.product(left, right), dtype=object)
        np.testing.assert_array_equal(values_of(found), value)
        np.testing.assert_allclose(slopes_of(found, 2), slopes)


def test_values_keep_their_order_in_memory():
    """The order affects the round-off of products."""
    (a, b), _ = numbers(3.0, 2.0)
    matrix = np.array([[a, 1.0, 5.0], [0.0, b, 6.0]], dtype=object)
    for array, is_turned in ((matrix, False), (matrix.T, True)):
        values = values_of(array)
        assert values.tolist() == [[float(getattr(item, "value", item)) for item in line] for line in array.tolist()]
        assert (values.strides[0] < values.strides[1]) == is_turned


def test_functions_of_floats_return_floats():
    (a, b), _ = numbers(3.0, 2.0)
    found = Sloped.of_tuples(lambda pair, c: (pair[0] * c, (pair[1],)), ((a, b), 4.0))
    assert (found[0].value, found[1][0].value) == (12.0, 2.0)
    np.testing.assert_allclose([found[0].slopes, found[1][0].slopes], [[4.0, 0.0], [0.0, 1.0]], atol=1e-9)
    with pytest.raises(TypeError, match=r"^a function of floats returns floats$"):
        Sloped.of_tuples(lambda c: "x", (a,))


def test_a_function_that_has_no_value_beside_a_point_has_no_derivative():
    """The square root of a negative number raises ValueError."""
    (a,), _ = numbers(0.0)
    found = Sloped.of_tuples(math.sqrt, (a,))
    assert found.value == 0.0
    assert np.isnan(found.slopes).all()


def test_scalars_of_runs_belong_to_the_adjoint():
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is checked
        rbsolve.sensitivities("missing.deck", ["L"], of=["max(tip.x1)"], method="tangent")
    assert str(refused.value) == "`of` is for method adjoint; with other methods, `gradient` takes any scalar"
