"""The method of derivatives of a search. A search uses tangents if they are available. Otherwise it uses differences,
and names the reason."""

from __future__ import annotations

import json

import pytest
from swinging import DECK, TIMES, swing, write_csv

import rbsolve
from rbsolve.cli.main import main
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import check_deck
from rbsolve.search.responses import Responses
from rbsolve.search.stencils import Point
from rbsolve.search.variables import Variable
from rbsolve.sensitivity.sowing import SeedBed
from rbsolve.sensitivity.starts import NoTangent

JUMP = """
@SIGNAL_DEFINITION { @SIGNAL_NAME {place} { @MEASURE {bob, x1} } @SIGNAL_NAME {far} { @EXPRESSION {sign(place - 100)} } }
"""
NO_TANGENTS = (
    "central differences of runs by L, c: "
    "a value may change the time at which signal far jumps, which tangents do not follow"
)
RANGES = {"L": (0.5, 3.0), "c": (0.0, 2.0)}
DATA = {"t": TIMES, "theta": swing()}


@pytest.fixture
def stand(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jump.deck").write_text(DECK + JUMP)
    write_csv(tmp_path / "swing.csv", **DATA)
    return tmp_path


def test_a_fit_by_differences_says_so_everywhere(stand, capsys):
    words = ["fit", "jump.deck", "swing.csv", "-p", "L=0.5:3", "-p", "c=0:2", "--match", "theta=angle", "-o", "FIT"]
    assert main(words) == 0
    assert f"derivatives by {NO_TANGENTS}" in capsys.readouterr().err
    assert json.loads((stand / "FIT/fit.json").read_text())["derivatives"] == NO_TANGENTS
    assert NO_TANGENTS in (stand / "FIT/report.html").read_text()


def test_an_optimization_by_differences_says_so_everywhere(stand, capsys):
    words = ["optimize", "jump.deck", "--minimize", "rms(angle)", "-p", "L=0.5:3", "-p", "c=0:2", "-o", "OPT"]
    assert main(words) == 0
    assert f"derivatives by {NO_TANGENTS}" in capsys.readouterr().err
    assert json.loads((stand / "OPT/optimum.json").read_text())["derivatives"] == NO_TANGENTS
    assert NO_TANGENTS in (stand / "OPT/report.html").read_text()


def test_one_parameter_without_tangents_is_named(monkeypatch):
    """The other parameters keep their tangents, and the solution is the same."""
    of_all = rbsolve.fit(DECK, DATA, RANGES, {"theta": "angle"}, threads=1)
    assert of_all.derivatives == "tangents: exact derivatives of the steps"
    made = SeedBed.seeds_of

    def seeds_of(self, target):
        if target.name == "c":
            raise NoTangent("it switches something")
        return made(self, target)

    monkeypatch.setattr(SeedBed, "seeds_of", seeds_of)
    mixed = rbsolve.fit(DECK, DATA, RANGES, {"theta": "angle"}, threads=1)
    expected = f"{of_all.derivatives}, and central differences of runs by c: it switches something"
    assert mixed.derivatives == expected
    assert mixed["c"].value == pytest.approx(of_all["c"].value, rel=1e-8)
    assert mixed.runs > of_all.runs


def test_a_trial_point_that_fails_is_no_fallback():
    """Beyond c = 1, a signal has no value, so the runs end. A single run shows this failure."""
    edge = "@SIGNAL_DEFINITION { @SIGNAL_NAME {edge} { @EXPRESSION {0*sqrt(1 - #c)} @UNIT {N} } }\n"
    edge += "@SENSOR_DEFINITION { @SENSOR_NAME {edge} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {edge} } }\n"
    checked = check_deck(DECK + edge, keep=True)
    responses = Responses(Variation(checked.parsed, checked.options), ["angle"], is_adaptive=False, threads=1)
    by = (Variable("c", 0.0, 4.0, 0.2),)
    inside, outside = responses.with_derivatives([Point({"c": 0.5}, by), Point({"c": 2.0}, by)])
    assert not inside.failure
    assert "square root" in outside.failure
    assert responses.method == "tangents: exact derivatives of the steps"
    assert responses.runs == 2
