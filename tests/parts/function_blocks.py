"""Blocks of functions of time, and their values."""

from __future__ import annotations

from collections.abc import Callable

from rbsolve.language.described import Described, Value
from rbsolve.language.diagnostics import Diagnostics, Source, Span
from rbsolve.solver.functions.encode import encode_functions
from rbsolve.solver.functions.evaluate import function_value

SPAN = Span(Source("f.deck", "@FUNCTION"), 1, 1, 1, 10)


def block(kind: str = "FUNCTION_1D", name: str = "f", **values: object) -> Described:
    return Described(kind, name, SPAN, {key: Value(data, SPAN) for key, data in values.items()})


def of_type(function_type: str, **values: object) -> Described:
    return block(FUNCTION_1D_TYPE=function_type, **values)


def evaluator(described: Described) -> Callable[[float], tuple[float, float, float]]:
    diagnostics = Diagnostics()
    functions, index = encode_functions([of_type("CONSTANT", name="other", VALUE=7.0), described], diagnostics)
    assert list(diagnostics) == []
    return lambda t: function_value(functions, index[described.name], t)


def harmonics(*terms: tuple[float, float, float]) -> tuple[Described, ...]:
    return tuple(block("HARMONIC", AMPLITUDE=a, PERIOD=period, PHASE=phase) for a, period, phase in terms)


def table(times: list[float], values: list[float]) -> tuple[Described, ...]:
    return (block("TABLE_ENTRIES", TIME=tuple(times), FUNCTION_VALUE=tuple(values)),)
