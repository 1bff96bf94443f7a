"""The cases of studies, and the messages about studies that do not fit their deck."""

import math
from pathlib import Path

import numpy as np
import pytest

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.studies.design.cases import make_cases
from rbsolve.studies.design.request import Sampling, StudyDesign, command_line, read_axis
from rbsolve.studies.design.study_file import read_study_file

DECLARED = {"L": 1, "speed": 1, "axis": 3}


def request(*axes, sample=None, method="lhs", zipped=False, table=None):
    diagnostics = Diagnostics()
    places = command_line([f"-p {text}" for text in axes] or [""])
    read = [read_axis(*text.split("=", 1), place, diagnostics) for text, place in zip(axes, places, strict=False)]
    sampling = None if sample is None else Sampling(sample, method, 7, places[0])
    path = None if table is None else (table, places[0])
    made = StudyDesign(Path("x.deck"), places[0], tuple(a for a in read if a), zipped, sampling, path)
    return made, diagnostics


def cases(*axes, **options):
    made, diagnostics = request(*axes, **options)
    found = make_cases(made, DECLARED, diagnostics)
    assert found is not None, [finding.as_json() for finding in diagnostics]
    return found


def find_only(*axes, **options):
    made, diagnostics = request(*axes, **options)
    if not len(diagnostics):
        assert make_cases(made, DECLARED, diagnostics) is None
    (only,) = diagnostics
    return only


def test_a_grid_has_its_last_parameter_fastest():
    found = cases("L=0:1:3", "speed=5,6")
    assert found.values.tolist() == [[0, 5], [0, 6], [0.5, 5], [0.5, 6], [1, 5], [1, 6]]
    assert found.case(3) == {"L": 0.5, "speed": 6.0}


def test_a_range_ends_at_its_very_bounds():
    values = cases("L=0.1:0.7:7").values[:, 0]
    assert values[0] == 0.1
    assert values[-1] == 0.7
    assert len(values) == 7


def test_a_range_of_one_value_has_its_lower_bound():
    assert cases("L=0.1:0.7:1").values.tolist() == [[0.1]]


def test_vectors_stand_in_brackets():
    found = cases("axis=[0,0,1],[0,1,0]", "L=3")
    assert found.widths == (3, 1)
    assert found.case(1) == {"axis": (0.0, 1.0, 0.0), "L": 3.0}
    assert found.columns()["axis"].shape == (2, 3)


def test_numbers_may_be_formulas():
    assert cases("L=pi/2,-atan2(0, 1), 2*(1 + 1)").values[:, 0].tolist() == [math.pi / 2, -0.0, 4.0]
    assert cases("L=0:2*pi:5").values[:, 0].tolist() == [0.0, math.pi / 2, math.pi, 1.5 * math.pi, 2 * math.pi]
    assert cases("axis=[sin(pi/2), 0, max(1, 2)],[0,0,1],").case(0) == {"axis": (1.0, 0.0, 2.0)}


def test_lists_side_by_side():
    assert cases("L=1,2,3", "speed=4:6:3", "axis=[1,2,3]", zipped=True).values[:, :2].tolist() == [
        [1, 4],
        [2, 5],
        [3, 6],
    ]


@pytest.mark.parametrize("method", ["lhs", "sobol", "halton", "random"])
def test_samples_lie_between_the_bounds_and_are_repeatable(method):
    found = cases("L=-1:1", "speed=10:20", "axis=[1,2,3]", sample=64, method=method)
    assert found.values.shape == (64, 5)
    assert (found.values[:, 0] >= -1).all()
    assert (found.values[:, 0] <= 1).all()
    assert 13 < found.values[:, 1].mean() < 17
    np.testing.assert_array_equal(
        found.values, cases("L=-1:1", "speed=10:20", "axis=[1,2,3]", sample=64, method=method).values
    )
    if method == "lhs":  # each of 64 slices contains one point
        assert sorted(((found.values[:, 0] + 1) / 2 * 64).astype(int)) == list(range(64))


def test_a_table_gives_its_rows(tmp_path):
    (tmp_path / "c.csv").write_text("L, axis.1,axis.2,axis.3\n1,0,0,1\n\n2,1e-3,1,0\n")
    found = cases("speed=9", table=tmp_path / "c.csv")
    assert found.case(1) == {"L": 2.0, "axis": (1e-3, 1.0, 0.0), "speed": 9.0}
    assert len(found) == 2


