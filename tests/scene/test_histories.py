"""Histories for a screen contain every extreme of the file, whether the file has few or many values."""

import json
import struct

import h5py
import numpy as np
import pytest

from rbsolve.results.presentation.histories import Histories
from rbsolve.runs.results import Results

ROWS = 100_003
OF_STEPS = {"step_size": 1e-4, "newton_iterations": 3.0, "jacobian_updates": 0.0}
"""Values in all rows but the first, at which no step ends."""


@pytest.fixture
def results(tmp_path, write_motion):
    time = 5.0 + np.linspace(0.0, 10.0, ROWS)
    still = np.zeros((ROWS, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (ROWS, 1))
    write_motion(tmp_path / "a.h5", time, {"B": still})
    walk = np.random.default_rng(0).normal(size=(ROWS, 2)).cumsum(axis=0)
    walk[-1] = [1e4, -1e4]
    walk[500] = np.nan
    with h5py.File(tmp_path / "a.h5", "a") as file:
        file["sensors/walk"] = walk
        file["sensors/walk"].attrs.update({"units": "m", "components": ["x", "y"], "observer": "INERTIAL"})
        file["sensors/still"] = np.zeros((ROWS, 1))
        for name, value in OF_STEPS.items():
            file[f"diagnostics/{name}"] = np.append(0.0, np.full(ROWS - 1, value))
    with Results.open(tmp_path / "a.h5") as opened:
        yield opened


def decode(data):
    (length,) = struct.unpack_from("<I", data)
    header = json.loads(data[4 : 4 + length])
    return header, np.frombuffer(data, "<f4", offset=4 + length).reshape(-1, header["rows"])


@pytest.mark.parametrize("stretch", [(None, None), (6.0, 14.0), (7.0, 7.5), (14.9, 99.0), (-1.0, 5.001)])
def test_an_envelope_holds_the_extremes_of_its_stretch(results, stretch):
    header, arrays = decode(Histories(results).encode(["walk"], *stretch, pixels=300))
    start, end = (-np.inf if stretch[0] is None else stretch[0]), (np.inf if stretch[1] is None else stretch[1])
    inside = (results.time >= start) & (results.time <= end)
    walk = results["walk"][inside].astype(np.float32)
    assert header["rows"] <= 300
    if header["envelope"]:
        np.testing.assert_array_less(arrays[1:4:2].min(axis=1) - 1e-3, np.nanmin(walk, axis=0))
        np.testing.assert_array_less(np.nanmax(walk, axis=0), arrays[2:5:2].max(axis=1) + 1e-3)
        assert np.all(arrays[1] <= arrays[2])


def test_few_rows_are_given_as_they_are(results):
    """The answer has one additional row at each end, so that a line reaches the edge of the plot."""
    header, arrays = decode(Histories(results).encode(["walk", "still"], 8.0, 8.002, pixels=300))
    assert header["envelope"] is False
    assert [sensor["name"] for sensor in header["sensors"]] == ["walk", "still"]
    assert header["sensors"][0]["components"] == ["x", "y"]
    first = np.searchsorted(results.time, 8.0) - 1
    rows = slice(first, first + header["rows"])
    np.testing.assert_allclose(header["start"] + arrays[0], results.time[rows], atol=1e-6)
    np.testing.assert_array_equal(arrays[1:3], results["walk"][rows].T.astype(np.float32))
    assert results.time[first + header["rows"] - 1] > 8.002


@pytest.mark.parametrize(("name", "value"), OF_STEPS.items())
@pytest.mark.parametrize("stretch", [(None, None), (5.0, 6.0), (5.0, 5.01)])
def test_histories_of_steps_begin_with_the_first_step(results, name, value, stretch):
    """Otherwise the curves would begin with a line that rises from 0."""
    header, (_, *columns) = decode(Histories(results).encode([f"diagnostics/{name}"], *stretch, pixels=300))
    assert len(columns) == (2 if header["envelope"] else 1)
    for column in columns:
        assert np.isnan(column[0]) == (not header["envelope"])
        assert set(column[~np.isnan(column)]) == {np.float32(value)}
        assert np.all(np.isfinite(column[1:]))


def test_a_million_rows_are_few_bytes(results):
    assert len(Histories(results).encode(["walk"], pixels=2000)) < 60_000


def test_an_unknown_sensor_is_a_key_error(results):
    with pytest.raises(KeyError):
        Histories(results).encode(["wlak"])


def test_a_listing_names_all_sensors(results):
    header, arrays = decoded_header(Histories(results).list_sensors())
    assert [sensor["name"] for sensor in header["sensors"]] == ["still", "walk"]
    assert (header["total_rows"], header["rows"], arrays) == (ROWS, 0, b"")


def decoded_header(data):
    (length,) = struct.unpack_from("<I", data)
    return json.loads(data[4 : 4 + length]), data[4 + length :]
