"""Stores the last rows of a file that is being written, before they fill an HDF5 chunk.

These rows are in one of two tables beside the histories. So storing rows copies only the new rows, and each chunk is
compressed only once. If the last checkpoint refers to a table, rows in this table are never replaced: new rows are only
appended. Rows after the next full chunk go into the other table.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import h5py
import numpy as np
from h5py import h5d, h5p, h5s, h5t

from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.seal import fits_fixed_part
from rbsolve.results.file.target import is_being_written
from rbsolve.solver.model.flat import Floats


class TableRows(NamedTuple):
    """The location of rows in one of the tables."""

    table: int
    first: int
    """The index of the table's first row, counted from the start of the run."""
    rows: int
    checksum: int


GROUP = "checkpoint"
"""The group of a running file that is removed when the run ends."""
TABLES = ("rows_0", "rows_1")
SHOWN, FIXED = "shown", "fixed"
_SHOWN_SHAPE = 1, len(TableRows._fields) + 1
_ATTEMPTS = 3  # number of attempts to read rows that a run may be changing
_GROUPS = ("sensors", "diagnostics", "motion")
_CHUNK_BYTES = 1 << 18


class TailWriter:
    """The two tables of a file that is being written. Each table has space for the rows of a chunk."""

    def __init__(self, group: h5py.Group, rows: int, columns: int) -> None:
        self._tables = [_table(group, name, rows, columns) for name in TABLES]
        self._places = [TableRows(i, -1, 0, 0) for i in range(2)]
        self._kept = 0  # the table to which the last checkpoint refers
        self._shown = _dataset(group, SHOWN, h5t.STD_I64LE, _SHOWN_SHAPE, _SHOWN_SHAPE)
        self.show(self._places[0])

    @property
    def stored_bytes(self) -> int:
        """Return the size of the tables in the file [bytes]."""
        return sum(int(table.get_storage_size()) for table in self._tables)

    def put(self, first: int, histories: Mapping[str, Mapping[str, Floats]], time: Floats, *, keeps: bool) -> TableRows:
        """Append the rows since `first`. The table may already contain some of these rows.

        Rows stored with `keeps` remain readable until the next rows are stored with `keeps`.
        """
        i = self._kept
        if self._places[i].first != first:
            i = 1 - i
        if self._places[i].first != first:
            self._places[i] = TableRows(i, first, 0, 0)
        before, rows = self._places[i], len(time)
        if rows > before.rows:
            new = slice(before.rows, rows)
            table = np.hstack([part[new].reshape(rows - before.rows, -1) for part in _columns(time, histories)])
            space = self._tables[i].get_space()
            space.select_hyperslab((before.rows, 0), table.shape)
            self._tables[i].write(h5s.create_simple(table.shape), space, table, h5t.NATIVE_DOUBLE)
            self._tables[i].flush()
            self._places[i] = TableRows(i, first, rows, zlib.crc32(table.data, before.checksum))
        if keeps:
            self._kept = i
        return self._places[i]

    def show(self, place: TableRows) -> None:
        """Make rows visible to readers of the file."""
        self._shown.write(h5s.ALL, h5s.ALL, np.array([[*place, _digest(place)]], np.int64))
        self._shown.flush()


def write_fixed(group: h5py.Group, digest: bytes) -> None:
    """Store the digest of the constant parts of a running file."""
    group.create_dataset(FIXED, data=np.frombuffer(digest, np.uint8), track_times=False)


