"""The check reports contacts that start deep, with their depth and the speed at which they push bodies apart. Bodies
that other forces or joints keep in place are not reported.
"""

import pytest

from rbsolve.pipeline import check_deck

K, MASS, RADIUS = 1e6, 2.0, 0.1
BALL = """
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -{weight}}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{c}} {{ @COORDINATES {{0, 0, {height}}} }} @POINT_NAME {{up}} {{ @COORDINATES {{0, 0, {lid}}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{down}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{0, 0, -1}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f}} {{ @POINT1_NAME {{c}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{8e-3, 8e-3, 8e-3}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{f}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} @CONNECTED_TO_BODY {{GROUND}} }}
    @SHAPE_NAME {{lid}} {{ @SHAPE_TYPE {{PLANE}} @CONNECTED_TO_BODY {{GROUND}} @AT_POINT {{up}} @TRIAD_NAME {{down}} }}
    @SHAPE_NAME {{ball}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{b}} @DIMENSIONS {{0.1}} }} }}
@CONTACT_DEFINITION {{
    @CONTACT_NAME {{below}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @CONTACT_SHAPES {{floor, ball}} @STIFFNESS {{1e6}} @EXPONENT {{1}} }}
    @CONTACT_NAME {{above}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @CONTACT_SHAPES {{lid, ball}} @STIFFNESS {{1e6}} @EXPONENT {{1}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @ANALYSIS_TYPE {{{kind}}} @SIMULATION_TIME_RANGE {{0, 0.02}} @TIME_STEP_SIZE {{1e-4}} }} }}
"""


def deck(depth, weight=9.81, lid=1.0, kind="DYNAMIC"):
    return BALL.format(height=RADIUS - depth, weight=weight, lid=lid, kind=kind)


def depth_findings(text):
    checked = check_deck(text)
    assert not checked.has_errors
    return [finding for finding in checked.diagnostics if "deep" in finding.message]


@pytest.mark.parametrize("weight", [9.81, 0.0])
def test_a_ball_in_the_floor_is_thrown_as_the_warning_says(run_deck, weight):
    depth = 0.02
    (finding,) = depth_findings(deck(depth, weight))
    assert finding.severity == "warning"
    assert "contact below starts 0.02 m deep" in finding.message
    # the energy that a spring of this stiffness stores
    assert f"{(K * depth**2 / MASS) ** 0.5:.3g} m/s" in finding.message
    assert "STATIC" in finding.hint
    run = run_deck(deck(depth, weight).replace("@EXPONENT {1}", "@EXPONENT {1} @RESTITUTION {1}"), integrator="RK44")
    assert run["v"][:, 2].max() == pytest.approx(14.1, rel=0.01)


@pytest.mark.parametrize(
    "text",
    [
        deck(MASS * 9.81 / K),  # the body is at rest
        deck(1e-4),  # the body starts slightly too deep, and moves up by a twentieth of a millimetre
        deck(-0.1),
        deck(0.02, lid=0.16),  # the body is clamped
        deck(0.02, kind="STATIC"),
    ],
    ids=["rests", "set down", "open", "clamped", "STATIC"],
)
def test_what_is_held_is_not_told(text):
    assert not depth_findings(text)
