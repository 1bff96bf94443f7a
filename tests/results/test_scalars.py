"""Compare scalars of runs with closed forms, and their gradients with differences of the closed forms."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from rbsolve.results.scalars.reading import ScalarError
from rbsolve.results.scalars.scalar import Scalar, quotient


@dataclass(frozen=True)
class Sensor:
    """The properties of a sensor that a scalar needs."""

    sensor_type: str
    components: tuple[str, ...]
    units: str
    rotation_parameters: str | None = None


SENSORS = {
    "tip": Sensor("POSITION", ("x1", "x2", "x3"), "m"),
    "speed": Sensor("JOINT_VELOCITY", ("u",), "m/s"),
    "wing-tip.2": Sensor("POSITION", ("x1", "x2", "x3"), "m"),
    "tip-2": Sensor("POSITION", ("x1", "x2", "x3"), "m"),
}
PARAMETERS = {"L": 0.5, "k": 100.0, "v": (1.0, 2.0)}
RATE = 2.0 * math.pi / 0.8  # the period equals the time range
TIME = np.linspace(0.2, 1.0, 641)
X3 = 0.3 + 2.0 * np.cos(2 * RATE * (TIME - 0.2) + 0.4) + 0.5 * np.cos(3 * RATE * (TIME - 0.2) - 1.0)
HISTORIES = {
    "tip": np.column_stack([TIME, -(TIME**2), X3]),
    "speed": np.exp(-TIME)[:, None],
    "wing-tip.2": np.column_stack([TIME, TIME, 7.0 * TIME]),
    "tip-2": np.column_stack([TIME, TIME, 9.0 * TIME]),
}
# the error of the trapezoidal rule is this number times the second derivative
TRAPEZOID = (TIME[1] - TIME[0]) ** 2 / 12.0 * 0.8


def value(text, time=TIME, histories=HISTORIES, parameters=PARAMETERS):
    return Scalar(text, SENSORS, parameters).value(time, histories, parameters)


@pytest.mark.parametrize(
    ("text", "expected", "error"),
    [
        ("final(tip.x1)", 1.0, 0.0),
        ("final(tip.x)", 1.0, 0.0),
        ("final(tip.1)", 1.0, 0.0),
        ("final(speed)", math.exp(-1.0), 1e-16),
        ("at(0.6, tip.x1)", 0.6, 1e-15),
        ("at(#L + 0.1, tip.1)", 0.6, 1e-15),
        ("max(tip.x2)", -0.04, 1e-16),
        ("min(tip.x2)", -1.0, 1e-16),
        ("range(tip.x2)", 0.96, 1e-15),
        ("peak(tip.x2)", 1.0, 1e-15),
        ("mean(tip.x1)", 0.6, 1e-15),
        ("integral(tip.x1)", 0.48, 1e-15),
        ("integral(speed)", math.exp(-0.2) - math.exp(-1.0), TRAPEZOID),
        ("mean(speed)", (math.exp(-0.2) - math.exp(-1.0)) / 0.8, TRAPEZOID / 0.8),
        ("rms(tip.x1)", math.sqrt(0.36 + 0.16 / 3.0 * (642 / 640)), 1e-12),
        ("mean(tip.x3)", 0.3, 1e-14),
        ("amplitude(1, tip.x3)", 0.0, 1e-14),
        ("amplitude(2, tip.x3)", 2.0, 1e-14),
        ("phase(2, tip.x3)", 0.4, 1e-14),
        ("amplitude(3, tip.x3)", 0.5, 1e-14),
        ("phase(3, tip.x3)", -1.0, 1e-13),
        ("2*final(tip.x1)^2 - #L/4", 1.875, 1e-15),
        ("2*final(tip.x1) + k", 102.0, 1e-15),
        ("-abs(min(tip.x2)) + sqrt(4)", 1.0, 1e-15),
        ("max(final(tip.x1), final(tip.x2), 0.5)", 1.0, 0.0),
        ("if(final(tip.x1) < 2, #L, 3)", 0.5, 0.0),
        ("final(wing-tip.2.x3)", 7.0, 0.0),
        ('final("tip-2.x3")', 9.0, 0.0),
        ("#k*2", 200.0, 0.0),
    ],
)
def test_values(text, expected, error):
    assert value(text) == pytest.approx(expected, abs=error, rel=1e-15)


def test_uneven_rows_count_by_the_time_between_them():
    time = np.array([0.0, 0.1, 0.5, 2.0])
    histories = {"speed": (3.0 * time + 1.0)[:, None]}
    assert value("mean(speed)", time, histories) == pytest.approx(4.0, rel=1e-15)
    assert value("integral(speed)", time, histories) == pytest.approx(8.0, rel=1e-15)


@pytest.mark.parametrize("text", ["at(3, tip.x1)", "amplitude(0, tip.x3)", "phase(1.5, tip.x3)", "sqrt(min(tip.x2))"])
def test_what_has_no_value_is_nan(text):
    assert math.isnan(value(text))


def test_no_rows_have_no_value():
    assert math.isnan(value("max(speed)", np.empty(0), {"speed": np.empty((0, 1))}))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("max(tip.x3)", "m"),
        ("integral(speed)", "m"),
        ("integral(tip.x1)", "m s"),
        ("phase(1, tip.x3)", "rad"),
        ("max(tip.x3) - min(tip.x3)", "m"),
        ("max(tip.x3)/min(tip.x3)", "1"),
        ("max(tip.x3) + final(speed)", ""),
        ("#k*max(tip.x3)", ""),
    ],
)
def test_units(text, unit):
    assert Scalar(text, SENSORS, PARAMETERS).unit == unit


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("max(tipp.x3)", "no sensor tipp.x3"),
        ("max(tip)", r"several components: name one of tip.x1, tip.x2"),
        ("max(tip.x9)", "tip has no component x9"),
        ("tip.x3 + 1", r"column 1: `tip.x3` is a history, not a number .hint: write e.g. `max\(tip.x3\)`"),
        ("1 + spede", "column 5: there is no sensor or design parameter spede: did you mean speed"),
        ("1 + #kk*max(speed)", "column 5: there is no design parameter kk: did you mean k"),
        ("#v*max(speed)", "list of 2 numbers"),
        ("most(speed)", "unknown function `most`"),
        ("maxi(speed)", "did you mean `max`"),
        ("at(speed)", r"takes a time and a sensor .hint: write `at\(0.5, sensor.component\)`"),
        ("max(max(speed))", "takes a sensor, not a number"),
        ("max(speed", "has no matching"),
        ("max(speed))", "no matching"),
        ("", "a number is missing"),
        ("3", "contains no sensor"),
    ],
)
def test_errors_say_where_and_what(text, message):
    with pytest.raises(ScalarError, match=message):
        Scalar(text, SENSORS, PARAMETERS)


GRADIENTS = [
    "final(tip.x1)",
    "at(0.613, tip.x3)",
    "at(#L + 0.1234, tip.x3)",
    "max(tip.x3)",
    "min(tip.x3)",
    "range(tip.x3)",
    "peak(tip.x3)",
    "mean(tip.x3)",
    "rms(tip.x3)",
    "integral(tip.x3)",
    "amplitude(2, tip.x3)",
    "phase(2, tip.x3)",
    "phase(3, tip.x3)",
    "#L^2*max(tip.x3)/final(speed) - sqrt(#k)*mean(tip.x2)",
    "abs(min(tip.x3))^1.5 + atan2(max(tip.x3), #L)",
    "max(2*final(tip.x1), #L)",
]


@pytest.mark.parametrize("text", GRADIENTS)
def test_gradients_against_a_complex_family_of_histories(text):
    """Histories, their times and a parameter change linearly. The derivative is compared with Richardson's
    differences."""
    random = np.random.default_rng(3)
    ways = {name: 0.01 * random.normal(size=values.shape) for name, values in HISTORIES.items()}
    moved = 0.1 * np.linspace(-1.0, 1.0, len(TIME)) ** 3

    def at(p):
        time = TIME + p * moved
        histories = {name: values + p * ways[name] for name, values in HISTORIES.items()}
        return value(text, time, histories, {**PARAMETERS, "L": 0.5 + p})

    scalar = Scalar(text, SENSORS, PARAMETERS)
    found = scalar.gradient(
        TIME, HISTORIES, PARAMETERS, {"L": ways, "k": {n: 0.0 * w for n, w in ways.items()}}, {"L": moved}
    )
    h = 1e-4
    coarse, fine = ((at(step) - at(-step)) / (2.0 * step) for step in (2.0 * h, h))
    assert found["L"] == pytest.approx((4.0 * fine - coarse) / 3.0, rel=2e-8)
    slope_by_k = -0.05 * float(np.trapezoid(HISTORIES["tip"][:, 1], TIME)) / 0.8 if "#k" in text else 0.0
    assert found["k"] == pytest.approx(slope_by_k, rel=1e-12)


@pytest.mark.parametrize(
    ("unit", "other", "expected"),
    [
        ("m", "kg", "m/kg"),
        ("m", "m", "1"),
        ("m", "1", "m"),
        ("m", "N m", "m/(N m)"),
        ("m", "m/s", "m/(m/s)"),
        ("", "m", ""),
    ],
)
def test_units_of_derivatives(unit, other, expected):
    assert quotient(unit, other) == expected


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    ("text", "is_convex"),
    [("max(tip.x1)", True), ("min(tip.x1)", False), ("#L - min(tip.x1)", True), ("3 - 2*max(tip.x1)", False)],
)
def test_a_scalar_has_other_rows_if_it_is_the_largest_over_the_choices_of_rows(text, is_convex, sign):
    """`max` is the largest of its rows, so a scalar that increases with it is the largest of its values over all rows.
    A scalar that increases with `min` is the smallest of them."""
    found = Scalar(text, SENSORS, PARAMETERS).extremes(TIME, HISTORIES, PARAMETERS, sign)
    assert bool(found) is ((sign > 0.0) is is_convex)
