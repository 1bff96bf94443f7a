"""Defines the common code of number types other than floats, and the table of their operators.

`cases.py` and `duals` generate the machine code of each operator for their numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

FLOAT = types.float64
DOUBLE, INT = ir.DoubleType(), ir.IntType(32)
PLAIN = (types.Float, types.Integer, types.Boolean)
"""The plain types that are converted in an operation with such a number."""

IN_PLACE: dict[Any, Any] = {
    operator.add: operator.iadd,
    operator.sub: operator.isub,
    operator.mul: operator.imul,
    operator.truediv: operator.itruediv,
    operator.mod: operator.imod,
    operator.pow: operator.ipow,
}
"""Operators of two numbers. Each has an in-place form such as `+=`."""
COMPARISONS: dict[Any, str] = {
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
    operator.eq: "==",
    operator.ne: "!=",
}
EXTREMES: dict[Any, str] = {max: ">", min: "<"}
"""The functions `max` and `min`. Each is stored with the comparison that decides whether a number replaces the current
number.
"""
COMPARED = range(2, 6)
"""The numbers of arguments that `max` and `min` may have."""


class NumberType(types.Type):
    """A type of numbers. A plain number can be converted to this type."""

    def __init__(self, name: str, count: int) -> None:
        self.count = count
        super().__init__(name=f"{name}{count}")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """Return whether a value can be converted to this type."""
        return Conversion.safe if isinstance(other, PLAIN) else None

    def unify(self, typingctx: Any, other: Any) -> Any:
        """Return the type of a variable that has two different types in a function."""
        return self if isinstance(other, PLAIN) else None


def among(args: Any, number: type[NumberType]) -> Any:
    """Return the type of the kind `number` among the arguments if all other arguments are plain numbers, otherwise
    None.
    """
    kind = next((arg for arg in args if isinstance(arg, number)), None)
    return kind if all(arg == kind or isinstance(arg, PLAIN) for arg in args) else None


def register_type(
    function: Any,
    number: type[NumberType],
    result: Any = None,
    counts: Iterable[int] = (1,),
    keeps_floats: bool = False,
) -> None:
    """Register a function with numba for a given number of arguments. At least one argument is of the kind `number`.

    By default, the result has the same type. With `keeps_floats`, plain numbers are passed as floats. Otherwise they
    are converted.
    """

    class Template(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            kind = among(args, number)
            if kind is None or kws or len(args) not in counts:
                return None
            taken = [FLOAT if keeps_floats and arg != kind else kind for arg in args]
            return signature(kind if result is None else result, *taken)

    infer_global(function)(Template)


def compare(builder: Any, sign: str, a: Any, b: Any) -> Any:
    """Return a comparison with Python's rules: comparisons with NaN are false, except `!=`."""
    compare = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
    return compare(sign, a, b)


def extreme(
    builder: Any, sign: str, numbers: Sequence[Any], value: Callable[[Any], Any] = lambda number: number
) -> Any:
    """Return the largest or the smallest of some numbers. Only the values are compared, with Python's rules for floats."""
    best, *others = numbers
    for other in others:
        best = builder.select(builder.fcmp_ordered(sign, value(other), value(best)), other, best)
    return best


def splat(builder: Any, number: Any, count: int) -> Any:
    """Return a vector with a number in all lanes."""
    none = ir.Constant(ir.VectorType(number.type, count), ir.Undefined)
    one = builder.insert_element(none, number, INT(0))
    return builder.shuffle_vector(one, none, ir.Constant(ir.VectorType(INT, count), [0] * count))
