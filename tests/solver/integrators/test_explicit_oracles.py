"""Compare the explicit engine with independent solutions."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation
from scipy.special import ellipj, ellipkinc
from vectors import cross

FREE = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{{J[0]}, {J[1]}, {J[2]}}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{box}} {{ @MASS_PROPERTY_NAME {{m}}
    @INITIAL_ANGULAR_VELOCITY {{{w[0]}, {w[1]}, {w[2]}}} @VELOCITIES_RESOLVED_IN {{BODY}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 2}} @TIME_STEP_SIZE {{{h}}}
    @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@SENSOR_DEFINITION {{
    @SENSOR_NAME {{R}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{box}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{box}} }} }}
"""
J = np.array([3.0, 2.0, 1.0])
W0 = np.array([0.8, 0.4, 2.0])


def jacobi_solution(times):
    """Return the angular velocity in the body by Jacobi's elliptic functions, for J1 > J2 > J3 and 2 T J2 > L^2
    (rotation about axis 3).

    With w = (A1 cn, A2 sn, s A3 dn) of u = p t + u0, Euler's equations give the amplitudes, p and the parameter.
    """
    J1, J2, J3 = J
    E2, L2 = J @ W0**2, J**2 @ W0**2
    assert L2 < E2 * J2
    sense = np.sign(W0[2])
    A1 = np.sqrt((L2 - J3 * E2) / (J1 * (J1 - J3)))
    A2 = np.sqrt((L2 - J3 * E2) / (J2 * (J2 - J3)))
    A3 = np.sqrt((J1 * E2 - L2) / (J3 * (J1 - J3)))
    p = A3 * np.sqrt((J2 - J3) * (J1 - J3) / (J1 * J2))
    parameter = (J1 - J2) * A1 * A2 / (J3 * A3 * p)
    start = ellipkinc(np.arctan2(W0[1] / A2, W0[0] / A1), parameter)
    sn, cn, dn, _ = ellipj(start - sense * p * times, parameter)
    return np.stack([A1 * cn, A2 * sn, sense * A3 * dn], axis=1)


def attitude_from_momentum(times, w):
    """Return R from the constant spatial angular momentum. Two angles are algebraic, and the third is a quadrature with
    an error of 1e-14.
    """
    L = J * W0
    length = np.linalg.norm(L)

    def rate(t, _):
        m = jacobi_solution(np.array([t]))[0]
        # The precession about L is psi' = |L| (2T - L1^2/J1) / (L^2 - L1^2) with axis 1 as the figure axis.
        L1 = J[0] * m[0]
        return [length * (J @ m**2 - L1**2 / J[0]) / (length**2 - L1**2)]

    psi = solve_ivp(rate, (0, times[-1]), [0.0], method="DOP853", rtol=1e-13, atol=1e-14, t_eval=times).y[0]

    def about_momentum(m):
        """Return the rotation from body axes to fixed axes. The third fixed axis is along L, and the first is in the
        plane of L and body axis 1.
        """
        z = J * m / length
        x = np.array([1.0, 0, 0]) - z[0] * z
        x = x / np.linalg.norm(x)
        return np.stack([x, np.cross(z, x), z])

    start = about_momentum(W0)
    turns = Rotation.from_euler("z", psi[:, None]).as_matrix()
    return np.stack([start.T @ turn @ about_momentum(m) for turn, m in zip(turns, w, strict=True)])


def test_free_body_against_elliptic_functions(run_deck):
    run = run_deck(FREE.format(J=J.tolist(), w=W0.tolist(), h=2.5e-4))
    w = jacobi_solution(run.time)
    R = attitude_from_momentum(run.time, w)
    assert run["R"].reshape(-1, 3, 3) == pytest.approx(R, abs=1e-10)
    assert np.einsum("nji,nj->ni", R, run["w"]) == pytest.approx(w, abs=1e-10)


def test_order_four_against_elliptic_functions(run_deck):
    steps = np.array([0.05, 0.025, 0.0125, 0.00625])
    errors = []
    for h in steps:
        run = run_deck(FREE.format(J=J.tolist(), w=W0.tolist(), h=h))
        R = run["R"].reshape(-1, 3, 3)
        errors.append(np.abs(np.einsum("nji,nj->ni", R, run["w"]) - jacobi_solution(run.time)).max())
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(4, abs=0.1)


