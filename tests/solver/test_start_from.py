"""Runs that start at a row of the results of another run (`--start-from`)."""

from __future__ import annotations

import shutil
from pathlib import Path

import h5py
import numpy as np
import pytest

import rbsolve
from rbsolve.cli.main import main
from rbsolve.language.diagnostics import DeckError
from rbsolve.pipeline import Options, check_deck
from rbsolve.studies.collecting.reader import StudyResults
from rbsolve.studies.collecting.single import export_case

DECK = """
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {arm} { @AT_POINT {0.5, 0, 0} @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.3, 0.3} }
  @RIGID_BODY_NAME {free} { @AT_POINT {3, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 3} @INITIAL_VELOCITY {0, 1, 5}
    @INITIAL_ANGULAR_VELOCITY {1, 2, 3} }
  @RIGID_BODY_NAME {rotor} { @AT_POINT {0.5, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.2} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} @SIGNAL_NAME {motor} }
  @REVOLUTE_JOINT_NAME {spin} { @CONNECTED_TO_BODIES {arm, rotor} @AT_POINT {0.5, 0, 0} @TRIAD_NAME {AXIS_Z} @INITIAL_RATE {30}
    @SPRING {0.02, 1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {hinge} }
  @SENSOR_NAME {turns} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {spin} }
  @SENSOR_NAME {e} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {free} @ROTATION_PARAMETERS {ROTATION_MATRIX} }
  @SENSOR_NAME {torque} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {motor} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {now} { @MEASURE {angle} } @SIGNAL_NAME {error} { @EXPRESSION {0.3 - now} }
  @SIGNAL_NAME {motor} { @SIGNAL_TYPE {PID} @INPUT {error} @PROPORTIONAL_GAIN {20} @INTEGRAL_GAIN {15} @DERIVATIVE_GAIN {2}
    @DERIVATIVE_TIME {0.02} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.001}
  @OUTPUT_STEP_SIZE {0.1} %(more)s } }
"""


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    path = tmp_path_factory.mktemp("before") / "whole.h5"
    return path, rbsolve.solve(DECK % {"more": ""}, integrator="RK44", output=path)


@pytest.mark.parametrize(("method", "bound"), [({"integrator": "RK44"}, 1e-12), ({"formulation": "LIE_SE3"}, 3e-4)])
def test_the_second_half_follows_from_its_first_row(before, method, bound):
    """Nothing depends on time. So positions, velocities, whole rotations and the states of the controller determine the
    rest of the motion.
    """
    path, whole = before
    half = rbsolve.solve(DECK % {"more": ""}, t_end=1.0, start_from=f"{path}@1", **method)
    assert abs(half["turns"][0, 0]) > 4 * np.pi
    for name in ("angle", "turns", "e", "torque"):
        np.testing.assert_allclose(half[name], whole[name][10:], rtol=0, atol=bound * (1 + np.abs(whole[name]).max()))


def test_the_file_says_where_it_began(before, tmp_path, capsys):
    path, _ = before
    deck, output = tmp_path / "m.deck", tmp_path / "o.h5"
    deck.write_text(DECK % {"more": ""})
    assert main(["run", "-q", str(deck), "--start-from", str(path), "--t-end", "0.1", "-o", str(output)]) == 0
    with h5py.File(output) as file, h5py.File(path) as source:
        assert dict(file["start"].attrs) == {"from": "RESULTS", "file": str(path), "time": 2.0}
        for name in ("position", "velocity", "angular_velocity", "signal_state"):
            np.testing.assert_allclose(file[f"motion/{name}"][0], source[f"motion/{name}"][-1], rtol=0, atol=1e-12)


A_ROW = "start a run from a row of results: OUT.h5 or OUT.h5@TIME"


