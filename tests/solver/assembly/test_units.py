"""A model in millimetres or kilometres starts like the same model in metres. A model may contain both very light and
very heavy bodies.
"""

import numpy as np
import pytest

from rbsolve.pipeline import check_deck


def arm(length, rate=2.0, second="@INITIAL_RATE {-3}", given="", masses=(2.0, 2.0), kind="REVOLUTE"):
    """Return two bars of `length`, hinged about parallel axes that are rotated in space, in this unit of length."""
    upper, lower = masses
    return f"""
@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#L}} @SCALAR_VALUE {{{length!r}}} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{hinge}} {{ @ORIENTATION_E3 {{0.3, -0.5, 0.7}} }} }}
@POINT_DEFINITION {{
  @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }}
  @POINT_NAME {{A}} {{ @COORDINATES {{0.3*#L, 0.1*#L, 0.2*#L}} }}
}}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{elbow}} {{ @POINT1_NAME {{A}} @TRIAD_NAME {{hinge}} }} }}
@MASS_PROPERTY_DEFINITION {{
  @MASS_PROPERTY_NAME {{upper}} {{
    @MASS {{{upper!r}}} @MOMENTS_OF_INERTIA {{0.05*{upper!r}*#L^2, 0.1*{upper!r}*#L^2, 0.08*{upper!r}*#L^2}} }}
  @MASS_PROPERTY_NAME {{lower}} {{
    @MASS {{{lower!r}}} @MOMENTS_OF_INERTIA {{0.05*{lower!r}*#L^2, 0.1*{lower!r}*#L^2, 0.08*{lower!r}*#L^2}} }}
}}
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{upper}} {{ @MASS_PROPERTY_NAME {{upper}} {given} }}
  @RIGID_BODY_NAME {{lower}} {{ @MASS_PROPERTY_NAME {{lower}} @FRAME_NAME {{elbow}} }}
}}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{shoulder}} {{
  @CONNECTED_TO_BODIES {{GROUND, upper}} @AT_POINT {{O}} @TRIAD_NAME {{hinge}} @INITIAL_RATE {{{rate}}} }} }}
@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{elbow}} {{
  @CONNECTED_TO_BODIES {{upper, lower}} @AT_POINT {{A}} @TRIAD_NAME {{hinge}} {second} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.01}} }} }}
"""


@pytest.mark.parametrize("length", [1e-6, 1.0, 1e3, 1e6])
def test_initial_rates_in_any_unit_of_length(length):
    checked = check_deck(arm(length))
    assert not list(checked.diagnostics)
    axis, elbow = np.array([0.3, -0.5, 0.7]) / np.sqrt(0.83), np.array([0.3, 0.1, 0.2])
    state = checked.compiled.initial
    assert state.u[1] / length == pytest.approx(2.0 * np.cross(axis, elbow), abs=1e-13)
    assert state.w[0] == pytest.approx(2.0 * axis, abs=1e-13)
    assert state.R[1] @ state.w[1] == pytest.approx(-axis, abs=1e-13)


@pytest.mark.parametrize("kind", ["REVOLUTE", "SPHERICAL"])
@pytest.mark.parametrize("masses", [(1e9, 1e-9), (1e-9, 1e9), (1.0, 1e-9), (1e-9, 1.0)])
def test_velocities_of_light_bodies_beside_heavy_ones(masses, kind):
    state = check_deck(arm(1.0, second="", masses=masses, kind=kind)).compiled.initial
    axis, elbow = np.array([0.3, -0.5, 0.7]) / np.sqrt(0.83), np.array([0.3, 0.1, 0.2])
    assert state.u[1] == pytest.approx(2.0 * np.cross(axis, elbow), abs=1e-12)
    assert state.w[0] == pytest.approx(2.0 * axis, abs=1e-12)
    assert state.R[1] @ state.w[1] == pytest.approx(2.0 * axis, abs=1e-12)


@pytest.mark.parametrize("length", [1.0, 1e3, 1e6])
def test_contradicting_rates_meet_in_any_unit_of_length(length):
    twice = """@INITIAL_RATE {-3} } @REVOLUTE_JOINT_NAME {again} {
        @CONNECTED_TO_BODIES {GROUND, upper} @AT_POINT {O} @TRIAD_NAME {hinge} @INITIAL_RATE {2.1}"""
    checked = check_deck(arm(length, second=twice))
    changed = [found.message for found in checked.diagnostics if found.code == "inconsistent-initial-conditions"]
    assert ["changed by 0.05 rad/s" in message for message in changed] == [True, True]
    axis = np.array([0.3, -0.5, 0.7]) / np.sqrt(0.83)
    assert checked.compiled.initial.w[0] == pytest.approx(2.05 * axis, abs=1e-12)


def test_a_body_given_no_velocity_is_not_warned_of_rounding():
    still = "@INITIAL_VELOCITY {0, 0, 0} @INITIAL_ANGULAR_VELOCITY {0, 0, 0}"
    assert not list(check_deck(arm(1.0, rate=0.0, second="@INITIAL_RATE {7.3}", given=still)).diagnostics)
