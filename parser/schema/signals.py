"""Signals: named scalars in time that drive loads, joints and springs."""

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
    meaning="A named scalar in time: measured, given, computed from other signals, or with states of its own.",
    family="SIGNAL",
    section=SECTION,
    reports_unused=Severity.WARNING,
    variants=VARIANTS,
    keywords=keywords(),
    notes=(
        "A signal may stand wherever a load, an actuator or a feedforward names a function, and as the rest length or the factor of the "
        "stiffness of a spring; a sensor of the type SIGNAL writes it. `@SIGNAL_NAME {s}` stands beside or inside what it replaces: "
        "`@ACTUATOR {@SIGNAL_NAME {s}}`.",
        "A formula names other signals, `t` is the time. A signal whose name is no word of a formula (`a-b`) goes through another kind.",
        "What a sensor measures in a loop is what it writes; accelerations, reactions and what depends on forces cannot be measured, since "
        "they follow from the forces that a signal drives. Only joints' rotations about e3 and angles of universal joints count turns.",
        "States are integrated with the motion, at the method's order. They start steady: a lag at its input, a transfer function at "
        "rest; what no input determines, as an integral, starts at zero. @INITIAL_VALUE is another start: of a PID that of its "
        "integral part.",
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
