"""The section /findings, with the diagnostics of the check and of the run, in files and in memory."""

from __future__ import annotations

import math

import h5netcdf
import h5py
import netCDF4
import numpy as np
import pytest
import xarray

import rbsolve
from rbsolve.cli import main
from rbsolve.pipeline import check_deck
from rbsolve.pipeline.findings import as_text, from_text
from rbsolve.results.sections.findings import write_findings
from rbsolve.results.writer import ResultsWriter, Status
from rbsolve.runs.run import run_model
from rbsolve.solver.model.findings import Finding

# The deck has an upright rod on its hinge, and an unused mass property.
UPRIGHT = """\
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {idle} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, 1, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @CENTRE_OF_MASS_LOCATION {0, 0, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rod} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, rod} @AT_POINT {O} @TRIAD_NAME {T} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }
"""
EXPECTED = [
    ("warning", "unused-object", "mass property idle", "upright.deck", 2),
    ("warning", "unstable-equilibrium", "", "", 0),
]


def in_short(findings):
    return [(found.severity, found.code, found.object, found.file, found.line) for found in findings]


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "upright.deck"
    path.write_text(UPRIGHT)
    return path


@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_a_file_has_the_findings_of_check_and_run_also_when_quiet(deck, quiet, capsys):
    assert main([str(deck), *quiet]) == 0
    said = capsys.readouterr().err
    assert ("warning[unused-object]" in said) == ("warning[unstable-equilibrium]" in said) == (not quiet)
    with rbsolve.open_results(deck.with_suffix(".h5")) as results:
        assert in_short(results.findings) == EXPECTED
        check, run = results.findings
        assert isinstance(check, rbsolve.Finding)
        assert np.isnan(check.time)
        assert run.time == 0.0
        assert run.message == "the equilibrium is unstable: it diverges in joint J turning"
        assert results.file["findings"].attrs["warnings"] == 2
    assert main(["info", str(deck.with_suffix(".h5"))]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "upright.deck:2: warning[unused-object]: nothing uses mass property idle" in shown
    assert "warning[unstable-equilibrium]: t = 0 s: the equilibrium is unstable" in shown


def test_results_in_memory_have_the_same(deck):
    with rbsolve.solve(deck) as results:
        assert in_short(results.findings) == EXPECTED
        assert repr(results).endswith("1 rows, 2 warnings>")
        assert "the equilibrium is unstable" in results._repr_html_()
        assert results.findings == rbsolve.solve(deck, output=deck.with_suffix(".h5")).findings


def test_a_failed_run_has_its_failure_last():
    deck = "\n".join(line for line in UPRIGHT.splitlines() if "JOINT" not in line)
    with pytest.raises(rbsolve.SolveError) as failed:
        rbsolve.solve(deck)
    with failed.value.results as results:
        last = results.findings[-1]
        assert (last.severity, last.code, last.time) == ("error", "no-equilibrium", 0.0)
        assert results.message.endswith(last.message)
        assert [found.code for found in results.findings[:-1]] == ["unused-object"] * 3
        assert results.file["findings"].attrs["warnings"] == 1


FALL = """@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @MASS_PROPERTY_NAME {m} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }"""


def test_a_run_without_findings_has_an_empty_list():
    with rbsolve.solve(FALL) as results:
        assert results.findings == ()
        assert results.file["findings/message"].shape == (0,)
        assert results.file["findings"].attrs["warnings"] == 0


FOUND = [
    Finding(float("nan"), "warning", "unused-object", "nothing uses böge", "point böge", "", "a.deck", 3),
    Finding(0.25, "note", "small-steps", "they are small", "body b"),
    Finding(0.5, "warning", "small-steps", "17 more", count=17),
]


@pytest.fixture(params=[0, 2, 3], ids=lambda count: f"{count} findings")
def some(request, tmp_path, write_run):
    """Return a file with some diagnostics, and these diagnostics. One of the diagnostics is written earlier than the
    rest."""
    path = tmp_path / "some.h5"
    with ResultsWriter(path, [], 1) as writer:
        write_findings(writer, FOUND[: min(1, request.param)])
        if request.param > 1:
            write_findings(writer, FOUND[: request.param])
        writer.finish(Status.COMPLETE, "")
    return path, FOUND[: request.param]


def test_other_readers_see_a_table(some):
    path, expected = some
    with h5py.File(path) as file:
        group = file["findings"]
        assert group["message"].asstr()[...].tolist() == [found.message for found in expected]
        assert all(h5py.h5ds.is_attached(group[name].id, group["finding"].id, 0) for name in Finding._fields)
        assert group.attrs["warnings"] == sum(f.count for f in expected if f.severity == "warning")
    for engine in ("h5netcdf", "netcdf4"):
        with xarray.open_dataset(path, engine=engine, group="findings") as dataset:
            assert set(dataset.data_vars) == set(Finding._fields)
            assert all(dataset[name].dims == ("finding",) for name in Finding._fields)
            np.testing.assert_array_equal(dataset["time"], [found.time for found in expected])
            assert dataset["object"].values.tolist() == [found.object for found in expected]
            assert dataset["count"].values.tolist() == [found.count for found in expected]
    with netCDF4.Dataset(path) as dataset, h5netcdf.File(path) as file:
        assert set(dataset["findings"].dimensions) == {"finding"}
        assert file["findings/message"].dimensions == ("finding",)
    with rbsolve.open_results(path) as results:
        assert list(map(str, results.findings)) == list(map(str, expected))


def test_a_running_file_has_those_of_the_check(deck, monkeypatch):
    """The remaining file of a killed run has these diagnostics too."""
    seen = []
    original = ResultsWriter.settle

    def settle(self):
        self.show()
        with rbsolve.open_results(deck.with_name(".o.h5.partial")) as results:
            seen.append(in_short(results.findings))
        original(self)

    monkeypatch.setattr(ResultsWriter, "settle", settle)
    run_model(check_deck(deck), deck.with_name("o.h5"))
    assert seen[0] == EXPECTED[:1]


def test_diagnostics_are_one_line_of_text():
    """A missing time is null in JSON, which has no NaN."""
    said = [
        Finding(math.nan, "warning", "C1", "größer", "body b", "", "a.deck", 3, 1),
        Finding(0.5, "note", "C2", "later", "", "hint", "", 0, 2),
    ]
    text = as_text(said)
    assert "\n" not in text
    assert '"time": null' in text
    assert "größer" in text
    first, second = from_text(text)
    assert math.isnan(first.time)
    assert (first[1:], second) == (said[0][1:], said[1])
    assert (as_text([]), from_text("")) == ("", ())
