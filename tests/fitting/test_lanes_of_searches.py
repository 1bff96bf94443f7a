"""The runs of a search are stepped in lanes where this saves time. Their responses are those of single runs."""

from __future__ import annotations

from pathlib import Path

from rbsolve.ensemble import lanes as choice
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import ALONE
from rbsolve.pipeline import Options, parse_deck
from rbsolve.search import responses as module
from rbsolve.search.responses import Responses
from rbsolve.search.stencils import Point

DECK = Path(__file__).parents[2] / "decks" / "heavy_top.deck"
LANES = 4


def test_points_of_a_search_run_in_lanes(monkeypatch):
    text = DECK.read_text().replace("@MASS {15}", "@MASS {#m}")
    text = f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#m}} @SCALAR_VALUE {{15}} }}\n{text}"
    variation = Variation(parse_deck(text), Options(t_end=0.05))
    points = [Point({"m": 14.0 + 0.1 * k}, ()) for k in range(choice.LEARNED + 3 * LANES)]
    stepped, solve = [], choice.Lanes.solve

    def counted(self, models, *others):
        states = solve(self, models, *others)
        stepped.append(0 if states is None else sum(state is not None for state in states))
        return states

    monkeypatch.setattr(choice.Lanes, "solve", counted)
    monkeypatch.setattr(choice.Lanes, "_pays", lambda self: True)
    monkeypatch.setattr(choice, "LEAST_SECONDS", 0.0)
    monkeypatch.setattr(choice, "lanes_of_processor", lambda: LANES)
    found = Responses(variation, ["centre_of_mass"], is_adaptive=False, threads=1).at(points)
    assert sum(stepped) == 3 * LANES
    monkeypatch.setattr(module, "Wanted", lambda: ALONE)
    alone = Responses(variation, ["centre_of_mass"], is_adaptive=False, threads=1).at(points)
    assert sum(stepped) == 3 * LANES
    assert [one.sensors["centre_of_mass"].tobytes() for one in found] == [
        one.sensors["centre_of_mass"].tobytes() for one in alone
    ]
