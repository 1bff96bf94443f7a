"""HARMONIC: the sum of terms a sin(2 pi (t/T + p)).

A period of 0 makes a term the constant a, a period of -1 the constant a sin(2 pi p). Data: per term
[a, 2 pi / T, 2 pi p]; the constant terms are written as a frequency of 0 and a phase of their own.
"""

from __future__ import annotations

import math

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.model.arrays import Floats

_CONSTANT_PERIOD = 0.0
_CONSTANT_WITH_PHASE_PERIOD = -1.0


def encode(described: Described, diagnostics: Diagnostics) -> list[float] | None:
    """Data of the function; a negative period other than -1 is an error."""
    terms: tuple[Described, ...] = described.get("HARMONIC", ())
    if not terms:
        diagnostics.error(
            Code.MISSING_KEYWORD, f"function '{described.name}' needs at least one @HARMONIC", described.span
        )
        return None
    data: list[float] = []
    valid = True
    for term in terms:
        amplitude, period, phase = float(term["AMPLITUDE"]), float(term["PERIOD"]), float(term.get("PHASE", 0.0))
        if period == _CONSTANT_PERIOD:
            data += [amplitude, 0.0, math.pi / 2]
        elif period == _CONSTANT_WITH_PHASE_PERIOD:
            data += [amplitude, 0.0, 2 * math.pi * phase]
        elif period > 0.0:
            data += [amplitude, 2 * math.pi / period, 2 * math.pi * phase]
        else:
            valid = False
            diagnostics.error(
                Code.INVALID_VALUE,
                f"a harmonic of function '{described.name}' has the period {period:g}",
                term.span_of("PERIOD"),
                "give a period > 0; 0 stands for the constant a, -1 for the constant a sin(2 pi p)",
            )
    return data if valid else None


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Value and derivatives at t; data[first:last] belongs to the function."""
    value = 0.0
    slope = 0.0
    curvature = 0.0
    for k in range(first, last, 3):
        frequency = data[k + 1]
        angle = frequency * t + data[k + 2]
        sine = data[k] * math.sin(angle)
        value += sine
        slope += data[k] * frequency * math.cos(angle)
        curvature -= frequency * frequency * sine
    return value, slope, curvature
