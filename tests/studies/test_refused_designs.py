"""Designs of studies that are refused, and the number of cases that conditions leave."""

from pathlib import Path

import numpy as np
import pytest

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.studies.design.cases import designed_points, make_cases
from rbsolve.studies.design.dependence import Condition
from rbsolve.studies.design.request import Sampling, StudyDesign, command_line, read_axis
from rbsolve.studies.design.study_file import read_study_file
from rbsolve.studies.design.table import MOST_FINDINGS

DECLARED = {"L": 1, "speed": 1, "axis": 3}


def design(*axes, sample=None, method="lhs", table=None, where=()):
    """Return the cases of a design with its diagnostics. The places are words of `rbsolve sweep`."""
    diagnostics = Diagnostics()
    places = command_line([*(f"-p {text}" for text in axes), "--sample", "--table", *(f"--where {w}" for w in where)])
    read = [read_axis(*text.split("=", 1), place, diagnostics) for text, place in zip(axes, places, strict=False)]
    sample_place, table_place, *of_conditions = places[len(axes) :]
    made = StudyDesign(
        deck=Path("x.deck"),
        deck_span=places[0],
        axes=tuple(axis for axis in read if axis),
        sampling=None if sample is None else Sampling(sample, method, 7, sample_place),
        conditions=tuple(Condition(text, place) for text, place in zip(where, of_conditions, strict=True)),
        table=None if table is None else (table, table_place),
    )
    return make_cases(made, DECLARED, diagnostics), [
        (one.severity, one.code, one.message, one.hint, one.span.source.line(one.span.line)) for one in diagnostics
    ]


@pytest.mark.parametrize(
    ("method", "size", "cases"),
    [
        ("lhs", 100_000_001, "1e+08"),
        ("random", 10**12, "1e+12"),
        ("saltelli", 2**25, "1.34e+08"),  # 2^25 base points with 4 cases
        ("morris", 33_333_334, "1e+08"),  # 33 333 334 paths with 3 cases
    ],
)
def test_a_sample_that_no_memory_can_hold_is_refused_before_it_is_made(method, size, cases, monkeypatch):
    def never(*_):
        raise AssertionError("the points are made")

    monkeypatch.setattr("rbsolve.studies.design.cases.designed_points", never)
    monkeypatch.setattr("rbsolve.studies.design.cases._points", never)
    made, found = design("L=0:1", "speed=0:1", sample=size, method=method)
    assert made is None
    assert found == [("error", "invalid-value", f"the sample has {cases} cases", "at most 100,000,000", "--sample")]


@pytest.mark.parametrize(("method", "size", "cases"), [("saltelli", 2, 8), ("morris", 2, 6), ("lhs", 8, 8)])
def test_a_sample_at_the_limit_is_made(method, size, cases, monkeypatch):
    pytest.importorskip("SALib")
    monkeypatch.setattr("rbsolve.studies.design.cases.MOST_CASES", cases)
    made, found = design("L=0:1", "speed=0:1", sample=size, method=method)
    assert (len(made), found) == (cases, [])
    monkeypatch.setattr("rbsolve.studies.design.cases.MOST_CASES", cases - 1)
    made, ((_, code, message, _, _),) = design("L=0:1", "speed=0:1", sample=size, method=method)
    assert (made, code, message) == (None, "invalid-value", f"the sample has {cases} cases")


def test_the_points_of_a_design_have_its_number_of_blocks():
    pytest.importorskip("SALib")
    assert designed_points("saltelli", 3, 4, 1).shape == (4 * 5, 3)
    assert designed_points("morris", 3, 4, 1).shape == (4 * 4, 3)


@pytest.mark.parametrize(
    ("where", "left", "notes"),
    [
        ("#L < 3", [1.0, 2.0], ["2 of 4 cases satisfy the conditions"]),
        ("#L <= 4", [1.0, 2.0, 3.0, 4.0], []),
        ("#L > 3", [4.0], ["1 of 4 cases satisfy the conditions"]),
    ],
)
def test_a_note_tells_how_many_cases_conditions_leave(where, left, notes):
    made, found = design("L=1:4:4", where=(where,))
    assert made.values[:, 0].tolist() == left
    assert found == [("note", "invalid-value", text, None, f"--where {where}") for text in notes]


