"""`rbsolve export --case N --deck`: a deck with results bitwise identical to the case."""

import shutil

import h5py
import pytest

import rbsolve as package
from rbsolve.studies.collecting.case_deck import CaseDeck
from rbsolve.studies.disk.folder import StudyFolder

AXES = ("-p", "spin=0.1,3", "-p", "mass=-1,2", "-p", "throw=[0,0,1],[1e-3,2,1]")
INCLUDE = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {parts/parameters.dat} } }\n"


@pytest.fixture
def study(deck, rbsolve, tmp_path):
    folder = tmp_path / "study"
    assert rbsolve("sweep", deck, *AXES, "--step", 5e-4, "--option", "TABLEAU=RK33", "-q", "-o", folder) == 3
    return folder


def check(study, number, deck):
    single = package.solve(deck, step=5e-4, options={"TABLEAU": "RK33"})
    with h5py.File(study / "study.h5") as file:
        for name in single:
            assert file[f"sensors/{name}"][number].tobytes() == single[name].tobytes()


@pytest.mark.parametrize("source", ["folder", "file", "file alone"])
def test_a_deck_with_its_values(study, rbsolve, tmp_path, capsys, source):
    path = study if source == "folder" else study / "study.h5"
    if source == "file alone":
        path = shutil.copy(path, tmp_path / "alone.h5")
    written = tmp_path / "case.deck"
    assert rbsolve("export", path, "--case", 7, "--deck", "-o", written) == 0
    said = capsys.readouterr().err
    assert "--step 0.0005 --option TABLEAU=RK33" in said
    text = written.read_text()
    assert text.startswith(
        "! Case 7 of a study of stone.deck: spin = 3.0, mass = 2.0, throw = 0.001, 2.0, 1.0.\n! Changed on the command line"
    )
    assert "@DESIGN_PARAMETER_NAME {#throw} @VECTOR_VALUE {0.001, 2.0, 1.0}" in text
    check(study, 7, written)


def test_the_deck_of_a_case_that_failed(study, rbsolve, tmp_path, capsys):
    written = tmp_path / "case.deck"
    assert rbsolve("export", study, "--case", 0, "--deck", "-o", written) == 0
    assert rbsolve("check", written) == 1
    assert "must be greater than 0, but -1 is given" in capsys.readouterr().err
    for number in (8, -1):
        assert rbsolve("export", study, "--case", number, "--deck", "-o", written) == 2
    assert rbsolve("export", study / "study.h5", "--deck", "-o", written) == 2


def test_a_deck_of_several_files_is_a_folder(deck, rbsolve, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts").mkdir()
    start, end = deck.read_text().index("@DESIGN_PARAMETERS"), deck.read_text().index("@GRAVITY")
    (tmp_path / "parts/parameters.dat").write_text(
        deck.read_text()[start:end].replace("{#spin} @SCALAR_VALUE {3}", "{#spin} { @SCALAR_VALUE {2 + 1} }")
    )
    deck.write_text(deck.read_text()[:start] + INCLUDE + deck.read_text()[end:])
    assert rbsolve("sweep", deck, *AXES, "--step", 5e-4, "--option", "TABLEAU=RK33", "-q", "-o", "study") == 3
    assert rbsolve("export", "study/study.h5", "--case", 3, "--deck") == 0
    assert capsys.readouterr().err.splitlines()[-2] == "case-3"
    files = (path.relative_to(tmp_path / "case-3") for path in (tmp_path / "case-3").rglob("*") if path.is_file())
    assert sorted(map(str, files)) == ["parts/parameters.dat", "stone.deck"]
    check(tmp_path / "study", 3, tmp_path / "case-3" / "stone.deck")
    assert rbsolve("export", "study/study.h5", "--case", 3, "--deck") == 4
    assert "exists already" in capsys.readouterr().err
    assert rbsolve("export", "study", "--case", 3, "--deck", "-o", "x.deck") == 4


def test_a_case_of_a_batch(deck, rbsolve, tmp_path):
    other = tmp_path / "other.deck"
    other.write_text(deck.read_text().replace("@MASS {#mass}", "@MASS {2*#mass}"))
    assert rbsolve("batch", deck, other, "-p", "mass=3", "-q", "-o", tmp_path / "b") == 0
    written = CaseDeck.of_folder(StudyFolder.open(tmp_path / "b"), 1).write(tmp_path / "one.deck", "")
    single, wanted = package.solve(written), package.solve(other, {"mass": 3})
    assert single["height"].tobytes() == wanted["height"].tobytes()
    assert "{2*#mass}" in written.read_text()
