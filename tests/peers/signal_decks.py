"""A pendulum driven by signals, as decks and as independent equations."""

import numpy as np
from scipy.integrate import solve_ivp

PENDULUM = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} {
  @MASS {2} @CENTRE_OF_MASS_LOCATION {0, 0, -1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} {
  @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} @SIGNAL_NAME {motor} @INITIAL_COORDINATE {0.3} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} }
  @SENSOR_NAME {u} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {motor} }
}
"""
LOOP = """
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {motor} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {torque} @TIME_CONSTANT {0.02} }
  @SIGNAL_NAME {torque} { @SIGNAL_TYPE {PID} @INPUT {error} @PROPORTIONAL_GAIN {80} @INTEGRAL_GAIN {20}
    @DERIVATIVE_GAIN {6} @DERIVATIVE_TIME {0.05} }
  @SIGNAL_NAME {error} { @EXPRESSION {0.5 + 0.1*sin(t) - angle} }
  @SIGNAL_NAME {angle} { @MEASURE {q} }
}
"""
M, L, J_O, G = 2.0, 1.0, 0.1 + 2.0, 9.81


def analysis(method, h, end=1.0, out=0.1):
    return (
        f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {method} }} }}"
        f"@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{h!r}}}"
        f" @OUTPUT_STEP_SIZE {{{out!r}}} @TIME_INTEGRATOR_NAME {{ti}} }} }}"
    )


def explicit(tableau="RK44", more=""):
    return (
        f"@INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @FORMULATION {{MINIMAL_COORDINATES}} @TABLEAU {{{tableau}}} {more}"
    )


def signals(text):
    return "@SIGNAL_DEFINITION { " + text + " }"


def pid_pendulum(times):
    """Return the pendulum with its control loop as independent equations."""

    def slopes(t, y):
        q, v, integral, x, motor = y
        e = 0.5 + 0.1 * np.sin(t) - q
        torque = 80 * e + integral + 6 * (e - x) / 0.05
        return [v, (motor - M * G * L * np.sin(q)) / J_O, 20 * e, (e - x) / 0.05, (torque - motor) / 0.02]

    # at steady state, the states of the filter and of the lag equal their inputs
    start = [0.3, 0.0, 0.0, 0.2, 80 * 0.2]
    return solve_ivp(slopes, (0, times[-1]), start, t_eval=times, rtol=1e-12, atol=1e-13).y
