"""Makes choices separately for each case, in kernels that step several cases side by side (`cases.py`).

All cases take the same branch of the code. A choice that may differ between cases therefore selects between numbers. A
condition is a number, which is 1.0 or 0.0 in each case. With plain numbers, each function returns the result of the
usual Python expression. For numbers with derivatives, only the values decide.
"""

from __future__ import annotations

import math
from typing import Any, TypeVar

from rbsolve.geometry import quaternion
from rbsolve.solver.compiler.plain import IN_KERNELS, in_kernels

N = TypeVar("N", int, float)


def _form(name: str, *kinds: Any) -> Any:
    """Return the compiled form of a function for some types of its arguments."""
    from rbsolve.solver.compiler import case_choices

    return getattr(case_choices, name)(*kinds)


@in_kernels(lambda condition, new, old: _form("select", condition))
def select(condition: float, new: N, old: N) -> N:
    """Return `new` in the cases in which the condition is true, and `old` in the other cases."""
    return new if condition != 0.0 else old


@in_kernels(lambda a, b: _form("is_below", a, b))
def is_below(a: float, b: float) -> float:
    """Return the condition a < b. The condition is false for NaN."""
    return 1.0 if a < b else 0.0


@in_kernels(lambda a, b: _form("exceeds", a, b))
def exceeds(a: float, b: float) -> float:
    """Return the condition that `a` is not at most `b`. The condition is true for NaN."""
    return 0.0 if a <= b else 1.0


@in_kernels(lambda x: _form("floor_of", x))
def floor_of(x: float) -> float:
    """Return the largest integer that is at most `x`, as a number. Cases may have different integers. In kernels, NaN
    and infinite numbers remain unchanged.
    """
    return math.floor(x)


@in_kernels(lambda condition: _form("holds_in_some", condition))
def holds_in_some(condition: float) -> bool:
    """Return whether a condition holds in some case."""
    return condition != 0.0


@in_kernels(lambda x: _form("cases_of", x))
def cases_of(x: float) -> int:
    """Return how many cases a number contains, which is 1 for a plain number. The result is a constant in compiled
    code.
    """
    return 1


@in_kernels(lambda x: _form("common", x))
def common(x: float) -> float:
    """Return the number that all cases have in common, as a plain number. If a case has a different number, it leaves
    the common run. For a single case, the number keeps its derivatives.
    """
    return x


@in_kernels(lambda x, case: _form("case_of", x))
def case_of(x: N, case: int) -> N:
    """Return the plain number of one case, without derivatives."""
    return x


@in_kernels(lambda x, case, value: _form("with_case", x))
def with_case(x: N, case: int, value: N) -> N:
    """Return the numbers of all cases, with the given value for one case."""
    return value


@in_kernels(lambda values, first, stride, step, count, k, row, rows: _form("exchange_rows", row))
def exchange_rows(values: Any, first: int, stride: int, step: int, count: int, k: int, row: float, rows: int) -> None:
    """Exchange row `k` of `rows` rows with row `row`, which is not before `k`. Each case may have another row.

    The rows begin at `values[first]`. They are `stride` apart, and their `count` entries are `step` apart.
    """
    a, b = first + k * stride, first + int(row) * stride
    for j in range(0, count * step, step):
        values[a + j], values[b + j] = values[b + j], values[a + j]


# The branches of this function depend on the rotation, so cases do not take the same branch at the same time.
IN_KERNELS[quaternion.from_matrix] = lambda R: _form("from_matrix", R)