def check_fixed(file: h5py.File) -> None:
    """Raise ResultsError if a constant part of a running file has changed."""
    if GROUP not in file or FIXED not in file[GROUP]:
        return
    descriptor = os.open(file.filename, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if not fits_fixed_part(descriptor, file[GROUP][FIXED][()].tobytes()):
            raise ResultsError(f"cannot read {file.filename}: it is damaged")
    finally:
        os.close(descriptor)


def shown_rows(file: h5py.File) -> dict[str, Floats]:
    """Return the last rows for readers, by the path of their history. Rows that the histories contain are omitted.

    Raise ResultsError if the rows are damaged. The result is empty while the run is changing the rows.
    """
    if GROUP not in file or SHOWN not in file[GROUP]:
        return {}
    shown = file[GROUP][SHOWN]
    for _ in range(_ATTEMPTS):
        *numbers, digest = (int(number) for number in shown[0])
        place = TableRows(*numbers)
        if digest == _digest(place):
            there = len(file["time"])
            if not place.first <= there < place.first + place.rows:
                return {}
            found = rows_at(file, place)
            if found is not None:
                return {path: rows[there - place.first :] for path, rows in found.items()}
        shown.id.refresh()
    if is_being_written(Path(file.filename)):
        return {}
    raise ResultsError(f"cannot read {file.filename}: {GROUP}/{SHOWN} is damaged")


def _digest(place: TableRows) -> int:
    """Return the checksum of a location."""
    return zlib.crc32(np.array(place, "<i8").tobytes())


def rows_at(file: h5py.File, place: TableRows) -> dict[str, Floats] | None:
    """Return the rows at a location, by the path of their history. Return None if the rows have been overwritten."""
    table = _table_at(file, place)
    if table is None:
        return None
    found, at = {}, 0
    for path, tail in _histories(file):
        width = int(np.prod(tail, dtype=np.int64))
        found[path] = table[:, at : at + width].reshape(place.rows, *tail)
        at += width
    return found


def holds(file: h5py.File, place: TableRows) -> bool:
    """Return whether the rows at a location match their checksum. If they do, the rows have not been overwritten."""
    return _table_at(file, place) is not None


def reaches(file: h5py.File, rows: int) -> bool:
    """Return whether a possibly truncated file contains all chunks of the first rows of every history."""
    size = os.path.getsize(file.filename)
    for path, tail in _histories(file):
        dataset = h5d.open(file.id, path.encode())
        per_chunk = dataset.get_create_plist().get_chunk()[0]
        if dataset.shape[0] < rows:
            return False
        for first in range(0, rows, per_chunk):  # `chunk_iter` would fail if the index of lost chunks is missing
            chunk = dataset.get_chunk_info_by_coord((first, *(0,) * len(tail)))
            if chunk.byte_offset is None or chunk.byte_offset + chunk.size > size:
                return False
    return True


def _table_at(file: h5py.File, place: TableRows) -> Floats | None:
    if not (0 <= place.table < len(TABLES) and place.rows >= 0):
        return None
    table: Floats = np.ascontiguousarray(file[GROUP][TABLES[place.table]][: place.rows])
    return table if zlib.crc32(table.data) == place.checksum else None


def _histories(file: h5py.File) -> Iterator[tuple[str, tuple[int, ...]]]:
    """For each history of a file, yield its path and the shape of a row. Histories are in the order of creation."""
    yield "time", ()
    for group in _GROUPS:
        inside = file.get(group)
        for name in inside or ():
            if name != "time":
                yield f"{group}/{name}", inside[name].shape[1:]


def _columns(time: Floats, histories: Mapping[str, Mapping[str, Floats]]) -> Iterator[Floats]:
    yield time
    for group in _GROUPS:
        yield from histories[group].values()


def _table(group: h5py.Group, name: str, rows: int, columns: int) -> h5d.DatasetID:
    height = max(1, min(rows, _CHUNK_BYTES // (8 * columns)))
    return _dataset(group, name, h5t.IEEE_F64LE, (rows, columns), (height, columns))


def _dataset(
    group: h5py.Group, name: str, kind: h5t.TypeID, shape: tuple[int, int], chunk: tuple[int, int]
) -> h5d.DatasetID:
    """Create a dataset with this shape. The dataset may grow, because otherwise HDF5 would not show new chunks to
    readers.
    """
    properties = h5p.create(h5p.DATASET_CREATE)
    properties.set_chunk(chunk)
    properties.set_fill_time(h5d.FILL_TIME_NEVER)
    return h5d.create(group.id, name.encode(), kind, h5s.create_simple(shape, (h5s.UNLIMITED, shape[1])), properties)
