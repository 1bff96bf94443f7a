"""Random models by some methods with fixed steps. Cases in lanes are bitwise identical to the cases alone.

The script `benchmarks/random_lanes.py` does the same with any number of models, methods and lanes.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import random_lanes

CONTROLLED = 4
"""The seed of a model with joints and a controller with states, by GENERALIZED_ALPHA."""


def count_in_lanes(seeds: Iterable[int], lanes: int) -> tuple[int, int]:
    """Compare the cases of models in lanes with the cases alone. Return the numbers of cases in lanes and of failed
    cases.
    """
    in_lanes, failed = 0, 0
    for trial in random_lanes.trials(seeds, lanes, methods=3):
        alone, _ = random_lanes.solve(trial, 1)
        together, count = random_lanes.solve(trial, lanes)
        for number, (one, other) in enumerate(zip(alone, together, strict=True)):
            assert random_lanes.differences(one, other) == [], (trial.seed, str(trial.method), trial.cases[number])
        in_lanes, failed = in_lanes + count, failed + sum(case.status != "complete" for case in alone)
    return in_lanes, failed


def test_random_cases_in_lanes_are_the_cases_alone():
    in_lanes, failed = count_in_lanes(range(12), 4)
    assert in_lanes > 40
    assert failed > 4


@pytest.mark.parametrize("lanes", [8, 16])
def test_signals_are_alike_in_the_lanes_that_processors_have(lanes):
    in_lanes, _ = count_in_lanes([CONTROLLED], lanes)
    assert in_lanes >= lanes - 2
