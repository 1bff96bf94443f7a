"""The copies of decks that a study stores. The tests use files with absolute names, files whose names contain any
bytes, and meshes that change.
"""

import json
import os
import shutil
import struct

import h5py
import pytest
from h5_datasets import datasets

from rbsolve.results.file.hdf5 import read_packed

MESH = "@SHAPE_DEFINITION { @SHAPE_NAME {hull} { @SHAPE_TYPE {MESH} @FILE_NAME {%s} } }"
INCLUDE = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {far} { @LIST_OF_FILE_NAMES {%s} } }"


def stl(height: float) -> bytes:
    return b"\xff" * 80 + struct.pack("<I12fH", 1, *(0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, height), 0)


def test_files_that_are_named_absolutely(deck, rbsolve, tmp_path):
    """Such files need --allow-include. A continuation from the copies needs neither the option nor the files."""
    home, far = tmp_path / "home", tmp_path / "far"
    home.mkdir()
    far.mkdir()
    (far / "hull.stl").write_bytes(stl(0.5))
    (far / "hull.dat").write_text(MESH % f'"{far}/hull.stl"')
    (home / "m.deck").write_text(deck.read_text() + INCLUDE % f'"{far}/hull.dat"')
    single, batch, study = tmp_path / "single.h5", tmp_path / "batch", tmp_path / "study"
    assert rbsolve("run", home / "m.deck", "-q", "-o", single) == 1
    assert rbsolve("run", home / "m.deck", "-q", "-o", single, "--allow-include", far) == 0
    assert rbsolve("batch", home / "m.deck", "-q", "-o", batch, "--allow-include", far) == 0
    assert rbsolve("sweep", home / "m.deck", "-q", "-o", study, "-p", "spin=3,4", "--allow-include", far) == 0
    of_batch, of_study = batch / "results" / "m.h5", tmp_path / "case.h5"
    shutil.rmtree(far)
    shutil.rmtree(home)
    assert rbsolve("export", study / "study.h5", "--case", 0, "-o", of_study) == 0
    assert "model/shapes/hull/vertices" in datasets(single)
    for end in (0.2, 0.3):  # the test copies the study twice, because each copy is created from a copy
        for path in (single, of_batch, of_study):
            assert rbsolve("resume", path, "-q", "--t-end", end) == 0
        wanted = datasets(single)
        for path in (of_batch, of_study):
            found = {name: data for name, data in datasets(path).items() if not name.startswith("deck/files")}
            assert found == {name: data for name, data in wanted.items() if name in found}
            assert "model/shapes/hull/vertices" in found


def test_an_exported_case_names_no_folder_that_is_gone(deck, rbsolve, tmp_path):
    study, case = tmp_path / "study", tmp_path / "case.h5"
    assert rbsolve("sweep", deck, "-q", "-o", study, "-p", "spin=3,4") == 0
    assert rbsolve("export", study / "study.h5", "--case", 1, "-o", case) == 0
    with h5py.File(case) as file:
        assert json.loads(file.attrs["overrides"]) == {"parameters": {"spin": 4.0}}
        assert dict(file["deck"].attrs) == {"folder": str(deck.parent)}


def test_a_mesh_that_changed_is_copied_again(deck, rbsolve, tmp_path):
    """The mesh affects no row, so the study is the same, and its file shows the present mesh."""
    mesh, study = tmp_path / "hull.stl", tmp_path / "study"
    deck.write_text(deck.read_text() + MESH % "hull.stl")
    for height in (0.5, 2.0):
        mesh.write_bytes(stl(height))
        assert rbsolve("sweep", deck, "-q", "-o", study, "-p", "spin=3,4") == 0
        with h5py.File(study / "study.h5") as file:
            assert read_packed(file["deck/files/hull.stl"]) == stl(height)
    assert (study / "decks" / "hull.stl").read_bytes() == stl(2.0)
    assert sorted(os.listdir(study / "decks")) == ["hull.stl", "stone.deck"]


@pytest.mark.parametrize(
    "name", [b"\xff\x7f.deck", "\N{GRINNING FACE} \N{LATIN SMALL LETTER U WITH DIAERESIS}".encode()]
)
def test_decks_may_be_called_anything(deck, rbsolve, tmp_path, name):
    named = tmp_path / os.fsdecode(name)
    deck.rename(named)
    study, batch = tmp_path / "study", tmp_path / "batch"
    assert rbsolve("sweep", named, "-q", "-o", study, "-p", "spin=3,4") == 0
    assert rbsolve("sweep", named, "-q", "-o", study, "-p", "spin=3,5", "--replace") == 0
    assert rbsolve("resume", study, "-q") == 0
    assert rbsolve("export", study / "study.h5", "--case", 1, "-o", tmp_path / "one.h5") == 0
    assert rbsolve("batch", named, "-q", "-o", batch) == 0
    assert rbsolve("resume", batch, "-q") == 0
    (result,) = (batch / "results").iterdir()
    result.name.encode()


def test_a_folder_of_no_text_is_refused(deck, rbsolve, tmp_path, capsys):
    """The stores of studies contain the names of their folders as text."""
    folder = tmp_path / os.fsdecode(b"\xff")
    assert rbsolve("sweep", deck, "-q", "-o", folder, "-p", "spin=3,4") == 4
    assert rbsolve("batch", deck, "-q", "-o", folder) == 4
    assert "give another folder with -o" in capsys.readouterr().err
    assert not folder.exists()
