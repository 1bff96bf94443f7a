"""Answers of the language server to long, incomplete and unusual texts, and the limits of answers."""

import pytest
from editor_places import labels_at, place
from lsprotocol import types

from rbsolve.editor import short_form
from rbsolve.editor.answers import completion, layout, outline
from rbsolve.editor.answers.context import context_at
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.pieces import PieceReader
from rbsolve.editor.places import characters, place_of, position_of, units
from rbsolve.editor.short_form import NotShortened, shorten

RUN = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }\n"
BODY = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }\n"


@pytest.mark.parametrize(
    ("text", "count", "expected"),
    [
        ("abc", 2, 2),
        ("abc", 9, 3),
        ("aä😀b", 2, 2),
        ("aä😀b", 3, 3),  # inside a character of two units
        ("aä😀b", 4, 3),
        ("aä😀b", 5, 4),
        ("aä😀b", 9, 4),
        ("😀", 0, 0),
    ],
)
def test_characters_in_units(text, count, expected):
    assert characters(text, count) == expected


@pytest.mark.parametrize(("count", "expected"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 5)])
def test_units_of_characters(count, expected):
    assert units("aä😀b", count) == expected


def test_places_after_the_text_are_in_the_last_line():
    lines = ["first", "ä😀b"]
    assert place_of(lines, types.Position(7, 3)) == (2, 3)
    assert place_of(lines, types.Position(0, 99)) == (1, 6)
    assert position_of(lines, 2, 3) == types.Position(1, 3)
    assert position_of(lines, 5, 1) == types.Position(4, 0)
    assert position_of(lines, 0, 0) == types.Position(0, 0)


def context(written):
    line, column = place(written, "|", 0)
    return context_at(written.replace("|", "").split("\n"), line, column)


POINTS = "\n".join(f"  @POINT_NAME {{p_{k}}} {{ @COORDINATES {{0, 0, 0}} }}" for k in range(250))


@pytest.mark.parametrize(
    ("before", "around"),
    [
        ("@SENSOR_DEFINITION {\n@POINT_DEFINITION {", ("POINT_DEFINITION",)),  # an open brace far above does not matter
        ("@REPEAT {i, 1, 2} {\n  @POINT_DEFINITION {", ("REPEAT", "POINT_DEFINITION")),
        ("@POINT_DEFINITION {\n}\n @POINT_DEFINITION {", ("POINT_DEFINITION",)),
        ("@MODEL_DEFINITION {\n @POINT_DEFINITION {", ("MODEL_DEFINITION", "POINT_DEFINITION")),
    ],
)
def test_the_context_far_below_the_beginning_of_a_definition(before, around):
    assert context(f"{before}\n{POINTS}\n  @|").around == around


@pytest.mark.parametrize(
    ("written", "around"),
    [
        ("@POINT_DEFINITION\n{\n@|", ("POINT_DEFINITION",)),
        ("@POINT_DEFINITION\n! a {\n\n{\n@|", ("POINT_DEFINITION",)),
        ("@POINT_DEFINITION { @POINT_NAME\n {p} {\n@|", ("POINT_DEFINITION", "POINT_NAME")),
        ("@POINT_DEFINITION { @POINT_NAME {p}\n {\n@|", ("POINT_DEFINITION", "POINT_NAME")),
        ("@POINT_DEFINITION { @POINT_NAME\n{p}\n{\n@|", ("POINT_DEFINITION", "POINT_NAME")),
        ("@POINT_DEFINITION { @POINT_NAME ! it\n{p} ! is\n{\n@|", ("POINT_DEFINITION", "POINT_NAME")),
    ],
)
def test_braces_may_be_on_other_lines_than_their_keyword(written, around):
    found = context(written)
    assert found.around == around
    assert not found.in_items
    assert labels_at(OpenDeck(""), written)[0] == {1: "@POINT_NAME", 2: "@COORDINATES"}[len(around)]


def test_only_matching_names_are_offered_if_there_are_many():
    points = "".join(f"@POINT_NAME {{{name}}} {{ @COORDINATES {{0, 0, 0}} }}\n" for name in ["x_tip", *NAMES, "tip_z"])
    deck = OpenDeck(f"@POINT_DEFINITION {{\n{points}}}")
    used = "@SENSOR_DEFINITION {{ @SENSOR_NAME {{s}} {{ @SENSOR_TYPE {{POSITION}} @POINT_NAME {{{}|}} }} }}"
    assert labels_at(deck, used.format("TIP")) == ["tip_z", "x_tip"]  # names that begin with the word are first
    assert len(labels_at(deck, used.format("p_"))) == completion.MOST


NAMES = [f"p_{k}" for k in range(120)]


