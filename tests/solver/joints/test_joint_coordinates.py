"""Springs, dampers, actuators, controllers and prescribed motions on every coordinate of joints with several
coordinates.
"""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.pipeline import check_deck

DECK = """
@POINT_DEFINITION {{ @POINT_NAME {{A}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{B}} {{ @COORDINATES {{0.4, 0.1, -0.2}} }}
  @POINT_NAME {{C}} {{ @COORDINATES {{0.7, -0.3, 0.1}} }} }}
@TRIAD_DEFINITION {{
  @TRIAD_NAME {{t0}} {{ @EULER_ANGLES_321 {{30, 20, 50}} }}
  @TRIAD_NAME {{t1}} {{ @EULER_ANGLES_123 {{90, 0, 0}} @IS_DEFINED_IN_FRAME {{turned}} }} }}
@FIXED_FRAME_DEFINITION {{
  @FIXED_FRAME_NAME {{turned}} {{ @POINT1_NAME {{A}} @TRIAD_NAME {{t0}} }}
  @FIXED_FRAME_NAME {{FB}} {{ @POINT1_NAME {{B}} @TRIAD_NAME {{t0}} }}
  @FIXED_FRAME_NAME {{FC}} {{ @POINT1_NAME {{C}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1.5}} @CENTRE_OF_MASS_LOCATION {{0.1, 0.2, -0.1}}
  @MOMENTS_OF_INERTIA {{0.4, 0.6, 0.5}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{one}} {{ @FRAME_NAME {{FB}} @MASS_PROPERTY_NAME {{m}} }}
  @RIGID_BODY_NAME {{two}} {{ @FRAME_NAME {{FC}} @MASS_PROPERTY_NAME {{m}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{1, 2, -9}} }} }}
@FUNCTION_1D_DEFINITION {{
  @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{3*sin(2*t)}} }}
  @FUNCTION_1D_NAME {{p}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{0.3*sin(2*t)}} }}
  @FUNCTION_1D_NAME {{q}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{0.2*t^2}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{base}} {{ @CONNECTED_TO_BODIES {{GROUND, one}} @AT_POINT {{A}} @TRIAD_NAME {{t1}}
  @INITIAL_RATE {{1.5}} }} }}
@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{J}} {{
  @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{B}} @TRIAD_NAME {{{triads}}} {more} }} }}
{extra}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{tip}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{two}} }}
  @SENSOR_NAME {{turn}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{J}} }}
  @SENSOR_NAME {{drive}} {{ @SENSOR_TYPE {{DRIVE_FORCE}} @OBJECT_NAME {{J}} }}
  @SENSOR_NAME {{force}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{J}} }}
  @SENSOR_NAME {{moment}} {{ @SENSOR_TYPE {{REACTION_MOMENT}} @OBJECT_NAME {{J}} }}
  @SENSOR_NAME {{energy}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} @RELATIVE_TOLERANCE {{1e-12}}
  @ABSOLUTE_TOLERANCE {{1e-12}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 0.4}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{0.1}}
  @TIME_INTEGRATOR_NAME {{i}} }} }}
"""
TRIADS = {"UNIVERSAL": "t0, t1"}
SPRINGS = {
    "UNIVERSAL": "@SPRING {8, 0.2, 12, -0.3}",
    "PLANAR": "@SPRING {80, 0.1, 120, -0.1, 9, 0.3}",
    "SPHERICAL": "@SPRING {8, 0.2, 12, -0.3, 16, 0.4}",
}
DRIVES = {
    "UNIVERSAL": "@DAMPER {0.5, 0.8} @ACTUATOR {f, p}",
    "PLANAR": "@DAMPER {5, 8, 0.3} @ACTUATOR {f, p, q}",
    "SPHERICAL": "@DAMPER {0.5, 0.8, 0.3} @ACTUATOR {f, p, q}",
}
CONTROLLER = """@JOINT_CONTROLLER_DEFINITION {{ @JOINT_CONTROLLER_NAME {{c}} {{ @JOINT_NAME {{J}} @PROPORTIONAL_GAIN {{20, 30}}
  @DERIVATIVE_GAIN {{1, 2}} @REFERENCE_FUNCTION_NAME {{p, q}} }} }}""".replace("{{", "{").replace("}}", "}")
PRESCRIBED = {
    "UNIVERSAL": "@PRESCRIBED_ROTATION {p, q}",
    "PLANAR": "@PRESCRIBED_DISPLACEMENT {p, q}",
    "SPHERICAL": "@PRESCRIBED_ROTATION {p, q, p}",
}


def deck(kind, more, bodies="one, two", extra=""):
    return DECK.format(kind=kind, more=more, bodies=bodies, triads=TRIADS.get(kind, "t0"), extra=extra)


def extrapolate(run_deck, text, formulation):
    """Return the last row of each sensor, extrapolated from two second-order runs."""
    coarse, fine = (run_deck(text, step=h, formulation=formulation) for h in (2e-3, 1e-3))
    return {name: (4 * fine[name][-1] - coarse[name][-1]) / 3 for name in fine.sensors}


