"""Events: crossings of signals through thresholds."""

from __future__ import annotations

from rbsolve.language.table import BlockSchema, choice, flag, number, reference
from rbsolve.parser.schema.signals import SECTION

RISING, FALLING, BOTH = "RISING", "FALLING", "BOTH"

EVENT = BlockSchema(
    kind="EVENT",
    definition="EVENT_DEFINITION",
    name_keyword="EVENT_NAME",
    title="Events",
    meaning="A signal that goes through a threshold: each crossing is located in time and listed in the results.",
    family="EVENT",
    section=SECTION,
    keywords=(
        reference("SIGNAL_NAME", "SIGNAL", "The signal.", required=True),
        number("THRESHOLD", "What it goes through.", default=0.0),
        choice("DIRECTION", "Upwards, downwards, or either way.", RISING, FALLING, BOTH, default=BOTH),
        flag("TERMINATE", "Whether the run ends there, with a row of results at that time.", default=False),
    ),
    notes=(
        "A crossing is located by steps of other sizes from where the step began that passed it, to rounding: at the method's order, "
        "and without a change of the motion or of its rows.",
        "A crossing is a change of sign between the ends of steps. What starts at its threshold crosses it only when it comes back; "
        "what touches it, or crosses and returns within a step, is none. In a fixed step that an impact divides, the parts count as steps.",
        "The results have `/events`: time, name and direction in the order of time. A run that an event ends is complete.",
    ),
    example="""\
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {tip, 3} } }
@EVENT_DEFINITION {
  @EVENT_NAME {ground} { @SIGNAL_NAME {height} @THRESHOLD {0} @DIRECTION {FALLING} @TERMINATE {YES} }
}""",
)

BLOCKS = (EVENT,)
