"""Compare the residual, M, G and K of each body (Kynema) with rigid systems of mass points. Check how these terms are
related to the linearization.
"""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import rbsolve
from rbsolve.cli.main import main

RNG = np.random.default_rng(7)
POINTS, MASSES = RNG.normal(size=(7, 3)), RNG.uniform(0.5, 2.0, size=7)
M, C = MASSES.sum(), MASSES @ POINTS / MASSES.sum()
ARMS = POINTS - C
J = sum(m * (a @ a * np.eye(3) - np.outer(a, a)) for m, a in zip(MASSES, ARMS, strict=True))
G = np.array([0.3, -0.5, -9.81])


def list_numbers(values):
    return ", ".join(map(repr, map(float, values)))


BODY = f"""
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{{list_numbers(G)}}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{{float(M)!r}}} @CENTRE_OF_MASS_LOCATION {{{list_numbers(C)}}}
    @MOMENTS_OF_INERTIA {{{list_numbers(np.diag(J))}}} @PRODUCTS_OF_INERTIA {{{list_numbers([J[0, 1], J[0, 2], J[1, 2]])}}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{0.2, -0.4, 0.7}} }} @POINT_NAME {{Q}} {{ @COORDINATES {{0.9, 0.1, 0.3}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @ROTATION_VECTOR {{0.4, -0.7, 0.9}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{P}} @TRIAD_NAME {{T}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @FRAME_NAME {{F}} @MASS_PROPERTY_NAME {{m}} SPIN }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{1e-3}} }} }}
"""
SPIN = "@INITIAL_ANGULAR_VELOCITY {1.1, -2.3, 0.7} @INITIAL_VELOCITY {0.4, 0.1, -0.8}"
LOAD = """@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {f} { @CONNECTED_TO_BODY {b} @AT_POINT {Q}
    @APPLIED_FORCES {3, -2, 5} @APPLIED_MOMENTS {1, 4, -2} } }"""
HINGE = """@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {Q} @TRIAD_NAME {T}
    @INITIAL_RATE {3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {j} }
    @SENSOR_NAME {moment} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {j} } }"""
R0, X0 = Rotation.from_rotvec([0.4, -0.7, 0.9]).as_matrix(), np.array([0.2, -0.4, 0.7])


def inertia_forces(R, omega, v_dot):
    """Return the sum of `m_i a_i` and the sum of its moments about the node, over all mass points."""
    arms = POINTS @ R.T
    a = v_dot[:3] + np.cross(v_dot[3:], arms) + np.cross(omega, np.cross(omega, arms))
    forces = MASSES[:, None] * a
    return np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])


def weight(R):
    arms = POINTS @ R.T
    forces = MASSES[:, None] * G
    return np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])


def differences(function):
    """Return central differences with respect to the six entries of a change."""
    h = 1e-5
    return np.array([(function(h * e) - function(-h * e)) / (2 * h) for e in np.eye(6)]).T


def turn(change, R):
    """Return the rotation after the increment `dR = dtheta~ R`, which multiplies R from the left."""
    return Rotation.from_rotvec(change[3:]).as_matrix() @ R


@pytest.fixture(scope="module")
def tumbling():
    return rbsolve.linearize(BODY.replace("SPIN", SPIN) + LOAD, bodies=True)


def accelerations_of(terms):
    """Return `u''` and `omega'` from the equations of motion of a free body, `M v' = f - g`."""
    applied = weight(R0)
    arm = np.array([0.9, 0.1, 0.3]) - X0
    applied += np.concatenate([[3, -2, 5], np.cross(arm, [3, -2, 5]) + np.array([1, 4, -2])])
    return np.linalg.solve(terms.mass[0], applied - inertia_forces(R0, np.array([1.1, -2.3, 0.7]), np.zeros(6)))


def test_the_terms_are_the_derivatives_of_the_residual_of_mass_points(tumbling):
    """M is the derivative with respect to v', and G is the derivative with respect to v. K is the derivative with
    respect to an increment on the left. The weight has a separate term.
    """
    terms, omega = tumbling.body_terms, np.array([1.1, -2.3, 0.7])
    np.testing.assert_allclose(terms.angular_velocity[0], omega, rtol=0, atol=1e-14)
    v_dot = accelerations_of(terms)
    np.testing.assert_allclose(terms.angular_acceleration[0], v_dot[3:], rtol=0, atol=1e-11)
    expected = {
        "mass": differences(lambda d: inertia_forces(R0, omega, v_dot + d)),
        "gyroscopic": differences(lambda d: inertia_forces(R0, omega + d[3:], v_dot)),
        "stiffness": differences(lambda d: inertia_forces(turn(d, R0), omega, v_dot)),
        "weight_stiffness": -differences(lambda d: weight(turn(d, R0))),
    }
    for name, matrix in expected.items():
        np.testing.assert_allclose(getattr(terms, name)[0], matrix, rtol=0, atol=3e-7, err_msg=name)


def test_the_residual_of_a_free_body_is_zero_and_of_one_on_a_joint_its_reaction(tumbling):
    assert np.abs(tumbling.body_terms.residual).max() < 1e-11
    deck = BODY.replace("SPIN", "") + LOAD + HINGE
    residual = rbsolve.linearize(deck, bodies=True).body_terms.residual[0]
    run = rbsolve.solve(deck, t_end=1e-3)
    force, moment = run["force"][0], run["moment"][0]
    arm = np.array([0.9, 0.1, 0.3]) - X0
    np.testing.assert_allclose(residual, [*force, *(moment + np.cross(arm, force))], rtol=0, atol=1e-10)


def test_the_bridge_to_small_motions(tumbling):
    """The damping and stiffness of /linearization are `C = G - M diag(0, w~)` and
    `K_s = K - G diag(0, w~) - M diag(0, w.~)`.
    """
    terms = tumbling.body_terms
    N = tumbling.motions[0]
    damping, stiffness = terms.small_motion_damping[0], terms.small_motion_stiffness[0] + terms.weight_stiffness[0]
    arm = np.array([0.9, 0.1, 0.3]) - X0
    follows = np.zeros((6, 6))  # a force `f` in fixed axes, at a point that rotates, has the moment `arm x f`
    tilde = {key: np.cross(vector, np.eye(3)).T for key, vector in (("arm", arm), ("f", np.array([3.0, -2.0, 5.0])))}
    follows[3:, 3:] = tilde["f"] @ tilde["arm"]
    np.testing.assert_allclose(N.T @ terms.mass[0] @ N, tumbling.mass, rtol=0, atol=1e-11)
    np.testing.assert_allclose(N.T @ damping @ N, tumbling.damping, rtol=0, atol=1e-11)
    np.testing.assert_allclose(N.T @ (stiffness - follows) @ N, tumbling.stiffness, rtol=0, atol=1e-10)


def test_bodies_are_printed_and_written(tmp_path, capsys):
    deck = tmp_path / "b.deck"
    deck.write_text(BODY.replace("SPIN", SPIN))
    assert main(["linearize", str(deck), "--bodies"]) == 0
    printed = capsys.readouterr().out
    assert "body b: r = M v' + g - f" in printed
    assert f"{M:.6g}" in printed
    with rbsolve.open_results(tmp_path / "b_linearized.h5") as results:
        read = results.linearization
    expected = rbsolve.linearize(deck, bodies=True).body_terms
    for name in ("residual", "mass", "gyroscopic", "stiffness", "weight_stiffness", "small_motion_damping"):
        np.testing.assert_array_equal(getattr(read.body_terms, name), getattr(expected, name))
    assert rbsolve.linearize(deck).body_terms is None
