"""The search of an optimization on closed formulas instead of runs. The optima are known by hand."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.optimizing import descent
from rbsolve.optimizing.descent import FEASIBLE, MOST_ROUNDS, Descent, Local
from rbsolve.optimizing.optimality import End, optimality
from rbsolve.optimizing.optimizing import Optimizing, _NotBegunError, _warnings
from rbsolve.optimizing.problem import Branch, Problem, Refusal, Scaling, Value
from rbsolve.search.variables import SearchError, StartError, Variable


class Formulas:
    """The objective is (z0 - 0.3)^2 + 4 (z1 - 0.6)^2 + 1. Constraints are linear: a sign, slopes and a constant."""

    def __init__(self, *constraints):
        self.rules = constraints
        self.constraints = [
            SimpleNamespace(sign=sign, is_equality=sign == "==", direction={"<=": 1.0, ">=": -1.0, "==": 0.0}[sign])
            for sign, _, _ in constraints
        ]
        self.branches, self.asked = [], []

    def flaw(self, z, gradients):
        return ""

    def evaluate(self, z, *, gradients):
        self.asked.append((z.copy(), gradients))
        flaw = self.flaw(z, gradients)
        if flaw:
            return Value(np.full(1 + len(self.rules), np.nan), None, flaw)
        x, y = z
        scalars = [(x - 0.3) ** 2 + 4.0 * (y - 0.6) ** 2 + 1.0] + [np.dot(a, z) + b for _, a, b in self.rules]
        slopes = [[2.0 * (x - 0.3), 8.0 * (y - 0.6)]] + [list(a) for _, a, _ in self.rules]
        return Value(np.array(scalars), np.array(slopes) if gradients else None)


START = np.array([0.9, 0.1])


@pytest.mark.parametrize(
    ("rules", "end"),
    [
        ((), (0.3, 0.6)),
        ((("<=", (0.0, 1.0), -0.4),), (0.3, 0.4)),
        (((">=", (1.0, 0.0), -0.5),), (0.5, 0.6)),
        ((("==", (1.0, 1.0), -1.4),), (0.7, 0.7)),
        (((">=", (0.0, 1.0), -0.4),), (0.3, 0.6)),
    ],
)
def test_the_optimum_is_found(rules, end):
    """With x + y = 1.4, the gradient 2 (x - 0.3) = 8 (y - 0.6) gives y = 0.7 and x = 0.7."""
    found = Descent(Formulas(*rules)).search(START)
    assert (found.status, found.message) == ("complete", "converged")
    np.testing.assert_allclose(found.z, end, atol=1e-6)
    assert found.is_balanced
    assert found.violation <= FEASIBLE
    assert found.start is START


def test_a_start_whose_run_fails_is_refused():
    problem = Formulas()
    problem.flaw = lambda z, gradients: "it breaks"
    with pytest.raises(StartError) as refused:
        Descent(problem).search(START)
    assert str(refused.value) == "the run at the start of the search fails: it breaks"


@pytest.mark.parametrize("most", [1, 2])
def test_a_search_ends_after_its_iterations(most):
    seen = []
    found = Descent(Formulas(), most, lambda number, z, value: seen.append((number, z))).search(START)
    assert (found.status, found.message) == ("failed", f"no convergence in {most} iterations")
    assert [number for number, _ in seen] == list(range(most + 1))
    assert found.iterations == most
    np.testing.assert_array_equal(seen[0][1], START)


def test_constraints_that_contradict_each_other_have_no_point():
    found = Descent(Formulas(("<=", (1.0, 0.0), -0.2), (">=", (1.0, 0.0), -0.8))).search(START)
    assert (found.status, found.message) == ("failed", "no point satisfies the constraints")
    assert found.violation > FEASIBLE
    found = Descent(Formulas(("==", (1.0, 0.0), -0.2), ("==", (1.0, 0.0), -0.8))).search(START)
    assert found.status == "failed"
    assert found.message.startswith("the search ended without convergence: Inequality constraints incompatible")


def test_a_search_that_loses_its_gradient_ends_at_its_best_point():
    problem = Formulas()
    problem.flaw = lambda z, gradients: "it breaks" if gradients and z[0] != START[0] else ""
    found = Descent(problem).search(START)
    assert (found.status, found.message) == ("failed", "no gradient at the last point: it breaks")
    assert found.iterations == 0
    assert found.value.failure == ""
    assert found.value.scalars[0] < 0.36 + 1.0 + 1.0
    assert found.value.gradients is None


def test_an_interruption_leaves_the_best_point():
    problem = Formulas()

    def interrupt(z, gradients):
        if len(problem.asked) > 6:
            raise KeyboardInterrupt
        return ""

    problem.flaw = interrupt
    found = Descent(problem).search(START)
    told = "the search was interrupted; this is the best point so far"
    assert (found.status, found.message) == ("interrupted", told)
    assert len(problem.asked) == 7  # the best point is not solved again
    assert 1.0 <= found.value.scalars[0] < 2.36


@pytest.mark.parametrize(
    ("sign", "difference", "violation"),
    [("<=", 0.5, 0.25), ("<=", -0.5, 0.0), (">=", 0.5, 0.0), (">=", -0.5, 0.25), ("==", 0.5, 0.25), ("==", -0.5, 0.25)],
)
def test_violations_are_relative_to_the_size_of_a_constraint(sign, difference, violation):
    search = Descent(Formulas((sign, (0.0, 0.0), 0.0)))
    search._size = np.array([1.0, 2.0])
    assert search.violation(Value(np.array([9.0, difference]), None)) == violation


@pytest.mark.parametrize(
    ("objective", "difference", "is_preferred"),
    [(1.0, 0.0, True), (1.0009, 0.0, True), (1.0011, 0.0, False), (1.0, 2e-7, False), (1.0, 1e-7, False), (0.5, 0.9e-7, True)],
)  # fmt: skip
def test_a_point_that_violates_less_is_preferred_if_it_is_almost_as_good(objective, difference, is_preferred):
    search = Descent(Formulas(("<=", (0.0, 0.0), 0.0)))
    best = Value(np.array([1.0, 1e-7]), None)
    search._best = (search._rank(best), np.zeros(2), best)
    value = Value(np.array([objective, difference]), None)
    search._known = (np.array([0.5, 0.5]), value)
    search._last = best
    at = search._at

    def known(z, *, gradients):
        return value

    search._at = known
    search._prefer(np.array([0.5, 1.5]))
    assert at is not None
    assert search._best[1].tolist() == ([0.5, 1.0] if is_preferred else [0.0, 0.0])


def test_a_search_has_a_limited_number_of_rounds(monkeypatch):
    """Here each round ends at an unbalanced point, and finds a new branch."""
    rounds = []
    monkeypatch.setattr(Descent, "_is_balanced", lambda self, z, value: False)
    monkeypatch.setattr(Descent, "_add_branches", lambda self, z: True)
    original = Descent._round
    monkeypatch.setattr(Descent, "_round", lambda self, start: rounds.append(start) or original(self, start))
    found = Descent(Formulas(), 1000).search(START)
    assert len(rounds) == MOST_ROUNDS
    assert (found.status, found.is_balanced) == ("complete", False)


def test_the_last_flaw_of_the_rounds_is_the_message(monkeypatch):
    flaws = iter(["the first", "the second"])

    def fail(self, start):
        raise descent._OverError(next(flaws))

    monkeypatch.setattr(Descent, "_round", fail)
    branches = iter([True, False])
    monkeypatch.setattr(Descent, "_add_branches", lambda self, z: next(branches))
    found = Descent(Formulas()).search(START)
    assert (found.status, found.message) == ("failed", "the second")


def test_without_gradients_there_are_no_multipliers():
    problem = Formulas(("<=", (1.0, 0.0), 0.0))
    value = problem.evaluate(START, gradients=False)
    found = optimality(End(problem, START, value))
    for numbers, count in ((found.bounds, 2), (found.constraints, 1)):
        assert numbers.shape == (count,)
        assert np.isnan(numbers).all()
    assert np.isnan(found.gradient_norm)
    assert Descent(problem)._is_balanced(START, value)


def test_multipliers_balance_the_gradient():
    """At (0.3, 0.4) with y <= 0.4, the derivative of the minimum with respect to the limit is 8 (0.4 - 0.6)."""
    problem = Formulas(("<=", (0.0, 1.0), -0.4), (">=", (1.0, 0.0), 1.0))
    z = np.array([0.3, 0.4])
    found = optimality(End(problem, z, problem.evaluate(z, gradients=True)))
    np.testing.assert_allclose(found.constraints, [1.6, 0.0], atol=1e-12)
    np.testing.assert_allclose(found.bounds, [0.0, 0.0])
    assert found.gradient_norm == pytest.approx(0.0, abs=1e-12)


def scalars_of(problem_arguments, scalars, slopes):
    """Return the value of a problem with the objective `final(x)`, for scalars and slopes from a run."""
    variables = [Variable("k", 1.0, 3.0, 2.0), Variable("c", 0.0, 10.0, 5.0)]
    problem = Problem(None, SimpleNamespace(text="final(x)"), [None], Scaling(variables), {}, **problem_arguments)
    return problem._value(np.array(scalars), None if slopes is None else np.array(slopes))


def test_scalars_and_slopes_are_those_of_the_point():
    """Points are scaled by the widths of the bounds, 2 and 10. The sign of a maximum is reversed."""
    for is_maximum, sign in ((False, 1.0), (True, -1.0)):
        value = scalars_of({"is_maximum": is_maximum}, [3.0, 4.0], [[1.0, 2.0], [3.0, 4.0]])
        assert value.scalars.tolist() == [sign * 3.0, 4.0]
        assert value.gradients.tolist() == [[sign * 2.0, sign * 20.0], [6.0, 40.0]]
        assert value.failure == ""


@pytest.mark.parametrize(
    ("scalars", "slopes", "told"),
    [
        ([np.nan, 1.0], None, "final(x) or a constraint has no value"),
        ([1.0, np.inf], [[1.0, 2.0], [3.0, 4.0]], "final(x) or a constraint has no value"),
        (
            [1.0, 1.0],
            [[1.0, np.nan], [3.0, 4.0]],
            "a gradient is undefined: events end neighbouring runs after a different number of rows",
        ),
    ],
)
def test_scalars_without_a_value_or_gradient_are_a_failed_point(scalars, slopes, told):
    value = scalars_of({}, scalars, slopes)
    assert value.failure == told
    assert value.gradients is None
    assert np.isnan(value.scalars).all()
    assert value.scalars.shape == (2,)


def local(**changed):
    value = Value(np.array([1.0]), None)
    return Local(
        **{
            "start": START,
            "z": START,
            "value": value,
            "status": "complete",
            "message": "converged",
            "iterations": 3,
            "violation": 0.0,
            **changed,
        }
    )


def test_an_unbalanced_end_and_failed_points_are_warned_of():
    problems = [
        SimpleNamespace(failures=[Refusal({}, "a")]),
        SimpleNamespace(failures=[Refusal({}, "b"), Refusal({}, "it breaks")]),
    ]
    assert _warnings([], local()) == []
    assert _warnings(problems, local()) == ["3 trial points failed, the last because of it breaks"]
    unbalanced = (
        "the gradient is not balanced at this point, so it may not be an optimum, and multipliers are inexact; change "
        "the start, or replace `max`, `min`, `peak` and `range` by smooth scalars such as `rms`"
    )
    assert _warnings([], local(is_balanced=False)) == [unbalanced]
    assert _warnings([], local(is_balanced=False, status="failed")) == []


@pytest.mark.parametrize("ends", [["first"], ["not begun"], ["first", "second"], ["first", "not begun"]])
def test_searches_that_all_end_without_a_point(ends):
    """The error of the first start is raised. If an interruption left starts without a search, it is raised instead."""
    searches = [
        SimpleNamespace(end=_NotBegunError("interrupted") if end == "not begun" else SearchError(end)) for end in ends
    ]
    made = SimpleNamespace(points=lambda: searches, search=lambda k, *_: searches[k])
    if "not begun" in ends:
        with pytest.raises(KeyboardInterrupt):
            Optimizing.solve(made)
        return
    with pytest.raises(SearchError, match=r"^first$"):
        Optimizing.solve(made)


def test_branches_of_a_value():
    value = Value(np.zeros(2), None, "", [[("max", [3, 5])], [], [("min", (2,)), ("max", [1])]])
    assert value.branches() == [Branch(0, (("max", (3, 5)),)), Branch(2, (("min", (2,)), ("max", (1,))))]
