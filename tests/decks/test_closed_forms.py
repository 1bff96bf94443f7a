"""Small mechanisms whose motion, reactions or eigenvalues have closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import rbsolve

ADAPTIVE = """
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853}
  @RELATIVE_TOLERANCE {1e-11} @ABSOLUTE_TOLERANCE {1e-13} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {3, 4} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {i} } }
"""
START = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001} } }\n"
GRAVITY = "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }\n"


def upper(roots):
    """Return the roots with a nonnegative imaginary part, in the order of `sort_complex`."""
    return np.sort_complex([root for root in np.asarray(roots, dtype=complex) if root.imag >= 0])


BALANCED = (
    START
    + GRAVITY
    + """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @AT_POINT {0, 0, 0.5} @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.2} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y}
  @ACTUATOR {@SIGNAL_NAME {u}} @DAMPER {0.3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {angle} { @MEASURE {q} } @SIGNAL_NAME {error} { @EXPRESSION {-angle} }
  @SIGNAL_NAME {u} { @SIGNAL_TYPE {PID} @INPUT {error} @PROPORTIONAL_GAIN {30} @INTEGRAL_GAIN {12} @DERIVATIVE_GAIN {5}
    @DERIVATIVE_TIME {0.05} } }
"""
)


def test_eigenvalues_of_a_pendulum_that_a_pid_balances():
    """The closed loop satisfies `J q'' + c q' - m g l q = -(P + I/s + D s/(T s + 1)) q`."""
    s, filtered = np.poly1d([1, 0]), np.poly1d([0.05, 1])
    pole = (0.7 * s * s + 0.3 * s - 2 * 9.81 * 0.5) * s * filtered + 30 * s * filtered + 12 * filtered + 5 * s * s
    found = rbsolve.linearize(BALANCED, at="start")
    assert np.sort_complex(found.eigenvalues) == pytest.approx(upper(pole.roots), rel=1e-10)


ROTOR = (
    START
    + """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {hub} { @MASS {1} @MOMENTS_OF_INERTIA {1e-3, 1e-3, 1e-3} }
  @RIGID_BODY_NAME {disc} { @MASS {4} @MOMENTS_OF_INERTIA {0.199, 0.199, 0.3} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {p} { @CONNECTED_TO_BODIES {GROUND, hub} @AT_POINT {0, 0, 0}
  @SPRING {500, 0, 500, 0, 1000, 0} @DAMPER {0.4, 0.4, 1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {hub, disc} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z}
  @INITIAL_RATE {60} } }
"""
)


def test_whirl_of_a_damped_gyroscopic_rotor():
    """The complex number `z` of both tilts satisfies `I_t z'' + (c - i I_p W) z' + k z = 0`. In addition, the hub
    rotates about its axis against its own spring.
    """
    whirl = np.roots([0.2, 0.4 - 1j * 0.3 * 60, 500])
    wanted = upper([0.0, *whirl, *whirl.conj(), *np.roots([1e-3, 1, 1000])])
    found = rbsolve.linearize(ROTOR, at="start")
    assert np.sort_complex(found.eigenvalues) == pytest.approx(wanted, rel=1e-10, abs=1e-9)


BLADES = (
    START
    + """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {11*t} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {hub} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@PRESCRIBED_MOTION_DEFINITION { @PRESCRIBED_MOTION_NAME {m} { @CONNECTED_TO_BODY {hub} @ROTATION_SEQUENCE {EULER_ANGLES_321}
  @ROTATION_FUNCTIONS {turn, 0, 0} } }
