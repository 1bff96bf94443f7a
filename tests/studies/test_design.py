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


@pytest.mark.parametrize(
    ("axes", "options", "code", "words"),
    [
        (["Lx=1,2"], {}, "undeclared-parameter", "did you mean `L`"),
        (["sped=1,2"], {}, "undeclared-parameter", "did you mean `speed`"),
        (["L=1,zwei"], {}, "wrong-type", "0.1:0.5:9"),
        (["L=1:2"], {}, "wrong-count", "--sample"),
        (["L=1:2:0"], {}, "invalid-value", "at least 1"),
        (["L=1:inf:3"], {}, "wrong-type", ""),
        (["L=1,inf"], {}, "wrong-type", ""),
        (["L=1,,2"], {}, "wrong-type", ""),
        (["L=1,#speed"], {}, "wrong-type", "without parameters"),
        (["L=1/0"], {}, "wrong-type", ""),
        (["axis=[1,2,3],[1,2"], {}, "wrong-type", ""),
        (["L=nan"], {}, "wrong-type", ""),
        (["axis=1,2,3"], {}, "wrong-count", "brackets"),
        (["axis=1:2:3"], {}, "wrong-count", "vectors"),
        (["L=1,2", "speed=1,2,3"], {"zipped": True}, "wrong-count", ""),
        (["L=1,2"], {"sample": 4}, "conflicting-keywords", "LOW:HIGH"),
        (["L=1"], {"sample": 4}, "missing-keyword", "LOW:HIGH"),
        (["L=0:1:100000", "speed=0:1:100000"], {}, "invalid-value", "--sample"),
    ],
)
def test_what_is_wrong_is_said(axes, options, code, words):
    found = find_only(*axes, **options)
    assert found.code == code
    assert words in (found.hint or "")


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "missing-keyword"),
        ("L\n", 1, "missing-keyword"),
        ("L,nothing\n1,2\n", 1, "undeclared-parameter"),
        ("L\n1\nx\n", 3, "wrong-type"),
        ("L,speed\n1,2\n1\n", 3, "wrong-count"),
        ("axis.1,axis.2\n1,2\n", 1, "wrong-count"),
        ("L,speed,L\n1,2,3\n", 1, "duplicate-name"),
        ("axis.1,axis.2,axis.3,axis.03\n1,2,3,4\n", 1, "duplicate-name"),
    ],
)
def test_what_is_wrong_in_a_table_is_said_with_its_line(tmp_path, text, line, code):
    (tmp_path / "c.csv").write_text(text)
    found = find_only(table=tmp_path / "c.csv")
    assert (found.span.line, found.code) == (line, code)
    assert found.span.source.name.endswith("c.csv")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("L;speed\n1;2\n", "separate columns with commas"),
        ("L\tspeed\n1\t2\n", "separate columns with commas"),
        (",L\n0,1\n", "index=False"),
        ("SPEED\n1\n", "did you mean `speed`?"),
    ],
)
def test_what_is_likely_wrong_in_a_header_is_said(tmp_path, text, hint):
    (tmp_path / "c.csv").write_text(text)
    found = find_only(table=tmp_path / "c.csv")
    assert hint in found.hint
    assert found.span.line == 1


def test_a_table_that_is_not_there_is_said():
    assert find_only(table=Path("nowhere.csv")).code == "include-error"


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


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("[parameters]", "[parameter]", 4, "unknown-keyword"),
        ("jobs = 2", "job = 2", 11, "unknown-keyword"),
        ("jobs = 2", 'jobs = "two"', 11, "wrong-type"),
        ("jobs = 2", "jobs = -2", 11, "invalid-value"),
        ('deck = "wing.deck"\n', "", 1, "missing-keyword"),
        ('L = "0.1:0.5:9"', 'L = "0.1:0.5:9:3"', 5, "wrong-type"),
        ('L = "0.1:0.5:9"', "L = [1, true]", 5, "wrong-type"),
        ('L = "0.1:0.5:9"', "L = [", 6, "syntax-error"),
        ("[run]", "[sample]\nsize = 3\nmethod = 'lsh'\n[run]", 11, "invalid-value"),
        ("[run]", "[sample]\nsize = 3\nseed = -1\n[run]", 11, "invalid-value"),
    ],
)
def test_what_is_wrong_in_a_study_file_is_said_with_its_line(tmp_path, old, new, line, code):
    made, findings = read(tmp_path, STUDY.replace(old, new))
    assert made is None
    assert (findings[0].code, findings[0].span.line) == (code, line)


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
