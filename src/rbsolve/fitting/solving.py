"""Weighted nonlinear least squares within bounds, by scipy's trust-region method on scaled unknowns.

If the standard deviation of a column is not given, it is estimated from the residuals of the column. This needs several
rounds, because the estimates are the weights of the fit, and each fit changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from rbsolve.fitting.inertias import Coordinates, Inertia
from rbsolve.fitting.problem import Channel, Evaluation, Problem
from rbsolve.fitting.statistics import HUBER
from rbsolve.search.variables import SearchError, StartError

Floats = NDArray[np.float64]
TOLERANCE = 1e-10
"""The search ends after a step that is smaller than this value. The step is relative to the scaled unknowns."""
SMALL_GAIN, ROUGH = 1e-11, 1e-5
"""A round ends if the gain of a step is smaller than this fraction of the sum of squares. The first value is for the
last round, the second for earlier rounds.
"""
SILENT = 1e-8
"""Smallest noticeable effect of a parameter, relative to the size of a column. The parameter is changed by its own
size.
"""
NOISELESS = 1e-7
"""Smallest significant residuals, relative to the size of a column. For smaller residuals, weights are irrelevant."""
MOST_ROUNDS, SETTLED = 10, 0.01
MOST_EDGES = 4
"""The largest number of searches along the edge of the physical inertias."""
AT_BOUND = 1e-5
"""Largest distance from a bound at which an unknown may be set to the bound, relative to the unknown's scale. It is set
to the bound if this improves the fit.
"""
NO_PROGRESS = "the search makes no progress: trial runs fail or do not improve the fit"
MEDIAN_TO_DEVIATION = 1.4826  # ratio of standard deviation to median absolute deviation of normal data


class Iteration(NamedTuple):
    """The progress of a fit: the number of accepted steps, the weighted sum of squares, the values of the unknowns, the
    number of runs, and the computed columns of all experiments.
    """

    number: int
    chi_square: float
    x: Floats
    runs: int
    computed: Sequence[Floats] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """The end of a search. `status` is complete, failed or interrupted, and `message` is the reason. `sigma` contains
    the standard deviations of the columns.
    """

    x: Floats
    status: str
    message: str
    iterations: int
    evaluation: Evaluation
    sigma: Mapping[str, float]
    at_bound: NDArray[np.bool_]


class _OverError(Exception):
    """The error that the search must end. str() returns the reason."""


class Solver:
    """A fit. `sigma` contains the given standard deviations by column. `inertias` stay physical."""

    def __init__(
        self,
        problem: Problem,
        sigma: Mapping[str, float],
        *,
        robust: bool = False,
        most_iterations: int = 100,
        progress: Callable[[Iteration], None] = lambda _: None,
        inertias: Sequence[Inertia] = (),
    ) -> None:
        self._inertias = inertias
        self.at_edge: list[Inertia] = []
        """The inertias that stay at the edge of the physical set."""
        self._problem, self._given, self._robust = problem, sigma, robust
        self._most, self._progress = most_iterations, progress
        self.variables = [unknown.variable for unknown in problem.unknowns]
        self.scales = np.array([variable.scale for variable in self.variables])
        self._lower = np.array([variable.lower for variable in self.variables])
        self._upper = np.array([variable.upper for variable in self.variables])
        self._used = [~channel.is_held_out for channel in problem.channels]
        self._sigma = {channel.match.column: _size(channel) for channel in problem.channels} | dict(sigma)
        self._iterations, self._noted = 0, np.empty(0)
        self._accepted = Evaluation((), ())
        self._known: tuple[Floats, Evaluation] | None = None
        self._best: tuple[float, Floats] = (np.inf, np.empty(0))

    def solve(self) -> Solution:
        """Fit the unknowns. Raise SearchError if the search cannot start."""
        x = np.array([variable.start for variable in self.variables])
        self._begin(x)
        held = np.zeros(len(x), dtype=bool)
        status, message = "complete", ""
        try:
            x, message = self._along_edges(*self._rounds(x, held))
            held = self._at_bounds(x)
            for inertia in self.at_edge:
                held[inertia.unknowns] = False
            if held.any():
                x = np.where(held, np.where(x - self._lower < self._upper - x, self._lower, self._upper), x)
                if not held.all():
                    x, message = self._rounds(x, held)
            if not self._iterations and self._problem.failures:
                raise _OverError(NO_PROGRESS)  # short steps ended the search, because all trial runs failed
        except _OverError as over:
            status, message, x = "failed", str(over), self._best[1]
        except KeyboardInterrupt:
            message = "the fit was interrupted; these are the best values so far"
            return Solution(self._noted, "interrupted", message, self._iterations, self._accepted, self._sigma, held)
        return Solution(x, status, message, self._iterations, self._final(x), self._sigma, held)

    def weight(self, evaluation: Evaluation, *, held_out: bool = False) -> Floats:
        """Return residuals of the fitted data, or of the held-out data, each divided by its standard deviation."""
        parts = [
            (computed - channel.measured)[used != held_out] / self._sigma[channel.match.column]
            for computed, channel, used in zip(evaluation.computed, self._problem.channels, self._used, strict=True)
        ]
        found: Floats = np.concatenate(parts)
        return found

    def weighted_derivatives(self, evaluation: Evaluation) -> Floats:
        """Return the derivatives (N, p) of the weighted residuals with respect to the unknowns."""
        parts = [
            derivatives[used] / self._sigma[channel.match.column]
            for derivatives, channel, used in zip(
                evaluation.derivatives, self._problem.channels, self._used, strict=True
            )
        ]
        return np.concatenate(parts)

    def _begin(self, x: Floats) -> None:
        """Check that the deck can be solved at the start, and that each unknown has an effect."""
        evaluation = self._problem.evaluate(x, derivatives=True)
        if evaluation.failure:
            raise StartError(f"the run at the start of the fit fails: {evaluation.failure}")
        self._known = (x.copy(), evaluation)
        residuals = self.weight(evaluation)
        if len(residuals) <= len(x):
            raise SearchError(f"{len(residuals)} measurements cannot determine {len(x)} parameters")
        if not np.all(np.isfinite(residuals)):
            raise SearchError("the run at the start of the fit gives values that are not finite")
        for k, unknown in enumerate(self._problem.unknowns):
            moved = max(
                float(np.abs(derivatives[:, k]).max(initial=0.0)) * self.scales[k] / _size(channel, computed)
                for derivatives, computed, channel in zip(
                    evaluation.derivatives, evaluation.computed, self._problem.channels, strict=True
                )
            )
            if moved < SILENT:
                raise SearchError(
                    f"{unknown.name} affects no matched sensor: at {x[k]:g}, its derivatives are zero except for "
                    "round-off. Remove this parameter, or match a sensor that depends on it"
                )
        self._note(x, evaluation)

    def _rounds(self, x: Floats, held: NDArray[np.bool_]) -> tuple[Floats, str]:
        """Fit repeatedly, with weights from the residuals of the previous fit."""
        if self._needs_weights:
            for _ in range(MOST_ROUNDS):
                x, _ = self._minimize(x, held, ROUGH)
                before, self._sigma = self._sigma, self._estimate(x, int(np.sum(~held)))
                self._best = (np.inf, x)
                if self._is_settled(before):
                    break
        x, message = self._minimize(x, held, SMALL_GAIN)
        self._sigma = self._estimate(x, int(np.sum(~held)))
        return x, message

    @property
    def _needs_weights(self) -> bool:
        """Return whether the solution depends on standard deviations that are not given."""
        return len(self._given) < len(self._sigma) and (len(self._sigma) > 1 or self._robust)

    def _is_settled(self, before: Mapping[str, float]) -> bool:
        own = [column for column in before if column not in self._given]
        sizes = {channel.match.column: _size(channel) for channel in self._problem.channels}
        if all(self._sigma[column] < NOISELESS * sizes[column] for column in own):
            return True
        return all(abs(self._sigma[column] - before[column]) <= SETTLED * self._sigma[column] for column in own)

    def _estimate(self, x: Floats, unknowns: int) -> dict[str, float]:
        """Return the standard deviations of the columns, which are given values, or estimates from the residuals."""
        evaluation = self._at(x)
        total = sum(int(used.sum()) for used in self._used)
        freedom = max(1, total - unknowns) / total
        found = dict(self._given)
        for column in self._sigma.keys() - self._given.keys():
            parts = [
                (computed - channel.measured)[used]
                for computed, channel, used in zip(evaluation.computed, self._problem.channels, self._used, strict=True)
                if channel.match.column == column
            ]
            residuals = np.concatenate(parts)
            square = (
                float(np.median(np.abs(residuals)) * MEDIAN_TO_DEVIATION) ** 2
                if self._robust
                else float(np.mean(residuals**2))
            )
            size = max(_size(channel) for channel in self._problem.channels if channel.match.column == column)
            found[column] = max(np.sqrt(square / freedom), 1e-15 * size)
        return {column: found[column] for column in self._sigma}

    def _minimize(self, x: Floats, held: NDArray[np.bool_], small_gain: float) -> tuple[Floats, str]:
        """Fit once with the present weights, until gains are smaller than a limit. The unknowns `held` keep their
        values.
        """
        at = Coordinates(x, ~held, self.scales, self.at_edge)

        def residuals(z: Floats) -> Floats:
            full = at.unknowns(z)
            if self._is_outside(full):
                return np.full(total, np.nan)
            evaluation = self._at(full)
            if evaluation.failure:
                return np.full(total, np.nan)
            found = self.weight(evaluation)
            cost = self._cost(found)
            if cost < self._best[0]:
                self._best = (cost, full)
            return found

        def jacobian(z: Floats) -> Floats:
            full = at.unknowns(z)
            evaluation = self._with_derivatives(full)
            self._note(full, evaluation)
            return at.derivatives(self.weighted_derivatives(evaluation), z)

        total = sum(int(used.sum()) for used in self._used)
        lower, upper = at.bounds(self._lower, -np.inf), at.bounds(self._upper, np.inf)
        start = np.clip(at.start, lower, upper)
        result = least_squares(
            residuals,
            start,
            jacobian,
            bounds=(lower, upper),
            method="trf",
            x_scale="jac",
            loss="huber" if self._robust else "linear",
            f_scale=HUBER if self._robust else 1.0,
            xtol=TOLERANCE,
            ftol=small_gain,
            gtol=1e-15,
            max_nfev=20 * self._most,
        )
        if result.status <= 0:
            raise _OverError(NO_PROGRESS)
        words = {1: "the gradient vanishes", 2: "the sum of squares no longer changes"}
        return at.unknowns(result.x), f"converged: {words.get(result.status, 'the parameters no longer change')}"

    def _is_outside(self, x: Floats) -> bool:
        """Return whether an unknown of an inertia at the edge is beyond its bounds."""
        beyond = (x < self._lower) | (x > self._upper)
        return any(bool(beyond[inertia.unknowns].any()) for inertia in self.at_edge)

    def _along_edges(self, x: Floats, message: str) -> tuple[Floats, str]:
        """If refused points have ended the fit at the edge of the physical inertias, continue along the edge. If the
        gradient at the end points to the inside, leave the edge again.
        """
        held = np.zeros(len(x), dtype=bool)
        for _ in range(MOST_EDGES):
            self.at_edge = [inertia for inertia in self._inertias if inertia.is_at_edge(x)]
            if not self.at_edge:
                break
            x, message = self._rounds(x, held)
            gradient = self._gradient(x)
            kept = [each for each in self.at_edge if gradient[each.unknowns] @ each.inward(x) >= 0.0]
            if len(kept) == len(self.at_edge):
                break
            self.at_edge = kept
            x, message = self._rounds(x, held)
        return x, message

    def _gradient(self, x: Floats) -> Floats:
        """Return the gradient (p,) of half the sum of squares."""
        evaluation = self._with_derivatives(x)
        gradient: Floats = self.weighted_derivatives(evaluation).T @ self.weight(evaluation)
        return gradient

    def _cost(self, residuals: Floats) -> float:
        sizes = np.abs(residuals)
        if not self._robust:
            return float(np.sum(sizes**2))
        return float(np.sum(np.where(sizes <= HUBER, sizes**2, 2.0 * HUBER * sizes - HUBER**2)))

    def _at_bounds(self, x: Floats) -> NDArray[np.bool_]:
        """Return the unknowns that are at a bound, and for which values beyond the bound would improve the fit."""
        gradient = self._gradient(x)
        near_lower, near_upper = ((np.abs(x - bound) <= AT_BOUND * self.scales) for bound in (self._lower, self._upper))
        found: NDArray[np.bool_] = (near_lower & (gradient > 0.0)) | (near_upper & (gradient < 0.0))
        return found

    def _at(self, x: Floats) -> Evaluation:
        if self._known is None or not np.array_equal(self._known[0], x):
            self._known = (x.copy(), self._problem.evaluate(x, derivatives=False))
        return self._known[1]

    def _with_derivatives(self, x: Floats) -> Evaluation:
        if self._known is None or not np.array_equal(self._known[0], x) or not self._known[1].derivatives:
            self._known = (x.copy(), self._problem.evaluate(x, derivatives=True))
        evaluation = self._known[1]
        if evaluation.failure:
            raise _OverError(f"no derivatives at the last point: {evaluation.failure}")
        return evaluation

    def _final(self, x: Floats) -> Evaluation:
        try:
            return self._with_derivatives(x)
        except _OverError:
            self._known = None  # the failed solution with derivatives
            return self._at(x)

    def _note(self, x: Floats, evaluation: Evaluation) -> None:
        """Report the progress at a new point. After too many iterations, end the search."""
        if np.array_equal(self._noted, x):
            return
        cost = self._cost(self.weight(evaluation))
        if cost <= self._best[0]:
            self._best = (cost, x.copy())
        self._iterations += len(self._noted) > 0
        self._noted, self._accepted = x.copy(), evaluation
        self._progress(Iteration(self._iterations, cost, x, self._problem.responses.runs, evaluation.computed))
        if self._iterations >= self._most:
            raise _OverError(f"no convergence in {self._most} iterations")


def _size(channel: Channel, computed: Floats | None = None) -> float:
    """Return the size of the values of a column: their standard deviation, or their largest magnitude if the standard
    deviation is zero.
    """
    values = channel.measured if computed is None else np.concatenate((channel.measured, computed))
    if not len(values):
        return 1.0
    return float(np.std(values)) or float(np.abs(values).max()) or 1.0
