"""The search of a fit on closed formulas instead of runs. The references are linear algebra and numbers by hand."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.fitting import solving
from rbsolve.fitting.inertias import Inertia, inertias_of
from rbsolve.fitting.matches import Match
from rbsolve.fitting.problem import Channel, Evaluation, Unknown
from rbsolve.fitting.solving import MOST_EDGES, MOST_ROUNDS, Solver
from rbsolve.search.variables import SearchError, StartError, Variable

TIME = np.arange(5.0)
RISING = np.column_stack([np.ones(5), TIME])


class Formula:
    """A problem with one column, `slopes @ x + curvature x0^2 t^2`. `flaw(x, derivatives)` is why a run fails."""

    def __init__(self, measured, slopes=RISING, bounds=None, held_out=0, curvature=0.0):
        self.measured, self.slopes, self.curvature = np.asarray(measured, float), slopes, curvature
        p = slopes.shape[1]
        bounds = bounds or [(-10.0, 10.0, 1.0)] * p
        self.unknowns = [Unknown(Variable(f"p{k}", *each), f"p{k}") for k, each in enumerate(bounds)]
        held = np.arange(len(self.measured)) >= len(self.measured) - held_out
        time = np.arange(float(len(self.measured)))
        self.channels = [Channel(Match("y", "tip", 0, "tip", "m"), time, self.measured, held)]
        self.responses = SimpleNamespace(runs=3)
        self.asked, self.failures = [], []

    def flaw(self, x, derivatives):
        return ""

    def evaluate(self, x, *, derivatives):
        self.asked.append((x.copy(), derivatives))
        flaw = self.flaw(x, derivatives)
        if flaw:
            self.failures.append(flaw)
            return Evaluation((), (), flaw)
        time = np.arange(float(len(self.measured)))
        bent = self.slopes.copy()
        bent[:, 0] += 2.0 * self.curvature * x[0] * time**2
        computed = self.slopes @ x + self.curvature * x[0] ** 2 * time**2
        return Evaluation((computed,), (bent,) if derivatives else (), "", (0.0,))


MEASURED = [0.1, 2.2, 3.9, 6.1, 8.2]
BEST = np.linalg.lstsq(RISING, np.array(MEASURED), rcond=None)[0]


def test_a_linear_fit_is_that_of_linear_algebra():
    found = Solver(Formula(MEASURED), {"y": 0.5}).solve()
    assert found.status == "complete"
    assert found.message.startswith("converged: ")
    np.testing.assert_allclose(found.x, BEST, rtol=1e-8)
    assert found.sigma == {"y": 0.5}
    assert not found.at_bound.any()


def test_the_deviation_of_a_column_is_that_of_its_residuals():
    found = Solver(Formula(MEASURED), {}).solve()
    residuals = RISING @ BEST - MEASURED
    assert found.sigma["y"] == pytest.approx(np.sqrt(residuals @ residuals / (5 - 2)), rel=1e-8)


@pytest.mark.parametrize(("rows", "held_out"), [(2, 0), (1, 0), (5, 3), (4, 2)])
def test_too_few_measurements_are_refused(rows, held_out):
    problem = Formula(MEASURED[:rows], RISING[:rows], held_out=held_out)
    with pytest.raises(SearchError) as refused:
        Solver(problem, {}).solve()
    assert str(refused.value) == f"{rows - held_out} measurements cannot determine 2 parameters"
    assert Solver(Formula(MEASURED[:3], RISING[:3]), {}).solve().status == "complete"  # one more than the parameters


def test_a_start_that_fails_or_has_no_values_is_refused():
    problem = Formula(MEASURED)
    problem.flaw = lambda x, derivatives: "data: it breaks"
    with pytest.raises(StartError) as refused:
        Solver(problem, {}).solve()
    assert str(refused.value) == "the run at the start of the fit fails: data: it breaks"
    with pytest.raises(SearchError) as refused:
        Solver(Formula(MEASURED, np.where(RISING == 4.0, np.inf, RISING)), {}).solve()
    assert str(refused.value) == "the run at the start of the fit gives values that are not finite"


@pytest.mark.parametrize(("effect", "is_silent"), [(0.99e-8, True), (1.01e-8, False)])
def test_an_unknown_without_effect_is_refused(effect, is_silent):
    """The effect is relative to the standard deviation of measured and computed values, and to the size of the start."""
    measured = np.array([-1.0, 1.0, -1.0, 1.0, -1.0])
    at_start = measured * 2.0
    slopes = np.column_stack([measured, np.zeros(5)])
    size = float(np.std([*measured, *at_start]))
    slopes[2, 1] = effect * size / 4.0  # the scale of the second unknown is 4
    problem = Formula(measured, slopes, [(0.5, 3.0, 2.0), (3.0, 5.0, 4.0)])
    if not is_silent:
        assert Solver(problem, {}).solve().status == "complete"
        return
    with pytest.raises(SearchError) as refused:
        Solver(problem, {}).solve()
    assert str(refused.value) == (
        "p1 affects no matched sensor: at 4, its derivatives are zero except for round-off. Remove this parameter, or "
        "match a sensor that depends on it"
    )


def test_a_search_whose_trial_runs_all_fail_ends_at_its_start():
    problem = Formula(MEASURED)
    problem.flaw = lambda x, derivatives: "" if np.array_equal(x, [1.0, 1.0]) else "it breaks"
    found = Solver(problem, {"y": 1.0}).solve()
    told = "the search makes no progress: trial runs fail or do not improve the fit"
    assert (found.status, found.message, found.iterations) == ("failed", told, 0)
    np.testing.assert_array_equal(found.x, [1.0, 1.0])
    assert len(found.evaluation.derivatives) == 1
    # A search that has moved before is complete. Its failed runs are a warning.
    problem = Formula(MEASURED)
    problem.flaw = lambda x, derivatives: "it breaks" if x[1] > 1.5 else ""
    found = Solver(problem, {"y": 1.0}).solve()
    assert (found.status, found.x[1] > 1.0) == ("complete", True)
    assert problem.failures


def test_a_search_that_loses_its_derivatives_ends_at_its_best_point():
    problem = Formula(MEASURED)
    problem.flaw = lambda x, derivatives: "it breaks" if derivatives and x[0] != 1.0 else ""
    found = Solver(problem, {"y": 1.0}).solve()
    assert (found.status, found.message) == ("failed", "no derivatives at the last point: it breaks")
    np.testing.assert_array_equal(found.x, next(x for x, derivatives in problem.asked[1:] if not derivatives))
    np.testing.assert_allclose(found.evaluation.computed[0], RISING @ found.x)
    assert not found.evaluation.derivatives


@pytest.mark.parametrize("most", [1, 2])
def test_a_search_ends_after_its_iterations(most):
    seen = []
    problem = Formula([0.0, 9.0, 33.0, 75.0, 131.0], curvature=2.0)
    found = Solver(problem, {"y": 1.0}, most_iterations=most, progress=seen.append).solve()
    assert (found.status, found.message) == ("failed", f"no convergence in {most} iterations")
    assert found.iterations == most
    assert [one.number for one in seen] == list(range(most + 1))
    assert [one.runs for one in seen] == [3] * (most + 1)
    np.testing.assert_array_equal(found.x, seen[-1].x)
    residuals = found.evaluation.computed[0] - problem.measured
    assert seen[-1].chi_square == pytest.approx(residuals @ residuals)


@pytest.mark.parametrize(("measured", "end", "bounds"), [(9.0, 2.0, (0.0, 2.0, 1.0)), (-9.0, 0.5, (0.5, 2.0, 1.0))])
def test_a_fit_with_every_unknown_at_a_bound_ends_there(measured, end, bounds):
    found = Solver(Formula([measured] * 5, np.ones((5, 1)), [bounds]), {"y": 1.0}).solve()
    assert found.status == "complete"
    assert found.x.tolist() == [end]
    assert found.at_bound.tolist() == [True]


def test_unknowns_at_bounds_keep_them_while_the_others_are_fitted():
    found = Solver(Formula(MEASURED, bounds=[(1.0, 3.0, 2.0), (-9.0, 9.0, 0.5)]), {"y": 1.0}).solve()
    assert found.at_bound.tolist() == [True, False]
    assert found.x[0] == 1.0
    assert found.x[1] == pytest.approx(TIME @ (np.array(MEASURED) - 1.0) / (TIME @ TIME), rel=1e-8)


def test_an_interruption_leaves_the_accepted_point():
    problem = Formula([0.0, 9.0, 33.0, 75.0, 131.0], curvature=2.0)

    def interrupt(x, derivatives):
        if len(problem.asked) > 6:
            raise KeyboardInterrupt
        return ""

    problem.flaw, seen = interrupt, []
    found = Solver(problem, {"y": 1.0}, progress=seen.append).solve()
    told = "the fit was interrupted; these are the best values so far"
    assert (found.status, found.message) == ("interrupted", told)
    np.testing.assert_array_equal(found.x, seen[-1].x)
    assert found.iterations == len(seen) - 1 > 0


def test_weights_are_estimated_a_limited_number_of_times(monkeypatch):
    minimized = []
    original = Solver._minimize
    monkeypatch.setattr(Solver, "_minimize", lambda self, *a: minimized.append(a[2]) or original(self, *a))
    monkeypatch.setattr(Solver, "_is_settled", lambda self, before: False)
    Solver(Formula(MEASURED), {}, robust=True).solve()
    assert minimized == [solving.ROUGH] * MOST_ROUNDS + [solving.SMALL_GAIN]
    minimized.clear()
    Solver(Formula(MEASURED), {"y": 1.0}, robust=True).solve()  # the weights are given
    assert minimized == [solving.SMALL_GAIN]


@pytest.mark.parametrize(
    ("before", "now", "is_settled"),
    [
        (1.0, 1.0, True), (1.0, 0.9902, True), (1.0, 1.01, True), (1.0, 0.99, False), (1.0, 1.0102, False),
        (1.0, 0.99e-7, True), (1.0, 1.01e-7, False),
    ],
)  # fmt: skip
def test_weights_are_settled_if_they_change_little_or_no_longer_matter(before, now, is_settled):
    """The standard deviation of the column is 1. Residuals below a ten-millionth of it are round-off."""
    solver = Solver(Formula([-1.0, 1.0, -1.0, 1.0], RISING[:4]), {})
    solver._sigma = {"y": now}
    assert solver._is_settled({"y": before}) == is_settled


@pytest.mark.parametrize(
    ("measured", "computed", "size"),
    [([], None, 1.0), ([3.0, -1.0], None, 2.0), ([-3.0, -3.0], None, 3.0), ([0.0], None, 1.0), ([1.0], [5.0], 2.0)],
)
def test_the_size_of_a_column(measured, computed, size):
    channel = Formula(measured or np.empty(0), RISING[: len(measured)]).channels[0]
    assert solving._size(channel, None if computed is None else np.array(computed)) == size


class Edges(Solver):
    """A fit whose rounds add 1 to each unknown. `gradients` are those after the rounds along an edge."""

    def prepare(self, gradients):
        self.gradients, self.rounds = list(gradients), []
        return self

    def _rounds(self, x, held):
        self.rounds.append([each.name for each in self.at_edge])
        return x + 1.0, f"round {len(self.rounds)}"

    def _gradient(self, x):
        return np.array(self.gradients.pop(0))


@pytest.mark.parametrize(
    ("gradients", "rounds", "left"),
    [
        ([[1.0, 1.0]], [["a", "b"]], ["a", "b"]),
        ([[0.0, 0.0]], [["a", "b"]], ["a", "b"]),
        ([[1.0, -1.0], [1.0, 1.0]], [["a", "b"], ["a"], ["a", "b"]], ["a", "b"]),
        ([[-1.0, -1.0]] * MOST_EDGES, [["a", "b"], []] * MOST_EDGES, []),
    ],
)
def test_bodies_leave_the_edge_if_the_fit_improves_inside(gradients, rounds, left):
    """The inward direction is the unknown itself, so a negative derivative points to the inside."""
    bodies = [
        SimpleNamespace(name=name, unknowns=np.array([k]), is_at_edge=lambda x: True, inward=lambda x: np.ones(1))
        for k, name in enumerate("ab")
    ]
    solver = Edges(Formula(MEASURED), {"y": 1.0}, inertias=bodies).prepare(gradients)
    x, message = solver._along_edges(np.zeros(2), "before")
    assert solver.rounds == rounds
    assert [each.name for each in solver.at_edge] == left
    assert x.tolist() == [len(rounds)] * 2
    assert message == f"round {len(rounds)}"
    away = SimpleNamespace(is_at_edge=lambda x: False)
    solver = Edges(Formula(MEASURED), {"y": 1.0}, inertias=[away]).prepare([])
    assert solver._along_edges(np.zeros(2), "before")[1] == "before"


@pytest.mark.parametrize(
    ("x", "is_outside"),
    [([-10.0, 10.0], False), ([-10.1, 0.0], True), ([10.1, 0.0], True), ([0.0, 99.0], False)],
)
def test_unknowns_of_a_flat_body_stay_within_their_bounds(x, is_outside):
    solver = Solver(Formula(MEASURED), {"y": 1.0})
    assert not solver._is_outside(np.array([99.0, 99.0]))
    solver.at_edge = [SimpleNamespace(unknowns=np.array([0]))]
    assert solver._is_outside(np.array(x)) == is_outside


START, SCALES = np.array([1.0, 2.0, 2.5]), np.array([1.0, 2.0, 2.0])


def bodies_by(function, refused=lambda x: False):
    return lambda x: None if refused(x) else {"plate": function(x)}


@pytest.mark.parametrize(
    ("bodies", "is_found"),
    [
        (bodies_by(np.diag), True),
        (bodies_by(lambda x: np.diag(2.0 * x) + np.eye(3)), True),
        (bodies_by(lambda x: np.diag([1.0, 2.0, 2.5])), False),  # the unknowns have no effect
        (bodies_by(np.diag, lambda x: x[0] != 1.0), False),  # all other decks have errors
        (bodies_by(np.diag, lambda x: x[1] > 2.003 and x[0] == 1.0), False),  # a deck beside the start has errors
        (bodies_by(lambda x: np.diag(x**2)), False),  # not linear
        (bodies_by(lambda x: np.diag([x[0], x[1], 2.5])), False),  # two unknowns
        (bodies_by(lambda x: np.diag(x) + 0.1 * (np.ones((3, 3)) - np.eye(3))), False),  # products of inertia
        (bodies_by(lambda x: np.diag([x[0], x[1], x[0] + x[1] + 1e-13 * x[2]])), False),  # dependent entries
        (bodies_by(lambda x: np.diag([x[0], x[1], 2.0 * x[2]])), False),  # 5 > 1 + 2: impossible
        (bodies_by(lambda x: np.diag([x[0], x[1], x[2] + 0.5])), True),  # 3 = 1 + 2: flat
    ],
)
def test_the_inertias_that_unknowns_determine(bodies, is_found):
    found = list(inertias_of(bodies, START, SCALES))
    assert [each.body for each in found] == (["plate"] if is_found else [])
    for each in found:
        assert each.unknowns.tolist() == [0, 1, 2]
        for x in (START, START + np.array([0.1, 0.2, -0.3])):
            np.testing.assert_allclose(np.diag(each.slopes @ x + each.constant), bodies(x)["plate"], atol=1e-9)


def test_each_unknown_belongs_to_one_inertia():
    found = inertias_of(lambda x: {"a": np.diag(x), "b": np.diag(x[::-1])}, START, SCALES)
    assert [each.body for each in found] == ["a"]


def test_a_body_is_at_the_edge_if_a_second_moment_is_almost_zero():
    """The second moments of diag(I1, I2, I3) are (I2 + I3 - I1)/2 and so on."""
    inertia = Inertia("plate", np.arange(3), np.eye(3), np.zeros(3))
    moments, axes = inertia.principal(np.array([1.0, 2.0, 2.5]))
    np.testing.assert_allclose(moments, [1.75, 0.75, 0.25])
    np.testing.assert_allclose(np.abs(axes), np.eye(3), atol=1e-15)
    for smallest, is_at_edge in ((0.99e-5, True), (1.01e-5, False)):
        S = np.array([0.5, 0.5 - smallest, smallest])  # the sum is 1
        assert inertia.is_at_edge(S.sum() - S) == is_at_edge