def test_without_snippets_a_completion_is_only_the_keyword():
    text = "@POINT_DEFINITION { @POINT_NAME {p} { @ } }"
    deck = OpenDeck(text)
    line, column = place(text, "@ }", 1)
    plain, snippets = (completion.completions(deck, deck, line, column, given)[0] for given in (False, True))
    assert plain.text_edit.new_text == "@COORDINATES"
    assert snippets.text_edit.new_text == "@COORDINATES {$1}$0"
    assert plain.label == snippets.label == "@COORDINATES"


def test_a_text_with_syntax_errors_is_not_formatted():
    broken = OpenDeck("@POINT_DEFINITION {\n  @POINT_NAME {p\n")
    assert layout.edits(broken) is None
    assert layout.edits_of_lines(broken, 0, 1) is None


def test_formatting_replaces_the_whole_text_or_nothing():
    [edit] = layout.edits(OpenDeck("  " + RUN))
    assert (edit.range.start, edit.range.end) == (types.Position(0, 0), types.Position(2, 0))
    assert layout.edits(OpenDeck(edit.new_text)) == []
    assert layout.edits_of_lines(OpenDeck(edit.new_text), 0, 9) == []


def test_the_last_line_without_a_line_end_is_formatted():
    text = "@POINT_DEFINITION {\n@POINT_NAME {p} { @COORDINATES {0, 0, 0} }\n   }"
    [edit] = layout.edits_of_lines(OpenDeck(text), 2, 2)
    assert (edit.range.start, edit.range.end, edit.new_text) == (types.Position(2, 0), types.Position(3, 0), "}\n")
    [edit] = layout.edits_of_lines(OpenDeck(text), 1, 1)
    assert (edit.range.start.line, edit.range.end.line) == (1, 2)
    assert edit.new_text == "  @POINT_NAME {p} { @COORDINATES {0, 0, 0} }\n"


@pytest.mark.parametrize(("most", "count"), [(2, 2), (3, 3), (99, 4)])
def test_the_number_of_symbols_is_limited(tmp_path, monkeypatch, most, count):
    monkeypatch.setattr(outline, "MOST_SYMBOLS", most)
    path = tmp_path / "a.deck"
    path.write_text("@POINT_DEFINITION { @POINT_NAME {ab} { } @POINT_NAME {xaxb} { } @POINT_NAME {ba} { } }\n" + BODY)
    symbols = outline.workspace_symbols([OpenDeck(path.read_text(), path)], "")
    assert [symbol.name for symbol in symbols] == ["ab", "xaxb", "ba", "b"][:count]
    assert symbols[0].container_name == "point"
    assert [s.name for s in outline.workspace_symbols([OpenDeck(path.read_text(), path)], "AB")] == ["ab", "xaxb"]


def test_labels_of_a_sensor_need_a_sensor():
    deck = OpenDeck("@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }\n" + BODY)
    assert deck.labels_of("s") == ["x1", "x2", "x3"]
    assert deck.labels_of("b") == []


@pytest.mark.parametrize("text", ["@POINT_DEFINITION {\n}\n", "@POINT_DEFINITION {\n! note\n}\n" + BODY])
def test_empty_braces_are_read_as_in_the_whole_text(text):
    found, whole = OpenDeck(text, reader=PieceReader()), OpenDeck(text)
    assert found.tree == whole.tree
    assert found.tree.blocks[0].keyword == "POINT_DEFINITION"


def point(name, used):
    return f"@POINT_DEFINITION {{ @POINT_NAME {{{name}}} {{ @COORDINATES {{0, 0, 1}} }} }}\n" + used


SENSOR = "@SENSOR_DEFINITION { @SENSOR_NAME {s%s} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} @POINT_NAME {P_%s} } }"


@pytest.mark.parametrize(
    ("used", "is_moved"),
    [
        (SENSOR % (1, 1), True),
        ("@REPEAT {i, 1, 1} { %s }" % (SENSOR % ("_#i", "#i")), False),
    ],
)
def test_a_point_that_a_repetition_may_use_stays(used, is_moved):
    text = point("P_1", used + "\n") + BODY + RUN
    assert ("@POINT_DEFINITION" not in shorten(text)) is is_moved


def test_why_a_deck_is_not_shortened(tmp_path, monkeypatch):
    text = point("P_1", SENSOR % (1, 1) + "\n") + BODY + RUN
    include = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {a.dat} } }\n"
    with pytest.raises(NotShortened, match=r"^it includes files that may use its definitions$"):
        shorten(include + text)
    monkeypatch.setattr(short_form, "is_same_model", lambda *_: False)
    with pytest.raises(NotShortened, match=r"^the model of its short form would not be bitwise identical$"):
        shorten(text)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [("", "", True), ("{2}", "{3}", False), (RUN, "", False), ("{s1}", "{t}", False), ("MOMENTS", "NONE", False)],
)
def test_models_are_compared_bit_by_bit(tmp_path, old, new, same):
    text = BODY + SENSOR.replace("@POINT_NAME {P_%s}", "") % 1 + "\n" + RUN
    assert short_form.is_same_model(text, text.replace(old, new), tmp_path) is same
