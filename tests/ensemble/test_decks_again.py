"""Every example deck with parameters. A case that follows other cases is bitwise identical to a case that is compiled
and run alone.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from deck_numbers import PARTS, assert_same_rows, bits, numbers_as_parameters

from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.language.recall import Recall
from rbsolve.pipeline import Options, check_parsed, parse_deck

DECKS = sorted((Path(__file__).parents[2] / "decks").rglob("*.deck"))
FACTORS = (1.0, 1.001, 1.0, 0.999)
MOST_PARAMETERS = 6


def parsed_with_parameters(path):
    """Return the deck, its compiled model, and the numbers among its parameters."""
    parsed = parse_deck(path)
    checked = check_parsed(parsed, Options())
    if checked.compiled is None:
        return parsed, None, {}
    parameters = checked.description.parameters.items()
    numbers = [(name, value) for name, value in parameters if isinstance(value, float)]
    return parsed, checked.compiled, dict(numbers[:MOST_PARAMETERS])


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
                for part in PARTS:
                    assert bits(getattr(mine, part)) == bits(getattr(alone, part)), (case, part)


@pytest.mark.parametrize("path", DECKS, ids=[path.stem for path in DECKS])
def test_any_number_of_a_deck_may_vary(path, monkeypatch):
    """Each case follows cases in which other numbers vary. The model and rows of each case equal the model and rows of the case alone."""
    monkeypatch.chdir(path.parent)
    text, values = numbers_as_parameters(path)
    options = Options(allow_include=(path.parent,))
    parsed = parse_deck(text, options)
    as_written = check_parsed(parsed, options).compiled
    if as_written is None:
        return
    cases = [{**values, name: value * factor} for name, value in values.items() for factor in (1.001, 1.0)]
    variation, recall = Variation(parsed, options), Recall()
    for case in cases:
        mine = variation.check(case, recall).compiled
        alone = as_written if case == values else check_parsed(parsed, options._replace(parameters=case)).compiled
        assert (mine is None) == (alone is None), case
        for part in PARTS if mine is not None else ():
            assert bits(getattr(mine, part)) == bits(getattr(alone, part)), (case, part)
    end = as_written.schedule.start + 2.0 * as_written.schedule.spacing
    short = Variation(parsed, options._replace(t_end=end))
    some = [case for case in cases if case != values]
    for case, mine in zip(some, CaseSolver(short).solve_all(some), strict=True):
        assert_same_rows(mine, CaseSolver(short).solve(case))


@pytest.mark.parametrize("name", ["sliding_and_rolling", "puma560", "sleeping_top", "rotor"])
def test_the_rows_of_a_case_after_others(name):
    """The decks have contacts, joints and drives, bushings, and cases that differ only in the initial state."""
    path = next(path for path in DECKS if path.stem == name)
    parsed, compiled, parameters = parsed_with_parameters(path)
    variation = Variation(parsed, Options(t_end=compiled.schedule.start + 3.0 * compiled.schedule.spacing))
    cases = [{name: value * factor} for name, value in list(parameters.items())[:2] for factor in FACTORS]
    for case, mine in zip(cases, CaseSolver(variation).solve_all(cases), strict=True):
        assert_same_rows(mine, CaseSolver(variation).solve(case))