UNREAD = (
    "a range is 0.1:0.5:9, a list 1,2,5, vectors [0,0,1],[0,1,0]; a number can be a formula without parameters: pi/2"
)
OF_NORMAL = "it is normal(MEAN, DEVIATION) or normal(MEAN, DEVIATION, LOW, HIGH)"
COUNT = "the last number of A:B:N is the number of values, from 1 to 100,000,000"
BRACKETS = "write a vector in brackets: NAME=[1,2,3]"
NUMBERS = "use --sample N for all parameters, or A:B:N"


@pytest.mark.parametrize(
    ("axes", "options", "code", "message", "hint"),
    [
        (["Lx=1,2"], {}, "undeclared-parameter", "the deck has no parameter `Lx`", "did you mean `L`?"),
        (["L=1", "sped=1"], {}, "undeclared-parameter", "the deck has no parameter `sped`", "did you mean `speed`?"),
        (
            ["L=1", "q=1"],
            {},
            "undeclared-parameter",
            "the deck has no parameter `q`",
            "the deck's parameters are L, speed, axis",
        ),
        (["L=1", "L=2"], {}, "duplicate-name", "`L` is given twice", "give one list of values"),
        *(
            ([f"L={text}"], {}, "wrong-type", f"the values {text!r} of `L` cannot be read", UNREAD)
            for text in ("1,zwei", "1:inf:3", "1,inf", "1,,2", "1,#speed", "1/0", "nan", "1:2:3:4")
        ),
        (["axis=[1,2,3],[1,2"], {}, "wrong-type", "the values '[1,2,3],[1,2' of `axis` cannot be read", UNREAD),
        (
            ["L=1", "axis=1,2,3"],
            *({}, "wrong-count", "`axis` has 3 components in the deck, but a value here has one component", BRACKETS),
        ),
        (
            ["speed=1", "L=[1,2]"],
            *({}, "wrong-count", "`L` has one component in the deck, but a value here has 2 components", BRACKETS),
        ),
        (
            ["axis=1:2:3"],
            *({}, "wrong-count", "`axis` has 3 components, but a range needs a single number"),
            "list vectors: NAME=[1,2,3],[4,5,6]",
        ),
        (["speed=1", "L=1:2"], {}, "wrong-count", "the range of `L` does not give a number of values", NUMBERS),
        (["L=normal(1,2)"], {}, "wrong-count", "the distribution of `L` does not give a number of values", NUMBERS),
        (["L=1:2:0"], {}, "invalid-value", "`L` has 0 values", COUNT),
        (["L=1:2:100000001"], {}, "invalid-value", "`L` has 100000001 values", COUNT),
        (["L=normal(1)"], {}, "invalid-value", f"the distribution of `L` cannot be used: {OF_NORMAL}", None),
        (
            ["L=normal(a,1)"],
            *({}, "invalid-value", "the distribution of `L` cannot be used: its numbers 'a,1' cannot be read", None),
        ),
        (
            ["L=1,2", "speed=1,2,3", "axis=[1,2,3]"],
            *({"zipped": True}, "wrong-count"),
            *("lists combined with --zip must have equal lengths: L 2, speed 3, axis 1", None),
        ),
        (
            ["speed=0:1", "L=1,2"],
            *({"sample": 4}, "conflicting-keywords", "`L` is a list, but a sample needs two bounds", "-p L=LOW:HIGH"),
        ),
        (
            ["L=1"],
            *({"sample": 4}, "missing-keyword", "no parameter has bounds or a distribution for the sample"),
            "-p NAME=LOW:HIGH",
        ),
        (
            ["L=0:1:20000", "speed=0:1:20000"],
            *({}, "invalid-value", "the grid has 4e+08 cases", "at most 100,000,000; or --sample N"),
        ),
    ],
)
def test_what_is_wrong_is_said_at_the_last_parameter(axes, options, code, message, hint):
    found = find_only(*axes, **options)
    assert (found.severity, found.code, found.message, found.hint) == ("error", code, message, hint)
    assert found.span.text == f"-p {axes[-1]}"


def test_a_sample_that_is_not_balanced_is_said():
    made, diagnostics = request("L=0:1", sample=6, method="sobol")
    assert len(make_cases(made, DECLARED, diagnostics)) == 6
    (found,) = diagnostics
    message = "a Sobol sample of 6 cases is not balanced: use a power of two"
    assert (found.severity, found.message, found.hint) == ("warning", message, "--sample 4 or 8")


SEPARATED = "separate columns with commas and write decimal points"
NO_NAMES = "the header does not name the parameters"


