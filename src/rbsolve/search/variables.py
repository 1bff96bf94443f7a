"""Design parameters that a search may change within bounds. Users write `NAME=LOWER:UPPER[:START]`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SMALL_PART = 0.01
"""Smallest scale of a parameter relative to the width of its bounds."""


class SearchError(ValueError):
    """The error that a search cannot start. str() returns the reason and a remedy."""


class StartError(SearchError):
    """The error that the first run of a search failed. str() returns the reason."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A number that a search varies within bounds, which may be infinite. `name` is the name of a design parameter."""

    name: str
    lower: float
    upper: float
    start: float

    @property
    def scale(self) -> float:
        """Return a typical change of the variable. It is the size of the start value, or a fraction of the width of the
        bounds if this fraction is larger.
        """
        return scale_at(self, self.start)


def scale_at(variable: Variable, value: float) -> float:
    """Return the size of a variable at a value."""
    width = variable.upper - variable.lower
    return max(abs(value), SMALL_PART * width if math.isfinite(width) else 0.0) or 1.0


def size_at(variable: Variable, value: float) -> float:
    """Return the value to which an uncertainty is relative. It is the size of the variable's value. If zero is within
    the bounds, it is at least a quarter of their width.
    """
    width = variable.upper - variable.lower
    if variable.lower * variable.upper > 0.0 or not math.isfinite(width):
        return abs(value) or variable.scale
    return max(abs(value), 0.25 * width)


def variable_of(name: str, given: str | Sequence[float], known: Mapping[str, Any], where: str = "") -> Variable:
    """Return the variable for a design parameter and its range. `known` contains the parameter values of the deck. In
    messages, `where` describes the place of the setting.

    Raise SearchError for an invalid name or range.
    """
    said = given if isinstance(given, str) else ":".join(f"{number:g}" for number in given)
    about = f"-p {where}{name}={said}"
    own = known_number(name, known, about)
    numbers = numbers_of(given, about)
    if len(numbers) not in (2, 3):
        raise SearchError(f"{about}: expected LOWER:UPPER or LOWER:UPPER:START")
    lower, upper = numbers[:2]
    if not lower < upper:
        raise SearchError(f"{about}: the lower bound {lower:g} is not below the upper bound {upper:g}")
    start = numbers[2] if len(numbers) == 3 else own if lower <= own <= upper else 0.5 * (lower + upper)
    if not lower <= start <= upper:
        raise SearchError(f"{about}: the start {start:g} is not between {lower:g} and {upper:g}")
    return Variable(name, lower, upper, start)


def known_number(name: str, known: Mapping[str, Any], about: str) -> float:
    """Return the value of a parameter in the deck. Raise SearchError unless the value is a single number."""
    if name not in known:
        from rbsolve.display.mappings import unknown

        raise SearchError(f"{about}: {unknown('design parameter', name, list(known))}")
    if not isinstance(known[name], int | float):
        raise SearchError(
            f"{about}: {name} is a list of numbers, but a search changes single numbers: make each number a separate parameter"
        )
    return float(known[name])


def numbers_of(given: str | Sequence[float], about: str) -> list[float]:
    """Return the numbers of `a:b:c`, or of a sequence. Raise SearchError for any other value."""
    try:
        numbers = [float(part) for part in (given.split(":") if isinstance(given, str) else given)]
    except (TypeError, ValueError):
        numbers = [math.nan]
    if not all(map(math.isfinite, numbers)):
        raise SearchError(f"{about}: expected numbers, as in 50, 50:500 or 50:500:80")
    return numbers


def is_range(given: Any) -> bool:
    """Return whether the given value of a parameter contains bounds."""
    return ":" in given if isinstance(given, str) else not isinstance(given, int | float)


def fixed_and_varied(given: Mapping[str, Any], known: Mapping[str, Any]) -> tuple[dict[str, Any], list[Variable]]:
    """Return the fixed parameters, and the parameters that vary. Raise SearchError for an impossible value."""
    fixed, varied = {}, []
    for name, value in given.items():
        if is_range(value):
            varied.append(variable_of(name, value, known))
        elif name in known:
            fixed[name] = value
        else:
            known_number(name, known, f"-p {name}={value}")
    return fixed, varied
