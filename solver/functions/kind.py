"""Defines the record of a type of function. The schema, the arrays, the kernels and the search for corners are derived
from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.language.table import Keyword, Variant
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.language.described import Described
    from rbsolve.language.diagnostics import Diagnostics


Evaluation = Callable[[Floats, int, int, float], tuple[float, float, float]]
"""Function (data, first, last, t) that returns the value and the first and second derivative at t."""


def nowhere(data: Floats) -> Iterable[float]:
    """Return no corners, for a function without corners."""
    return ()


class FunctionType(NamedTuple):
    """A value of FUNCTION_1D_TYPE."""

    variant: Variant
    """The name, the meaning and the keywords of the type."""
    keywords: tuple[Keyword, ...]
    """The keywords of the type. Some of them may also belong to other types."""
    encode: Callable[[Described, Diagnostics], list[float] | None]
    """Function that returns the data of a function from a block of a deck. After an error, it returns None."""
    evaluate: Evaluation
    """The function of data[first:last], which kernels compile. It returns a tuple."""
    corners: Callable[[Floats], Iterable[float]] = nowhere
    """Function of the data that returns the arguments at which a derivative may jump. Quadrature integrates between
    these arguments.
    """

    @property
    def name(self) -> str:
        """Return the name of the type in a deck."""
        return self.variant.choice
