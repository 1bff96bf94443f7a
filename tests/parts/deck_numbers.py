"""Decks with some of their numbers as parameters, and comparisons of cases bit by bit."""

from __future__ import annotations

import math
import os

import numpy as np

from rbsolve.pipeline import Options, check_deck, parse_deck

PARTS = ("model", "initial", "reference_x", "reference_R", "schedule")
MOST_NUMBERS = int(os.environ.get("RBSOLVE_TEST_NUMBERS", "4"))  # numbers of a deck, evenly distributed


def bits(value):
    """Return all values in nested tuples, with arrays as their bytes."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    return tuple(map(bits, value)) if isinstance(value, tuple) else repr(value)


def plain_numbers(blocks):
    """Return the items of blocks that are numbers, except the values of parameters."""
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
    """Replace some numbers of a deck with parameters. Return the deck, and the values of the parameters by name."""
    master = parse_deck(path)
    items = [item for item in plain_numbers(master.tree.blocks) if item.source is master.sources[0]]
    items = items[:: max(1, len(items) // MOST_NUMBERS)][:MOST_NUMBERS] if MOST_NUMBERS else items
    lines, values, head = path.read_text().splitlines(), {}, ""
    for item in reversed(items):  # the last number comes first, so the places of the other numbers remain valid
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


def assert_same_rows(mine, alone):
    assert (mine.status, mine.message, mine.steps) == (alone.status, alone.message, alone.steps)
    assert mine.time.tobytes() == alone.time.tobytes()
    for sensor, history in alone.sensors.items():
        assert mine.sensors[sensor].tobytes() == history.tobytes(), sensor
