"""Rows of results files from which runs start (`--start-from`)."""

from __future__ import annotations

import math

import h5py
import numpy as np
import pytest

from rbsolve.pipeline.beginning import digest_of, read_start, split, write_start
from rbsolve.solver.assembly.initial.given_start import StartRow

ROW = StartRow(
    "o.h5", 0.5, ("a", "b"), np.arange(6.0).reshape(2, 3), np.eye(2, 4), np.ones((2, 3)), np.zeros((2, 3)),
    {"J": 7.0}, {"s": 0.25},
)  # fmt: skip


@pytest.fixture
def path(tmp_path):
    write_start(ROW, tmp_path / "o.h5")
    return tmp_path / "o.h5"


@pytest.mark.parametrize(
    ("turned", "elements"), [({"J": 7.0}, {"s": 0.25}), ({}, {"s": 0.25}), ({"J": 7.0}, {}), ({}, {})]
)
def test_a_row_that_is_written_is_read_again(tmp_path, turned, elements):
    row = ROW._replace(turned=turned, elements=elements)
    write_start(row, tmp_path / "o.h5")
    found = read_start(str(tmp_path / "o.h5"))
    assert (found.time, found.bodies, found.turned, found.elements) == (0.5, ("a", "b"), turned, elements)
    for name in ("x", "e", "u", "w"):
        np.testing.assert_array_equal(getattr(found, name), getattr(row, name))
    assert digest_of(found) == digest_of(row)
    assert digest_of(row._replace(time=0.25)) != digest_of(row)
    with h5py.File(tmp_path / "o.h5") as file:
        assert ("motion/joint_rotation" in file, "motion/signal_state" in file) == (bool(turned), bool(elements))


def refusal(text):
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is checked
        read_start(str(text))
    return str(refused.value)


@pytest.mark.parametrize("times", [np.empty(0), 0.5])
def test_a_file_without_rows_is_refused(path, times):
    with h5py.File(path, "r+") as file:
        del file["time"]
        file["time"] = times
    assert refusal(path) == f"{path} has no rows"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("position", np.full((1, 2, 3), math.nan)),
        ("orientation", np.full((1, 2, 4), math.inf)),
        ("velocity", np.zeros((1, 1, 3))),
        ("angular_velocity", np.zeros((1, 2, 2))),
    ],
)
def test_a_row_without_values_is_refused(path, name, value):
    with h5py.File(path, "r+") as file:
        del file[f"motion/{name}"]
        file[f"motion/{name}"] = value
    assert refusal(path) == f"the row of {path} at t = 0.5 s has no values for some of its bodies"


def test_a_file_without_the_names_of_its_bodies_is_damaged(path):
    with h5py.File(path, "r+") as file:
        del file["motion"].attrs["bodies"]
    assert refusal(path).startswith(f"{path} is damaged: ")


def test_a_file_without_velocities_is_refused(path):
    with h5py.File(path, "r+") as file:
        del file["motion/velocity"], file["motion/orientation"]
    told = "has no /motion/orientation and no /motion/velocity: run its deck again, without --no-motion"
    assert refusal(path) == f"{path} {told}"


def test_the_named_time_has_a_row(path):
    assert read_start(f"{path}@0.5").time == 0.5
    for text, time in (("0.6", "0.6"), ("inf", "inf"), ("nan", "nan")):
        assert refusal(f"{path}@{text}") == f"{path} has no row at t = {time} s; the nearest is at 0.5 s"
    assert refusal(f"{path}@end") == f"in {path}@end, `end` after the @ is not a time in seconds"
    with pytest.raises(FileNotFoundError, match=r"^there is no file /nowhere/o\.h5$"):
        read_start("/nowhere/o.h5@1")
    assert split("a@b.h5@-1e-3") == ("a@b.h5", -1e-3)
