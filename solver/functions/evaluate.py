"""The one kernel that evaluates a function of the model, whatever its type."""

from __future__ import annotations

from rbsolve.solver.functions import (
    chebyshev,
    constant,
    constant_acceleration_profile,
    expression_kernel,
    harmonic,
    polynomial,
    tabulated,
)
from rbsolve.solver.functions.codes import (
    CHEBYSHEV,
    CONSTANT,
    CONSTANT_ACCELERATION_PROFILE,
    HARMONIC,
    POLYNOMIAL,
    TABULATED,
)
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import Floats, Functions

_constant = subroutine(constant.evaluate)
_polynomial = subroutine(polynomial.evaluate)
_harmonic = subroutine(harmonic.evaluate)
_tabulated = subroutine(tabulated.evaluate)
_chebyshev = subroutine(chebyshev.evaluate)
_profile = subroutine(constant_acceleration_profile.evaluate)
_expression = expression_kernel.evaluate


@kernel
def function_value(functions: Functions, index: int, t: float) -> tuple[float, float, float]:
    """Function `index` at t: value and first and second derivative.

    Before `start` and after `stop` the value is that at the nearer end, and both derivatives are zero.
    """
    held = False
    if t < functions.start[index]:
        t = functions.start[index]
        held = True
    elif t > functions.stop[index]:
        t = functions.stop[index]
        held = True
    kind = functions.kind[index]
    first = functions.first[index]
    last = functions.first[index + 1]
    data = functions.data
    if kind == CONSTANT:
        value, slope, curvature = _constant(data, first, last, t)
    elif kind == POLYNOMIAL:
        value, slope, curvature = _polynomial(data, first, last, t)
    elif kind == HARMONIC:
        value, slope, curvature = _harmonic(data, first, last, t)
    elif kind == TABULATED:
        value, slope, curvature = _tabulated(data, first, last, t)
    elif kind == CHEBYSHEV:
        value, slope, curvature = _chebyshev(data, first, last, t)
    elif kind == CONSTANT_ACCELERATION_PROFILE:
        value, slope, curvature = _profile(data, first, last, t)
    else:
        value, slope, curvature = _expression(data, first, last, t)
    if held:
        return value, 0.0, 0.0
    return value, slope, curvature


@kernel
def function_values(functions: Functions, index: int, times: Floats, values: Floats) -> None:
    """Function `index` at every one of the times (n,), into values (n,)."""
    for k in range(times.shape[0]):
        values[k] = function_value(functions, index, times[k])[0]