@REPEAT {i, 1, 3} {
@TRIAD_DEFINITION { @TRIAD_NAME {blade_#i} { @ROTATION_VECTOR {0, 0, 2*pi*#i/3 + 0.2} }
  @TRIAD_NAME {flap_#i} { @ORIENTATION_E3 {0, 1, 0} @IS_DEFINED_IN_FRAME {root_#i} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {root_#i} { @POINT1_NAME {0, 0, 0} @TRIAD_NAME {blade_#i} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {blade_#i} { @AT_POINT {0.75, 0, 0, root_#i} @TRIAD_NAME {blade_#i} @MASS {1.2}
  @MOMENTS_OF_INERTIA {0, 0.05, 0.05} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge_#i} { @CONNECTED_TO_BODIES {hub, blade_#i} @AT_POINT {0.15, 0, 0, root_#i}
  @TRIAD_NAME {flap_#i} @SPRING {20, 0} } }
}
"""
)


@pytest.mark.parametrize("at", ["start", 0.7])
def test_flapping_of_blades_on_a_prescribed_hub(at):
    """The hinge is at the distance e from the axis, and the centre of mass at r from the hinge:
    `w^2 = (k + W^2 (I + m r (r + e))) / (I + m r^2)`.
    """
    square = (20 + 11**2 * (0.05 + 1.2 * 0.6 * 0.75)) / (0.05 + 1.2 * 0.6**2)
    found = rbsolve.linearize(BLADES, at=at)
    assert np.asarray(found.frequencies) == pytest.approx(np.full(3, np.sqrt(square) / (2 * np.pi)), rel=1e-10)


PLANETARY = (
    ADAPTIVE
    + """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {sun} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 0.02} }
  @RIGID_BODY_NAME {carrier} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 0.1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {sun} { @CONNECTED_TO_BODIES {carrier, sun} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {carrier} { @CONNECTED_TO_BODIES {GROUND, carrier} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {drive} { @CONNECTED_TO_BODY {sun} @AT_POINT {0, 0, 0} @APPLIED_MOMENTS {0, 0, 3} } }
@REPEAT {i, 1, 3} {
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {at_#i} { @POINT1_NAME {0.3*cos(2*pi*#i/3), 0.3*sin(2*pi*#i/3), 0} @TRIAD_NAME {AXIS_Z} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {planet_#i} { @FRAME_NAME {at_#i} @MASS {0.4} @MOMENTS_OF_INERTIA {1, 1, 0.005} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {planet_#i} { @CONNECTED_TO_BODIES {carrier, planet_#i} @AT_POINT {0, 0, 0, at_#i}
  @TRIAD_NAME {AXIS_Z} } }
@GEAR_DEFINITION { @GEAR_NAME {mesh_#i} { @JOINT_NAMES {sun, planet_#i} @RATIO {-20/16} } }
}
@GEAR_DEFINITION { @GEAR_NAME {ring} { @JOINT_NAMES {planet_1, carrier} @RATIO {-16/52} } }
@SENSOR_DEFINITION { @SENSOR_NAME {sun} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {sun} }
  @SENSOR_NAME {carrier} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {carrier} }
  @SENSOR_NAME {mesh} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {mesh_2} } }
"""
)


def test_a_planetary_gear_with_three_planets():
    """The sun, planets and ring have 20, 16 and 52 teeth, and the ring is at rest. For a unit rate of the sun relative
    to the carrier, the rate of the carrier is 20/52. The rate of the planets is 20/52 - 20/16.
    """
    carrier = 20 / 52
    sun, planet = 1 + carrier, carrier - 20 / 16
    inertia = 0.02 * sun**2 + 0.1 * carrier**2 + 3 * (0.005 * planet**2 + 0.4 * 0.3**2 * carrier**2)
    rate = 3 * sun / inertia
    results = rbsolve.solve(PLANETARY)
    assert results["sun"][-1, 2] == pytest.approx(sun * rate, rel=1e-10)
    assert results["carrier"][-1, 2] == pytest.approx(carrier * rate, rel=1e-10)
    assert results["mesh"][:, 0] == pytest.approx(np.full(11, 0.005 * planet * rate), rel=1e-9)


NUT = (
    ADAPTIVE
    + GRAVITY
    + """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {nut} { @AT_POINT {0.1, 0.2, 0.3} @MASS {0.2} @MOMENTS_OF_INERTIA {2e-5, 2e-5, 3e-5} } }
@SCREW_JOINT_DEFINITION { @SCREW_JOINT_NAME {s} { @CONNECTED_TO_BODIES {GROUND, nut} @AT_POINT {0.1, 0.2, 0} @TRIAD_NAME {AXIS_Z}
  @PITCH {-0.02} @DAMPER {1e-5} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {s} }
  @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {s} }
  @SENSOR_NAME {moment} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {s} } }
"""
)


def test_a_nut_falls_along_a_left_hand_screw():
    """With the lead l per radian, (J + m l^2) q'' + c q' = -m g l. The reaction does no work, so M + F l = 0."""
    lead, c = -0.02 / (2 * np.pi), 1e-5
    inertia, drive = 3e-5 + 0.2 * lead**2, -0.2 * 9.81 * lead
    results = rbsolve.solve(NUT)
    t = results.time - 3.0
    fading = np.exp(-c * t / inertia)
    assert results["q"][:, 0] == pytest.approx(drive / c * (t - inertia / c * (1 - fading)), rel=1e-10)
    force = 0.2 * (9.81 + lead * drive / inertia * fading)
    assert results["force"][:, 2] == pytest.approx(force, rel=1e-10)
    assert results["moment"][:, 2] == pytest.approx(-lead * force, rel=1e-10)


