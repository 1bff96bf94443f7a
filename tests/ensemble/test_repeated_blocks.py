"""Cases of decks with `@REPEAT`, and of springs with lengths from points, are checked together. Each case equals the
same case alone.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from deck_numbers import assert_same_rows

from rbsolve.ensemble.ahead import Ahead
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck

DECKS = Path(__file__).parents[2] / "decks"
COUNT = 13


@pytest.fixture
def alone(monkeypatch):
    """Return the numbers of cases that are checked one by one."""
    found, one_by_one = [], Ahead._one_by_one
    monkeypatch.setattr(
        Ahead, "_one_by_one", lambda self, *given: found.append(len(given[0])) or one_by_one(self, *given)
    )
    return found


def solve(deck, name, value, options):
    parsed = parse_deck(deck)
    cases = [{name: value * (1.0 + 0.002 * k)} for k in range(COUNT)]
    return parsed, cases, list(CaseSolver(Variation(parsed, options)).solve_all(cases))


@pytest.mark.parametrize(
    ("deck", "name", "value", "common"),
    [
        ("n_four_bar", "rate", 3.0, {"N": 2}),
        ("hexapod", "base", 0.6, {}),
        ("hexapod", "height", 0.8, {}),
        ("squeezer", "gamma", 0.45527981916307037, {}),
        ("flyball_governor", "arm", 1.0, {}),
    ],
)
def test_cases_are_checked_together(deck, name, value, common, alone):
    options = Options(t_end=2e-3, step=1e-3, parameters=common)
    parsed, cases, found = solve(DECKS / f"{deck}.deck", name, value, options)
    assert sum(alone) == 1  # the first case
    assert {case.status for case in found} == {"complete"}, found[0].message
    assert len({b"".join(rows.tobytes() for rows in case.sensors.values()) for case in found}) == COUNT
    for k in (1, COUNT // 2, COUNT - 1):
        single = CaseSolver(Variation(parsed, options)).solve(cases[k])
        assert_same_rows(found[k], single)
        assert found[k].findings == single.findings


def test_the_rest_length_of_a_spring_follows_its_points(alone):
    """The deck starts 0.1 m beyond the rest length, wherever the wall is. The elongation is 0.1 m cos(10 t)."""
    text = (DECKS / "springs_and_bushings.deck").read_text()
    text = text.replace("{wall} { @COORDINATES {0, 0, 0} }", "{wall} { @COORDINATES {#p, 0, 0} }")
    text = f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#p}} @SCALAR_VALUE {{-0.5}} }}\n{text}"
    _, _, found = solve(text, "p", -0.5, Options(integrator="EXPLICIT_RUNGE_KUTTA", t_end=0.3, step=1e-3))
    assert sum(alone) == 1
    for case in found:
        np.testing.assert_allclose(case.sensors["stretch"][:, 0], 0.1 * np.cos(10.0 * case.time), rtol=0, atol=1e-9)
