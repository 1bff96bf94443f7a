"""Blocks of events. An event is a time at which a signal crosses a threshold."""

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
        "An event occurs when a signal crosses a threshold. The solver finds the time of each crossing, and the "
        "results list it."
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
        flag(
            "TERMINATE", "With YES, the run ends at the crossing, and writes an output row at this time.", default=False
        ),
    ),
    notes=(
        (
            "When a step passes a threshold, the solver repeats the step with adjusted sizes until it finds the "
            "crossing time to round-off. The method determines the accuracy. Events do not affect the motion and the "
            "output rows."
        ),
        (
            "The solver detects a crossing if the signal minus the threshold changes sign between the two ends of "
            "a step. A signal that starts at its threshold causes no event at the start. If a signal only touches "
            "the threshold, or crosses the threshold twice within a step, the solver finds no event. If an impact "
            "divides a fixed step, each part of the step counts as a step."
        ),
        (
            "The group `/events` of the results contains times, names and directions, sorted by time. If an event "
            "ends a run, the status of the run is `complete`."
        ),
    ),
    example="""\
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {tip, 3} } }
@EVENT_DEFINITION {
  @EVENT_NAME {ground} { @SIGNAL_NAME {height} @THRESHOLD {0} @DIRECTION {FALLING} @TERMINATE {YES} }
}""",
)

BLOCKS = (EVENT,)
