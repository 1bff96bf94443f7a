"""Objects with unchanged blocks are not read again, unless a design parameter has another value."""

from __future__ import annotations

import pytest

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.parser.description.builder import describe
from rbsolve.parser.description.memory import Memory
from rbsolve.pipeline import parse_deck

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {1} }
@POINT_DEFINITION { @POINT_NAME {fixed} { @COORDINATES {1, 2, 3} } @POINT_NAME {open} { @COORDINATES {0, 2*#a, 0} } }
"""
DAMAGED = DECK + "@POINT_DEFINITION { @POINT_NAME {cut} { @COORDINATES {1, 2"


@pytest.fixture
def points():
    """Return a function that describes the deck with a value of #a, and returns its points."""
    parsed, memory = parse_deck(DECK), Memory()

    def read(a, tree=parsed.tree):
        return describe(tree, parsed.sources, {"a": a}, Diagnostics(), memory).of_kind("POINT")

    return read


def test_unchanged_blocks_are_not_read_again(points):
    first, second = points(1.0), points(1.0)
    assert all(second[name] is first[name] for name in ("fixed", "open"))


def test_another_value_of_a_parameter_reads_all_blocks_again(points):
    first, second = points(1.0), points(4.0)
    assert second["fixed"] is not first["fixed"]
    assert [tuple(found["open"]["COORDINATES"]) for found in (first, second)] == [(0.0, 2.0, 0.0), (0.0, 8.0, 0.0)]
    assert points(4.0)["open"] is second["open"]


def test_a_damaged_text_does_not_change_the_memory(points):
    first = points(1.0)
    points(1.0, parse_deck(DAMAGED).tree)
    assert points(1.0)["fixed"] is first["fixed"]
