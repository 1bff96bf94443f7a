"""Check linearizations about states of models with switches against the closed form of a cart on a spring."""

import pytest

import rbsolve
from rbsolve.solver.analyses.linearized.linearize import LinearizationError

M, K = 2.0, 100.0
CART = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{cart}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{rail}} {{ @CONNECTED_TO_BODIES {{GROUND, cart}} @AT_POINT {{0, 0, 0}}
    @TRIAD_NAME {{AXIS_X}} @SPRING {{100, {rest}}} @SIGNAL_NAME {{push}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{u}} {{ @SENSOR_TYPE {{RELATIVE_DISPLACEMENT}} @OBJECT_NAME {{rail}} }}
    @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{RELATIVE_DISPLACEMENT_RATE}} @OBJECT_NAME {{rail}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{x}} {{ @MEASURE {{u}} }} @SIGNAL_NAME {{w}} {{ @MEASURE {{v}} }}
    @SIGNAL_NAME {{push}} {{ {push} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
    @SIMULATION_TIME_RANGE {{0, 0.6}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{0.1}} }} }}
"""
TWO_DAMPERS = "@EXPRESSION {if(w > 0, -2*w, -8*w) - 0.001*sign(w)}"
HARDENING = (
    "@SIGNAL_TYPE {LOOKUP_TABLE} @INPUT {x} @INPUT_VALUES {0, 0.3, 1} @OUTPUT_VALUES {0, 0, -140}"
    " @INTERPOLATION {LINEAR}"
)
LIMITED = "@SIGNAL_TYPE {PID} @INPUT {x} @PROPORTIONAL_GAIN {-50} @OUTPUT_LIMITS {-10, 100}"
MOVING = [
    (TWO_DAMPERS, "RK44", 0.2, K, 2.0),
    (TWO_DAMPERS, "RK44", "end", K, 8.0),
    (TWO_DAMPERS, "GENERALIZED_ALPHA", 0.2, K, 2.0),
    (HARDENING, "RK44", 0.2, K + 200.0, 0.0),
    (LIMITED, "RK44", 0.2, K, 0.0),
    (LIMITED, "RK44", "start", K + 50.0, 0.0),
]


@pytest.mark.parametrize(("push", "method", "at", "stiffness", "damping"), MOVING)
def test_switches_have_the_sides_of_the_state(push, method, at, stiffness, damping):
    """The spring pushes the cart forward, and pushes it back before 0.6 s. Therefore the switches are in other states
    than at the start."""
    small = rbsolve.linearize(CART.format(rest=0.5, push=push), at=at, integrator=method)
    # with a controller, the system has other modes too
    vibration = max(small.eigenvalues, key=lambda value: value.imag)
    assert vibration.real == pytest.approx(-0.5 * damping / M, abs=1e-9)
    assert vibration.imag == pytest.approx((stiffness / M - (0.5 * damping / M) ** 2) ** 0.5, rel=1e-9)


@pytest.mark.parametrize("at", ["start", "end", "equilibrium"])
def test_a_state_on_a_jump_is_refused(at):
    """The relay keeps the cart at rest, because the spring pulls with 2 N."""
    deck = CART.format(rest=0.02, push="@EXPRESSION {-6*sign(w)}")
    with pytest.raises(LinearizationError, match="signal push jumps at the state"):
        rbsolve.linearize(deck, at=at, integrator="RK44")


@pytest.mark.parametrize(
    ("formula", "damping"),
    [("-6*sign(w + 1e-3)", 0.0), ("-w^3", 0.0), ("-tanh(w/1e-6)", 1e6), ("0.001*floor(w + 0.5)", 0.0)],
)
def test_a_state_beside_a_jump_is_linearized(formula, damping):
    small = rbsolve.linearize(CART.format(rest=0.02, push=f"@EXPRESSION {{{formula}}}"), at="start")
    assert small.damping[0, 0] == pytest.approx(damping, rel=1e-9)
