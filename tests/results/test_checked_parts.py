"""Every part of a results file has the form that a run writes. Readers refuse all other forms, and name the part."""

from __future__ import annotations

import h5py
import numpy as np
import pytest
from h5py import h5a, h5d, h5s, h5t

from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.opening import open_to_read

MIB = 1 << 20


def replaced(path, **values):
    """Replace parts of a file. In the keywords, two underscores separate the names of a path."""
    with h5py.File(path, "r+") as file:
        for name, value in values.items():
            part = name.replace("__", "/")
            if part in file:
                del file[part]
            if value is dict:
                file.create_group(part)
            else:
                file[part] = value


def refusal(path, part, *, before=(), read=False):
    """Return the message of the reader for a part of a file, after the parts in `before` were opened."""
    with open_to_read(path) as file:
        for other in before:
            assert file[other] is not None
        with pytest.raises(ResultsError) as refused:
            _ = file[part][()] if read else file[part]
    start, told = str(refused.value).split(": ", 1)
    assert start == f"cannot read {path}"
    return told


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("deck", 1.0, "deck is a dataset, not a group"),
        ("sensors", np.zeros(3), "sensors is a dataset, not a group"),
        ("time", dict, "time is a group, not a dataset"),
        ("time", np.arange(101), "time has values of type int64, not floating-point numbers"),
        ("time", ["a"], "time has values of type object, not floating-point numbers"),
        ("deck/source", 2.0, "deck/source has values of type float64, not texts"),
        ("model/shapes/S/triangles", np.zeros((1, 3)), "model/shapes/S/triangles has values of type float64, not whole numbers"),
        ("time", h5py.Empty("f8"), "time has no values"),
        ("model/points/P", np.zeros(2), "model/points/P has the shape (2,), not (3,)"),
        ("model/points/P", np.zeros((3, 1)), "model/points/P has the shape (3, 1), not (3,)"),
        ("model/frames/F", np.eye(3), "model/frames/F has the shape (3, 3), not (4, 4)"),
        ("sensors/tip", np.zeros(101), "sensors/tip has the shape (101,), not (101, any)"),
        ("sensors/tip", np.zeros((100, 3)), "sensors/tip has the shape (100, 3), not (101, any)"),
        ("motion/position", np.zeros((101, 1, 2)), "motion/position has the shape (101, 1, 2), not (101, 1, 3)"),
        ("model/points", np.dtype("f8"), "model/points is neither a group nor a dataset"),
    ],
)  # fmt: skip
def test_a_part_of_another_type_or_shape_is_refused(results_path, part, value, told):
    replaced(results_path, **{part.replace("/", "__"): value})
    assert refusal(results_path, part, before=() if part == "time" else ("time",)) == told


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("model/points/P", [0.0, np.nan, 0.0], "model/points/P has numbers that are not finite, or too large"),
        ("model/points/P", [0.0, 0.0, -np.inf], "model/points/P has numbers that are not finite, or too large"),
        ("model/points/P", [0.0, -1e100, 0.0], "model/points/P has numbers that are not finite, or too large"),
        ("model/points/P", [0.0, -0.99e100, 0.0], None),
        ("model/contacts/C/end", np.array([0, 2]), "model/contacts/C/end has values outside the range from 0 to 1"),
        ("model/contacts/C/end", np.array([-1, 1]), "model/contacts/C/end has values outside the range from 0 to 1"),
        ("model/contacts/C/end", np.array([0, 1]), None),
        ("model/contacts/C/end", np.zeros(0, int), None),
    ],
)
def test_a_value_outside_the_range_of_runs_is_refused(results_path, part, value, told):
    replaced(results_path, **{part.replace("/", "__"): value})
    if told is not None:
        assert refusal(results_path, part, read=True) == told
        return
    with open_to_read(results_path) as file:
        assert np.array_equal(file[part][()], value)


