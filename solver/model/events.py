"""An event as results report it."""

from __future__ import annotations

from typing import NamedTuple


class Event(NamedTuple):
    """A signal went through the threshold of an @EVENT_DEFINITION: when [s], its name, and RISING or FALLING."""

    time: float
    name: str
    direction: str
