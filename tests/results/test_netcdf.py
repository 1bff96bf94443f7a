"""Readers of HDF5 and netCDF-4 in other programs."""

from __future__ import annotations

import shutil
import subprocess

import h5netcdf
import h5py
import netCDF4
import numpy as np
import pytest
import xarray
from h5py import h5d, h5s, h5t

from rbsolve.results.file.conventions import Status
from rbsolve.results.writer import ResultsWriter


@pytest.mark.parametrize("engine", ["h5netcdf", "netcdf4"])
def test_xarray_reads_the_sensors(results_path, sensors, time, engine):
    with xarray.open_dataset(results_path, engine=engine, group="sensors") as dataset:
        assert set(dataset.data_vars) == {sensor.name for sensor in sensors}
        assert set(dataset.coords) == {"time"}
        np.testing.assert_array_equal(dataset["time"], time)
        assert dataset["time"].attrs["units"] == "s"
        assert dataset["tip"].sel(time=0.5).shape == (3,)
        for sensor in sensors:
            variable = dataset[sensor.name]
            assert variable.dims == ("time", f"component_{len(sensor.components)}")
            assert variable.attrs["units"] == sensor.units
            assert variable.attrs["observer"] == sensor.observer
            np.testing.assert_array_equal(
                variable, np.concatenate([sensor.history(t) for t in np.array_split(time, 4)])
            )


@pytest.mark.parametrize("engine", ["h5netcdf", "netcdf4"])
def test_xarray_reads_the_whole_tree_with_time_as_coordinate(results_path, time, engine):
    with xarray.open_datatree(results_path, engine=engine) as tree:
        np.testing.assert_array_equal(tree["sensors"].to_dataset()["time"], time)
        assert tree["diagnostics"]["step_size"].dims == ("time",)
        assert tree["model/frames"]["F"].dims == ("row_4", "component_4")


@pytest.mark.parametrize("engine", ["h5netcdf", "netcdf4"])
def test_xarray_reads_the_motion(results_path, time, engine):
    with xarray.open_dataset(results_path, engine=engine, group="motion") as dataset:
        assert set(dataset.coords) == {"time"}
        assert dataset["position"].dims == ("time", "body_1", "component_3")
        assert dataset["orientation"].dims == ("time", "body_1", "component_4")
        assert dataset["position"].attrs["bodies"] in ("top", ["top"])


def test_netcdf4_finds_no_phony_dimension(results_path):
    with netCDF4.Dataset(results_path) as dataset:
        assert set(dataset.dimensions) == {
            "time", "component_1", "component_3", "component_4", "component_7", "component_9", "row_3", "row_4", "body_1",
        }  # fmt: skip
        assert dataset.dimensions["time"].isunlimited()
        assert set(dataset.variables) == {"time"}
        assert dataset["sensors/tip"].dimensions == ("time", "component_3")
        assert dataset["sensors/tip"].getncattr("components") == ["x1", "x2", "x3"]
        assert dataset["model/bodies/top/inertia"].dimensions == ("row_3", "component_3")
        assert dataset["deck/source"][...] == "@MODEL {}\n! Größe\n"
        assert dataset["model"].dimensions == {}


def test_h5netcdf_reads_it_without_guessing_dimensions(results_path):
    with h5netcdf.File(results_path, "r") as file:
        assert file["sensors/attitude"].dimensions == ("time", "component_9")
        assert file.attrs["status"] == "complete"


@pytest.mark.skipif(shutil.which("ncdump") is None, reason="ncdump is not installed")
def test_ncdump_reads_it(results_path):
    header = subprocess.run(["ncdump", "-h", results_path], capture_output=True, text=True, check=True).stdout
    assert "double tip(time, component_3) ;" in header
    sensors = header[header.index("group: sensors") : header.index("} // group sensors")]
    assert "double time(time) ;" in sensors
    assert 'string tip:units = "m" ;' in header
    assert "phony" not in header


def test_dimension_scales_are_attached_on_both_sides(results_path):
    with h5py.File(results_path) as file:
        for name in set(file["sensors"]) - {"time"}:
            dataset = file["sensors"][name]
            assert h5py.h5ds.is_attached(dataset.id, file["time"].id, 0)
            assert h5py.h5ds.is_attached(dataset.id, file[f"component_{dataset.shape[1]}"].id, 1)
        assert file["sensors/tip"].dims[0]["time"] == file["time"]


def test_more_histories_than_an_old_attribute_can_hold_stay_attached(tmp_path, make_sensor, write_rows):
    """Each dimension of a history is an entry of the attribute. A dataset may have many dimensions, so a few datasets
    suffice for many histories.
    """
    most = 32
    with ResultsWriter(tmp_path / "o.h5", [make_sensor("tip")], 1) as writer:
        many = writer.file.create_group("many")
        for k in range(5500 // most):
            dataset = h5d.create(many.id, b"h%d" % k, h5t.IEEE_F64LE, h5s.create_simple((1,) * most))
            writer.dimensions.attach(many, f"h{k}", dataset, ["time"] * most)
        write_rows(writer, np.zeros(1), [make_sensor("tip")], 1)
        writer.finish(Status.COMPLETE, "")
    with h5py.File(tmp_path / "o.h5") as file:
        assert file["time"].attrs["REFERENCE_LIST"].nbytes > 65536
        assert h5py.h5ds.is_attached(file[f"many/h{k}"].id, file["time"].id, most - 1)
        assert h5py.h5ds.is_attached(file["sensors/tip"].id, file["time"].id, 0)
    with netCDF4.Dataset(tmp_path / "o.h5") as dataset:
        assert dataset[f"many/h{k}"].dimensions == ("time",) * most
        assert dataset["sensors/tip"].dimensions == ("time", "component_3")


def test_datasets_carry_no_time_stamps(results_path):
    with h5py.File(results_path) as file:
        stamped = []
        file.visititems(lambda name, item: stamped.append(name) if h5py.h5o.get_info(item.id).ctime else None)
    assert stamped == []
