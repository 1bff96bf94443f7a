"""Compare prescribed motions with closed forms, energy balances and pinocchio's inverse dynamics."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from mpmath import mp

from rbsolve.pipeline import check_deck
from rbsolve.solver.model.outcome import Outcome

mp.dps = 30
DECKS = Path(__file__).parents[3] / "decks"
R, L = mp.mpf("0.1"), mp.mpf("0.3")


def _slider(q):
    return R * mp.cos(q) + mp.sqrt(L**2 - (R * mp.sin(q)) ** 2)


def _inertia(q):
    """Return twice the kinetic energy, divided by the square of the crank's rate."""
    slider = mp.diff(_slider, q)
    rod_x, rod_z = (slider - R * mp.sin(q)) / 2, R * mp.cos(q) / 2
    rod_rate = R * mp.cos(q) / mp.sqrt(L**2 - (R * mp.sin(q)) ** 2)
    crank = mp.mpf("1e-3") + mp.mpf("0.5") * R**2 / 4
    return crank + mp.mpf("0.8") * (rod_x**2 + rod_z**2) + mp.mpf("6e-3") * rod_rate**2 + mp.mpf("1.5") * slider**2


def _torque(t):
    q, rate = mp.mpf("0.3") + 10 * t + 4 * t * t, 10 + 8 * t
    weight = (mp.mpf("0.5") / 2 + mp.mpf("0.8") / 2) * mp.mpf("9.81") * R * mp.cos(q)
    return _inertia(q) * 8 + mp.diff(_inertia, q) * rate**2 / 2 + weight


def test_slider_crank(run_deck):
    run = run_deck("kinematic_slider_crank.deck")
    times = [mp.mpf(k) / 100 for k in range(101)]

    def slider(t):
        return _slider(mp.mpf("0.3") + 10 * t + 4 * t * t)

    assert run.time == pytest.approx(np.array([float(t) for t in times]), abs=1e-15)
    assert run["angle"][:, 0] == pytest.approx(10 * run.time + 4 * run.time**2, abs=1e-12)
    for sensor, order in (("position", 0), ("velocity", 1), ("acceleration", 2)):
        expected = np.array([float(mp.diff(slider, t, order)) for t in times])
        assert run[sensor][:, 0] == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert run["torque"][:, 2] == pytest.approx(np.array([float(_torque(t)) for t in times]), rel=1e-9, abs=1e-9)
    assert run["position"][50, 0] == pytest.approx(0.399981151813847, abs=1e-14)
    assert run["violation"].max() < 1e-14


