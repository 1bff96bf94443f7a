"""Trees that start at, or pass through, configurations with singular angles of rotation. The references are independent
integrations.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

GRAVITY = np.array([0.5, -1.0, -9.81])
HEAD = """
@TRIAD_DEFINITION { @TRIAD_NAME {x} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {1, 0, 0} }
  @TRIAD_NAME {y} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, 1, 0} } @TRIAD_NAME {up} { @EULER_ANGLES_123 {0, -90, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {up} { @POINT1_NAME {O} @TRIAD_NAME {up} } }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0.5, -1, -9.81} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1.5} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.1} } }
"""
OPTIONS = {
    "explicit": {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "RK67"}},
    "implicit": {
        "integrator": "GENERALIZED_ALPHA",
        "method_options": {"RELATIVE_TOLERANCE": 1e-11, "ABSOLUTE_TOLERANCE": 1e-11},
    },
}


@pytest.fixture(params=["explicit", "implicit"])
def solve(request, run_deck):
    """Return the sensors of a deck in joint coordinates, and their error. Results of generalized-alpha are extrapolated
    from two steps.
    """
    options = {**OPTIONS[request.param], "formulation": "MINIMAL_COORDINATES"}

    def run(deck):
        fine = run_deck(deck, step=5e-4, **options)
        if request.param == "explicit":
            return fine.time, fine.sensors, 1e-9
        coarse = run_deck(deck, step=1e-3, **options)
        return fine.time, {name: (4 * fine[name] - coarse[name]) / 3 for name in fine.sensors}, 2e-6

    return run


def sensors(*wanted):
    listed = " ".join(
        f"@SENSOR_NAME {{{of}.{kind}}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{of}}} }}" for of, kind in wanted
    )
    return f"@SENSOR_DEFINITION {{ {listed} }}"


def close(found, expected, tolerance):
    """Check equality within a tolerance relative to the largest expected value."""
    assert found == pytest.approx(expected, abs=tolerance * max(1.0, np.max(np.abs(expected))))


def test_a_ball_joint_tumbles_past_a_quarter_a_half_and_a_whole_turn(solve):
    """The reference solves Euler's equations about the fixed point with quaternions, by DOP853."""
    mass, centre, J = 2.0, np.array([0.1, -0.05, 0.2]), np.diag([0.08, 0.15, 0.11])
    spin = np.array([0.5, 15.0, -0.5])
    about = J + mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    deck = (
        HEAD
        + """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {0.1, -0.05, 0.2}
  @MOMENTS_OF_INERTIA {0.08, 0.15, 0.11} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0.5, 15, -0.5} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {O} } }
"""
        + sensors(
            ("j", "RELATIVE_ROTATION"), ("j", "REACTION_FORCE"), ("j", "REACTION_MOMENT"), ("b", "ANGULAR_VELOCITY")
        )
    )

    def slope(_, s):
        R, w = Rotation.from_quat(s[:4]), s[4:]
        q = 0.5 * np.append(s[3] * w + np.cross(s[:3], w), -s[:3] @ w)
        moment = np.cross(centre, mass * R.inv().apply(GRAVITY)) - np.cross(w, about @ w)
        return np.append(q, np.linalg.solve(about, moment))

    time, found, tolerance = solve(deck)
    exact = solve_ivp(slope, (0, 1.5), [0, 0, 0, 1, *spin], "DOP853", time, rtol=1e-12, atol=1e-13).y
    turns = np.linalg.norm(found["j.RELATIVE_ROTATION"], axis=1)
    assert turns[0] == 0
    assert np.max(turns) > 1.95 * np.pi  # close to a full rotation, where the axis reverses and the angle decreases
    R, w = Rotation.from_quat(exact[:4].T), exact[4:].T
    close(Rotation.from_rotvec(found["j.RELATIVE_ROTATION"]).as_matrix(), R.as_matrix(), tolerance)
    close(found["b.ANGULAR_VELOCITY"], R.apply(w), tolerance)
    rate = np.array([slope(0, s)[4:] for s in exact.T])
    pull = mass * (R.apply(np.cross(rate, centre) + np.cross(w, np.cross(w, centre))) - GRAVITY)
    close(found["j.REACTION_FORCE"], pull, 10 * tolerance)
    assert found["j.REACTION_MOMENT"] == pytest.approx(0, abs=1e-11)


