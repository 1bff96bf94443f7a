"""Blocks of events, which are times at which signals cross thresholds."""

from __future__ import annotations

from rbsolve.language.table import BlockSchema, choice, flag, number, reference
from rbsolve.parser.schema.signals import SECTION

RISING, FALLING, BOTH = "RISING", "FALLING", "BOTH"

EVENT = BlockSchema(
    kind="EVENT",
    definition="EVENT_DEFINITION",
    name_keyword="EVENT_NAME",
    title="Events",
    meaning=(
        "A crossing of a threshold by a signal. The solver locates each crossing in time, and the results list it."
    ),
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
        (
            "When a step passes a threshold, the solver repeats the step with adjusted sizes until it finds the "
            "crossing time to round-off. The method determines the accuracy. Events do not affect the motion and the "
            "output rows."
        ),
        (
            "A crossing is a change of sign between the ends of a step. A signal that starts at its threshold causes "
            "no event at the start. If a signal only touches the threshold, or crosses the threshold twice within a "
            "step, the solver finds no event. If an impact divides a fixed step, each part of the step counts as a "
            "step."
        ),
        (
            "The results contain the group `/events` with times, names and directions in the order of time. A run "
            "that an event ends has the status `complete`."
        ),
    ),
    example="""\
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {tip, 3} } }
@EVENT_DEFINITION {
  @EVENT_NAME {ground} { @SIGNAL_NAME {height} @THRESHOLD {0} @DIRECTION {FALLING} @TERMINATE {YES} }
}""",
)

BLOCKS = (EVENT,)
