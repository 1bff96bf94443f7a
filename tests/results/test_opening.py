"""Files from unknown sources. The reader reads no data outside the file, and reports damaged or truncated files."""

from __future__ import annotations

import ctypes
import os
import re
import struct

import h5py
import numpy as np
import pytest
from h5py import h5d, h5p, h5s, h5t

from rbsolve.cli import main
from rbsolve.results.file.checked import Group
from rbsolve.results.file.conventions import partial_of, path_to_read
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.opening import READ_ATTEMPTS, open_image, open_to_read, open_written
from rbsolve.results.file.superblock import SIZE, Superblock, lookup3
from rbsolve.runs.results import Results

SECRET = struct.pack("<303d", *range(303))


def external_storage(file: h5py.File, secret: str) -> None:
    """Replace the rows of a sensor by the bytes of another file."""
    properties = h5p.create(h5p.DATASET_CREATE)
    properties.set_external(secret.encode(), 0, len(SECRET))
    h5d.create(file["sensors"].id, b"tip", h5t.IEEE_F64LE, h5s.create_simple((101, 3)), properties)


def virtual_dataset(file: h5py.File, secret: str) -> None:
    layout = h5py.VirtualLayout(shape=(101, 3), dtype="f8")
    layout[...] = h5py.VirtualSource(secret + ".h5", "inside", shape=(101, 3))
    file["sensors"].create_virtual_dataset("tip", layout)


def external_link(file: h5py.File, secret: str) -> None:
    file["sensors/tip"] = h5py.ExternalLink(secret + ".h5", "/inside")


def soft_link(file: h5py.File, secret: str) -> None:
    """Add a link to a member. The link is an external link."""
    file["elsewhere"] = h5py.ExternalLink(secret + ".h5", "/")
    file["sensors/tip"] = h5py.SoftLink("/elsewhere/inside")


CRAFTED = [external_storage, virtual_dataset, external_link, soft_link]


@pytest.fixture
def crafted(request, results_path):
    """Return a results file whose sensor `tip` has its data in another file."""
    secret = results_path.with_name("secret")
    secret.write_bytes(SECRET)
    with h5py.File(f"{secret}.h5", "w") as file:
        file["inside"] = np.frombuffer(SECRET).reshape(101, 3)
    with h5py.File(results_path, "r+") as file:
        attributes = dict(file["sensors/tip"].attrs)
        del file["sensors/tip"]
        request.param(file, str(secret))
        for name in ("components", "units"):
            file["sensors/tip"].attrs[name] = attributes[name]
    with h5py.File(results_path) as file:
        assert file["sensors/tip"][2, 1] == 7.0  # HDF5 itself can read the file
    return results_path


@pytest.mark.parametrize("crafted", CRAFTED, indirect=True)
def test_no_command_reads_another_file(crafted, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for arguments in (["info"], ["plot", "-o", "o.png"], ["export", "-o", "o.csv"], ["export", "-o", "o.parquet"]):
        assert main([*arguments, str(crafted)]) == 4
        assert "sensors/tip" in capsys.readouterr().err
    assert not list(tmp_path.glob("o.*"))


@pytest.mark.parametrize("crafted", CRAFTED, indirect=True)
def test_no_reader_reads_another_file(crafted):
    with Results.open(crafted) as results:
        for read in (
            lambda: results["tip"],
            lambda: results.sensors["tip"],
            lambda: results.file["sensors/tip"],
            lambda: results.file["/sensors"]["tip"],
            lambda: results.file["sensors"].get("tip"),
            lambda: dict(results.file["sensors"].items()),
            lambda: results.to_xarray(),
        ):
            with pytest.raises(ResultsError, match="tip"):
                read()
    with open_image(crafted.read_bytes()) as file, pytest.raises(ResultsError):
        file["sensors/tip"]


def test_groups_of_a_file_are_safe_ones(results_path):
    with open_to_read(results_path) as file:
        for group in (file["sensors"], file["/"], file["model"]["bodies"], file["sensors"]["/model"]):
            assert isinstance(group, Group)
        assert "sensors/tip" in file
        assert "nothing/tip" not in file
        assert file.get("nothing") is None
        assert file["time"].shape == (101,)


def test_what_a_reader_would_wait_for_is_refused(tmp_path):
    os.mkfifo(tmp_path / "o.h5")
    os.mkfifo(tmp_path / ".o.h5.partial")
    for name in ("o.h5", ".o.h5.partial"):
        with pytest.raises(ResultsError, match="not a regular file"):
            Results.open(tmp_path / name)


def test_the_checksum_is_the_one_of_its_author():
    """The values are in the comments and the driver of Bob Jenkins's lookup3.c."""
    assert lookup3(b"") == 0xDEADBEEF
    assert lookup3(b"Four score and seven years ago") == 0x17770551


def test_superblocks_are_checked(results_path):
    first = results_path.read_bytes()[:SIZE]
    found = Superblock.of(first)
    assert found.is_whole
    assert 0 < results_path.stat().st_size - found.end < 200  # the digest is after the end of the HDF5 data
    for place in range(8 * 9, 8 * SIZE):  # after the signature and the version
        changed = bytearray(first)
        changed[place // 8] ^= 1 << place % 8
        assert not Superblock.of(bytes(changed)).is_whole
    assert Superblock.of(first[:-1]) is None
    assert Superblock.of(b"x" * SIZE) is None


@pytest.mark.parametrize(
    ("part", "name", "value", "words"),
    [
        ("sensors/tip", "units", 3, "sensors/tip@units is not a text"),
        ("sensors/tip", "components", np.arange(3), "sensors/tip@components is not texts"),
        ("sensors/tip", "components", ["x", "y"], "sensors/tip@components has 2 words, not 3"),
        ("/", "status", 1.0, "/@status is not a text"),
        ("/", "options", "[1", "/@options is not an object in JSON"),
        ("model/bodies/top", "mass", "heavy", "model/bodies/top@mass is not a number"),
        ("model/bodies/top", "mass", np.nan, "model/bodies/top@mass is not finite"),
    ],
)
def test_an_attribute_is_what_a_run_writes(results_path, part, name, value, words):
    with open_to_read(results_path) as file:  # the output of a run is correct
        assert file[part].attrs[name] is not None
    with h5py.File(results_path, "a") as file:
        file[part].attrs[name] = value
    with open_to_read(results_path) as file:
        found = file[part]
        if isinstance(value, list):
            assert found.shape[1] == 3  # the test compares all other messages with this message
        with pytest.raises(ResultsError, match=re.escape(words)):
            found.attrs[name]


@pytest.mark.parametrize(
    ("there", "read"),
    [((), "complete"), (("complete",), "complete"), (("partial",), "partial"), (("complete", "partial"), "complete")],
)
def test_a_left_over_partial_file_is_read_only_if_there_is_no_other(tmp_path, there, read):
    places = {"complete": tmp_path / "o.h5", "partial": partial_of(tmp_path / "o.h5")}
    for name in there:
        places[name].touch()
    assert path_to_read(places["complete"]) == places[read]


def test_a_file_that_is_being_written_is_read_with_few_attempts(results_path):
    """If the checksum of a part stays wrong, HDF5 would never end without a limit."""
    attempts = ctypes.c_uint(0)
    read_attempts = ctypes.CDLL(h5p.__file__).H5Pget_metadata_read_attempts
    read_attempts.argtypes = [ctypes.c_int64, ctypes.POINTER(ctypes.c_uint)]
    with open_written(results_path) as file:
        assert read_attempts(file.id.get_access_plist().id, ctypes.byref(attempts)) >= 0
    assert attempts.value == READ_ATTEMPTS
