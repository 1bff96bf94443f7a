"""Functions of time against mpmath, scipy and closed forms: values, derivatives, what holds outside the times."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import IntEnum

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


@pytest.mark.parametrize("given", [{"FUNCTION_1D_TYPE": "TABULATED"}, {}], ids=["FUNCTION_1D", "TIME_FUNCTION"])
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
def test_linear_table(given: dict[str, str], t: float, expected: tuple[float, ...]) -> None:
    described = block(TABLE_ENTRIES=table([0.0, 1.0, 3.0], [2.0, -1.0, 3.0]), **given)
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


class Opcode(IntEnum):
    """Stands for the parser's."""

    CONSTANT, VARIABLE, NEGATE, SIN, COS, TAN, ASIN, ACOS, ATAN, SQRT, EXP, LOG, ABS, RAD, DEG = range(15)
    ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, ATAN2, MIN, MAX = range(20, 28)


def program(text: str) -> tuple[tuple[Opcode, float], ...]:
    """A postfix program written as words: numbers, x, and the names of opcodes."""
    names = {"x": (Opcode.VARIABLE, 0.0)} | {op.name.lower(): (op, 0.0) for op in Opcode}
    return tuple(names[word] if word in names else (Opcode.CONSTANT, float(word)) for word in text.split())


PROGRAMS = {
    "x x multiply 3 subtract": lambda x: x * x - 3,
    "2 x add x negate 5 subtract divide": lambda x: (2 + x) / (-x - 5),
    "x 3 power": lambda x: x**3,
    "x 2 power 2 power": lambda x: x**4,
    "2 x power": lambda x: mpmath.mpf(2) ** x,
    "x 2 add x sin power": lambda x: (x + 2) ** mpmath.sin(x),
    "x x multiply sin": lambda x: mpmath.sin(x * x),
    "x x multiply cos": lambda x: mpmath.cos(x * x),
    "x x multiply tan": lambda x: mpmath.tan(x * x),
    "x 2 divide asin": lambda x: mpmath.asin(x / 2),
    "x x multiply 4 divide acos": lambda x: mpmath.acos(x * x / 4),
    "x x multiply atan": lambda x: mpmath.atan(x * x),
    "x 3 add sqrt": lambda x: mpmath.sqrt(x + 3),
    "x x multiply exp": lambda x: mpmath.exp(x * x),
    "x x multiply 1 add log": lambda x: mpmath.log(x * x + 1),
    "x 3 power abs": lambda x: abs(x**3),
    "x x multiply rad": lambda x: mpmath.radians(x * x),
    "x x multiply deg": lambda x: mpmath.degrees(x * x),
    "x sin x exp atan2": lambda x: mpmath.atan2(mpmath.sin(x), mpmath.exp(x)),
    "x exp x negate 2 add atan2 x multiply": lambda x: x * mpmath.atan2(mpmath.exp(x), 2 - x),
    "x x multiply x 1 add min": lambda x: min(x * x, x + 1),
    "x x multiply x 1 add max": lambda x: max(x * x, x + 1),
}


@pytest.mark.parametrize("words", PROGRAMS)
@pytest.mark.parametrize("x", [-1.3, 0.4, 1.7])
def test_expression_and_its_derivatives_match_mpmath(words: str, x: float) -> None:
    with mpmath.workdps(40):
        expected = [float(mpmath.diff(PROGRAMS[words], mpmath.mpf(x), order)) for order in range(3)]
    assert evaluator(of_type("EXPRESSION", EXPRESSION=program(words)))(x) == pytest.approx(
        expected, rel=1e-13, abs=1e-13
    )


@pytest.mark.parametrize(
    ("words", "x", "expected"),
    [
        ("x 2 power", 0.0, (0.0, 0.0, 2.0)),
        ("x 1 power", 0.0, (0.0, 1.0, 0.0)),
        ("x 0 power", 0.0, (1.0, 0.0, 0.0)),
        ("x negate 3 power", 2.0, (-8.0, -12.0, -12.0)),
        ("0 sqrt x add", 3.0, (3.0, 1.0, 0.0)),
        ("x abs", 0.0, (0.0, 0.0, 0.0)),
        ("x sqrt", 0.0, (0.0, math.inf, -math.inf)),
    ],
)
def test_expressions_at_their_singular_places(words: str, x: float, expected: tuple[float, ...]) -> None:
    assert evaluator(of_type("EXPRESSION", EXPRESSION=program(words)))(x) == expected


@pytest.mark.parametrize("terms", [64, 65])
def test_expressions_nest_up_to_the_depth_of_the_stack(terms: int) -> None:
    described = of_type("EXPRESSION", EXPRESSION=program("x " * terms + "add " * (terms - 1)))
    if terms == 64:
        assert evaluator(described)(0.5) == (32.0, 64.0, 0.0)
        return
    diagnostics = Diagnostics()
    encode_functions([described], diagnostics)
    assert [finding.code.value for finding in diagnostics] == ["invalid-value"]
