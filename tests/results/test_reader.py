"""Results read from files, and their tables and exports."""

from __future__ import annotations

import csv
import io
import math
import sys

import h5py
import numpy as np
import pytest
from pyarrow import parquet
from rich.console import Console

import rbsolve
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.presentation import export, info
from rbsolve.results.writer import ResultsWriter
from rbsolve.runs.results import Results


def test_results_are_a_mapping_from_sensors_to_histories(results_path, sensors, time):
    with rbsolve.open_results(results_path) as results:
        assert list(results) == list(results.keys()) == [sensor.name for sensor in sensors]
        assert len(results) == len(sensors)
        assert "tip" in results
        assert "nose" not in results
        assert results["tip"].shape == (101, 3)
        with pytest.raises(KeyError, match="nose"):
            results["nose"]
        assert results.deck.startswith("@MODEL")
        assert results.sensors["attitude"].rotation_parameters == "ROTATION_MATRIX"
        assert results.sensors["attitude"].components[-1] == "R33"
        assert results.attributes["steps"] == 1000
        assert "complete, 5 sensors, 101 rows" in repr(results)
    assert repr(results) == "<Results, closed>"


def test_others_open_the_file_beside_it(results_path):
    with rbsolve.open_results(results_path), h5py.File(results_path) as file:
        assert file["time"].shape == (101,)
    with h5py.File(results_path), rbsolve.open_results(results_path) as results:
        assert len(results.time) == 101


def test_results_in_memory_read_like_a_file(write_run, time):
    with Results(write_run(None, time).file, None) as results:
        assert results.status == "complete"
        np.testing.assert_array_equal(results.time, time)
        assert results["tip"].shape == (101, 3)


def test_xarray_has_units_and_coordinates(results_path, time):
    with Results.open(results_path) as results:
        dataset, tip_y = results.to_xarray(), results["tip"][:, 1]
    assert dataset["tip"].dims == ("time", "component")
    np.testing.assert_array_equal(dataset["tip"].sel(component="y"), tip_y)
    assert dataset["tip"].attrs["units"] == "m"
    assert dataset.attrs["integrator"] == "EXPLICIT_RUNGE_KUTTA"
    np.testing.assert_array_equal(dataset["time"], time)
    assert dataset["tip"].sel(time=0.5, method="nearest").shape == (3,)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "No such file"),
        (lambda path: path.mkdir(), "Is a directory"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
        (lambda path: path.write_bytes(b""), "not an HDF5 file"),
        (lambda path: path.write_text("time,x\n0,1\n"), "not an HDF5 file"),
        (lambda path: h5py.File(path, "w").close(), "rbsolve did not write it"),
    ],
)
def test_a_file_that_holds_something_else_is_refused(tmp_path, make, reason):
    make(tmp_path / "o.h5")
    with pytest.raises(ResultsError, match=reason):
        Results.open(tmp_path / "o.h5")


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.99])
def test_a_truncated_file_is_refused_or_read(results_path, keep):
    whole = results_path.read_bytes()
    results_path.write_bytes(whole[: int(keep * len(whole))])
    with pytest.raises(ResultsError):
        Results.open(results_path)


HEADER = [
    "time [s]", "tip.x1 [m]", "tip.x2 [m]", "tip.x3 [m]",
    *(f"attitude.R{i}{j} [1]" for i in "123" for j in "123"), "energy [J]",
    *(f"configuration.x{i} [m]" for i in "123"), *(f"configuration.e{i} [1]" for i in "0123"),
    *(f"arm.tip-2.x{i} [m]" for i in "123"),
]  # fmt: skip


def table(results: Results) -> np.ndarray:
    return np.column_stack([results.time, *results.values()])


def test_csv_holds_every_bit_and_the_units(results_path, tmp_path):
    with Results.open(results_path) as results:
        export.export(results, tmp_path / "o.csv")
        expected = table(results)
    with (tmp_path / "o.csv").open(newline="") as stream:
        header, *rows = csv.reader(stream)
    assert header == HEADER
    np.testing.assert_array_equal(np.array(rows, dtype=float), expected)


def test_parquet_holds_the_same_table(results_path, tmp_path):
    with Results.open(results_path) as results:
        export.export(results, tmp_path / "o.parquet")
        expected = table(results)
    read = parquet.read_table(tmp_path / "o.parquet")
    assert read.column_names == HEADER
    np.testing.assert_array_equal(np.column_stack([column.to_numpy() for column in read.columns]), expected)


