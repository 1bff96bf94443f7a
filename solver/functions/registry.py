"""The types of functions: FUNCTION_1D_TYPE to the code that the kernels dispatch on and the encoder of the data.

A new type is one module with `encode` and `evaluate`, and one line here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Diagnostics
from rbsolve.solver.functions import (
    chebyshev,
    constant,
    constant_acceleration_profile,
    expression,
    expression_kernel,
    harmonic,
    polynomial,
    tabulated,
)
from rbsolve.solver.functions.codes import (
    CHEBYSHEV,
    CONSTANT,
    CONSTANT_ACCELERATION_PROFILE,
    EXPRESSION,
    HARMONIC,
    POLYNOMIAL,
    TABULATED,
)
from rbsolve.solver.model.arrays import Floats

Encoder = Callable[[Described, Diagnostics], "list[float] | None"]
Evaluation = Callable[[Floats, int, int, float], tuple[float, float, float]]


class FunctionType(NamedTuple):
    """What `Functions.kind` holds, and how the data of `Functions.data` are made (None after a reported error)."""

    code: int
    encode: Encoder
    evaluate: Evaluation


FUNCTION_TYPES: dict[str, FunctionType] = {
    "CONSTANT": FunctionType(CONSTANT, constant.encode, constant.evaluate),
    "POLYNOMIAL": FunctionType(POLYNOMIAL, polynomial.encode, polynomial.evaluate),
    "HARMONIC": FunctionType(HARMONIC, harmonic.encode, harmonic.evaluate),
    "TABULATED": FunctionType(TABULATED, tabulated.encode, tabulated.evaluate),
    "CHEBYSHEV": FunctionType(CHEBYSHEV, chebyshev.encode, chebyshev.evaluate),
    "EXPRESSION": FunctionType(EXPRESSION, expression.encode, expression_kernel.evaluate),
    "CONSTANT_ACCELERATION_PROFILE": FunctionType(
        CONSTANT_ACCELERATION_PROFILE, constant_acceleration_profile.encode, constant_acceleration_profile.evaluate
    ),
}
BY_CODE = {kind.code: kind for kind in FUNCTION_TYPES.values()}
