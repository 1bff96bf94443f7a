"""Functions of time against mpmath, scipy and closed forms: values, derivatives, what holds outside the times."""

from __future__ import annotations

import math
from collections.abc import Callable

import mpmath
import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from rbsolve.parser.description.described import Described, Value
from rbsolve.parser.diagnostics import Diagnostics, Source, Span
from rbsolve.solver.functions.encode import encode_functions
from rbsolve.solver.functions.evaluate import function_value

SPAN = Span(Source("f.deck", "@FUNCTION"), 1, 1, 1, 10)


def block(kind: str = "FUNCTION_1D", name: str = "f", **values: object) -> Described:
    return Described(kind, name, SPAN, {key: Value(data, SPAN) for key, data in values.items()})


def of_type(function_type: str, **values: object) -> Described:
    return block(FUNCTION_1D_TYPE=function_type, **values)


def evaluator(described: Described) -> Callable[[float], tuple[float, float, float]]:
    diagnostics = Diagnostics()
    functions, index = encode_functions([of_type("CONSTANT", name="other", VALUE=7.0), described], diagnostics)
    assert list(diagnostics) == []
    return lambda t: function_value(functions, index[described.name], t)


def harmonics(*terms: tuple[float, float, float]) -> tuple[Described, ...]:
    return tuple(block("HARMONIC", AMPLITUDE=a, PERIOD=period, PHASE=phase) for a, period, phase in terms)


def table(times: list[float], values: list[float]) -> tuple[Described, ...]:
    return (block("TABLE_ENTRIES", TIME=tuple(times), FUNCTION_VALUE=tuple(values)),)


SMOOTH = {
    "constant": (of_type("CONSTANT", VALUE=-2.5), lambda t: mpmath.mpf("-2.5")),
    "polynomial": (
        of_type("POLYNOMIAL", COEFFICIENTS=(1.0, -2.0, 0.5, 3.0)),
        lambda t: 1 - 2 * t + t**2 / 2 + 3 * t**3,
    ),
    "harmonic": (
        block(
            FUNCTION_1D_TYPE="HARMONIC",
            HARMONIC=harmonics((2.0, 0.5, 0.1), (-1.0, 3.0, 0.0), (4.0, 0.0, 0.3), (5.0, -1.0, 0.05)),
        ),
        lambda t: (
            2 * mpmath.sin(2 * mpmath.pi * (t / 0.5 + mpmath.mpf(0.1)))
            - mpmath.sin(2 * mpmath.pi * t / 3)
            + 4
            + 5 * mpmath.sin(2 * mpmath.pi * mpmath.mpf(0.05))
        ),
    ),
    "chebyshev": (
        of_type("CHEBYSHEV", RANGE=(-3.0, 4.0), COEFFICIENTS=(0.3, -1.0, 0.7, 0.0, 0.25)),
        lambda t: sum(c * mpmath.chebyt(k, (2 * t - 1) / 7) for k, c in enumerate((0.3, -1.0, 0.7, 0.0, 0.25))),
    ),
}


@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("t", [-2.9, -0.3, 0.0, 0.7, 3.9])
def test_value_and_derivatives_match_mpmath(name: str, t: float) -> None:
    described, exact = SMOOTH[name]
    with mpmath.workdps(40):
        expected = [float(mpmath.diff(exact, mpmath.mpf(t), order)) for order in range(3)]
    assert evaluator(described)(t) == pytest.approx(expected, rel=2e-14, abs=2e-13)


@pytest.mark.parametrize("t", [0.1, 0.9999999999, 1.3, 2.0, 3.7, 4.999])
@pytest.mark.parametrize("entries", [2, 3, 4, 7])
def test_cubic_table_is_the_not_a_knot_spline(entries: int, t: float) -> None:
    times = [0.0, 1.0, 1.5, 2.0, 3.5, 4.0, 5.0][:entries]
    values = [1.0, -2.0, 0.5, 0.25, 4.0, 3.0, -1.0][:entries]
    t = min(t, times[-1] - 0.01)
    spline = CubicSpline(times, values, bc_type="not-a-knot")
    got = evaluator(of_type("TABULATED", INTERPOLATION="CUBIC", TABLE_ENTRIES=table(times, values)))(t)
    assert got == pytest.approx([float(spline(t, order)) for order in range(3)], rel=1e-12, abs=1e-12)


def test_cubic_table_converges_with_fourth_order_up_to_the_ends() -> None:
    counts = np.array([40, 80, 160, 320])
    errors = []
    for n in counts:
        times = np.linspace(0.0, 3.0, n + 1).tolist()
        f = evaluator(
            block(
                FUNCTION_1D_TYPE="TABULATED",
                INTERPOLATION="CUBIC",
                TABLE_ENTRIES=table(times, [math.exp(t) for t in times]),
            )
        )
        errors.append(max(abs(f(t)[0] - math.exp(t)) for t in np.linspace(0.0, 3.0, 1001)))
    assert -np.polyfit(np.log(counts), np.log(errors), 1)[0] == pytest.approx(4.0, abs=0.1)


