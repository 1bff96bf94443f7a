"""Units of signals, which @UNIT gives, or which follow from the measured quantity."""

import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.sensors.signal_units import integrate_unit

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {5} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {ramp} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {t} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} }
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {b} }
  @SENSOR_NAME {pose} { @SENSOR_TYPE {CONFIGURATION} @OBJECT_NAME {b} @ROTATION_PARAMETERS {EULER_ANGLES_321} }
  @SENSOR_NAME {seen} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {s} }
}
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {x} { @MEASURE {place, x1} }  @SIGNAL_NAME {z} { @MEASURE {place, 3} }
  @SIGNAL_NAME {v} { @MEASURE {speed, v1} }  @SIGNAL_NAME {yaw} { @MEASURE {pose, phi1} }
  @SIGNAL_NAME {f} { @FUNCTION_1D_NAME {ramp} }  @SIGNAL_NAME {N} { @EXPRESSION {3*x} @UNIT {N} }
  @SIGNAL_NAME {s} { %s }
}
"""


@pytest.mark.parametrize(
    ("signal", "unit"),
    [
        ("@MEASURE {place, x2}", "m"),
        ("@MEASURE {pose, x1}", "m"),
        ("@MEASURE {pose, phi2}", "deg"),
        ("@EXPRESSION {x - z}", "m"),
        ("@EXPRESSION {max(x, -0.5) + abs(z)}", "m"),
        ("@EXPRESSION {if(x > 0.1, x, z)}", "m"),
        ("@EXPRESSION {rad(yaw)}", "rad"),
        ("@EXPRESSION {x/z}", "1"),
        ("@EXPRESSION {sin(rad(yaw))}", "1"),
        ("@EXPRESSION {atan2(x, z)}", "rad"),
        ("@EXPRESSION {x*step(t, 0, 1)}", "m"),
        ("@EXPRESSION {N - 2}", "N"),
        ("@SIGNAL_TYPE {INTEGRATOR} @INPUT {v}", "m"),
        ("@SIGNAL_TYPE {INTEGRATOR} @INPUT {x}", "m s"),
        ("@SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {N} @TIME_CONSTANT {0.1}", "N"),
        ("@SIGNAL_TYPE {DELAY} @INPUT {v} @DELAY_TIME {0.5}", "m/s"),
        ("@SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {v} @SAMPLE_TIME {0.5}", "m/s"),
        # The unit of a number, a gain or a table is not known.
        ("@EXPRESSION {#k*x}", ""),
        ("@EXPRESSION {x/20}", ""),
        ("@EXPRESSION {x + v}", ""),
        ("@EXPRESSION {x*v}", ""),
        ("@FUNCTION_1D_NAME {ramp}", ""),
        ("@EXPRESSION {x + f}", ""),
        ("@SIGNAL_TYPE {INTEGRATOR} @INPUT {v} @GAIN {2}", ""),
        ("@SIGNAL_TYPE {PID} @INPUT {x} @PROPORTIONAL_GAIN {2}", ""),
        ("@SIGNAL_TYPE {HYSTERESIS} @INPUT {x} @THRESHOLDS {0, 1} @OUTPUT_VALUES {0, 1}", ""),
        # The deck may give the unit.
        ("@EXPRESSION {#k*x} @UNIT {N}", "N"),
        ("@SIGNAL_TYPE {PID} @INPUT {x} @PROPORTIONAL_GAIN {2} @UNIT {kg m^2/s}", "kg m^2/s"),
    ],
)
def test_units_of_signals(signal, unit):
    checked = check_deck(DECK % signal, Options())
    assert not checked.has_errors, [d.message for d in checked.diagnostics]
    assert {plan.name: plan.units for plan in checked.sensors}["seen"] == unit


def test_a_signal_that_follows_from_itself():
    signal = "@SIGNAL_TYPE {INTEGRATOR} @INPUT {rate} } @SIGNAL_NAME {rate} { @EXPRESSION {x - s}"
    checked = check_deck(DECK % signal, Options())
    assert {plan.name: plan.units for plan in checked.sensors}["seen"] == ""


@pytest.mark.parametrize(("unit", "wanted"), [("rad/s", "rad"), ("m/s^2", "m/s"), ("1", "s"), ("N", "N s"), ("", "")])
def test_units_of_integrals(unit, wanted):
    assert integrate_unit(unit) == wanted