@pytest.mark.parametrize(
    ("deck", "time", "words", "hint"),
    [
        (
            DECK.replace("{free}", "{loose}"),
            *("", "has no body loose, but the run starts from its row"),
            "its bodies are arm, free, rotor: the bodies of the deck must have the same names",
        ),
        (DECK, "@0.05", "has no row at t = 0.05 s; the nearest is at ", A_ROW),
        (DECK, "@soon", "is not a time in seconds", A_ROW),
        (
            DECK.replace("%(more)s", "@START_FROM {STATIC} %(more)s"),
            *("", "exclude each other", "use @START_FROM {GIVEN}, or remove the results file"),
        ),
        (
            DECK.replace("@AT_POINT {0, 0, 0}", "@AT_POINT {0, 0, 0.2}"),
            *("@1", "joint hinge is not assembled at the start"),
            "the run starts from the positions in ",
        ),
    ],
)
def test_what_does_not_go(before, deck, time, words, hint):
    with pytest.raises(DeckError, match=words) as refusal:
        rbsolve.solve(deck % {"more": ""}, start_from=f"{before[0]}{time}")
    [found] = [finding for finding in refusal.value.diagnostics if finding.severity == "error"]
    assert found.hint.startswith(hint)
    if hint == A_ROW:
        assert (found.span.source.name, found.span.text) == ("<start_from>", f"{before[0]}{time}")


HELD = "@%s_JOINT_DEFINITION { @%s_JOINT_NAME {held} { @CONNECTED_TO_BODIES {GROUND, free} @AT_POINT {3, 0, 0} } }\n"
FASTER = "the velocities of the row do not satisfy the joints of this deck: the largest change is {} times the largest velocity, at free"
LATE = """@SIGNAL_DEFINITION { @SIGNAL_NAME {late} { @SIGNAL_TYPE {DELAY} @INPUT {now} @DELAY_TIME {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {l} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {late} } }
"""


@pytest.mark.parametrize(
    ("more", "told", "u", "w"),
    [
        (HELD.replace("%s", "RIGID"), FASTER.format("0.1"), (0, 0, 0), (0, 0, 0)),
        (HELD.replace("%s", "SPHERICAL"), FASTER.format("0.0556"), (0, 0, 0), (1, 2, 3)),
        (LATE, "signals that depend on the past (delays, samples, hysteresis) restart: ", (0, 1, 5), (1, 2, 3)),
        ("", None, (0, 1, 5), (1, 2, 3)),
    ],
)
def test_what_a_start_at_a_row_changes_is_a_warning(before, more, told, u, w):
    """The largest velocity is the rate of the rotor, 30 rad/s. The rigid joint takes 3 rad/s. The spherical joint takes
    5 m/s, which counts as 5/3 rad/s, because the largest distance in the model is 3 m.
    """
    checked = check_deck(DECK % {"more": ""} + more, Options(start_from=f"{before[0]}@0"))
    warnings = [one.message for one in checked.diagnostics if one.severity == "warning"]
    assert len(warnings) == (told is not None)
    assert all(message.startswith(told) for message in warnings)
    initial = checked.compiled.initial
    np.testing.assert_allclose(initial.u[1], u, rtol=0, atol=1e-12)
    np.testing.assert_allclose(initial.w[:3], [[0, 0, 0], w, [0, 0, 30]], rtol=0, atol=1e-12)


def test_prescribed_velocities_that_joints_exclude_are_an_error(before):
    turned = """@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {turned} { @CONNECTED_TO_BODIES {GROUND, free} @AT_POINT {3, 0, 0} @TRIAD_NAME {AXIS_Z}
    @PRESCRIBED_ROTATION {f} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @EXPRESSION {2*t} } }
"""
    text = DECK % {"more": ""} + turned + HELD.replace("%s", "RIGID")
    checked = check_deck(text, Options(start_from=f"{before[0]}@0"))
    errors = [(one.code, one.message) for one in checked.diagnostics if one.severity == "error"]
    message = "no velocities satisfy the prescribed motions and the joints held"
    assert errors == [("inconsistent-initial-conditions", message)]


def test_a_file_without_motion(tmp_path):
    path = tmp_path / "bare.h5"
    rbsolve.solve(DECK % {"more": ""}, t_end=0.1, output=path, motion=False)
    with pytest.raises(DeckError, match="has no /motion/position") as refusal:
        rbsolve.solve(DECK % {"more": ""}, start_from=path)
    assert [finding.span.text for finding in refusal.value.diagnostics] == [str(path)]


