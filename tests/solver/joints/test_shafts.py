"""Two shafts that meet at 30 deg, coupled by a constant-velocity joint and by a cross. Geometry gives the expected
angles.
"""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.pipeline import check_deck

DECK = """
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} }}
@TRIAD_DEFINITION {{
  @TRIAD_NAME {{x}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{1, 0, 0}} }}
  @TRIAD_NAME {{y}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{0, 1, 0}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{0.1, 0.1, 0.02}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{input}} {{ @MASS_PROPERTY_NAME {{m}} }}
  @RIGID_BODY_NAME {{output}} {{ @MASS_PROPERTY_NAME {{m}} }}
  @RIGID_BODY_NAME {{housing}} {{ @MASS_PROPERTY_NAME {{m}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{turn}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{5*t + t^2}} }}
  @FUNCTION_1D_NAME {{tilt}} {{ @FUNCTION_1D_TYPE {{CONSTANT}} @VALUE {{rad(30)}} }} }}
@REVOLUTE_JOINT_DEFINITION {{
  @REVOLUTE_JOINT_NAME {{drive}} {{ @CONNECTED_TO_BODIES {{GROUND, input}} @AT_POINT {{O}} @TRIAD_NAME {{TRIAD_INERTIAL}}
    @PRESCRIBED_ROTATION {{turn}} }}
  @REVOLUTE_JOINT_NAME {{tilt}} {{ @CONNECTED_TO_BODIES {{GROUND, housing}} @AT_POINT {{O}} @TRIAD_NAME {{x}}
    @PRESCRIBED_ROTATION {{tilt}} @INITIAL_COORDINATE {{rad(30)}} }} }}
@CYLINDRICAL_JOINT_DEFINITION {{
  @CYLINDRICAL_JOINT_NAME {{bearing}} {{ @CONNECTED_TO_BODIES {{housing, output}} @AT_POINT {{O}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{coupling}} {{ @CONNECTED_TO_BODIES {{input, output}} @AT_POINT {{O}}
    @TRIAD_NAME {{{triads}}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{in}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{drive}} }}
  @SENSOR_NAME {{out}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{bearing}} }}
  @SENSOR_NAME {{bend}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{coupling}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} @FORMULATION {{{formulation}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @ANALYSIS_TYPE {{{analysis}}} @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{2e-3}}
  @OUTPUT_STEP_SIZE {{0.02}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""


def deck(kind, triads, formulation="LIE_R3_SO3", analysis="DYNAMIC"):
    return DECK.format(kind=kind, triads=triads, formulation=formulation, analysis=analysis)


def test_a_constant_velocity_joint_turns_both_shafts_alike(run_deck):
    run = run_deck(deck("CONSTANT_VELOCITY", "TRIAD_INERTIAL"))
    np.testing.assert_allclose(run["in"][:, 0], 5 * run.time + run.time**2, atol=1e-11)
    np.testing.assert_allclose(run["out"], run["in"], atol=1e-11)
    # The bend is 30 deg about x, seen from the input shaft.
    angle = run["in"][:, 0]
    bend = np.radians(30) * np.stack([np.cos(angle), -np.sin(angle)], axis=1)
    np.testing.assert_allclose(run["bend"][:, :2], bend, atol=1e-11)


def test_a_cross_turns_the_second_shaft_unevenly(run_deck):
    """The axis of the cross in the input shaft is (cos(in), sin(in), 0). This axis is perpendicular to the axis of the
    cross in the output shaft, which starts along y and is tilted about x. So tan(out) = cos(30 deg) tan(in).
    """
    run = run_deck(deck("UNIVERSAL", "x, y"))
    angle = run["in"][:, 0]
    expected = np.arctan2(np.cos(np.radians(30)) * np.sin(angle), np.cos(angle))
    np.testing.assert_allclose(np.cos(run["out"][:, 0] - expected), 1.0, atol=1e-12)
    assert np.max(np.abs(run["out"] - run["in"])) > 0.05


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"analysis": "KINEMATIC"}, "KINEMATIC positions the bodies by joint coordinates"),
        ({"analysis": "STATIC"}, "STATIC positions the bodies by joint coordinates"),
    ],
)
def test_where_a_kind_lacks_a_face_the_check_says_so(changes, words):
    errors = [
        f
        for f in check_deck(deck("CONSTANT_VELOCITY", "TRIAD_INERTIAL", **changes)).diagnostics
        if f.severity == "error"
    ]
    assert [finding.code for finding in errors] == ["incompatible-formulation"]
    assert words in errors[0].message
    assert "constant-velocity joint coupling" in errors[0].message


def test_a_tree_has_no_coordinates_of_a_constant_velocity_joint():
    """If a constant-velocity joint or a cross carries a body, redundant coordinates are the default, and joint
    coordinates are refused."""
    text = deck("CONSTANT_VELOCITY", "TRIAD_INERTIAL", "MINIMAL_COORDINATES")
    start = text.index("@CYLINDRICAL_JOINT_DEFINITION")
    text = text[:start] + text[text.index("@CONSTANT_VELOCITY") :]
    text = text.replace("@SENSOR_NAME {out} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {bearing} }", "")
    errors = [finding for finding in check_deck(text).diagnostics if finding.severity == "error"]
    assert [finding.code for finding in errors] == ["incompatible-formulation"]
    assert "has no coordinates of the constant-velocity joint coupling" in errors[0].message
    default = check_deck(text.replace("@FORMULATION {MINIMAL_COORDINATES}", "")).compiled
    assert default.method.formulation == "LIE_R3_SO3"
