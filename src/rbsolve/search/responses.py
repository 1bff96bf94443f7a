"""What a deck answers at a point of its parameters: the rows of its sensors, and their derivatives by some of the parameters.

This is the only place where a search takes derivatives. They are differences of runs here; `Responses.method` says so to a user.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.case import CaseRows, CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Parameter
from rbsolve.search.variables import Variable, scale_at
from rbsolve.solver.assembly.elements.bodies import UNPHYSICAL

Floats = NDArray[np.float64]
STEP, STEP_OF_ADAPTIVE = 1e-5, 1e-3
"""Of a parameter's size: steps of differences, for methods of fixed and of adaptive steps. The latter repeat to their tolerance only."""
DIFFERENCES = "central differences of runs"


class Point(NamedTuple):
    """Values of design parameters, and those `by` which derivatives are wanted."""

    values: Mapping[str, Parameter]
    by: tuple[Variable, ...] = ()


class Response(NamedTuple):
    """Sensors (n, k) at times (n,) [s], their derivatives (n, k, p) by the parameters of the point, and why a run failed, or nothing."""

    time: Floats
    sensors: Mapping[str, Floats]
    derivatives: Mapping[str, Floats]
    failure: str
    time_derivatives: Floats = np.empty((0, 0))
    """Of the times (n, p), of which that of an event that ends the run moves."""


class Named(NamedTuple):
    """Design parameters by name, and their derivatives (p,) by those of a point: a deck may compute some of them from others."""

    values: Mapping[str, float]
    derivatives: Mapping[str, Floats]


