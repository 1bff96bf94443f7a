"""Provides the tables of ended and running studies. The table of a running study grows with each finished case."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.service.requests.models import StudyFinding
from rbsolve.service.requests.shared import Service
from rbsolve.store import records
from rbsolve.store.records import StudyRecord

if TYPE_CHECKING:
    import h5py

    from rbsolve.store.records import DoneChunk
    from rbsolve.studies.collecting.reader import StudyResults

MOST_ROWS = 2000
MOST_GROWING = 64
GROWING_SECONDS, GROWING_PART = 0.5, 0.01
"""The longest age [s] of a running study's table, and the largest fraction of the elapsed time that updates may take.
If updates take longer, they are made less often.
"""
WHOLE_PART = 0.005
"""Longest time for recomputing the table with the diagnostics of new cases, as a fraction of the elapsed time."""
COLLECTING = threading.Lock()
"""Lock for the files of studies. Only one thread at a time may read or create such a file."""


@dataclass(slots=True)
class Table:
    """The table of a study: titles of columns, one row for each of the first cases, and the kinds of diagnostics of all
    cases.

    `places` maps each column to a dataset in the shards, and to a column of this dataset.
    """

    columns: list[str]
    rows: list[list[Any]]
    findings: list[StudyFinding]
    places: dict[int, tuple[str, int]]

    def as_json(self) -> dict[str, Any]:
        """Return the columns and rows."""
        return {"columns": self.columns, "rows": self.rows}


def read_table(path: Path) -> Table:
    """Return the table of a study's file."""
    from rbsolve.results.contents.units import with_unit
    from rbsolve.results.file import hdf5
    from rbsolve.results.sections.findings import group_by_kind
    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.collecting.scalars import Scalar
    from rbsolve.studies.collecting.tables import columns

    with COLLECTING, StudyResults.open(path) as study:
        asked = [Scalar("final", name) for name in (*study, *study.summarized)]
        found = columns(study, asked)
        kinds = group_by_kind(study.findings)
        titles = list(found)
        places = {titles.index(title): place for scalar in asked for title, place in _places(study, scalar)}
        for name, (_, unit) in study.responses.items():
            places[titles.index(with_unit(name, unit))] = f"responses/{hdf5.column_name(name)}", 0
    rows = zip(*(values[:MOST_ROWS].tolist() for values in found.values()), strict=True)
    told = [
        StudyFinding(
            severity=kind.severity, code=kind.code, message=kind.example.told, cases=kind.cases, first=kind.first
        )
        for kind in kinds
    ]
    return Table(titles, [[_plain(value) for value in row] for row in rows], told, places)


def _places(study: StudyResults, scalar: Any) -> list[tuple[str, tuple[str, int]]]:
    from rbsolve.results.file import hdf5
    from rbsolve.studies.collecting import scalars

    stored = hdf5.column_name(scalar.sensor)
    dataset = f"sensors/{stored}" if scalar.sensor in study else f"summary/{stored}/final"
    return [(title, (dataset, k)) for k, title in enumerate(scalars.titles(study, scalar))]


@dataclass(slots=True)
class _Growing:
    table: Table | None = None
    done: int = 0
    again: float = 0.0
    """The earliest times [s] of the next growth and of the next recomputation."""
    whole_again: float = 0.0
    shards: set[str] = field(default_factory=set)


class TablesSoFar:
    """The tables of running studies. Ended cases are added, and the whole table is computed again at intervals."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Growing] = OrderedDict()

    def table(self, service: Service, record: StudyRecord) -> Table | None:
        """Return the table of finished cases, which may be slightly outdated. Return None before the first case has
        finished.
        """
        done = record.done + record.failed
        with self._lock:
            known = self._known.pop(record.id, _Growing())
            if done != known.done and time.monotonic() >= known.again:
                self._grow(service, record, known, done)
            self._known[record.id] = known
            if len(self._known) > MOST_GROWING:
                self._known.popitem(last=False)
        return known.table

    def _grow(self, service: Service, record: StudyRecord, known: _Growing, done: int) -> None:
        """Update the table from the shards. If the shards change during the update, the table remains unchanged."""
        from rbsolve.results.file.errors import ResultsError
        from rbsolve.results.file.target import OutputError
        from rbsolve.studies.disk.folder import NotAStudyError

        began, worked = time.monotonic(), time.thread_time()
        chunks = records.done_chunks(service.database, record.id)
        table = known.table if began < known.whole_again else None
        try:
            if table is None:
                known.table = self._make(service, record)
            else:
                _add(service, record, table, [chunk for chunk in chunks if chunk.shard not in known.shards])
        except (OSError, KeyError, ValueError, RuntimeError, ResultsError, OutputError, NotAStudyError):
            return
        known.done, known.shards = done, {chunk.shard for chunk in chunks}
        cost, now = time.thread_time() - worked, time.monotonic()
        known.again = now + (GROWING_SECONDS if table is None else max(GROWING_SECONDS, cost / GROWING_PART))
        if table is None:
            known.whole_again = now + cost / WHOLE_PART

    def _make(self, service: Service, record: StudyRecord) -> Table:
        from rbsolve.studies.collecting.study_file import collect

        folder = service.folder(record)
        path = folder.path / "so_far.h5"
        try:
            return read_table(collect(folder, service.database, path))
        finally:
            path.unlink(missing_ok=True)


def _add(service: Service, record: StudyRecord, table: Table, chunks: list[DoneChunk]) -> None:
    """Fill in the table rows for the cases of some chunks, and for failed cases without a shard."""
    from rbsolve.studies.collecting.where import open_shard

    folder = service.folder(record)
    at = {name: table.columns.index(name) for name in ("status", "reason", "message")}
    for chunk in chunks:
        with COLLECTING, open_shard(folder.shards / chunk.shard) as shard:
            _fill(table, at, chunk.cases.tolist(), shard)
    for failure in records.failures(service.database, record.id):
        if failure.number < len(table.rows):
            row = table.rows[failure.number]
            row[at["status"]], row[at["reason"]], row[at["message"]] = "failed", failure.reason, failure.message


def _fill(table: Table, at: dict[str, int], cases: list[int], shard: h5py.File) -> None:
    import numpy as np

    from rbsolve.studies.collecting.study_file import STATUS

    counts = shard["rows"][()]
    ends = np.cumsum(counts)
    status = shard["status"][()].tolist()
    words = {name: shard[name].asstr()[()].tolist() for name in ("reason", "message")}
    for k, number in enumerate(cases):
        if number >= len(table.rows):
            continue
        row = table.rows[number]
        row[at["status"]] = STATUS.get(status[k], "pending")
        row[at["reason"]], row[at["message"]] = words["reason"][k], words["message"][k]
        for column, (name, component) in table.places.items():
            if name not in shard:
                continue
            own = name.startswith("sensors/")
            place = int(ends[k]) - 1 if own else k
            if own and not counts[k]:
                continue
            value = shard[name][place]
            row[column] = _plain(float(value[component] if np.ndim(value) else value))


def _plain(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


SO_FAR = TablesSoFar()