@pytest.mark.parametrize("kind", ["FUNCTION_1D", "TIME_FUNCTION"])
@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (-5.0, (2.0, 0.0, 0.0)),
        (0.0, (2.0, -3.0, 0.0)),
        (0.5, (0.5, -3.0, 0.0)),
        (1.0, (-1.0, 2.0, 0.0)),
        (2.5, (2.0, 2.0, 0.0)),
        (9.0, (3.0, 0.0, 0.0)),
    ],
)
def test_linear_table(kind: str, t: float, expected: tuple[float, ...]) -> None:
    given = {} if kind == "TIME_FUNCTION" else {"FUNCTION_1D_TYPE": "TABULATED"}
    described = block(kind, TABLE_ENTRIES=table([0.0, 1.0, 3.0], [2.0, -1.0, 3.0]), **given)
    assert evaluator(described)(t) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (-1.0, (1.0, 0.0, 0.0)),
        (2.5, (1.25, 1.0, 2.0)),
        (3.0, (2.0, 2.0, -2.0)),
        (3.5, (2.75, 1.0, -2.0)),
        (4.0, (3.0, 0.0, -2.0)),
        (7.0, (3.0, 0.0, 0.0)),
    ],
)
def test_constant_acceleration_profile(t: float, expected: tuple[float, ...]) -> None:
    described = of_type("CONSTANT_ACCELERATION_PROFILE", START_VALUE=1.0, END_VALUE=3.0, START_TIME=2.0, DURATION=2.0)
    assert evaluator(described)(t) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(
    ("t", "at", "factor"), [(0.5, 1.0, 0.0), (1.0, 1.0, 1.0), (1.7, 1.7, 1.0), (2.0, 2.0, 1.0), (8.0, 2.0, 0.0)]
)
def test_end_values_hold_outside_the_times(t: float, at: float, factor: float) -> None:
    described = of_type("POLYNOMIAL", COEFFICIENTS=(0.0, 0.0, 3.0), START_TIME=1.0, END_TIME=2.0)
    assert evaluator(described)(t) == (3.0 * at * at, factor * 6.0 * at, factor * 6.0)


@pytest.mark.parametrize(("t", "x"), [(-1.0, -1.0), (6.0, 1.0)])
def test_chebyshev_holds_outside_its_range(t: float, x: float) -> None:
    described = of_type("CHEBYSHEV", RANGE=(0.0, 5.0), COEFFICIENTS=(1.0, 2.0, 3.0))
    assert evaluator(described)(t) == (1.0 + 2.0 * x + 3.0, 0.0, 0.0)


WRONG = [
    (of_type("HARMONIC", HARMONIC=harmonics((1.0, -2.0, 0.0))), "invalid-value", "period -2"),
    (of_type("HARMONIC"), "missing-keyword", "@HARMONIC"),
    (of_type("POLYNOMIAL"), "missing-keyword", "@COEFFICIENTS"),
    (of_type("POLYNOMIAL", COEFFICIENTS=()), "wrong-count", "at least one number"),
    (of_type("CHEBYSHEV", RANGE=(2.0, 2.0), COEFFICIENTS=(1.0,)), "invalid-value", "empty"),
    (of_type("TABULATED", TABLE_ENTRIES=table([0.0, 1.0, 1.0], [0.0, 1.0, 2.0])), "invalid-value", "1 follows 1"),
    (of_type("TABULATED", TABLE_ENTRIES=table([0.0, 1.0], [0.0])), "wrong-count", "2 times and 1 values"),
    (of_type("TABULATED", TABLE_ENTRIES=table([], [])), "missing-keyword", "0 times"),
    (of_type("CONSTANT_ACCELERATION_PROFILE", END_VALUE=1.0, DURATION=0.0), "invalid-value", "not positive"),
    (of_type("CONSTANT", VALUE=1.0, START_TIME=2.0, END_TIME=1.0), "invalid-value", "before it starts"),
    (of_type("CUBIC"), "invalid-value", "CUBIC"),
]


@pytest.mark.parametrize(("described", "code", "words"), WRONG)
def test_wrong_functions_are_reported_once(described: Described, code: str, words: str) -> None:
    diagnostics = Diagnostics()
    functions, index = encode_functions([described], diagnostics)
    [finding] = diagnostics
    assert (finding.code.value, finding.span) == (code, SPAN)
    assert words in finding.message
    assert functions.first.tolist()[-1] == len(functions.data)
    assert index == {"f": 0}
