"""Computes the residuals between a deck and measurements, and the Jacobian of the residuals with respect to all
unknowns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from rbsolve.fitting.matches import Match
from rbsolve.fitting.tables import Table
from rbsolve.pipeline import Parameter
from rbsolve.search.journal import Journal
from rbsolve.search.responses import Response, Responses
from rbsolve.search.stencils import Point
from rbsolve.search.variables import Variable

Floats = NDArray[np.float64]
SAME_TIME = 1e-9
"""If a measurement is closer in time to an output row than this fraction of the spacing of rows, the row is used
without interpolation.
"""


@dataclass(frozen=True, slots=True)
class Unknown:
    """An unknown of a fit: a design parameter of all experiments or of a single experiment, or the gain, offset or
    delay of a column.
    """

    variable: Variable
    name: str
    """The name in the results: `k`, `DATA2.csv:x0`, `gain:force`."""
    experiment: str | None = None
    """The name of the only experiment with this unknown, or None for all experiments."""
    part: str | None = None
    """"gain", "offset" or "delay" for an unknown of a `column`, or None for a design parameter."""
    column: str = ""


class Channel(NamedTuple):
    """The measurements (m,) of a column of an experiment at times (m,) [s]. `is_held_out` (m,) marks measurements that
    the fit does not use.
    """

    match: Match
    time: Floats
    measured: Floats
    is_held_out: NDArray[np.bool_]


@dataclass(frozen=True)
class Experiment:
    """A table of data, its own parameters, and the sensors of its columns."""

    table: Table
    values: Mapping[str, Parameter]
    matches: Sequence[Match]
    hold_out: float = 0.0
    """The fraction at the end of its time range that the fit does not use."""

    @property
    def name(self) -> str:
        """Return the name of its data."""
        return self.table.name

    @cached_property
    def channels(self) -> tuple[Channel, ...]:
        """Return the channels of its matched columns. Rows without a measurement are omitted."""
        found = []
        time = self.table.time
        last = time[-1] - self.hold_out * (time[-1] - time[0])
        for match in self.matches:
            title = self.table.column(match.column)
            if title is not None:
                column = self.table.columns[title]
                there = np.isfinite(column)
                found.append(Channel(match, time[there], column[there], time[there] > last))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The computed columns (m,) of all channels. The channels of all experiments are in order.

    If requested, `derivatives` (m, p) contains the derivatives with respect to the unknowns. If the columns could not
    be computed, `failure` is the reason.
    """

    computed: Sequence[Floats]
    derivatives: Sequence[Floats]
    failure: str = ""
    interpolation: Sequence[float] = ()
    """The approximate root mean square error of interpolation between output rows, for each channel."""


@dataclass
class Problem:
    """The unknowns and the experiments of a fit. A vector x (p,) contains the unknowns in order, in their own units."""

    responses: Responses
    experiments: Sequence[Experiment]
    unknowns: Sequence[Unknown]
    journal: Journal = field(default_factory=Journal)
    evaluations: int = field(default=0, init=False)
    failures: list[str] = field(default_factory=list, init=False)
    """The reasons for failures at trial points."""

    @cached_property
    def channels(self) -> tuple[Channel, ...]:
        """Return the channels of all experiments in order."""
        return tuple(channel for experiment in self.experiments for channel in experiment.channels)

    def point(self, experiment: Experiment, x: Floats) -> Point:
        """Return all parameters of an experiment at x: fixed and estimated parameters."""
        own = [
            (unknown, value)
            for unknown, value in zip(self.unknowns, x.tolist(), strict=True)
            if unknown.part is None and unknown.experiment in (None, experiment.name)
        ]
        values = {**{u.variable.name: value for u, value in own}, **experiment.values}
        return Point(values, tuple(u.variable for u, _ in own if u.variable.name not in experiment.values))

    def evaluate(self, x: Floats, *, derivatives: bool) -> Evaluation:
        """Solve all experiments at x. Raise KeyboardInterrupt if the search must end."""
        self.evaluations += 1
        found = self.journal.once(x, derivatives, Evaluation, self.responses, lambda: self._solve(x, derivatives))
        if found.failure:
            self.failures.append(found.failure)
        return found

    def _solve(self, x: Floats, derivatives: bool) -> Evaluation:
        points = [self.point(experiment, x) for experiment in self.experiments]
        found = self.responses.with_derivatives(points) if derivatives else self.responses.at(points)
        computed, jacobians, interpolation = [], [], []
        for experiment, point, response in zip(self.experiments, points, found, strict=True):
            if response.failure:
                return Evaluation((), (), f"{experiment.name}: {response.failure}")
            for channel in experiment.channels:
                seen = _Seen(self, channel, response, x)
                if seen.reason:
                    return Evaluation((), (), f"{experiment.name}: {seen.reason}")
                computed.append(seen.compute())
                interpolation.append(seen.interpolation())
                if derivatives:
                    jacobians.append(seen.derivatives(experiment, point))
        return Evaluation(computed, jacobians, "", interpolation)

    def channel_values(self, column: str, x: Floats) -> dict[str, float]:
        """Return the gain, offset and delay of a column, by name. Only unknowns are included."""
        return {u.part: float(v) for u, v in zip(self.unknowns, x, strict=True) if u.part and u.column == column}


