"""A type of function: one record, the source of the schema, the arrays, the kernels and the search for corners."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.language.table import Keyword, Variant
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.language.described import Described
    from rbsolve.language.diagnostics import Diagnostics


Evaluation = Callable[[Floats, int, int, float], tuple[float, float, float]]
"""(data, first, last, t): value, first and second derivative at t."""


def nowhere(data: Floats) -> Iterable[float]:
    """The corners of a function that has none."""
    return ()


class FunctionType(NamedTuple):
    """One value of FUNCTION_1D_TYPE."""

    variant: Variant
    """Its name, meaning and keywords."""
    keywords: tuple[Keyword, ...]
    """The keywords themselves; types may share them."""
    encode: Callable[[Described, Diagnostics], list[float] | None]
    """Its numbers from a block of a deck, None after a reported error."""
    evaluate: Evaluation
    """From data[first:last]: a tuple function that kernels compile."""
    corners: Callable[[Floats], Iterable[float]] = nowhere
    """The points at which a derivative may jump, from its own numbers; quadrature integrates between them."""

    @property
    def name(self) -> str:
        """Its name in a deck."""
        return self.variant.choice
