"""Reads the requested number of lanes."""

from __future__ import annotations

from typing import NamedTuple

AUTO = 0
LANES = (AUTO, 1, 4, 8, 16)
"""The permitted numbers of lanes. The number 0 means automatic."""


def number_of_lanes(text: str) -> int:
    """Read a number of lanes from a text. Raise ValueError if the text is neither `auto` nor one of LANES."""
    if text == "auto":
        return AUTO
    if not text.isdigit() or int(text) not in LANES[1:]:
        raise ValueError(f"{text!r} is not one of auto, {', '.join(map(str, LANES[1:]))}")
    return int(text)


class Wanted(NamedTuple):
    """The requested number of lanes, and the number of remaining cases."""

    lanes: int = AUTO
    cases: int = 0


ALONE = Wanted(1)
