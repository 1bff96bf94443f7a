"""Stores checkpoints in a results file. A checkpoint is a state with its rows and its digest. Two slots are written
alternately.

If the process dies while it writes a slot, this slot does not match its digest, but the older slot is still valid. The
file itself is in HDF5's single-writer mode and can be read at any time.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import h5py
import numpy as np
from h5py import h5d, h5p, h5s, h5t

from rbsolve.results.file import hdf5
from rbsolve.results.file.errors import DAMAGE, ResultsError
from rbsolve.results.file.tail import GROUP, TableRows, holds, reaches

SLOTS = "slot_0", "slot_1"
FINAL = "restart"
_HEADER = struct.Struct("<8sQQ32s")  # mark, number, length of the payload, SHA-256 of the payload
_MARK = b"rbsolve1"
_CHUNK = 1 << 16


@dataclass(slots=True)
class Checkpoint:
    """The state of a run. `rows` is the number of rows in the file, and `place` is the location of the last rows.

    `memories` contains the memory of each owner, which is a tree of plain values. `arrays` contains the arrays of the
    memories.
    """

    rows: int
    memories: Mapping[str, Any]
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)
    wall_time: float = 0.0
    place: TableRows | None = None

    def pack(self, *, timeless: bool = False) -> bytes:
        """Return the checkpoint as bytes. With `timeless`, data that differ between equal runs are omitted."""
        names = sorted(self.arrays)
        said = {
            "rows": self.rows,
            "memories": self.memories,
            "arrays": [[name, self.arrays[name].dtype.str, self.arrays[name].shape] for name in names],
            "wall_time": 0.0 if timeless else self.wall_time,
            "place": self.place,
        }
        text = json.dumps(said, sort_keys=True).encode()
        stream = io.BytesIO()
        stream.write(struct.pack("<Q", len(text)))
        stream.write(text)
        for name in names:
            stream.write(np.ascontiguousarray(self.arrays[name]).tobytes())
        return stream.getvalue()

    @classmethod
    def unpack(cls, data: bytes) -> Checkpoint:
        """Return the checkpoint from the result of `pack`."""
        (length,) = struct.unpack_from("<Q", data)
        said = json.loads(data[8 : 8 + length])
        arrays, at = {}, 8 + length
        for name, kind, shape in said["arrays"]:
            dtype = np.dtype(kind)
            count = int(np.prod(shape, dtype=np.int64))
            arrays[name] = np.frombuffer(data, dtype, count, at).reshape(shape).copy()
            at += count * dtype.itemsize
        place = said.get("place")
        return cls(
            said["rows"], said["memories"], arrays, said["wall_time"], None if place is None else TableRows(*place)
        )


class CheckpointSlots:
    """The two slots of a file that is being written."""

    def __init__(self, group: h5py.Group) -> None:
        self._slots = [_create_dataset(group, name) for name in SLOTS]
        self._number = 0

    @property
    def stored_bytes(self) -> int:
        """Return the size of the slots in the file [bytes]."""
        return sum(int(slot.get_storage_size()) for slot in self._slots)

    def write(self, checkpoint: Checkpoint) -> None:
        """Write the checkpoint into the older slot. The caller must flush the file to the disk."""
        self._number += 1
        data = np.frombuffer(_with_digest(self._number, checkpoint.pack()), np.uint8)
        slot = self._slots[self._number % 2]
        slot.set_extent((max(slot.shape[0], len(data)),))
        space = slot.get_space()
        space.select_hyperslab((0,), (len(data),))
        slot.write(h5s.create_simple((len(data),)), space, data)


def _create_dataset(group: h5py.Group, name: str) -> h5d.DatasetID:
    properties = h5p.create(h5p.DATASET_CREATE)
    properties.set_chunk((_CHUNK,))
    properties.set_fill_time(h5d.FILL_TIME_NEVER)
    space = h5s.create_simple((0,), (h5s.UNLIMITED,))
    return h5d.create(group.id, name.encode(), h5t.STD_U8LE, space, properties)


def _with_digest(number: int, payload: bytes) -> bytes:
    return _HEADER.pack(_MARK, number, len(payload), hashlib.sha256(payload).digest()) + payload


def _check(data: bytes) -> tuple[int, bytes] | None:
    """Return the number and the payload of data made by `_with_digest`, or None if the data are damaged."""
    if len(data) < _HEADER.size:
        return None
    mark, number, length, digest = _HEADER.unpack_from(data)
    payload = data[_HEADER.size : _HEADER.size + length]
    if mark != _MARK or len(payload) != length or hashlib.sha256(payload).digest() != digest:
        return None
    return number, payload


def write_final(file: h5py.File, checkpoint: Checkpoint, dimensions: hdf5.Dimensions) -> None:
    """Store the state at the end of a run, so that the run can be continued later."""
    data = np.frombuffer(_with_digest(0, checkpoint.pack(timeless=True)), np.uint8)
    group = file.create_group(FINAL, track_order=True)
    dataset = h5d.create(group.id, b"state", h5t.STD_U8LE, h5s.create_simple(data.shape))
    dataset.write(h5s.ALL, h5s.ALL, data)
    hdf5.write_attributes(dataset, {"long_name": "state from which `rbsolve resume` continues"})
    dimensions.attach(group, "state", dataset, [dimensions.dimension_of_size("byte", len(data))])


def latest(file: h5py.File) -> Checkpoint | None:
    """Return the newest complete checkpoint of a file with all its rows, or the state at its end. If there is neither,
    return None.

    Raise ResultsError if the state at the end is damaged.
    """
    if FINAL in file:
        found = _check(file[f"{FINAL}/state"][()].tobytes())
        if found is None:
            raise ResultsError(f"cannot read {file.filename}: the state at its end is damaged; run the deck again")
        checkpoint = Checkpoint.unpack(found[1])
        checkpoint.wall_time = float(file.attrs.get("wall_time", 0.0))
        return checkpoint
    for _, payload in sorted(_slots(file), reverse=True):
        with suppress(*DAMAGE):  # the other slot may be valid
            checkpoint = Checkpoint.unpack(payload)
            place = checkpoint.place
            if place is None or (holds(file, place) and reaches(file, place.first)):
                return checkpoint
    return None


def _slots(file: h5py.File) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the payload of each valid slot of a running file."""
    for name in SLOTS if GROUP in file else ():
        with suppress(*DAMAGE):
            found = _check(file[f"{GROUP}/{name}"][()].tobytes())
            if found is not None:
                yield found