@pytest.mark.parametrize(
    ("text", "line", "code", "message", "hint"),
    [
        ("", 1, "missing-keyword", "the table is empty", "the first line names the parameters"),
        ("L\n", 1, "missing-keyword", "the table has no rows", None),
        (
            "L,nothing\n1,2\n",
            *(1, "undeclared-parameter", "the deck has no parameter `nothing`"),
            "the deck's parameters are L, speed, axis",
        ),
        ("SPEED\n1\n", 1, "undeclared-parameter", "the deck has no parameter `SPEED`", "did you mean `speed`?"),
        ("L\n1\n x\n", 3, "wrong-type", "'x' is not a number", None),
        ("L\n\n1\ninf\n", 4, "wrong-type", "'inf' is not a number", None),
        ("L,speed\n1,2\n1\n", 3, "wrong-count", "this row has 1 values, but the header has 2 names", None),
        ("axis.1,axis.2\n1,2\n", 1, "wrong-count", "the table needs axis.1, axis.2, axis.3 for `axis`", None),
        ("L,speed,L\n1,2,3\n", 1, "duplicate-name", "the table has two columns `L`", "remove one of them"),
        (
            "axis.1,axis.2,axis.3,axis.03\n1,2,3,4\n",
            *(1, "duplicate-name", "the table has two columns `axis.03`", "remove one of them"),
        ),
        ("L;speed\n1;2\n", 1, "wrong-count", NO_NAMES, SEPARATED),
        ("L\tspeed\n1\t2\n", 1, "wrong-count", NO_NAMES, SEPARATED),
        (
            ",L\n0,1\n",
            *(1, "wrong-count", NO_NAMES),
            "a column has no name: remove it (row numbers of pandas: `to_csv(..., index=False)`)",
        ),
    ],
)
def test_what_is_wrong_in_a_table_is_said_with_its_line(tmp_path, text, line, code, message, hint):
    (tmp_path / "c.csv").write_text(text)
    found = find_only(table=tmp_path / "c.csv")
    assert (found.code, found.message, found.hint) == (code, message, hint)
    whole = text.split("\n")[line - 1] if "empty" not in message and "rows" not in message else ""
    span = found.span
    assert (span.line, span.column, span.end_line, span.end_column) == (line, 1, line, len(whole) + 1)
    assert span.source.name == str(tmp_path / "c.csv")


def test_a_table_that_is_not_there_is_said():
    found = find_only(table=Path("nowhere.csv"))
    assert (found.code, found.message) == (
        "include-error",
        "cannot read the table nowhere.csv: No such file or directory",
    )


STUDY = """\
deck = "wing.deck"
output = "out"

[parameters]
L = "0.1:0.5:9"
speed = { from = 1, to = 5, count = 3 }
axis = [[0, 0, 1], [0, 1, 0]]

[run]
step = 1e-4
jobs = 2
keep = ["tip"]

[responses]
reach = "max(tip.x1) - #L"
"""


def read(tmp_path, text):
    (tmp_path / "s.toml").write_text(text)
    diagnostics = Diagnostics()
    return read_study_file(tmp_path / "s.toml", diagnostics), list(diagnostics)


def test_a_study_file_says_all(tmp_path):
    made, findings = read(tmp_path, STUDY)
    assert findings == []
    assert made.deck == tmp_path / "wing.deck"
    assert [len(axis.list_values()) for axis in made.axes] == [9, 3, 2]
    assert made.step == 1e-4
    assert made.run == {"jobs": 2, "keep": ["tip"], "output": "out"}
    (text, place) = made.responses["reach"]
    assert (text, place.line) == ("max(tip.x1) - #L", STUDY.split("\n").index('reach = "max(tip.x1) - #L"') + 1)


METHODS = "the methods are lhs, sobol, halton, random, saltelli, morris"
VALUES = '"0.1:0.5:9", [1, 2, 5], 0.3, [[0, 0, 1], [0, 1, 0]] or { from = 1, to = 5, count = 3 }'
UNREAD_VALUES = ("wrong-type", "the values of `L` cannot be read", VALUES)
RANGE = 'L = "0.1:0.5:9"'


