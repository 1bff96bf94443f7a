"""Defines the request of the user, which comes from the command line or a study file. Every item stores its place in
the source.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span
from rbsolve.parser.description.suggestions import Suggestions
from rbsolve.studies.design.distributions import DISCRETE, KINDS, Distribution, flaw_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rbsolve.studies.design.dependence import Condition, Correlation

    Floats = NDArray[np.float64]

_DISTRIBUTION = re.compile(r"\s*(\w+)\s*\((.*)\)\s*")
METHODS = ("lhs", "sobol", "halton", "random", "saltelli", "morris")
MOST_CASES = 100_000_000

Value = tuple[float, ...]
"""The value of a parameter, which is one number or the components of a vector."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter. It has listed `values`, a `distribution`, or a range from `low` to `high` that is sampled or has
    `count` values.
    """

    name: str
    span: Span
    values: tuple[Value, ...] = ()
    low: float = 0.0
    high: float = 0.0
    count: int | None = None
    distribution: Distribution | None = None

    @property
    def is_range(self) -> bool:
        """Return whether the parameter has bounds instead of values."""
        return not self.values

    def sample(self, shares: Floats) -> Floats:
        """Return the values (n,) for points (n,) between 0 and 1."""
        if self.distribution is not None:
            return self.distribution.at(shares)
        return self.low + (self.high - self.low) * shares

    @property
    def size(self) -> int | None:
        """Return the number of values, or None for a sampled range."""
        return len(self.values) if self.values else self.count

    def list_values(self) -> Floats:
        """Return all values (n, components). A range with a count has evenly spaced values, including both ends."""
        import numpy as np  # numpy is imported only here, because the command line reads axes before it needs numbers

        if self.values:
            return np.array(self.values, dtype=np.float64)
        assert self.count is not None
        step = (self.high - self.low) / max(1, self.count - 1)
        values = self.low + step * np.arange(self.count, dtype=np.float64)[:, None]
        if self.count > 1:
            values[-1] = self.high
        return values.astype(np.float64, copy=False)


@dataclass(frozen=True, slots=True)
class Sampling:
    """A sample of `size` cases between the bounds of all ranges. The same `seed` produces the same cases."""

    size: int
    method: str
    seed: int
    span: Span


@dataclass(frozen=True, slots=True)
class StudyDesign:
    """The request of a study before it is checked against its deck."""

    deck: Path
    deck_span: Span
    axes: tuple[Axis, ...] = ()
    zipped: bool = False
    sampling: Sampling | None = None
    table: tuple[Path, Span] | None = None
    correlations: tuple[Correlation, ...] = ()
    conditions: tuple[Condition, ...] = ()
    integrator: str | None = None
    formulation: str | None = None
    step: float | None = None
    t_end: float | None = None
    start_from: str | None = None
    """The row of results from which all cases start, as `OUT.h5[@TIME]`."""
    method_options: dict[str, str] = field(default_factory=dict)
    allow_include: tuple[Path, ...] = ()
    responses: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """Scalars of each case by name, with their places in the study file."""
    run: dict[str, object] = field(default_factory=dict)


def command_line(words: list[str]) -> list[Span]:
    """Return the place of each option on the command line. Each option is a line in a source named `<command line>`."""
    source = Source("<command line>", "\n".join(words))
    return [Span(source, line, 1, line, len(word) + 1) for line, word in enumerate(words, start=1)]


def read_axis(name: str, text: str, span: Span, diagnostics: Diagnostics) -> Axis | None:
    """Read `A:B:N`, `A:B`, or `V,V,...`, where a V in brackets is a vector. For invalid text, return None and add a
    diagnostic.
    """
    name = name.strip().removeprefix("#")
    distribution = _DISTRIBUTION.fullmatch(text)
    if distribution is not None and distribution[1] in (*KINDS, DISCRETE):
        return _distribution(name, distribution[1], distribution[2], span, diagnostics)
    try:
        if "[" in text or ":" not in text:
            return Axis(name, span, values=_values(text, span))
        parts = [part.strip() for part in text.split(":")]
        if len(parts) not in (2, 3):
            raise ValueError(f"{text!r} has {len(parts)} parts")
        low, high = _number(parts[0], span), _number(parts[1], span)
        count = int(parts[2]) if len(parts) == 3 else None
    except ValueError:
        message = f"the values {text!r} of `{name}` cannot be read"
        hint = "a range is 0.1:0.5:9, a list 1,2,5, vectors [0,0,1],[0,1,0]; a number can be a formula without parameters: pi/2"
        diagnostics.error(Code.WRONG_TYPE, message, span, hint)
        return None
    axis = Axis(name, span, low=low, high=high, count=count)
    return axis if check_range(axis, diagnostics) else None


def _distribution(name: str, kind: str, text: str, span: Span, diagnostics: Diagnostics) -> Axis | None:
    """Return a parameter with a distribution. If its numbers are inconsistent, return None and add a diagnostic."""
    try:
        numbers = tuple(_number(part, span) for part in _split(text)) if text.strip() else ()
        flaw = flaw_of(kind, numbers)
    except ValueError:
        flaw = f"its numbers {text!r} cannot be read"
    if flaw:
        diagnostics.error(Code.INVALID_VALUE, f"the distribution of `{name}` cannot be used: {flaw}", span)
        return None
    return Axis(name, span, distribution=Distribution(kind, numbers))


def check_range(axis: Axis, diagnostics: Diagnostics) -> bool:
    """Return whether a range has finite bounds and, if a count is given, a valid count. If not, add a diagnostic."""
    if not (abs(axis.low) < float("inf") and abs(axis.high) < float("inf")):
        diagnostics.error(Code.INVALID_VALUE, f"the range of `{axis.name}` has no finite bounds", axis.span)
        return False
    if axis.count is not None and not 1 <= axis.count <= MOST_CASES:
        message = f"`{axis.name}` has {axis.count} values"
        hint = f"the last number of A:B:N is the number of values, from 1 to {MOST_CASES:,}"
        diagnostics.error(Code.INVALID_VALUE, message, axis.span, hint)
        return False
    return True


def _values(text: str, span: Span) -> tuple[Value, ...]:
    """Return the values of a list. Raise ValueError if the list cannot be read."""
    values: list[Value] = []
    for part in _split(text):
        if part.startswith("["):
            if not part.endswith("]"):
                raise ValueError(text)
            values.append(tuple(_number(component, span) for component in _split(part[1:-1])))
        else:
            values.append((_number(part, span),))
    return tuple(values)


def _split(text: str) -> list[str]:
    """Return the items of a list. Commas inside parentheses and brackets do not separate items."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    last = text[start:].strip()
    return [*parts, last] if last or not parts else parts  # a list may end with a comma


def _number(text: str, span: Span) -> float:
    """Return a finite number, or a formula without parameters. Raise ValueError for other text."""
    try:
        value = float(text)
    except ValueError:
        from rbsolve.language.expressions.evaluation import evaluate
        from rbsolve.language.expressions.parse import parse_expression
        from rbsolve.language.expressions.program import ExpressionError

        try:
            value = evaluate(parse_expression(text, span), {})
        except ExpressionError as error:
            raise ValueError(text) from error
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def unknown_parameter(name: str, declared: Mapping[str, int], span: Span, diagnostics: Diagnostics) -> None:
    """Add the diagnostic about a parameter that the deck lacks."""
    there = f"the deck's parameters are {', '.join(list(declared)[:12])}"
    hint = Suggestions().did_you_mean(name, declared) or (
        there if declared else "the deck has no @DESIGN_PARAMETERS_DEFINITION"
    )
    diagnostics.error(Code.UNDECLARED_PARAMETER, f"the deck has no parameter `{name}`", span, hint)
