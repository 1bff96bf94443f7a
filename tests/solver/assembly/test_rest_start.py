"""Runs that start at the equilibrium: their initial states, and the errors that prevent such a start."""

import numpy as np
import pytest

import rbsolve
from rbsolve.pipeline import check_deck

DECK = """
@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#k}} @SCALAR_VALUE {{100}} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{bob}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} {body} }} }}
@PRISMATIC_JOINT_DEFINITION {{
  @PRISMATIC_JOINT_NAME {{guide}} {{ @CONNECTED_TO_BODIES {{GROUND, bob}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Z}} {joint} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{if(t < 0.15, 0, 5)}} }}
  @FUNCTION_1D_NAME {{p}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{0.3*t}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{z}} {{ @SENSOR_TYPE {{RELATIVE_DISPLACEMENT}} @OBJECT_NAME {{guide}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 0.4}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{0.1}} @START_FROM {{STATIC}} }} }}
"""
SPRING = "@SPRING {#k, 0} @ACTUATOR {f}"


def deck(body="", joint=SPRING):
    return DECK.format(body=body, joint=joint)


def test_it_stays_at_rest_and_then_swings_about_the_new_equilibrium():
    """From t = 0.15 s on, m z'' = -k z - m g + 5, so z = (5 (1 - cos w (t - 0.15)) - m g)/k."""
    results = rbsolve.solve(deck())
    t, w = results.time, np.sqrt(50)
    swing = np.where(t > 0.15, 1 - np.cos(w * (t - 0.15)), 0.0)
    assert results["z"][:, 0] == pytest.approx((5 * swing - 19.62) / 100, abs=2e-4)
    assert results["z"][:2, 0] == pytest.approx([-0.1962] * 2, abs=1e-9)
    assert dict(results.file["start"].attrs) == {"from": "STATIC"}


def test_each_case_begins_at_its_own_equilibrium():
    many = rbsolve.solve_many(deck(), {"k": [50.0, 100.0, 200.0]})
    assert many["z"][:, 0, 0] == pytest.approx([-0.3924, -0.1962, -0.0981], abs=1e-9)


def test_what_nothing_holds_fails_at_the_start():
    with pytest.raises(rbsolve.SolveError, match="there is no equilibrium"):
        rbsolve.solve(deck(joint=""))


FOUND = [
    ({"joint": "@PRESCRIBED_DISPLACEMENT {p}"}, "error", "inconsistent-initial-conditions"),
    ({"body": "@INITIAL_VELOCITY {0, 0, 1}"}, "warning", "conflicting-keywords"),
    ({"joint": SPRING + " @INITIAL_RATE {2}"}, "warning", "conflicting-keywords"),
]


@pytest.mark.parametrize(("given", "severity", "code"), FOUND)
def test_what_does_not_go_with_a_start_at_rest_is_told(given, severity, code):
    found = [f for f in check_deck(deck(**given)).diagnostics if f.code != "unused-object"]
    assert [(f.severity, f.code) for f in found] == [(severity, code)]


def test_a_run_from_an_unstable_equilibrium_says_so():
    """A spring of stiffness -100 N/m pulls with 19.62 N and supports the weight at the position of the deck. If the
    body moves from this position, the spring pushes it further away.
    """
    results = rbsolve.solve(deck(joint="@SPRING {-100, -0.1962} @ACTUATOR {f}"))
    [finding] = [one for one in results.findings if one.code == "unstable-equilibrium"]
    assert (finding.severity, finding.time) == ("warning", 0.0)
    assert "guide" in finding.message


def test_friction_of_joints_holds_nothing_in_the_equilibrium():
    """The body hangs where the spring alone supports its weight. Friction of 5 N could keep the body at rest up to 0.05
    m from this position."""
    results = rbsolve.solve(deck(joint=SPRING + " @FRICTION_FORCE {5}"))
    assert results["z"][0, 0] == pytest.approx(-0.1962, abs=1e-9)
    [finding] = [one for one in results.findings if one.code == "ambiguous-equilibrium"]
    assert finding.severity == "note"
    assert "ignores the friction of joint guide" in finding.message
