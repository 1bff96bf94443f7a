"""A mass on a spring, whose position at the end has several local minima in the stiffness."""

from __future__ import annotations

import numpy as np

DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {4}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.5}
}
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {mass} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {rail} {
  @CONNECTED_TO_BODIES {GROUND, mass} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} @INITIAL_COORDINATE {1} @SPRING {#k, 0} @DAMPER {#c} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} {
  @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {MINIMAL_COORDINATES} @TABLEAU {RK44} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, %g} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {rail} }
  @SENSOR_NAME {square} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {square} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {x} } @SIGNAL_NAME {square} { @EXPRESSION {x^2} } }
"""
UNDAMPED = DECK % 2
"""A run of 2 s. Without damping, x(2) = cos(2 sqrt(k))."""
MINIMA = [(n * np.pi / 2.0) ** 2 for n in (1, 3, 5)]
"""The stiffnesses k from 1 to 70 at which x(2) has a minimum of -1: 2 sqrt(k) = pi, 3 pi, 5 pi."""
