"""A pendulum with a damper, and its motion integrated by scipy, for the tests of fits and optimizations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp

GRAVITY, INERTIA = 9.81, 0.1
DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.05}
  @DESIGN_PARAMETER_NAME {#q0} @SCALAR_VALUE {1}
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2}
  @DESIGN_PARAMETER_NAME {#idle} @SCALAR_VALUE {1}
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, -9.81, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {bob} {
  @MASS {#m} @CENTRE_OF_MASS_LOCATION {0, -#L, 0} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {GROUND, bob} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} @INITIAL_COORDINATE {#q0} @DAMPER {#c} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} {
  @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {MINIMAL_COORDINATES} @TABLEAU {RK44} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 4} @TIME_STEP_SIZE {0.005} @OUTPUT_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {hinge} }
  @SENSOR_NAME {bob} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {bob} }
  @SENSOR_NAME {origin} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {hinge} }
}
"""
TIMES = np.linspace(0.0, 4.0, 81)


def swing(times=TIMES, *, L=1.3, c=0.3, q0=1.0, m=2.0):
    """Return the angle (n,) at some times, from an independent integration."""
    inertia = m * L**2 + INERTIA

    def rates(_, y):
        return [y[1], (-m * GRAVITY * L * np.sin(y[0]) - c * y[1]) / inertia]

    span = (0.0, max(times[-1], 0.1))
    return solve_ivp(rates, span, [q0, 0.0], t_eval=times, method="DOP853", rtol=1e-12, atol=1e-13).y[0]


def write_csv(path: Path, **columns) -> Path:
    """Write a table with these columns, in which NaN is an empty cell, and return its path."""
    rows = zip(*columns.values(), strict=True)
    lines = [",".join(columns), *(",".join("" if np.isnan(x) else repr(float(x)) for x in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    return path
