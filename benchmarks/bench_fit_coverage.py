"""Checks whether 95 % intervals of `rbsolve fit` contain the true value in 95 % of simulated experiments. scipy
computes the data, and numpy adds noise.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1] / "tests" / "parts"))
from swinging import DECK, TIMES, swing

from rbsolve.fitting.fitting import Fitting, Request
from rbsolve.fitting.tables import table_of
from rbsolve.pipeline import check_deck

EXPERIMENTS = 1000
TRUTH = {"L": 1.3, "c": 0.3}


@pytest.mark.parametrize("given", [False, True], ids=["noise from residuals", "noise given"])
def test_intervals_cover(given, capsys):
    checked = check_deck(DECK, keep=True)
    clean, sigma = swing(), 0.02
    inside = dict.fromkeys(TRUTH, 0)
    for seed in range(EXPERIMENTS):
        noisy = clean + sigma * np.random.default_rng(seed).standard_normal(len(TIMES))
        table = table_of({"t": TIMES, "theta": noisy})
        ranges = {"L": (0.5, 3.0), "c": (0.0, 2.0)}
        request = Request([table], ranges, ["theta=angle"], {}, sigma={"theta": sigma} if given else None, threads=1)
        found = Fitting(checked, request).solve()
        for name, truth in TRUTH.items():
            low, high = found[name].interval
            inside[name] += low <= truth <= high
    covered = {name: 100.0 * number / EXPERIMENTS for name, number in inside.items()}
    with capsys.disabled():
        print(f"\n  intervals at 95 % cover in {EXPERIMENTS} experiments: {covered}")
    assert all(93.0 <= share <= 97.0 for share in covered.values())
