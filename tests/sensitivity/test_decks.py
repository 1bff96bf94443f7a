"""Derivatives of whole decks. The page of the documentation has the table of the log, and a sample of its rows is measured
again.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import deck_derivatives
from deck_derivatives import ROOT

LOG = (ROOT / "docs" / "figures" / "data" / "deck_derivatives.log").read_text(encoding="utf-8")
ROWS = deck_derivatives.rows_of(LOG)
SAMPLE = (
    "validation/decks/double_pendulum.deck",
    "validation/decks/binary_star.deck",
    "docs/how-to/damped_pendulum.deck",
    "validation/decks/planar_fourbar.deck",
)
"""Decks that take about 1 s each. Up to two numbers and four design parameters are compared."""


def test_the_page_is_the_table_of_the_log():
    assert deck_derivatives.PAGE.read_text(encoding="utf-8") == deck_derivatives.page(LOG)


def test_the_derivatives_of_sixty_decks_are_below_the_goal():
    sharp = [[row for row in rows if row.is_sharp] for rows in ROWS.values()]
    assert sum(bool(rows) and max(row.error for row in rows) < deck_derivatives.GOAL for rows in sharp) >= 60


@pytest.mark.parametrize("name", SAMPLE, ids=lambda name: Path(name).stem)
def test_a_row_of_the_table_is_true(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = ROOT / name
    printed = deck_derivatives.largest_error([row for row in ROWS[path.name] if row.is_sharp])
    deck_derivatives.examine(path, 2, 1, deck_derivatives.Log(tmp_path / "log"))
    (found,) = deck_derivatives.rows_of((tmp_path / "log").read_text(encoding="utf-8")).values()
    assert any(row.is_sharp for row in found)
    assert max(row.error for row in found if row.is_sharp) <= printed
