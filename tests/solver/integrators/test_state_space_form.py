"""IMPLICIT_MIDPOINT and ENERGY_MOMENTUM in three unknowns equal the schemes in q, p and lambda (Xu et al. 2020, Table
15; errata 4.2).
"""

import numpy as np
import pytest
from scipy.optimize import root

J, INVERSE = np.array([0.35, 0.35, 0.12]), np.diag(1 / np.array([0.35, 0.35, 0.12]))
K = 1.0 * 9.81 * 0.5 * np.diag([1.0, -1.0, -1.0, 1.0])  # the potential of the top is V = q.K q
PARAMETER, STEP = 0.2, 0.02
TOP = """
@POINT_DEFINITION { @POINT_NAME {tip} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {tilted} { @EULER_ANGLES_313 {20, 30, 10} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {tilted} { @POINT1_NAME {tip} @TRIAD_NAME {tilted} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @CENTRE_OF_MASS_LOCATION {0, 0, 0.5}
    @MOMENTS_OF_INERTIA {0.35, 0.35, 0.12} @INERTIA_REFERENCE_POINT {BODY_ORIGIN} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {top} { @INITIAL_FRAME_NAME {tilted} @MASS_PROPERTY_NAME {m}
    @INITIAL_ANGULAR_VELOCITY {4, 9, 20} @VELOCITIES_RESOLVED_IN {BODY} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {tip} { @CONNECTED_TO_BODIES {GROUND, top} @AT_POINT {tip} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { @INTEGRATOR_TYPE {TYPE}
    @INERTIA_REPRESENTATION {KIND} @INERTIA_PARAMETER {0.2} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.2} @TIME_STEP_SIZE {0.02} @TIME_INTEGRATOR_NAME {ti} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {e} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {top} @ROTATION_PARAMETERS {EULER_PARAMETERS} }
    @SENSOR_NAME {L} { @SENSOR_TYPE {ANGULAR_MOMENTUM} @OBJECT_NAME {top} } }
"""


def G(q):
    """Return G(q), with which G(q) p is the vector part of the conjugate of q times p."""
    x, y, z = q[1:]
    return np.column_stack([-q[1:], q[0] * np.eye(3) - np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])])


def gradients(scheme, is_alpha, q0, p0, q1, p1):
    """Return (D_p, D_q) of errata 4.2. For IMS, the gradients are at the middle, with the potential `V(q/|q|)`. For
    EMS, the gradients use the means of `w` and `q.p` at both ends.
    """
    q, p = (q0 + q1) / 2, (p0 + p1) / 2
    if scheme == "IMPLICIT_MIDPOINT":
        w, z, size = G(q) @ p, q @ p, q @ q
    else:
        w, z = (G(q0) @ p0 + G(q1) @ p1) / 2, (q0 @ p0 + q1 @ p1) / 2
        size = 1.0
    if is_alpha:
        y, by_q, by_p = INVERSE @ w, z / PARAMETER * q, z / PARAMETER * p
    else:
        y, by_q, by_p = (INVERSE - np.eye(3) / PARAMETER) @ w, p / PARAMETER, np.zeros(4)
    return (G(q).T @ y + by_q) / 4, (-G(p).T @ y + by_p) / 4 + 2 * K @ q / size


def solve(residual, start):
    found = root(residual, start, tol=1e-15)
    assert np.abs(found.fun).max() < 1e-11
    return found.x


def with_multiplier(scheme, is_alpha, q0, p0):
    """Return a step in nine unknowns, q1, p1 and lambda, with |q1| = 1 as an equation."""

    def residual(x):
        q1, p1, multiplier = x[:4], x[4:8], x[8]
        D_p, D_q = gradients(scheme, is_alpha, q0, p0, q1, p1)
        balance = p1 - p0 + STEP * D_q + STEP * multiplier * (q0 + q1) / 2
        return [*(q1 - q0 - STEP * D_p), *balance, q1 @ q1 - 1]

    x = solve(residual, [*q0, *p0, 0.0])
    return x[:4], x[4:8]


def without_constraint(q0, p0):
    """Return a step of EMS, alpha-type, in eight unknowns. There is no constraint equation, and lambda = -q.DV/|q|^2 at
    the middle.
    """

    def residual(x):
        q1, p1 = x[:4], x[4:]
        D_p, D_q = gradients("ENERGY_MOMENTUM", True, q0, p0, q1, p1)
        q = (q0 + q1) / 2
        return [*(q1 - q0 - STEP * D_p), *(p1 - p0 + STEP * D_q - STEP * (q @ (2 * K @ q)) / (q @ q) * q)]

    x = solve(residual, [*q0, *p0])
    return x[:4], x[4:]


@pytest.mark.parametrize("kind", ["ALPHA", "GAMMA"])
@pytest.mark.parametrize("scheme", ["IMPLICIT_MIDPOINT", "ENERGY_MOMENTUM"])
def test_three_unknowns_are_the_steps_with_quaternion_momentum_and_multiplier(run_deck, scheme, kind):
    run = run_deck(TOP.replace("{TYPE}", f"{{{scheme}}}").replace("{KIND}", f"{{{kind}}}"))
    q = run["e"][0]
    p = 2 * G(q).T @ (J * np.array([4.0, 9.0, 20.0]))
    for e, L in zip(run["e"][1:], run["L"][1:], strict=True):
        explicit = without_constraint(q, p) if (scheme, kind) == ("ENERGY_MOMENTUM", "ALPHA") else None
        q, p = with_multiplier(scheme, kind == "ALPHA", q, p)
        momentum = 0.5 * (q[0] * p[1:] - p[0] * q[1:] - np.cross(p[1:], q[1:]))  # vec(p q^-1) / 2
        np.testing.assert_allclose(np.sign(e @ q) * e, q, rtol=0, atol=1e-12)
        np.testing.assert_allclose(L, momentum, rtol=0, atol=1e-11)
        if explicit is not None:
            np.testing.assert_allclose(np.concatenate(explicit), np.concatenate([q, p]), rtol=0, atol=1e-11)
