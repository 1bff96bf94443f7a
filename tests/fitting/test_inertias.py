"""Fits of whole inertias. The data and the reference are scipy's integration of Euler's equations for a body that turns
about a fixed point. The reference minimizes over the factors of the second moments with differences of these runs.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

import rbsolve

MASS, CENTRE, SPIN = 1.5, np.array([0.1, 0.05, -0.2]), np.array([2.0, -1.0, 3.0])
TIMES, SIGMA = np.linspace(0.0, 1.0, 51), 0.05
NAMES = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
PLACES = (0, 1, 2, 0, 0, 1), (0, 1, 2, 1, 2, 2)
RANGES = dict.fromkeys(NAMES[:3], (0.001, 0.3, 0.03)) | dict.fromkeys(NAMES[3:], (-0.1, 0.1, 0.0))
DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#Ixx} @SCALAR_VALUE {0.03} @DESIGN_PARAMETER_NAME {#Iyy} @SCALAR_VALUE {0.03}
  @DESIGN_PARAMETER_NAME {#Izz} @SCALAR_VALUE {0.03} @DESIGN_PARAMETER_NAME {#Ixy} @SCALAR_VALUE {0}
  @DESIGN_PARAMETER_NAME {#Ixz} @SCALAR_VALUE {0} @DESIGN_PARAMETER_NAME {#Iyz} @SCALAR_VALUE {0} }
@POINT_DEFINITION { @POINT_NAME {o} { @COORDINATES {0, 0, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {plate} { @MASS {1.5} @CENTRE_OF_MASS {0.1, 0.05, -0.2}
  @MOMENTS_OF_INERTIA {#Ixx, #Iyy, #Izz} @PRODUCTS_OF_INERTIA {#Ixy, #Ixz, #Iyz}
  @INITIAL_ANGULAR_VELOCITY {2, -1, 3} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {ball} { @CONNECTED_TO_BODIES {GROUND, plate} @AT_POINT {o} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.005}
  @OUTPUT_STEP_SIZE {0.02} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {rate} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {plate} } }
"""


def inertia(second_moments):
    return np.trace(second_moments) * np.eye(3) - second_moments


def turn(second_moments):
    """Return the angular velocity (51, 3) in the axes that the sensor uses, which are inertial."""
    about = inertia(second_moments) + MASS * (CENTRE @ CENTRE * np.eye(3) - np.outer(CENTRE, CENTRE))

    def rates(_, y):
        R, w = y[:9].reshape(3, 3), y[9:]
        moment = np.cross(CENTRE, MASS * (R.T @ [0.0, 0.0, -9.81]))
        across = np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])
        return np.concatenate(((R @ across).ravel(), np.linalg.solve(about, moment - np.cross(w, about @ w))))

    y = solve_ivp(rates, (0.0, 1.0), [*np.eye(3).ravel(), *SPIN], "DOP853", TIMES, rtol=1e-8, atol=1e-9).y
    return np.einsum("ijt,jt->ti", y[:9].reshape(3, 3, -1), y[9:])


def fitted(rates):
    table = {"t": TIMES} | {f"w{k}": rates[:, k] for k in range(3)}
    match = {f"w{k}": f"rate.{k + 1}" for k in range(3)}
    sigma = {f"w{k}": SIGMA for k in range(3)}
    return rbsolve.fit(rbsolve.load(DECK), table, RANGES, match, sigma=sigma, threads=1)


def moments(found):
    """Return the second moments (3, 3) of a fit."""
    tensor = np.zeros((3, 3))
    for name, row, column in zip(NAMES, *PLACES, strict=True):
        tensor[row, column] = tensor[column, row] = found[name].value
    return 0.5 * np.trace(tensor) * np.eye(3) - tensor


AXES = Rotation.from_rotvec([0.3, -0.5, 0.4]).as_matrix()


def test_a_whole_inertia_is_recovered():
    true = AXES @ np.diag([0.02, 0.05, 0.01]) @ AXES.T
    found = fitted(turn(true))
    assert found.status == "complete"
    assert moments(found) == pytest.approx(true, abs=1e-8)
    assert not found.warnings


def test_the_best_flat_body_is_found():
    """With this noise, the best inertia is outside of the physical set. The best physical inertia is a flat body."""
    true = AXES @ np.diag([0.02, 0.05, 0.0]) @ AXES.T
    noisy = turn(true) + SIGMA * np.random.default_rng(4).standard_normal((51, 3))
    rows = np.tril_indices(3)

    def residuals(entries):
        L = np.zeros((3, 3))
        L[rows] = entries
        return ((turn(L @ L.T) - noisy) / SIGMA).ravel()

    start = np.linalg.cholesky(true + 1e-4 * np.eye(3))[rows]
    reference = least_squares(residuals, start, diff_step=1e-6, xtol=1e-10, ftol=1e-11)
    found = fitted(noisy)
    assert found.chi_square == pytest.approx(2.0 * reference.cost, rel=1e-6)
    assert abs(np.linalg.eigvalsh(moments(found))[0]) < 1e-12
    assert "plate is flat at the solution" in found.warnings[-1]
