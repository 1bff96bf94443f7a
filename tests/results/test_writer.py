"""The contents of a results file, for each way in which a run can end."""

from __future__ import annotations

import errno
import hashlib
import json
import os

import h5py
import numpy as np
import pytest
from h5_datasets import datasets

from rbsolve.results.file import target
from rbsolve.results.file.conventions import Status
from rbsolve.results.file.target import OutputError
from rbsolve.results.writer import MOST_ROWS_PER_CHUNK, ResultsWriter
from rbsolve.runs.results import Results


def test_every_part_of_the_contract_is_there(results_path):
    with h5py.File(results_path) as file:
        assert set(file) == {
            "time", "sensors", "diagnostics", "motion", "deck", "model", "body_1",
            "component_1", "component_3", "component_4", "component_7", "component_9", "row_3", "row_4",
        }  # fmt: skip
        assert set(file.attrs) >= {
            "Conventions", "rbsolve_version", "created", "status", "message", "deck_name", "deck_sha256",
            "integrator", "formulation", "options", "command", "overrides", "environment", "wall_time", "steps",
        }  # fmt: skip
        assert file.attrs["Conventions"] == "rbsolve-1"
        assert file.attrs["status"] == "complete"
        options = json.loads(file.attrs["options"])
        assert options.pop("defaults")[0] == {
            "keyword": "INTEGRATOR_TYPE", "value": "EXPLICIT_RUNGE_KUTTA", "objects": [], "default": True,
        }  # fmt: skip
        assert options == {"TABLEAU": "RK44", "SIMULATION_TIME_RANGE": [0.0, 1.0], "OUTPUT_STEP_SIZE": 1.0}
        assert set(json.loads(file.attrs["environment"])) >= {"python", "numpy", "numba", "h5py", "platform"}
        text = file["deck/source"].asstr()[()]
        assert text == "@MODEL {}\n! Größe\n"
        assert file.attrs["deck_sha256"] == hashlib.sha256(text.encode()).hexdigest()
        assert file["deck/files/parts/a.dat"].asstr()[()] == "! a\n"
        assert file["deck/parameters"].attrs["L"] == 0.3
        np.testing.assert_array_equal(file["deck/parameters"].attrs["c"], [0.0, 0.0, 4.7])
        np.testing.assert_array_equal(file["model/points/P"], [1.0, 2.0, 3.0])
        assert file["model/triads/T"].shape == (3, 3)
        assert file["model/frames/F"][0, 3] == 1.0
        assert file["model/bodies/top"].attrs["mass"] == 15.0
        np.testing.assert_array_equal(file["model/bodies/top/inertia"], np.diag([0.2, 0.3, 0.4]))
        np.testing.assert_array_equal(file["model/bodies/top/centre_of_mass"], [0.0, 1.0, 0.0])
        attitude = file["sensors/attitude"]
        assert dict(attitude.attrs.items()).keys() >= {
            "sensor_type", "object", "observer", "resolved_in", "units", "components", "long_name", "rotation_parameters",
        }  # fmt: skip
        assert list(attitude.attrs["components"][:2]) == ["R11", "R12"]
        assert "rotation_parameters" not in file["sensors/tip"].attrs


@pytest.mark.parametrize(("rows", "pieces"), [(1, 1), (2, 2), (100, 7), (MOST_ROWS_PER_CHUNK * 2 + 3, 5)])
def test_rows_come_back_bit_for_bit(tmp_path, write_run, sensors, rows, pieces):
    time = np.linspace(0.0, 1.0, rows)
    write_run(tmp_path / "o.h5", time, pieces=pieces)
    with Results.open(tmp_path / "o.h5") as results:
        np.testing.assert_array_equal(results.time, time)
        for sensor in sensors:
            expected = np.concatenate([sensor.history(piece) for piece in np.array_split(time, pieces)])
            np.testing.assert_array_equal(results[sensor.name], expected)
        np.testing.assert_array_equal(results.diagnostics["step_size"], np.full(rows, 1e-3))


def test_more_rows_than_expected_are_kept(tmp_path, sensors, write_rows):
    with ResultsWriter(tmp_path / "o.h5", sensors, 3) as writer:
        write_rows(writer, np.arange(50.0), sensors)
        assert writer.rows == 50
    with Results.open(tmp_path / "o.h5") as results:
        np.testing.assert_array_equal(results.time, np.arange(50.0))


def test_the_same_run_gives_the_same_bytes_in_every_dataset(tmp_path, write_run, time):
    for name in ("a.h5", "b.h5"):
        write_run(tmp_path / name, time)
    assert datasets(tmp_path / "a.h5") == datasets(tmp_path / "b.h5")
    assert len(datasets(tmp_path / "a.h5")) == 27