@pytest.mark.parametrize("bodies", ["one, two", "two, one"])
@pytest.mark.parametrize("kind", SPRINGS)
def test_drives_of_every_coordinate_act_alike_in_joint_and_redundant_coordinates(run_deck, kind, bodies):
    """The explicit method of order eight uses the tree, and generalized-alpha uses the joints as constraints."""
    text = deck(kind, SPRINGS[kind] + DRIVES[kind], bodies, CONTROLLER)
    options = {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "DOP853"}}
    tree = run_deck(text, formulation="MINIMAL_COORDINATES", **options)
    redundant = extrapolate(run_deck, text, "LIE_R3_SO3")
    for name in ("tip", "turn", "drive", "energy"):
        size = max(1.0, float(np.max(np.abs(tree[name]))))
        assert tree[name][-1] == pytest.approx(redundant[name], abs=1e-6 * size), name
    assert np.max(np.abs(tree["turn"][-1])) > 0.05


@pytest.mark.parametrize("kind", SPRINGS)
def test_springs_of_every_coordinate_keep_the_energy(run_deck, kind):
    options = {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "DOP853"}}
    run = run_deck(deck(kind, SPRINGS[kind]), formulation="MINIMAL_COORDINATES", step=1e-3, **options)
    assert np.ptp(run["energy"]) < 1e-9
    assert np.ptp(run["turn"], axis=0).max() > 0.05


@pytest.mark.parametrize("kind", PRESCRIBED)
def test_prescribed_coordinates_move_as_they_are_told(run_deck, kind):
    text = deck(kind, PRESCRIBED[kind]).replace(
        "RELATIVE_ROTATION", "RELATIVE_DISPLACEMENT" if kind == "PLANAR" else "RELATIVE_ROTATION"
    )
    run = run_deck(text, step=2e-3, formulation="LIE_R3_SO3")
    p, q = 0.3 * np.sin(2 * run.time), 0.2 * run.time**2
    expected = np.stack([p, q, p] if kind == "SPHERICAL" else [p, q], axis=1)
    np.testing.assert_allclose(run["turn"], expected, atol=1e-11)


@pytest.mark.parametrize(
    ("kind", "bodies"), [("UNIVERSAL", "one, two"), ("UNIVERSAL", "two, one"), ("PLANAR", "one, two")]
)
def test_prescribed_coordinates_on_a_tree(run_deck, kind, bodies):
    text = deck(kind, PRESCRIBED[kind], bodies)
    options = {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "DOP853"}}
    tree = run_deck(text, formulation="MINIMAL_COORDINATES", **options)
    redundant = extrapolate(run_deck, text, "LIE_R3_SO3")
    for name in ("tip", "turn", "force", "moment"):
        size = max(1.0, float(np.max(np.abs(tree[name]))))
        assert tree[name][-1] == pytest.approx(redundant[name], abs=1e-5 * size), name


def findings(text):
    return [finding for finding in check_deck(text).diagnostics if finding.code != "unused-object"]


def test_a_prescribed_rotation_vector_is_refused_on_a_tree():
    text = deck("SPHERICAL", PRESCRIBED["SPHERICAL"])
    refused = findings(text.replace("{GENERALIZED_ALPHA}", "{GENERALIZED_ALPHA} @FORMULATION {MINIMAL_COORDINATES}"))
    assert [(finding.code, "cannot prescribe" in finding.message) for finding in refused] == [
        ("incompatible-formulation", True)
    ]
    (idle,) = findings(text)  # in coordinates of bodies, rbsolve reports only a sensor of the joint without drives
    assert idle.severity == "warning"
    assert idle.message.startswith("sensor drive is always zero")


BALANCE = """@SENSOR_DEFINITION {
  @SENSOR_NAME {axes} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {one} @TRIAD_NAME {t0} }
  @SENSOR_NAME {attitude} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {two} }
  @SENSOR_NAME {joint} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {two} @POINT_NAME {B} }
  @SENSOR_NAME {spin} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {two} }
  @SENSOR_NAME {spin_up} { @SENSOR_TYPE {ANGULAR_ACCELERATION} @OBJECT_NAME {two} }
  @SENSOR_NAME {rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} } }"""


@pytest.mark.parametrize("gains", ["", "two directions"])
def test_the_drive_force_of_a_spherical_joint_is_the_moment_that_moves_the_body(run_deck, gains):
    """Springs of different stiffness, dampers and actuators together: Euler's equation of body two about its centre of
    mass. The rotation is large, so forces along the components of the rotation vector differ from torques.
    """
    drives = "@SPRING {60, 0.8, 5, -0.9, 16, 0.7}" + DRIVES["SPHERICAL"]
    text = deck("SPHERICAL", drives, extra=BALANCE + (CONTROLLER if gains else ""))
    options = {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "DOP853"}}
    run = run_deck(text, formulation="MINIMAL_COORDINATES", step=1e-3, **options)
    axes, R_IB = (run[name].reshape(-1, 3, 3) for name in ("axes", "attitude"))
    centre = run["tip"] + R_IB @ np.array([0.1, 0.2, -0.1])
    inertia = R_IB @ np.diag([0.4, 0.6, 0.5]) @ np.swapaxes(R_IB, 1, 2)
    momentum_rate = np.einsum("tij,tj->ti", inertia, run["spin_up"]) + np.cross(
        run["spin"], np.einsum("tij,tj->ti", inertia, run["spin"])
    )
    driven = np.einsum("tij,tj->ti", axes, run["drive"])
    expected = run["moment"] + driven + np.cross(run["joint"] - centre, run["force"])
    np.testing.assert_allclose(momentum_rate, expected, rtol=0, atol=1e-11 * np.abs(driven).max())
    assert np.abs(run["turn"]).max() > 0.3
