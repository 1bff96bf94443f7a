"""Every example deck with parameters: a case after others has the bits of one that is compiled, and run, alone."""

from __future__ import annotations

import math
import os
from pathlib import Path

import numpy as np
import pytest

from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.language.recall import Recall
from rbsolve.pipeline import Options, check_deck, check_parsed, parse_deck

DECKS = sorted((Path(__file__).parents[2] / "decks").rglob("*.deck"))
PARTS = ("model", "initial", "reference_x", "reference_R", "schedule")
FACTORS = (1.0, 1.001, 1.0, 0.999)
MOST_PARAMETERS = 6
MOST_NUMBERS = int(os.environ.get("RBSOLVE_TEST_NUMBERS", "4"))  # of a deck, evenly spread


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
                for part in PARTS:
                    assert bits(getattr(mine, part)) == bits(getattr(alone, part)), (case, part)


def plain_numbers(blocks):
    """The items of blocks that are numbers, except for those that give parameters their values."""
    for block in blocks:
        if not block.keyword.startswith("DESIGN_PARAMETER"):
            yield from (item for item in block.items or () if is_number(item.text))
            yield from plain_numbers(block.body or ())


def is_number(text):
    try:
        return math.isfinite(float(text)) and float(text) != 0.0
    except ValueError:
        return False


def numbers_as_parameters(path):
    """The deck with some of its numbers, wherever they stand, as parameters, and their values by name."""
    master = parse_deck(path)
    items = [item for item in plain_numbers(master.tree.blocks) if item.source is master.sources[0]]
    items = items[:: max(1, len(items) // MOST_NUMBERS)][:MOST_NUMBERS] if MOST_NUMBERS else items
    lines, values, head = path.read_text().splitlines(), {}, ""
    for item in reversed(items):  # from the end, so that places stay
        name, row, column = f"number_{item.line}_{item.column}", item.line - 1, item.column - 1
        changed = lines.copy()
        changed[row] = f"{lines[row][:column]}#{name}{lines[row][column + len(item.text) :]}"
        declared = (
            f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{{item.text}}} }} "
        )
        text = declared + head + "\n".join(changed)
        if not check_deck(text, Options(allow_include=(path.parent,))).has_errors:
            lines, values[name], head = changed, float(item.text), declared + head
    return head + "\n".join(lines), values


@pytest.mark.parametrize("path", DECKS, ids=[path.stem for path in DECKS])
def test_any_number_of_a_deck_may_vary(path, monkeypatch):
    """Model and rows of each case, after others in which other numbers vary, are those of a case alone."""
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


def assert_same_rows(mine, alone):
    assert (mine.status, mine.message, mine.steps) == (alone.status, alone.message, alone.steps)
    assert mine.time.tobytes() == alone.time.tobytes()
    for sensor, history in alone.sensors.items():
        assert mine.sensors[sensor].tobytes() == history.tobytes(), sensor


@pytest.mark.parametrize("name", ["sliding_and_rolling", "puma560", "sleeping_top", "rotor"])
def test_the_rows_of_a_case_after_others(name):
    """With contacts, joints and drives, an initial state that differs alone, and bushings."""
    path = next(path for path in DECKS if path.stem == name)
    parsed, compiled, parameters = parsed_with_parameters(path)
    variation = Variation(parsed, Options(t_end=compiled.schedule.start + 3.0 * compiled.schedule.spacing))
    cases = [{name: value * factor} for name, value in list(parameters.items())[:2] for factor in FACTORS]
    for case, mine in zip(cases, CaseSolver(variation).solve_all(cases), strict=True):
        assert_same_rows(mine, CaseSolver(variation).solve(case))
