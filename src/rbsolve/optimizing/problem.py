"""Evaluates the objective and the constraints of an optimization, with their gradients, at points of the scaled
parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Value:
    """Scalars at a point: the objective, then the differences of the constraints.

    If requested, `gradients` (1 + c, p) contains the derivatives of the scalars with respect to the point z. If the run
    has failed, `failure` is the reason.
    """

    scalars: Floats
    gradients: Floats | None
    failure: str = ""


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
    failures: list[str] = field(default_factory=list, init=False)

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
            self.failures.append(found.failure)
        return found

    def _solve(self, z: Floats, gradients: bool) -> Value:
        values = self.values(z)
        point = Point(values, tuple(self.scaling.variables))
        asked = [self.objective, *(constraint.difference for constraint in self.constraints)]
        weighed = self.responses.gradients(point, [scalar.text for scalar in asked]) if gradients else None
        if weighed is not None:
            return self._value(weighed.values, weighed.gradients)
        (found,) = (self.responses.with_derivatives if gradients else self.responses.at)([point])
        if found.failure:
            return self._fail(found.failure)
        known = self.responses.parameters(point, self.named) if self.named else Named({}, {})
        measured = [_measure(scalar, found, known, len(self.scaling.variables)) for scalar in asked]
        scalars = np.array([scalar for scalar, _ in measured])
        return self._value(scalars, np.array([slope for _, slope in measured]) if gradients else None)

    def _value(self, scalars: Floats, slopes: Floats | None) -> Value:
        """Return the `Value` at a point, from the scalars (1 + c,). `derivatives` (1 + c, p) are with respect to the
        parameters, not to the point.
        """
        if not np.all(np.isfinite(scalars)):
            return self._fail(f"{self.objective.text} or a constraint has no value")
        sign = -1.0 if self.is_maximum else 1.0
        scalars[0] *= sign
        if slopes is None:
            return Value(scalars, None)
        slopes[0] *= sign
        if not np.all(np.isfinite(slopes)):
            return self._fail("a gradient is undefined: events end neighbouring runs after a different number of rows")
        return Value(scalars, slopes * self.scaling.width)

    def _fail(self, why: str) -> Value:
        nothing = np.full(1 + len(self.constraints), np.nan)
        return Value(nothing, None, why)


def _measure(scalar: Scalar, found: Response, known: Named, count: int) -> tuple[float, Floats]:
    """Return a scalar, and its derivatives (p,) with respect to the parameters. The derivatives are zero if the
    response has none.
    """
    differential = scalar.differential(found.time, found.sensors, known.values)
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
