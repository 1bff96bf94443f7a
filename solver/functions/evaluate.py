"""The one kernel that evaluates a function of the model, whatever its type."""

from __future__ import annotations

from rbsolve.solver.functions.dispatch import dispatch
from rbsolve.solver.functions.scratch import scratch
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import Floats, Functions


@kernel
def function_value(functions: Functions, index: int, t: float) -> tuple[float, float, float]:
    """Function `index` at t: value and first and second derivative.

    Before `start` and after `stop` the value is that at the nearer end, and both derivatives are zero.
    """
    return dispatch(functions, index, t, scratch())  # type: ignore[call-arg]


@kernel
def function_values(functions: Functions, index: int, times: Floats, values: Floats) -> None:
    """Function `index` at every one of the times (n,), into values (n,)."""
    for k in range(times.shape[0]):
        values[k] = function_value(functions, index, times[k])[0]