LADDER = (
    GRAVITY
    + """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {rad(65)} }
@TRIAD_DEFINITION { @TRIAD_NAME {up} { @ORIENTATION_E3 {-cos(#a), 0, sin(#a)} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ladder} { @AT_POINT {0.02 + cos(#a), 0, 0.02 + sin(#a)} @MASS {10}
  @MOMENTS_OF_INERTIA {3, 3, 3} } }
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} } @SHAPE_NAME {wall} { @SHAPE_TYPE {PLANE} @TRIAD_NAME {AXIS_X} }
  @SHAPE_NAME {ladder} { @SHAPE_TYPE {CAPSULE} @TRIAD_NAME {up} @CONNECTED_TO_BODY {ladder} @DIMENSIONS {0.02, 2} } }
@PLANAR_JOINT_DEFINITION { @PLANAR_JOINT_NAME {p} { @CONNECTED_TO_BODIES {GROUND, ladder} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} } }
@CONTACT_DEFINITION {
  @CONTACT_NAME {foot} { @CONTACT_SHAPES {ladder, floor} @STIFFNESS {1e9} @EXPONENT {1} @FRICTION_COEFFICIENTS {0.5} @STICTION {1e8, 10} }
  @CONTACT_NAME {top} { @CONTACT_SHAPES {wall, ladder} @STIFFNESS {1e9} @EXPONENT {1} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {rest} { @ANALYSIS_TYPE {STATIC} } }
@SENSOR_DEFINITION { @SENSOR_NAME {foot} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {foot} }
  @SENSOR_NAME {top} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {top} } }
"""
)


def test_a_ladder_leans_on_a_smooth_wall():
    """The reference is the balance of moments about the foot. The ground is B1 of the foot, the ladder is B1 of the
    top.
    """
    angle, weight = np.deg2rad(65), 98.1
    wall = weight * np.cos(angle) / (0.02 + 2 * np.sin(angle))
    results = rbsolve.solve(LADDER)
    assert results["top"][0] == pytest.approx(np.array([wall, 0, 0]), abs=1e-4)
    assert results["foot"][0] == pytest.approx(np.array([wall, 0, -weight]), abs=1e-4)


SATELLITE = (
    ADAPTIVE.replace("{3, 4}", "{0, 2}")
    + """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.6*(1 - cos(2*t))} }
  @FUNCTION_1D_NAME {g} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.3*t^2} } }
@TRIAD_DEFINITION { @TRIAD_NAME {s} { @EULER_ANGLES_313 {30, 70, -20} } @TRIAD_NAME {q} { @EULER_ANGLES_123 {10, 20, -40} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {bus} { @TRIAD_NAME {s} @MASS {20} @MOMENTS_OF_INERTIA {3, 4, 5} @INITIAL_ANGULAR_VELOCITY {0.1, -0.2, 0.3} }
  @RIGID_BODY_NAME {arm} { @AT_POINT {1, 0.5, -0.3} @TRIAD_NAME {q} @MASS {4} @MOMENTS_OF_INERTIA {0.2, 0.5, 0.6} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {root} { @CONNECTED_TO_BODY {bus} @POINT_NAME {0.2, 0.1, 0} @TRIAD_NAME {q} } }
@PRESCRIBED_MOTION_DEFINITION { @PRESCRIBED_MOTION_NAME {m} { @CONNECTED_TO_BODY {arm} @FRAME_NAME {root} @DISPLACEMENT_FUNCTIONS {0, f, 0}
  @ROTATION_SEQUENCE {EULER_ANGLES_321} @ROTATION_FUNCTIONS {g, f, 0} } }
@SENSOR_DEFINITION { @SENSOR_NAME {bus} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {bus} } }
"""
)


def test_a_free_satellite_turns_against_its_prescribed_arm():
    """The angular momentum about the common centre of mass is constant. It determines the bus's angular velocity at
    every time.
    """
    bus = Rotation.from_euler("ZXZ", [30, 70, -20], degrees=True)
    arm = bus.inv() * Rotation.from_euler("XYZ", [10, 20, -40], degrees=True)
    reduced = 20 * 4 / 24

    def relative(t):
        f, g = 0.6 * (1 - np.cos(2 * t)), 0.3 * t**2
        p = bus.inv().apply([1, 0.5, -0.3]) + arm.apply([0, f, 0])
        v = arm.apply([0, 1.2 * np.sin(2 * t), 0])
        rates = np.array([0, 0, 0.6 * t]) + Rotation.from_euler("Z", g).apply([0, 1.2 * np.sin(2 * t), 0])
        R = (arm * Rotation.from_euler("ZYX", [g, f, 0])).as_matrix()
        J = R @ np.diag([0.2, 0.5, 0.6]) @ R.T
        tilde = np.cross(np.eye(3), p)
        inertia = np.diag([3.0, 4, 5]) + J - reduced * tilde @ tilde
        return inertia, J @ arm.apply(rates) + reduced * np.cross(p, v)

    inertia, own = relative(0.0)
    momentum = bus.apply(inertia @ bus.inv().apply([0.1, -0.2, 0.3]) + own)

    def rates(t, e):
        inertia, own = relative(t)
        w = np.linalg.solve(inertia, Rotation.from_quat(e).inv().apply(momentum) - own)
        return 0.5 * np.concatenate([e[3] * w + np.cross(e[:3], w), [-e[:3] @ w]])

    results = rbsolve.solve(SATELLITE)
    wanted = solve_ivp(rates, (0, 2), bus.as_quat(), "DOP853", results.time, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(results["bus"].reshape(-1, 3, 3), Rotation.from_quat(wanted.y.T).as_matrix(), atol=1e-8)
