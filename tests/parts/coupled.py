"""Mechanisms with couplings, and their independent equations of motion, for the tests of several integrators."""

from __future__ import annotations

import numpy as np

G = 9.81


def crank_pendulum(extra):
    """Return the inertia, and the moment of the weight divided by `sin q`, of the left and right cranks of
    four_bar_rod.deck.
    """
    ends = np.array([1.0 + extra, 1.0])
    return 1 / 12 + 0.25 * ends, G * (0.25 + 0.5 * ends)


DOUBLE = """
@POINT_DEFINITION {
  @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } @POINT_NAME {Q} { @COORDINATES {1, 0.7, 0} }
}
@FIXED_FRAME_DEFINITION {
  @FIXED_FRAME_NAME {P} { @POINT1_NAME {P} @TRIAD_NAME {TRIAD_INERTIAL} }
  @FIXED_FRAME_NAME {Q} { @POINT1_NAME {Q} @TRIAD_NAME {TRIAD_INERTIAL} }
}
@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {one} { @MASS {2} @MOMENTS_OF_INERTIA {0.01, 0.02, 0.02} }
  @MASS_PROPERTY_NAME {two} { @MASS {3} @MOMENTS_OF_INERTIA {0.03, 0.02, 0.02} }
}
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {one} { @FRAME_NAME {P} @MASS_PROPERTY_NAME {one} @INITIAL_VELOCITY {0, 0, 0.5} }
  @RIGID_BODY_NAME {two} { @FRAME_NAME {Q} @MASS_PROPERTY_NAME {two} @INITIAL_VELOCITY {0.4, 0, 0} }
}
@ROD_DEFINITION {
  @ROD_NAME {upper} { @CONNECTED_TO_BODIES {GROUND, one} @POINT1_NAME {O} @POINT2_NAME {P} }
  @ROD_NAME {lower} { @CONNECTED_TO_BODIES {two, one} @POINT1_NAME {Q} @POINT2_NAME {P} }
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {earth} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.1} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {one} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {one} }
  @SENSOR_NAME {two} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {two} }
  @SENSOR_NAME {upper} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {upper} }
  @SENSOR_NAME {lower} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {lower} }
  @SENSOR_NAME {violation} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} }
}
"""


def double_pendulum(x, v):
    """Return the accelerations and tensions of two points on rods, from the second derivatives of both lengths."""
    down, d = np.array([0.0, 0.0, -G]), x[1] - x[0]
    n0, n1 = x[0] / np.linalg.norm(x[0]), d / np.linalg.norm(d)
    bend = [v[0] @ v[0] / np.linalg.norm(x[0]), (v[1] - v[0]) @ (v[1] - v[0]) / np.linalg.norm(d)]
    # The equations are x0'' = g - T0 n0 / 2 + T1 n1 / 2 and x1'' = g - T1 n1 / 3, with n0·x0'' = -bend0 and n1·(x1'' -
    # x0'') = -bend1.
    A = [[1 / 2, -n0 @ n1 / 2], [-n0 @ n1 / 2, 1 / 2 + 1 / 3]]
    tension = np.linalg.solve(A, [n0 @ down + bend[0], bend[1]])
    return np.array([down - tension[0] * n0 / 2 + tension[1] * n1 / 2, down - tension[1] * n1 / 3]), tension


