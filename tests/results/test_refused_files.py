"""Files that cannot be read or written. Each message names the file and the reason."""

from __future__ import annotations

import errno
import os
import struct
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

from rbsolve.language.options import Options
from rbsolve.results.contents.columns import as_variable, label_dimensions
from rbsolve.results.contents.stored import StoredResults
from rbsolve.results.contents.unpacking import unpack_deck
from rbsolve.results.file import hdf5, opening
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.superblock import SIZE, lookup3
from rbsolve.results.file.tail import TableRows
from rbsolve.results.file.target import OutputError, convert_errors, reason, whole
from rbsolve.results.presentation.export import export


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "something else"), "No space left on device"),
        (OSError("can't write (errno = 28, error message = 'No space left', buf = 0x1)"), "No space left"),
        (RuntimeError("a (error message = 'first') b (error message = 'second')"), "first"),
        (OSError("can't close"), "can't close"),
        (ValueError("no row"), "no row"),
    ],
)
def test_the_reason_of_an_error_has_no_internals_of_hdf5(error, told):
    assert reason(error) == told
    if isinstance(error, (OSError, RuntimeError)):
        with pytest.raises(OutputError) as refused, convert_errors("o.h5", lambda: "; kept"):
            raise error
        assert str(refused.value) == f"cannot write o.h5: {told}; kept"


def test_a_file_that_is_written_whole_is_written_or_not_there(tmp_path):
    path = tmp_path / "o.csv"

    def write(error):
        with whole(path) as temporary:
            temporary.write_text("time\n")
            raise error

    with pytest.raises(OutputError) as refused:
        write(OSError(errno.ENOSPC, "full"))
    assert str(refused.value) == f"cannot write {path}: No space left on device"
    with pytest.raises(ResultsError, match=r"^cannot read x$"):  # a source that cannot be read is named itself
        write(ResultsError("cannot read x"))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("name", "told"), [("o.xlsx", ".xlsx"), ("o", "a file without suffix"), ("o.CSV", ".CSV")])
def test_tables_have_two_formats(results_path, tmp_path, name, told):
    with StoredResults.open(results_path) as results, pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is checked
        export(results, tmp_path / name)
    assert str(refused.value) == f"cannot export to {told}: use .csv, .parquet"
    assert not (tmp_path / name).exists()


def with_superblock(path, *, flags=0, added=0):
    """Change the flags of a file or the address of its end, with a correct checksum. The digest is cut off."""
    content = bytearray(path.read_bytes())
    (end,) = struct.unpack_from("<Q", content, 28)
    content = content[:end]
    content[11] = flags
    struct.pack_into("<Q", content, 28, end + added)
    struct.pack_into("<I", content, SIZE - 4, lookup3(bytes(content[: SIZE - 4])))
    return bytes(content)


def test_a_file_that_its_writer_has_not_closed_is_named(results_path):
    results_path.write_bytes(with_superblock(results_path, flags=1))
    with pytest.raises(ResultsError) as refused:
        StoredResults.open(results_path)
    told = "the program that wrote it has not closed it, or was killed"
    assert str(refused.value) == f"cannot read {results_path}: {told}"


def test_a_running_file_tells_how_many_bytes_are_missing(results_path):
    partial = results_path.with_name(".top.h5.partial")
    for added in (0, 7):
        partial.write_bytes(with_superblock(results_path, added=added))
        assert opening.missing_bytes(partial) == added
    with pytest.raises(ResultsError) as refused:
        StoredResults.open(partial)
    assert str(refused.value) == (
        f"cannot read {partial}: it is truncated: at least 7 bytes are missing. `rbsolve resume` continues from the "
        "newest remaining checkpoint, if there is one"
    )


@pytest.mark.parametrize("name", ["top.h5", ".top.h5.partial"])
def test_a_running_file_is_read_as_soon_as_it_has_sensors(results_path, name):
    with h5py.File(results_path, "r+") as file:
        del file["sensors"]
    path = results_path.rename(results_path.with_name(name))
    with pytest.raises(ResultsError) as refused:
        StoredResults.open(path)
    assert str(refused.value) == f"cannot read {path}: it is an HDF5 file, but rbsolve did not write it"


def test_an_error_of_hdf5_while_reading_is_damage(results_path):
    with StoredResults.open(results_path) as results:
        for error, told in ((KeyError("a"), "KeyError: 'a'"), (OverflowError("b"), "OverflowError: b")):
            with pytest.raises(ResultsError) as refused, results.report_damage():
                raise error
            assert str(refused.value) == f"cannot read {results_path}: they are damaged ({told})"
        with pytest.raises(ResultsError, match=r"^own words$"), results.report_damage():
            raise ResultsError("own words")
    with StoredResults.from_image(results_path.read_bytes()) as results:
        with pytest.raises(ResultsError) as refused, results.report_damage():
            raise RuntimeError("c")
        assert str(refused.value) == "cannot read the results: they are damaged (RuntimeError: c)"


