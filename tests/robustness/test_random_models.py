"""Random models by some methods. There is no exception, no endless run, and no unreported increase of energy.

The script `benchmarks/random_models.py` does the same with any number of models and methods.
"""

import os
import signal
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import random_models
from random_decks import METHODS, Method, RandomModel
from random_models import Trial

from rbsolve.pipeline import check_deck
from rbsolve.solver.run import summary

USUAL = [
    METHODS.index(Method("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES", "@TABLEAU {RK44}")),
    METHODS.index(Method("GENERALIZED_ALPHA", "LIE_R3_SO3")),
]
UNRESOLVED = (96, USUAL[1])  # a model, and a method whose steps are too long for this model


def test_random_models_are_sound_or_refused():
    wanted = [Trial(seed, method) for seed in range(5) for method in USUAL]
    found = list(random_models.outcomes(wanted))
    assert [trial for trial, _, _ in found] == wanted
    assert [one for one in found if one[1] in random_models.WRONG] == []
    assert sum(outcome == random_models.COMPLETE for _, outcome, _ in found) >= 5


def test_every_method_takes_some_random_model():
    """The test runs only the check. The only errors of the decks are methods that do not support them."""
    left = set(range(len(METHODS)))
    for seed in range(12):
        for number in range(len(METHODS)) if seed < 2 else sorted(left):
            checked = check_deck(RandomModel(seed).deck(METHODS[number]))
            errors = {finding.code for finding in checked.diagnostics if finding.severity == "error"}
            assert errors <= {"incompatible-formulation"}
            left -= set() if errors else {number}
    assert left == set()


def test_energy_from_nowhere_without_its_warning_is_seen(monkeypatch):
    seed, method = UNRESOLVED
    assert random_models.run(RandomModel(seed), METHODS[method])[0] == random_models.WARNED
    monkeypatch.setattr(summary, "found_energy", lambda *_: ())
    outcome, details = random_models.run(RandomModel(seed), METHODS[method])
    assert outcome == random_models.SILENT
    assert "not explained" in details


@pytest.mark.parametrize(
    ("harm", "outcome"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), random_models.SIGNAL),
        (lambda: [None for _ in iter(int, 1)], random_models.ENDLESS),
        (lambda: 1 / 0, random_models.UNCAUGHT),
    ],
    ids=["signal", "no end", "exception"],
)
def test_what_ends_a_process_is_told_and_the_next_trial_goes_on(monkeypatch, harm, outcome):
    def solve(deck):
        if deck == harmful:
            harm()
        raise random_models.rbsolve.DeckError([])

    harmful = RandomModel(1).deck(METHODS[0])
    monkeypatch.setattr(random_models.rbsolve, "solve", solve)
    wanted = [Trial(seed, 0) for seed in (1, 2)]
    found = [said for _, said, _ in random_models.outcomes(wanted, seconds=0.2)]
    assert found == [outcome, random_models.REFUSED]
