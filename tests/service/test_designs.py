"""The cases of a request to the service, and the messages about requests that give none."""

import json
from pathlib import Path

import pytest

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.service.requests.design import request_of

METHODS = "lhs, sobol, halton, random, saltelli, morris"
VALUES = '"0.1:0.5:9", [1, 2, 5], 0.3 or [[0, 0, 1], [0, 1, 0]]'


def read(folder, design, **given):
    diagnostics = Diagnostics()
    return request_of(Path(folder) / "a.deck", given, design, diagnostics), list(diagnostics)


def drawn(made):
    return made.sampling.size, made.sampling.method, made.sampling.seed


def axes_of(made):
    return {axis.name: axis.list_values().tolist() for axis in made.axes}


@pytest.mark.parametrize(("key", "zipped"), [("grid", False), ("zip", True)])
def test_lists_and_fixed_parameters(tmp_path, key, zipped):
    lists = {"L": [1, 2.5], "v": [[0, 0, 1], [0, 1, 0]], "n": "0:1:3", "m": ["4,5"]}
    made, findings = read(tmp_path, {key: lists}, parameters={"g": 9.81, "w": [1, 2]}, step=0.1)
    assert findings == []
    assert (made.zipped, made.step, made.deck, made.sampling) == (zipped, 0.1, tmp_path / "a.deck", None)
    assert axes_of(made) == {
        "L": [[1.0], [2.5]],
        "v": [[0, 0, 1], [0, 1, 0]],
        "n": [[0.0], [0.5], [1.0]],
        "m": [[4.0], [5.0]],
        "g": [[9.81]],
        "w": [[1.0, 2.0]],
    }


def test_a_sample(tmp_path):
    made, findings = read(tmp_path, {"sample": {"size": 8, "parameters": {"L": "0:1"}}})
    assert findings == []
    assert drawn(made) == (8, "lhs", 0)
    made, _ = read(tmp_path, {"sample": {"size": 4, "method": "sobol", "seed": 7, "parameters": {"L": "0:1"}}})
    assert drawn(made) == (4, "sobol", 7)
    assert [(axis.name, axis.low, axis.high) for axis in made.axes] == [("L", 0.0, 1.0)]


@pytest.mark.parametrize(
    "table", ["L,m\n1,3\n2.5,4\n", {"L": [1, 2.5], "m": [3, 4]}, [{"L": 1, "m": 3}, {"m": 4, "L": 2.5}]]
)
def test_a_table_is_written_beside_the_deck(tmp_path, table):
    made, findings = read(tmp_path, {"table": table})
    assert findings == []
    assert made.table[0] == tmp_path / "cases.csv"
    assert made.table[0].read_text() == "L,m\n1,3\n2.5,4\n"


@pytest.mark.parametrize(
    ("design", "place", "code", "message", "hint"),
    [
        (
            {"sample": {"size": 8, "method": "lsh", "parameters": {"L": "0:1"}}},
            *("sample", "invalid-value", "there is no method 'lsh'", METHODS),
        ),
        (
            {"table": {"L": [1], "m": [2, 3]}},
            "table",
            "invalid-value",
            "the columns of a table must have equal lengths",
            None,
        ),
        (
            {"table": [{"L": 1}, {"m": 1}]},
            *("table", "invalid-value", "the rows of a table must have values for the same parameters", None),
        ),
        ({"table": []}, "table", "invalid-value", "the table has no cases", None),
        ({"table": ""}, "table", "invalid-value", "the table has no cases", None),
        *(
            (
                {"grid": {"m": [1], "L": value}},
                f"L: {json.dumps(value)}",
                "wrong-type",
                "the values of `L` cannot be read",
                VALUES,
            )
            for value in ([], [1, True], [1, "x"], [[]], [[1, None]], None, 1e300, {"from": 1})
        ),
    ],
)
def test_what_is_wrong_has_its_place_and_hint(tmp_path, design, place, code, message, hint):
    made, [found] = read(tmp_path, design)
    assert made is None
    assert (found.severity, found.code, found.message, found.hint) == ("error", code, message, hint)
    assert (found.span.source.name, found.span.text) == ("<request>", place)
    assert found.span[1:] == (1, 1, 1, len(place) + 1)


def test_long_values_are_shortened(tmp_path):
    _, [found] = read(tmp_path, {"grid": {"L": [None] * 100}})
    assert found.span.text == ("L: [" + "null, " * 40)[:200]
