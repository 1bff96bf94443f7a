"""Where the rows of each case are: in which shard, in which place there."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import h5py
import numpy as np
from h5py import h5a, h5d, h5g, h5o, h5s, h5t
from numpy.typing import NDArray

from rbsolve.results.opening import check_storage, open_unlocked
from rbsolve.store.records import DoneChunk
from rbsolve.studies.folder import NotAStudyError

MOST_OPEN = 64
_TEXT = h5py.string_dtype()  # which h5py takes longer to find out of an attribute than to read it


@dataclass(frozen=True, slots=True)
class ShardPlaces:
    """`shard` (cases,) is the index of a case's shard in `names`, -1 where there is none; `row` its place there."""

    names: list[str]
    shard: NDArray[np.int64]
    row: NDArray[np.int64]


def places_of(chunks: list[DoneChunk], cases: int) -> ShardPlaces:
    """The newest shard of each case."""
    shard = np.full(cases, -1, dtype=np.int64)
    row = np.zeros(cases, dtype=np.int64)
    for index, chunk in enumerate(chunks):
        numbers = chunk.cases
        shard[numbers] = index
        row[numbers] = np.arange(len(numbers))
    return ShardPlaces([chunk.shard for chunk in chunks], shard, row)


def is_shard(path: Path) -> bool:
    """Whether a file is a shard all of whose parts can be reached; of each dataset the ends are read, as all would take long."""

    try:
        with open_unlocked(path) as shard:
            h5o.visit(shard.id, lambda name: _reach(h5o.open(shard.id, name)))
            return "case" in shard and "time" in shard
    except (OSError, RuntimeError, KeyError):
        return False


def _reach(part: h5d.DatasetID | h5g.GroupID) -> None:
    """Read all attributes and both ends, by the low-level interface: a shard has thousands of parts."""
    for place in range(h5a.get_num_attrs(part)):
        attribute = h5a.open(part, index=place)
        is_text = isinstance(attribute.get_type(), h5t.TypeStringID)
        attribute.read(np.empty(attribute.shape, _TEXT if is_text else attribute.dtype))
    if isinstance(part, h5d.DatasetID):
        check_storage(part)
    if isinstance(part, h5d.DatasetID) and 0 not in part.shape:
        space, ends = part.get_space(), np.empty(2 if part.rank else 1, part.dtype)
        if part.rank:  # both at once, which may be of one chunk
            space.select_elements([(0,) * part.rank, [length - 1 for length in part.shape]])
        part.read(h5s.create_simple(ends.shape), space, ends)


def rows_gone(shard: Path) -> NotAStudyError:
    """What is said of a shard that was removed or damaged."""
    advice = f"`rbsolve resume {shard.parent.parent}` solves them again"
    return NotAStudyError(f"the rows of some cases are gone, {shard} cannot be read: {advice}")


class Shards:
    """The shards of a study, of which the last used ones are open."""

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
                file = open_unlocked(path)
            except (OSError, RuntimeError) as error:
                raise rows_gone(path) from error
        self._open[index] = file
        return file

    def __len__(self) -> int:
        return len(self._names)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._open.values():
            file.close()
        self._open.clear()
