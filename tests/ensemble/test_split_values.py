"""Values of many cases that are split into one value for each case, and parts of cases without a run."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

import rbsolve
from rbsolve.ensemble.case import first_error, join_pieces
from rbsolve.ensemble.separation import NotAlike, separate
from rbsolve.ensemble.solving import run_cases
from rbsolve.language.diagnostics import Diagnostics, Severity, Source, Span
from rbsolve.language.many import Many
from rbsolve.pipeline import CheckedDeck, Options, check_deck

MANY = Many(np.array([1.0, 2.0, 4.0]))


def test_numbers_of_many_cases_are_split():
    for many, plain, expected in (
        (MANY, 1.0, [1.0, 2.0, 4.0]),
        ((MANY, "a", 3.0), (1.0, "a", 3.0), [(1.0, "a", 3.0), (2.0, "a", 3.0), (4.0, "a", 3.0)]),
        ({"k": MANY, "n": 3}, {"k": 1.0, "n": 3}, [{"k": 1.0, "n": 3}, {"k": 2.0, "n": 3}, {"k": 4.0, "n": 3}]),
    ):
        of_case = separate(many, plain)
        assert [of_case(case) for case in range(3)] == expected
    array = np.array([MANY, 5.0], dtype=object)
    of_case = separate(array, np.array([1.0, 5.0]))
    assert [of_case(case).tolist() for case in range(3)] == [[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]]


@pytest.mark.parametrize(
    ("many", "plain"),
    [
        (3.0, 3.0),
        (float("nan"), float("nan")),
        ("a", "a"),
        ((1, 2.0), (1, 2.0)),
        ({"a": 1.0}, {"a": 1.0}),
        (np.array([1.0, 2.0]), np.array([1.0, 2.0])),
        (np.array([1.0, 2.0], dtype=object), np.array([1.0, 2.0])),
    ],
)
def test_values_that_all_cases_share_are_not_split(many, plain):
    assert separate(many, plain) is None


@pytest.mark.parametrize(
    ("many", "plain"),
    [
        (3, 3.0),  # another type
        (3.0, 3.5),
        (0.0, -0.0),  # another sign of zero
        ("a", "b"),
        ((1.0,), (1.0, 2.0)),
        ({"a": 1.0}, {"b": 1.0}),
        ({"a": 1.0, "b": 1.0}, {"b": 1.0, "a": 1.0}),  # another order
        ([1.0, 2.0], np.array([1.0, 2.0])),
        (np.array([1.0]), np.array([1.0, 2.0])),
        (np.array([1.0, 3.0]), np.array([1.0, 2.0])),
        (np.array([1, 2]), np.array([1.0, 2.0])),  # another type of numbers
        (np.array([1.0, 3.0], dtype=object), np.array([1.0, 2.0])),
    ],
)
def test_values_that_differ_in_more_than_floats_cannot_be_split(many, plain):
    with pytest.raises(NotAlike):
        separate(many, plain)


def test_pieces_of_rows_are_joined():
    time, histories = join_pieces([])
    assert (time.shape, histories) == ((0,), {})
    first, second = [(np.array([k + 0.0, k + 0.5]), {"tip": np.full((2, 1), k)}) for k in range(2)]
    assert join_pieces([first]) is first
    time, histories = join_pieces([first, second])
    assert time.tolist() == [0.0, 0.5, 1.0, 1.5]
    assert histories["tip"].ravel().tolist() == [0, 0, 1, 1]


def test_the_first_error_of_a_deck_is_one_line():
    found = Diagnostics()
    span = Span(Source("decks/parts/a.deck", "x\ny\n"), 2, 1, 2, 2)
    checked = CheckedDeck(found, Options())
    assert first_error(checked) == "the deck cannot be solved"
    found.warning("W1", "a warning", span)
    assert first_error(checked) == "the deck cannot be solved"
    assert first_error(CheckedDeck(found, Options(werror=True))) == "a.deck:2: W1: a warning"
    found.error("E1", "an error", span, hint="correct it")
    found.error("E2", "another error", span)
    assert [finding.severity for finding in found].count(Severity.ERROR) == 2
    assert first_error(checked) == "a.deck:2: E1: an error (hint: correct it)"


def test_without_cases_nothing_is_solved():
    assert list(run_cases(SimpleNamespace(), [], threads=1)) == []


BOX = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS {#m} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} } }
"""


def test_cases_with_errors_have_no_times():
    ensemble = rbsolve.solve_many(BOX, {"m": [-1.0, -2.0]}, threads=1)
    assert ensemble.status.tolist() == ["failed", "failed"]
    assert all(message.startswith("<text>:3: ") for message in ensemble.messages)
    assert ensemble.time.shape == (0,)
    with pytest.raises(KeyError, match="there is no sensor tpi"):
        ensemble.envelope("tpi")
    heads = re.findall("<th>(.*?)</th>", ensemble._repr_html_())
    assert heads == ["sensor", "type", "shape", "units"]
    assert repr(ensemble).splitlines()[0] == "<Ensemble: 2 cases over m, 2 failed>"


def test_checked_decks_have_the_parts_that_were_computed():
    checked = check_deck("@MODEL {")
    with pytest.raises(Exception, match="correct its errors first") as refused:
        _ = checked.source
    assert str(refused.value) == "this deck has no text that was kept: correct its errors first"
