"""An optimization with many parameters, whose gradients come from the adjoint method. The optimum is compared with the
solution of the same quadratic program by linear algebra.
"""

import numpy as np
import pytest

import rbsolve
from rbsolve.search.weighed import is_adjoint_cheaper

COUNT = 46
TIMES = np.arange(COUNT) / (COUNT - 1)
STEP = 1.0 / (COUNT - 1)


def deck():
    """Return a mass on a rail. A force moves the mass in one second. The force is a table of values, and each value is
    a design parameter."""
    values = " ".join(f"@DESIGN_PARAMETER_NAME {{#v{k}}} @SCALAR_VALUE {{0.1}}" for k in range(COUNT))
    entries = " ".join(f"@TIME {{{time!r}}} @FUNCTION_VALUE {{#v{k}}}" for k, time in enumerate(TIMES.tolist()))
    return f"""
@DESIGN_PARAMETERS_DEFINITION {{ {values} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{mass}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{rail}} {{
  @CONNECTED_TO_BODIES {{GROUND, mass}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Z}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{ {entries} }} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{push}} {{
  @CONNECTED_TO_BODY {{mass}} @APPLIED_FORCES {{0, 0, 1}} @FUNCTION_1D_NAME {{f}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{mass}} }}
  @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{mass}} }}
  @SENSOR_NAME {{a}} {{ @SENSOR_TYPE {{ACCELERATION}} @OBJECT_NAME {{mass}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{
  @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @FORMULATION {{MINIMAL_COORDINATES}} @TABLEAU {{RK44}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1}}
  @TIME_STEP_SIZE {{{0.5 * STEP!r}}} @OUTPUT_STEP_SIZE {{{STEP!r}}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""


def quadratic_program():
    """Return the values (n,) of a table with the smallest mean square. The values move a mass of 1 kg from rest to rest
    over 1 m.

    The force is linear between the times, so the moments of the table give the final velocity and position exactly.
    """
    h = STEP
    weights = np.full(COUNT, h)
    weights[[0, -1]] = 0.5 * h
    place = weights * (1.0 - TIMES)  # the integral of (1 - t) f over hat functions, which are not symmetric at the ends
    place[0], place[-1] = h / 2 - h**2 / 6, h**2 / 6
    A = np.stack([weights, place])
    return A.T @ np.linalg.solve(A @ A.T, np.array([0.0, 1.0]))  # every row has the same weight in the mean square


def test_the_force_with_the_smallest_mean_square():
    ranges = {f"v{k}": (-10.0, 10.0) for k in range(COUNT)}
    found = rbsolve.optimize(
        deck(), ranges, minimize="rms(a.a3)^2", subject_to=["final(x.x3) == 1", "final(v.v3) == 0"], threads=1
    )
    assert found.status == "complete"
    assert found.derivatives.startswith("adjoint")
    best = np.array([found[name] for name in ranges])
    np.testing.assert_allclose(best, quadratic_program(), atol=1e-4)


@pytest.mark.parametrize(("scalars", "parameters", "cheaper"), [(1, 10, False), (1, 31, True), (20, 46, False)])
def test_the_adjoint_is_for_few_scalars_and_many_parameters(scalars, parameters, cheaper):
    assert is_adjoint_cheaper(scalars, parameters) is cheaper