@pytest.mark.parametrize("ends", ["ring, b", "b, ring"])
def test_a_gimbal_starts_locked_and_passes_through_its_lock(solve, ends):
    """A body is on a universal joint in a ring that rotates about z. After a rotation by 90 degrees about the cross's
    first axis, the second axis of the cross is z. The reference has the same three hinges in pinocchio, by DOP853.
    """
    pin = pytest.importorskip("pinocchio")
    axes = "y, x" if ends.startswith("ring") else "x, y"
    deck = (
        HEAD
        + f"""
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{r}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{0.02, 0.03, 0.04}} }}
  @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @CENTRE_OF_MASS_LOCATION {{0.1, -0.05, 0.2}} @MOMENTS_OF_INERTIA {{0.08, 0.15, 0.11}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{ring}} {{ @MASS_PROPERTY_NAME {{r}} @INITIAL_ANGULAR_VELOCITY {{0, 0, 2}} }}
  @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_FRAME_NAME {{up}} @INITIAL_ANGULAR_VELOCITY {{0, 7, 5}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{z}} {{ @CONNECTED_TO_BODIES {{GROUND, ring}} @AT_POINT {{O}}
  @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@UNIVERSAL_JOINT_DEFINITION {{ @UNIVERSAL_JOINT_NAME {{u}} {{ @CONNECTED_TO_BODIES {{{ends}}} @AT_POINT {{O}}
  @TRIAD_NAME {{{axes}}} }} }}
"""
        + sensors(
            *(
                ("u", kind)
                for kind in ("RELATIVE_ROTATION", "RELATIVE_ROTATION_RATE", "REACTION_FORCE", "REACTION_MOMENT")
            ),
            ("z", "RELATIVE_ROTATION"),
            ("z", "RELATIVE_ROTATION_RATE"),
            ("z", "REACTION_MOMENT"),
        )
    )
    model, here = pin.Model(), pin.SE3.Identity()
    model.gravity.linear = GRAVITY
    for parent, joint in enumerate((pin.JointModelRZ(), pin.JointModelRY(), pin.JointModelRX())):
        model.addJoint(parent, joint, here, str(parent))
    model.appendBodyToJoint(1, pin.Inertia(1, np.zeros(3), np.diag([0.02, 0.03, 0.04])), here)
    model.appendBodyToJoint(3, pin.Inertia(2, np.array([0.1, -0.05, 0.2]), np.diag([0.08, 0.15, 0.11])), here)
    data, none = model.createData(), np.zeros(3)

    def slope(_, s):
        return np.append(s[3:], pin.aba(model, data, s[:3], s[3:], none))

    time, found, tolerance = solve(deck)
    # The first angle is 90 degrees, so the body's x axis points along z. The rate of 5 rad/s is the sum of 2 rad/s of
    # the ring and 3 rad/s of the second hinge.
    start = [0, -np.pi / 2, 0, 2, 7, 3]
    exact = solve_ivp(slope, (0, 1.5), start, "DOP853", time, rtol=1e-12, atol=1e-13).y.T
    assert np.ptp(exact[:, 1]) > np.pi
    sign = 1 if ends.startswith("ring") else -1
    order = [1, 2] if sign > 0 else [2, 1]
    close(found["z.RELATIVE_ROTATION"], exact[:, :1], tolerance)
    close(found["z.RELATIVE_ROTATION_RATE"], exact[:, 3:4], tolerance)
    close(sign * found["u.RELATIVE_ROTATION"], exact[:, order], tolerance)
    close(sign * found["u.RELATIVE_ROTATION_RATE"], exact[:, [3 + k for k in order]], tolerance)
    for row, s in enumerate(exact):
        pin.forwardKinematics(model, data, s[:3])
        pin.rnea(model, data, s[:3], s[3:], slope(0, s)[3:])
        on_body, on_ring = data.oMi[2].act(data.f[2]), data.oMi[1].act(data.f[1])
        close(sign * found["u.REACTION_FORCE"][row], on_body.linear, 20 * tolerance)
        close(sign * found["u.REACTION_MOMENT"][row], on_body.angular, 20 * tolerance)
        close(found["z.REACTION_MOMENT"][row], on_ring.angular, 20 * tolerance)
