"""The compiled forms of the functions in `choices.py`, for plain numbers and for numbers of several cases."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from rbsolve.geometry import quaternion
from rbsolve.solver.compiler.cases import CasesType, leave_unless_alike
from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.scalars import DOUBLE, FLOAT, INT, splat

Form = Callable[..., Any]
_intrinsic: Any = intrinsic  # typed here, because numba describes it as a class


def select(condition: Any) -> Form:
    """Return the form of `select`."""
    if isinstance(condition, CasesType):
        return lambda condition, new, old: _select(condition, new, old)
    return lambda condition, new, old: new if value_of(condition) != 0.0 else old


def is_below(a: Any, b: Any) -> Form:
    """Return the form of `is_below`."""
    if isinstance(a, CasesType) or isinstance(b, CasesType):
        return lambda a, b: _is_below(a, b)
    return lambda a, b: 1.0 if value_of(a) < value_of(b) else 0.0


def exceeds(a: Any, b: Any) -> Form:
    """Return the form of `exceeds`."""
    if isinstance(a, CasesType) or isinstance(b, CasesType):
        return lambda a, b: _exceeds(a, b)
    return lambda a, b: 0.0 if value_of(a) <= value_of(b) else 1.0


def floor_of(x: Any) -> Form:
    """Return the form of `floor_of`."""
    if isinstance(x, CasesType | types.Float):
        return lambda x: _floor_of(x)
    return lambda x: math.floor(x)


def from_matrix(R: Any) -> Form:
    """Return the form of `quaternion.from_matrix`. Each case takes its own branch."""
    if not isinstance(R[0], CasesType):
        return _FROM_ONE_MATRIX
    count = R[0].count

    def from_matrices(R):  # type: ignore[no-untyped-def]  # numba compares annotations
        a, b, c, d, e, f, g, h, i = R
        e0, e1, e2, e3 = a, a, a, a
        for k in range(count):
            first, second = (
                (_case_of(a, k), _case_of(b, k), _case_of(c, k)),
                (_case_of(d, k), _case_of(e, k), _case_of(f, k)),
            )
            q = quaternion.from_matrix(first + second + (_case_of(g, k), _case_of(h, k), _case_of(i, k)))
            e0, e1 = _with_case(e0, k, q[0]), _with_case(e1, k, q[1])
            e2, e3 = _with_case(e2, k, q[2]), _with_case(e3, k, q[3])
        return e0, e1, e2, e3

    return from_matrices


_FROM_ONE_MATRIX = FunctionType(quaternion.from_matrix.__code__, vars(quaternion), "from_one_matrix")
"""The function without its annotations, because numba compares them."""


def exchange_rows(row: Any) -> Form:
    """Return the form of `exchange_rows`."""
    return _exchange_in_cases if isinstance(row, CasesType) else _exchange


def _exchange(values, first, stride, step, count, k, row, rows):  # type: ignore[no-untyped-def]  # numba compares annotations
    m = int(row)
    if m != k:
        a, b = first + k * stride, first + m * stride
        for j in range(count):
            kept = values[a + j * step]
            values[a + j * step] = values[b + j * step]
            values[b + j * step] = kept


def _exchange_in_cases(values, first, stride, step, count, k, row, rows):  # type: ignore[no-untyped-def]  # as above
    a = first + k * stride
    for m in range(k + 1, rows):
        chosen, b = _is_equal(row, m), first + m * stride
        if _holds_in_some(chosen):
            for j in range(count):
                x, y = values[a + j * step], values[b + j * step]
                values[a + j * step] = _select(chosen, y, x)
                values[b + j * step] = _select(chosen, x, y)


def holds_in_some(condition: Any) -> Form:
    """Return the form of `holds_in_some`."""
    if isinstance(condition, CasesType):
        return lambda condition: _holds_in_some(condition)
    return lambda condition: value_of(condition) != 0.0


def cases_of(x: Any) -> Form:
    """Return the form of `cases_of`."""
    count = x.count if isinstance(x, CasesType) else 1
    return lambda x: count


def common(x: Any) -> Form:
    """Return the form of `common`."""
    return (lambda x: _common(x)) if isinstance(x, CasesType) else (lambda x: x)


def case_of(x: Any) -> Form:
    """Return the form of `case_of`."""
    if isinstance(x, CasesType):
        return lambda x, case: _case_of(x, case)
    return lambda x, case: value_of(x)


def with_case(x: Any) -> Form:
    """Return the form of `with_case`."""
    if isinstance(x, CasesType):
        return lambda x, case, value: _with_case(x, case, value)
    return lambda x, case, value: value


@_intrinsic
def _select(typing_context: Any, condition: Any, new: Any, old: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        condition, new, old = arguments
        holds = builder.fcmp_unordered("!=", condition, ir.Constant(condition.type, None))
        return builder.select(holds, new, old)

    return condition(condition, condition, condition), generate


@_intrinsic
def _floor_of(typing_context: Any, x: Any) -> Any:
    # An integer could not represent NaN and large numbers. The addition of zero changes -0.0 to 0.0, as the conversion
    # to integers does.
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (number,) = arguments
        of = ir.FunctionType(number.type, [number.type])
        name = f"llvm.floor.v{x.count}f64" if isinstance(x, CasesType) else "llvm.floor.f64"
        floor = builder.call(cgutils.get_or_insert_function(builder.module, of, name), [number])
        return builder.fadd(floor, ir.Constant(number.type, [0.0] * x.count if isinstance(x, CasesType) else 0.0))

    return x(x), generate


@_intrinsic
def _holds_in_some(typing_context: Any, condition: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (vector,) = arguments
        holds = builder.fcmp_unordered("!=", vector, ir.Constant(vector.type, None))
        word = builder.bitcast(holds, ir.IntType(vector.type.count))
        return builder.icmp_unsigned("!=", word, word.type(0))

    return types.boolean(condition), generate


def _condition(unordered: bool, sign: str, a: Any, b: Any) -> Any:
    """Return the type and the code of a condition on two numbers, one of which belongs to several cases."""
    kind = a if isinstance(a, CasesType) else b

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        holds = (builder.fcmp_unordered if unordered else builder.fcmp_ordered)(sign, *arguments)
        one = ir.Constant(arguments[0].type, [ir.Constant(DOUBLE, 1.0)] * kind.count)
        return builder.select(holds, one, ir.Constant(one.type, None))

    return kind(kind, kind), generate


@_intrinsic
def _is_below(typing_context: Any, a: Any, b: Any) -> Any:
    return _condition(False, "<", a, b)


@_intrinsic
def _is_equal(typing_context: Any, a: Any, b: Any) -> Any:
    return _condition(False, "==", a, b)


@_intrinsic
def _exceeds(typing_context: Any, a: Any, b: Any) -> Any:
    return _condition(True, ">", a, b)


@_intrinsic
def _common(typing_context: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (vector,) = arguments
        first = builder.extract_element(vector, INT(0))
        alike = builder.fcmp_ordered("==", vector, splat(builder, first, vector.type.count))
        leave_unless_alike(context, builder, alike)
        return first

    return FLOAT(x), generate


@_intrinsic
def _case_of(typing_context: Any, x: Any, case: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.extract_element(*arguments)

    return FLOAT(x, types.int64), generate


@_intrinsic
def _with_case(typing_context: Any, x: Any, case: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector, case, value = arguments
        return builder.insert_element(vector, value, case)

    return x(x, types.int64, FLOAT), generate
