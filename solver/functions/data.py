"""Reading the numbers of a function's block."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Code, Diagnostics


def flat(data: Any) -> list[float]:
    """A number, or nested tuples of numbers (a repeated keyword with lists), as one list in deck order."""
    if isinstance(data, Iterable) and not isinstance(data, str):
        return [number for item in data for number in flat(item)]
    return [float(data)]


def numbers(described: Described, keyword: str, diagnostics: Diagnostics, at_least: int = 1) -> list[float] | None:
    """The numbers of a keyword; None with a diagnostic when there are fewer than `at_least`."""
    values = flat(described.get(keyword, ()))
    if len(values) >= at_least:
        return values
    code = Code.WRONG_COUNT if keyword in described else Code.MISSING_KEYWORD
    wanted = "one number" if at_least == 1 else f"{at_least} numbers"
    diagnostics.error(
        code, f"function '{described.name}' needs @{keyword} with at least {wanted}", described.span_of(keyword)
    )
    return None