GYROSTAT = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {tilted} { @ORIENTATION_E2 {0, 1, 0} @ORIENTATION_E3 {0.6, 0, 0.8} } }
@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {carrier} { @MASS {5} @MOMENTS_OF_INERTIA {0.4, 0.6, 0.9} }
  @MASS_PROPERTY_NAME {wheel} { @MASS {1} @MOMENTS_OF_INERTIA {0.05, 0.05, 0.08} }
}
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {tilted} { @POINT1_NAME {O} @TRIAD_NAME {tilted} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {carrier} { @MASS_PROPERTY_NAME {carrier} @INITIAL_VELOCITY {0, 0, 0} @INITIAL_ANGULAR_VELOCITY {0.3, 0.8, -0.4} }
  @RIGID_BODY_NAME {one} { @MASS_PROPERTY_NAME {wheel} }
  @RIGID_BODY_NAME {two} { @FRAME_NAME {tilted} @MASS_PROPERTY_NAME {wheel} }
}
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {J0} { @CONNECTED_TO_BODIES {carrier, one} @AT_POINT {O} @TRIAD_NAME {TRIAD_INERTIAL} @INITIAL_RATE {15} }
  @REVOLUTE_JOINT_NAME {J1} { @CONNECTED_TO_BODIES {two, carrier} @AT_POINT {O} @TRIAD_NAME {tilted} }
}
@GEAR_DEFINITION { @GEAR_NAME {g} { @JOINT_NAMES {J0, J1} @RATIO {1.5} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {carrier} @RESOLVED_IN {body} }
  @SENSOR_NAME {q0} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J0} }
  @SENSOR_NAME {q1} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J1} }
  @SENSOR_NAME {mesh} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {g} }
  @SENSOR_NAME {momentum} { @SENSOR_TYPE {ANGULAR_MOMENTUM} @OBJECT_NAME {SYSTEM} }
}
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {body} { @CONNECTED_TO_BODY {carrier} } }
"""


def gyrostat_rates(w, rate):
    """Return `w'`, `q0''` and the effort on `q1`. Two wheels turn about the axes `a0` and `a1` of a free carrier. The
    results follow from the momentum and the equations of the wheels.
    """
    a0, a1, J = np.array([0.0, 0.0, 1.0]), np.array([0.6, 0.0, 0.8]), 0.08
    across = 0.05 * np.eye(3)
    locked = np.diag([0.4, 0.6, 0.9]) + 2 * across + 0.03 * (np.outer(a0, a0) + np.outer(a1, a1))
    spins = a0 * rate - 1.5 * a1 * rate  # J1 is the inertia of the carrier about the wheel's axis
    momentum = locked @ w + J * spins
    A, b = np.zeros((5, 5)), np.zeros(5)
    A[:3, :3], A[:3, 3], b[:3] = locked, J * (a0 - 1.5 * a1), -np.cross(w, momentum)
    A[3, :3], A[3, 3], A[3, 4] = J * a0, J, 1.5  # the gear exerts -1.5 F on q0
    A[4, :3], A[4, 3], A[4, 4] = J * a1, -1.5 * J, 1.0  # the gear exerts F on q1, so it exerts -F on the wheel
    return np.linalg.solve(A, b)


RADIUS, MASS, THETA, PRECESSION = 0.5, 1.2, np.radians(70), 2.0


AXIAL, DIAMETRAL, ROLLING = MASS * RADIUS**2 / 2, MASS * RADIUS**2 / 4, MASS * RADIUS**2


def steady_spin():
    s, c = np.sin(THETA), np.cos(THETA)
    return (DIAMETRAL * PRECESSION**2 * s * c - MASS * G * RADIUS * c) / ((AXIAL + ROLLING) * PRECESSION * s)


def disc_slope(t, y):
    """Return the derivatives of `theta`, `theta'`, `psi' sin theta` and `n` of a rolling disc. The derivatives follow
    from the equations of Routh, and from the path of the disc's centre.
    """
    theta, fall, p, n, psi = y[:5]
    s, c = np.sin(theta), np.cos(theta)
    precession = p / s
    fall_rate = (DIAMETRAL * precession**2 * s * c - (AXIAL + ROLLING) * n * p - MASS * G * RADIUS * c) / (
        DIAMETRAL + ROLLING
    )
    p_rate = AXIAL * n * fall / DIAMETRAL - fall * precession * c
    n_rate = ROLLING * fall * p / (AXIAL + ROLLING)
    along, across = np.array([np.cos(psi), np.sin(psi)]), np.array([-np.sin(psi), np.cos(psi)])
    # In the plane, the velocity of the centre is r (theta' e3 - n e1). Across the path, the vector e3 has the component
    # -sin(theta).
    return [fall, fall_rate, p_rate, n_rate, precession, *(RADIUS * (-n * along - fall * s * across))]


def bennett(t1):
    """Return the second angle, which is continuous where the first angle passes 180 degrees."""
    alpha, beta = np.radians(40), np.radians(65)
    K = np.sin((beta + alpha) / 2) / np.sin((beta - alpha) / 2)
    return 2 * np.arctan2(K * np.cos(t1 / 2), np.sin(t1 / 2))
