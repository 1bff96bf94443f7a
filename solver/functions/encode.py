"""Encodes the functions of a deck as flat arrays for the kernels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.many import float_array
from rbsolve.language.recall import recallable
from rbsolve.solver.functions.composed import callees, check_calls, encode_composed
from rbsolve.solver.functions.registry import CODES, COMPOSED, FUNCTION_TYPES
from rbsolve.solver.model.arrays import Functions

FUNCTION_KINDS = ("FUNCTION_1D",)
_NOTHING = CODES["CONSTANT"], [0.0]


@recallable
def encode_functions(described: Iterable[Described], diagnostics: Diagnostics) -> tuple[Functions, dict[str, int]]:
    """Return the arrays of all functions in the given order, and the index of each function by name.

    If a function has an error, report it and replace the function by the constant 0. The objects that use the function
    can then still be checked.
    """
    kinds: list[int] = []
    starts: list[float] = []
    stops: list[float] = []
    first = [0]
    data: list[float] = []
    known = list(described)
    index = {function.name: k for k, function in enumerate(known)}
    is_sound = check_calls(known, diagnostics)
    for function in known:
        kind, numbers = _encode(function, index, diagnostics) if is_sound else _NOTHING
        kinds.append(kind)
        starts.append(function.get("START_TIME", -math.inf))
        stops.append(function.get("END_TIME", math.inf))
        data += numbers
        first.append(len(data))
    return (
        Functions(
            kind=np.array(kinds, dtype=np.int64),
            start=float_array(starts),
            stop=float_array(stops),
            first=np.array(first, dtype=np.int64),
            data=float_array(data),
        ),
        index,
    )


def _encode(function: Described, index: Mapping[str, int], diagnostics: Diagnostics) -> tuple[int, list[float]]:
    if callees(function):
        code, numbers = COMPOSED, encode_composed(function, index, diagnostics)
    else:
        code = CODES[function["FUNCTION_1D_TYPE"]]
        numbers = FUNCTION_TYPES[code].encode(function, diagnostics)
    return _NOTHING if numbers is None else (code, numbers)