@pytest.mark.parametrize(
    ("old", "new", "place", "code", "message", "hint"),
    [
        ("jobs = 2", 'jobs = "two"', "jobs", "wrong-type", "`jobs` must be a whole number", None),
        ("jobs = 2", "jobs = true", "jobs", "wrong-type", "`jobs` must be a whole number", None),
        ("jobs = 2", "jobs = 0", "jobs", "invalid-value", "`jobs` must be positive", None),
        ("jobs = 2", "time_limit = -1", "time_limit", "invalid-value", "`time_limit` must be positive", None),
        (
            "jobs = 2",
            'on_failure = "go on"',
            *("on_failure", "invalid-value", "`on_failure` must be continue or stop", None),
        ),
        (
            'deck = "wing.deck"\n',
            *("", None, "missing-keyword", "the study file names no deck", 'deck = "wing.deck"'),
        ),
        (RANGE, 'L = "0.1:0.5:9:3"', "L", "wrong-type", "the values '0.1:0.5:9:3' of `L` cannot be read", UNREAD),
        (RANGE, "L = [1, true]", "L", *UNREAD_VALUES),
        (RANGE, "L = []", "L", *UNREAD_VALUES),
        (RANGE, "L = [[]]", "L", *UNREAD_VALUES),
        (RANGE, 'L = { from = 1, to = "2" }', "L", *UNREAD_VALUES),
        (
            RANGE,
            "L = { from = 1, to = inf, count = 3 }",
            *("L", "invalid-value", "the range of `L` has no finite bounds", None),
        ),
        (
            "[run]",
            "[sample]\nsize = 3\nmethod = 'lsh'\n[run]",
            "method",
            "invalid-value",
            "unknown method `lsh`",
            METHODS,
        ),
        ("[run]", "[sample]\nsize = 3\nseed = -1\n[run]", "seed", "invalid-value", "a seed must be at least 0", None),
        ("[run]", "[sample]\nsize = 0\n[run]", "size", "missing-keyword", "the sample has no size", "size = 100"),
        (
            "[responses]",
            "[responses]\nfar = 3",
            *("far", "wrong-type", "the response `far` must be a text", 'far = "max(sensor.component)"'),
        ),
        (
            'output = "out"',
            'output = "out"\nsample = 3',
            "sample",
            "wrong-type",
            "`sample` must be a table",
            "[sample]",
        ),
    ],
)
def test_what_is_wrong_in_a_study_file_is_said_with_its_place(tmp_path, old, new, place, code, message, hint):
    text = STUDY.replace(old, new)
    made, (found, *others) = read(tmp_path, text)
    assert (made, others) == (None, [])
    assert (found.severity, found.code, found.message, found.hint) == ("error", code, message, hint)
    lines = text.split("\n")
    expected = 1 if place is None else next(n for n, line in enumerate(lines, 1) if line.startswith(place + " "))
    assert found.span.line == expected


@pytest.mark.parametrize(
    ("old", "new", "line", "code", "message"),
    [
        ("[parameters]", "[parameter]", 4, "unknown-keyword", "parameter"),
        ("jobs = 2", "job = 2", 11, "unknown-keyword", "job"),
        (RANGE, "L = [", 6, "syntax-error", ""),
    ],
)
def test_what_a_study_file_does_not_know_is_said_with_its_line(tmp_path, old, new, line, code, message):
    made, findings = read(tmp_path, STUDY.replace(old, new))
    assert made is None
    assert (findings[0].code, findings[0].span.line) == (code, line)
    assert message in findings[0].message


def test_a_sample_says_its_seed_and_whether_it_is_balanced(deck, rbsolve, tmp_path, capsys):
    words = ("sweep", deck, "-p", "spin=1:2", "--method", "sobol")
    assert rbsolve(*words, "--sample", 6, "-o", tmp_path / "a") == 0
    said = capsys.readouterr().err
    assert "6 cases of" in said
    assert "a sample by sobol with seed 0" in said
    assert "a Sobol sample of 6 cases is not balanced" in said
    assert "--sample 4 or 8" in said
    assert rbsolve(*words, "--sample", 8, "--seed", 3, "-o", tmp_path / "b") == 0
    said = capsys.readouterr().err
    assert "with seed 3" in said
    assert "balanced" not in said


@pytest.mark.parametrize(("name", "hint"), [("heigt", "did you mean `height`?"), ("x", "there are height, turning")])
def test_a_kept_sensor_that_the_deck_lacks_is_said(deck, rbsolve, tmp_path, capsys, name, hint):
    words = ("sweep", deck, "-p", "spin=1,2", "-o", tmp_path / "a")
    assert rbsolve(*words, "--keep", f"height,{name}") == 1
    said = capsys.readouterr().err
    assert f"the deck has no sensor `{name}`" in said
    assert hint in said
    assert "--keep:1:1" in said
