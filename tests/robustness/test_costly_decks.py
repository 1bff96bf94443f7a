"""A check of any text of up to 100 kB ends soon."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from costly_decks import SECONDS, TEXTS, measure

from rbsolve.language.diagnostics import LONGEST_WORD
from rbsolve.pipeline import check_deck


@pytest.mark.parametrize("name", TEXTS)
def test_a_check_ends_soon(name):
    assert len(TEXTS[name]) < 115_000
    seconds, _, told = measure(name)
    assert not told.startswith("!")
    assert seconds < SECONDS  # most checks take a tenth of this time


def test_a_finding_counts_what_would_be_written():
    [finding] = check_deck(TEXTS["templates of two instances"]).diagnostics
    assert finding.code == "invalid-value"
    # The deck has 2^31 - 1 instances above the points, with 2 blocks, 2 items and two containers each. It has 2^31
    # points with 6 parts each.
    count = int(finding.message.split()[3].replace(",", ""))
    assert 2**31 * 6 < count < 2**31 * 30
    assert "a deck can have at most 50,000" in finding.message


def test_loops_that_are_too_many_to_be_examined_are_said():
    [finding] = check_deck(TEXTS["loops of thousands"]).diagnostics
    assert (finding.severity, finding.code) == ("note", "redundant-constraints")
    assert finding.message.startswith("3000 joints form coupled loops")


def test_no_message_repeats_a_very_long_word():
    found = list(check_deck(TEXTS["a long name"]).diagnostics)
    assert found
    assert all(len(finding.message) < LONGEST_WORD for finding in found)


def test_repetitions_in_repetitions_are_counted_in_full():
    inner = "@REPEAT {j, 1, 300} { @POINT_DEFINITION { @POINT_NAME {P_#i_#j} { @COORDINATES {#i, #j, 0} } } }"
    [finding] = check_deck(f"@REPEAT {{i, 1, 300}} {{ {inner} }}").diagnostics
    # The count of a repetition contains the repetition, its 3 items and its whole expansion. A point has 3 blocks with
    # 4 items.
    assert f"{4 + 300 + 300 * 4 + 300**2 + 300**2 * 7:,} blocks and items" in finding.message


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "lags behind each other",
            "750 states of signals have no initial value; steady values can be found for at most 500",
        ),
        (
            "lags beside each other",
            "3000 states of signals have no initial value; steady values can be found for at most 500",
        ),
        (
            "groups of contacts",
            "contact c1 has 18,915 pairs of shapes; at most 1,085 are allowed, because earlier groups use the rest of the 20,000 pairs",
        ),
        ("shapes named often", "contact c has 127,992,000 pairs of shapes; at most 20,000 are allowed"),
    ],
)
def test_what_is_too_much_is_counted_and_said(name, told):
    """There are 195 * 194 / 2 = 18,915 pairs of shapes, and 16,000 * 15,999 / 2 = 127,992,000 pairs of names."""
    errors = [one for one in check_deck(TEXTS[name]).diagnostics if one.severity == "error"]
    assert errors[0].message.startswith(told)
