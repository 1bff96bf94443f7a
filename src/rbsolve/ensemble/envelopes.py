"""Computes quantiles of sensors over many cases, as functions of time, without storing the histories of the cases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.quantiles import LEVELS, QuantileSketch, quantiles_of
from rbsolve.results.scalars.instant import ROUNDING, SAME

if TYPE_CHECKING:
    from rbsolve.solver.model.compiled import Schedule
    from rbsolve.solver.sensors.plan import SensorPlan

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ENVELOPES = "envelopes"
"""The word that, in a list of sensors to keep, stands for the envelopes of all other sensors."""
MOST_TIMES = 200
"""Largest number of times of envelopes that are computed without histories."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """Quantiles over the cases that have a value at each time."""

    time: Floats
    """The times (n,) [s]."""
    quantiles: Floats
    """The quantiles (levels, n, k), in the unit of the sensor. For one component, (levels, n)."""
    cases: Ints
    """The number of cases with a value at each time (n,)."""
    rank_error: int = 0
    """The largest error of a rank, in cases. With 0, the quantiles are exact."""
    levels: tuple[float, ...] = LEVELS


def split_kept(keep: Sequence[str] | None) -> tuple[tuple[str, ...] | None, bool]:
    """Return the sensors whose histories are kept, or None for all sensors, and whether envelopes are requested."""
    if keep is None:
        return None, False
    return tuple(name for name in keep if name != ENVELOPES), ENVELOPES in keep


def times_of(schedule: Schedule) -> tuple[float, ...]:
    """Return the times of envelopes [s]: all output times, or MOST_TIMES of them, with the first and the last."""
    rows = np.unique(np.linspace(0, schedule.intervals, min(MOST_TIMES, schedule.rows)).round().astype(np.int64))
    return tuple(schedule.time(row) for row in rows.tolist())


class EnvelopeCollector:
    """Collects the values of the sensors of complete cases at common times."""

    def __init__(self, times: Sequence[float], but: Collection[str] | None = ()) -> None:
        """`but` contains the sensors without envelopes, because their histories are kept. None stands for all sensors."""
        self.times: Floats = np.array(times, dtype=np.float64)
        self._but = but
        self.plans: dict[str, SensorPlan] = {}
        """The sensors with envelopes, by name."""
        self.sketches: dict[str, QuantileSketch] = {}
        self.cases: list[int] = []
        """The numbers of the cases, in the order of `add`."""

    def add(self, number: int, plans: Iterable[SensorPlan], time: Floats, sensors: Mapping[str, Floats]) -> None:
        """Add the rows of a case: its times (n,) [s] and the histories (n, k) of its sensors."""
        if not len(self.times) or self._but is None or not len(time):
            return
        self.cases.append(number)
        places = _Places(time, self.times)
        for plan in plans:
            if plan.name not in self._but:
                if plan.name not in self.sketches:
                    self.plans[plan.name] = plan
                    self.sketches[plan.name] = QuantileSketch(len(self.times) * len(plan.components))
                self.sketches[plan.name].add(places.values(sensors[plan.name]).ravel())

    def envelope(self, name: str) -> Envelope:
        """Return the envelope of a sensor. Raise KeyError if the sensor has none."""
        sketch = self.sketches[name]
        n = len(self.times)
        found = quantiles_of(*sketch.items(), sketch.counts).reshape(len(LEVELS), n, -1)
        return Envelope(self.times, found, sketch.counts.reshape(n, -1).max(axis=1), sketch.rank_error)


class _Places:
    """The places of common times between the rows of a case. Between two rows, values are interpolated linearly."""

    def __init__(self, time: Floats, times: Floats) -> None:
        second = np.minimum(np.searchsorted(time, times), len(time) - 1)
        first = np.maximum(second - 1, 0)
        close = np.maximum(SAME * (time[second] - time[first]), ROUNDING * np.abs(times))
        second = np.where(np.abs(time[first] - times) <= close, first, second)
        self._first, self._second = first, second
        is_row = np.abs(time[second] - times) <= close
        self._are_rows = bool(is_row.all())
        self._is_outside = ~is_row & ((times < time[0]) | (times > time[-1]))
        is_between = ~is_row & ~self._is_outside
        length = np.where(is_between, time[second] - time[first], 1.0)
        self._share = np.where(is_between, (times - time[first]) / length, 1.0)[:, None]

    def values(self, rows: Floats) -> Floats:
        """Return the values (times, k) of rows (n, k). They are NaN outside the times of the case."""
        second = rows[self._second]
        if self._are_rows:
            return second
        first = rows[self._first]
        found: Floats = np.where(self._share == 1.0, second, first + self._share * (second - first))
        found[self._is_outside] = np.nan
        return found
