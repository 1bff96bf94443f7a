"""Computes quantiles over all cases as functions of time, from histories or from the values in shards. Each case may
have its own output times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.envelopes import Envelope
from rbsolve.ensemble.quantiles import quantiles_of
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.running.shard_envelopes import CASES, GROUP

if TYPE_CHECKING:
    import h5py

    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.collecting.where import ShardPlaces, Shards

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_TIMES = 2000
"""Number of times of the quantiles, if cases have their own output times."""
BLOCK_BYTES = 256e6
"""Largest memory for values of all cases [bytes]."""
COPIES = 5
"""Number of arrays of the size of the values that the computation of quantiles needs."""


def envelope(study: StudyResults, name: str, column: int, levels: Sequence[float]) -> Envelope:
    """Return quantiles of one component over all complete cases.

    Cases with their own output times are compared at common times, by linear interpolation between their rows. Between
    its first and its last row, a case contributes to the quantiles. Raise ScalarError if neither histories nor these
    quantiles are stored.
    """
    if name not in study:
        return _stored(study, name, column, levels)
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
    return Envelope(time, quantiles, cases, levels=tuple(levels))


def _stored(study: StudyResults, name: str, column: int, levels: Sequence[float]) -> Envelope:
    """Return quantiles that were computed without histories."""
    if name not in study.envelopes:
        raise ScalarError(
            f"the histories of {name} were not stored: plot one of its scalars with --against PARAMETER, or store "
            "quantiles with `rbsolve sweep --keep envelopes`"
        )
    whole = study.envelope(name)
    if missing := [level for level in levels if level not in whole.levels]:
        raise ScalarError(f"the quantile {missing[0]:g} of {name} was not stored")
    chosen = [whole.levels.index(level) for level in levels]
    return Envelope(whole.time, whole.quantiles[chosen, :, column], whole.cases, whole.rank_error, tuple(levels))


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


class ShardEnvelope(NamedTuple):
    """Quantiles of a sensor over the cases of all shards."""

    attributes: Mapping[str, Any]
    """The attributes of the sensor."""
    quantiles: Floats
    """The quantiles (levels, times, k)."""
    cases: Ints
    """The number of cases with a value at each time (times,)."""
    rank_error: int
    """The largest error of a rank, in cases."""


def envelopes_of_shards(shards: Shards, places: ShardPlaces, times: int) -> Iterator[tuple[str, ShardEnvelope]]:
    """Yield the quantiles of each sensor with envelopes, with its name in the file. `times` is the number of times.

    The memory does not grow with the number of cases, except if the values at a single time need more memory.
    """
    used = [k for k in range(len(shards)) if (places.shard == k).any() and GROUP in shards[k]]
    names = dict.fromkeys(name for k in used for name in shards[k][GROUP])
    for name in names:
        own = [k for k in used if name in shards[k][GROUP]]
        chosen = {k: _newest(shards[k], places, k) for k in own}
        group = shards[own[0]][f"{GROUP}/{name}"]
        components = group["values"].shape[1]
        items = sum(len(shards[k][f"{GROUP}/{name}/weights"]) for k in own)
        size = max(1, int(BLOCK_BYTES / (8 * COPIES * components * max(1, items))))
        blocks = [_of_times(shards, name, chosen, slice(start, start + size)) for start in range(0, times, size)]
        attributes = {key: value for key, value in group.attrs.items() if key != "rank_error"}
        error = sum(int(shards[k][f"{GROUP}/{name}"].attrs["rank_error"]) for k in own)
        quantiles = np.concatenate([found for found, _ in blocks], axis=1)
        yield name, ShardEnvelope(attributes, quantiles, np.concatenate([cases for _, cases in blocks]), error)


def _newest(shard: h5py.File, places: ShardPlaces, index: int) -> NDArray[np.bool_] | None:
    """Return which cases (m,) of a shard belong to the study, or None if all belong to it. Other shards may contain
    newer results of a case.
    """
    belongs: NDArray[np.bool_] = places.shard[shard[CASES][()]] == index
    return None if belongs.all() else belongs


def _of_times(
    shards: Shards, name: str, chosen: Mapping[int, NDArray[np.bool_] | None], times: slice
) -> tuple[Floats, Ints]:
    """Return quantiles (levels, n, k) and numbers of cases (n,) at some times. `chosen` contains the cases of each
    shard.
    """
    values, weights, counts = [], [], np.zeros((), dtype=np.int64)
    for index, belongs in chosen.items():
        group = shards[index][f"{GROUP}/{name}"]
        found, own, number = group["values"][times], group["weights"][()], group["counts"][times]
        if belongs is not None:
            found, own = found[..., belongs], own[belongs]
            number = np.isfinite(found).sum(axis=2)
        values.append(found)
        weights.append(own)
        counts = counts + number
    joined = np.concatenate(values, axis=2)
    n, k, _ = joined.shape
    quantiles = quantiles_of(joined.reshape(n * k, -1), np.concatenate(weights), counts.reshape(-1))
    return quantiles.reshape(-1, n, k), counts.max(axis=1, initial=0)
