"""Finds the rows of each case. Their location is a shard, and a row in this shard."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.layout import SHARD
from rbsolve.results.file.opening import open_unlocked
from rbsolve.store.records import DoneChunk
from rbsolve.studies.disk.folder import NotAStudyError
from rbsolve.studies.running.shards import COUNTS

MOST_OPEN = 64
_FEW_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class ShardPlaces:
    """The locations of all cases. `shard` (cases,) contains the index of each case's shard in `names`, or -1 without a
    shard. `row` (cases,) contains the row of each case in its shard.
    """

    names: list[str]
    shard: NDArray[np.int64]
    row: NDArray[np.int64]


def places_of(chunks: list[DoneChunk], cases: int) -> ShardPlaces:
    """Return the newest shard of each case."""
    shard = np.full(cases, -1, dtype=np.int64)
    row = np.zeros(cases, dtype=np.int64)
    for index, chunk in enumerate(chunks):
        numbers = chunk.cases
        shard[numbers] = index
        row[numbers] = np.arange(len(numbers))
    return ShardPlaces([chunk.shard for chunk in chunks], shard, row)


def is_shard(path: Path) -> bool:
    """Return whether a file is a shard with readable parts."""
    try:
        open_shard(path).close()
    except (OSError, RuntimeError, KeyError):
        return False
    return True


def open_shard(path: Path) -> h5py.File:
    """Open a shard for reading. Raise ResultsError if a part is unreadable or has an unexpected form.

    For large datasets, only the ends are read, to save time.
    """
    with ExitStack() as opened:
        shard = opened.enter_context(open_unlocked(path, SHARD))
        for name in ("case", "time", "status", "wall_time", *COUNTS, "message", "reason"):
            _reach(name, shard[name])
        shard.visititems(_reach)
        rows = int(shard["rows"][()].sum())
        for name in ("times", *(f"sensors/{name}" for name in shard["sensors"])):
            if name in shard and len(shard[name]) != rows:
                raise ResultsError(f"cannot read {path}: {name} has {len(shard[name])} rows, not {rows}")
        opened.pop_all()
    return shard


def _reach(_: str, part: h5py.Dataset | h5py.Group) -> None:
    """Check that all attributes and both ends of each dataset are readable. Small datasets are read completely."""
    dict(part.attrs)
    if not isinstance(part, h5py.Dataset) or not part.size:
        return
    if part.ndim == 0 or part.nbytes <= _FEW_BYTES:
        part[()]
    else:
        part[0], part[-1]


def missing_rows(shard: Path) -> NotAStudyError:
    """Return the message about a removed or damaged shard."""
    advice = f"`rbsolve resume {shard.parent.parent}` solves them again"
    return NotAStudyError(f"the rows of some cases are lost, because {shard} cannot be read: {advice}")


class Shards:
    """The shards of a study. Recently used shards stay open."""

    def __init__(self, folder: Path, names: list[str]) -> None:
        self._folder, self._names = folder, names
        self._open: OrderedDict[int, h5py.File] = OrderedDict()

    def __getitem__(self, index: int) -> h5py.File:
        file = self._open.pop(index, None)
        if file is None:
            if len(self._open) >= MOST_OPEN:
                self._open.popitem(last=False)[1].close()
            path = self._folder / self._names[index]
            try:
                file = open_unlocked(path, SHARD)
            except (OSError, RuntimeError) as error:
                raise missing_rows(path) from error
        self._open[index] = file
        return file

    def __len__(self) -> int:
        return len(self._names)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._open.values():
            file.close()
        self._open.clear()
