"""Derivatives of steps with contacts are compared with a difference of runs. A warning names the sensors whose
derivatives deviate.
"""

import re
from pathlib import Path

import numpy as np

import rbsolve

DECKS = Path(__file__).parents[2] / "decks"
STRING = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#k} @VECTOR_VALUE {100, 0.2} @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {1} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {cart} { @AT_POINT {0, 0, 0} @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {rail} {
  @CONNECTED_TO_BODIES {GROUND, cart} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_X}
  @SPRING {#k} @INITIAL_RATE {#v} @FRICTION_FORCE {0.5} @FRICTION_VELOCITY {0.1} @STOPS {-9, 9, 1e4, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 0.5} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
@SENSOR_DEFINITION { @SENSOR_NAME {place} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {rail} } }
"""


def note_of(results):
    (found,) = (finding for finding in results.findings if finding.code == "derivatives-of-steps")
    return found


def test_a_warning_names_sensors_whose_derivatives_runs_do_not_confirm():
    deck, end, step = DECKS / "woodpecker.deck", 0.01, 6e-4 * 2.0**-12
    results = rbsolve.sensitivities(deck, ["clearance"], t_end=end, method="tangent")
    note = note_of(results)
    assert note.severity == "warning"
    above, below = (rbsolve.solve(deck, parameters={"clearance": 6e-4 + side * step}, t_end=end) for side in (1, -1))
    for sensor in ("lock", "tilt"):
        (told,) = re.findall(rf"\b{sensor} \(([^)]*)\)", note.message)
        difference = (above[sensor] - below[sensor]) / (2.0 * step)
        apart = np.max(np.abs(difference - results.sensitivity(sensor, "clearance"))) / np.max(np.abs(difference))
        assert 0.3 * apart < float(told) < 3.0 * apart


def test_the_note_tells_how_well_runs_confirm_the_derivatives_of_lists_and_numbers():
    note = note_of(rbsolve.sensitivities(STRING, ["k", "v"], method="tangent"))
    assert note.severity == "note"
    (told,) = re.findall(r"deviates by at most (\S+) of", note.message)
    assert 0.0 < float(told) < 1e-6


def test_a_run_that_fails_with_other_values_leaves_the_note():
    text = STRING.replace("@INITIAL_RATE {#v}", "@INITIAL_RATE {#v + sqrt(#v - 1)^3}")
    note = note_of(rbsolve.sensitivities(text, ["v"], method="tangent"))
    assert note.severity == "note"
    assert "deviates" not in note.message


def test_errors_contain_the_deviation_of_steps_from_the_motion():
    """The impact of two rods. Differences of runs with small tolerances give the derivative of the exact motion."""
    text = (DECKS / "crossed_rods.deck").read_text()
    first = text.index("@MASS {2}", text.index("{striking} {"))
    text = text[:first] + "@MASS {#m}" + text[first + len("@MASS {2}") :]
    text += "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} }"
    found = rbsolve.sensitivities(text, ["m"], method="tangent", t_end=0.01)
    fine = text.replace("{1e-9}", "{1e-12}")
    above, below = (rbsolve.solve(fine, parameters={"m": 2.0 + side * 1e-3}, t_end=0.01) for side in (1, -1))
    for sensor in ("struck", "turning", "striking"):
        own = found.sensitivity(sensor, "m")
        error = np.max(np.abs((above[sensor] - below[sensor]) / 2e-3 - own))
        told = np.max(found.file[f"sensitivities/m/{sensor}"].attrs["estimated_error"])
        assert 1e-5 * np.max(np.abs(own)) < error < 1.1 * told
        assert told < 3.0 * error
