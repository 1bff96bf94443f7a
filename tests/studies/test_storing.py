"""Studies that store every Nth row, or single precision. Scalars use all rows, and a whole case can be
exported.
"""

from __future__ import annotations

import csv

import numpy as np
import pytest

import rbsolve as package
from rbsolve.ensemble.storing import WHOLE, Storing
from rbsolve.studies.collecting.reader import StudyResults

SPINS = "spin=1,2,3"


def table_of(path):
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize(
    ("count", "every", "rows"), [(11, 4, [0, 4, 8, 10]), (9, 4, [0, 4, 8]), (1, 4, [0]), (0, 4, [])]
)
def test_the_last_row_is_always_stored(count, every, rows):
    assert np.arange(count)[Storing(every).rows(count)].tolist() == rows
    assert np.arange(count)[WHOLE.rows(count)].tolist() == list(range(count))


def test_numbers_beyond_single_precision_are_infinite():
    assert Storing(float32=True).stored(np.array([[1e300, -1e300, 0.1]])).tolist() == [
        [np.inf, -np.inf, float(np.float32(0.1))]
    ]


@pytest.mark.parametrize(
    ("options", "every", "dtype"),
    [(["--every", 4], 4, "<f8"), (["--float32"], 1, "<f4"), (["--every", 4, "--float32"], 4, "<f4")],
)
def test_a_study_with_fewer_rows_or_digits(options, every, dtype, deck, rbsolve, tmp_path):
    whole, some = tmp_path / "whole", tmp_path / "some"
    asked = ("sweep", deck, "-p", SPINS, "-q", "-j", 1, "--response", "area=integral(height.3)")
    assert rbsolve(*asked, "-o", whole) == 0
    assert rbsolve(*asked, *options, "-o", some) == 0
    picked = [*range(0, 11, every)] + ([10] if 10 % every else [])
    with StudyResults.open(whole / "study.h5") as one, StudyResults.open(some / "study.h5") as other:
        assert other.storing == Storing(every, dtype == "<f4")
        assert one.storing == WHOLE
        assert other.time.tobytes() == one.time[picked].tobytes()
        assert (other.rows == len(picked)).all()
        assert list(other) == list(one) == ["height", "turning"]
        assert other.summarized == []
        for name in one:
            assert other[name].dtype == dtype
            assert other[name][()].tobytes() == one[name][:, picked].astype(dtype).tobytes()
        assert other.responses["area"][0].tobytes() == one.responses["area"][0].tobytes()
        assert other.to_xarray()["turning"].shape == (3, len(picked), 3)
        assert dict(other.file.attrs)["every"] == every
    scalars = ("--max", "height.3", "--rms", "turning", "--final", "height")
    for folder in (whole, some):
        assert rbsolve("collect", folder, *scalars, "-q", "-o", folder / "table.csv") == 0
    # Scalars use all rows, in double precision.
    assert table_of(some / "table.csv") == table_of(whole / "table.csv")


def test_a_table_has_scalars_that_no_run_has_computed(deck, rbsolve, tmp_path):
    """A stone is thrown upwards at 5 m/s. Values between two rows are linear."""
    study = tmp_path / "s"
    assert (
        rbsolve("sweep", deck, "-p", SPINS, "-q", "-j", 1, "--response", "early=at(0.02, height.z)", "-o", study) == 0
    )
    asked = ("--response", "late=at(0.04, height.z)", "--response", "end=final(height.z)", "--final", "height.z")
    assert rbsolve("collect", study, *asked, "-q", "-o", study / "t.csv") == 0
    rows = table_of(study / "t.csv")
    assert len(rows) == 3
    for row in rows:
        for name, time in (("early [m]", 0.02), ("late [m]", 0.04), ("end [m]", 0.1)):
            assert float(row[name]) == pytest.approx(5.0 * time - 4.905 * time**2, abs=1e-9)


def test_a_case_is_exported_with_all_rows(deck, rbsolve, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", SPINS, "-q", "-j", 1, "--every", 5, "--float32", "-o", study) == 0
    assert rbsolve("export", study / "study.h5", "--case", 1, "-o", tmp_path / "one.h5") == 0
    alone = package.solve(deck, {"spin": 2.0})
    with package.open_results(tmp_path / "one.h5") as one:
        assert one["turning"].tobytes() == alone["turning"].tobytes()


def test_tables_of_fewer_rows_say_so(deck, rbsolve, capsys, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", SPINS, "-q", "-j", 1, "--every", 5, "-o", study) == 0
    capsys.readouterr()
    assert rbsolve("collect", study, "--max", "height", "-o", tmp_path / "a.csv") == 0
    assert "1 of 5 rows" not in capsys.readouterr().err
    assert rbsolve("collect", study, "--at", 0.03, "height", "-o", tmp_path / "a.csv") == 0
    assert "1 of 5 rows" in capsys.readouterr().err


def test_other_rows_are_solved_again(deck, rbsolve, capsys, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", deck, "-p", SPINS, "-j", 1, "--every", 5, "-o", study) == 0
    assert rbsolve("sweep", deck, "-p", SPINS, "-j", 1, "--every", 2, "-o", study) == 0
    assert "other rows are stored" in capsys.readouterr().err
    with StudyResults.open(study / "study.h5") as found:
        assert (found.rows == 6).all()


def test_a_study_file_names_rows_and_precision(deck, rbsolve, capsys, tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(
        'deck = "stone.deck"\noutput = "s"\n[parameters]\nspin = [1, 2]\n[run]\nevery = 10\nfloat32 = true\njobs = 1\n'
    )
    assert rbsolve("sweep", file, "-q") == 0
    with StudyResults.open(tmp_path / "s" / "study.h5") as found:
        assert found.storing == Storing(10, True)
    file.write_text(file.read_text().replace("every = 10", "every = 0"))
    assert rbsolve("sweep", file, "-q") != 0
    assert "`every` must be positive" in capsys.readouterr().err


@pytest.mark.parametrize("spill", [False, True])
def test_ensembles_with_fewer_rows_and_digits(spill, deck, tmp_path):
    given = {"parameters": {"spin": np.array([1.0, 2.0, 3.0])}, "threads": 1}
    whole = package.solve_many(deck, **given)
    some = package.solve_many(deck, **given, every=4, float32=True, spill=tmp_path / "rows" if spill else None)
    picked = [0, 4, 8, 10]
    assert some["turning"].dtype == np.float32
    assert some["turning"].tobytes() == whole["turning"][:, picked].astype(np.float32).tobytes()
    assert some.time.tobytes() == whole.time[picked].tobytes()
    assert some.to_xarray()["height"].shape == (3, 4, 3)
    assert some.case(1)["turning"].tobytes() == whole["turning"][1].tobytes()
    with pytest.raises(ValueError, match="every 0-th row cannot be stored"):
        package.solve_many(deck, **given, every=0)


def test_a_submitted_study_has_its_rows(deck, tmp_path):
    study = package.Study.submit(deck, {"spin": [1.0, 2.0]}, tmp_path / "s", every=3, float32=True)
    study.resume(jobs=1)
    with StudyResults.open(tmp_path / "s" / "study.h5") as found:
        assert found.storing == Storing(3, True)
    with pytest.raises(ValueError, match="of at least 1"):
        package.Study.submit(deck, {"spin": [1.0]}, tmp_path / "t", every=0)
