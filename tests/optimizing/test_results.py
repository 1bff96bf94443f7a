"""The result of an optimization: the order of its optima, its tables, and its numbers in `optimum.json`."""

import pytest

from rbsolve.optimizing.problem import Refusal
from rbsolve.optimizing.result import Choice, Condition, Optimum, Search

PARAMETERS = {
    "P": Choice("P", 10.0, 10.0, 110.0, 60.0, "lower", 0.25),
    "D": Choice("D", 7.5, 1.0, 21.0, 2.0, "", 0.0),
    "L": Choice("L", 3.0, 2.0, 3.0, 2.5, "upper", -4.0),
}
CONDITIONS = (Condition("max(x) <= 2", -0.5, False, 0.0), Condition("#D >= 7.5", 0.125, True, 8.0))


def search(value, P, status="complete", D=7.5):
    return Search({"P": 60.0, "D": 2.0}, {"P": P, "D": D, "L": 3.0}, value, status, f"ended at {value}", 11)


# The ranges are 100 and 20, so optima are equal up to differences of 0.1 and 0.02.
SEARCHES = [
    search(3.0, 40.0),
    search(1.0, 10.0),
    search(0.5, 90.0, "failed"),
    search(1.5, 10.09, D=7.519),
    search(2.0, 10.11),
    search(2.5, 10.0, D=7.521),
]


def optimum(objective="minimize final(x)"):
    refused = (Refusal({"P": 50.0}, "the joint stays open"),)
    return Optimum(
        "complete", "converged", objective, 1.0, PARAMETERS, CONDITIONS, 1e-5, 41, 42, 43, "tangent", SEARCHES,
        ("a warning",), refused, (9.0, 1.0), {"seed": 5},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("objective", "values"),
    [("minimize final(x)", [1.0, 2.0, 2.5, 3.0]), ("maximize final(x)", [3.0, 2.5, 2.0, 1.0])],
)
def test_local_optima_are_distinct_with_the_best_first(objective, values):
    """Of equal optima, the best remains. Failed searches have no optimum."""
    assert [found.value for found in optimum(objective).local_optima] == values


def test_tables_have_a_row_for_each_parameter_and_constraint():
    lines = [" ".join(line.split()) for line in repr(optimum()).splitlines()]
    assert lines[0] == "<Optimum: complete, minimize final(x) = 1>"
    assert "P 10 10 to 110 at its lower bound 0.25" in lines
    assert "D 7.5 1 to 21" in lines
    assert "L 3 2 to 3 at its upper bound -4" in lines
    assert "max(x) <= 2 -0.5 no" in lines
    assert "#D >= 7.5 0.125 yes 8" in lines
    page = optimum()._repr_html_()
    assert [page.count(f"<td>{word}") for word in ("at its lower bound", "at its upper bound", "yes", "no")] == [1] * 4
    assert SEARCHES[1].cells() == ["P = 60, D = 2", "1", "complete", "11"]


def test_the_file_has_all_numbers():
    found = optimum().as_json()
    assert found["parameters"]["L"] == {
        "value": 3.0, "lower": 2.0, "upper": 3.0, "start": 2.5, "active": "upper", "multiplier": -4.0,
    }  # fmt: skip
    assert found["parameters"]["D"]["active"] is None
    assert found["constraints"] == [
        {"text": "max(x) <= 2", "difference": -0.5, "active": False, "multiplier": 0.0},
        {"text": "#D >= 7.5", "difference": 0.125, "active": True, "multiplier": 8.0},
    ]
    names = ("status", "message", "value", "gradient_norm", "iterations", "evaluations", "runs", "derivatives", "seed")
    assert [found[name] for name in names] == ["complete", "converged", 1.0, 1e-5, 41, 42, 43, "tangent", 5]
    assert [one["value"] for one in found["local_optima"]] == [1.0, 2.0, 2.5, 3.0]
    assert found["searches"][2] == {
        "start": {"P": 60.0, "D": 2.0}, "parameters": {"P": 90.0, "D": 7.5, "L": 3.0}, "value": 0.5,
        "status": "failed", "message": "ended at 0.5", "iterations": 11,
    }  # fmt: skip
    assert (found["warnings"], found["refused"]) == (("a warning",), [optimum().refused[0]._asdict()])


def test_a_result_is_a_mapping_and_a_data_frame():
    found = optimum()
    assert dict(found) == {"P": 10.0, "D": 7.5, "L": 3.0}
    frame = found.to_pandas()
    assert frame.columns.tolist() == ["P", "D", "L", "value", "status", "iterations"]
    assert frame["P"].tolist() == [40.0, 10.0, 90.0, 10.09, 10.11, 10.0]
    assert frame["status"].tolist() == ["complete"] * 2 + ["failed"] + ["complete"] * 3
