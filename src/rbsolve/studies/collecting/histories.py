"""Writes the histories of all cases in HDF5 chunks. A chunk extends over several cases and rows.

A chunk without rows is not written, and only the current chunk is in memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.studies.collecting.where import ShardPlaces, Shards

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CHUNK_BYTES = 256 * 1024
MOST_CASES = 4096
"""Size of one chunk."""
CHUNK_COST, INDEX_BYTES = 2048, 16
"""Estimated bytes for each chunk in addition to its data: bytes for locating the chunk, and for its place in the index.
The index also has places for unwritten chunks.
"""
WORTH_IT = 0.5
"""Full chunks are compressed only if compression reduces their size at least to this fraction. The compression of a
motion saves only a fifth of the space, and is ten times slower.
"""
_UNFILTERED = 0b11  # HDF5 filter mask: chunks are neither shuffled nor deflated


def chunk_shape(rows: Ints, columns: int) -> tuple[int, int]:
    """Choose the numbers of cases and rows in a chunk that need the fewest bytes. `rows` (cases,) contains the number
    of rows of each case.
    """
    longest = max(1, int(rows.max(initial=0)))
    most = max(1, CHUNK_BYTES // (8 * columns))  # largest number of rows of a chunk
    best, least = (1, longest), np.inf
    for cases in _powers(min(MOST_CASES, len(rows))):
        starts = np.arange(0, len(rows), cases)
        of_block = np.maximum.reduceat(rows, starts)
        for parts in _powers(longest):
            length = -(-longest // parts)
            if cases * length > most and (cases > 1 or length > 1):
                continue
            written, all_chunks = float((-(-of_block // length)).sum()), float(len(starts) * parts)
            cost = written * (8.0 * columns * cases * length + CHUNK_COST) + all_chunks * INDEX_BYTES
            if cost < least:
                best, least = (cases, length), cost
    return best


def _powers(most: int) -> Iterator[int]:
    """Yield 1, 2, 4, ... up to `most`. The largest number comes first."""
    return (1 << k for k in reversed(range(most.bit_length())))


class Histories:
    """Copies rows from shards into datasets (cases, n, k) or (cases, n) of a file."""

    def __init__(self, shards: Shards, places: ShardPlaces, rows: Ints, length: int) -> None:
        """`rows` (cases,) contains the number of rows of each case. The datasets have `length` rows for each case."""
        self._shards, self._places, self._rows, self._length = shards, places, rows, length
        self._first = _first_rows(shards, places)

    def create(self, group: h5py.Group, name: str, columns: int | None, dtype: str = "<f8") -> h5py.Dataset:
        """Create an empty dataset for all cases, with (n, columns) rows for each case, or (n,) without columns. Values
        that are never written are NaN.
        """
        tail = () if columns is None else (columns,)
        shape = (len(self._rows), self._length, *tail)
        layout: dict[str, Any] = {}
        if 0 not in shape:
            chunks = chunk_shape(self._rows, columns or 1) + tail
            layout = {"chunks": chunks, "shuffle": True, "compression": "gzip", "compression_opts": 1}
        return group.create_dataset(name, shape, dtype, fillvalue=np.nan, track_times=False, **layout)

    def fill(self, target: h5py.Dataset, name: str, otherwise: str | None = None) -> None:
        """Write the rows that shards store under a name. If a shard does not have this name, it stores one row for all
        its cases under the name `otherwise`.
        """
        if 0 in target.shape:
            return
        cases, length = target.chunks[:2]
        is_worth_it: bool | None = None
        for start in range(0, len(self._rows), cases):
            stop = min(start + cases, len(self._rows))
            for low in range(0, int(self._rows[start:stop].max()), length):
                tile = np.full(target.chunks, np.nan, target.dtype)
                filled = self._gather(tile, name, otherwise, start, low)
                if not filled:
                    continue
                if filled == cases * length:
                    if is_worth_it is None:
                        is_worth_it = _compresses(tile)
                    if not is_worth_it:
                        target.id.write_direct_chunk((start, low, *(0,) * (tile.ndim - 2)), tile, _UNFILTERED)
                        continue
                high = min(low + length, target.shape[1])
                target[start:stop, low:high] = tile[: stop - start, : high - low]

    def _gather(self, tile: Floats, name: str, otherwise: str | None, start: int, low: int) -> int:
        """Fill a tile with rows of the cases from `start` on, each starting at row `low`. Return the number of filled
        rows.
        """
        length, filled = tile.shape[1], 0
        for begin, end in self._stretches(start, min(start + len(tile), len(self._rows))):
            shard = self._shards[int(self._places.shard[begin])]
            source = shard.get(name)
            rows, first = self._rows[begin:end], int(self._first[begin])
            here = tile[begin - start : end - start]
            if source is not None and low == 0 and int(rows.max()) <= length:  # whole cases are contiguous in the shard
                here[np.arange(length) < rows[:, None]] = source[first : first + int(rows.sum())]
                filled += int(rows.sum())
                continue
            if source is None and otherwise is None:
                continue
            common = shard[otherwise][low : low + length] if source is None else None
            for k in range(end - begin):
                count = min(length, int(rows[k]) - low)
                if count > 0:
                    at = int(self._first[begin + k]) + low
                    here[k, :count] = source[at : at + count] if common is None else common[:count]
                    filled += count
        return filled

    def _stretches(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Divide the cases from `start` to `stop` into pieces whose rows are consecutive in one shard, and yield the
        pieces.
        """
        shard, first = self._places.shard[start:stop], self._first[start:stop]
        follows = (np.diff(shard) == 0) & (np.diff(first) == self._rows[start : stop - 1])
        edges = [start, *(start + 1 + np.flatnonzero(~follows)).tolist(), stop]
        for begin, end in pairwise(edges):
            if self._places.shard[begin] >= 0 and self._rows[begin:end].any():
                yield begin, end


def _first_rows(shards: Shards, places: ShardPlaces) -> Ints:
    """Return the first row of each case in its shard (cases,)."""
    found = np.zeros(len(places.shard), dtype=np.int64)
    for index in range(len(shards)):
        mine = np.flatnonzero(places.shard == index)
        if len(mine):
            counts = shards[index]["rows"][()]
            found[mine] = (np.cumsum(counts) - counts)[places.row[mine]]
    return found


def _compresses(tile: Floats) -> bool:
    """Return whether compression of these numbers saves enough space."""
    shuffled = np.ascontiguousarray(tile.reshape(-1).view(np.uint8).reshape(-1, tile.itemsize).T)
    return len(zlib.compress(shuffled.tobytes(), 1)) <= WORTH_IT * tile.nbytes