def test_sensors_keep_the_order_of_the_deck(results_path, sensors):
    with Results.open(results_path) as results:
        assert list(results) == [sensor.name for sensor in sensors]


class Boom(Exception):
    pass


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt(), "interrupted"), (Boom("no fuel"), "failed"), (None, "failed")]
)
def test_a_run_that_ends_early_leaves_its_rows(tmp_path, sensors, write_rows, time, error, status):
    path = tmp_path / "o.h5"

    def run() -> None:
        with ResultsWriter(path, sensors, len(time)) as writer:
            write_rows(writer, time[:10], sensors)
            if error is not None:
                raise error

    if error is None:
        run()
    else:
        with pytest.raises(type(error)):
            run()
    with Results.open(path) as results:
        assert results.status == status
        np.testing.assert_array_equal(results.time, time[:10])
    assert os.listdir(tmp_path) == ["o.h5"]


def test_the_old_file_stands_until_the_run_has_ended(tmp_path, sensors, write_rows, write_run, time):
    path = tmp_path / "o.h5"
    write_run(path, time)
    before = path.read_bytes()
    with ResultsWriter(path, sensors, len(time)) as writer:
        write_rows(writer, time[:10], sensors)
        assert path.read_bytes() == before
        writer.finish(Status.FAILED, "The solution is no longer finite.")
    with Results.open(path) as results:
        assert (results.status, len(results.time)) == ("failed", 10)


def test_an_open_reader_keeps_the_results_that_it_opened(results_path, write_run, time):
    with Results.open(results_path) as results:
        write_run(results_path, time[:5])
        np.testing.assert_array_equal(results.time, time)


def test_a_link_stays_a_link(tmp_path, write_run, time):
    (tmp_path / "data").mkdir()
    (tmp_path / "o.h5").symlink_to(tmp_path / "data" / "real.h5")
    write_run(tmp_path / "o.h5", time)
    assert (tmp_path / "o.h5").is_symlink()
    assert (tmp_path / "data" / "real.h5").is_file()


@pytest.mark.parametrize(
    ("name", "reason"),
    [(".", "it is a folder"), ("missing/o.h5", "does not exist"), ("pipe", "not a regular file"), ("x" * 300, "too long")],
)  # fmt: skip
def test_an_output_that_cannot_be_is_refused_before_the_run(tmp_path, sensors, name, reason):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OutputError, match=reason):
        ResultsWriter(tmp_path / name, sensors, 10)
    assert os.listdir(tmp_path) == ["pipe"]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS])
def test_a_file_system_without_locks(tmp_path, write_run, time, monkeypatch, number):
    """Some clusters mount Lustre without locks. Without rbsolve's measures, HDF5 refuses to read from such a file
    system."""

    def refuse(*_):
        raise OSError(number, os.strerror(number))

    opened = h5py.File

    def open_file(path, mode, **options):
        if options.get("locking") is not False:
            raise OSError(number, "Unable to open file (unable to lock file)")
        return opened(path, mode, **options)

    monkeypatch.setattr(target.fcntl, "flock", refuse)
    monkeypatch.setattr(h5py, "File", open_file)
    write_run(tmp_path / "o.h5", time)
    with Results.open(tmp_path / "o.h5") as results:
        assert results.row_count == len(time)


@pytest.mark.parametrize("name", ["a/b", "..", ".", "50%", "a b", "Größe", "%2F", "time"])
def test_names_with_odd_characters_come_back(tmp_path, make_sensor, write_run, time, name):
    write_run(tmp_path / "o.h5", time, (make_sensor(name),))
    with Results.open(tmp_path / "o.h5") as results:
        assert list(results) == [name]
        assert name in results
        assert results[name].shape == (101, 3)
        assert results.sensors[name].name == name


def test_memory_does_not_grow_with_the_rows(tmp_path, make_sensor):
    sensor = make_sensor("s")
    with ResultsWriter(tmp_path / "o.h5", (sensor,), 10**7) as writer:
        buffered = sum(buffer.nbytes for buffers in writer._buffers.values() for buffer in buffers.values())
    assert buffered == MOST_ROWS_PER_CHUNK * 3 * 8


def test_many_sensors_share_a_bounded_buffer(tmp_path, make_sensor, write_run):
    sensors = [make_sensor(f"s{i}") for i in range(3000)]
    writer = write_run(tmp_path / "o.h5", np.linspace(0.0, 1.0, 20), sensors)
    assert (
        sum(buffer.nbytes for buffers in writer._buffers.values() for buffer in buffers.values())
        == 20 * (3000 * 3 + 1 + 13) * 8
    )
    with Results.open(tmp_path / "o.h5") as results:
        assert len(results) == 3000
        np.testing.assert_array_equal(results["s2999"], sensors[2999].history(results.time))
