"""The diagnostics of checks and runs of each case. The diagnostics are the same in ensembles, studies and tables as in
the results of single runs.
"""

from __future__ import annotations

import csv

import h5py
import numpy as np
import pytest
import xarray
from h5_datasets import datasets

import rbsolve as package
from rbsolve.studies.collecting.reader import StudyResults

# The deck has a rod that hangs down or stands up, depending on `height`. Its moments of inertia are impossible if
# `height` is large.
ROD = """\
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#mass} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#height} @SCALAR_VALUE {1} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {idle} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, 1, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {#mass} @MOMENTS_OF_INERTIA {1, 1, #height} @CENTRE_OF_MASS_LOCATION {0, 0, #height - 1.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rod} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, rod} @AT_POINT {O} @TRIAD_NAME {T} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }
"""
CODES = {
    1.0: ["unused-object", "equilibrium"],
    2.0: ["unused-object", "unstable-equilibrium"],
    3.0: ["unused-object", "invalid-value", "unstable-equilibrium"],
}
WARNINGS = {1.0: 1, 2.0: 2, 3.0: 3}


@pytest.fixture
def rod(tmp_path):
    path = tmp_path / "rod.deck"
    path.write_text(ROD)
    return path


@pytest.mark.parametrize("threads", [1, 2])
def test_an_ensemble_has_the_findings_of_single_runs(rod, threads):
    heights = [2.0, 1.0, 3.0, 1.0, 2.0]
    ensemble = package.solve_many(rod, {"height": heights, "mass": [1.0, 1.0, 1.0, -1.0, 1.0]}, threads=threads)
    assert [found.code for found in ensemble.findings[3]] == ["unused-object", "invalid-value"]
    assert ensemble.findings[3][1].severity == "error"
    for case in (0, 1, 2, 4):
        single = package.solve(rod, parameters={"height": heights[case]})
        assert [found.code for found in single.findings] == CODES[heights[case]]
        assert ensemble.findings[case] == ensemble.case(case).findings == single.findings


def test_a_study_has_them_by_case(rod, rbsolve, tmp_path, capsys):
    study = tmp_path / "s"
    assert rbsolve("sweep", rod, "-p", "mass=-1,1", "-p", "height=1,2,3", "-o", study) == 3
    assert "2 cases: warning[unstable-equilibrium], e.g. case 4: t = 0 s: the equilibrium is" in capsys.readouterr().err
    with StudyResults.open(study / "study.h5") as results:
        heights, found = results.parameters["height"], results.findings
        assert [found.code for found in found[0]] == ["unused-object", "invalid-value"]
        for case in (3, 4, 5):
            assert found[case] == package.solve(rod, parameters={"height": heights[case]}).findings
        assert results.warnings.tolist() == [1, 1, 1, 1, 2, 3]
        assert results.file["findings"].attrs["warnings"] == 9
    with xarray.open_dataset(study / "study.h5", engine="netcdf4", group="findings") as dataset:
        assert dataset["case"].values.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]
        assert dataset["code"].dims == dataset["case"].dims == ("finding",)
    assert rbsolve("info", study / "study.h5") == 0
    assert "6 cases: warning[unused-object], e.g. case 0: nothing uses mass property idle" in capsys.readouterr().out
    one, single = tmp_path / "one.h5", tmp_path / "single.h5"
    assert rbsolve("export", study / "study.h5", "--case", 5, "-o", one) == 0
    assert rbsolve("run", rod, "-p", "height=3", "-q", "-o", single) == 0
    assert datasets(one) == datasets(single)


def test_tables_list_and_count_them(rod, rbsolve, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", rod, "-p", "height=1,2,3", "-q", "-o", study) == 0
    assert rbsolve("collect", study, "--findings") == 0
    with (study / "findings.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert [(float(row["height"]), row["code"]) for row in rows] == [
        (height, code) for height, codes in CODES.items() for code in codes
    ]
    assert {(row["object"], row["file"], row["line"]) for row in rows if row["code"] == "unused-object"} == {
        ("mass property idle", "rod.deck", "3")
    }
    assert [row["time"] for row in rows if row["severity"] == "note"] == ["0.0"]
    assert rbsolve("collect", study, "-o", tmp_path / "t.csv") == 0
    with (tmp_path / "t.csv").open() as stream:
        assert [int(row["warnings"]) for row in csv.DictReader(stream)] == list(WARNINGS.values())
    assert rbsolve("collect", study, "--findings", "-o", tmp_path / "t.h5") == 2
    assert rbsolve("collect", study, "--findings", "--max", "height") == 2


def test_cases_that_are_taken_over_keep_theirs(rod, rbsolve, tmp_path):
    study = tmp_path / "s"
    assert rbsolve("sweep", rod, "-p", "height=1,2,3", "-q", "-o", study) == 0
    assert rbsolve("sweep", rod, "-p", "height=3,2.5,2,1", "-q", "-o", study) == 0
    with StudyResults.open(study / "study.h5") as results:
        codes = [[found.code for found in case] for case in results.findings]
    assert [codes[0], codes[2], codes[3]] == [CODES[3.0], CODES[2.0], CODES[1.0]]


def test_a_study_of_decks_without_findings_has_an_empty_list(deck, rbsolve, tmp_path):
    assert rbsolve("sweep", deck, "-p", "mass=1,2", "-q", "-o", tmp_path / "s") == 0
    with h5py.File(tmp_path / "s" / "study.h5") as file:
        assert file["findings/code"].shape == (0,)
        assert np.array_equal(file["diagnostics/warnings"], [0, 0])
