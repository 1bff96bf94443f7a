"""Writes data that a results file contains only during its run. These are the last rows, for readers, and states from
which the run can continue.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import h5py

from rbsolve.results.file.seal import fixed_part
from rbsolve.results.file.tail import GROUP, TableRows, TailWriter, write_fixed
from rbsolve.results.sections.checkpoint import Checkpoint, CheckpointSlots
from rbsolve.solver.model.flat import Floats


class LiveFile:
    """A file in HDF5's mode for one writer and many readers. The file is valid at any time, but only rows and states
    can be added. `lock` is a descriptor of the file.

    Only the parts named by `growing` get more rows, and all other parts are constant. The tables of the last rows have
    room for `rows` rows of `columns` numbers.
    """

    def __init__(self, file: h5py.File, lock: int, growing: Sequence[str], rows: int, columns: int) -> None:
        self._file = file
        group = file.create_group(GROUP)
        self._slots = CheckpointSlots(group)
        self._tail = TailWriter(group, rows, columns)
        file.flush()
        write_fixed(group, fixed_part(file, lock, (*growing, GROUP)))
        file.swmr_mode = True

    def show(
        self, first: int, histories: Mapping[str, Mapping[str, Floats]], time: Floats, *, keeps: bool
    ) -> TableRows:
        """Make the rows since `first`, which do not fill a chunk yet, visible to readers.

        Rows stored by `keep` remain readable until the next call of `keep`.
        """
        place = self._tail.put(first, histories, time, keeps=keeps)
        self._tail.show(place)
        return place

    def keep(self, checkpoint: Checkpoint) -> None:
        """Store a state and all rows before it. They survive a crash of the process or the machine."""
        self._file.flush()
        self._slots.write(checkpoint)
        self._file.flush()
        os.fsync(self._file.id.get_vfd_handle())

    @property
    def slot_bytes(self) -> int:
        """Return the size of the states in the file [bytes]."""
        return self._slots.stored_bytes

    @property
    def tail_bytes(self) -> int:
        """Return the size of the last rows in the file [bytes]."""
        return self._tail.stored_bytes
