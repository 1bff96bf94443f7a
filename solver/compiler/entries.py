"""Entries: functions compiled once, by themselves, that kernels call through their address.

What only some models have, such as a kind of force, is not compiled into the loops: a model holds the addresses of the entries that it
needs. So a loop is compiled once for all models, and a model with something new costs the compilation of that entry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

from rbsolve.solver.compiler.cache import DiskCache
from rbsolve.solver.compiler.options import OPTIONS

# Types of the arguments of entries, beside records
FLOAT, INTEGER = types.float64, types.int64
FLOATS, FLOATS_3D = types.float64[::1], types.float64[:, :, ::1]
ROOM = types.CPointer(types.float64)

_compiled: dict[Any, Any] = {}


def address_of(function: Callable[..., None], *kinds: types.Type) -> int:
    """Where the machine code of `function` for arguments of these types is; compiled now unless the disk cache has it."""
    key = function, kinds
    if key not in _compiled:
        plain = getattr(function, "py_func", function)
        entry: Any = CFunc(plain, (kinds, types.void), locals={}, options=OPTIONS)
        entry._cache = DiskCache(plain)
        entry.compile()
        _compiled[key] = entry
    return int(_compiled[key].address)


def _call(arguments: tuple[Any, ...]) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place, *given = values
        function = ir.FunctionType(ir.VoidType(), [value.type for value in given])
        builder.call(builder.inttoptr(place, function.as_pointer()), given)
        return context.get_dummy_value()

    return types.none(*arguments), generate


def _kernel_side(function: Callable[..., Any]) -> Any:
    return intrinsic(function)


@_kernel_side
def call3(typing_context: Any, address: Any, a: Any, b: Any, c: Any) -> Any:
    """Call the entry at `address` with three arguments."""
    return _call((address, a, b, c))


@_kernel_side
def call4(typing_context: Any, address: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """With four."""
    return _call((address, a, b, c, d))


@_kernel_side
def call7(typing_context: Any, address: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
    """With seven."""
    return _call((address, a, b, c, d, e, f, g))


def room_for(count: int) -> Any:
    """A function for kernels, which use no heap: room for `count` floats on the stack of the running one, indexed flat."""

    @intrinsic
    def room(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return cgutils.alloca_once(builder, ir.DoubleType(), size=count)

        return types.CPointer(types.float64)(), generate

    return room
