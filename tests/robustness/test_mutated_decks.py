"""Decks with a single fault each. No check ends in an exception, and few faults cause many diagnostics.

The script `benchmarks/fuzz_checks.py` does the same without end.
"""

import random
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))

from deck_mutations import MUTATIONS, NUMBERS  # noqa: E402  # after the search path is set

from rbsolve.pipeline import check_deck  # noqa: E402  # after the search path is set

DECKS = sorted([*(ROOT / "decks").glob("*.deck"), *(ROOT / "benchmarks" / "short_forms").glob("*.deck")])
MUTANTS = 5  # number of mutants of each deck by each mutation
MANY = 6


@pytest.mark.parametrize("kind", MUTATIONS)
def test_a_fault_is_told_and_not_answered_by_a_cascade(kind):
    chance = random.Random(kind)
    cascades = checks = 0
    for path in DECKS:
        text = path.read_text(encoding="utf-8")
        for _ in range(MUTANTS):
            checked = check_deck(MUTATIONS[kind](text, chance))
            checks += 1
            if checked.diagnostics.has_errors:
                assert checked.compiled is None
            else:  # a deck without an analysis is valid, but the solver cannot solve it
                assert checked.compiled is not None or not list(checked.contents.all_of("ANALYSIS"))
            cascades += sum(finding.severity == "error" for finding in checked.diagnostics) > MANY
    assert cascades <= (0.05 if kind in ("cut", "repeated") else 0.02) * checks


@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_ends_in_an_exception(number):
    """The test replaces every number of a small deck in turn."""
    text = (ROOT / "decks" / "heavy_top.deck").read_text(encoding="utf-8")
    assert not check_deck(text).diagnostics.has_errors
    pieces = text.replace("{", "{\0").replace(",", ",\0").split("\0")
    checks = 0
    for index, piece in enumerate(pieces):
        stop = min((piece.find(end) for end in ",}" if end in piece), default=0)
        if stop > 0 and piece[:stop].strip()[:1].isdigit():
            checked = check_deck("".join([*pieces[:index], number + piece[stop:], *pieces[index + 1 :]]))
            if checked.diagnostics.has_errors:
                assert checked.compiled is None
            else:  # a deck without an analysis is valid, but the solver cannot solve it
                assert checked.compiled is not None or not list(checked.contents.all_of("ANALYSIS"))
            checks += 1
    assert checks > 10


HARMS = {  # the text at a design parameter, and its replacement
    "no value": (r"(@DESIGN_PARAMETER_NAME\s*\{#\w+\})\s*@SCALAR_VALUE\s*\{[^{}]*\}", r"\1"),
    "no name": (r"@DESIGN_PARAMETER_NAME\s*\{#\w+\}(\s*@SCALAR_VALUE)", r"\1"),
    "a known keyword": (r"(@DESIGN_PARAMETER_NAME\s*\{#\w+\}\s*)@SCALAR_VALUE", r"\1@MASS"),
    "a file": (r"(@DESIGN_PARAMETER_NAME\s*\{#\w+\}\s*)@SCALAR_VALUE", r"\1@TABLE_FILE"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_design_parameter_without_its_value_is_told_in_every_deck(harm):
    """The error is at the place of the parameter, or names the parameter. The changed parameter can be a
    number of repetitions. In this case, blocks are missing too.
    """
    pattern, instead = HARMS[harm]
    chance, harmed = random.Random(harm), 0
    for path in DECKS:
        text = path.read_text(encoding="utf-8")
        places = [] if "@INCLUDE_COMMAND" in text else list(re.finditer(pattern, text))
        for place in chance.sample(places, min(4, len(places))):
            checked = check_deck(text[: place.start()] + place.expand(instead) + text[place.end() :])
            errors = [finding for finding in checked.diagnostics if finding.severity == "error"]
            line, (name,) = text.count("\n", 0, place.start()) + 1, re.findall(r"\{(#\w+)\}", place[0])
            assert checked.compiled is None
            told = [f for f in errors if abs(f.span.line - line) <= 2 or f"parameter {name} " in f.message]
            assert told, (path.name, line, errors)
            harmed += 1
    assert harmed > 60


# (deck, present text, replacement, code and words of the diagnostic); numpy warned of each change in an earlier version
ODD = [
    (
        "rolling_disc.deck",
        "{rad(70)}",
        "{rad(1e-12)}",
        "inconsistent-initial-conditions",
        "a disc must not lie flat on its plane",
    ),
]


def test_a_length_far_below_rounding_is_zero():
    """In an earlier version, this length was the extent of the model, and velocities relative to it overflowed."""
    text = (ROOT / "decks" / "delayed_brake.deck").read_text(encoding="utf-8")
    odd = text.replace("@COORDINATES {0, 0, 0}", "@COORDINATES {0, 1e-320, 0}", 1)
    assert odd != text
    assert check_deck(odd).diagnostics.has_errors is False
    assert [f.message for f in check_deck(odd).diagnostics] == [f.message for f in check_deck(text).diagnostics]


@pytest.mark.parametrize(("deck", "sound", "odd", "code", "words"), ODD)
def test_numbers_that_overflow_on_the_way_are_a_finding_and_no_warning_of_a_library(deck, sound, odd, code, words):
    text = (ROOT / "decks" / deck).read_text(encoding="utf-8")
    assert sound in text
    found = [f for f in check_deck(text.replace(sound, odd, 1)).diagnostics if f.code == code]
    assert len(found) == 1
    assert words in f"{found[0].message} {found[0].hint}"


def test_shapes_of_a_deck_whose_geometry_is_wrong():
    text = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E3 {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} } }
@SHAPE_DEFINITION { @SHAPE_NAME {s} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @AT_POINT {O} @TRIAD_NAME {T} @DIMENSIONS {1} } }
"""
    assert [finding.code for finding in check_deck(text).diagnostics] == ["degenerate-geometry"]
