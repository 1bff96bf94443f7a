"""Random models by some methods with fixed steps: cases in lanes are the cases alone.

The script `benchmarks/random_lanes.py` does the same with any number of models, methods and lanes.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import random_lanes

LANES = 4


def test_random_cases_in_lanes_are_the_cases_alone():
    in_lanes, failed = 0, 0
    for trial in random_lanes.trials(range(12), LANES, methods=3):
        alone, _ = random_lanes.solve(trial, 1)
        together, count = random_lanes.solve(trial, LANES)
        for number, (one, other) in enumerate(zip(alone, together, strict=True)):
            assert random_lanes.differences(one, other) == [], (trial.seed, str(trial.method), trial.cases[number])
        in_lanes, failed = in_lanes + count, failed + sum(case.status != "complete" for case in alone)
    assert in_lanes > 40
    assert failed > 4
