"""Writes and reads the section /events of a results file, which contains crossings sorted by time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import h5py
import numpy as np

from rbsolve.results.file import hdf5
from rbsolve.solver.model.events import Event

if TYPE_CHECKING:
    from rbsolve.results.writer import ResultsWriter

GROUP = "events"
COUNT = "event"  # prefix of the name of the dimension, before its size


def write_events(writer: ResultsWriter, events: Sequence[Event]) -> None:
    """Write time, name and direction of each event of a run."""
    with writer.convert_errors():
        if GROUP in writer.file:
            del writer.file[GROUP]
        group = writer.file.create_group(GROUP, track_order=True)
        hdf5.write_attributes(group.id, {"long_name": "crossings of signals through thresholds"})
        times = np.array([event.time for event in events], dtype=np.float64)
        hdf5.write_array(writer.dimensions, group, "time", times, (COUNT,), "s")
        hdf5.write_words(writer.dimensions, group, "name", [event.name for event in events], COUNT)
        hdf5.write_words(writer.dimensions, group, "direction", [event.direction for event in events], COUNT)


def read_events(file: h5py.File) -> tuple[Event, ...]:
    """Return the events in a results file. The tuple is empty if the deck defines no events."""
    if GROUP not in file:
        return ()
    group = file[GROUP]
    words = (group[name].asstr()[...].tolist() for name in ("name", "direction"))
    return tuple(Event(*values) for values in zip(group["time"][...].tolist(), *words, strict=True))
