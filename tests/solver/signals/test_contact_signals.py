"""Signals that measure contacts, and sensors that no signal can measure."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rbsolve
from rbsolve.parser.schema.sensors import SENSOR_TYPES
from rbsolve.pipeline import check_deck
from rbsolve.solver.assembly.elements.measure_plans import PLANNERS

RADIUS, HEIGHT, G = 0.1, 1.1, 9.81
# The deck has a ball above a floor, on a vertical slide.
BALL = f"""
@POINT_DEFINITION {{ @POINT_NAME {{c}} {{ @COORDINATES {{0, 0, {HEIGHT}}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f}} {{ @POINT1_NAME {{c}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{ball}} {{ @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{f}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }}
  @SHAPE_NAME {{skin}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{ball}} @DIMENSIONS {{{RADIUS}}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{k}} {{
  @CONNECTED_TO_BODIES {{GROUND, ball}} @CONTACT_SHAPES {{floor, skin}} @STIFFNESS {{1e5}} @RESTITUTION {{0.5}} }} }}
"""
GRAVITY = f"@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -{G}}} }} }}\n"
SENSOR = "@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {%s} @OBJECT_NAME {%s} } }\n"
MEASURED = "@SIGNAL_DEFINITION { @SIGNAL_NAME {y} { @MEASURE {s} } }\n"
ANALYSIS = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, %s} @TIME_STEP_SIZE {%s} } }\n"


@pytest.mark.parametrize("method", ["RK44", "GENERALIZED_ALPHA", "DOPRI5:RELATIVE_TOLERANCE=1e-9"])
def test_an_event_tells_when_a_ball_touches(method):
    """A fall from h takes sqrt(2 h / g), and generalized-alpha is second-order accurate."""
    event = "@EVENT_DEFINITION { @EVENT_NAME {touch} { @SIGNAL_NAME {y} @DIRECTION {RISING} @TERMINATE {YES} } }\n"
    deck = BALL + GRAVITY + SENSOR % ("PENETRATION", "k") + MEASURED + event + ANALYSIS % (1, 0.01)
    results = rbsolve.solve(deck, integrator=method)
    expected = math.sqrt(2 * (HEIGHT - RADIUS) / G)
    (touch,) = results.events
    assert touch.time == pytest.approx(expected, abs=1e-4 if method == "GENERALIZED_ALPHA" else 1e-12)


@pytest.mark.parametrize("method", ["GENERALIZED_ALPHA", "DOPRI5:RELATIVE_TOLERANCE=1e-7"])
def test_a_controller_presses_with_the_force_that_it_is_told(method):
    """The integral of the error drives the slide. At rest, the normal force and the signal equal the required force."""
    slide = """
    @PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {j} {
      @CONNECTED_TO_BODIES {GROUND, ball} @AT_POINT {c} @TRIAD_NAME {TRIAD_INERTIAL} @DAMPER {40} @SIGNAL_NAME {push} } }
    @SIGNAL_DEFINITION { @SIGNAL_NAME {missing} { @EXPRESSION {y - 25} }
      @SIGNAL_NAME {push} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {missing} @GAIN {4} } }
    """
    low = BALL.replace(f"{{0, 0, {HEIGHT}}}", f"{{0, 0, {RADIUS}}}")
    written = "@SENSOR_DEFINITION { @SENSOR_NAME {y} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {y} } }\n"
    deck = low + slide + SENSOR % ("FORCE", "k") + MEASURED + written + ANALYSIS % (8, 0.002)
    results = rbsolve.solve(deck, integrator=method)
    assert results["s"][-1, 0] == pytest.approx(25.0, rel=1e-6)
    assert results["y"][-1, 0] == pytest.approx(results["s"][-1, 0], rel=1e-12)
    assert np.ptp(results["s"][-500:, 0]) < 1e-3


ROD = """
@ROD_DEFINITION { @ROD_NAME {rod} { @CONNECTED_TO_BODIES {GROUND, ball} @POINT1_NAME {O} @POINT2_NAME {c} } }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0.3, 0, 2} } }
"""
SPRING = """
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {spring} {
  @CONNECTED_TO_BODIES {GROUND, ball} @POINT1_NAME {O} @POINT2_NAME {c} @STIFFNESS {3} } }
@TORSION_SPRING_DEFINITION { @TORSION_SPRING_NAME {twist} { @CONNECTED_TO_BODIES {GROUND, ball} @STIFFNESS {3} } }
"""


def test_the_elongation_of_a_rod_is_measured():
    written = "@SENSOR_DEFINITION { @SENSOR_NAME {y} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {y} } }\n"
    for kind in ("ELONGATION", "ELONGATION_RATE"):
        deck = BALL + GRAVITY + ROD + SENSOR % (kind, "rod") + MEASURED + written + ANALYSIS % (0.1, 0.01)
        results = rbsolve.solve(deck)
        np.testing.assert_allclose(results["y"], results["s"], rtol=0, atol=1e-14)


@pytest.mark.parametrize(
    ("kind", "name", "advice"),
    [
        ("ELONGATION", "twist", "measure ROTATION of one of its bodies"),
        ("STEP_SIZE", "SYSTEM", "it is a property of the integrator"),
    ],
)
def test_what_no_signal_measures_says_why(kind, name, advice):
    deck = BALL + GRAVITY + ROD + SPRING + SENSOR % (kind, name) + MEASURED + ANALYSIS % (0.1, 0.01)
    (found,) = (found for found in check_deck(deck).diagnostics if found.severity == "error")
    assert found.message == f"signal y cannot measure {kind} of sensor s"
    assert advice in found.hint


def test_every_type_of_sensor_is_measured_or_refused_with_a_reason_of_its_own():
    refused = {kind.name for kind in SENSOR_TYPES if kind.unmeasured is not None}
    assert set(PLANNERS) | refused == {kind.name for kind in SENSOR_TYPES}
    assert not set(PLANNERS) & refused
