"""Compiles kernels, parts and subroutines with numba. This module is loaded only when something must be compiled."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from types import FunctionType
from typing import Any, NamedTuple

import numba
from numba import types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import overload, register_jitable

from rbsolve.solver.compiler import cache as kept_code
from rbsolve.solver.compiler import loader
from rbsolve.solver.compiler.duals import arithmetic, functions, numbers, taped
from rbsolve.solver.compiler.identities import identity_of
from rbsolve.solver.compiler.intrinsics import define_intrinsic, set_scalar_type
from rbsolve.solver.compiler.layouts import Layout
from rbsolve.solver.compiler.library import symbol_of
from rbsolve.solver.compiler.machine_code import MachineCode
from rbsolve.solver.compiler.pipelines import HAS_OBJECTS, INNER, OUTER, less_work
from rbsolve.solver.compiler.plain import IN_KERNELS, PLAIN_MODULES
from rbsolve.solver.compiler.record_types import has_cases, type_of
from rbsolve.solver.compiler.result_types import names_of, result_of, type_of_names

DUALS = (arithmetic, functions, numbers, taped)
"""Modules that register the operators of duals and taped numbers with numba."""


_dispatchers: list[Any] = []  # keeps dispatchers alive, because types refer to them only weakly


def subroutine_type(function: Callable[..., Any], inlined: bool) -> Any:
    """Return the type of a `Subroutine`."""
    if HAS_OBJECTS and not inlined:
        return part_type(function)
    dispatcher: Any = numba.njit(**(INNER if inlined else OUTER))(function)
    specialized = dispatcher.get_call_template

    def general(args: Any, kws: Any) -> Any:
        # Otherwise numba would compile the function again for each integer literal in a call.
        unliteral = types.unliteral
        return specialized(tuple(map(unliteral, args)), dict(zip(kws, map(unliteral, kws.values()), strict=True)))

    dispatcher.get_call_template = general
    _dispatchers.append(dispatcher)
    _callables[dispatcher._numba_type_] = identity_of(function)
    return dispatcher._numba_type_


def kernel_type(function: Callable[..., Any]) -> Any:
    """Return the type of a `Kernel` that other kernels call and that is compiled separately."""
    if HAS_OBJECTS:
        return part_type(function)
    _dispatchers.append(numba.njit(**OUTER)(function))
    return _dispatchers[-1]._numba_type_


def part_type(function: Callable[..., Any]) -> Any:
    """Return the type of a part."""

    def type_call(*kinds: Any) -> Any:
        kinds = tuple(map(types.unliteral, kinds))
        made = part_of(function, kinds)

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            of = context.call_conv.get_function_type(made.result, kinds)
            callee = cgutils.get_or_insert_function(builder.module, of, made.symbol)
            status, result = context.call_conv.call_function(builder, callee, made.result, kinds, values)
            if context.enable_boundscheck or any(map(has_cases, kinds)):  # a part can raise no other error
                with cgutils.if_unlikely(builder, status.is_error):
                    context.call_conv.return_status_propagate(builder, status)
            return result

        return made.result(*kinds), generate

    names = ", ".join(signature(function).parameters)
    space: dict[str, Any] = {"type_call": type_call}
    exec(f"def {function.__name__}(typing_context, {names}): return type_call({names})", space)
    kind = define_intrinsic(space[function.__name__])
    _callables[kind] = identity_of(function)
    return kind


class Part(NamedTuple):
    """Machine code that kernels call by its name."""

    symbol: str
    result: Any
    """The type of the result of the part."""
    objects: dict[str, bytes]
    """Object files by symbol. The object files contain the part itself and all parts that it calls."""


_parts: dict[str, Part] = {}  # parts by symbol
_callables: dict[Any, str] = {}  # symbols by the base class of a function's type


def _name_of(kind: Any) -> str:
    """Return a name of a type that is equal in all processes."""
    if isinstance(kind, types.Callable):
        return _callables[kind]
    return str(kind)


def part_of(function: Callable[..., Any], kinds: tuple[Any, ...]) -> Part:
    """Return the machine code of a part for arguments of these types. The code is found in memory, loaded from disk, or
    compiled and stored.
    """
    identity, given = identity_of(function), ", ".join(map(_name_of, kinds))
    name = kept_code.name_of(function.__name__, "part", identity, given)
    symbol = f"part_of_{symbol_of(name)}"
    if symbol not in _parts:
        kept = kept_code.read(name)
        if kept is None:
            part = _compiled_part(function, kinds, symbol)
            kept_code.write(name, MachineCode(symbol, names_of(part.result), part.objects))
        else:
            part = Part(symbol, type_of_names(kept.result), kept.objects)
        _parts[symbol] = part
    return _parts[symbol]


def _compiled_part(function: Callable[..., Any], kinds: tuple[Any, ...], symbol: str) -> Part:
    compiled = _compile(function, kinds)
    return Part(symbol, types.unliteral(compiled.signature.return_type), _objects(compiled, symbol))


def _compile(function: Callable[..., Any], kinds: tuple[Any, ...]) -> Any:
    _register_plain_functions()
    dispatcher: Any = numba.njit(**OUTER)(function)
    dispatcher.compile(kinds)
    _dispatchers.append(dispatcher)
    return dispatcher.overloads[kinds]


def _objects(compiled: Any, symbol: str) -> dict[str, bytes]:
    """Return the object files by symbol: the compiled function, under the given symbol, and all parts that it calls at
    any depth.
    """
    with global_compiler_lock:
        code, called = compiled.library.code(compiled.fndesc.llvm_func_name, symbol)
    found = {symbol: code}
    for name in called:
        if name in _parts:
            found |= _parts[name].objects
        elif not loader.can_find(name):  # the loader would use the address 0, and the call would crash
            raise RuntimeError(f"the machine code of {symbol} calls {name}, which does not exist")
    return found


class Compiled(NamedTuple):
    """A function that has just been compiled."""

    address: int
    result: tuple[str, ...]
    code: MachineCode | None
    """The machine code, or None if this version of numba does not report it."""


def compile_entry(function: Callable[..., Any], layouts: tuple[Layout, ...], symbol: str) -> Compiled:
    """Compile a function for arguments of these layouts, under a symbol."""
    with less_work(), set_scalar_type(layouts):
        compiled = _compile(function, tuple(map(type_of, layouts)))
        result = result_of(compiled.signature.return_type)
        if not HAS_OBJECTS:
            address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
            return Compiled(address, result, None)
        objects = _objects(compiled, symbol)
    return Compiled(loader.load(objects, symbol), result, MachineCode(symbol, result, objects))


_registered: set[Callable[..., Any]] = set()


def _register_plain_functions() -> None:
    """Register the plain functions of all loaded modules with numba."""
    for function, made in list(IN_KERNELS.items()):
        if function not in _registered:
            _registered.add(function)
            overload(function, **INNER)(made)
    for module in list(PLAIN_MODULES):
        for function in list(vars(module).values()):
            is_own = isinstance(function, FunctionType) and function.__module__ == module.__name__
            if is_own and function not in _registered:
                _registered.add(function)
                register_jitable(**INNER)(function)


_register_plain_functions()
