"""A writer of LLVM code for duals."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from rbsolve.solver.compiler.scalars import DOUBLE, FLOAT, INT, splat


class Code:
    """Writes LLVM code for operations on duals."""

    def __init__(self, context: Any, builder: Any, count: int) -> None:
        self.context, self.builder, self.lanes = context, builder, 1 + count
        self.vector = ir.VectorType(DOUBLE, self.lanes)

    def value(self, dual: Any) -> Any:
        """The number without derivatives."""
        return self.builder.extract_element(dual, INT(0))

    def all(self, number: Any) -> Any:
        """A number in every lane."""
        return splat(self.builder, number, self.lanes)

    def constant(self, number: Any) -> Any:
        """A dual with zero derivatives."""
        return self.builder.insert_element(ir.Constant(self.vector, [0.0] * self.lanes), number, INT(0))

    def with_value(self, number: Any, derivatives: Any) -> Any:
        """A dual from a number and from a vector whose other lanes are the derivatives."""
        return self.builder.insert_element(derivatives, number, INT(0))

    def with_value_of(self, dual: Any, derivatives: Any) -> Any:
        """A dual with the number of one vector and the other lanes of another vector."""
        places = ir.Constant(ir.VectorType(INT, self.lanes), [0, *range(self.lanes + 1, 2 * self.lanes)])
        return self.builder.shuffle_vector(dual, derivatives, places)

    def call(self, function: Any, *numbers: Any) -> Any:
        """A call of a function of floats, by numba's code."""
        kinds = [FLOAT] * len(numbers)
        of = self.context.typing_context.resolve_value_type(function)
        sig = of.get_call_type(self.context.typing_context, kinds, {})
        return self.context.get_function(of, sig)(self.builder, list(numbers))

    def scale(self, dual: Any, factor: Any) -> Any:
        """Derivatives times a factor. A zero derivative stays zero, even if the factor is infinite."""
        zero = ir.Constant(self.vector, [0.0] * self.lanes)
        product = self.builder.fmul(dual, self.all(factor))
        return self.builder.select(self.builder.fcmp_ordered("==", dual, zero), zero, product)

    def chain(self, dual: Any, number: Any, slope: Any) -> Any:
        """A function of a dual, from its value and its slope at the number."""
        return self.with_value(number, self.builder.fmul(dual, self.all(slope)))