GAINS = (10.0, 20.0, 30.0)


def _swept_deck(tmp_path):
    deck = tmp_path / "m.deck"
    swept = DECK.replace("@PROPORTIONAL_GAIN {20}", "@PROPORTIONAL_GAIN {#p}") % {"more": ""}
    deck.write_text(f"{swept}@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#p}} @SCALAR_VALUE {{20}} }}")
    return deck


def test_a_sweep_begins_at_a_row(before, tmp_path, capsys):
    """Each case is bitwise identical to a run that starts at this row, also after the results are deleted. Another row
    defines another study.
    """
    path, deck, study = Path(shutil.copy(before[0], tmp_path / "whole.h5")), _swept_deck(tmp_path), tmp_path / "study"
    given = [
        "sweep",
        str(deck),
        "-p",
        "p=10,20,30",
        "--t-end",
        "0.5",
        "--formulation",
        "LIE_SE3",
        "-j",
        "1",
        "-o",
        str(study),
    ]
    wanted = [
        rbsolve.solve(deck, {"p": gain}, t_end=0.5, formulation="LIE_SE3", start_from=f"{path}@1")["turns"]
        for gain in GAINS
    ]
    assert main([*given, "--start-from", f"{path}@1"]) == 0
    with StudyResults.open(study / "study.h5") as found:
        for case, turns in enumerate(wanted):
            np.testing.assert_array_equal(found["turns"][case, : len(turns)], turns)
    assert not np.array_equal(wanted[0], wanted[1])
    assert main([*given, "--start-from", f"{path}@0.5"]) == 0
    again = rbsolve.solve(deck, {"p": GAINS[2]}, t_end=0.5, formulation="LIE_SE3", start_from=f"{path}@0.5")["turns"]
    path.unlink()
    with StudyResults.open(study / "study.h5") as found:
        np.testing.assert_array_equal(found["turns"][2, : len(again)], again)
        export_case(
            found, 2, tmp_path / "case.h5"
        )  # the export solves the case again and starts from the copy of the row
    with h5py.File(tmp_path / "case.h5") as file:
        assert file["start"].attrs["time"] == 0.5
        np.testing.assert_array_equal(file["sensors/turns"], again)


def test_a_sweep_says_where_it_cannot_begin(before, tmp_path, capsys):
    deck = _swept_deck(tmp_path)
    assert (
        main(["sweep", str(deck), "-p", "p=1,2", "--start-from", f"{before[0]}@0.33", "-o", str(tmp_path / "s")]) == 1
    )
    assert "has no row at t = 0.33 s" in capsys.readouterr().err


CONTACT = """
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {2, 0, -9.81} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {0, 0, 0.1} @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} }
  @SHAPE_NAME {box} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {b} @DIMENSIONS {1, 1, 0.2} } }
@CONTACT_DEFINITION { @CONTACT_NAME {foot} { @CONTACT_SHAPES {box, floor} @STIFFNESS {1e5} @RESTITUTION {0.1}
  @FRICTION_COEFFICIENTS {0.6} %s } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} @OUTPUT_STEP_SIZE {0.1} } }
"""


@pytest.mark.parametrize(("more", "warns"), [("@STICTION {1e3, 20}", True), ("", False)])
def test_a_closed_contact_that_sticks_is_reported(tmp_path, more, warns):
    """A box rests on the bristles of its four corners, which the row does not contain. So the box slides again by the
    static deflection m a/(4 k) = 1 mm, and by 0.1 mm because it tilts. Without stiction, the force follows from the
    row, and no diagnostic is reported.
    """
    path = tmp_path / "whole.h5"
    whole = rbsolve.solve(CONTACT % more, output=path)
    again = rbsolve.solve(CONTACT % more, start_from=path)
    said = [finding for finding in again.findings if "foot is closed at t = 1 s" in finding.message]
    assert bool(said) is warns
    moved = again["x"][-1, 0] - whole["x"][-1, 0]
    if warns:
        assert said[0].severity == "warning"
        assert moved == pytest.approx(2 * 2 / 4e3, rel=0.15)
