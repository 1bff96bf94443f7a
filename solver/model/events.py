"""The record of an event in the results."""

from __future__ import annotations

from typing import NamedTuple


class Event(NamedTuple):
    """The record that the signal of an @EVENT_DEFINITION passed its threshold. The record contains the time [s], the
    name of the event, and RISING or FALLING.
    """

    time: float
    name: str
    direction: str
