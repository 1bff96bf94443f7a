"""Describes in words what a keyword requires of its values: their number and bounds, and why a list is invalid."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rbsolve.language.syntax.tree import Item
from rbsolve.language.table import LARGEST_NUMBER, LARGEST_WHOLE_NUMBER, SMALLEST_POSITIVE, Keyword, Type

_WHOLE = re.compile(r"[+-]?[0-9]+").fullmatch
_DIGITS = re.compile(r"[0-9]+").fullmatch
MOST_LETTERS = 40  # maximum number of characters of a quoted text in a message


def is_open(text: str) -> bool:
    """Return whether a text has an unclosed parenthesis. The comma that follows may then be meant as part of the item."""
    return text.count("(") > text.count(")")


def decimal_commas(keyword: Keyword, items: Sequence[Item]) -> str | None:
    """Return a hint if there are twice as many integers as permitted. In this case, the commas are probably meant as
    decimal points.
    """
    pairs = list(zip(items[::2], items[1::2], strict=False))
    if len(items) != 2 * len(pairs) or len(pairs) not in keyword.counts:
        return None
    if not all(_WHOLE(left.text) and _DIGITS(right.text) for left, right in pairs):
        return None
    meant = ", ".join(f"{left.text}.{right.text}" for left, right in pairs)
    return f"a comma separates items; a decimal point is written `.`: `@{keyword.name} {{{meant}}}`"


def expected_count(keyword: Keyword) -> str:
    """Return the permitted numbers of values of a keyword, in words."""
    thing = {Type.NUMBER: "number", Type.NUMBER_OR_WORD: "number", Type.REFERENCE: "name", Type.INTEGER: "number"}.get(
        keyword.type, "item"
    )
    if keyword.takes_places:
        return "the name of a point or 3 coordinates"
    if not keyword.counts:
        return f"at least one {thing}"
    listed = " or ".join(str(count) for count in keyword.counts)
    return f"{listed} {thing}{'' if listed == '1' else 's'}"


def broken_bound(keyword: Keyword, value: float) -> str | None:
    """Return the condition that a number violates, in words, or None if the number is permitted."""
    if keyword.type is Type.INTEGER and abs(value) > LARGEST_WHOLE_NUMBER:
        return f"at most {LARGEST_WHOLE_NUMBER:,} in size"
    if abs(value) > LARGEST_NUMBER:
        return f"at most {LARGEST_NUMBER:g} in size"
    if keyword.above == 0.0 < value < SMALLEST_POSITIVE:
        return f"at least {SMALLEST_POSITIVE:g}"
    low, above, high = keyword.minimum, keyword.above, keyword.maximum
    inside = (low is None or value >= low) and (above is None or value > above) and (high is None or value <= high)
    if inside:
        return None
    if low is not None and high is not None:
        return f"from {low:g} to {high:g}"
    return f"at least {low:g}" if low is not None else f"greater than {above:g}"


def shorten_text(text: str) -> str:
    """Return a text on one line, shortened so that it fits in a message."""
    text = " ".join(text.split())
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 3] + "..."
