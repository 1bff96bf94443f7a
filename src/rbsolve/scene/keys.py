"""Finds key frames: a small set of rows from which a player's interpolation reproduces every row within an error bound.

Segments of rows are merged in pairs, from short segments to long segments. Between the ends of a merged segment, the
player interpolates linearly, or along the arc of a unit quaternion. It does the same within the two halves. The new
path is farthest from the old paths at the row between the halves. So the error of a merged segment is at most the error
of its worse half plus the distance at this row. Each merger evaluates a single row. For n rows, there are n evaluations
in total.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.model.flat import Floats

Rows = NDArray[np.int64]
Distance = Callable[[Rows, Rows, Rows], Floats]

WIDEST_TURN = np.radians(60.0)  # largest rotation between consecutive keys
SHARE_OF_ALL = 0.7  # a channel that needs more of the rows keeps all rows, and shares their times with other channels


@dataclass(frozen=True, slots=True)
class Track:
    """The keys of a channel, with times (m,) that start at 0 [s] and values (m, k). Both have the single precision of a
    player.
    """

    time: NDArray[np.float32]
    values: NDArray[np.float32]


class Clock:
    """The increasing times of the rows, counted from the first row. They have the single precision of a player."""

    def __init__(self, time: Floats) -> None:
        since = time - time[0]
        single = since.astype(np.float32)
        self.rows = np.flatnonzero(np.diff(single, prepend=np.float32(-1.0)) > 0.0)
        self.single = single[self.rows]
        self._shift, self._neighbour = _shifts(since, self.single.astype(np.float64), self.rows)

    @property
    def seconds(self) -> Floats:
        """Return the times in double precision."""
        seconds: Floats = self.single.astype(np.float64)
        return seconds

    def sample(self, values: Floats) -> Floats:
        """Interpolate the values (n, k) of the rows at the times of the keys. This is needed because round-off of a
        time moves a key by a fraction of a row.
        """
        chosen: Floats = values[self.rows]
        if self._shift is None:
            return chosen
        return chosen + self._shift[:, None] * (values[self._neighbour] - chosen)


def _shifts(since: Floats, single: Floats, rows: Rows) -> tuple[Floats | None, Rows]:
    """Rounding shifts each time towards a neighbouring row. Return the shifts, and the numbers of these rows. Return
    None if all shifts are negligible.
    """
    late = (single > since[rows]) & (rows + 1 < len(since))
    neighbour = np.maximum(rows + np.where(late, 1, -1), 0)
    gap = since[neighbour] - since[rows]
    shift = np.where(gap != 0.0, (single - since[rows]) / np.where(gap != 0.0, gap, 1.0), 0.0)
    return (shift if np.abs(shift).max(initial=0.0) > 1e-9 else None), neighbour


def linear_track(clock: Clock, values: Floats, tolerance: float) -> Track:
    """Return the keys of values (n, k). If a player interpolates linearly between the keys, the error (2-norm) is at
    most `tolerance` at any time.
    """
    sampled = clock.sample(values)
    time = clock.seconds

    def distance(start: Rows, middle: Rows, end: Rows) -> Floats:
        share = ((time[middle] - time[start]) / (time[end] - time[start]))[:, None]
        straight = (1.0 - share) * sampled[start] + share * sampled[end]
        apart = sampled[middle] - straight
        return np.asarray(np.sqrt(np.einsum("ij,ij->i", apart, apart)))

    keys = _merge(len(time), distance, max(tolerance - _rounding_error(sampled), 0.0))
    return _track(clock, sampled, keys)


def _rounding_error(values: Floats) -> float:
    """Return the error of a vector in single precision (2-norm)."""
    return float(np.finfo(np.float32).eps) * float(np.abs(values).max(initial=0.0))


def rotation_track(clock: Clock, parameters: Floats, tolerance: float) -> Track:
    """Return the keys of Euler parameters (n, 4). If a player interpolates between the keys along arcs, the error is at
    most `tolerance` [rad] at any time.

    The signs of the keys are continuous, and consecutive keys are at most 60 degrees apart. If rows are farther apart,
    there are intermediate keys on the shorter arc, because rows cannot resolve faster rotation.
    """
    continuous = continuous_signs(parameters)
    sampled = clock.sample(continuous)
    sampled /= np.sqrt(np.einsum("ij,ij->i", sampled, sampled))[:, None]
    time, sampled, is_whole = _fill(clock.seconds, sampled)
    widest = np.cos(WIDEST_TURN / 2.0)

    def distance(start: Rows, middle: Rows, end: Rows) -> Floats:
        first, last = sampled[start], sampled[end]
        cosine = np.einsum("ij,ij->i", first, last)
        arc = slerp(first, last, (time[middle] - time[start]) / (time[end] - time[start]), cosine)
        apart = sampled[middle] - arc
        return np.where(cosine >= widest, 2.0 * np.sqrt(np.einsum("ij,ij->i", apart, apart)), np.inf)

    keys = _merge(len(time), distance, tolerance - 1e-6)
    if is_whole:
        return _track(clock, sampled, keys)
    return Track(time[keys].astype(np.float32), sampled[keys].astype(np.float32))


def continuous_signs(parameters: Floats) -> Floats:
    """Return Euler parameters (n, 4) with signs chosen so that each row is close to the previous row."""
    turns = np.einsum("ij,ij->i", parameters[1:], parameters[:-1]) < 0.0
    signs = np.where(np.concatenate([[0], np.cumsum(turns)]) % 2, -1.0, 1.0)
    return np.asarray(parameters * signs[:, None])


def slerp(first: Floats, last: Floats, share: Floats, cosine: Floats) -> Floats:
    """Interpolate unit quaternions (m, 4) from `first` to `last`. `cosine` (m,) contains their scalar products."""
    angle = np.arccos(np.clip(cosine, -1.0, 1.0))
    sine = np.sin(angle)
    small = sine < 1e-6
    safe = np.where(small, 1.0, sine)
    from_first = np.where(small, 1.0 - share, np.sin((1.0 - share) * angle) / safe)
    from_last = np.where(small, share, np.sin(share * angle) / safe)
    return from_first[:, None] * first + from_last[:, None] * last


def _fill(time: Floats, parameters: Floats) -> tuple[Floats, Floats, bool]:
    """Insert rows between neighbours that are more than 60 degrees apart. Also return whether no insertion was needed."""
    cosine = np.einsum("ij,ij->i", parameters[1:], parameters[:-1])
    pieces = np.ceil(2.0 * np.arccos(np.clip(cosine, -1.0, 1.0)) / (0.999 * WIDEST_TURN)).astype(np.int64)
    pieces = np.maximum(pieces, 1)
    if pieces.max(initial=1) == 1:
        return time, parameters, True
    row = np.repeat(np.arange(len(pieces)), pieces)
    share = (np.arange(len(row)) - np.repeat(np.cumsum(pieces) - pieces, pieces)) / pieces[row]
    moments = (time[row] + share * (time[row + 1] - time[row])).astype(np.float32).astype(np.float64)
    share = (moments - time[row]) / (time[row + 1] - time[row])
    between = slerp(parameters[row], parameters[row + 1], share, cosine[row])
    moments, between = np.append(moments, time[-1]), np.concatenate([between, parameters[-1:]])
    growing = np.diff(moments, prepend=-1.0) > 0.0
    return moments[growing], between[growing], False


def _merge(rows: int, distance: Distance, tolerance: float) -> Rows:
    """Return the kept rows. `distance` computes the distances of middle rows from the paths between first and last
    rows.
    """
    keep = np.ones(rows, dtype=bool)
    # segment j of this level goes from row `j * stride` to row `(j + 1) * stride`, or to the last row
    whole = np.ones(max(rows - 1, 0), dtype=bool)
    error = np.zeros(len(whole))
    stride = 1
    while len(whole) > 1:
        pairs = len(whole) // 2
        left, right = slice(0, 2 * pairs, 2), slice(1, 2 * pairs, 2)
        pair = np.flatnonzero(whole[left] & whole[right])
        if not len(pair):
            break
        first = 2 * stride * pair
        worse = np.maximum(error[left][pair], error[right][pair])
        total = worse + distance(first, first + stride, first + 2 * stride)
        good = total <= tolerance
        keep[first[good] + stride] = False
        whole, error = np.zeros(pairs, dtype=bool), np.zeros(pairs)
        whole[pair[good]], error[pair[good]] = True, total[good]
        stride *= 2
    return np.flatnonzero(keep)


def _track(clock: Clock, sampled: Floats, keys: Rows) -> Track:
    """Return the track of the kept rows. A constant channel needs only one key."""
    values = sampled[keys].astype(np.float32)
    if np.all(values == values[0]):
        return Track(clock.single[:1], values[:1])
    if len(keys) > SHARE_OF_ALL * len(clock.single):
        return Track(clock.single, sampled.astype(np.float32))
    return Track(clock.single[keys], values)
