"""The references of `rbsolve compare`, relative to which errors are measured."""

import csv
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np
import pytest
from compared_box import DECK

import rbsolve
from rbsolve.cli import main
from rbsolve.compare import reference as references
from rbsolve.compare.reference import Reference
from rbsolve.compare.running import SensorRows

SPINNING = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {5} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {2, 2, 5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, 0, #spin} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {own} { @CONNECTED_TO_BODY {b} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.05} @OUTPUT_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} @RESOLVED_IN {own} } }
"""


def precession(time):
    """The angular velocity of a symmetrical body without torque, in its own axes. This vector rotates about the third
    axis at `(C - A)/A` times the spin.
    """
    rate = (5 - 2) / 2 * 5.0
    return np.column_stack([np.cos(rate * time), np.sin(rate * time), np.full_like(time, 5.0)])


def errors_in(table):
    rows = csv.DictReader(table.read_text().splitlines())
    return {(row["variant"], float(row["step_s"])): float(row["error"]) for row in rows}


@pytest.mark.parametrize("measure", ["end", "max", "rms"])
def test_errors_at_the_end_at_most_or_on_average(tmp_path, measure, capsys):
    """The reference rows are a closed form, so the errors are the errors of Heun's method."""
    deck, given, table = tmp_path / "top.deck", tmp_path / "exact.h5", tmp_path / "t.csv"
    deck.write_text(SPINNING)
    time = rbsolve.solve(deck, output=given).time
    with h5py.File(given, "a") as file:
        file["sensors/w"][...] = precession(time)
    arguments = ["--integrators", "HEUN", "--steps", "0.1,0.05,0.025", "--error", measure, "--reference", str(given)]
    assert main(["compare", str(deck), *arguments, "-o", str(table)]) == 0
    words = {
        "end": "error of w at the end time",
        "max": "largest error of w over",
        "rms": "root mean square error of w",
    }
    assert words[measure] in capsys.readouterr().out
    found = errors_in(table)
    for step in (0.1, 0.05, 0.025):
        run = rbsolve.solve(deck, integrator="HEUN", step=step)
        sizes = np.linalg.norm(run["w"] - precession(run.time), axis=1)
        expected = {"end": sizes[-1], "max": sizes.max(), "rms": np.sqrt(np.mean(sizes**2))}
        assert len(sizes) == 21
        assert found["HEUN", step] == pytest.approx(expected[measure], rel=1e-9)
    assert len(set(found.values())) == 3


@pytest.mark.parametrize(
    ("change", "spin", "words"),
    [
        (("{2, 2, 5}", "{2, 2, 4}"), 5, "has another deck, so errors include the difference between both models"),
        (("", ""), 6, "has other values of #spin, so errors include the difference between both models"),
        (("", ""), 5, None),
    ],
)
def test_a_reference_of_another_model_is_named(tmp_path, capsys, change, spin, words):
    deck, other, given = tmp_path / "top.deck", tmp_path / "other.deck", tmp_path / "reference.h5"
    deck.write_text(SPINNING)
    other.write_text(SPINNING.replace(*change))
    rbsolve.solve(other, parameters={"spin": spin}, output=given)
    arguments = ["compare", str(deck), "--integrators", "RK44", "--steps", "0.1", "--reference", str(given)]
    assert main([*arguments, "-p", "spin=5.0"]) == 0
    told = capsys.readouterr().err
    assert (words in told) if words else ("warning" not in told)


def test_a_method_may_be_the_reference(tmp_path, capsys):
    deck, table = tmp_path / "top.deck", tmp_path / "t.csv"
    deck.write_text(SPINNING)
    errors = []
    for reference in (["--reference-method", "DOP853:0.0125"], ["--reference-method", "HEUN:0.05"]):
        arguments = ["--integrators", "HEUN", "--steps", "0.1,0.05", "--error", "max", *reference, "-o", str(table)]
        assert main(["compare", str(deck), *arguments]) == 0
        errors.append(errors_in(table))
    assert "against HEUN LIE_R3_SO3 with a step of 0.05 s" in capsys.readouterr().out
    run = rbsolve.solve(deck, integrator="HEUN", step=0.05)
    assert errors[0]["HEUN", 0.05] == pytest.approx(
        np.linalg.norm(run["w"] - precession(run.time), axis=1).max(), rel=1e-6
    )
    assert errors[1]["HEUN", 0.05] == 0.0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--reference-method", "RK44"], "is not of the form TYPE:H"),
        (["--reference-method", "RK45:0.1"], "no integrator RK45"),
        (["--reference-method", "RK44:-1"], "is not of the form TYPE:H"),
        (["--reference", "short.h5"], "ends at t = 1 s, but the runs end at 2 s"),
        (["--reference", "coarse.h5", "--error", "max"], "lacks most of the 21 output times"),
        (["--reference", "short.h5", "--reference-method", "RK44:0.1"], "not allowed with"),
        (["--error", "mean"], "invalid choice"),
    ],
)
def test_references_that_do_not_fit_are_refused(tmp_path, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    Path("top.deck").write_text(SPINNING)
    rbsolve.solve("top.deck", t_end=1.0, output="short.h5")
    Path("coarse.deck").write_text(SPINNING.replace("@OUTPUT_STEP_SIZE {0.1}", "@OUTPUT_STEP_SIZE {0.5}"))
    rbsolve.solve("coarse.deck", output="coarse.h5")
    with suppress(SystemExit):
        assert main(["compare", "top.deck", "--integrators", "HEUN", "--steps", "0.1", *arguments]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


STIFF = (
    DECK
    + """
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {1, 0, 0} } @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {P} @POINT2_NAME {O}
  @STIFFNESS {%s} @DAMPING {200} @REST_LENGTH {1.0001} } }
"""
)


@pytest.mark.parametrize(
    ("stiffness", "said", "served"),
    [
        ("1e6", "is not reliable: it changes by", "DOP853 RELATIVE_TOLERANCE=1e-13"),
        ("1e12", "failed: it needs more than 40000 steps", "GENERALIZED_ALPHA LIE_R3_SO3 with a step of 0.00125 s"),
    ],
)
def test_a_reference_beyond_stability_is_replaced_and_that_is_said(tmp_path, capsys, stiffness, said, served):
    """With half of the smallest step, DOP853 is unstable. Adaptive steps are stable, unless there are too many of
    them."""
    deck = tmp_path / "box.deck"
    deck.write_text(STIFF % stiffness)
    assert main(["compare", str(deck), "--integrators", "GENERALIZED_ALPHA", "--steps", "0.02,0.01"]) == 0
    printed = capsys.readouterr()
    assert said in printed.err
    assert f"the reference for errors is {served}" in printed.err
    assert f"against {served}" in " ".join(printed.out.split())


def test_a_reference_that_fails_is_replaced_and_that_is_said(tmp_path, capsys):
    """The drives of the robot are stiff. DOP853 with half the smallest step diverges. Another reference gives
    the same errors."""
    deck, errors = Path(__file__).parents[2] / "decks" / "puma560.deck", []
    for reference in ([], ["--reference-method", "GENERALIZED_ALPHA:1e-4"]):
        steps = ["--steps", "0.1", "0.05", "0.025", "0.0125", "-o", str(tmp_path / "t.csv")]
        assert main(["compare", str(deck), *steps, *reference]) == 0
        errors.append([float(row["error"]) for row in csv.DictReader((tmp_path / "t.csv").read_text().splitlines())])
        said = capsys.readouterr().err
        failed = (
            "the reference run by DOP853 MINIMAL_COORDINATES with a step of 0.00625 s failed: The solution is no longer"
        )
        assert (
            (failed in said)
            == ("the reference for errors is DOP853 RELATIVE_TOLERANCE=1e-13" in said)
            == (not reference)
        )
    assert errors[0][1:] == pytest.approx(errors[1][1:], rel=0.01)
    assert errors[0][1] > errors[0][2] > errors[0][3] > 0.0


def test_a_method_with_a_tolerance_is_measured_against_a_sharper_one(tmp_path, capsys):
    """The formulation of a body excludes explicit methods. A run that differs only in its initial step is not a
    reference."""
    text = (Path(__file__).parents[2] / "decks" / "four_bar.deck").read_text()
    deck, table = tmp_path / "four_bar.deck", tmp_path / "t.csv"
    body = "@RIGID_BODY_NAME {left} {"
    assert body in text
    deck.write_text(text.replace(body, f"{body} @FORMULATION {{LIE_R3_SO3}}"))
    names = [f"GENERALIZED_ALPHA:LOCAL_ERROR_TOLERANCE={tolerance}" for tolerance in ("1e-5", "1e-6", "1e-7")]
    arguments = ["--integrators", *names, "--steps", "1e-3", "--t-end", "0.5", "--sensors", "angle", "-o", str(table)]
    assert main(["compare", str(deck), *arguments]) == 0
    assert "against GENERALIZED_ALPHA LOCAL_ERROR_TOLERANCE=1e-09 LIE_R3_SO3" in capsys.readouterr().out
    errors = [float(row["error"]) for row in csv.DictReader(table.read_text().splitlines())]
    assert errors[0] > 2 * errors[1] > 4 * errors[2] > 0


def test_of_references_that_are_all_doubted_the_best_is_taken(monkeypatch):
    doubts = [0.3, 0.1, "it ended at t = 0.2 s", 0.2]
    rows = SensorRows(np.array([0.0, 1.0]), {"w": np.array([[0.0], [2.0]])})
    candidates = [SimpleNamespace(label=f"R{k}", coarse=None, doubt=doubt) for k, doubt in enumerate(doubts)]
    monkeypatch.setattr(references, "_candidates", lambda *_: candidates)
    monkeypatch.setattr(
        references,
        "_doubt",
        lambda _, one: one.doubt if isinstance(one.doubt, str) else Reference(rows, label=one.label, doubt=one.doubt),
    )
    setting = SimpleNamespace(sensors=["w"], measure="max")
    found = references.best_reference(setting, [])
    assert (found.label, found.doubt, len(found.replaced)) == ("R1", 0.1, 4)
    assert found.replaced[0].startswith(
        "the reference by R0 is not reliable: it changes by 0.15 of its size if its step"
    )
    assert found.replaced[2] == "the reference run by R2 failed: it ended at t = 0.2 s"
    candidates[:] = candidates[2:3]
    with pytest.raises(ValueError, match="R2 failed"):
        references.best_reference(setting, [])