def test_a_table_wider_than_a_block_is_written_in_blocks(results_path, monkeypatch):
    monkeypatch.setattr(export, "_BLOCK_BYTES", 8 * 24 * 7)
    stream = io.StringIO()
    with Results.open(results_path) as results:
        export.write_csv(results, stream)
        rows = list(csv.reader(io.StringIO(stream.getvalue())))
        np.testing.assert_array_equal(np.array(rows[1:], dtype=float), table(results))


def test_values_that_are_not_finite_survive_the_export(tmp_path, make_sensor):
    with ResultsWriter(tmp_path / "o.h5", (make_sensor("s", ("x",)),), 3) as writer:
        writer.write(np.arange(3.0), {"s": np.array([[0.5], [math.inf], [math.nan]])}, {})
    stream = io.StringIO()
    with Results.open(tmp_path / "o.h5") as results:
        export.write_csv(results, stream)
    assert stream.getvalue() == "time [s],s [m]\n0.0,0.5\n1.0,inf\n2.0,nan\n"


def test_no_two_columns_of_a_table_share_a_name(tmp_path, make_sensor):
    sensors = [
        make_sensor(name, components) for name, components in (("a", ("x", "y")), ("a.x", ("r",)), ("b", ("r",)))
    ]
    with ResultsWriter(tmp_path / "o.h5", sensors, 1) as writer:
        writer.write(np.zeros(1), {sensor.name: np.ones((1, len(sensor.components))) for sensor in sensors}, {})
    with Results.open(tmp_path / "o.h5") as results:
        assert export.columns(results) == ["time [s]", "a.x [m]", "a.y [m]", "a.x.r [m]", "b [m]"]


def test_parquet_without_pyarrow_says_what_to_install(results_path, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with Results.open(results_path) as results, pytest.raises(export.MissingExtraError, match=r"rbsolve\[parquet\]"):
        export.export(results, tmp_path / "o.parquet")
    assert not list(tmp_path.glob("*parquet*"))


def test_info_shows_status_model_integrator_and_sensors(results_path):
    console = Console(file=io.StringIO(), width=300, markup=False)
    with Results.open(results_path) as results:
        info.show(results, console)
    text = console.file.getvalue()
    for words in (
        "complete", "top.deck with L = 0.3, c = 0 0 4.7", "1 body, 1 point, 1 triad, 1 frame",
        "EXPLICIT_RUNGE_KUTTA on LIE_R3_SO3", "TABLEAU RK44", "0 s to 1 s, 101 rows", "1000 in 0.5 s",
    ):  # fmt: skip
        assert words in text
    rows = [line.split() for line in text.splitlines()]
    assert ["tip", "POSITION", "top", "101", "x", "3", "m", "FXDFRAME_INERTIAL", "x1", "x2", "x3"] in rows
    assert any(row[:1] == ["configuration"] and "m (3), 1 (4)" in " ".join(row) for row in rows)
    assert "Turntable" in text


def test_info_shows_the_axes_of_components(tmp_path):
    """The sensors differ in their axes only, which the table shows."""
    deck = """@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 3} } }
    @MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {gyro} { @CONNECTED_TO_BODY {b} } }
    @SENSOR_DEFINITION { @SENSOR_NAME {own} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} @RESOLVED_IN {gyro} }
      @SENSOR_NAME {inertial} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} } }
    @ANALYSIS_DEFINITION { @ANALYSIS_NAME {r} { @SIMULATION_TIME_RANGE {0, 0.01} @TIME_STEP_SIZE {0.01} } }"""
    console = Console(file=io.StringIO(), width=300, markup=False)
    info.show(rbsolve.solve(deck, output=tmp_path / "o.h5"), console)
    rows = {line.split()[0]: line for line in console.file.getvalue().splitlines() if "ANGULAR_VELOCITY" in line}
    assert "FXDFRAME_INERTIAL, axes of gyro" in rows["own"]
    assert "axes of" not in rows["inertial"]


def test_no_name_becomes_a_formula_of_a_spreadsheet(write_run, time, tmp_path):
    names = ["=cmd|'/C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1"]
    with h5py.File(write_run(tmp_path / "o.h5", time).path, "r+") as file:
        for name in names:
            file.copy("sensors/energy", file["sensors"], name.replace("/", "%2F"))
    with Results.open(tmp_path / "o.h5") as results:
        stream = io.StringIO(newline="")
        export.write_csv(results, stream)
        titles = next(csv.reader(io.StringIO(stream.getvalue())))
        assert titles == [f"'{title}" if title[0] in "=+-@\t" else title for title in export.columns(results)]
    assert sum(title.startswith("'") for title in titles) == len(names)
    assert export.as_text("tip.x1 [m]") == "tip.x1 [m]"
    assert export.as_text("") == ""
