"""Numbers of type `Many` are bitwise identical to floats in each case."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest

from rbsolve.geometry import triads
from rbsolve.geometry.arrays import rotate, turn
from rbsolve.language.diagnostics import Source, Span
from rbsolve.language.expressions.evaluation import evaluate
from rbsolve.language.expressions.parse import parse_expression
from rbsolve.language.many import (
    Disagree,
    Many,
    float_array,
    has_any,
    largest,
    many_of,
    matmul,
    of_case,
    of_cases,
    of_each,
    stack,
)
from rbsolve.language.stacks import agreed, choose, joined, stacked

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
    assert stack(many).tobytes() == matrices.tobytes()
    for function in (np.linalg.inv, np.linalg.cond, np.linalg.eigvalsh):
        found = of_each(function, many)
        alone = np.array([function(matrix) for matrix in matrices])
        assert (found.values if isinstance(found, Many) else stack(found)).tobytes() == alone.tobytes()
    same_bits(abs(many[0, 1]).sqrt(), [math.sqrt(abs(a)) for a in matrices[:, 0, 1].tolist()])
    same_bits(largest([many[0, 0], many[1, 1], 0.25]), np.maximum(np.maximum(*matrices[:, (0, 1), (0, 1)].T), 0.25))


@pytest.mark.parametrize("transposed", [False, True])
def test_products_have_the_bits_of_each_matrix(transposed):
    def view(matrix):
        return matrix.T if transposed else matrix

    matrices, others, vectors = (
        RANDOM.normal(size=(50, 3, 3)),
        RANDOM.normal(size=(50, 3, 3)),
        RANDOM.normal(size=(50, 3)),
    )
    many, more, vector = many_of(matrices), many_of(others), many_of(vectors)
    for found, alone in (
        (matmul(view(many), more), [view(A) @ B for A, B in zip(matrices, others, strict=True)]),
        (matmul(view(matrices[0]), more), [view(matrices[0]) @ B for B in others]),
        (matmul(view(many), others[0]), [view(A) @ others[0] for A in matrices]),
        (matmul(view(many), vector), [view(A) @ v for A, v in zip(matrices, vectors, strict=True)]),
        (matmul(view(matrices[0]), vector), [view(matrices[0]) @ v for v in vectors]),
    ):
        assert stack(found).tobytes() == np.array(alone).tobytes()
    same_bits(matmul(vector, many[0]), [v @ row for v, row in zip(vectors, matrices[:, 0], strict=True)])


def test_vectors_of_cases_skip_their_own_zeros():
    """If an operation skips a zero, it preserves -0.0 and entries that are not finite."""
    R, v = RANDOM.normal(size=(80, 3, 3)), RANDOM.normal(size=(80, 3))
    v[RANDOM.random((80, 3)) < 0.4] = 0.0
    R[RANDOM.random((80, 3, 3)) < 0.3] = -0.0
    R[::7, :, 1] = np.inf
    with np.errstate(invalid="ignore"):
        alone = [rotate(matrix[None], vector)[0] for matrix, vector in zip(R, v, strict=True)]
        assert turn(R, v).tobytes() == np.array(alone).tobytes()
        assert turn(R[0], v).tobytes() == np.array([rotate(R[0], vector) for vector in v]).tobytes()
    assert turn(R, v[3]).tobytes() == rotate(R, v[3]).tobytes()


def test_a_function_of_floats_is_called_for_each_case():
    angles = RANDOM.normal(size=(20, 3))
    many = tuple(Many(column) for column in angles.T)
    alone = [triads.from_euler_angles("321", tuple(row)) for row in angles.tolist()]
    found = of_cases(triads.from_euler_angles, "321", many)
    assert [of_case(found, k) for k in range(20)] == alone
    assert of_cases(math.hypot, 3.0, 4.0) == 5.0
    with pytest.raises(Disagree) as split:
        of_cases(math.sqrt, Many(np.array([1.0, -1.0, 4.0])))
    assert split.value.answers.tolist() == [True, False, True]
    with pytest.raises(ValueError, match="math domain error"):
        of_cases(math.sqrt, Many(np.array([-2.0, -1.0])))


def test_any_number_that_is_not_zero_in_each_case():
    """The number that is not zero may be a different number in each case."""
    assert has_any(many_of(np.array([[0.0, 1.0], [2.0, 0.0]])))
    assert not has_any(np.array([0.0, -0.0], dtype=object))
    with pytest.raises(Disagree):
        has_any(many_of(np.array([[0.0, 1.0], [0.0, 0.0]])))


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
    [float, int, str, repr, hash, math.sin, lambda many: np.array([many], dtype=float)],
)
def test_who_needs_a_float_refuses_it(needs_a_float):
    with pytest.raises(TypeError):
        needs_a_float(Many(np.ones(2)))


def test_a_text_about_many_cases_is_the_same_for_all():
    assert f"{Many(np.array([1.0, 1.0 + 1e-12])):g}" == "1"
    with pytest.raises(Disagree) as found:
        f"{Many(np.array([1.0, 2.0, 1.0])):g}"
    assert found.value.answers.tolist() == [True, False, True]


def test_arrays_have_the_type_object_only_where_they_must():
    assert float_array([1, 2.5]).dtype == np.float64
    made = float_array([1.0, Many(np.array([2.0, 3.0]))])
    assert stack(made).tolist() == [[1.0, 2.0], [1.0, 3.0]]
    with pytest.raises(TypeError):
        stack(np.array([1.0, 2.0], dtype=object))


def test_stacks_have_the_numbers_of_each_case():
    mixed = np.array([1.0, Many(A), 2.0], dtype=object)
    found, shared = stacked(mixed, np.eye(2))
    assert found.shape == (500, 3)
    assert shared.shape == (500, 2, 2)
    assert found[:, 1].tobytes() == A.tobytes()
    assert [array.shape for array in stacked(np.eye(3), np.zeros(2))] == [(3, 3), (2,)]


def test_decisions_are_common_to_all_cases():
    assert agreed(np.array([2, 2, 2])) == 2
    assert agreed(np.array(3)) == 3
    with pytest.raises(Disagree) as split:
        agreed(np.array([[True, False], [True, True], [True, False]]), 1)
    assert split.value.answers.tolist() == [True, False, True]


def test_numbers_are_chosen_case_by_case():
    chosen, one, other = A > 0.0, many_of(A[:, None]), many_of(B[:, None])
    same_bits(choose(chosen, one, other)[0], np.where(chosen, A, B).tolist())
    assert choose(np.ones(500, dtype=bool), one, other) is one
    assert choose(np.zeros(500, dtype=bool), one, other) is other


def test_values_of_cases_are_joined():
    ints, each = np.arange(3), [(np.arange(3), np.array([float(k), 1.0]), 5) for k in range(4)]
    found = joined(each)
    same_bits(found[1][0], [0.0, 1.0, 2.0, 3.0])
    assert found[0].tolist() == ints.tolist()
    assert found[2] == 5
    with pytest.raises(Disagree):
        joined([np.arange(3), np.arange(1, 4)])
