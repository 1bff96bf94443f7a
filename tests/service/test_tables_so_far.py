"""The table of a running study is filled in from the shards of its ended cases."""

from __future__ import annotations

from types import SimpleNamespace

import h5py
import numpy as np
import pytest

from rbsolve.service.requests import tables
from rbsolve.service.requests.tables import Table, TablesSoFar, _add, _fill

COLUMNS = ["case", "status", "reason", "message", "x.x1 final [m]", "x.x2 final [m]", "e final [J]", "reach"]
PLACES = {
    4: ("sensors/x", 0),
    5: ("sensors/x", 1),
    6: ("summary/e/final", 0),
    7: ("responses/reach", 0),
}


def empty(cases):
    rows = [[number, "pending", "", "", None, None, None, None] for number in range(cases)]
    return Table(list(COLUMNS), rows, [], dict(PLACES))


def write_shard(path):
    """Write a shard of four cases with 2, 0, 3 and 1 rows. The second case has failed before its first row."""
    with h5py.File(path, "w") as file:
        file["case"] = [5, 1, 0, 9]
        file["rows"] = [2, 0, 3, 1]
        file["time"] = np.arange(3.0)
        file["status"] = np.array([1, 2, 1, 1], dtype=np.int8)
        for name in ("wall_time", "steps"):
            file[name] = np.zeros(4)
        text = h5py.string_dtype()
        file.create_dataset("reason", data=["", "deck-error", "", ""], dtype=text)
        file.create_dataset("message", data=["", "a negative mass", "", ""], dtype=text)
        file["sensors/x"] = np.arange(12.0).reshape(6, 2)
        file["summary/e/final"] = [[1.5], [np.nan], [2.5], [3.5]]
        file["responses/reach"] = [10.0, np.nan, 30.0, np.inf]


def test_the_last_rows_of_cases_are_filled_in(tmp_path):
    write_shard(tmp_path / "s.h5")
    table = empty(6)
    with h5py.File(tmp_path / "s.h5", "r") as file:
        _fill(table, {"status": 1, "reason": 2, "message": 3}, [5, 1, 0, 9], file)
    assert table.rows[5] == [5, "complete", "", "", 2.0, 3.0, 1.5, 10.0]
    assert table.rows[0] == [0, "complete", "", "", 8.0, 9.0, 2.5, 30.0]
    assert table.rows[1] == [1, "failed", "deck-error", "a negative mass", None, None, None, None]
    assert table.rows[2:5] == empty(6).rows[2:5]
    assert len(table.rows) == 6


def test_a_failure_without_a_shard_is_in_its_row(monkeypatch):
    failures = [
        SimpleNamespace(number=1, reason="killed", message="no memory"),
        SimpleNamespace(number=2, reason="x", message="y"),
    ]
    asked = []
    monkeypatch.setattr(tables.records, "failures", lambda *given: asked.append(given) or failures)
    service = SimpleNamespace(folder=lambda record: None, database="database")
    table = empty(2)
    _add(service, SimpleNamespace(id="s"), table, [])
    assert asked == [("database", "s")]
    assert table.rows == [empty(1).rows[0], [1, "failed", "killed", "no memory", None, None, None, None]]


class Work:
    """The tables of studies, with a clock and with functions that are counted instead of the work."""

    def __init__(self, monkeypatch):
        self.now, self.cost, self.calls, self.chunks, self.fails = 100.0, 0.0, [], ["a"], False
        self._spent = 0.0
        self.tables = TablesSoFar()
        clock = SimpleNamespace(monotonic=lambda: self.now, thread_time=self._thread_time)
        monkeypatch.setattr(tables, "time", clock)
        monkeypatch.setattr(tables.records, "done_chunks", self._done_chunks)
        monkeypatch.setattr(tables, "_add", self._add)
        monkeypatch.setattr(TablesSoFar, "_make", self._make)

    def _thread_time(self):
        self._spent += self.cost
        return self._spent

    def _done_chunks(self, database, identity):
        return [SimpleNamespace(shard=name) for name in self.chunks]

    def _make(self, service, record):
        self.calls.append(("make", record.id))
        if self.fails:
            raise OSError("the shard is gone")
        return f"table {len(self.calls)}"

    def _add(self, service, record, table, chunks):
        self.calls.append(("add", record.id, table, [chunk.shard for chunk in chunks]))

    def ask(self, identity="s", done=1):
        record = SimpleNamespace(id=identity, done=done, failed=0)
        return self.tables.table(SimpleNamespace(database=None), record)


@pytest.fixture
def work(monkeypatch):
    return Work(monkeypatch)


def test_a_table_grows_by_new_shards_and_is_made_again_at_intervals(work):
    """Each update takes 1 s. Additions may take a hundredth of the time, and whole tables a two-hundredth."""
    work.cost = 1.0
    assert work.ask(done=0) is None
    assert work.ask(done=1) == "table 1"
    work.chunks = ["a", "b"]
    for now, done, calls in (
        (100.25, 2, []),
        (100.5, 1, []),
        (100.5, 2, [("add", "s", "table 1", ["b"])]),
        (200.25, 3, []),
        (200.5, 3, [("add", "s", "table 1", [])]),
        (1000.0, 3, []),
        (300.5, 4, [("make", "s")]),
    ):
        work.now, work.calls = now, []
        work.ask(done=done)
        assert work.calls == calls, now


def test_a_table_of_little_work_grows_every_half_second(work):
    assert work.ask(done=1) == "table 1"
    work.now, work.calls = 100.25, []
    assert (work.ask(done=2), work.calls) == ("table 1", [])
    work.now = 100.5
    assert (work.ask(done=2), work.calls) == ("table 1", [("make", "s")])


def test_a_table_that_cannot_be_read_yet_is_made_later(work):
    work.fails = True
    assert work.ask() is None
    work.fails = False
    assert work.ask() == "table 2"


def test_only_the_tables_of_recent_studies_are_kept(work, monkeypatch):
    monkeypatch.setattr(tables, "MOST_GROWING", 2)
    for name in ("a", "b", "a", "c"):
        work.ask(name)
    assert list(work.tables._known) == ["a", "c"]
    assert [name for _, name in work.calls] == ["a", "b", "c"]
    work.ask("b")
    assert [name for _, name in work.calls] == ["a", "b", "c", "b"]
