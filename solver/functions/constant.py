"""CONSTANT: f(t) = VALUE. Data: [value]."""

from __future__ import annotations

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Diagnostics
from rbsolve.solver.model.arrays import Floats


def encode(described: Described, diagnostics: Diagnostics) -> list[float]:
    """Data of the function."""
    return [float(described["VALUE"])]


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Value and first and second derivative at t; data[first:last] belongs to the function."""
    return data[first], 0.0, 0.0
