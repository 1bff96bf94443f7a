"""A top without symmetry about a fixed point, with its decks, and its motion by scipy."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

# These are the mass, the centre of mass relative to the fixed point, the inertia about the centre, gravity, and the
# initial angular velocity.
MASS, CENTRE = 2.0, np.array([0.1, 0.6, 0.2])
INERTIA = np.array([[0.4, 0.05, -0.02], [0.05, 0.6, 0.1], [-0.02, 0.1, 0.5]])
GRAVITY, SPIN = np.array([0.5, 0.3, -9.81]), np.array([1.0, 3.0, -2.0])
END = 0.5

# The origin of the body frame is at `frame` from the fixed point, which is the inertial origin. The frame of the free
# body is at the same point, and the reaction acts on this body as a load.
HEAD = """
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{F}} {{ @COORDINATES {{{frame}}} }}
  @POINT_NAME {{C}} {{ @COORDINATES {{0.1, 0.6, 0.2}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{F}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{1e-3}}
  @OUTPUT_STEP_SIZE {{{end}}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{centre}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{top}} @POINT_NAME {{C}} }}
  @SENSOR_NAME {{velocity}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{top}} @POINT_NAME {{C}} }}
  @SENSOR_NAME {{spin}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{top}} }}
}}
"""
HELD = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{top}} {{ @MASS {{2}} @CENTRE_OF_MASS_LOCATION {{{centre}}}
  @MOMENTS_OF_INERTIA {{0.4, 0.6, 0.5}} @PRODUCTS_OF_INERTIA {{0.05, -0.02, 0.1}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{top}} {{ @FRAME_NAME {{F}} @MASS_PROPERTY_NAME {{top}}
  @INITIAL_VELOCITY {{{velocity}}} @INITIAL_ANGULAR_VELOCITY {{1, 3, -2}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{J}} {{ @CONNECTED_TO_BODIES {{GROUND, top}} @AT_POINT {{O}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0.5, 0.3, -9.81}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{reaction}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{J}} }} }}
"""
FREE = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{top}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{{moments}}}
  @PRODUCTS_OF_INERTIA {{{products}}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{top}} {{ @MASS_PROPERTY_NAME {{top}} @INITIAL_ANGULAR_VELOCITY {{1, 3, -2}} }} }}
@DEAD_LOAD_DEFINITION {{
  @DEAD_LOAD_NAME {{weight}} {{ @CONNECTED_TO_BODY {{top}} @AT_POINT {{C}} @APPLIED_FORCES {{1, 0.6, -19.62}} }}
  @DEAD_LOAD_NAME {{support}} {{ @CONNECTED_TO_BODY {{top}} @APPLIED_FORCES {{-1, -0.6, 19.62}} }}
}}
"""
FRAMES = {"at the fixed point": (0, 0, 0), "at the centre of mass": (0.1, 0.6, 0.2), "elsewhere": (-0.3, 0.2, 0.5)}


def _numbers(values) -> str:
    return ", ".join(repr(float(value)) for value in values)


def held_top(frame, end: float = END) -> str:
    """Return a deck of the top on a spherical joint."""
    text = HEAD + HELD
    return text.format(
        frame=_numbers(frame), centre=_numbers(CENTRE - frame), velocity=_numbers(np.cross(SPIN, frame)), end=end
    )


def free_top() -> str:
    """Return a deck of the same motion without a constraint, as the heavy top of Holzinger et al. (2024), section
    4.1.1.
    """
    J = INERTIA + MASS * (CENTRE @ CENTRE * np.eye(3) - np.outer(CENTRE, CENTRE))
    text = HEAD + FREE
    return text.format(
        frame="0, 0, 0", moments=_numbers(np.diag(J)), products=_numbers((J[0, 1], J[0, 2], J[1, 2])), end=END
    )


_ABOUT_POINT = INERTIA + MASS * (CENTRE @ CENTRE * np.eye(3) - np.outer(CENTRE, CENTRE))


def _angular_acceleration(R: np.ndarray, w: np.ndarray) -> np.ndarray:
    moment = np.cross(CENTRE, MASS * R.T @ GRAVITY) - np.cross(w, _ABOUT_POINT @ w)
    return np.asarray(np.linalg.solve(_ABOUT_POINT, moment))


def exact_motion(end: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the rotation matrix and the angular velocity (body axes) at a time. scipy integrates the elements of the
    matrix as a plain vector.
    """

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        R, w = y[:9].reshape(3, 3), y[9:]
        columns = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
        return np.concatenate([(R @ columns).ravel(), _angular_acceleration(R, w)])

    start = np.concatenate([np.eye(3).ravel(), SPIN])
    y = solve_ivp(rate, (0, end), start, method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return y[:9].reshape(3, 3), y[9:]


def exact_sensors(end: float) -> dict[str, np.ndarray]:
    """Return the values of the decks' sensors and the reaction of the joint, at a time."""
    R, w = exact_motion(end)
    acceleration = R @ (np.cross(_angular_acceleration(R, w), CENTRE) + np.cross(w, np.cross(w, CENTRE)))
    return {
        "centre": R @ CENTRE,
        "velocity": R @ np.cross(w, CENTRE),
        "spin": R @ w,
        "reaction": MASS * (acceleration - GRAVITY),
    }
