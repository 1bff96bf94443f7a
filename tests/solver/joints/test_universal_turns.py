"""Angles of universal joints continue over several rotations for all elements that act on them. A body of equal moments
of inertia that rotates about an axis is a harmonic oscillator of any amplitude.
"""

import numpy as np
import pytest

METHODS = {
    "group": "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}",
    "tree": "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {MINIMAL_COORDINATES}",
    "explicit": "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {MINIMAL_COORDINATES} @TABLEAU {RK44}",
}
STIFFNESS = 1.5
FREQUENCY = np.sqrt(STIFFNESS)


def deck(joint: str, more: str = "", method: str = "group", bodies: str = "GROUND, b", end: float = 3.0) -> str:
    return f"""
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@UNIVERSAL_JOINT_DEFINITION {{ @UNIVERSAL_JOINT_NAME {{J}} {{
  @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_X, AXIS_Y}} {joint} }} }}
{more}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{q}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{J}} }}
  @SENSOR_NAME {{drive}} {{ @SENSOR_TYPE {{DRIVE_FORCE}} @OBJECT_NAME {{J}} }}
  @SENSOR_NAME {{energy}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{2e-3}}
  @OUTPUT_STEP_SIZE {{0.5}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {METHODS[method]} }} }}
"""


def of(axis: int, value: object, other: object) -> str:
    return f"{value}, {other}" if axis == 0 else f"{other}, {value}"


@pytest.mark.parametrize("bodies", ["GROUND, b", "b, GROUND"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("method", METHODS)
def test_a_spring_on_an_axis_of_a_cross_acts_beyond_half_a_turn(run_deck, method, axis, bodies):
    joint = f"@INITIAL_RATE {{{of(axis, 8, 0)}}} @SPRING {{{of(axis, f'{STIFFNESS}, 0', '0, 0')}}}"
    run = run_deck(deck(joint, method=method, bodies=bodies))
    exact = 8 / FREQUENCY * np.sin(FREQUENCY * run.time)
    assert np.max(exact) > 2 * np.pi
    np.testing.assert_allclose(run["q"][:, axis], exact, rtol=0, atol=2e-5)
    np.testing.assert_allclose(run["q"][:, 1 - axis], 0, rtol=0, atol=1e-12)
    np.testing.assert_allclose(run["drive"][:, axis], -STIFFNESS * exact, rtol=0, atol=4e-5)
    np.testing.assert_allclose(run["energy"], 32.0, rtol=0, atol=1e-4)


@pytest.mark.parametrize("method", METHODS)
def test_an_initial_coordinate_and_a_reference_of_several_turns(run_deck, method):
    """The body is released at 10 rad, and oscillates about a controller's reference of 9 rad."""
    more = (
        f"@JOINT_CONTROLLER_DEFINITION {{ @JOINT_CONTROLLER_NAME {{c}} {{ @JOINT_NAME {{J}} @PROPORTIONAL_GAIN {{0, {STIFFNESS}}}"
        " @REFERENCE_FUNCTION_NAME {zero, nine} } }"
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {nine} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {9} }"
        " @FUNCTION_1D_NAME {zero} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {0} } }"
    )
    run = run_deck(deck("@INITIAL_COORDINATE {0, 10}", more, method))
    np.testing.assert_allclose(run["q"][:, 1], 9 + np.cos(FREQUENCY * run.time), rtol=0, atol=1e-5)


@pytest.mark.parametrize("method", METHODS)
def test_a_stop_behind_a_turn_throws_back(run_deck, method):
    """The body meets the stop at 7 rad after 0.875 s, and leaves it half a period of its spring later with the reversed
    rate.
    """
    joint = "@INITIAL_RATE {8, 0} @STOPS {-9, 7, 1e4, 0, -9, 9, 1e4, 0}"
    run = run_deck(deck(joint, method=method, end=1.5))
    exact = 7 - 8 * (run.time[2:] - 0.875 - np.pi / 100)
    np.testing.assert_allclose(run["q"][2:, 0], exact, rtol=0, atol=2e-3)


@pytest.mark.parametrize("method", METHODS)
def test_a_signal_measures_turns_of_a_cross(run_deck, method):
    more = (
        "@SIGNAL_DEFINITION { @SIGNAL_NAME {angle} { @MEASURE {q, 1} } @SIGNAL_NAME {torque} { @EXPRESSION {-1.5*angle} }"
        " @SIGNAL_NAME {none} { @EXPRESSION {0*t} } }"
    )
    run = run_deck(deck("@INITIAL_RATE {8, 0} @ACTUATOR {torque, none}", more, method))
    np.testing.assert_allclose(run["q"][:, 0], 8 / FREQUENCY * np.sin(FREQUENCY * run.time), rtol=0, atol=2e-5)
