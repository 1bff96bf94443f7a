"""Computes the response of a deck at a point of its parameters. The response consists of the rows of the deck's
sensors, and the derivatives of these rows with respect to some parameters.

This module is the only place in which a search computes derivatives. If tangents are available
(`sensitivity/tangents.py`), the derivatives are tangents. Otherwise they are differences of runs (`stencils.py`).
`Responses.method` describes which of the two methods was used, and the reason.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.case import CaseRows, CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import Wanted
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.search.carried import Carried, CarriedRuns
from rbsolve.search.stencils import Point, Stencil
from rbsolve.search.variables import Variable, scale_at
from rbsolve.search.weighed import Weighed, is_adjoint_cheaper
from rbsolve.sensitivity.starts import RunFails
from rbsolve.solver.assembly.elements.bodies import UNPHYSICAL

Floats = NDArray[np.float64]
STEP, STEP_OF_ADAPTIVE = 1e-5, 1e-3
"""Steps of differences relative to a parameter's size. The first value is for methods with fixed steps, the second for
methods with adaptive steps. Runs with adaptive steps are reproducible only within their tolerance.
"""
TANGENTS, DIFFERENCES = "tangents: exact derivatives of the steps", "central differences of runs"
ADJOINTS = "adjoint: exact derivatives of the steps"


class Response(NamedTuple):
    """The response at a point: sensors (n, k) at times (n,) [s], and their derivatives (n, k, p) with respect to the
    parameters.

    `failure` is the reason why a run failed, or empty.
    """

    time: Floats
    sensors: Mapping[str, Floats]
    derivatives: Mapping[str, Floats]
    failure: str
    time_derivatives: Floats = np.empty((0, 0))
    """Derivatives of the times (n, p). Only the time of an event that ends the run varies."""


class Named(NamedTuple):
    """Design parameters by name, and their derivatives (p,) with respect to the parameters of a point. The derivatives
    are needed because a deck may compute some parameters from others.
    """

    values: Mapping[str, float]
    derivatives: Mapping[str, Floats]


class Responses:
    """Runs of a deck for a search, with engines that are reused from point to point."""

    def __init__(
        self,
        variation: Variation,
        sensors: Sequence[str],
        is_adaptive: bool,
        threads: int | None = None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        count = threads or len(os.sched_getaffinity(0))
        self._solvers = [CaseSolver(variation, sensors, Wanted()) for _ in range(count)]
        self._variation = variation
        self._carried = CarriedRuns(variation, sensors, interrupted)
        self._pool: ThreadPoolExecutor | None = None
        self._relative_step = STEP_OF_ADAPTIVE if is_adaptive else STEP
        self._interrupted = interrupted
        self._may_be_unphysical: bool | None = None
        self._has_tangents = self._has_gradients = False
        self._reasons: dict[str, str] = {}
        """The reason why derivatives with respect to some parameters were computed by differences."""
        self._runs = 0

    def at(self, points: Sequence[Point]) -> list[Response]:
        """Return sensors without derivatives. Raise KeyboardInterrupt if the search must end."""
        return [_response(rows) for rows in self._solve([point.values for point in points])]

    @property
    def runs(self) -> int:
        """Return the number of runs so far."""
        return self._runs + self._carried.runs

    @property
    def method(self) -> str:
        """Return a description of how the derivatives were computed."""
        named: dict[str, list[str]] = {}
        for name, reason in self._reasons.items():
            named.setdefault(reason, []).append(name)
        told = "; ".join(f"by {', '.join(names)}: {reason}" for reason, names in named.items())
        if not told:
            return ADJOINTS if self._has_gradients and not self._has_tangents else TANGENTS
        return f"{TANGENTS}, and {DIFFERENCES} {told}" if self._has_tangents else f"{DIFFERENCES} {told}"

    def progress(self) -> dict[str, Any]:
        """Return the data of earlier points that later points need, for `restore`."""
        return {
            "runs": self.runs,
            "may_be_unphysical": self._may_be_unphysical,
            "has_tangents": self._has_tangents,
            "has_gradients": self._has_gradients,
            "reasons": self._reasons,
        }

    def restore(self, progress: Mapping[str, Any]) -> None:
        """Continue after the points of an interrupted search."""
        self._runs = progress["runs"] - self._carried.runs
        self._may_be_unphysical = progress["may_be_unphysical"]
        self._has_tangents, self._has_gradients = progress["has_tangents"], progress["has_gradients"]
        self._reasons = dict(progress["reasons"])

    def with_derivatives(self, points: Sequence[Point]) -> list[Response]:
        """Return sensors with their derivatives. Without tangents, the derivatives come from runs of all points in
        parallel.
        """
        tangents = [self._by_tangents(point) for point in points]
        rest = [
            Point(point.values, () if known.fails else tuple(each for each in point.by if each.name in known.reasons))
            for point, known in zip(points, tangents, strict=True)
        ]
        differences = self._by_differences(rest, tangents)
        found = [
            response_of(point, rows, known, stencils)
            for point, known, (rows, stencils) in zip(points, tangents, differences, strict=True)
        ]
        for known, response in zip(tangents, found, strict=True):
            if not response.failure:
                self._reasons |= known.reasons
                self._has_tangents |= bool(known.derivatives)
        return found

    def _by_tangents(self, point: Point) -> Carried:
        """Return sensors, and derivatives with respect to the parameters that have tangents."""
        if not point.by:
            return Carried()
        checked = self._runnable(point)
        return Carried(fails=True) if checked is None else self._carried.at(point, checked)

    def gradients(self, point: Point, scalars: Sequence[str]) -> Weighed | None:
        """If the adjoint method costs less than tangents, return the scalars at a point with their gradients by this
        method. Otherwise, or if the run or a gradient fails, return None. Then `with_derivatives` gives the derivatives
        or the reason.
        """
        if self._carried.without_adjoint or not is_adjoint_cheaper(len(scalars), len(point.by)):
            return None
        checked = self._runnable(point)
        try:
            found = None if checked is None else self._carried.gradients(point, checked, scalars)
        except RunFails:
            return None
        self._has_gradients |= found is not None
        return found

    def _runnable(self, point: Point) -> CheckedDeck | None:
        """Return the deck at a point. If the deck has errors or impossible inertias at this point, return None."""
        checked = self._carried.check(point)
        if checked.solvable is None:
            return None
        is_unphysical = any(UNPHYSICAL in finding.message for finding in checked.diagnostics)
        if self._may_be_unphysical is None:
            self._may_be_unphysical = is_unphysical
        # the check refuses the ordinary run for the same reason
        return None if is_unphysical and not self._may_be_unphysical else checked

    def _by_differences(
        self, points: Sequence[Point], known: Sequence[Carried]
    ) -> list[tuple[CaseRows | None, list[Stencil]]]:
        """Run the points with unknown sensors, and the neighbours of all points."""
        stencils = [[self._stencil(point, variable) for variable in point.by] for point in points]
        every = [stencil for some in stencils for stencil in some]
        centres = [point.values for point, carried in zip(points, known, strict=True) if not carried.sensors]
        solved = self._solve([*centres, *(values for stencil in every for values in stencil.cases())])
        at_centre, rest = iter(solved[: len(centres)]), iter(solved[len(centres) :])
        for stencil in every:
            stencil.rows = [next(rest), next(rest)]
        self._mend([stencil for stencil in every if stencil.is_broken])
        rows = [None if carried.sensors else next(at_centre) for carried in known]
        return list(zip(rows, stencils, strict=True))

    def parameters(self, point: Point, names: Sequence[str]) -> Named:
        """Return the values of design parameters at a point."""
        derivatives = {name: np.zeros(len(point.by)) for name in names}
        for k, variable in enumerate(point.by):
            value = point.number(variable.name)
            step = STEP * scale_at(variable, value)
            up, down = (self._by_name({**point.values, variable.name: x}, names) for x in (value + step, value - step))
            for name in names:
                derivatives[name][k] = (up[name] - down[name]) / ((value + step) - (value - step))
        return Named(self._by_name(point.values, names), derivatives)

    def _by_name(self, values: Mapping[str, Parameter], names: Sequence[str]) -> dict[str, float]:
        """Return the design parameters of a case. A parameter without a value is NaN."""
        known = self._variation.parameters(values)
        found = {name: known.get(name, math.nan) for name in names}
        return {name: float(value) for name, value in found.items() if isinstance(value, int | float)}

    def _stencil(self, point: Point, variable: Variable) -> Stencil:
        value = point.number(variable.name)
        step = self._relative_step * scale_at(variable, value)
        if value + step <= variable.upper and value - step >= variable.lower:
            return Stencil(point, variable.name, value, step, (1, -1))
        return Stencil(point, variable.name, value, step, (-1, -2) if value + step > variable.upper else (1, 2))

    def _mend(self, broken: list[Stencil]) -> None:
        """If one run of a central difference fails, replace the difference by a one-sided difference with two runs on
        the other side.
        """
        for stencil in broken:
            stencil.turn()
        rest = iter(self._solve([values for stencil in broken for values in stencil.cases()]))
        for stencil in broken:
            stencil.rows = [next(rest), next(rest)]

    def _solve(self, cases: Sequence[Mapping[str, Parameter]]) -> list[CaseRows]:
        """Return the rows of cases, which are divided among threads."""
        self._runs += len(cases)
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
        return rows if self._may_be_unphysical else [_refuse(case) for case in rows]

    def _slice(self, solver: CaseSolver, cases: Sequence[Mapping[str, Parameter]]) -> list[CaseRows]:
        return list(solver.solve_all(cases, interrupted=self._interrupted, begin=lambda _: not self._interrupted()))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _unphysical(rows: CaseRows) -> str:
    """Return the message about impossible inertias from the check of a case, or an empty text."""
    return next((finding.message for finding in rows.findings if UNPHYSICAL in finding.message), "")


def _refuse(rows: CaseRows) -> CaseRows:
    """Mark a case with impossible inertias as failed."""
    flaw = _unphysical(rows)
    return rows._replace(status="failed", message=flaw) if flaw else rows


def _response(rows: CaseRows) -> Response:
    return Response(rows.time, rows.sensors, {}, "" if rows.status == "complete" else rows.message)


def response_of(point: Point, rows: CaseRows | None, known: Carried, stencils: Sequence[Stencil]) -> Response:
    """Return the response at a point. Derivatives come from a run with tangents if possible, otherwise from
    differences.
    """
    time, sensors = (known.time, known.sensors) if rows is None else (rows.time, rows.sensors)
    failure = "" if rows is None or rows.status == "complete" else rows.message
    failure = failure or next((stencil.failure for stencil in stencils if stencil.failure), "")
    failure = failure or ("a run with derivatives does not reach its end at this point" if known.fails else "")
    if failure or not point.by:
        return Response(time, sensors, {}, failure)
    beside = {stencil.name: stencil for stencil in stencils}
    derivatives = {}
    for name, centre in sensors.items():
        columns = [
            known.derivatives[each.name].sensors[name]
            if each.name in known.derivatives
            else beside[each.name].derivative(name, centre)
            for each in point.by
        ]
        derivatives[name] = np.stack(columns, axis=2)
    times = [
        known.derivatives[each.name].time if each.name in known.derivatives else beside[each.name].derivative("", time)
        for each in point.by
    ]
    return Response(time, sensors, derivatives, "", np.stack(times, axis=1))
