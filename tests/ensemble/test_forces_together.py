"""Sensors of springs and bushings are evaluated in the rows of all cases. Each case equals the same case alone, and its
forces follow from its own stiffness and damping.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from deck_numbers import assert_same_rows

from rbsolve.ensemble import case as case_module
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck

DECKS = Path(__file__).parents[2] / "decks"
WRITTEN = {
    "stiffness": ("@STIFFNESS {200}", "@STIFFNESS {#p}", 200.0),
    "damping": ("@STIFFNESS {200}", "@STIFFNESS {200} @DAMPING {#p}", 3.0),
    "bushing": ("@STIFFNESS {400, 100, 300}", "@STIFFNESS {400, #p, 300}", 100.0),
    "bushing damping": ("@STIFFNESS {400, 100, 300}", "@STIFFNESS {400, 100, 300} @DAMPING {2, #p, 4}", 3.0),
    "mass": ("@MASS {2}", "@MASS {#p}", 2.0),
}
SENSORS = """@SENSOR_DEFINITION {
  @SENSOR_NAME {rate} { @SENSOR_TYPE {ELONGATION_RATE} @OBJECT_NAME {spring} }
  @SENSOR_NAME {push} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {mount} }
  @SENSOR_NAME {shift} { @SENSOR_TYPE {ELONGATION} @OBJECT_NAME {mount} }
  @SENSOR_NAME {shifting} { @SENSOR_TYPE {ELONGATION_RATE} @OBJECT_NAME {mount} }
}
"""


def damped(t, m, k, c, start):
    """Return elongation and rate of a damped oscillator that starts at rest, in closed form."""
    decay, turning = c / (2 * m), np.sqrt(k / m - (c / (2 * m)) ** 2)
    x = start * np.exp(-decay * t) * (np.cos(turning * t) + decay / turning * np.sin(turning * t))
    v = -start * np.exp(-decay * t) * (k / m) / turning * np.sin(turning * t)
    return x, v


@pytest.mark.parametrize("name", WRITTEN)
def test_sensors_of_springs_and_bushings_are_evaluated_in_rows_of_all_cases(name, monkeypatch):
    groups, plan = [], case_module.planned_by_rows
    monkeypatch.setattr(case_module, "planned_by_rows", lambda *given: groups.append(len(given[0])) or plan(*given))
    written, varied, value = WRITTEN[name]
    deck = (DECKS / "springs_and_bushings.deck").read_text().replace(written, varied) + SENSORS
    deck = f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#p}} @SCALAR_VALUE {{{value}}} }}\n{deck}"
    parsed, options = parse_deck(deck), Options(integrator="EXPLICIT_RUNGE_KUTTA", t_end=0.3, step=1e-3)
    values = value * np.linspace(0.9, 1.1, 13)
    found = list(CaseSolver(Variation(parsed, options)).solve_all([{"p": p} for p in values.tolist()]))
    assert max(groups) == len(values) - 1
    for p, case in zip(values.tolist(), found, strict=True):
        numbers = dict(zip(WRITTEN, (200.0, 0.0, 100.0, 0.0, 2.0), strict=True)) | {name: p}
        spring = numbers["mass"], numbers["stiffness"], numbers["damping"]
        bushing = 4.0, numbers["bushing"], numbers["bushing damping"]
        for (m, k, c), start, force, moved, rate in (
            (spring, 0.1, case.sensors["pull"][:, 0], case.sensors["stretch"][:, 0], case.sensors["rate"][:, 0]),
            (bushing, 0.05, *(case.sensors[sensor][:, 1] for sensor in ("push", "shift", "shifting"))),
        ):
            x, v = damped(case.time, m, k, c, start)
            np.testing.assert_allclose(moved, x, rtol=0, atol=1e-9)
            np.testing.assert_allclose(rate, v, rtol=0, atol=1e-8)
            np.testing.assert_allclose(force, k * x + c * v, rtol=0, atol=1e-6)
        assert_same_rows(case, CaseSolver(Variation(parsed, options)).solve({"p": p}))
