"""Every example deck with parameters: a case after others has the bits of one that is compiled, and run, alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.parser.description.recall import Recall
from rbsolve.pipeline import Options, check_parsed, parse_deck

DECKS = sorted((Path(__file__).parents[2] / "decks").rglob("*.deck"))
FACTORS = (1.0, 1.001, 1.0, 0.999)
MOST_PARAMETERS = 6


def parsed_with_parameters(path):
    """The deck, what it compiles to, and the numbers among its parameters."""
    parsed = parse_deck(path)
    checked = check_parsed(parsed, Options())
    if checked.compiled is None:
        return parsed, None, {}
    parameters = checked.description.parameters.items()
    numbers = [(name, value) for name, value in parameters if isinstance(value, float)]
    return parsed, checked.compiled, dict(numbers[:MOST_PARAMETERS])


def bits(value):
    """Everything in nested tuples, arrays by their bytes."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    return tuple(map(bits, value)) if isinstance(value, tuple) else repr(value)


@pytest.mark.parametrize("path", DECKS, ids=[path.stem for path in DECKS])
def test_the_model_of_a_case_after_others(path):
    parsed, as_written, parameters = parsed_with_parameters(path)
    variation, recall = Variation(parsed, Options()), Recall()
    for name, value in parameters.items():
        cases = {factor: {name: value * factor} for factor in FACTORS}
        by_itself = {
            factor: as_written if factor == 1.0 else check_parsed(parsed, Options(parameters=case)).compiled
            for factor, case in cases.items()
        }
        for factor in FACTORS:
            case, alone = cases[factor], by_itself[factor]
            mine = variation.check(case, recall).compiled
            assert (mine is None) == (alone is None), case
            if mine is not None:
                for part in ("model", "initial", "reference_x", "reference_R", "schedule"):
                    assert bits(getattr(mine, part)) == bits(getattr(alone, part)), (case, part)


@pytest.mark.parametrize("name", ["sliding_and_rolling", "puma560", "sleeping_top", "rotor"])
def test_the_rows_of_a_case_after_others(name):
    """With contacts, joints and drives, an initial state that differs alone, and bushings."""
    path = next(path for path in DECKS if path.stem == name)
    parsed, compiled, parameters = parsed_with_parameters(path)
    variation = Variation(parsed, Options(t_end=compiled.schedule.start + 3.0 * compiled.schedule.spacing))
    cases = [{name: value * factor} for name, value in list(parameters.items())[:2] for factor in FACTORS]
    for case, mine in zip(cases, CaseSolver(variation).solve_all(cases), strict=True):
        alone = CaseSolver(variation).solve(case)
        assert (mine.status, mine.message, mine.steps) == (alone.status, alone.message, alone.steps)
        assert mine.time.tobytes() == alone.time.tobytes()
        for sensor, history in alone.sensors.items():
            assert mine.sensors[sensor].tobytes() == history.tobytes(), (case, sensor)
