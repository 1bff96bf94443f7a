"""The values that signals measure are the values that sensors write, for every component that may be measured."""

import numpy as np
import pytest
from measure_decks import RESTITUTION, sensors, with_signals

import rbsolve
from rbsolve.solver.assembly.elements.measure_plans import PLANNERS
from rbsolve.solver.contacts.law import GROWTH, damping_factor


def test_every_measurable_component_is_what_its_sensor_writes(run_deck):
    texts = list(sensors())
    assert {text.split("}")[0].removeprefix("@SENSOR_TYPE {") for text in texts} == set(PLANNERS)
    deck, labels = with_signals(texts)
    run = run_deck(deck)
    turned = run[f"s{texts.index('@SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {rev}')}"]
    assert turned[-1, 0] > 2 * np.pi  # more than a full rotation, so the test includes the count of rotations
    for (k, n), label in labels.items():
        written = run[f"s{k}"][:, n]
        scale = max(1.0, np.abs(run[f"s{k}"]).max())
        measured = run[f"w{k}_{n}"][:, 0]
        if any(of in label for of in ("{rests}", "{rubs}")) and any(of in label for of in ("FORCE}", "MOMENT}")):
            # A row is written after the contact stores a faster impact, which the force at the end of the step does not
            # contain yet.
            remembers = ~np.isclose(measured, written, rtol=1e-13, atol=0)
            assert np.count_nonzero(written[~remembers]) >= 4 or not written.any()
            ratio, d = measured[remembers] / written[remembers], damping_factor(RESTITUTION)
            assert np.all((ratio > 1.0) & (ratio < (1.0 + (GROWTH + 1e-9) * d) / (1.0 + d)))
            continue
        np.testing.assert_allclose(measured, written, rtol=0, atol=1e-13 * scale, err_msg=label)


# Each sequence has the axis of phi1, the axis of phi2, and a singular value of phi2 [degrees]. At this value, phi1 and
# phi3 rotate about the same axis.
SINGULAR_ANGLES = [
    ("313", "Z", 1, 0.0),
    ("313", "Z", 1, 180.0),
    ("323", "Z", 2, 0.0),
    ("323", "Z", 2, 180.0),
    ("321", "Z", 2, 90.0),
    ("312", "Z", 1, -90.0),
    ("123", "X", 2, 90.0),
]


@pytest.mark.parametrize(("sequence", "axis", "second", "phi2"), SINGULAR_ANGLES)
def test_singular_euler_angles_are_measured_with_phi3_zero(run_deck, tmp_path, sequence, axis, second, phi2):
    """A hinge rotates about the axis of phi1 under the torque -4 phi1, and phi2 stays singular. Therefore phi1 is the
    angle of an oscillator.
    """
    angles = ["0", "0", "0"]
    angles[second - 1] = f"rad({phi2})"
    measures = "".join(
        f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{phi{k}}} {{ @MEASURE {{o, phi{k}}} }} }}"
        f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{w{k}}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{phi{k}}} }} }}"
        for k in (1, 2, 3)
    )
    deck = f"""
@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @ROTATION_VECTOR {{{", ".join(angles)}}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{
  @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_{axis}}} @INITIAL_RATE {{1}} @ACTUATOR {{torque}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{o}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{b}} @TRIAD_NAME {{T}}
  @ROTATION_PARAMETERS {{EULER_ANGLES_{sequence}}} @ANGLE_UNIT {{RADIANS}} }} }}
{measures}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{torque}} {{ @EXPRESSION {{-4*phi1}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{1e-2}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{
  @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @FORMULATION {{MINIMAL_COORDINATES}} @TABLEAU {{RK44}} }} }}
"""
    run = run_deck(deck)
    exact = np.stack([np.sin(2 * run.time) / 2, np.full_like(run.time, np.radians(phi2)), 0 * run.time], axis=-1)
    measured = np.hstack([run[f"w{k}"] for k in (1, 2, 3)])
    np.testing.assert_allclose(measured, exact, rtol=0, atol=1e-7)
    np.testing.assert_allclose(run["o"], exact, rtol=0, atol=1e-7)
    (tmp_path / "hinge.deck").write_text(deck, encoding="utf-8")
    small = rbsolve.linearize(tmp_path / "hinge.deck", at="start")
    np.testing.assert_allclose(small.frequencies, 2 / (2 * np.pi), rtol=1e-9)
