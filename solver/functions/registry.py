"""The types of functions: FUNCTION_1D_TYPE to the code that the kernels dispatch on and the encoder of the data.

A new type is one module with `encode` and `evaluate`, one line here, and one branch in `evaluate.py`.
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

Encoder = Callable[[Described, Diagnostics], "list[float] | None"]


class FunctionType(NamedTuple):
    """What `Functions.kind` holds, and how the data of `Functions.data` are made (None after a reported error)."""

    code: int
    encode: Encoder


FUNCTION_TYPES: dict[str, FunctionType] = {
    "CONSTANT": FunctionType(CONSTANT, constant.encode),
    "POLYNOMIAL": FunctionType(POLYNOMIAL, polynomial.encode),
    "HARMONIC": FunctionType(HARMONIC, harmonic.encode),
    "TABULATED": FunctionType(TABULATED, tabulated.encode),
    "CHEBYSHEV": FunctionType(CHEBYSHEV, chebyshev.encode),
    "EXPRESSION": FunctionType(EXPRESSION, expression.encode),
    "CONSTANT_ACCELERATION_PROFILE": FunctionType(CONSTANT_ACCELERATION_PROFILE, constant_acceleration_profile.encode),
}
