"""Generates the machine code of special subroutines in kernels: calls by address, arrays on the stack, and operations
on lanes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from rbsolve.solver.compiler import lanes
from rbsolve.solver.compiler.arrays import ArrayType, array_value
from rbsolve.solver.compiler.cases import scalar_of
from rbsolve.solver.compiler.dual_layouts import number_in
from rbsolve.solver.compiler.duals.kind import type_of_name
from rbsolve.solver.compiler.layouts import Layout, cases_in
from rbsolve.solver.compiler.record_types import WORD, has_cases


def _call(count: int) -> Any:
    names = ", ".join(f"a{k}" for k in range(count))

    def type_call(*arguments: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            place, *given = values
            unused = cgutils.alloca_once(builder, ir.IntType(8).as_pointer(), size=2)
            both = [unused, builder.gep(unused, [WORD(1)])]
            function = ir.FunctionType(ir.IntType(32), [value.type for value in (*both, *given)])
            status = builder.call(builder.inttoptr(place, function.as_pointer()), [*both, *given])
            if context.enable_boundscheck:  # an entry can raise no other error
                with builder.if_then(builder.icmp_signed(">", status, ir.Constant(status.type, 0)), likely=False):
                    context.call_conv.return_user_exc(builder, IndexError, ("in an entry called by its address",))
            elif any(map(has_cases, arguments)):
                with builder.if_then(builder.icmp_signed(">", status, ir.Constant(status.type, 0)), likely=False):
                    context.call_conv._return_errcode_raw(builder, status)
            return context.get_dummy_value()

        kinds = [_number() if isinstance(kind, types.Float) else kind for kind in arguments]
        return types.none(*kinds), generate

    space: dict[str, Any] = {"type_call": type_call}
    exec(
        f"def call(typing_context, address, {names}): return type_call(address, {names})", space
    )  # numba needs the names of the arguments
    return space["call"]


def _buffer(count: int) -> Any:
    def buffer(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return _new_buffer(context, builder, count, signature.return_type)

        return _buffer_type()(), generate

    return buffer


_intrinsics: dict[tuple[str, int, str], Any] = {}
_carried: Any = None
"""The type of numbers in the current compilation: duals, taped numbers, or numbers of several cases. None means floats.
"""


@contextmanager
def set_scalar_type(layouts: tuple[Layout, ...]) -> Iterator[None]:
    """In this context, buffers and the arguments of entries have the same number type as the given arguments."""
    global _carried
    before, number, cases = _carried, number_in(layouts), cases_in(layouts)
    _carried = type_of_name(number) if number else scalar_of(cases) if cases else None
    try:
        yield
    finally:
        _carried = before


def _number() -> Any:
    return _carried or types.float64


def _buffer_type() -> Any:
    return ArrayType(_number(), 1) if _carried else types.CPointer(types.float64)


def _new_buffer(context: Any, builder: Any, count: int, kind: Any) -> Any:
    """Return a new array on the stack."""
    place = cgutils.alloca_once(builder, context.get_data_type(kind.dtype), size=count)
    return array_value(context, builder, kind, place, [WORD(count)]) if isinstance(kind, ArrayType) else place


_MADE_WITH = {"call": _call, "buffer": _buffer}


def intrinsic_type(name: str, detail: int) -> Any:
    """Return the type of an `Intrinsic` of subroutines.py, for the numbers of the current compilation."""
    key = name, detail, str(_carried)
    if key not in _intrinsics:
        made = _MADE_WITH[name](detail) if name in _MADE_WITH else getattr(lanes, name)
        _intrinsics[key] = define_intrinsic(made)
    return _intrinsics[key]


def define_intrinsic(generator: Callable[..., Any]) -> Any:
    """Return the type of the intrinsic that a code generator defines."""
    made: Any = intrinsic(generator)
    cpu_target.typing_context.refresh()  # this registers the entry that numba has just appended to its list
    return cpu_target.typing_context.resolve_value_type(made)
