"""HARMONIC: the sum of terms `a sin(2 pi (t/T + p))`.

A term with the period 0 is the constant a. A term with the period -1 is the constant `a sin(2 pi p)`. The data of each
term are [a, 2 pi / T, 2 pi p]. A constant term has the frequency 0, and a phase that gives its value.
"""

from __future__ import annotations

import math

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant, container, number
from rbsolve.solver.functions.kind import FunctionType
from rbsolve.solver.model.flat import Floats

_CONSTANT_PERIOD = 0.0
_CONSTANT_WITH_PHASE_PERIOD = -1.0


def encode(described: Described, diagnostics: Diagnostics) -> list[float]:
    """Return the data of a function from its block."""
    data: list[float] = []
    for term in described["HARMONIC"]:
        period, turns = term["PERIOD"], term["PHASE"]
        frequency, phase = 0.0, 2.0 * math.pi * turns
        if period == _CONSTANT_PERIOD:
            phase = 0.5 * math.pi
        elif period != _CONSTANT_WITH_PHASE_PERIOD:
            frequency = 2.0 * math.pi / period
        data += [term["AMPLITUDE"], frequency, phase]
    return data


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t. `data[first:last]` belongs to the function."""
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


HARMONIC = FunctionType(
    Variant("HARMONIC", "A sum of terms a sin(2 pi (t/T + p)).", ("HARMONIC",)),
    (
        container(
            "HARMONIC",
            "One term a sin(2 pi (t/T + p)).",
            number("AMPLITUDE", "The amplitude a.", required=True),
            number(
                "PERIOD",
                "The period T; 0 gives the constant a, and -1 the constant a sin(2 pi p).",
                unit="s",
                required=True,
            ),
            number("PHASE", "The phase p, in turns.", default=0.0),
            repeats=True,
        ),
    ),
    encode,
    evaluate,
)
