"""Functions that use only the value or only the derivatives of a dual (derivatives.py). Kernels use them for decisions,
integers, and the size of derivatives.
"""

from __future__ import annotations

import math
import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from rbsolve.solver.compiler.derivatives import derivatives_alone, is_zero, largest_derivative, value_of
from rbsolve.solver.compiler.duals.kind import DualType, code_of
from rbsolve.solver.compiler.scalars import DOUBLE, FLOAT, INT, register_type


def _register_reading(function: Any, result: Any) -> None:
    register_type(function, DualType, result)

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        code = code_of(context, builder, sig)
        if function is int:
            return context.cast(builder, code.value(values[0]), FLOAT, types.int64)
        return code.call(function, code.value(values[0]))

    lower_builtin(function, DualType)(generate)


for _function, _result in (
    (math.isfinite, types.boolean),
    (math.isnan, types.boolean),
    (math.isinf, types.boolean),
    (math.floor, types.int64),
    (math.ceil, types.int64),
    (int, types.int64),
):
    _register_reading(_function, _result)


class _Number(AbstractTemplate):
    """The number without derivatives. For a dual, it is the dual's float. Other values are unchanged."""

    def generic(self, args: Any, kws: Any) -> Any:
        kind = args[0]
        return signature(FLOAT if isinstance(kind, DualType) else kind, kind)


class _Alone(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(args[0], args[0])


class _Truth(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, args[0])


infer_global(value_of)(type("OfValue", (_Number,), {}))
infer_global(largest_derivative)(type("OfLargest", (_Number,), {}))
infer_global(derivatives_alone)(type("OfAlone", (_Alone,), {}))
infer_global(is_zero)(type("OfZero", (_Truth,), {}))


@lower_builtin(value_of, DualType)
def _value_of(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return code_of(context, builder, sig).value(values[0])


@lower_builtin(value_of, types.Any)
def _value_of_plain(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return values[0]


@lower_builtin(derivatives_alone, DualType)
def _alone(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return code_of(context, builder, sig).with_value(ir.Constant(DOUBLE, 0.0), values[0])


@lower_builtin(largest_derivative, DualType)
def _largest(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    code = code_of(context, builder, sig)
    largest = ir.Constant(DOUBLE, 0.0)
    for lane in range(1, code.lanes):
        size = code.call(math.fabs, builder.extract_element(values[0], INT(lane)))
        largest = builder.select(builder.fcmp_ordered(">", size, largest), size, largest)
    return largest


@lower_builtin(derivatives_alone, types.Any)
@lower_builtin(largest_derivative, types.Any)
def _none(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return context.cast(builder, ir.Constant(DOUBLE, 0.0), FLOAT, sig.return_type)


@lower_builtin(is_zero, DualType)
def _is_zero(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    code = code_of(context, builder, sig)
    differs = builder.fcmp_unordered("!=", values[0], ir.Constant(code.vector, [0.0] * code.lanes))
    bits = builder.bitcast(differs, ir.IntType(code.lanes))
    return builder.icmp_unsigned("==", bits, bits.type(0))


@lower_builtin(is_zero, types.Any)
def _is_zero_plain(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    (kind,) = sig.args
    zero = context.cast(builder, ir.Constant(DOUBLE, 0.0), FLOAT, kind)
    return context.get_function(operator.eq, signature(types.boolean, kind, kind))(builder, [values[0], zero])
