"""Compare functions of time with mpmath, scipy and closed forms. The tests check values, derivatives, and the
behaviour outside the times.
"""

from __future__ import annotations

import math
import sys

import mpmath
import numpy as np
import pytest
from function_blocks import block, evaluator, harmonics, of_type, table
from scipy.interpolate import CubicSpline

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.parser.schema.functions import FUNCTION_1D
from rbsolve.pipeline import check_deck
from rbsolve.solver.compiler.plain import PLAIN_MODULES
from rbsolve.solver.functions.encode import encode_functions
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.functions.jumps import first_jump
from rbsolve.solver.functions.registry import FUNCTION_TYPES

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
    "step": (
        of_type("STEP", START_VALUE=1.5, END_VALUE=-2.0, RANGE=(-3.0, 4.0)),
        lambda t: 1.5 - 3.5 * ((t + 3) / 7) ** 2 * (3 - 2 * (t + 3) / 7),
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
def test_linear_table(t: float, expected: tuple[float, ...]) -> None:
    described = of_type("TABULATED", INTERPOLATION="LINEAR", TABLE_ENTRIES=table([0.0, 1.0, 3.0], [2.0, -1.0, 3.0]))
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


PROFILE = of_type("CONSTANT_ACCELERATION_PROFILE", START_VALUE=0.0, END_VALUE=0.7, START_TIME=1.0, DURATION=0.5)


@pytest.mark.parametrize(
    ("described", "expected"),
    [
        (of_type("POLYNOMIAL", COEFFICIENTS=(1.0, 2.0), END_TIME=1.5), (1.5, 2.0, 0.0)),
        (of_type("POLYNOMIAL", COEFFICIENTS=(1.0, 2.0), START_TIME=0.5), (0.5, 0.0, 2.0)),
        (of_type("POLYNOMIAL", COEFFICIENTS=(1.0, 2.0), END_TIME=3.0), None),
        (of_type("CHEBYSHEV", RANGE=(0.0, 1.0), COEFFICIENTS=(1.0, 1.0)), (1.0, 2.0, 0.0)),
        # the velocity from rest, an instant later, is the acceleration times the least difference of times
        (PROFILE, None),
    ],
)
def test_jumps_of_the_rate_where_a_function_is_held(described: Described, expected: tuple[float, ...] | None) -> None:
    functions, _ = encode_functions([described], Diagnostics())
    assert first_jump(functions, 0, 0.0, 2.0) == (None if expected is None else pytest.approx(expected, rel=1e-12))


DECK = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{B}} {{ @MASS_PROPERTY_NAME {{m}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{
    @CONNECTED_TO_BODY {{B}} @APPLIED_FORCES {{1, 0, 0}} @FUNCTION_1D_NAME {{f}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.1}} }} }}
{text}
"""
ENTRIES = "@TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {1} @TIME {2} @FUNCTION_VALUE {5} @TIME {3} @FUNCTION_VALUE {0} }"


@pytest.mark.parametrize(
    ("body", "at_one"),
    [
        ("@FUNCTION_1D_TYPE {CONSTANT} @VALUE {3}", (3.0, 0.0, 0.0)),
        ("@FUNCTION_1D_TYPE {CONSTANT} @VALUE {3} @START_TIME {5} @END_TIME {6}", (3.0, 0.0, 0.0)),
        ("@FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {1, 2, 3} @END_TIME {0.5}", (2.75, 0.0, 0.0)),
        ("@FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {7}", (7.0, 0.0, 0.0)),
        ("@FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {4} @PERIOD {0} }", (4.0, 0.0, 0.0)),
        ("@FUNCTION_1D_TYPE {CHEBYSHEV} @RANGE {0, 2} @COEFFICIENTS {1, 2, 3}", (-2.0, 2.0, 12.0)),
        ("@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {#k*t^2}", (2.0, 4.0, 4.0)),
        ("@FUNCTION_1D_TYPE {TABULATED} " + ENTRIES, (3.0, 2.0, 0.0)),
        ("@FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {CUBIC} " + ENTRIES, (16 / 3, 2.0, -14 / 3)),
        (
            "@FUNCTION_1D_TYPE {CONSTANT_ACCELERATION_PROFILE} "
            "@START_VALUE {2} @END_VALUE {6} @START_TIME {0} @DURATION {4}",
            (2.5, 1.0, 1.0),
        ),
    ],
)
def test_functions_of_a_deck(body: str, at_one: tuple[float, ...]) -> None:
    named = f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {body} }} }}"
    parameters = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {2} }"
    compiled = check_deck(DECK.format(text=parameters + named)).compiled
    assert compiled is not None
    assert function_value(compiled.model.functions, 0, 1.0) == pytest.approx(at_one, rel=1e-14)


def test_the_older_time_functions_are_tables() -> None:
    text = f"@TIME_FUNCTION_DEFINITION {{ @TIME_FUNCTION_NAME {{f}} {{ {ENTRIES} }} }}"
    compiled = check_deck(DECK.format(text=text)).compiled
    assert compiled is not None
    assert function_value(compiled.model.functions, 0, 2.5) == (2.5, -5.0, 0.0)


def test_whole_times_and_indices_of_other_types_are_taken() -> None:
    functions, index = encode_functions([of_type("POLYNOMIAL", COEFFICIENTS=(1.0, -2.0, 0.5, 3.0))], Diagnostics())
    assert function_value(functions, index["f"], 2) == (23.0, 36.0, 37.0)  # the values by hand, 1 - 2 t + t^2/2 + 3 t^3
    assert function_value(functions, np.int32(index["f"]), np.float32(2)) == (23.0, 36.0, 37.0)
    assert function_value(functions, np.uint8(index["f"]), np.int64(1)) == (2.5, 8.0, 19.0)


@pytest.mark.parametrize("kind", FUNCTION_TYPES, ids=lambda kind: kind.name)
def test_every_type_has_every_face(kind):
    """The schema, the encoder and the kernels know each type. Each type lists the corners that its numbers contain."""
    assert kind.name in {variant.choice for variant in FUNCTION_1D.variants.table}
    assert {keyword.name for keyword in kind.keywords} <= {keyword.name for keyword in FUNCTION_1D.keywords}
    assert sys.modules[kind.evaluate.__module__] in PLAIN_MODULES
    assert len(list(kind.corners(np.arange(12.0)))) <= 12


@pytest.mark.parametrize(("t", "value"), [(0.4, 2.0), (0.5, 2.0), (0.6, 2.5), (0.7, 3.0), (9.0, 3.0)])
def test_a_step_holds_its_values_outside_its_range(t, value):
    step = evaluator(of_type("STEP", START_VALUE=2.0, END_VALUE=3.0, RANGE=(0.5, 0.7)))
    assert step(t)[0] == pytest.approx(value, rel=1e-14)
    assert (step(t)[1] == 0.0) == (t != 0.6)
