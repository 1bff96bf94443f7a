"""`@TABLE_FILE`: a table from columns of a file."""

import pytest
from readings import read_description

import rbsolve
from rbsolve.pipeline import Options, check_deck, expand_deck

DECK = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {TABULATED} @TABLE_FILE {%s} } }"
DATA = 'time; force, "other one"\n# a remark\n\n0, 1, 2 ! the start\n 0.5,\t3, 4e0\n'


@pytest.fixture
def deck(tmp_path):
    (tmp_path / "data.csv").write_text(DATA)
    (tmp_path / "bare.csv").write_text("0;1\n1;2.5\n")

    def write(arguments):
        path = tmp_path / "model.deck"
        path.write_text(DECK % arguments)
        return path

    return write


@pytest.mark.parametrize(
    ("arguments", "times", "values"),
    [
        ("data.csv, time, force", (0, 0.5), (1, 3)),
        ('data.csv, time, "other one"', (0, 0.5), (2, 4)),
        ("data.csv, 2, 1", (1, 3), (0, 0.5)),
        ("bare.csv, 1, 2", (0, 1), (1, 2.5)),
    ],
)
def test_columns_by_heading_and_by_number(deck, arguments, times, values):
    arguments = arguments.replace("\t", "")
    path = deck(arguments)
    description, diagnostics = read_description(path)
    assert description is not None, list(diagnostics)
    [table] = description.of_kind("FUNCTION_1D")["f"]["TABLE_ENTRIES"]
    assert (table["TIME"], table["FUNCTION_VALUE"]) == (times, values)
    assert [source.name for source in description.sources][1:] == [str(path.with_name(arguments.split(",")[0]))]
    text, _ = expand_deck(path, Options())
    assert [finding.code for finding in check_deck(text).diagnostics] == ["unused-object"]


@pytest.mark.parametrize(
    ("arguments", "place", "code", "message", "hint"),
    [
        (
            "data.csv, time, forces",
            *("model.deck:1:110-1:116", "invalid-value", "{}/data.csv has no column forces", "did you mean `force`?"),
        ),
        (
            "data.csv, 1, 4",
            *("model.deck:1:107-1:108", "invalid-value", "{}/data.csv has no column 4"),
            "it has time, force, other one",
        ),
        (
            "bare.csv, 0, 2",
            *("model.deck:1:104-1:105", "invalid-value", "{}/bare.csv has no column 0"),
            "it has 2 columns without headings",
        ),
        ("short.csv, 1, 2", "short.csv:2:1-2:2", "wrong-count", "this line has 1 columns, but the table needs 2", None),
        ("empty.csv, 1, 2", "model.deck:1:93-1:110", "invalid-value", "{}/empty.csv has no line with values", None),
    ],
)
def test_what_is_wrong_in_a_table_has_its_place_and_hint(deck, tmp_path, arguments, place, code, message, hint):
    (tmp_path / "short.csv").write_text("0,1\n1\n")
    (tmp_path / "empty.csv").write_text("\n# nothing\n")
    path = deck(arguments)
    [found] = [finding for finding in check_deck(path).diagnostics if finding.severity == "error"]
    span = found.span
    where = f"{span.source.name}:{span.line}:{span.column}-{span.end_line}:{span.end_column}"
    assert (found.code, found.message, found.hint) == (code, message.format(tmp_path), hint)
    assert where == f"{tmp_path}/{place}"


@pytest.mark.parametrize(
    ("arguments", "code", "place"),
    [
        ("data.csv, time, forces", "invalid-value", "model.deck:1:110"),
        ("data.csv, 1, 4", "invalid-value", "model.deck:1:107"),
        ("date.csv, 1, 2", "include-error", "model.deck:1:94"),
        ("../data.csv, 1, 2", "include-error", "model.deck:1:94"),
        ("data.csv, 1", "wrong-count", "model.deck:1:93"),
        ("data.csv", "wrong-count", "model.deck:1:93"),
        ("", "wrong-count", "model.deck:1:93"),
        ("words.csv, 1, 2", "wrong-type", "words.csv:3:4"),
        ("short.csv, 1, 2", "wrong-count", "short.csv:2:1"),
        ("falling.csv, 1, 2", "invalid-value", "falling.csv:2:1"),
        ("empty.csv, 1, 2", "invalid-value", "model.deck:1:93"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(deck, tmp_path, arguments, code, place):
    (tmp_path / "words.csv").write_text("a,b\n0,1\n1, x\n")
    (tmp_path / "short.csv").write_text("0,1\n1\n")
    (tmp_path / "falling.csv").write_text("1,1\n0,1\n")
    (tmp_path / "empty.csv").write_text("\n# nothing\n")
    path = deck(arguments)
    errors = [finding for finding in rbsolve.check(str(path)) if finding.severity == "error"]
    assert [(finding.code, repr(finding.span).removeprefix(f"{tmp_path}/")) for finding in errors] == [(code, place)]