@pytest.mark.parametrize(
    ("corner", "before", "last"),
    [(3, ["vertices"], "2"), (-1, ["vertices"], "2"), (-1, [], "the last"), (2, ["vertices"], None), (99, [], None)],
)
def test_corners_of_triangles_are_vertices_of_the_same_shape(results_path, corner, before, last):
    """The number of vertices is known as soon as they were opened."""
    part = "model/shapes/S"
    replaced(results_path, model__shapes__S__vertices=np.eye(3), model__shapes__S__triangles=[[0, 1, corner]])
    opened = [f"{part}/{name}" for name in before]
    if last is not None:
        told = refusal(results_path, f"{part}/triangles", before=opened, read=True)
        assert told == f"{part}/triangles has values outside the range from 0 to {last}"
        return
    with open_to_read(results_path) as file:
        assert all(file[name] is not None for name in opened)
        assert file[f"{part}/triangles"][0, 2] == corner


def test_a_large_dataset_without_bytes_in_the_file_is_refused(results_path):
    """HDF5 would fill the memory with zeros. A dataset below a MiB does no harm."""
    part = "model/shapes/S/dimensions"
    for size in (MIB // 8, MIB // 8 + 1):
        with h5py.File(results_path, "r+") as file:
            if part in file:
                del file[part]
            file.create_dataset(part, shape=(size,), dtype="f8", chunks=(1024,))
        if size == MIB // 8:
            with open_to_read(results_path) as file:
                assert file[part].shape == (size,)
    assert refusal(results_path, part) == f"{part} has the shape (131073,), but hardly any of it is in the file"


def test_a_large_dataset_that_is_compressed_well_is_read(results_path):
    with h5py.File(results_path, "r+") as file:
        file.create_dataset("model/shapes/S/dimensions", data=np.zeros(1 << 20), compression="gzip")
    with open_to_read(results_path) as file:
        assert not file["model/shapes/S/dimensions"][()].any()


def time_attribute(file, name):
    """Write an attribute of HDF5's type for times, which numpy does not have."""
    h5a.create(file.id, name, h5t.UNIX_D32LE, h5s.create(h5s.SCALAR))


def test_types_that_numpy_does_not_have_are_damage(results_path):
    with h5py.File(results_path, "r+") as file:
        del file["time"], file["model/points/P"]
        for name in (b"time", b"model/points/P"):
            h5d.create(file.id, name, h5t.UNIX_D32LE, h5s.create_simple((3,)))
        for name in ("message", "remark"):
            file.attrs.pop(name, None)
            time_attribute(file, name.encode())
    assert refusal(results_path, "time") == "time is of no known type"
    assert refusal(results_path, "model/points/P") == "model/points/P is of no known type"
    with open_to_read(results_path) as file:
        for name in ("message", "remark"):
            with pytest.raises(ResultsError, match=f"top.h5: /@{name} is damaged$"):
                file.attrs[name]


@pytest.mark.parametrize("name", ["message", "remark"])
def test_texts_of_attributes_are_utf_8(results_path, name):
    for text in (b"gr\xc3\xbc\xc3\x9fe", b"gr\xfc\xdfe"):
        with h5py.File(results_path, "r+") as file:
            file.attrs.create(name, text, dtype=h5py.string_dtype())
        with open_to_read(results_path) as file:
            if text == b"gr\xc3\xbc\xc3\x9fe":
                assert file.attrs[name] == "grüße"
                continue
            with pytest.raises(ResultsError, match=f"top.h5: /@{name} is not valid UTF-8$"):
                file.attrs[name]


def test_texts_are_read_as_texts_only(results_path):
    replaced(results_path, remarks=["a", "bc"])
    with open_to_read(results_path) as file:
        texts = file["remarks"].asstr()  # a part that the layout does not name may have any form
        assert len(texts) == 2
        assert texts[1] == "bc"
        assert file["remarks"][1] == b"bc"
        with pytest.raises(ResultsError, match=r"top\.h5: time is not a text$"):
            file["time"].asstr()


def test_members_are_found_by_reference_and_described_by_their_class(results_path):
    with open_to_read(results_path) as file:
        assert file.get("time", getclass=True) is h5py.Dataset
        assert file.get("nothing", 7, getclass=True) == 7
        assert np.array_equal(file[file["time"].ref][()], file["time"][()])
        assert b"time" in file
        assert 3 not in file


def test_a_path_through_a_dataset_is_damage(results_path):
    with open_to_read(results_path) as file:
        assert "time" in file
        with pytest.raises(ResultsError, match=r"top\.h5: time/x is damaged$"):
            file["time/x"]
        with pytest.raises(ResultsError, match=r"top\.h5: sensors/tip/x is damaged$"):
            file["sensors"].get("tip/x")
