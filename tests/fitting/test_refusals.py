"""Texts of a search that cannot be read: `--match`, `--free`, `-p`, `--subject-to`, and tables without data."""

from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.fitting.matches import Match, free_of, match_of
from rbsolve.fitting.tables import DataError, table_of
from rbsolve.optimizing.problem import constraint_of
from rbsolve.search.variables import SearchError, variable_of

SENSORS = {
    "tip": SimpleNamespace(components=("x1", "x2", "x3"), units="m", sensor_type="POSITION", rotation_parameters=""),
    "angle": SimpleNamespace(components=("q",), units="rad", sensor_type="RELATIVE_ROTATION", rotation_parameters=""),
}
MATCHES = [Match("y", "tip", 1, "tip.x2", "m", gain=2.0, delay=0.5)]
KNOWN = {"k": 100.0, "axis": (0.0, 0.0, 1.0)}
FORM = "expected COLUMN=sensor.component, optionally with *gain, +offset and @delay"
PART = "expected gain:COLUMN, offset:COLUMN or delay:COLUMN"
BOUNDS = "expected bounds of the form LOWER:UPPER or LOWER:UPPER:START"
RANGE = "expected LOWER:UPPER or LOWER:UPPER:START"
NUMBERS = "expected numbers, as in 50, 50:500 or 50:500:80"
LIST = "axis is a list of numbers, but a search changes single numbers: make each number a separate parameter"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y=tip.x2", ("y", "tip", 1, "tip.x2", "m", 1.0, 0.0, 0.0)),
        ("y = angle * 2 + -0.5 @ 1e-2", ("y", "angle", 0, "angle", "rad", 2.0, -0.5, 0.01)),
        ("y=angle@.25", ("y", "angle", 0, "angle", "rad", 1.0, 0.0, 0.25)),
    ],
)
def test_matches(text, expected):
    found = match_of(text, SENSORS)
    assert tuple(getattr(found, name) for name in Match.__slots__) == expected


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tip.x2", FORM),
        ("=tip.x2", FORM),
        ("y=", FORM),
        ("y=tip", "tip has 3 components; name one: tip.x1, tip.x2, tip.x3"),
        ("y=tpi.x1", "there is no sensor tpi.x1: the names are tip, angle"),
    ],
)
def test_what_is_no_match(text, told):
    with pytest.raises(SearchError) as refused:
        match_of(text, SENSORS)
    assert str(refused.value) == f"--match {text}: {told}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gain:y", ("gain:y", -np.inf, np.inf, 2.0)),
        ("offset:y=-1:3", ("offset:y", -1.0, 3.0, 0.0)),
        ("offset:y=1:3", ("offset:y", 1.0, 3.0, 1.0)),
        ("gain:y=-1:1", ("gain:y", -1.0, 1.0, 1.0)),
        ("gain:y=0:4:3", ("gain:y", 0.0, 4.0, 3.0)),
        ("delay:y", ("delay:y", 0.3, 0.7, 0.5)),  # a tenth of 2 s on both sides
    ],
)
def test_free_parts(text, expected):
    part, match, variable = free_of(text, MATCHES, 2.0)
    assert (part, match) == (text.partition(":")[0], MATCHES[0])
    assert (variable.name, variable.lower, variable.upper, variable.start) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("y", PART),
        ("scale:y", PART),
        ("gain:z", "there is no matched column z: the names are y"),
        ("gain:y=1", BOUNDS),
        ("gain:y=2:1", BOUNDS),
        ("gain:y=1:1", BOUNDS),
        ("gain:y=1:2:3:4", BOUNDS),
        ("gain:y=a:b", BOUNDS),
        ("gain:y=1:2:3", "the start 3 is not between 1 and 2"),
    ],
)
def test_what_is_no_free_part(text, told):
    with pytest.raises(SearchError) as refused:
        free_of(text, MATCHES, 2.0)
    assert str(refused.value) == f"--free {text}: {told}"


@pytest.mark.parametrize(
    ("given", "expected"),
    [("50:500", (50, 500, 100)), ("200:400", (200, 400, 300)), ("50:500:80", (50, 500, 80)), ((1, 100), (1, 100, 100))],
)
def test_variables(given, expected):
    found = variable_of("k", given, KNOWN)
    assert (found.name, found.lower, found.upper, found.start) == ("k", *expected)


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("k", "50", RANGE),
        ("k", "1:2:3:4", RANGE),
        ("k", "2:1", "the lower bound 2 is not below the upper bound 1"),
        ("k", "1:1", "the lower bound 1 is not below the upper bound 1"),
        ("k", "1:2:3", "the start 3 is not between 1 and 2"),
        ("k", "1:x", NUMBERS),
        ("k", "1:inf", NUMBERS),
        ("axis", "1:2", LIST),
        ("kk", "1:2", "there is no design parameter kk: did you mean k?"),
    ],
)
def test_what_is_no_variable(name, given, told):
    with pytest.raises(SearchError) as refused:
        variable_of(name, given, KNOWN, "a.csv:")
    assert str(refused.value) == f"-p a.csv:{name}={given}: {told}"


@pytest.mark.parametrize("text", ["max(tip.x1)", "max(tip.x1) < 2", "<= 2", "max(tip.x1) <="])
def test_what_is_no_constraint(text):
    with pytest.raises(SearchError) as refused:
        constraint_of(text, lambda scalar: scalar)
    assert str(refused.value) == f'--subject-to "{text}": expected "SCALAR <= VALUE", with <=, >= or =='


@pytest.mark.parametrize(("sign", "factor"), [("<=", 1.0), (">=", -1.0), ("==", 0.0)])
def test_constraints(sign, factor):
    found = constraint_of(f" max(tip.x1)  {sign} 2 ", lambda scalar: scalar)
    assert (found.text, found.difference, found.sign) == (f"max(tip.x1) {sign} 2", "(max(tip.x1)) - (2)", sign)
    assert found.is_equality == (sign == "==")


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({}, "data: the columns must be arrays (m,) of equal length; their shapes are {}"),
        (
            {"t": [0, 1], "a": [1]},
            "data: the columns must be arrays (m,) of equal length; their shapes are {'t': (2,), 'a': (1,)}",
        ),
        (
            {"t": [[0, 1]]},
            "data: the columns must be arrays (m,) of equal length; their shapes are {'t': (1, 2)}",
        ),
        ({"t": [0], "a": [1]}, "data: 1 rows of data are too few for a fit"),
        ({"t": [0, np.nan], "a": [1, 2]}, "data: row 1: column t: the time is missing"),
        (
            {"t": [0, 1, 1], "a": [1, 2, 3]},
            "data: row 2: column t: the time 1 is not after the time 1 of the previous row",
        ),
    ],
)
def test_what_is_no_table(columns, told):
    with pytest.raises(DataError) as refused:
        table_of(columns)
    assert str(refused.value) == told