def test_conditions_that_leave_no_case_are_refused():
    made, found = design("L=1:4:4", where=("#L > 4",))
    assert made is None
    assert found == [("error", "invalid-value", "none of the 4 cases satisfies the conditions", None, "--where #L > 4")]


def test_conditions_do_not_apply_to_samples_that_must_be_complete():
    pytest.importorskip("SALib")
    made, found = design("L=0:1", "speed=0:1", sample=4, method="morris", where=("#L > 0",))
    message = "conditions cannot be applied to a sample by morris, which must be complete"
    assert made is None
    assert found == [("error", "conflicting-keywords", message, "use another method", "--where #L > 0")]


@pytest.mark.parametrize(("axis", "name"), [("L=3", "L"), ("speed=1,2", "speed"), ("axis=[0,0,1],[0,1,0]", "axis")])
def test_a_parameter_beside_a_table_has_one_value(tmp_path, axis, name):
    (tmp_path / "c.csv").write_text("L\n1\n2\n")
    made, found = design(axis, table=tmp_path / "c.csv")
    message = f"with a table, `{name}` takes one value and must not be a column of the table"
    assert made is None
    assert found == [("error", "conflicting-keywords", message, None, f"-p {axis}")]


def test_parameters_beside_a_table_are_the_same_in_all_cases(tmp_path):
    (tmp_path / "c.csv").write_text("L\n1\n2\n")
    made, found = design("axis=[0,0,1]", "speed=5", table=tmp_path / "c.csv")
    assert (made.names, made.widths, found) == (("L", "axis", "speed"), (1, 3, 1), [])
    np.testing.assert_array_equal(made.values, [[1, 0, 0, 1, 5], [2, 0, 0, 1, 5]])


def test_a_table_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "c.csv"
    path.write_bytes(b"L\n1\xff\n")
    made, found = design(table=path)
    assert made is None
    assert found == [("error", "include-error", f"the table {path} is not UTF-8 text", None, "--table")]


def test_a_table_with_many_wrong_rows_tells_the_first_twenty(tmp_path):
    path = tmp_path / "c.csv"
    path.write_text("L\n" + "x\n" * (MOST_FINDINGS + 5))
    made, found = design(table=path)
    assert made is None
    assert found == [("error", "wrong-type", "'x' is not a number", None, "x")] * 20
    path.write_text("L\n" + "x\n" * 19 + "1\n")
    assert len(design(table=path)[1]) == 19


FILE = 'deck = "wing.deck"\n\n[parameters]\nL = [1, 2]\n\n[run]\n{}\n\n[responses]\n{}\n'


@pytest.mark.parametrize(
    ("run", "responses", "line", "code", "message"),
    [
        ("lanes = 3", "", 7, "invalid-value", "`lanes`: '3' is not one of auto, 1, 4, 8, 16"),
        ('lanes = "many"', "", 7, "invalid-value", "`lanes`: 'many' is not one of auto, 1, 4, 8, 16"),
        (
            "",
            '"a-b" = "max(x)"',
            10,
            "invalid-value",
            "`a-b` is not a valid name of a response: use letters, digits and _",
        ),
        (
            "",
            '"1a" = "max(x)"',
            10,
            "invalid-value",
            "`1a` is not a valid name of a response: use letters, digits and _",
        ),
        ("every = 0", "", 7, "invalid-value", "`every` must be positive"),
        ("step = 0.0", "", 7, "invalid-value", "`step` must be positive"),
    ],
)
def test_a_wrong_setting_in_a_study_file_is_refused(tmp_path, run, responses, line, code, message):
    (tmp_path / "s.toml").write_text(FILE.format(run, responses))
    diagnostics = Diagnostics()
    assert read_study_file(tmp_path / "s.toml", diagnostics) is None
    (found,) = diagnostics
    assert (found.severity, found.code, found.message, found.span.line) == ("error", code, message, line)


@pytest.mark.parametrize(("written", "lanes"), [('"auto"', 0), ("8", 8), ('"16"', 16)])
def test_lanes_in_a_study_file(tmp_path, written, lanes):
    (tmp_path / "s.toml").write_text(FILE.format(f"lanes = {written}", 'r1 = "max(x)"'))
    diagnostics = Diagnostics()
    made = read_study_file(tmp_path / "s.toml", diagnostics)
    assert (made.run["lanes"], made.responses["r1"][0], list(diagnostics)) == (lanes, "max(x)", [])
