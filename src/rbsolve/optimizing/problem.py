"""Evaluates the objective and the constraints of an optimization, with their gradients, at points of the scaled
parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import Parameter
from rbsolve.results.scalars.scalar import Scalar
from rbsolve.search.journal import Journal
from rbsolve.search.responses import Named, Response, Responses
from rbsolve.search.stencils import Point
from rbsolve.search.variables import SearchError, Variable

Floats = NDArray[np.float64]
ROUND_OFF = 1e-12
_FORM = re.compile(r"(?P<left>.+?)(?P<sign><=|>=|==)(?P<right>.+)")


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint on a difference of two scalars. The difference must be at most zero, at least zero, or equal to
    zero. `text` is the constraint as the user wrote it.
    """

    text: str
    difference: Scalar
    sign: str
    """The relation of the difference to zero: <=, >= or ==."""

    @property
    def direction(self) -> float:
        """Return the factor of the difference that the constraint limits from above: 1, -1, or 0 for an equality."""
        return {"<=": 1.0, ">=": -1.0, "==": 0.0}[self.sign]

    @property
    def is_equality(self) -> bool:
        """Return whether the constraint is an equality."""
        return self.sign == "=="


def constraint_of(text: str, read: Callable[[str], Scalar]) -> Constraint:
    """Parse `--subject-to`. Raise SearchError, and the errors of `read` for invalid scalars."""
    form = _FORM.fullmatch(text.strip())
    if form is None:
        raise SearchError(f'--subject-to "{text}": expected "SCALAR <= VALUE", with <=, >= or ==')
    left, right = form["left"].strip(), form["right"].strip()
    return Constraint(" ".join(text.split()), read(f"({left}) - ({right})"), form["sign"])