def _prescribed_puma():
    text = (DECKS / "puma560.deck").read_text()
    text = re.sub(r"@JOINT_CONTROLLER_DEFINITION \{.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"(@REVOLUTE_JOINT_NAME \{joint(\d)\} \{)", r"\1 @PRESCRIBED_ROTATION {motion\2}", text)
    text = re.sub(
        r"@SIMULATION_TIME_RANGE \{0, 1\}\s+@TIME_STEP_SIZE \{2.5e-4\}",
        "@ANALYSIS_TYPE {KINEMATIC} @SIMULATION_TIME_RANGE {0, 1}",
        text,
    )
    text = text.replace("    @TIME_INTEGRATOR_NAME {alpha}\n", "").replace(
        "@OUTPUT_STEP_SIZE {1e-2}", "@OUTPUT_STEP_SIZE {0.02}"
    )
    text = re.sub(r"@TIME_INTEGRATOR_DEFINITION \{.*?\n\}\n", "", text, flags=re.DOTALL)
    for k in range(1, 7):
        before, triad = (f"link{k - 1}", f"link{k - 1}") if k > 1 else ("GROUND", "TRIAD_INERTIAL")
        frame = f"@MOVING_FRAME_NAME {{M{k}}} {{ @CONNECTED_TO_BODY {{{before}}} @TRIAD_NAME {{{triad}}} }}"
        moment = f"@SENSOR_TYPE {{REACTION_MOMENT}} @OBJECT_NAME {{joint{k}}} @FRAME_NAME {{M{k}}}"
        text += f"@MOVING_FRAME_DEFINITION {{ {frame} }}\n"
        text += f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{m{k}}} {{ {moment} }}\n"
        text += f" @SENSOR_NAME {{v{k}}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION_RATE}} @OBJECT_NAME {{joint{k}}} }} }}\n"
    return text


def test_puma_torques_are_those_of_pinocchio(run_deck):
    pin = pytest.importorskip("pinocchio")
    run = run_deck(_prescribed_puma())
    model = run.checked.compiled.model
    peer, parent, before = pin.Model(), 0, pin.SE3.Identity()
    peer.gravity.linear = model.gravity
    for k in range(6):
        parent = peer.addJoint(
            parent, pin.JointModelRZ(), before * pin.SE3(model.joints.axes0[k], model.joints.point0[k]), f"j{k}"
        )
        before = pin.SE3(model.joints.axes1[k], model.joints.point1[k]).inverse()
        inertia = pin.Inertia(model.bodies.mass[k], model.bodies.centre[k], model.bodies.inertia[k])
        peer.appendBodyToJoint(parent, inertia, before)
    start = np.radians([0, 22.5, 90, 0, 22.5, 0])
    end = np.radians([-120, 60, -200, 90, 90, 45])
    data = peer.createData()
    for row, t in enumerate(run.time):
        if t == 0.5:
            continue  # at this time, the acceleration jumps
        sign = 1 if t < 0.5 else -1
        q = start + (end - start) * (2 * t * t if t < 0.5 else 1 - 2 * (1 - t) ** 2)
        v, a = (end - start) * (4 * t if t < 0.5 else 4 * (1 - t)), sign * 4 * (end - start)
        if t == 1:
            a = 0 * a  # after the end of the motion, the acceleration is zero
        expected = pin.rnea(peer, data, q, v, a)
        found = [run[f"m{k}"][row, 2] for k in range(1, 7)]
        assert [run[f"q{k}"][row, 0] for k in range(1, 7)] == pytest.approx(q, abs=1e-11)
        assert [run[f"v{k}"][row, 0] for k in range(1, 7)] == pytest.approx(v, abs=1e-10)
        if t < 1:
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def _driven_four_bar(prescribed):
    text = (DECKS / "four_bar.deck").read_text()
    text = text.replace(
        "@SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1e-2}",
        "@ANALYSIS_TYPE {KINEMATIC} @SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.1}",
    )
    text = text.replace("{GROUND, left} @AT_POINT {A}", "{GROUND, left} @AT_POINT {A} " + prescribed)
    swing = "@FUNCTION_1D_TYPE {HARMONIC} @HARMONIC {@AMPLITUDE {-0.6} @PERIOD {2} @PHASE {0}}"
    return f"{text}@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {swing} }} }}"


def test_redundant_four_bar_is_driven(run_deck):
    run = run_deck(_driven_four_bar("@PRESCRIBED_ROTATION {f}"))
    angle = np.pi / 3 - 0.6 * np.sin(np.pi * run.time)
    assert run["coupler"][:, 0] == pytest.approx(0.5 + 0.5 * np.sin(angle), abs=1e-12)
    assert run["coupler"][:, 1] == pytest.approx(-0.5 * np.cos(angle), abs=1e-12)


def test_what_is_not_prescribed_is_named():
    checked = check_deck(_driven_four_bar(""))
    (finding,) = [finding for finding in checked.diagnostics if finding.severity == "error"]
    assert finding.code == "invalid-value"
    assert "1 degree of freedom is free, in joint A" in finding.message
    assert len(re.findall(r"joint [A-D] \(line", finding.message)) == 3  # the fourth joint closes the loop
    assert "KINEMATIC" in finding.span.source.line(finding.span.line)


def test_it_assembles_itself_at_the_start(run_deck):
    """The crank starts 1.2 rad from its drawn position, and the loop closes at this angle."""
    text = (DECKS / "kinematic_slider_crank.deck").read_text()
    moved = re.sub(r"(@FUNCTION_1D_TYPE \{POLYNOMIAL\} @COEFFICIENTS \{)0,", r"\g<1>1.2,", text)
    assert moved != text
    run = run_deck(moved)
    assert list(run.checked.diagnostics) == list(check_deck(text).diagnostics)
    assert run["angle"][0, 0] == pytest.approx(1.2, abs=1e-12)
    slider = [float(_slider(mp.mpf("1.5") + 10 * mp.mpf(t) + 4 * mp.mpf(t) ** 2)) for t in run.time]
    assert run["position"][:, 0] == pytest.approx(slider, rel=1e-9)


@pytest.mark.parametrize("start", ["@INITIAL_ANGULAR_VELOCITY {1, 2, 3}", "@INITIAL_VELOCITY {4, 5, 6}"])
def test_it_says_nothing_of_velocities_that_it_does_not_use(start):
    text = (DECKS / "kinematic_slider_crank.deck").read_text()
    spinning = text.replace("@RIGID_BODY_NAME {crank} {", f"@RIGID_BODY_NAME {{crank}} {{ {start}")
    assert spinning != text
    assert [str(f) for f in check_deck(spinning).diagnostics] == [str(f) for f in check_deck(text).diagnostics]


def test_a_free_body_is_named():
    deck = (
        (DECKS / "projectile.deck")
        .read_text()
        .replace("@SIMULATION_TIME_RANGE", "@ANALYSIS_TYPE {KINEMATIC} @SIMULATION_TIME_RANGE")
    )
    checked = check_deck(deck)
    assert any("6 degrees of freedom are free, in body" in finding.message for finding in checked.diagnostics)


def _driven_slider(distance):
    """Return the slider-crank of the deck with a driven slider, which moves outwards by `distance` in a second."""
    text = (DECKS / "kinematic_slider_crank.deck").read_text()
    text = text.replace("@PRESCRIBED_ROTATION {turn}", "").replace(
        "@TRIAD_NAME {guide} }\n}", "@TRIAD_NAME {guide} @PRESCRIBED_DISPLACEMENT {turn} }\n}"
    )
    return text.replace("{0, 10, 4}", f"{{0, {distance}}}").replace(
        "#q} @SCALAR_VALUE {0.3}", "#q} @SCALAR_VALUE {1.2}"
    )


def test_a_mechanism_that_locks_says_where_and_when(run_deck):
    """The slider reaches its dead centre r + l = 0.4 m."""
    start = float(_slider(mp.mpf("1.2")))
    run = run_deck(_driven_slider(0.2))
    assert run.summary.outcome is Outcome.MECHANISM_LOCKED
    locked = (0.4 - start) / 0.2
    first, last = map(float, re.search(r"between t = (\S+) s and (\S+) s", run.summary.detail).groups())
    assert first <= locked <= last
    assert last - first < 1e-4
    assert run.summary.failed_object.startswith("joint ")
    stop, gap = map(float, re.search(r"for t = (\S+) s, its two points are (\S+) m apart", run.summary.detail).groups())
    assert gap == pytest.approx(start + 0.2 * stop - 0.4, rel=1e-3)  # the slider is beyond the reach of both rods
    assert run.time[-1] <= locked
    q = np.array([float(mp.findroot(lambda q, x=x: _slider(q) - x, 0.5)) for x in run["position"][:, 0]])
    assert run["angle"][:, 0] == pytest.approx(q - 1.2, abs=1e-6)


def test_a_dead_centre_on_an_output_time_is_found(run_deck):
    start = float(_slider(mp.mpf("1.2")))
    run = run_deck(_driven_slider(0.4 - start))
    assert run.summary.outcome is Outcome.MECHANISM_LOCKED
