"""Scalars of a run: their values against closed forms, their derivatives against differences, and what is refused."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.search.measures import measure_of
from rbsolve.search.variables import SearchError

SENSORS = {
    "x": SimpleNamespace(sensor_type="RELATIVE_DISPLACEMENT", components=("q",), rotation_parameters=None),
    "tip": SimpleNamespace(sensor_type="POSITION", components=("x1", "x2", "x3"), rotation_parameters=None),
}
TIME = np.linspace(0.0, 2.0, 4001)
VALUES = {"a": 1.5, "w": np.pi}


def histories(a, w):
    wave = a * np.cos(w * TIME + 0.3)
    return {"x": wave[:, None], "tip": np.column_stack((TIME * a, wave**2, np.ones_like(TIME)))}


def evaluate(text, values=VALUES, by=("a", "w")):
    h = 1e-6
    centre = histories(**values)
    shifted = {name: [histories(**{**values, name: values[name] + s * h}) for s in (1, -1)] for name in by}
    slopes = {
        sensor: np.stack([(up[sensor] - down[sensor]) / (2 * h) for up, down in shifted.values()], axis=2)
        for sensor in centre
    }
    return measure_of(text, SENSORS, VALUES).evaluate(TIME, centre, slopes, values, by)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("final(x)", 1.5 * np.cos(2 * np.pi + 0.3)),
        ("max(x)", 1.5),
        ("min(x)", -1.5),
        ("range(x)", 3.0),
        ("mean(x)", 0.0),
        ("rms(x)", 1.5 / np.sqrt(2.0)),
        ("integral(tip.x1)", 3.0),
        ("mean(tip.x)", 1.5),
        ("at(0.5, tip.1)", 0.75),
        ("amplitude(1, x)", 1.5),
        ("phase(1, x)", 0.3),
        ("amplitude(2, x)", 0.0),
        ("max(abs(x)) - sqrt(4)*#a^2/2 + -2^2", 1.5 - 2.25 - 4.0),
        ("integral(x^2)", 2.25),
        ("3", 3.0),
    ],
)
def test_values(text, expected):
    assert evaluate(text)[0] == pytest.approx(expected, rel=2e-3, abs=2e-3)


@pytest.mark.parametrize(
    "text",
    [
        "final(x)", "max(x) - min(x)", "range(tip.x2)", "rms(x)*#a", "integral(x^2)/#w", "at(0.3001, tip.x2)",
        "amplitude(1, x)", "phase(1, x)", "sqrt(mean(tip.x2))", "abs(min(x))^#a", "mean(x*tip.x1)", "#a/(1 + #w)",
    ],
)  # fmt: skip
def test_derivatives(text):
    slope, h = evaluate(text)[1], 1e-4
    for k, name in enumerate(("a", "w")):
        up, down = (evaluate(text, {**VALUES, name: VALUES[name] + s * h})[0] for s in (1, -1))
        assert slope[k] == pytest.approx((up - down) / (2 * h), rel=1e-4, abs=1e-4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "is a history"),
        ("max(tip)", "name one: tip.x1"),
        ("max(y)", "no sensor or parameter y"),
        ("max(tip.z9)", "no component z9"),
        ("maxi(x)", "did you mean max"),
        ("max(2)", "the form is max"),
        ("at(x)", "the form is at"),
        ("max(x", "bracket"),
        ("max(x) % 2", "is no formula"),
        ("max(x) + #b", "no design parameter b"),
        ("__import__(x)", "no function __import__"),
    ],
)
def test_what_is_no_scalar_is_refused(text, message):
    with pytest.raises(SearchError, match=message):
        measure_of(text, SENSORS, VALUES)
