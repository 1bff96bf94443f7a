"""Generates LLVM code for duals and for taped numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from rbsolve.solver.compiler.duals.appending import APPEND, APPEND_STEEP, WORD, append_function
from rbsolve.solver.compiler.scalars import DOUBLE, FLOAT, INT, splat

_ZERO, _ONE = ir.Constant(DOUBLE, 0.0), ir.Constant(DOUBLE, 1.0)


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


_PROBE = INT(2)


class TapeCode(Code):
    """Generates LLVM code for operations on taped numbers. Each number has a node on the tape (`tape_nodes.py`)."""

    def node(self, taped: Any) -> Any:
        """Return the address of the node of a number. The address of a constant is 0."""
        return self.builder.bitcast(self.builder.extract_element(taped, INT(1)), WORD)

    def record(self, number: Any, *terms: tuple[Any, Any]) -> Any:
        """Return a new number that depends on one or two taped numbers, each given with its finite slope."""
        if len(terms) == 1 and terms[0][1] == _ONE:
            return self.with_value(number, terms[0][0])
        return self._append(APPEND, number, terms)

    def _append(self, name: str, number: Any, terms: Sequence[tuple[Any, Any]]) -> Any:
        """Return a new number whose node a function appends to the tape."""
        builder = self.builder
        append = append_function(builder.module, name, len(terms))
        nodes = [self.node(taped) for taped, _ in terms]
        node = builder.call(append, [*nodes, *(slope for _, slope in terms)], "node")
        made = builder.insert_element(self.constant(number), builder.bitcast(node, DOUBLE), INT(1))
        return made if self.lanes == 2 else builder.insert_element(made, self._derivative(terms), _PROBE)

    def derivative(self, taped: Any) -> Any:
        """Return the derivative that a number carries."""
        return _ZERO if self.lanes == 2 else self.builder.extract_element(taped, _PROBE)

    def _derivative(self, terms: Sequence[tuple[Any, Any]]) -> Any:
        """Return the derivative of a sum. A derivative that is zero contributes zero, even if its slope is infinite."""
        builder, total = self.builder, _ZERO
        for taped, slope in terms:
            own = self.derivative(taped)
            product = builder.select(builder.fcmp_ordered("==", own, _ZERO), _ZERO, builder.fmul(own, slope))
            total = product if total is _ZERO else builder.fadd(total, product)
        return total

    def scale(self, dual: Any, factor: Any) -> Any:
        """Return a number whose derivatives are the derivatives of another number times a factor."""
        return self._append(APPEND_STEEP, _ZERO, [(dual, factor)])

    def chain(self, dual: Any, number: Any, slope: Any) -> Any:
        """Return a function of a number, from its value and its slope, which may be infinite."""
        return self._append(APPEND_STEEP, number, [(dual, slope)])

    def join(self, number: Any, *terms: tuple[Any, Any]) -> Any:
        """Return a function of two numbers, each given with its slope, which may be infinite."""
        return self._append(APPEND_STEEP, number, terms)