class Branch(NamedTuple):
    """A scalar whose extremes, such as `max`, are values of given rows. A branch is smooth where the scalar is not."""

    scalar: int
    """0 for the objective, or the number of a constraint, from 1."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """The rows of each extreme, as `Scalar.extremes` returns them."""


@dataclass(frozen=True, slots=True)
class Value:
    """Scalars at a point: the objective, then the differences of the constraints, then the branches of the problem.

    If requested, `gradients` (1 + c + b, p) contains the derivatives of the scalars with respect to the point z. If the
    run has failed, `failure` is the reason.
    """

    scalars: Floats
    gradients: Floats | None
    failure: str = ""
    rows: Sequence[Any] = ()
    """The rows of the extremes of the objective and of each constraint. It is empty for gradients by the adjoint."""

    def branches(self) -> list[Branch]:
        """Return the branch of each scalar at this point. Scalars without extremes have none."""
        named = [tuple((name, tuple(rows)) for name, rows in each) for each in self.rows]
        return [Branch(k, rows) for k, rows in enumerate(named) if rows]


class Refusal(NamedTuple):
    """A point whose run failed: its parameters, and the reason. For a mechanism that cannot be assembled, the reason
    names the joint that stays open, and its gap.
    """

    parameters: Mapping[str, float]
    reason: str


@dataclass(frozen=True)
class Scaling:
    """The scales of the parameters that may change. A point z (p,) contains parameters scaled by the widths of their
    bounds. A parameter is 0 at the lower bound, and 1 at the upper bound.
    """

    variables: Sequence[Variable]

    @property
    def lower(self) -> Floats:
        """Return the lower bounds (p,)."""
        return np.array([variable.lower for variable in self.variables])

    @property
    def width(self) -> Floats:
        """Return the widths of the bounds (p,)."""
        return np.array([variable.upper - variable.lower for variable in self.variables])

    @property
    def start(self) -> Floats:
        """Return the start as a point."""
        return (np.array([variable.start for variable in self.variables]) - self.lower) / self.width

    def parameters(self, z: Floats) -> Floats:
        """Convert a point to parameters within their bounds. If a parameter differs from a bound only by round-off, it
        is set to the bound.
        """
        z = np.where(z < ROUND_OFF, 0.0, np.where(z > 1.0 - ROUND_OFF, 1.0, z))
        return np.clip(self.lower + z * self.width, self.lower, self.lower + self.width)

    def by_name(self, z: Floats) -> dict[str, float]:
        """Convert a point to parameters by name."""
        return dict(zip((variable.name for variable in self.variables), self.parameters(z).tolist(), strict=True))


@dataclass
class Problem:
    """A scalar to minimize or maximize, constraints, and the scaled parameters that may change."""

    responses: Responses
    objective: Scalar
    constraints: Sequence[Constraint]
    scaling: Scaling
    fixed: Mapping[str, Parameter]
    named: Sequence[str] = ()
    """The design parameters that the scalars name."""
    is_maximum: bool = False
    journal: Journal = field(default_factory=Journal)
    evaluations: int = field(default=0, init=False)
    failures: list[Refusal] = field(default_factory=list, init=False)
    """The points whose runs failed."""
    branches: list[Branch] = field(default_factory=list, init=False)
    """Further scalars to evaluate."""

    def values(self, z: Floats) -> dict[str, Parameter]:
        """Return all parameters that are set at a point, including fixed parameters."""
        return {**self.fixed, **self.scaling.by_name(z)}

    def evaluate(self, z: Floats, *, gradients: bool) -> Value:
        """Solve the deck at a point. Raise KeyboardInterrupt if the search must end. For a maximum, the sign of the
        objective is reversed.
        """
        self.evaluations += 1
        found = self.journal.once(z, gradients, Value, self.responses, lambda: self._solve(z, gradients))
        if found.failure:
            self.failures.append(Refusal(self.scaling.by_name(z), found.failure))
        return found

    def _solve(self, z: Floats, gradients: bool) -> Value:
        values = self.values(z)
        point = Point(values, tuple(self.scaling.variables))
        asked = [self.objective, *(constraint.difference for constraint in self.constraints)]
        by_adjoint = gradients and not self.branches
        weighed = self.responses.gradients(point, [scalar.text for scalar in asked]) if by_adjoint else None
        if weighed is not None:
            return self._value(weighed.values, weighed.gradients)
        (found,) = (self.responses.with_derivatives if gradients else self.responses.at)([point])
        if found.failure:
            return self._fail(found.failure)
        known = self.responses.parameters(point, self.named) if self.named else Named({}, {})
        wanted: list[tuple[Scalar, dict[str, tuple[int, ...]]]] = [(scalar, {}) for scalar in asked]
        wanted += [(asked[k], dict(rows)) for k, rows in self.branches]
        measured = [_measure(scalar, found, known, len(self.scaling.variables), rows) for scalar, rows in wanted]
        scalars = np.array([scalar for scalar, _ in measured])
        slopes = np.array([slope for _, slope in measured]) if gradients else None
        directions = self.sign, *(constraint.direction for constraint in self.constraints)
        rows = [
            list(scalar.extremes(found.time, found.sensors, known.values, direction).items())
            for scalar, direction in zip(asked, directions, strict=True)
        ]
        return self._value(scalars, slopes, rows)

    @property
    def sign(self) -> float:
        """Return the factor of the objective: -1 for a maximum, otherwise 1."""
        return -1.0 if self.is_maximum else 1.0

    def _value(self, scalars: Floats, slopes: Floats | None, rows: Sequence[Any] = ()) -> Value:
        """Return the `Value` at a point, from the scalars (1 + c + b,). Their derivatives (1 + c + b, p) are with
        respect to the parameters, not to the point.
        """
        if not np.all(np.isfinite(scalars)):
            return self._fail(f"{self.objective.text} or a constraint has no value")
        objectives = [0, *(k for k, branch in enumerate(self.branches, len(self.constraints) + 1) if not branch.scalar)]
        scalars[objectives] *= self.sign
        if slopes is None:
            return Value(scalars, None, "", rows)
        slopes[objectives] *= self.sign
        if not np.all(np.isfinite(slopes)):
            return self._fail("a gradient is undefined: events end neighbouring runs after a different number of rows")
        return Value(scalars, slopes * self.scaling.width, "", rows)

    def _fail(self, why: str) -> Value:
        nothing = np.full(1 + len(self.constraints), np.nan)
        return Value(nothing, None, why)


def _measure(
    scalar: Scalar, found: Response, known: Named, count: int, rows: Mapping[str, Sequence[int]]
) -> tuple[float, Floats]:
    """Return a scalar, and its derivatives (p,) with respect to the parameters. The derivatives are zero if the
    response has none. `rows` are given rows of extremes. A run with fewer rows ignores them.
    """
    last = max((abs(row) for each in rows.values() for row in each), default=0)
    given = rows if last <= len(found.time) else {}
    differential = scalar.differential(found.time, found.sensors, known.values, given)
    slope = np.zeros(count)
    if not found.derivatives:
        return differential.value, slope
    for (sensor, column), weights in differential.by_histories.items():
        there = weights != 0.0
        slope += weights[there] @ found.derivatives[sensor][there, column, :]
    there = differential.by_times != 0.0
    slope += differential.by_times[there] @ found.time_derivatives[there]
    for name, partial in differential.by_parameters.items():
        slope += partial * known.derivatives[name]
    return differential.value, slope
