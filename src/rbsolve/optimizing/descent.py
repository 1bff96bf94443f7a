"""Performs a local search by sequential quadratic programming (SLSQP) of scipy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, minimize

from rbsolve.optimizing.problem import Problem, Value
from rbsolve.search.variables import StartError

Floats = NDArray[np.float64]
SMALL_GAIN = 1e-10
"""The search continues if an iteration gains at least this fraction of the objective's size."""
STILL, STILL_ITERATIONS = 1e-7, 3
"""An iteration makes no progress if its step is smaller than the first number times the widths of the bounds. The
second number is the number of such iterations in sequence after which the search ends.
"""
FEASIBLE = 1e-6
"""A constraint counts as satisfied if its violation is at most this fraction of its size."""
FAR = 1e6
"""At a point whose run fails, this value is added to the objective, relative to the objective's size. The line search
then shortens its step.
"""


@dataclass(frozen=True, slots=True)
class Local:
    """The end of a search: the point, and the scalars at this point with their gradients. `status` is complete, failed
    or interrupted, and `message` is the reason.
    """

    start: Floats
    z: Floats
    value: Value
    status: str
    message: str
    iterations: int
    violation: float
    """The largest violation of a constraint, relative to the size of the constraint."""


class _OverError(Exception):
    """The error that the search must end without an optimum. str() returns the reason."""


class _SettledError(Exception):
    """Raised when a search makes no progress. scipy's own tests may not detect this."""


class Descent:
    """A local search of a problem."""

    def __init__(
        self,
        problem: Problem,
        most_iterations: int = 100,
        progress: Callable[[int, Floats, Value], None] = lambda *_: None,
    ) -> None:
        self._problem, self._most, self._progress = problem, most_iterations, progress
        self._known: tuple[Floats, Value] | None = None
        self._best: tuple[tuple[float, float], Floats, Value] | None = None
        self._last: Value | None = None
        self._size = np.ones(1 + len(problem.constraints))
        self._iterations = self._still = 0
        self._previous = (np.full(1, np.inf), np.inf)

    def search(self, start: Floats) -> Local:
        """Search from a start point. Raise StartError if the run at this point fails."""
        first = self._at(start, gradients=True)
        if first.failure:
            raise StartError(f"the run at the start of the search fails: {first.failure}")
        slopes = np.abs(self._gradients(start)).max(axis=1, initial=0.0)
        sizes = np.maximum(np.abs(first.scalars), 0.1 * slopes)
        self._size = np.where(sizes > 0.0, sizes, 1.0)
        self._best = None  # the choice of the best point depends on the sizes, which have changed
        self._at(start, gradients=True)
        status, message = "complete", ""
        try:
            message = self._minimize(start)
        except _OverError as over:
            status, message = "failed", str(over)
        except KeyboardInterrupt:
            status, message = "interrupted", "the search was interrupted; this is the best point so far"
        assert self._best is not None
        _, z, value = self._best
        if value.gradients is None and status != "interrupted":
            value = self._at(z, gradients=True)
        violation = self.violation(value)
        if status == "complete" and violation > FEASIBLE:
            status, message = "failed", "no point satisfies the constraints"
        return Local(start, z, value, status, message, self._iterations, violation)

    def violation(self, value: Value) -> float:
        """Return the largest violation of a constraint, relative to the size of the constraint."""
        parts = [
            max(0.0, _excess(constraint.sign, difference)) / size
            for constraint, difference, size in zip(
                self._problem.constraints, value.scalars[1:].tolist(), self._size[1:].tolist(), strict=True
            )
        ]
        return max(parts, default=0.0)

    def _minimize(self, start: Floats) -> str:
        constraints = [
            {
                "type": "eq" if constraint.is_equality else "ineq",
                "fun": lambda z, k=k: self._constraint(z, k),
                "jac": lambda z, k=k: self._constraint_slope(z, k),
            }
            for k, constraint in enumerate(self._problem.constraints)
        ]
        try:
            found = self._scipy(start, constraints)
        except _SettledError:
            return "converged: the objective no longer changes"
        if self._iterations >= self._most:
            raise _OverError(f"no convergence in {self._most} iterations")
        # Status 8 means that the objective does not decrease along the search direction. At an optimum, the cause is
        # round-off.
        if not found.success and found.status != 8:
            raise _OverError(f"the search ended without convergence: {found.message}")
        return "converged"

    def _scipy(self, start: Floats, constraints: list[dict[str, Any]]) -> Any:
        return minimize(
            self._objective,
            start,
            jac=self._slope,
            bounds=Bounds(np.zeros(len(start)), np.ones(len(start)), keep_feasible=True),
            constraints=constraints,
            method="slsqp",
            options={"maxiter": self._most, "ftol": SMALL_GAIN},
        )

    def _at(self, z: Floats, *, gradients: bool) -> Value:
        z = np.clip(z, 0.0, 1.0)
        if (
            self._known is None
            or not np.array_equal(self._known[0], z)
            or (gradients and self._known[1].gradients is None)
        ):
            self._known = (z.copy(), self._problem.evaluate(z, gradients=gradients))
        value = self._known[1]
        if not value.failure:
            self._last = value
            rank = (max(0.0, self.violation(value) - FEASIBLE), float(value.scalars[0]))
            if self._best is None or rank < self._best[0] or np.array_equal(self._best[1], z):
                self._best = (rank, z.copy(), value)
        return value

    def _objective(self, z: Floats) -> float:
        value = self._at(z, gradients=False)
        if value.failure:
            assert self._last is not None
            return float(self._last.scalars[0] / self._size[0]) + FAR
        return float(value.scalars[0] / self._size[0])

    def _slope(self, z: Floats) -> Floats:
        found: Floats = self._gradients(z)[0] / self._size[0]
        self._note(np.clip(z, 0.0, 1.0))
        return found

    def _gradients(self, z: Floats) -> Floats:
        value = self._at(z, gradients=True)
        if value.gradients is None:
            raise _OverError(f"no gradient at the last point: {value.failure}")
        return value.gradients

    def _constraint(self, z: Floats, k: int) -> float:
        value = self._at(z, gradients=False)
        scalars = value.scalars if not value.failure or self._last is None else self._last.scalars
        return self._sign(k) * float(scalars[1 + k] / self._size[1 + k])

    def _constraint_slope(self, z: Floats, k: int) -> Floats:
        found: Floats = self._sign(k) * self._gradients(z)[1 + k] / self._size[1 + k]
        return found

    def _sign(self, k: int) -> float:
        """Return the factor, 1 or -1, that brings constraint `k` into scipy's form: g >= 0 for inequalities."""
        return -1.0 if self._problem.constraints[k].sign == "<=" else 1.0

    def _note(self, z: Floats) -> None:
        """When gradients are requested at a new point, count an iteration. scipy's own callback would also count
        rejected trial points.
        """
        if np.array_equal(z, self._previous[0]):
            return
        value = self._at(z, gradients=True)
        if np.isfinite(self._previous[1]):
            self._iterations += 1
        self._progress(self._iterations, z, value)
        now = float(value.scalars[0] / self._size[0])
        is_still = np.abs(z - self._previous[0]).max() <= STILL and abs(now - self._previous[1]) <= SMALL_GAIN
        self._still = self._still + 1 if is_still else 0
        self._previous = (z.copy(), now)
        if self._still >= STILL_ITERATIONS:
            raise _SettledError


def _excess(sign: str, difference: float) -> float:
    return {"<=": difference, ">=": -difference, "==": abs(difference)}[sign]
