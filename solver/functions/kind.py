"""A type of function: one record from which the schema, the arrays, the kernels and the search for corners are derived."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.language.table import Keyword, Variant
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.language.described import Described
    from rbsolve.language.diagnostics import Diagnostics


Evaluation = Callable[[Floats, int, int, float], tuple[float, float, float]]
"""(data, first, last, t) to value, first and second derivative at t"""


def nowhere(data: Floats) -> Iterable[float]:
    """The corners of a function without corners."""
    return ()


class FunctionType(NamedTuple):
    """One value of FUNCTION_1D_TYPE."""

    variant: Variant
    """The name, the meaning and the keywords of the type"""
    keywords: tuple[Keyword, ...]
    """The keywords of the type; several types may have a keyword in common"""
    encode: Callable[[Described, Diagnostics], list[float] | None]
    """The data of a function from a block of a deck; None after a reported error"""
    evaluate: Evaluation
    """The function of data[first:last] that kernels compile; it returns a tuple"""
    corners: Callable[[Floats], Iterable[float]] = nowhere
    """The arguments at which a derivative may jump, from its data; quadrature integrates between them"""

    @property
    def name(self) -> str:
        """The name of the type in a deck."""
        return self.variant.choice
