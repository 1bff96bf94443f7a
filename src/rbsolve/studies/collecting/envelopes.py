"""Computes quantiles over all cases as functions of time. Each case may have its own output times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from rbsolve.studies.collecting.reader import StudyResults

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_TIMES = 2000
"""Number of times of the quantiles, if cases have their own output times."""
BLOCK_BYTES = 256e6
"""Largest memory for values of all cases [bytes]."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """Quantiles (levels, n) at the times (n,) [s], over the cases that have a value at each time. `cases` (n,) is the
    number of these cases.
    """

    time: Floats
    quantiles: Floats
    cases: Ints


def envelope(study: StudyResults, name: str, column: int, levels: Sequence[float]) -> Envelope:
    """Return quantiles of one component over all complete cases.

    Cases with their own output times are compared at common times, by linear interpolation between their rows. Between
    its first and its last row, a case contributes to the quantiles.
    """
    complete = np.flatnonzero(study.status == "complete")
    own_times = "times" in study.file
    time = _common_times(study, complete) if own_times else study.time
    quantiles = np.full((len(levels), len(time)), np.nan)
    cases = np.zeros(len(time), dtype=np.int64)
    size = max(1, int(BLOCK_BYTES / (8 * max(1, len(complete)))))
    for start in range(0, len(time), size):
        here = slice(start, start + size)
        found = _at_times(study, name, column, time[here]) if own_times else study[name][:, here, column]
        values = found[complete]
        cases[here] = np.isfinite(values).sum(axis=0)
        some = cases[here] > 0
        quantiles[:, here][:, some] = np.nanquantile(values[:, some], levels, axis=0)
    return Envelope(time, quantiles, cases)


def _common_times(study: StudyResults, complete: Ints) -> Floats:
    """Return the union of all output times. If there are too many output times, return evenly spaced times."""
    found: Floats = np.empty(0)
    first, last = np.inf, -np.inf
    for cases, times in study.own_times():
        chosen = times[complete[(complete >= cases.start) & (complete < cases.stop)] - cases.start]
        chosen = chosen[np.isfinite(chosen)]
        if len(chosen):
            first, last = min(first, float(chosen.min())), max(last, float(chosen.max()))
        if len(found) <= MOST_TIMES:
            found = np.union1d(found, chosen)
    return found if len(found) <= MOST_TIMES else np.linspace(first, last, MOST_TIMES)


def _at_times(study: StudyResults, name: str, column: int, time: Floats) -> Floats:
    """Return values (cases, n) at the times (n,) [s]. The values are NaN outside the times of a case."""
    values = np.full((len(study), len(time)), np.nan)
    rows = study.rows
    for (cases, histories), (_, times) in zip(study.blocks(name), study.own_times(name), strict=True):
        for k, number in enumerate(range(cases.start, cases.stop)):
            count = int(rows[number])
            if count:
                own = times[k, :count]
                values[number] = np.interp(time, own, histories[k, :count, column], left=np.nan, right=np.nan)
    return values
