"""Compare growth within a step of an implicit method with closed forms of a hinged arm."""

import math

import numpy as np
import pytest

from rbsolve.solver.analyses.linearized.growth import fastest_growth

INERTIA = 0.03 + 2.0 * 0.5**2
STEP = 1e-3
ARM = """
@RIGID_BODY_DEFINITION {{
    @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0.5, 0, 0}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.03, 0.03, 0.03}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{
    @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Y}} {joint} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{q}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{j}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION_RATE}} @OBJECT_NAME {{j}} }} }}
{more}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
    @SIMULATION_TIME_RANGE {{0, 0.05}} @TIME_STEP_SIZE {{0.001}} @OUTPUT_STEP_SIZE {{0.01}} }} }}
"""
FEEDBACK = """
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{t}} {{ @FUNCTION_1D_TYPE {{POLYNOMIAL}} @COEFFICIENTS {{0, 1}} }} }}
@SIGNAL_DEFINITION {{
    @SIGNAL_NAME {{clock}} {{ @FUNCTION_1D_NAME {{t}} }}
    @SIGNAL_NAME {{q_}} {{ @MEASURE {{q}} }}
    @SIGNAL_NAME {{w_}} {{ @MEASURE {{w}} }}
    @SIGNAL_NAME {{drive}} {{ @EXPRESSION {{{torque}}} }} }}
"""
SPRING = """
@TORSION_SPRING_DEFINITION {{ @TORSION_SPRING_NAME {{s}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @TRIAD_NAME {{AXIS_Y}} {spring} }} }}
"""


def arm(torque=None, spring=None):
    """Return a deck of the arm with a torque from a signal, or with a torsion spring."""
    more = "" if torque is None else FEEDBACK.format(torque=torque)
    more += "" if spring is None else SPRING.format(spring=spring)
    return ARM.format(joint="" if torque is None else "@SIGNAL_NAME {drive}", more=more)


def growths(run):
    return [found for found in run.summary.findings if found.code == "unresolved-growth"]


@pytest.mark.parametrize(
    ("deck", "rate"),
    [
        (arm("1e12*q_"), math.sqrt(1e12 / INERTIA)),
        (arm("3e6*w_ - 5e4*q_"), 3e6 / INERTIA / 2 + math.sqrt((3e6 / INERTIA) ** 2 / 4 - 5e4 / INERTIA)),
        (arm("1600*w_ - 2e6*q_"), 1600 / INERTIA / 2),  # the motion oscillates and grows
        (arm(spring="@STIFFNESS {-4e8}"), math.sqrt(4e8 / INERTIA)),
        (arm("1e6*q_", "@STIFFNESS {2e6}"), 0.0),
        (arm("1e5*sin(20*clock)"), 0.0),
    ],
)
def test_a_run_tells_of_growth_that_its_steps_damp(run_deck, deck, rate):
    run = run_deck(deck, integrator="GENERALIZED_ALPHA")
    compiled = run.checked.compiled
    assert fastest_growth(compiled, compiled.initial, 0.0) == pytest.approx(rate, rel=1e-6, abs=1e-3)
    found = growths(run)
    assert len(found) == (rate * STEP > 1.0)
    if found and "q_" in deck:
        assert found[0].object == "signal drive"
        assert np.all(np.abs(run.sensors["q"]) < 1e-6)  # the run shows no motion


def test_growth_that_steps_resolve_and_explicit_methods_are_not_told_of(run_deck):
    slow = run_deck(arm("50*q_"), integrator="GENERALIZED_ALPHA")
    explicit = run_deck(arm("1e12*q_"), integrator="EXPLICIT_RUNGE_KUTTA")
    assert not growths(slow)
    assert not growths(explicit)


def test_it_is_told_where_a_run_ends_too(run_deck):
    torque = "1e9*q_*(max(clock, 0.025) - 0.025)"
    (found,) = growths(run_deck(arm(torque), integrator="GENERALIZED_ALPHA"))
    assert found.time == pytest.approx(0.05)
