"""The same kernel as a program for single cases of a block of 32, with the changes that a GPU needs in the solver's
compiler.

- All functions are inlined in a single module. Parts are subroutines. The address of an entry becomes its number in a
  list, and comparisons select the call.
- The number of case k of a block is 8 k bytes after the number of case 0. The next number of the same case is 256 bytes
  later. The layout is [variable][case], as for lanes on a CPU. A thread finds its case by `rb_lane()`, which is
  external here.

Functions of `numba_side`, `record_types` and `intrinsics` are replaced. So a process that has imported this module
compiles no other code.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

os.environ["NUMBA_SLP_VECTORIZE"] = os.environ["NUMBA_LOOP_VECTORIZE"] = "0"  # a thread has no vectors

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock

from rbsolve.solver.compiler import arrays, entries, intrinsics, launching, numba_side, pipelines, record_types
from rbsolve.solver.compiler.arrays import ArrayType
from rbsolve.solver.compiler.layouts import Layout

CASES = 32
_WORD, _NUMBER = ir.IntType(64), {"void2048": types.float64, "bytes2048": types.int64}
_entries: list[tuple[Callable[..., Any], tuple[Layout, ...]]] = []


class StridedType(ArrayType):
    """An array of a single case of a block."""

    def __init__(self, dtype: Any, ndim: int) -> None:
        super().__init__(dtype, ndim)
        self.name = f"strided_{self.name}"

    @property
    def key(self) -> str:
        """Return the data that make two types equal."""
        return str(self.name)

    def part(self, indices: int) -> Any:
        """Return the type of the array after a number of indices."""
        if indices == self.ndim:
            return self.dtype
        return StridedType(self.dtype, self.ndim - indices) if indices < self.ndim else None


class _Attributes(arrays._Attributes):
    key = StridedType


def _lane(builder: Any) -> Any:
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.IntType(32), []), "rb_lane")
    function.attributes.add("nounwind")
    function.attributes.add("readnone")
    return builder.zext(builder.call(function, []), _WORD)


def _replace() -> None:
    """Let the compiler of the solver make whole programs of single cases."""
    type_of, array, place = record_types.type_of, record_types._array, arrays._place
    arrays.register_default(StridedType)(arrays._Model)
    arrays.infer_getattr(_Attributes)
    arrays.lower_getattr(StridedType, "shape")(arrays._shape)

    def strided_type(layout: Layout) -> Any:
        if layout.kind == "array" and layout.detail[0] in _NUMBER:
            return StridedType(_NUMBER[layout.detail[0]], layout.detail[1])
        return type_of(layout)

    def strided_array(context: Any, builder: Any, kind: Any, record: Any) -> Any:
        if not isinstance(kind, StridedType):
            return array(context, builder, kind, record)
        words = [record_types._constant_load(builder, builder.gep(record, [_WORD(k)])) for k in range(1 + kind.ndim)]
        start = builder.add(words[0], builder.mul(_lane(builder), _WORD(8)))
        data = builder.inttoptr(start, context.get_data_type(kind.dtype).as_pointer())
        return arrays.array_value(context, builder, kind, data, words[1:])

    def strided_place(context: Any, builder: Any, kind: Any, value: Any, index: Any, given: Any) -> Any:
        if not isinstance(kind, StridedType):
            return place(context, builder, kind, value, index, given)
        whole = cgutils.unpack_tuple(builder, given) if isinstance(index, types.BaseTuple) else [given]
        pairs = zip(whole, arrays._each(index), strict=True)
        words = [context.cast(builder, word, of, types.intp) for word, of in pairs]
        lengths = [builder.extract_value(value, [1, axis]) for axis in range(kind.ndim)]
        at = words[0]
        for axis in range(1, kind.ndim):
            at = builder.mul(at, lengths[axis], flags=["nsw"])
            if axis < len(words):
                at = builder.add(at, words[axis], flags=["nsw"])
        at = builder.mul(at, _WORD(CASES), flags=["nsw"])
        return builder.gep(builder.extract_value(value, 0), [at], inbounds=True), lengths[len(words) :]

    def strided_variable(context: Any, builder: Any, kind: Any, variables: Any, name: str) -> Any:
        _, member, at = kind.members[name]
        found = builder.gep(variables, [builder.add(_WORD(at * CASES), _lane(builder))])
        return builder.bitcast(found, context.get_data_type(member).as_pointer())

    def numbered(function: Callable[..., Any], layouts: tuple[Layout, ...], label: str) -> entries.Entry:
        _entries.append((function, layouts))
        return entries.Entry(len(_entries), ("none",))

    record_types.type_of = numba_side.type_of = strided_type
    record_types._array, record_types._place_of = strided_array, strided_variable
    numba_side.part_type = lambda function: numba_side.subroutine_type(function, True)
    intrinsics._MADE_WITH["call"] = _call
    arrays._place = strided_place
    entries.entry_of, entries.is_ready = numbered, lambda *_: True


def _call(count: int) -> Any:
    """Return a call of one entry. The number selects the entry in the list of the entries with these argument types."""

    def typed(*arguments: Any) -> Any:
        kinds = tuple(map(types.unliteral, arguments))
        found = []
        for number, (function, layouts) in enumerate(_entries, 1):
            if len(layouts) == count and str(numba_side.type_of(layouts[0])) == str(kinds[1]):
                kind = numba_side.subroutine_type(function, True)
                found.append((number, kind, kind.get_call_type(intrinsics.cpu_target.typing_context, kinds[1:], {})))

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            for number, kind, of in found:
                with builder.if_then(builder.icmp_signed("==", values[0], _WORD(number))):
                    call = context.get_function(kind, of)
                    context.add_linking_libs(getattr(call, "libs", ()))
                    call(builder, values[1:])
            return context.get_dummy_value()

        return types.none(*kinds), generate

    names = ", ".join(f"a{k}" for k in range(count))
    space: dict[str, Any] = {"typed": typed}
    exec(f"def call(typing_context, address, {names}): return typed(address, {names})", space)
    return space["call"]


def program(function: Callable[..., Any], table: Layout) -> str:
    """Return the text of LLVM of `rb_advance(result, error, table)`. The text is a function with all its arguments in a
    table, optimized without a target.
    """
    with pipelines.less_work():
        compiled = numba_side._compile(launching.with_table(function), (numba_side.type_of(table),))
    with global_compiler_lock:
        compiled.library._ensure_finalized()
    return str(compiled.library._final_module).replace(compiled.fndesc.llvm_func_name, "rb_advance")


_replace()
