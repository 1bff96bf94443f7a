"""Functions are called again only if the values that they read have changed."""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.language.described import Described, Description, LaterDescription
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.recall import Recall, recallable
from rbsolve.parser.description import builder
from rbsolve.parser.description.again import Again
from rbsolve.pipeline import Options, parse_deck

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#b} @SCALAR_VALUE {2*#a} }
@POINT_DEFINITION { @POINT_NAME {fixed} { @COORDINATES {1, 2, 3} } @POINT_NAME {open} { @COORDINATES {0, #b, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
"""


@pytest.fixture
def describe():
    parsed = parse_deck(DECK)
    first = builder.describe(parsed.tree, parsed.sources, Options().parameters, Diagnostics())
    again = Again(parsed.tree, {}, first, ["a"])
    return lambda a: again.describe({"a": a})[0]


def run(function, describe, values):
    """Call a function for successive values of #a. Return how often the function itself ran, and the results."""
    calls = []

    @recallable
    def counted(*arguments):
        calls.append(arguments)
        return function(*arguments)

    recall = Recall()
    with recall:
        results = [counted(describe(a)) for a in values]
    return len(calls), results


def coordinates(description: Description, name: str) -> tuple[float, ...]:
    return description.of_kind("POINT")[name]["COORDINATES"]


def test_who_reads_no_open_value_is_called_once(describe):
    calls, results = run(lambda d: coordinates(d, "fixed"), describe, [1.0, 2.0, 3.0])
    assert (calls, results) == (1, [(1.0, 2.0, 3.0)] * 3)
    calls, _ = run(lambda d: [block.name for block in d.all_of("POINT")], describe, [1.0, 2.0, 3.0])
    assert calls == 1


def test_who_reads_an_open_value_is_called_each_time(describe):
    calls, results = run(lambda d: coordinates(d, "open"), describe, [1.0, 2.0, 3.0])
    assert (calls, results) == (3, [(0.0, 2.0, 0.0), (0.0, 4.0, 0.0), (0.0, 6.0, 0.0)])
    for look in (
        lambda block: block.get("COORDINATES"),
        lambda block: block.value("COORDINATES").data,
        lambda block: block.values["COORDINATES"].data,
    ):
        calls, results = run(lambda d, look=look: look(d.of_kind("POINT")["open"]), describe, [1.0, 2.0])
        assert (calls, results) == (2, [(0.0, 2.0, 0.0), (0.0, 4.0, 0.0)])


def test_an_object_that_was_read_through_another_function_counts(describe):
    inner = recallable(lambda description: coordinates(description, "open")[1])
    calls, results = run(lambda d: 10.0 * inner(d), describe, [1.0, 2.0])
    assert (calls, results) == (2, [20.0, 40.0])


def test_a_result_of_equal_bits_is_the_object_of_before(describe):
    calls = []

    @recallable
    def clipped(description: Description) -> np.ndarray:
        return np.minimum(coordinates(description, "open"), 5.0)

    @recallable
    def user(array: np.ndarray) -> float:
        calls.append(array)
        return float(array.sum())

    with Recall():
        assert [user(clipped(describe(a))) for a in (1.0, 3.0, 4.0, 2.0)] == [2.0, 5.0, 5.0, 4.0]
        assert len(calls) == 3
        assert user(np.full(3, 5.0)) == 15.0
        assert user(np.full(3, 5.0)) == 15.0
        assert len(calls) == 4  # an array with equal bits is the same argument
        same = recallable(lambda array: array)
        minus, plus = same(np.array([-0.0])), same(np.array([0.0]))
        assert minus is not plus


def test_objects_whose_values_change_are_never_kept(describe):
    calls, results = run(lambda d: list(d.all_of("POINT")), describe, [1.0, 2.0])
    assert calls == 2
    assert [block["COORDINATES"] for block in results[1]] == [(1.0, 2.0, 3.0), (0.0, 4.0, 0.0)]
    assert isinstance(results[0][1], Described)


def test_who_reports_something_is_called_again(describe):
    calls = []

    @recallable
    def warns(description: Description, diagnostics: Diagnostics) -> None:
        calls.append(description)
        diagnostics.warning(Code.INVALID_VALUE, "odd", description.of_kind("POINT")["fixed"].span)

    with Recall():
        for a in (1.0, 2.0):
            diagnostics = Diagnostics()
            warns(describe(a), diagnostics)
            assert len(diagnostics) == 1
    assert len(calls) == 2


def test_without_a_recall_nothing_is_kept(describe):
    calls = []
    counted = recallable(lambda description: calls.append(description))
    counted(describe(1.0))
    counted(describe(1.0))
    assert len(calls) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ({"a": 1.0, "b": 2.0}, {"a": 1.0, "b": 3.0}),
        ({"a": 1.0}, {"b": 1.0}),
        ({"a": 1.0}, {"a": 1.0, "b": 2.0}),
        ({"a": 1.0, "b": 2.0}, {"b": 2.0, "a": 1.0}),
        ([1.0], (1.0,)),
        (0.0, -0.0),
        (np.zeros(2), np.zeros((1, 2))),
        (np.zeros(2), np.ones(2)),
    ],
)
def test_arguments_of_another_value_call_again(arguments):
    before, now = arguments
    calls, _ = run(lambda given: given, lambda given: given, [before, now])
    assert calls == 2


def test_a_description_that_is_read_later_is_read_once(describe):
    """`objects` and `of_kind` of the same case give the same objects, which are read only once."""
    reads = []

    def read():
        reads.append(len(reads))
        return described, Diagnostics()

    described = describe(1)
    later = LaterDescription(described, {"POINT"}, read)
    assert later.of_kind("GRAVITY") == described.of_kind("GRAVITY")
    assert reads == []
    for _ in range(3):
        assert later.of_kind("POINT") == described.of_kind("POINT")
        assert later.objects == described.objects
    assert reads == [0]


RANGE = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {2} }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {1, #end} @TIME_STEP_SIZE {0.1} } }
"""


@pytest.mark.parametrize("end", [3.0, 0.5])
def test_a_case_has_the_findings_of_its_own_values(end):
    """A diagnostic of values in the wrong order uses only the values of the case itself."""
    parsed = parse_deck(RANGE)

    def read(value, found):
        return builder.describe(parsed.tree, parsed.sources, {"end": value}, found)

    whole = Diagnostics()
    first = read(2.0, Diagnostics())
    read(end, whole)
    _, found = Again(parsed.tree, {}, first, ["end"]).describe({"end": end})
    assert [one.message for one in found] == [one.message for one in whole]
    assert len(found) == (0 if end > 1.0 else 1)
