"""From the functions of a deck to the flat arrays that the kernels read."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.functions.registry import FUNCTION_TYPES
from rbsolve.solver.model.arrays import Floats, Functions

FUNCTION_KINDS = ("FUNCTION_1D",)
_DEFAULT_TYPE = "TABULATED"  # the time functions of older decks are tables and name no type


def encode_functions(described: Iterable[Described], diagnostics: Diagnostics) -> tuple[Functions, dict[str, int]]:
    """The arrays of all functions in the given order, and the index of each by name.

    A function with an error is reported and becomes a constant 0, so that whatever refers to it is still checked.
    """
    kinds: list[int] = []
    starts: list[float] = []
    stops: list[float] = []
    first = [0]
    data: list[float] = []
    index: dict[str, int] = {}
    for function in described:
        kind, numbers = _encode(function, diagnostics)
        start, stop = _times(function, diagnostics)
        index[function.name] = len(kinds)
        kinds.append(kind)
        starts.append(start)
        stops.append(stop)
        data += numbers
        first.append(len(data))
    return (
        Functions(
            kind=np.array(kinds, dtype=np.int64),
            start=_floats(starts),
            stop=_floats(stops),
            first=np.array(first, dtype=np.int64),
            data=_floats(data),
        ),
        index,
    )


def _floats(values: list[float]) -> Floats:
    return np.array(values, dtype=np.float64)


def _encode(function: Described, diagnostics: Diagnostics) -> tuple[int, list[float]]:
    name = function.get("FUNCTION_1D_TYPE", _DEFAULT_TYPE)
    function_type = FUNCTION_TYPES.get(name)
    if function_type is None:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"function '{function.name}' has the unknown type {name}",
            function.span_of("FUNCTION_1D_TYPE"),
            "the types are " + ", ".join(FUNCTION_TYPES),
        )
    numbers = None if function_type is None else function_type.encode(function, diagnostics)
    if function_type is None or numbers is None:
        return FUNCTION_TYPES["CONSTANT"].code, [0.0]
    return function_type.code, numbers


def _times(function: Described, diagnostics: Diagnostics) -> tuple[float, float]:
    """START_TIME and END_TIME, open where the deck gives none."""
    start = float(function.get("START_TIME", -math.inf))
    stop = float(function.get("END_TIME", math.inf))
    if stop < start:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"function '{function.name}' ends at {stop:g}, before it starts at {start:g}",
            function.span_of("END_TIME"),
            "give an @END_TIME after @START_TIME",
        )
    return start, stop
