"""Numbers of many cases: the bits of floats case by case, and nothing else."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest

from rbsolve.language.diagnostics import Source, Span
from rbsolve.language.expressions.evaluation import evaluate
from rbsolve.language.expressions.parse import parse_expression
from rbsolve.language.many import Disagree, Many, float_array, largest, many_of, of_each, stacked

RANDOM = np.random.default_rng(5)
A, B = RANDOM.normal(size=(2, 500)) * 10.0 ** RANDOM.integers(-6, 6, size=(2, 500))


def same_bits(many, floats):
    assert many.values.tobytes() == np.array(floats).tobytes()


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_arithmetic_is_that_of_floats(operation):
    same_bits(operation(Many(A), Many(B)), [operation(a, b) for a, b in zip(A.tolist(), B.tolist(), strict=True)])
    same_bits(operation(Many(A), 0.3), [operation(a, 0.3) for a in A.tolist()])
    same_bits(operation(0.3, Many(A)), [operation(0.3, a) for a in A.tolist()])


def test_functions_of_arrays_have_the_bits_of_each_matrix():
    matrices = RANDOM.normal(size=(50, 3, 3))
    many = many_of(matrices)
    assert stacked(many).tobytes() == matrices.tobytes()
    for function in (np.linalg.inv, np.linalg.cond, np.linalg.eigvalsh):
        found = of_each(function, many)
        alone = np.array([function(matrix) for matrix in matrices])
        assert (found.values if isinstance(found, Many) else stacked(found)).tobytes() == alone.tobytes()
    same_bits(abs(many[0, 1]).sqrt(), [math.sqrt(abs(a)) for a in matrices[:, 0, 1].tolist()])
    same_bits(largest([many[0, 0], many[1, 1], 0.25]), np.maximum(np.maximum(*matrices[:, (0, 1), (0, 1)].T), 0.25))


@pytest.mark.parametrize(
    "text", ["-#a/7 + 2*#a - 3", "sin(#a) + exp(-#a)*atan2(#a, 2)", "sqrt(#a^2 + #b)", "#a^3 + pi"]
)
def test_expressions_have_the_bits_of_each_case(text):
    expression = parse_expression(text, Span(Source("<text>", text), 1, 1, 1, len(text) + 1))
    a = np.abs(A[:100]) % 3.0
    together = evaluate(expression, {"#a": Many(a), "#b": 0.7})
    same_bits(together, [evaluate(expression, {"#a": value, "#b": 0.7}) for value in a.tolist()])


def test_a_decision_is_that_of_all_or_of_none():
    many = Many(np.array([1.0, 2.0, 3.0]))
    assert many > 0.5
    assert not many < 0.5
    assert many != 0.0
    assert bool(many)
    for decide in (lambda: many > 1.5, lambda: bool(Many(np.array([0.0, 1.0, 1.0]))), lambda: many == 2.0):
        with pytest.raises(Disagree) as found:
            decide()
        assert found.value.answers.shape == (3,)


@pytest.mark.parametrize(
    ("faulty", "answers"),
    [
        (lambda: Many(np.array([1.0, np.inf])), [True, False]),
        (lambda: 1.0 / Many(np.array([0.0, 2.0])), [False, True]),
        (lambda: Many(np.array([4.0, -1.0])).sqrt(), [True, False]),
    ],
)
def test_a_case_without_a_value_leaves_the_others(faulty, answers):
    with pytest.raises(Disagree) as found:
        faulty()
    assert found.value.answers.tolist() == answers


@pytest.mark.parametrize(
    "needs_a_float",
    [float, int, str, repr, hash, math.sin, lambda many: f"{many:g}", lambda many: np.array([many], dtype=float)],
)
def test_who_needs_a_float_refuses_it(needs_a_float):
    with pytest.raises(TypeError):
        needs_a_float(Many(np.ones(2)))


def test_arrays_have_the_type_object_only_where_they_must():
    assert float_array([1, 2.5]).dtype == np.float64
    made = float_array([1.0, Many(np.array([2.0, 3.0]))])
    assert stacked(made).tolist() == [[1.0, 2.0], [1.0, 3.0]]
    with pytest.raises(TypeError):
        stacked(np.array([1.0, 2.0], dtype=object))
