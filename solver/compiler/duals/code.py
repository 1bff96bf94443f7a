"""Generates LLVM code for duals and for taped numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from rbsolve.solver.compiler.scalars import DOUBLE, FLOAT, INT, splat
from rbsolve.solver.compiler.tape_nodes import ADJOINT, ARENA, FIRST, NODE, SECOND


class Code:
    """Generates LLVM code for operations on duals."""

    def __init__(self, context: Any, builder: Any, count: int) -> None:
        self.context, self.builder, self.lanes = context, builder, 1 + count
        self.vector = ir.VectorType(DOUBLE, self.lanes)

    def value(self, dual: Any) -> Any:
        """Return the number without derivatives."""
        return self.builder.extract_element(dual, INT(0))

    def all(self, number: Any) -> Any:
        """Return a vector with a number in every lane."""
        return splat(self.builder, number, self.lanes)

    def constant(self, number: Any) -> Any:
        """Return a dual with zero derivatives."""
        return self.builder.insert_element(ir.Constant(self.vector, [0.0] * self.lanes), number, INT(0))

    def with_value(self, number: Any, derivatives: Any) -> Any:
        """Return a dual from a number, and from a vector whose other lanes contain the derivatives."""
        return self.builder.insert_element(derivatives, number, INT(0))

    def with_value_of(self, dual: Any, derivatives: Any) -> Any:
        """Return a dual with the number of one vector and the other lanes of another vector."""
        places = ir.Constant(ir.VectorType(INT, self.lanes), [0, *range(self.lanes + 1, 2 * self.lanes)])
        return self.builder.shuffle_vector(dual, derivatives, places)

    def call(self, function: Any, *numbers: Any) -> Any:
        """Call a function of floats, by numba's code."""
        kinds = [FLOAT] * len(numbers)
        of = self.context.typing_context.resolve_value_type(function)
        sig = of.get_call_type(self.context.typing_context, kinds, {})
        return self.context.get_function(of, sig)(self.builder, list(numbers))

    def scale(self, dual: Any, factor: Any) -> Any:
        """Return derivatives times a factor. A derivative that is zero stays zero, even if the factor is infinite."""
        zero = ir.Constant(self.vector, [0.0] * self.lanes)
        product = self.builder.fmul(dual, self.all(factor))
        return self.builder.select(self.builder.fcmp_ordered("==", dual, zero), zero, product)

    def chain(self, dual: Any, number: Any, slope: Any) -> Any:
        """Return a function of a dual, from its value and its slope at the number."""
        return self.with_value(number, self.builder.fmul(dual, self.all(slope)))


_WORD, _PROBE = ir.IntType(64), INT(2)


class TapeCode(Code):
    """Generates LLVM code for operations on taped numbers. Each number becomes a node of the tape (`tape_nodes.py`)."""

    def node(self, taped: Any) -> Any:
        """Return the address of the node of a number. The address of a constant is 0."""
        return self.builder.bitcast(self.builder.extract_element(taped, INT(1)), _WORD)

    def record(self, number: Any, *terms: tuple[Any, Any]) -> Any:
        """Return a new number that depends on one or two taped numbers, each given with its slope."""
        return self.with_value(number, self._append([taped for taped, _ in terms], [slope for _, slope in terms]))

    def _append(self, operands: Sequence[Any], slopes: Sequence[Any]) -> Any:
        """Call the function that appends a node to the tape. Return its result, whose first lane is 0.

        The function is never inlined. A kernel has thousands of operations, so inlining would extend its compilation by
        about a minute.
        """
        module, name = self.builder.module, f"rbsolve_append_{len(operands)}_{self.lanes}"
        if name not in module.globals:
            kinds = [value.type for value in (*operands, *slopes)]
            function = ir.Function(module, ir.FunctionType(self.vector, kinds), name)
            function.linkage = "linkonce_odr"
            function.attributes.add("noinline")
            function.attributes.add("nounwind")
            code = TapeCode(self.context, ir.IRBuilder(function.append_basic_block()), self.lanes - 1)
            code._write_append(function.args[: len(operands)], function.args[len(operands) :])
        return self.builder.call(module.globals[name], [*operands, *slopes])

    def _write_append(self, operands: Sequence[Any], slopes: Sequence[Any]) -> None:
        """Write the body of this function. If all operands are constants, the function appends nothing."""
        builder = self.builder
        nodes = [self.node(taped) for taped in operands]
        either = nodes[0] if len(nodes) == 1 else builder.or_(*nodes)
        before = builder.block
        with builder.if_then(builder.icmp_unsigned("!=", either, _WORD(0))):
            header = builder.inttoptr(builder.and_(either, _WORD(-ARENA)), _WORD.as_pointer())
            end = builder.load(header)
            parents = builder.and_(nodes[0], _WORD(ARENA - 1))
            if len(nodes) == 2:
                second = builder.shl(builder.and_(nodes[1], _WORD(ARENA - 1)), _WORD(32))
                parents = builder.or_(parents, second)
            self._put(end, 0, parents)
            for slope, at in zip(slopes, (FIRST, SECOND), strict=False):
                self._put(end, at, slope)
            self._put(end, ADJOINT, ir.Constant(DOUBLE, 0.0))
            after = builder.add(end, _WORD(NODE))
            is_full = builder.icmp_unsigned("==", builder.and_(after, _WORD(ARENA - 1)), _WORD(0))
            builder.store(builder.select(is_full, end, after), header)
            recording = builder.block
        made = builder.phi(_WORD)
        made.add_incoming(_WORD(0), before)
        made.add_incoming(end, recording)
        taped = builder.insert_element(
            ir.Constant(self.vector, [0.0] * self.lanes), builder.bitcast(made, DOUBLE), INT(1)
        )
        if self.lanes > 2:
            taped = builder.insert_element(taped, self._derivative(operands, slopes), _PROBE)
        builder.ret(taped)

    def derivative(self, taped: Any) -> Any:
        """Return the derivative that a number carries."""
        return ir.Constant(DOUBLE, 0.0) if self.lanes == 2 else self.builder.extract_element(taped, _PROBE)

    def _derivative(self, operands: Sequence[Any], slopes: Sequence[Any]) -> Any:
        """Return the derivative of a sum. A derivative that is zero contributes zero, even if its slope is infinite."""
        builder, zero = self.builder, ir.Constant(DOUBLE, 0.0)
        total = zero
        for taped, slope in zip(operands, slopes, strict=True):
            own = self.derivative(taped)
            product = builder.select(builder.fcmp_ordered("==", own, zero), zero, builder.fmul(own, slope))
            total = builder.fadd(total, product)
        return total

    def _put(self, node: Any, word: int, value: Any) -> None:
        place = self.builder.inttoptr(self.builder.add(node, _WORD(8 * word)), value.type.as_pointer())
        self.builder.store(value, place)

    def scale(self, dual: Any, factor: Any) -> Any:
        """Return a number whose derivatives are the derivatives of another number times a factor."""
        return self.record(ir.Constant(DOUBLE, 0.0), (dual, factor))

    def chain(self, dual: Any, number: Any, slope: Any) -> Any:
        """Return a function of a number, from its value and its slope."""
        return self.record(number, (dual, slope))
