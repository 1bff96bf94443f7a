"""Generates the LLVM functions that append a node to a tape (compiler/tape_nodes.py)."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from rbsolve.solver.compiler.scalars import DOUBLE
from rbsolve.solver.compiler.tape_nodes import ARENA, EDGE, FULL, NODE

APPEND, APPEND_STEEP = "rbsolve_append_", "rbsolve_append_steep_"
"""The names of these functions, without the number of operands. Slopes of steep functions may be infinite."""
WORD = ir.IntType(64)
_NONE = WORD(0)


def append_function(module: Any, name: str, count: int) -> Any:
    """Return the function that appends an operation with `count` operands. It is added to the module if necessary.

    Its arguments are the nodes of the operands, and then the slopes. It returns the new node, or 0 if the result is a
    constant. The function is never inlined. A kernel has thousands of operations, so inlining would extend its
    compilation by about a minute.
    """
    name = f"{name}{count}"
    if name not in module.globals:
        function = ir.Function(module, ir.FunctionType(WORD, [WORD] * count + [DOUBLE] * count), name)
        function.linkage = "linkonce_odr"
        # A kernel does not read the tape, so two nodes of one operation can be replaced by one of them.
        for attribute in ("noinline", "nounwind", "readnone"):
            function.attributes.add(attribute)
        _write(ir.IRBuilder(function.append_basic_block()), function.args[:count], function.args[count:])
    return module.globals[name]


def _write(builder: Any, nodes: Any, slopes: Any) -> None:
    either = nodes[0]
    for node in nodes[1:]:
        either = builder.or_(either, node)
    with builder.if_then(builder.icmp_unsigned("==", either, _NONE)):
        builder.ret(_NONE)
    tape = builder.and_(either, WORD(-ARENA))
    node = _get(builder, builder.add(tape, WORD(8)), WORD)  # its lower half is its position
    start = _get(builder, tape, WORD)
    shift = builder.sub(builder.shl(node, WORD(32)), tape)
    end = start
    for operand, slope in zip(nodes, slopes, strict=True):
        _put(builder, end, builder.add(operand, shift))
        _put(builder, builder.add(end, WORD(8)), slope)
        counts = builder.fcmp_unordered("!=", slope, ir.Constant(DOUBLE, 0.0))
        counts = builder.and_(counts, builder.icmp_unsigned("!=", operand, _NONE))
        end = builder.add(end, builder.shl(builder.zext(counts, WORD), WORD(4)))
    with builder.if_then(builder.icmp_unsigned("==", end, start)):
        builder.ret(_NONE)
    _return_single_operand(builder, tape, start, end)
    is_full = builder.icmp_unsigned(">", builder.sub(end, tape), WORD(FULL))
    _put(builder, tape, builder.select(is_full, start, end))
    _put(builder, builder.add(tape, WORD(8)), builder.add(node, WORD(NODE)))
    builder.ret(node)


def _return_single_operand(builder: Any, tape: Any, start: Any, end: Any) -> None:
    """Return the only operand of an operation with the slope 1, instead of a new node."""
    with builder.if_then(builder.icmp_unsigned("==", end, builder.add(start, WORD(EDGE)))):
        slope = _get(builder, builder.add(start, WORD(8)), DOUBLE)
        with builder.if_then(builder.fcmp_ordered("==", slope, ir.Constant(DOUBLE, 1.0))):
            position = builder.and_(_get(builder, start, WORD), WORD(ARENA - 1))
            builder.ret(builder.or_(tape, position))


def _get(builder: Any, address: Any, kind: Any) -> Any:
    return builder.load(builder.inttoptr(address, kind.as_pointer()))


def _put(builder: Any, address: Any, value: Any) -> None:
    builder.store(value, builder.inttoptr(address, value.type.as_pointer()))
