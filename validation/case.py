"""A case of the validation book: a deck, its method, and quantities with independent references."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from rbsolve.runs.results import Results
    from rbsolve.solver.analyses.linearized.record import Linearization

Floats = NDArray[np.float64]
_NUMBER = r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?"
_NUMBERS = rf"\s*[=:]?\s*\(?\s*({_NUMBER}(?:\s*,\s*{_NUMBER})*)"


@dataclass(frozen=True, slots=True)
class Header:
    """A reference in the header of the deck: the numbers after `phrase`, a regular expression.

    The header is read as one line without its comment signs, with single blanks.
    """

    phrase: str

    def read(self, deck: Path) -> Floats:
        """Return the numbers (k,). Raise ValueError unless the phrase occurs exactly once with numbers after it."""
        return np.array([float(number) for number in self._words(deck)])

    def error(self, deck: Path) -> float:
        """Return half a unit of the last printed digit of the number with the fewest digits."""
        return max(_half_a_digit(number) for number in self._words(deck))

    def _words(self, deck: Path) -> list[str]:
        found = re.findall(f"(?:{self.phrase}){_NUMBERS}", header_of(deck))
        if len(found) != 1:
            raise ValueError(f"{deck.name}: the header states `{self.phrase}` {len(found)} times")
        words: list[str] = found[0].split(",")
        return words


def _half_a_digit(number: str) -> float:
    digits, _, exponent = number.strip().lower().partition("e")
    decimals = len(digits.partition(".")[2])
    return float(0.5 * 10.0 ** (int(exponent or 0) - decimals))


Observe: TypeAlias = "Callable[[Results], Floats]"
"""A history (n,) or (n, k), which follows from the sensors of a run."""
ObserveSmallMotions: TypeAlias = "Callable[[Linearization], Floats]"
"""Numbers (k,) of a linearization, such as its frequencies."""
Reference: TypeAlias = "Header | Callable[[Floats], ArrayLike]"
"""Numbers of the header, or a closed form, which maps times (n,) to values (n,) or (n, k)."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A comparison of a computed quantity and its reference.

    `observe` is the name of a sensor or a function of the results that returns (n,) or (n, k). `times` contains the
    output times that are compared. The value is "end", "all", or the times themselves [s]. With more than one time and
    a reference from the header, the quantity needs a single column, and the reference a number for each time. `bound`
    is the largest permitted error of any component, absolute in `unit`.
    """

    name: str
    observe: str | Observe | ObserveSmallMotions
    reference: Reference
    bound: float
    unit: str = ""
    times: str | tuple[float, ...] = "end"


@dataclass(frozen=True, slots=True)
class Case:
    """A deck of the book or of `decks/`, which is solved unchanged or with its own `parameters`.

    `source` describes the origin of the reference. With `linearized_at` (a time [s], "start" or "equilibrium"), the
    deck is linearized there, and quantities refer to the linearization.
    """

    name: str
    group: str
    deck: str
    source: str
    quantities: tuple[Quantity, ...]
    parameters: Mapping[str, float] = field(default_factory=dict)
    linearized_at: float | str | None = None


def columns(*names: str, component: int | None = None) -> Observe:
    """Return a function that returns one component of each sensor, or all components, side by side (n, k)."""
    chosen = slice(None) if component is None else slice(component, component + 1)

    def observe(results: Results) -> Floats:
        return np.hstack([results[name].reshape(len(results.time), -1)[:, chosen] for name in names])

    return observe


def header_of(deck: Path) -> str:
    """Return the comments before the first block of a deck, as a single line."""
    lines = []
    for line in deck.read_text(encoding="utf-8").splitlines():
        if not line.startswith("!"):
            break
        lines.append(line.removeprefix("!"))
    return re.sub(r"\s+", " ", " ".join(lines))
