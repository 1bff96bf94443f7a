"""LIE_R3_SO3_LEFT: another program integrates Kynema's equations with increments on the left, and takes the same steps."""

import numpy as np
import pytest
from scipy.optimize import root
from scipy.spatial.transform import Rotation

DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {0.1, 0.2, -0.1}
    @MOMENTS_OF_INERTIA {5.2988, 1.1775, 4.3568} } }
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0.2, -0.4, 0.7} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ROTATION_VECTOR {0.4, -0.7, 0.9} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @TRIAD_NAME {T} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @FRAME_NAME {F} @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {0.3, 0.1, -0.2}
    @INITIAL_ANGULAR_VELOCITY {0.4, 0.2, 3} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3_LEFT}
    @RELATIVE_TOLERANCE {1e-13} @ABSOLUTE_TOLERANCE {1e-13} @TANGENT_OPERATOR {TANGENT} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {ti} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} }
    @SENSOR_NAME {R} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {b} }
    @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} } }
"""
MASS, CENTRE, WEIGHT = 2.0, np.array([0.1, 0.2, -0.1]), np.array([0.0, 0.0, -9.81])


def tilde(v):
    return np.cross(v, np.eye(3)).T


INERTIA = np.diag([5.2988, 1.1775, 4.3568]) - MASS * tilde(CENTRE) @ tilde(CENTRE)  # about the node


def matrices(R):
    """Return M of the page, in inertial components, and eta."""
    eta, rho = R @ CENTRE, R @ INERTIA @ R.T
    return np.block([[MASS * np.eye(3), MASS * tilde(eta).T], [MASS * tilde(eta), rho]]), eta, rho


def rates(R, v):
    """Return v' = M^-1 (f - g) with g and f of the page."""
    M, eta, rho = matrices(R)
    w = v[3:]
    g = np.concatenate([MASS * tilde(w) @ tilde(w) @ eta, tilde(w) @ rho @ w])
    return np.linalg.solve(M, np.concatenate([MASS * WEIGHT, MASS * tilde(eta) @ WEIGHT]) - g)


def move(x, R, increment):
    return x + increment[:3], Rotation.from_rotvec(increment[3:]).as_matrix() @ R


def steps(x, R, v, h, count, radius=0.9):
    """Integrate (u, R) by generalized-alpha with increments on the left."""
    m, f = (2 * radius - 1) / (radius + 1), radius / (radius + 1)
    gamma = 0.5 + f - m
    beta = 0.25 * (gamma + 0.5) ** 2
    slope = rates(R, v)
    _, later = move(x, R, h * (v + 0.5 * h * slope))
    a = slope + (m - f) * (rates(later, v + h * slope) - slope)
    for _ in range(count):

        def end(new, x=x, R=R, v=v, a=a, slope=slope):
            following = (f * slope - m * a + (1 - f) * new) / (1 - m)
            place = move(x, R, h * v + h * h * ((0.5 - beta) * a + beta * following))
            return *place, v + h * ((1 - gamma) * a + gamma * following), following

        def residual(new, end=end):
            _, R1, v1, _ = end(new)
            return new - rates(R1, v1)

        slope = root(residual, slope, tol=1e-14).x
        x, R, v, a = end(slope)
    return x, R, v


@pytest.mark.parametrize("tangent", ["YES", "NO"])
def test_steps_satisfy_the_equations_of_kynema(run_deck, tangent):
    run = run_deck(DECK.replace("{TANGENT}", f"{{{tangent}}}"))
    R = Rotation.from_rotvec([0.4, -0.7, 0.9]).as_matrix()
    x, R, v = steps(np.array([0.2, -0.4, 0.7]), R, np.array([0.3, 0.1, -0.2, 0.4, 0.2, 3.0]), 0.1, 10)
    np.testing.assert_allclose(run["x"][-1], x, rtol=0, atol=1e-11)
    np.testing.assert_allclose(run["R"][-1].reshape(3, 3), R, rtol=0, atol=1e-11)
    np.testing.assert_allclose(run["w"][-1], v[3:], rtol=0, atol=1e-11)


def test_the_steps_are_not_those_of_increments_on_the_right(run_deck):
    """Both variants are second-order accurate. Only the increments of the variants differ."""
    runs = [
        run_deck(DECK.replace("{TANGENT}", "{YES}"), formulation=name) for name in ("LIE_R3_SO3_LEFT", "LIE_R3_SO3")
    ]
    assert np.abs(runs[0]["R"][-1] - runs[1]["R"][-1]).max() > 1e-4
