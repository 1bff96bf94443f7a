"""How many lanes are asked for."""

from __future__ import annotations

from typing import NamedTuple

AUTO = 0
LANES = (AUTO, 1, 4, 8, 16)
"""What may be asked for; 0 leaves it to the processor and to what pays."""


def number_of_lanes(text: str) -> int:
    """What a text asks for; ValueError where it is neither auto nor one of LANES."""
    if text == "auto":
        return AUTO
    if not text.isdigit() or int(text) not in LANES[1:]:
        raise ValueError(f"{text!r} is not one of auto, {', '.join(map(str, LANES[1:]))}")
    return int(text)


class Wanted(NamedTuple):
    """How many lanes are asked for, and how many cases there are to come."""

    lanes: int = AUTO
    cases: int = 0


ALONE = Wanted(1)
