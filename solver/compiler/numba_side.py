"""The only module that imports numba. It is loaded when something must be compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from inspect import signature
from types import FunctionType
from typing import Any, NamedTuple

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.registry import cpu_target
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, overload, register_jitable

from rbsolve.solver.compiler import cache as kept_code
from rbsolve.solver.compiler import lanes, loader
from rbsolve.solver.compiler.arrays import ArrayType, array_value
from rbsolve.solver.compiler.cases import CasesType, scalar_of
from rbsolve.solver.compiler.dual_layouts import derivatives_in
from rbsolve.solver.compiler.duals import arithmetic, functions, numbers
from rbsolve.solver.compiler.duals.kind import DualType, type_of_name
from rbsolve.solver.compiler.identities import identity_of
from rbsolve.solver.compiler.layouts import Layout, cases_in
from rbsolve.solver.compiler.library import symbol_of
from rbsolve.solver.compiler.machine_code import MachineCode
from rbsolve.solver.compiler.pipelines import HAS_OBJECTS, INNER, OUTER, less_work
from rbsolve.solver.compiler.plain import IN_KERNELS, PLAIN_MODULES

_WORD = ir.IntType(64)
_KINDS = {
    "none": types.none,
    "bool": types.boolean,
    "int": types.int64,
    "float": types.float64,
    "room": types.CPointer(types.float64),
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
DUALS = (arithmetic, functions, numbers)
"""Modules that register the operators of duals with numba"""


class RecordType(types.Type):
    """The type of a named tuple in memory: layout, type and place in the table of each field. Its name identifies it."""

    def __init__(self, name: str, members: dict[str, tuple[Layout, types.Type, int]]) -> None:
        self.members = members
        super().__init__(name=name)

    @property
    def key(self) -> Any:
        """The key that makes two types equal."""
        return self.name


class VariablesType(RecordType):
    """The type of a reference to `Variables`."""


@cache
def _has_cases(kind: Any) -> bool:
    """Whether a type contains numbers of several cases, so that a call may return early."""
    if isinstance(kind, RecordType):
        return any(_has_cases(member) for _, member, _ in kind.members.values())
    if isinstance(kind, types.BaseTuple):
        return any(map(_has_cases, list(kind)))  # type: ignore[call-overload]
    return isinstance(kind.dtype if isinstance(kind, ArrayType) else kind, CasesType)


def type_of(layout: Layout) -> Any:
    """The numba type of a layout."""
    if layout.kind == "array":
        dtype, dimensions = layout.detail
        return ArrayType(type_of_name(dtype), dimensions)
    if layout.kind in ("dual", "number"):
        return type_of_name(layout.name)
    if layout.kind == "pointer":
        return type_of(layout.detail)
    if layout.kind == "record":
        members = {field: (inner, type_of(inner), at) for field, (inner, at) in layout.detail.items()}
        return RecordType(layout.name, members)
    if layout.kind == "variables":
        return VariablesType(layout.name, {name: (of, type_of(of), at) for name, (of, at) in layout.detail.items()})
    if layout.kind == "subroutine":
        return layout.detail._numba_type_
    return _KINDS[layout.kind]


@register_default(VariablesType)
@register_default(RecordType)
class _Model(PrimitiveModel):
    def __init__(self, manager: Any, kind: RecordType) -> None:
        super().__init__(manager, kind, _WORD.as_pointer())


@infer_getattr
class _Attributes(AttributeTemplate):
    key = RecordType

    def generic_resolve(self, kind: Any, name: Any) -> Any:  # type: ignore[override]
        member = kind.members.get(name)
        return None if member is None else member[1]


@infer_getattr
class _Variables(_Attributes):
    key = VariablesType


@lower_getattr_generic(RecordType)
def _get(context: Any, builder: Any, kind: RecordType, record: Any, name: str) -> Any:
    """Code that reads a field."""
    layout, member, at = kind.members[name]
    if layout.kind in ("none", "subroutine"):
        return context.get_dummy_value()
    place = builder.gep(record, [_WORD(at)])
    if layout.kind == "record":
        return place
    if layout.kind == "array":
        return _array(context, builder, member, place)
    word = _constant_load(builder, place)
    if layout.kind in ("pointer", "variables"):
        return builder.inttoptr(word, _WORD.as_pointer())
    if layout.kind == "float":
        return builder.bitcast(word, ir.DoubleType())
    return builder.icmp_unsigned("!=", word, _WORD(0)) if layout.kind == "bool" else word


@lower_getattr_generic(VariablesType)
def _get_variable(context: Any, builder: Any, kind: VariablesType, variables: Any, name: str) -> Any:
    """Code that reads a variable."""
    return builder.load(_place_of(context, builder, kind, variables, name))


@lower_setattr_generic(VariablesType)
def _set_variable(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    """Code that sets a variable."""
    variables, value = arguments
    builder.store(value, _place_of(context, builder, signature.args[0], variables, name))


def _place_of(context: Any, builder: Any, kind: VariablesType, variables: Any, name: str) -> Any:
    _, member, at = kind.members[name]
    return builder.bitcast(builder.gep(variables, [_WORD(at)]), context.get_data_type(member).as_pointer())


def _constant_load(builder: Any, place: Any) -> Any:
    """Read a word that never changes, so that LLVM may move the read out of loops."""
    word = builder.load(place)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _array(context: Any, builder: Any, kind: Any, place: Any) -> Any:
    """The array with its address and shape at `place`."""
    words = [_constant_load(builder, builder.gep(place, [_WORD(k)])) for k in range(1 + kind.ndim)]
    data = builder.inttoptr(words[0], context.get_data_type(kind.dtype).as_pointer())
    return array_value(context, builder, kind, data, words[1:])


def _call(count: int) -> Any:
    names = ", ".join(f"a{k}" for k in range(count))

    def type_call(*arguments: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            place, *given = values
            unused = cgutils.alloca_once(builder, ir.IntType(8).as_pointer(), size=2)
            both = [unused, builder.gep(unused, [_WORD(1)])]
            function = ir.FunctionType(ir.IntType(32), [value.type for value in (*both, *given)])
            status = builder.call(builder.inttoptr(place, function.as_pointer()), [*both, *given])
            if context.enable_boundscheck:  # no other error can occur in an entry
                with builder.if_then(builder.icmp_signed(">", status, ir.Constant(status.type, 0)), likely=False):
                    context.call_conv.return_user_exc(builder, IndexError, ("in an entry called by its address",))
            elif any(map(_has_cases, arguments)):
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


def _room(count: int) -> Any:
    def room(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return _new_room(context, builder, count, signature.return_type)

        return _room_type()(), generate

    return room


_intrinsics: dict[tuple[str, int, str], Any] = {}
_carried: Any = None
"""The type of numbers in the current compilation: duals, or those of several cases; None for floats."""


@contextmanager
def _carrying(layouts: tuple[Layout, ...]) -> Iterator[None]:
    """In this context, rooms and the arguments of entries have the number type of the given arguments."""
    global _carried
    before, count, cases = _carried, derivatives_in(layouts), cases_in(layouts)
    _carried = DualType(count) if count else scalar_of(cases) if cases else None
    try:
        yield
    finally:
        _carried = before


def _number() -> Any:
    return _carried or types.float64


def _room_type() -> Any:
    return ArrayType(_number(), 1) if _carried else types.CPointer(types.float64)


def _new_room(context: Any, builder: Any, count: int, kind: Any) -> Any:
    """A new array on the stack."""
    place = cgutils.alloca_once(builder, context.get_data_type(kind.dtype), size=count)
    return array_value(context, builder, kind, place, [_WORD(count)]) if isinstance(kind, ArrayType) else place


_MADE_WITH = {"call": _call, "room": _room}


def intrinsic_type(name: str, detail: int) -> Any:
    """The type of an `Intrinsic` of subroutines.py, for the numbers of the current compilation."""
    key = name, detail, str(_carried)
    if key not in _intrinsics:
        made = _MADE_WITH[name](detail) if name in _MADE_WITH else getattr(lanes, name)
        _intrinsics[key] = _intrinsic_type(made)
    return _intrinsics[key]


def _intrinsic_type(generator: Callable[..., Any]) -> Any:
    made: Any = intrinsic(generator)
    cpu_target.typing_context.refresh()  # applies the entry that numba has just appended to its list
    return cpu_target.typing_context.resolve_value_type(made)


_dispatchers: list[Any] = []  # types have only weak references to them


def subroutine_type(function: Callable[..., Any], inlined: bool) -> Any:
    """The type of a `Subroutine`."""
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
    """The type of a `Kernel` that other kernels call and that is compiled separately."""
    if HAS_OBJECTS:
        return part_type(function)
    _dispatchers.append(numba.njit(**OUTER)(function))
    return _dispatchers[-1]._numba_type_


def part_type(function: Callable[..., Any]) -> Any:
    """The type of a part."""

    def type_call(*kinds: Any) -> Any:
        kinds = tuple(map(types.unliteral, kinds))
        made = part_of(function, kinds)

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            of = context.call_conv.get_function_type(made.result, kinds)
            callee = cgutils.get_or_insert_function(builder.module, of, made.symbol)
            status, result = context.call_conv.call_function(builder, callee, made.result, kinds, values)
            if context.enable_boundscheck or any(map(_has_cases, kinds)):  # no other error can occur in a part
                with cgutils.if_unlikely(builder, status.is_error):
                    context.call_conv.return_status_propagate(builder, status)
            return result

        return made.result(*kinds), generate

    names = ", ".join(signature(function).parameters)
    space: dict[str, Any] = {"type_call": type_call}
    exec(f"def {function.__name__}(typing_context, {names}): return type_call({names})", space)
    kind = _intrinsic_type(space[function.__name__])
    _callables[kind] = identity_of(function)
    return kind


class Part(NamedTuple):
    """Machine code that kernels call by its name."""

    symbol: str
    result: Any
    """The type of its result."""
    objects: dict[str, bytes]
    """Object files by symbol: its own, and those of all parts that it calls."""


_parts: dict[str, Part] = {}  # by symbol
_callables: dict[Any, str] = {}  # by the base class of a function's type


def _name_of(kind: Any) -> str:
    """A name of a type that is equal in all processes."""
    if isinstance(kind, types.Callable):
        return _callables[kind]
    return str(kind)


def part_of(function: Callable[..., Any], kinds: tuple[Any, ...]) -> Part:
    """The machine code of a part for arguments of these types: in memory, loaded from disk, or compiled and stored now."""
    identity, given = identity_of(function), ", ".join(map(_name_of, kinds))
    name = kept_code.name_of(function.__name__, "part", identity, given)
    symbol = f"part_of_{symbol_of(name)}"
    if symbol not in _parts:
        kept = kept_code.read(name)
        if kept is None:
            part = _compiled_part(function, kinds, symbol)
            kept_code.write(name, MachineCode(symbol, _names_of(part.result), part.objects))
        else:
            part = Part(symbol, _type_of_name(kept.result), kept.objects)
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
    """The object files by symbol: that of a compiled function, under the given symbol, and those of all parts that it calls at any
    depth."""
    with global_compiler_lock:
        code, called = compiled.library.code(compiled.fndesc.llvm_func_name, symbol)
    found = {symbol: code}
    for name in called:
        if name in _parts:
            found |= _parts[name].objects
    return found


class Compiled(NamedTuple):
    """A function that has just been compiled."""

    address: int
    result: tuple[str, ...]
    code: MachineCode | None
    """None if this version of numba does not report it"""


def compile_entry(function: Callable[..., Any], layouts: tuple[Layout, ...], symbol: str) -> Compiled:
    """Compile a function for arguments of these layouts, under a symbol."""
    with less_work(), _carrying(layouts):
        compiled = _compile(function, tuple(map(type_of, layouts)))
        result = _result(compiled.signature.return_type)
        if not HAS_OBJECTS:
            address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
            return Compiled(address, result, None)
        objects = _objects(compiled, symbol)
    return Compiled(loader.load(objects, symbol), result, MachineCode(symbol, result, objects))


def _result(kind: Any) -> tuple[str, ...]:
    """The kinds of the numbers in a result, as a flat sequence."""
    names = _names_of(kind)
    return (names,) if isinstance(names, str) else ("tuple", *_flat(names))


def _flat(names: Any) -> list[str]:
    return [names] if isinstance(names, str) else [name for inner in names for name in _flat(inner)]


def _names_of(kind: Any) -> Any:
    """The kind of a result: a name, or a list for a tuple."""
    if isinstance(kind, types.BaseTuple):
        return [_names_of(inner) for inner in list(kind)]  # type: ignore[call-overload]
    if isinstance(kind, ArrayType):
        return f"{kind.dtype}[{kind.ndim}]"
    return str(kind) if isinstance(kind, (DualType, CasesType)) else _NAMES[types.unliteral(kind)]


def _type_of_name(names: Any) -> Any:
    """The type for the output of `_names_of`."""
    if not isinstance(names, str):
        return types.Tuple([_type_of_name(name) for name in names])
    dtype, _, axes = names.partition("[")
    if axes:
        return ArrayType(type_of_name(dtype), int(axes.removesuffix("]")))
    return _KINDS[names] if names in _KINDS else type_of_name(names)


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
