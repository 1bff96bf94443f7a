"""Tangents of steps whose derivatives contain round-off. The step size amplifies this error."""

from pathlib import Path

import numpy as np
import pytest

import rbsolve

DECKS = Path(__file__).parents[2] / "decks"
WEIGHTS = ((1, 0.75), (2, -0.15), (3, 1.0 / 60.0))


def sixth_order(deck, name, value, step, **run):
    """Return the derivatives of sensors by sixth-order differences of runs."""
    found = {}
    for count, weight in WEIGHTS:
        for sign in (1.0, -1.0):
            solved = rbsolve.solve(deck, parameters={name: value + sign * count * step}, **run)
            for sensor in solved.sensors:
                found[sensor] = found.get(sensor, 0.0) + sign * weight / step * solved[sensor]
    return found


@pytest.mark.parametrize(
    ("name", "parameter", "value", "t_end"),
    [("lagrange_top_near_vertical", "tilt", 60.0, 0.5), ("symmetrical_top_slow", "spin", 25.0, 0.2)],
)
def test_quaternion_integrators(name, parameter, value, t_end):
    deck = DECKS / f"{name}.deck"
    found = rbsolve.sensitivities(deck, [parameter], t_end=t_end)
    assert not found.findings
    expected = sixth_order(deck, parameter, value, 1e-3 * value, t_end=t_end)
    for sensor, slopes in expected.items():
        own = found.sensitivity(sensor, parameter)
        if "unit_norm" in sensor:
            assert not np.any(own)  # the values of this sensor are only round-off
        else:
            assert np.max(np.abs(own - slopes)) < 1e-8 * np.max(np.abs(slopes)), sensor