class _Seen:
    """The results of a run at the times of a channel."""

    def __init__(self, problem: Problem, channel: Channel, response: Response, x: Floats) -> None:
        match = channel.match
        own = problem.channel_values(match.column, x)
        self._problem, self._channel, self._response = problem, channel, response
        self._gain, self._offset = own.get("gain", match.gain), own.get("offset", match.offset)
        self._time = response.time
        # A run has no rows before its start, so its initial values are used there.
        delay = own.get("delay", match.delay)
        wanted = channel.time - delay
        begin = self._time[0] if len(self._time) else 0.0
        self._is_before = wanted < begin
        self._at = np.maximum(wanted, begin)
        self.reason = self._flaw(delay)
        self._values = response.sensors[match.sensor][:, match.component]

    def _flaw(self, delay: float) -> str:
        """Return the reason that prevents a comparison of the run with the data, or an empty text."""
        if not len(self._time):
            return "the run has no output rows"
        tolerance = SAME_TIME * max(1.0, abs(self._time[-1]))
        if len(self._at) and self._at[-1] > self._time[-1] + tolerance:
            delayed = f" minus the delay of {delay:g} s" if delay else ""
            return f"the data reach {self._channel.time[-1]:g} s{delayed}, but the run ends at {self._time[-1]:g} s"
        return ""

    def compute(self) -> Floats:
        """Return the computed column (m,)."""
        return self._gain * _sample(self._time, self._values, self._at) + self._offset

    def derivatives(self, experiment: Experiment, point: Point) -> Floats:
        """Return the derivatives (m, p) of the column with respect to all unknowns."""
        match = self._channel.match
        of_sensor = self._response.derivatives[match.sensor][:, match.component, :]
        sampled = self._gain * _sample(self._time, of_sensor, self._at)
        places = {variable.name: k for k, variable in enumerate(point.by)}
        found = np.zeros((len(self._at), len(self._problem.unknowns)))
        for k, unknown in enumerate(self._problem.unknowns):
            if unknown.part is None:
                if unknown.experiment in (None, experiment.name) and unknown.variable.name in places:
                    found[:, k] = sampled[:, places[unknown.variable.name]]
            elif unknown.column == match.column:
                found[:, k] = self._by_part(unknown.part)
        return found

    def _by_part(self, part: str) -> Floats:
        if part == "offset":
            return np.ones(len(self._at))
        if part == "gain":
            return _sample(self._time, self._values, self._at)
        rate = _spline(self._time, self._values)(self._at, 1)
        return np.where(self._is_before, 0.0, -self._gain * rate)

    def interpolation(self) -> float:
        """Return the approximate root mean square error of interpolation. The estimate is the error of a spline through
        every second row, divided by `2^4`, because the spline has order 4.
        """
        if _rows_at(self._time, self._at) is not None or len(self._time) < 9:
            return 0.0
        half = _spline(self._time[::2], self._values[::2])(self._time[1:-1:2]) - self._values[1:-1:2]
        return abs(self._gain) * float(np.sqrt(np.mean(half**2))) / 16.0


def _rows_at(time: Floats, at: Floats) -> NDArray[np.intp] | None:
    """Return the rows at given times, or None if a time has no row."""
    rows = np.clip(np.searchsorted(time, at), 0, len(time) - 1)
    before = np.maximum(rows - 1, 0)
    rows = np.where(np.abs(time[before] - at) < np.abs(time[rows] - at), before, rows)
    spacing = (time[-1] - time[0]) / max(1, len(time) - 1)
    return rows if np.all(np.abs(time[rows] - at) <= SAME_TIME * max(spacing, abs(time[-1]) * 1e-3)) else None


def _sample(time: Floats, values: Floats, at: Floats) -> Floats:
    """Return the values (n,) or (n, p) of rows at other times. If there is a row for every time, the result consists of
    these rows. Otherwise a cubic spline interpolates between rows.
    """
    rows = _rows_at(time, at)
    return values[rows] if rows is not None else _spline(time, values)(at)


def _spline(time: Floats, values: Floats) -> CubicSpline:
    if len(time) == 1:
        time, values = np.append(time, time[0] + 1.0), np.concatenate((values, values))
    # If an event ends a run, the last row may have the same time as the row before it.
    distinct = np.concatenate(([True], np.diff(time) > 0.0))
    return CubicSpline(time[distinct], values[distinct])
