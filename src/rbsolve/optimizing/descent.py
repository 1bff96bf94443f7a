"""Performs a local search by sequential quadratic programming (SLSQP) of scipy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, minimize

from rbsolve.optimizing.optimality import End, optimality
from rbsolve.optimizing.problem import Branch, Problem, Value
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
MOST_ROUNDS, MOST_BRANCHES = 20, 50
"""The largest number of searches by scipy, and of new branches in each of them."""
BALANCED = 1e-3
"""The gradient counts as balanced if its remaining part is at most this fraction of the objective's size."""
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
    branches: Sequence[Branch] = ()
    """The branches of scalars at the end. They are the last scalars of `value`."""
    is_balanced: bool = True
    """Whether active bounds and constraints balance the gradient."""

    def end_of(self, problem: Problem) -> End:
        """Return the end as input of `optimality`."""
        return End(problem, self.z, self.value, self.branches)


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
        self._seen: dict[Branch, None] = {}

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
        if status != "interrupted" and not (last := self._at(z, gradients=True)).failure:
            value = last
        violation = self.violation(value)
        if status == "complete" and violation > FEASIBLE:
            status, message = "failed", "no point satisfies the constraints"
        branches, balanced = self._problem.branches, self._is_balanced(z, value)
        return Local(start, z, value, status, message, self._iterations, violation, branches, balanced)

    def violation(self, value: Value) -> float:
        """Return the largest violation of a constraint, relative to the size of the constraint."""
        parts = [
            max(0.0, _excess(constraint.sign, difference)) / size
            for constraint, difference, size in zip(
                self._problem.constraints,
                value.scalars[1 : len(self._size)].tolist(),
                self._size[1:].tolist(),
                strict=True,
            )
        ]
        return max(parts, default=0.0)

    def _minimize(self, start: Floats) -> str:
        """Search until active bounds and constraints balance the gradient. Each further round has a condition for each
        branch of a scalar near its value, because scipy assumes that all scalars are smooth.
        """
        for _ in range(MOST_ROUNDS):
            flaw = ""
            try:
                message = self._round(start)
            except _OverError as over:
                flaw = str(over)
            assert self._best is not None
            start, value = self._best[1], self._at(self._best[1], gradients=True)
            is_over = not flaw and self.violation(value) <= FEASIBLE and self._is_balanced(start, value)
            if is_over or not self._add_branches(start):
                break
        if flaw:
            raise _OverError(flaw)
        return message

    def _round(self, start: Floats) -> str:
        """Search by scipy with the present branches. Return how the search ended."""
        held = {branch.scalar for branch in self._problem.branches}
        constraints = [
            {
                "type": "eq" if k and self._problem.constraints[k - 1].is_equality else "ineq",
                "fun": lambda y, k=k: self._conditions(y, k),
                "jac": lambda y, k=k: self._condition_slopes(y, k),
            }
            for k in range(0 if 0 in held else 1, len(self._size))
        ]
        try:
            found = self._scipy(start, constraints, has_limit=0 in held)
        except _SettledError:
            return "converged: the objective no longer changes"
        if self._iterations >= self._most:
            raise _OverError(f"no convergence in {self._most} iterations")
        # Status 8 means that the objective does not decrease along the search direction. At an optimum, the cause is
        # round-off.
        if not found.success and found.status != 8:
            raise _OverError(f"the search ended without convergence: {found.message}")
        self._prefer(found.x[: len(start)])
        return "converged"

    def _prefer(self, z: Floats) -> None:
        """Take the end of a round as the best point if it violates constraints less than the best point, although that
        point has a slightly better objective.
        """
        assert self._best is not None
        value, (_, _, best) = self._at(z, gradients=False), self._best
        if value.failure or self.violation(value) >= self.violation(best):
            return
        if value.scalars[0] - best.scalars[0] <= BALANCED * self._size[0]:
            self._best = (self._rank(value), np.clip(z, 0.0, 1.0), value)

    def _scipy(self, start: Floats, constraints: list[dict[str, Any]], *, has_limit: bool) -> Any:
        """Call scipy. If the objective has branches, an additional last variable limits all of them, and is minimized.
        The source is Nocedal and Wright, Numerical Optimization (2006), section 12.1 (nonsmooth problems).
        """
        p, more = len(start), int(has_limit)
        first = self._objective(start)
        return minimize(
            self._limit if has_limit else self._objective,
            np.append(start, [first] * more),
            jac=self._limit_slope if has_limit else self._slope,
            bounds=Bounds([0.0] * p + [-np.inf] * more, [1.0] * p + [np.inf] * more, keep_feasible=True),
            constraints=constraints,
            method="slsqp",
            options={"maxiter": self._most - self._iterations, "ftol": SMALL_GAIN},
        )

    def _add_branches(self, z: Floats) -> bool:
        """Choose the branches of scalars near their values at a point, among all branches that were the scalar at some
        point. Return whether there is a new one.
        """
        before, problem = list(self._problem.branches), self._problem
        counts = Counter(branch.scalar for branch in self._seen)
        problem.branches = [branch for branch in self._seen if counts[branch.scalar] > 1]
        if not set(problem.branches) - set(before):
            problem.branches = before
            return False
        self._known = None
        value = self._at(z, gradients=True)
        distances = [
            abs(value.scalars[k] - value.scalars[branch.scalar]) / self._size[branch.scalar]
            for k, branch in enumerate(problem.branches, len(self._size))
        ]
        near = [branch for _, branch in sorted(zip(distances, problem.branches, strict=True))[:MOST_BRANCHES]]
        problem.branches = [branch for branch in problem.branches if branch in near or branch in before]
        self._known = self._best = None
        self._at(z, gradients=True)
        return bool(set(problem.branches) - set(before))

    def _is_balanced(self, z: Floats, value: Value) -> bool:
        """Return whether active bounds and constraints balance the gradient of the objective."""
        if value.gradients is None:
            return True
        norm = optimality(End(self._problem, z, value, self._problem.branches)).gradient_norm
        return norm <= BALANCED * float(self._size[0])

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
            self._seen |= dict.fromkeys(value.branches())
            rank = self._rank(value)
            if self._best is None or rank < self._best[0] or np.array_equal(self._best[1], z):
                self._best = (rank, z.copy(), value)
        return value

    def _rank(self, value: Value) -> tuple[float, float]:
        return max(0.0, self.violation(value) - FEASIBLE), float(value.scalars[0])

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

    def _limit(self, y: Floats) -> float:
        return float(y[-1]) + (FAR if self._at(y[:-1], gradients=False).failure else 0.0)

    def _limit_slope(self, y: Floats) -> Floats:
        self._slope(y[:-1])
        found: Floats = np.eye(len(y))[-1]
        return found

    def _conditions(self, y: Floats, scalar: int) -> Floats:
        """Return differences (n,) that scipy must keep positive, or zero for an equality, for a constraint or for the
        objective. Each branch of the scalar has a difference.
        """
        value = self._at(self._point(y), gradients=False)
        scalars = value.scalars if not value.failure or self._last is None else self._last.scalars
        found: Floats = self._sign(scalar) * scalars[self._rows(scalar)] / self._size[scalar]
        return found if scalar else found + y[-1]

    def _condition_slopes(self, y: Floats, scalar: int) -> Floats:
        z = self._point(y)
        slopes: Floats = self._sign(scalar) * self._gradients(z)[self._rows(scalar)] / self._size[scalar]
        more = np.full((len(slopes), len(y) - len(z)), 0.0 if scalar else 1.0)
        return np.hstack([slopes, more])

    def _point(self, y: Floats) -> Floats:
        """Return the point without the additional variable of the objective."""
        return y[:-1] if any(branch.scalar == 0 for branch in self._problem.branches) else y

    def _rows(self, scalar: int) -> list[int]:
        """Return the places of a scalar's branches in the scalars of a value, or that of a scalar without branches."""
        found = [k for k, branch in enumerate(self._problem.branches, len(self._size)) if branch.scalar == scalar]
        return found or [scalar]

    def _sign(self, scalar: int) -> float:
        """Return the factor, 1 or -1, that brings a scalar into scipy's form: g >= 0 for inequalities."""
        return -1.0 if scalar == 0 or self._problem.constraints[scalar - 1].sign == "<=" else 1.0

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