class Responses:
    """Runs of one deck for a search, on engines that are kept from point to point."""

    method = DIFFERENCES

    def __init__(
        self,
        variation: Variation,
        sensors: Sequence[str],
        is_adaptive: bool,
        threads: int | None = None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        count = threads or len(os.sched_getaffinity(0))
        self._solvers = [CaseSolver(variation, sensors) for _ in range(count)]
        self._variation = variation
        self._pool: ThreadPoolExecutor | None = None
        self._relative_step = STEP_OF_ADAPTIVE if is_adaptive else STEP
        self._interrupted = interrupted
        self._may_be_unphysical: bool | None = None
        self.runs = 0
        """How many runs there were."""

    def at(self, points: Sequence[Point]) -> list[Response]:
        """Sensors without derivatives. KeyboardInterrupt where the search is to end."""
        return [_response(rows) for rows in self._solved([point.values for point in points])]

    def with_derivatives(self, points: Sequence[Point]) -> list[Response]:
        """Sensors with their derivatives; the runs of all points are side by side."""
        stencils = [self._stencil(point, variable) for point in points for variable in point.by]
        centres = [point.values for point in points]
        shifted = [values for stencil in stencils for values in stencil.cases()]
        solved = self._solved([*centres, *shifted])
        at_centre, rest = solved[: len(centres)], iter(solved[len(centres) :])
        for stencil in stencils:
            stencil.rows = [next(rest), next(rest)]
        self._mend([stencil for stencil in stencils if stencil.is_broken])
        taken = iter(stencils)
        return [_response(rows, [next(taken) for _ in point.by]) for point, rows in zip(points, at_centre, strict=True)]

    def parameters(self, point: Point, names: Sequence[str]) -> Named:
        """Design parameters at a point."""
        derivatives = {name: np.zeros(len(point.by)) for name in names}
        for k, variable in enumerate(point.by):
            value = float(point.values[variable.name])  # type: ignore[arg-type]
            step = STEP * scale_at(variable, value)
            up, down = (self._named({**point.values, variable.name: x}, names) for x in (value + step, value - step))
            for name in names:
                derivatives[name][k] = (up[name] - down[name]) / ((value + step) - (value - step))
        return Named(self._named(point.values, names), derivatives)

    def _named(self, values: Mapping[str, Parameter], names: Sequence[str]) -> dict[str, float]:
        """Design parameters of a case; NaN for one that has no value there."""
        described = self._variation.describe(values).described
        known = (described[0] if described else self._variation.check(values).description).parameters  # type: ignore[union-attr]
        found = {name: known.get(name, math.nan) for name in names}
        return {name: float(value) for name, value in found.items() if isinstance(value, int | float)}

    def _stencil(self, point: Point, variable: Variable) -> _Stencil:
        value = float(point.values[variable.name])  # type: ignore[arg-type]
        step = self._relative_step * scale_at(variable, value)
        if value + step <= variable.upper and value - step >= variable.lower:
            return _Stencil(point, variable.name, value, step, (1, -1))
        return _Stencil(point, variable.name, value, step, (-1, -2) if value + step > variable.upper else (1, 2))

    def _mend(self, broken: list[_Stencil]) -> None:
        """Where a central difference has a run that failed, take both runs on the other side."""
        for stencil in broken:
            stencil.turn()
        rest = iter(self._solved([values for stencil in broken for values in stencil.cases()]))
        for stencil in broken:
            stencil.rows = [next(rest), next(rest)]

    def _solved(self, cases: Sequence[Mapping[str, Parameter]]) -> list[CaseRows]:
        """The rows of cases, each thread with a slice of them."""
        self.runs += len(cases)
        count = min(len(self._solvers), len(cases))
        if count <= 1:
            rows = list(self._solvers[0].solve_all(cases, interrupted=self._interrupted)) if cases else []
        else:
            self._pool = self._pool or ThreadPoolExecutor(len(self._solvers), thread_name_prefix="rbsolve")
            ends = [len(cases) * k // count for k in range(count + 1)]
            slices = [cases[a:b] for a, b in pairwise(ends)]
            rows = [row for part in self._pool.map(self._slice, self._solvers, slices) for row in part]
        if self._interrupted() or len(rows) < len(cases):
            raise KeyboardInterrupt
        if self._may_be_unphysical is None and rows:
            self._may_be_unphysical = bool(_unphysical(rows[0]))
        return rows if self._may_be_unphysical else [_refused(case) for case in rows]

    def _slice(self, solver: CaseSolver, cases: Sequence[Mapping[str, Parameter]]) -> list[CaseRows]:
        return list(solver.solve_all(cases, interrupted=self._interrupted, begin=lambda _: not self._interrupted()))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class _Stencil:
    """The runs beside a point that give one derivative: at `places` in steps, on both sides or on one."""

    def __init__(self, point: Point, name: str, value: float, step: float, places: tuple[int, int]) -> None:
        self._values, self._name, self._value, self._step = point.values, name, value, step
        self.places = places
        self.rows: list[CaseRows] = []

    def cases(self) -> list[dict[str, Parameter]]:
        """The values of its two runs."""
        return [{**self._values, self._name: self._value + place * self._step} for place in self.places]

    @property
    def is_broken(self) -> bool:
        """Whether one run of a central difference failed."""
        return self.places == (1, -1) and any(rows.status != "complete" for rows in self.rows)

    def turn(self) -> None:
        """Go to the side of the run that did not fail."""
        self.places = (1, 2) if self.rows[0].status == "complete" else (-1, -2)

    @property
    def failure(self) -> str:
        """Why a run failed, or nothing."""
        return next((rows.message for rows in self.rows if rows.status != "complete"), "")

    def derivative(self, name: str, centre: Floats) -> Floats:
        """Of a sensor (n, k), which is `centre` at the point, or of the times where the name is empty; NaN in rows that not all runs
        reached."""
        one, other = (rows.sensors[name] if name else rows.time for rows in self.rows)
        found = np.full_like(centre, np.nan)
        n = min(len(one), len(other), len(centre))
        if {len(one), len(other)} != {len(centre)} and n:
            # An event ended the runs in different output intervals: their last rows belong together, rows before them by number.
            found[: n - 1] = self._quotient(one[: n - 1], other[: n - 1], centre[: n - 1])
            found[-1] = self._quotient(one[-1], other[-1], centre[-1])
            return found
        return self._quotient(one, other, centre)

    def _quotient(self, one: Floats, other: Floats, centre: Floats) -> Floats:
        """The slope of the parabola through three points, whose spacing is what the floating-point numbers make of the step."""
        first, second = self.places
        a = self._value + first * self._step - self._value
        b = self._value + second * self._step - self._value
        slope: Floats = ((one - centre) * b / a - (other - centre) * a / b) / (b - a)
        return slope


def _unphysical(rows: CaseRows) -> str:
    """What the check of a case says of inertias that cannot be, or nothing."""
    return next((finding.message for finding in rows.findings if UNPHYSICAL in finding.message), "")


def _refused(rows: CaseRows) -> CaseRows:
    """A case whose inertias cannot be has failed."""
    flaw = _unphysical(rows)
    return rows._replace(status="failed", message=flaw) if flaw else rows


def _response(rows: CaseRows, stencils: Sequence[_Stencil] = ()) -> Response:
    failure = "" if rows.status == "complete" else rows.message
    failure = failure or next((stencil.failure for stencil in stencils if stencil.failure), "")
    if failure:
        return Response(rows.time, rows.sensors, {}, failure)
    derivatives = {}
    for name, centre in rows.sensors.items():
        columns = [stencil.derivative(name, centre) for stencil in stencils]
        derivatives[name] = np.stack(columns, axis=2) if columns else np.empty((*centre.shape, 0))
    if not stencils:
        return Response(rows.time, rows.sensors, {}, "")
    times = np.stack([stencil.derivative("", rows.time) for stencil in stencils], axis=1)
    return Response(rows.time, rows.sensors, derivatives, "", times)
