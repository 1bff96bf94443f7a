"""The last rows of a running file, which its histories do not contain yet."""

from __future__ import annotations

import fcntl
import os
import struct
import zlib

import h5py
import numpy as np
import pytest

from rbsolve.results.file import tail
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.tail import TailWriter, check_fixed, reaches, rows_at, shown_rows, write_fixed
from rbsolve.results.file.target import is_being_written

TIME = np.array([0.4, 0.5, 0.6])
TIP = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
STEP = np.array([0.1, 0.2, 0.3])


@pytest.fixture
def running(tmp_path):
    """Return an open file with four complete rows. Its histories grow in chunks of two rows."""
    with h5py.File(tmp_path / "o.h5", "w", libver="latest", locking=False) as file:
        for name, shape in (("time", ()), ("sensors/tip", (2,)), ("diagnostics/step_size", ()), ("motion/time", ())):
            file.create_dataset(name, (4, *shape), "f8", maxshape=(None, *shape), chunks=(2, *shape))
            file[name][:] = 7.0
        file.create_group(tail.GROUP)
        yield file


def put(file, first=4, rows=3, **changed):
    """Show the last rows of a file from the row `first`. `changed` replaces the numbers of their location."""
    writer = TailWriter(file[tail.GROUP], 8, 4)
    parts = {"sensors": {"tip": TIP[:rows]}, "diagnostics": {"step_size": STEP[:rows]}, "motion": {}}
    place = writer.put(first, parts, TIME[:rows], keeps=True)._replace(**changed)
    writer.show(place)
    return place


def test_the_last_rows_follow_the_rows_of_the_histories(running):
    """Two of the three rows are new if the table starts at row 3, of four rows in the histories."""
    for first, start in ((4, 0), (3, 1)):
        del running[tail.GROUP]
        running.create_group(tail.GROUP)
        place = put(running, first)
        assert place[:3] == (1, first, 3)  # the last checkpoint refers to the first table
        assert place.checksum == zlib.crc32(np.column_stack([TIME, TIP, STEP]).tobytes())
        found = shown_rows(running)
        assert list(found) == ["time", "sensors/tip", "diagnostics/step_size"]
        np.testing.assert_array_equal(found["time"], TIME[start:])
        np.testing.assert_array_equal(found["sensors/tip"], TIP[start:])
        np.testing.assert_array_equal(found["diagnostics/step_size"], STEP[start:])


@pytest.mark.parametrize(("first", "rows"), [(5, 3), (1, 3), (4, 0)])
def test_rows_that_do_not_continue_the_histories_are_not_shown(running, first, rows):
    put(running, first, rows)
    assert shown_rows(running) == {}


def test_a_file_without_last_rows_shows_none(running):
    assert shown_rows(running) == {}  # the group has no tables
    check_fixed(running)
    del running[tail.GROUP]
    assert shown_rows(running) == {}
    check_fixed(running)


@pytest.mark.parametrize(
    "changed", [{"table": 2}, {"table": -1}, {"table": 0}, {"rows": -1}, {"checksum": 3}, {"rows": 2}]
)
def test_rows_that_are_not_at_their_location_are_not_read(running, changed):
    place = put(running)
    assert rows_at(running, place) is not None
    assert rows_at(running, place._replace(**changed)) is None
    assert tail.holds(running, place)
    assert not tail.holds(running, place._replace(**changed))


@pytest.mark.parametrize("damage", ["location", "rows"])
def test_rows_that_stay_damaged_are_an_error_unless_a_run_writes_them(running, damage):
    place = put(running)
    if damage == "rows":
        running[f"{tail.GROUP}/{tail.TABLES[1]}"][1, 2] = 9.0
    else:
        right = zlib.crc32(struct.pack("<4q", *place))
        assert list(running[tail.GROUP][tail.SHOWN][0]) == [*place, right]
        running[tail.GROUP][tail.SHOWN][0] = [*place, right ^ 1]
    running.flush()
    with pytest.raises(ResultsError) as refused:
        shown_rows(running)
    assert str(refused.value) == f"cannot read {running.filename}: checkpoint/shown is damaged"
    writer = os.open(running.filename, os.O_RDONLY)
    try:
        fcntl.flock(writer, fcntl.LOCK_EX)
        assert shown_rows(running) == {}  # the run may be changing the rows
    finally:
        os.close(writer)


def test_changed_constant_parts_of_a_running_file_are_damage(running):
    """The digest covers no ranges here, so only the digest itself can differ."""
    from rbsolve.results.file import seal

    write_fixed(running[tail.GROUP], seal._pack([], seal._digest(lambda size, at: b"", [], [])))
    running.flush()
    check_fixed(running)
    running[tail.GROUP][tail.FIXED][-1] ^= 1
    running.flush()
    with pytest.raises(ResultsError) as refused:
        check_fixed(running)
    assert str(refused.value) == f"cannot read {running.filename}: it is damaged"


def test_a_file_reaches_the_rows_whose_chunks_it_contains(running, tmp_path, monkeypatch):
    running.flush()
    assert [reaches(running, rows) for rows in (0, 1, 4, 5)] == [True, True, True, False]
    chunks = [running[name].id.get_chunk_info(1) for name in ("time", "sensors/tip", "diagnostics/step_size")]
    end = max(chunk.byte_offset + chunk.size for chunk in chunks)
    for size, is_there in ((end, True), (end - 1, False)):
        monkeypatch.setattr(tail.os.path, "getsize", lambda path, size=size: size)
        assert reaches(running, 4) == is_there


def test_a_missing_file_is_not_being_written(tmp_path):
    assert not is_being_written(tmp_path / ".o.h5.partial")