BODIES = """
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0.3, -1, -9.81} } }
@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {0.3, 0.2, -0.4} } @POINT_NAME {q} { @COORDINATES {0.1, -0.3, 1} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {40, 50, 60} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {0.1, 0.05, -0.2}
    @MOMENTS_OF_INERTIA {0.5, 0.7, 0.9} @PRODUCTS_OF_INERTIA {0.05, -0.02, 0.03} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {body} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {0.1, 0.2, 0.5}
    @INITIAL_ANGULAR_VELOCITY {1, -2, 0.5} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {1 + 0.5*sin(3*t)} } }
@DEAD_LOAD_DEFINITION {
    @DEAD_LOAD_NAME {dead} { @CONNECTED_TO_BODY {body} @AT_POINT {p} @TRIAD_NAME {T} @APPLIED_FORCES {1, 2, 3}
        @APPLIED_MOMENTS {0.1, 0.2, -0.3} @SCALING_FACTOR {1.5} @FUNCTION_1D_NAME {f} }
    @DEAD_LOAD_NAME {follower} { @CONNECTED_TO_BODY {body} @AT_POINT {q} @TRIAD_NAME {T} @APPLIED_FORCES {0.5, 0, 1}
        @APPLIED_MOMENTS {0.3, -0.2, 0.1} @FOLLOWER_FORCE_FLAG {YES} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, body} @POINT1_NAME {q} @POINT2_NAME {p}
    @STIFFNESS {30} @DAMPING {0.7} @REST_LENGTH {1} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {body} }
    @SENSOR_NAME {R} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {body} }
    @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {body} }
    @SENSOR_NAME {a} { @SENSOR_TYPE {ACCELERATION} @OBJECT_NAME {body} }
    @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {body} } }
"""


def momentum_rate(t, y):
    """Return the derivatives of `y = (x_C, v_C, R, L_C)` from Newton's and Euler's equations. The equations are about
    the centre of mass, in inertial components, and do not use rbsolve.
    """
    c = np.array([0.1, 0.05, -0.2])
    inertia = np.array([[0.5, 0.05, -0.02], [0.05, 0.7, 0.03], [-0.02, 0.03, 0.9]])
    xC, vC, R, L = y[:3], y[3:6], y[6:15].reshape(3, 3), y[15:]
    w = R @ np.linalg.solve(inertia, R.T @ L)
    p, q = np.array([0.3, 0.2, -0.4]), np.array([0.1, -0.3, 1.0])
    T = Rotation.from_euler("ZXZ", [40, 50, 60], degrees=True).as_matrix()
    arm_p, arm_q = R @ (p - c), R @ (q - c)
    dead = 1.5 * (1 + 0.5 * np.sin(3 * t)) * T @ np.array([1.0, 2, 3])
    dead_moment = 1.5 * (1 + 0.5 * np.sin(3 * t)) * T @ np.array([0.1, 0.2, -0.3])
    follower, follower_moment = R @ T @ np.array([0.5, 0, 1]), R @ T @ np.array([0.3, -0.2, 0.1])
    line = xC + arm_p - q
    length = np.linalg.norm(line)
    pull = 30 * (length - 1) + 0.7 * line @ (vC + cross(w, arm_p)) / length
    spring = -pull * line / length
    force = 2 * np.array([0.3, -1, -9.81]) + dead + follower + spring
    moment = dead_moment + follower_moment + cross(arm_p, dead + spring) + cross(arm_q, follower)
    return np.concatenate([vC, force / 2, np.cross(w, R, axisb=0, axisc=0).reshape(-1), moment])


def test_loads_springs_and_offset_mass_against_scipy(run_deck):
    c = np.array([0.1, 0.05, -0.2])
    w0, v0 = np.array([1.0, -2, 0.5]), np.array([0.1, 0.2, 0.5])
    inertia = np.array([[0.5, 0.05, -0.02], [0.05, 0.7, 0.03], [-0.02, 0.03, 0.9]])
    y0 = np.concatenate([c, v0 + np.cross(w0, c), np.eye(3).reshape(-1), inertia @ w0])
    y = solve_ivp(momentum_rate, (0, 1), y0, method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    R = y[6:15].reshape(3, 3)
    w = R @ np.linalg.solve(inertia, R.T @ y[15:])
    run = run_deck(BODIES)
    assert run["R"][-1].reshape(3, 3) == pytest.approx(R, abs=1e-10)
    assert run["x"][-1] == pytest.approx(y[:3] - R @ c, abs=1e-10)
    assert run["w"][-1] == pytest.approx(w, abs=1e-9)
    assert run["v"][-1] == pytest.approx(y[3:6] - np.cross(w, R @ c), abs=1e-9)
    rates = momentum_rate(1.0, y)
    w_rate = R @ np.linalg.solve(inertia, R.T @ (rates[15:] - np.cross(w, y[15:])))
    offset = R @ c
    a = rates[3:6] - np.cross(w_rate, offset) - np.cross(w, np.cross(w, offset))
    assert run["a"][-1] == pytest.approx(a, abs=1e-7)
