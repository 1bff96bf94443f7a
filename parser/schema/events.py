"""Events: times at which signals cross thresholds."""

from __future__ import annotations

from rbsolve.language.table import BlockSchema, choice, flag, number, reference
from rbsolve.parser.schema.signals import SECTION

RISING, FALLING, BOTH = "RISING", "FALLING", "BOTH"

EVENT = BlockSchema(
    kind="EVENT",
    definition="EVENT_DEFINITION",
    name_keyword="EVENT_NAME",
    title="Events",
    meaning="A crossing of a threshold by a signal. Each crossing is located in time and listed in the results.",
    family="EVENT",
    section=SECTION,
    keywords=(
        reference("SIGNAL_NAME", "SIGNAL", "The signal.", required=True),
        number("THRESHOLD", "The threshold.", default=0.0),
        choice(
            "DIRECTION",
            "The direction of the crossing: upwards, downwards, or both.",
            RISING,
            FALLING,
            BOTH,
            default=BOTH,
        ),
        flag("TERMINATE", "With YES, the run ends at the crossing, with an output row at that time.", default=False),
    ),
    notes=(
        "When a step passes a threshold, it is repeated with adjusted sizes until the crossing time is found to round-off. The "
        "method determines the accuracy; motion and output rows are not affected.",
        "A crossing is a change of sign between the ends of a step. A signal that starts at its threshold causes no event at the start. If "
        "a signal only touches the threshold, or crosses it twice within a step, no event is found. If an impact "
        "divides a fixed step, the parts of the step count as steps.",
        "The results contain `/events`: time, name and direction in the order of time. A run that ends with an event is complete.",
    ),
    example="""\
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {tip, 3} } }
@EVENT_DEFINITION {
  @EVENT_NAME {ground} { @SIGNAL_NAME {height} @THRESHOLD {0} @DIRECTION {FALLING} @TERMINATE {YES} }
}""",
)

BLOCKS = (EVENT,)
