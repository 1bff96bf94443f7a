"""CONSTANT: f(t) = VALUE. The data are [value]."""

from __future__ import annotations

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant, number
from rbsolve.solver.functions.kind import FunctionType
from rbsolve.solver.model.flat import Floats


def encode(described: Described, diagnostics: Diagnostics) -> list[float]:
    """Return the data of a function from its block."""
    return [float(described["VALUE"])]


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and first and second derivative at t. `data[first:last]` belongs to the function."""
    return data[first], 0.0, 0.0


CONSTANT = FunctionType(
    Variant("CONSTANT", "A constant value.", ("VALUE",)), (number("VALUE", "The constant."),), encode, evaluate
)