def test_damage_that_appears_while_a_file_is_opened_is_named(results_path, monkeypatch):
    def damaged(*_):
        raise RuntimeError("no such heap")

    monkeypatch.setattr("rbsolve.results.contents.stored._is_ours", damaged)
    with pytest.raises(ResultsError) as refused:
        StoredResults.open(results_path)
    assert str(refused.value) == f"cannot read {results_path}: it is damaged (no such heap)"


def test_damaged_rows_of_a_checkpoint_are_named(results_path):
    with StoredResults.open(results_path) as results:
        with pytest.raises(ResultsError) as refused:
            results.look_from(TableRows(-1, 0, 0, 0))
        assert str(refused.value) == f"cannot read {results_path}: the rows of its checkpoint are damaged"


def test_results_without_motion_and_closed_results_are_described(results_path):
    with h5py.File(results_path, "r+") as file:
        del file["motion"]
    results = StoredResults.open(results_path)
    assert (results.motion, results.bodies, results.frames) == ({}, (), ())
    assert repr(results) == f"<StoredResults {results_path}: complete, 5 sensors, 101 rows>"
    results.close()
    assert repr(results) == "<StoredResults, closed>"
    assert results._repr_html_() == "<p>results, closed</p>"


def test_files_of_a_deck_stay_in_its_folder(results_path, tmp_path):
    """The name of a stored file can be any text, also an absolute path."""
    with h5py.File(results_path, "r+") as file:
        for name in (str(tmp_path / "outside").replace("/", "%2F"), "..%2F..%2F..%2Fabove", "parts%2F..%2F..%2Fbeside"):
            file[f"deck/files/{name}"] = "stolen"
    with StoredResults.open(results_path) as results:
        deck, options = unpack_deck(results.file, tmp_path / "deck", Options())
    folder = tmp_path / "deck"
    assert deck.parent == folder / "d0" / "d1" / "d2" / "d3"  # deep enough for the three levels of the stored names
    written = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}
    assert written == {
        "d0/above": "stolen",
        "d0/d1/d2/beside": "stolen",
        "d0/d1/d2/d3/parts/a.dat": "! a\n",
        "d0/d1/d2/d3/top.deck": "@MODEL {}\n! Größe\n",
    }
    assert sorted(os.listdir(tmp_path)) == ["deck", "top.h5"]
    assert options.allow_include == (folder,)


@pytest.mark.parametrize(
    ("name", "stored"),
    [("", "%"), (".", "%2E"), ("%", "%25"), ("a/b", "a%2Fb"), ("a\0b", "a%00b"), ("..", ".."), ("a%2Fb", "a%252Fb")],
)
def test_every_name_is_one_component_of_a_path(name, stored):
    assert hdf5.safe_name(name) == stored
    assert hdf5.original_name(stored) == name


def test_sets_of_labels_of_the_same_length_have_dimensions_of_their_own(make_sensor):
    def labelled(**labels):
        """The dimensions of sensors of a type without other labels than their own."""
        return label_dimensions(
            {
                name: make_sensor(name, tuple(own.split()), "ENERGY", rotation_parameters=None)
                for name, own in labels.items()
            }
        )

    a, b, c = ("a b", "c d", "e f")
    assert labelled(p=a, q=a) == {"p": ("component", ("a", "b")), "q": ("component", ("a", "b"))}
    found = labelled(p=a, q=b, r="k", s=c, t=b)
    assert found == {
        "p": ("component_2", ("a", "b")),
        "q": ("component_2_b", ("c", "d")),
        "s": ("component_2_c", ("e", "f")),
        "t": ("component_2_b", ("c", "d")),
    }
    many = labelled(**{f"s{k}": f"a{k} b{k}" for k in range(29)})
    assert [many[f"s{k}"][0] for k in (0, 1, 25, 26, 27, 28)] == [
        "component_2", "component_2_b", "component_2_z", "component_2_1", "component_2_2", "component_2_3",
    ]  # fmt: skip
    values = np.arange(6.0).reshape(3, 2)
    dimensions, same = as_variable(("time",), values, found["q"])
    assert dimensions == ("time", "component_2_b")
    assert same is values
    dimensions, first = as_variable(("time",), values, None)
    assert dimensions == ("time",)
    np.testing.assert_array_equal(first, [0.0, 2.0, 4.0])


def test_discarded_files_are_closed_wherever_they_are(tmp_path):
    for file in (hdf5.new_in_memory(1), hdf5.open_to_write(tmp_path / "o.h5", "w")):
        file["rows"] = np.arange(3.0)
        hdf5.let_go(file)
        assert not file


def test_a_running_file_is_read_with_an_hdf5_that_has_no_limit(results_path, monkeypatch):
    def missing(*_):
        raise OSError("no such library")

    for library in (missing, lambda *_: SimpleNamespace()):
        monkeypatch.setattr(opening, "ctypes", SimpleNamespace(CDLL=library))
        assert opening._limit_read_attempts.__wrapped__() is None
    monkeypatch.setattr(opening, "_limit_read_attempts", lambda: None)
    with opening.open_written(results_path) as file:
        assert file["time"][-1] == 1.0
