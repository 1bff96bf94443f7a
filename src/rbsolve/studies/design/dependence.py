"""Handles dependent parameters. They are given by correlations in a sample, or by conditions for all cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rbsolve.language.diagnostics import Code, Diagnostics, Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rbsolve.language.expressions.parse import Expression

    Floats = NDArray[np.float64]

SMALLEST = 2.0**-53


@dataclass(frozen=True, slots=True)
class Correlation:
    """The correlation of two parameters of a sample, from -1 to 1. If a parameter is not normally distributed, it is
    the correlation of the underlying normal numbers.
    """

    names: tuple[str, str]
    number: float
    span: Span


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the parameters of a case as text, such as `#k2 < 3*#k1`."""

    text: str
    span: Span


def read_correlation(names: str, text: str, span: Span, diagnostics: Diagnostics) -> Correlation | None:
    """Read `A,B` and a number. Return None and add a diagnostic for other values."""
    pair = [name.strip().removeprefix("#") for name in names.split(",")]
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if len(pair) != 2 or not all(pair) or pair[0] == pair[1] or not -1.0 < number < 1.0:
        message = f"the correlation `{names}={text}` cannot be read"
        diagnostics.error(
            Code.INVALID_VALUE, message, span, "write two parameters and a number between -1 and 1: A,B=0.8"
        )
        return None
    return Correlation((pair[0], pair[1]), number, span)


def correlate(
    points: Floats, names: Sequence[str], correlations: Sequence[Correlation], diagnostics: Diagnostics
) -> Floats | None:
    """Return points of the unit cube (n, d) whose coordinates depend on each other. A Gaussian copula has the given
    correlations.

    Each column remains as evenly distributed as before. If the correlations are inconsistent, return None and add a
    diagnostic.
    """
    import numpy as np
    from scipy.special import ndtr, ndtri

    matrix = np.eye(len(names))
    for given in correlations:
        for name in given.names:
            if name not in names:
                message = f"`{name}` is not sampled between bounds or by a distribution and cannot be correlated"
                diagnostics.error(
                    Code.UNRESOLVED_REFERENCE, message, given.span, f"sampled parameters: {', '.join(names)}"
                )
                return None
        i, j = map(list(names).index, given.names)
        matrix[i, j] = matrix[j, i] = given.number
    try:
        factor = np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        message = "no parameters have all of these correlations: their matrix is not positive definite"
        diagnostics.error(Code.INVALID_VALUE, message, correlations[-1].span, "use smaller correlations")
        return None
    normal = ndtri(np.clip(points, SMALLEST, 1.0 - SMALLEST))
    found: Floats = ndtr(normal @ factor.T)
    return found


def satisfies(
    columns: dict[str, Floats], conditions: Sequence[Condition], diagnostics: Diagnostics
) -> NDArray[np.bool_] | None:
    """Return which cases (n,) satisfy all conditions. `columns` contains their parameters (n,) by name.

    For an invalid condition, return None and add a diagnostic.
    """
    import numpy as np

    from rbsolve.language.expressions.evaluation import evaluate
    from rbsolve.language.expressions.parse import parse_expression
    from rbsolve.language.expressions.program import ExpressionError

    count = len(next(iter(columns.values()), np.zeros(1)))
    meets = np.ones(count, dtype=bool)
    names = [f"#{name}" for name in columns]
    rows = np.column_stack(list(columns.values())) if columns else np.zeros((count, 0))
    for condition in conditions:
        try:
            expression = parse_expression(condition.text, condition.span)
            _check_names(expression, columns)
            for number in np.flatnonzero(meets):
                meets[number] = evaluate(expression, dict(zip(names, rows[number].tolist(), strict=True))) != 0.0
        except ExpressionError as error:
            diagnostics.error(error.code, error.message, error.span, error.hint)
            return None
    return meets


def _check_names(expression: Expression, columns: dict[str, Floats]) -> None:
    from rbsolve.language.expressions.program import ExpressionError

    for name in expression.names:
        if name.removeprefix("#") not in columns:
            there = ", ".join(f"#{known}" for known in columns)
            message = f"`{name}` is not a varied parameter with a single number"
            raise ExpressionError(Code.UNDECLARED_PARAMETER, message, expression.span, f"there are {there}")
