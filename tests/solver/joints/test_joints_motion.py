"""Compare joints in motion by generalized-alpha with closed forms. Every angle continues over several rotations."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import rbsolve
from rbsolve.solver.model.outcome import Outcome

FRAME = """
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0.1,-0.2,0.3} } @POINT_NAME {Q} { @COORDINATES {1.1,-0.2,0.3} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1,2,2} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @TRIAD_NAME {T} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.5,0.5,0.4} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @FRAME_NAME {F} @MASS_PROPERTY_NAME {m} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} {
    @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
    @SENSOR_NAME {spin} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} }
    @SENSOR_NAME {moment} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {J} @FRAME_NAME {F} }
    @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {J} @FRAME_NAME {F} }
}
"""
SLIDES = """
@SENSOR_DEFINITION {
    @SENSOR_NAME {slide} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {J} }
    @SENSOR_NAME {speed} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_RATE} @OBJECT_NAME {J} }
    @SENSOR_NAME {energy} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }
}
"""
MASS, INERTIA = 2.0, 0.4


def function(name, text):
    kind = "@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION"
    return f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{{name}}} {{ {kind} {{{text}}} }} }}\n"


def run(kind, keywords, *more):
    joint = (
        f"@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{J}} {{ @CONNECTED_TO_BODIES {{GROUND, B}} @AT_POINT {{P}} "
        f"@TRIAD_NAME {{T}} {keywords} }} }}\n"
    )
    return rbsolve.solve(FRAME + joint + "".join(more))


def assert_close(results, name, expected, tolerance):
    np.testing.assert_allclose(results[name][:, -1], expected, rtol=0, atol=tolerance)


def test_prescribed_rotation_and_its_torque():
    """The motion has eight rotations in 2 s with a ripple, and the reaction moment about the axis is J f''."""
    results = run("REVOLUTE", "@PRESCRIBED_ROTATION {f}", function("f", "8*pi*t + 0.1*sin(3*t)"))
    t = results.time
    assert_close(results, "angle", 8 * math.pi * t + 0.1 * np.sin(3 * t), 1e-12)
    assert_close(results, "spin", 8 * math.pi + 0.3 * np.cos(3 * t), 2e-6)
    assert_close(results, "moment", -INERTIA * 0.9 * np.sin(3 * t), 1e-5)


@pytest.mark.parametrize("turns", [0, 1, -2, 7])
@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_a_nut_that_starts_whole_turns_along_its_screw(formulation, turns):
    """The displacement gives the number of rotations. In each rotation, the body advances by the pitch along (1, 2, 2)
    / 3, from the joint's point.
    """
    place = np.array([0.1, -0.2, 0.3]) + turns * 0.1 * np.array([1, 2, 2]) / 3
    start = (
        f"@POINT_DEFINITION {{ @POINT_NAME {{P1}} {{ @COORDINATES {{{', '.join(map(repr, place.tolist()))}}} }} }}\n"
        "@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F1} { @POINT1_NAME {P1} @TRIAD_NAME {T} } }\n"
    )
    moved = FRAME.replace("@FRAME_NAME {F} @MASS", "@FRAME_NAME {F} @INITIAL_FRAME_NAME {F1} @MASS")
    joint = (
        "@SCREW_JOINT_DEFINITION { @SCREW_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {P} @TRIAD_NAME {T} "
        "@PITCH {0.1} @INITIAL_RATE {3} } }\n"
    )
    results = rbsolve.solve(moved + start + joint + SLIDES, integrator="GENERALIZED_ALPHA", formulation=formulation)
    assert_close(results, "angle", 2 * math.pi * turns + 3 * results.time, 1e-9)
    assert_close(results, "slide", 0.1 * (turns + 3 * results.time / (2 * math.pi)), 1e-10)


def test_screw_driven_by_a_torque():
    """With the lead l = pitch / 2 pi, (J + m l^2) angle'' = torque, and the force of the thread is m l angle''."""
    lead = 0.15
    results = run(
        "SCREW", f"@PITCH {{{2 * math.pi * lead}}} @INITIAL_RATE {{4}} @ACTUATOR {{f}}", function("f", "5"), SLIDES
    )
    t, acceleration = results.time, 5.0 / (INERTIA + MASS * lead**2)
    angle = 4.0 * t + 0.5 * acceleration * t**2
    assert angle[-1] > 4 * math.pi
    assert_close(results, "angle", angle, 1e-9)
    assert_close(results, "slide", lead * angle, 1e-9)
    assert_close(results, "speed", lead * (4.0 + acceleration * t), 1e-9)
    # The multipliers contain the round-off of positions, and the Newton tolerance, divided by h^2.
    assert_close(results, "force", 0 * t + MASS * lead * acceleration, 3e-6)
    assert_close(results, "moment", 0 * t - lead * MASS * lead * acceleration, 3e-6)


def test_springs_of_a_cylindrical_joint_swing_over_turns():
    """The model has two oscillators. The rotation oscillates by +- 9 rad about 2, and the displacement by 0.5 about
    -0.1.
    """
    keywords = "@INITIAL_RATE {18, 0} @SPRING {1.6, 0, 8, 0.5}"
    results = run("CYLINDRICAL", keywords, SLIDES)
    t = results.time
    assert_close(results, "angle", 9.0 * np.sin(2 * t), 3e-5)
    assert_close(results, "slide", 0.5 * (1 - np.cos(2 * t)), 2e-6)
    energy = results["energy"][:, 0]
    np.testing.assert_allclose(energy, 0.5 * INERTIA * 18.0**2 + 0.5 * 8 * 0.5**2, rtol=2e-6)


@pytest.mark.parametrize(("limit", "acceleration"), [("", 30.0), ("@TORQUE_LIMIT {3}", 7.5)])
def test_controller_follows_a_reference_over_turns(limit, acceleration):
    """With the feedforward torque J ref'', the drive is exact. With a limit of 3 N m, the acceleration is 3 / J as long
    as the drive lags.
    """
    controller = (
        "@JOINT_CONTROLLER_DEFINITION { @JOINT_CONTROLLER_NAME {c} { @JOINT_NAME {J} @PROPORTIONAL_GAIN {50} "
        f"@DERIVATIVE_GAIN {{4}} @REFERENCE_FUNCTION_NAME {{f}} @FEEDFORWARD_FUNCTION_NAME {{g}} {limit} }} }}\n"
    )
    results = run("REVOLUTE", "", controller, function("f", "15*t^2"), function("g", "12"))
    assert_close(results, "angle", 0.5 * acceleration * results.time**2, 1e-8)


def test_damper_brakes():
    results = run("REVOLUTE", "@INITIAL_RATE {30} @DAMPER {0.6}")
    assert_close(results, "angle", 20.0 * (1 - np.exp(-1.5 * results.time)), 1e-5)


METHODS = {
    "default": {},
    "redundant": {"integrator": "GENERALIZED_ALPHA", "formulation": "LIE_R3_SO3"},
    "tree": {"integrator": "GENERALIZED_ALPHA", "formulation": "MINIMAL_COORDINATES"},
    "explicit": {"integrator": "RK44", "formulation": "MINIMAL_COORDINATES"},
}


@pytest.mark.parametrize("keyword", ["ROTATION", "DISPLACEMENT"])
@pytest.mark.parametrize(
    ("analysis", "method"), [*(("DYNAMIC", name) for name in METHODS), ("KINEMATIC", "default"), ("STATIC", "default")]
)
def test_a_prescribed_motion_that_ceases_to_have_a_value_is_named(analysis, method, keyword):
    """The error is not reported as a mechanism that locks, or as a step that is too large."""
    deck = FRAME.replace("DYNAMIC", analysis)
    if analysis != "DYNAMIC":
        deck = deck.replace("@TIME_STEP_SIZE {1e-3} ", "")
    kind = "REVOLUTE" if keyword == "ROTATION" else "PRISMATIC"
    joint = (
        f"@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{J}} {{ @CONNECTED_TO_BODIES {{GROUND, B}} @AT_POINT {{P}} "
        f"@TRIAD_NAME {{T}} @PRESCRIBED_{keyword} {{f}} }} }}\n"
    )
    deck = deck.split("@SENSOR_DEFINITION")[0] + joint + function("f", "t^2 + 0*sqrt(1.0505 - t)")
    with pytest.raises(rbsolve.SolveError, match=rf"joint J .*its prescribed {keyword.lower()} has no value") as caught:
        rbsolve.solve(deck, **METHODS[method])
    assert caught.value.outcome is Outcome.UNDEFINED_MOTION
    assert re.search(r"at t = 1\.05\d*|at t = 1\.1 s", str(caught.value))
