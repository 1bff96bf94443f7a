"""Blocks of signals, which are named scalars in time that drive loads, joints and springs."""

from __future__ import annotations

from rbsolve.language.diagnostics import Severity
from rbsolve.language.table import BlockSchema
from rbsolve.solver.signals.registry import VARIANTS, keywords

SECTION = "Signals"

SIGNAL = BlockSchema(
    kind="SIGNAL",
    definition="SIGNAL_DEFINITION",
    name_keyword="SIGNAL_NAME",
    title="Signals",
    meaning=(
        "A named scalar that changes with time. A signal is measured, given as a function, computed from "
        "other signals, or has states of its own."
    ),
    family="SIGNAL",
    section=SECTION,
    reports_unused=Severity.WARNING,
    variants=VARIANTS,
    keywords=keywords(),
    notes=(
        (
            "A signal can replace the function of a load, an actuator or a feedforward. A signal can also be the rest "
            "length of a spring or the factor of its stiffness. A sensor of the type SIGNAL writes the value of a signal. Write "
            "`@SIGNAL_NAME {s}` instead of the keyword of the function, or inside the braces of this keyword: "
            "`@ACTUATOR {@SIGNAL_NAME {s}}`."
        ),
        (
            "A formula contains names of other signals, and `t` for the time. The name `a-b` would be read as a "
            "difference, so give such a signal another name."
        ),
        (
            "A measured signal equals the value that the sensor writes. Only rotations of joints about e3 and "
            "angles of universal joints are continuous over whole turns."
        ),
        (
            "With EXPLICIT_RUNGE_KUTTA and GENERALIZED_ALPHA, signals can measure accelerations, reactions and other "
            "quantities that depend on forces. A force can depend on such a signal only through a FIRST_ORDER_LAG or "
            "a SAMPLE_AND_HOLD with an @INITIAL_VALUE."
        ),
        (
            "States are integrated together with the motion, at the order of the method. States start in "
            "equilibrium with their inputs: a lag equals its input times its gain, and a transfer function is in its "
            "steady state. A state that no input determines, such as an integral, starts at zero. @INITIAL_VALUE "
            "overrides the initial state. For a PID, @INITIAL_VALUE is the initial value of the integral part."
        ),
    ),
    example="""\
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {angle} { @MEASURE {attitude, phi1} }
  @SIGNAL_NAME {wanted} { @FUNCTION_1D_NAME {Move} }
  @SIGNAL_NAME {error} { @EXPRESSION {wanted - rad(angle)} }
  @SIGNAL_NAME {torque} {
    @SIGNAL_TYPE {PID} @INPUT {error}
    @PROPORTIONAL_GAIN {80} @INTEGRAL_GAIN {20} @DERIVATIVE_GAIN {6} @DERIVATIVE_TIME {0.01} @OUTPUT_LIMITS {-50, 50}
  }
  @SIGNAL_NAME {motor} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {torque} @TIME_CONSTANT {0.02} }
  @SIGNAL_NAME {bridge} {
    @SIGNAL_TYPE {TRANSFER_FUNCTION} @INPUT {motor} @NUMERATOR {1} @DENOMINATOR {1.e-4, 0.02, 1} @INITIAL_VALUE {0}
  }
}""",
)

BLOCKS = (SIGNAL,)
