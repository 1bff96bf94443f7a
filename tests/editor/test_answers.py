"""The answers of the language server, without a server."""

import contextlib
import random
from functools import cache
from pathlib import Path

import pytest
from editor_places import labels_at, place

from rbsolve.editor import names
from rbsolve.editor.answers import colours, completion, fixes, hover, inlay, layout, outline, renaming, signature
from rbsolve.editor.answers.context import context_at
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.pieces import PieceReader
from rbsolve.parser.formatting import format_text

DECKS = sorted((Path(__file__).parents[2] / "decks").glob("*.deck"))


@pytest.fixture
def deck(pendulum):
    return OpenDeck(pendulum.read_text(), pendulum)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("@COORDINATES {2", "The Cartesian coordinates."),
        ("@POINT_DEFINITION", "**Points**"),
        ("2*#length", "`2*#length` = 4 m"),
        ("pivot} @TRIAD", "x = (0, 0, 0) m, inertial"),
        ("tip} }\n}", "x = (0, 4, 0) m, inertial"),
        ("quarter}", "EULER_ANGLES_321 = (90, 0, 0) deg"),
        ("tilted} @MASS", "e1 = (0, 1, 0)"),
        ("bob} {", "MASS_PROPERTY_NAME = mass"),
        ("POSITION}", "position of the point relative to the observer's origin"),
    ],
)
def test_hover(deck, mark, said):
    found = hover.hover(deck, *place(deck.text, mark))
    assert found is not None
    assert said in found[0]


def test_hover_on_a_repeated_name_shows_its_instances():
    text = "@REPEAT {i, 1, 2} { @POINT_DEFINITION { @POINT_NAME {tip_#i} { @COORDINATES {3*#i, 0, 0} } } }"
    said, _ = hover.hover(OpenDeck(text), *place(text, "tip_"))
    assert "point **tip_1**\n```\nx = (3, 0, 0) m, inertial" in said
    assert "point **tip_2**\n```\nx = (6, 0, 0) m, inertial" in said


def test_numbers_in_an_included_file_are_those_of_the_deck(deck, pendulum):
    parts = OpenDeck(pendulum.with_name("parts.dat").read_text(), pendulum.with_name("parts.dat"))
    said, _ = hover.hover(parts, *place(parts.text, "#length/4"), deck)
    assert said == "`#length/4` = 0.5 kg"
    assert [hint.label for hint in inlay.inlay_hints(parts, 1, 9, deck)] == ["= 0.5"]


def test_nothing_is_said_of_comments_and_gaps(deck):
    assert hover.hover(deck, 1, 4) is None
    assert hover.hover(deck, 5, 1) is None


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("@POINT_DEFINITION {\n  @|\n}", ["@POINT_NAME", "@COMMENTS"]),
        (
            "@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {1, 2, 3} @|",
            ["@IS_DEFINED_IN_FRAME", "@COMMENTS"],
        ),
        ("@POINT_DEFINITION { @POINT_NAME {p} { @IS_DEFINED_IN_FRAME {|", ["tilted", "FXDFRAME_INERTIAL", "INERTIAL"]),
        ("@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m|} } }", ["mass"]),
        ("@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {1, 2*#|", ["#length"]),
        ("@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @FOLLOWER_FORCE_FLAG {|", ["YES", "NO"]),
        (
            "@REPEAT {i, 1, 4} { @FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @HARMONIC { @|",
            ["@AMPLITUDE", "@PERIOD", "@PHASE", "@COMMENTS"],
        ),
        ("! see @|", []),
        ("@COMMENTS {see @POINT} @DEAD_LOAD_DEFINITION { ! { \n @|", ["@DEAD_LOAD_NAME", "@COMMENTS"]),
    ],
)
def test_completion(deck, written, labels):
    assert labels_at(deck, written) == labels


def test_completion_knows_the_type_of_an_object(deck):
    written = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {CHEBYSHEV} @| } }"
    labels = labels_at(deck, written)
    assert "@RANGE" in labels
    assert "@HARMONIC" not in labels
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {|} } }"
    assert labels_at(deck, sensor) == []
    assert "@POINT_DEFINITION" in labels_at(deck, "|")
    assert "sin" in labels_at(deck, "@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {|")


def test_names_across_files(deck, pendulum):
    line, column = place(deck.text, "quarter}")
    wanted = names.occurrence_at(deck.tree, deck.name, line, column)
    places = [
        (Path(one.span.source.name).name, one.span.line, one.is_definition) for one in names.same(deck.whole[0], wanted)
    ]
    assert sorted(places) == [("parts.dat", 1, True), ("pendulum.deck", 10, False)]
    edit = renaming.edits(names.same(deck.whole[0], wanted), "turned", deck, pendulum.as_uri())
    assert {uri.rpartition("/")[2]: len(edits) for uri, edits in edit.changes.items()} == {
        "parts.dat": 1,
        "pendulum.deck": 1,
    }
    with pytest.raises(renaming.CannotRename, match="`no name` is not a name"):
        renaming.edits(names.same(deck.whole[0], wanted), "no name", deck, pendulum.as_uri())


def test_names_of_one_kind_only():
    text = "@POINT_DEFINITION { @POINT_NAME {a} { @COORDINATES {0, 0, 0} } }\n@TRIAD_DEFINITION { @TRIAD_NAME {a} { } }"
    deck = OpenDeck(text)
    wanted = names.occurrence_at(deck.tree, deck.name, *place(text, "{a}"))
    assert [one.span.line for one in names.same(deck.tree, wanted)] == [1]


def test_names_with_a_repeated_variable():
    text = (
        "@REPEAT {i, 1, 4} { @POINT_DEFINITION { @POINT_NAME {tip_#i} { @COORDINATES {#i, 0, 0} } } }\n"
        "@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} @POINT_NAME {tip_3} } }"
    )
    deck = OpenDeck(text)
    wanted = names.occurrence_at(deck.tree, deck.name, *place(text, "tip_3"))
    same = names.same(deck.tree, wanted)
    assert [one.name for one in same if one.is_definition] == ["tip_#i"]
    with pytest.raises(renaming.CannotRename, match="`tip_3` is one of the names that `tip_#i` expands to"):
        renaming.edits(same, "end", deck, "untitled:a")


def test_a_name_that_is_taken_is_refused(deck, pendulum):
    wanted = names.occurrence_at(deck.tree, deck.name, *place(deck.text, "pivot}"))
    same = names.same(deck.whole[0], wanted)
    with pytest.raises(renaming.CannotRename, match="`tip` already exists"):
        renaming.edits(same, "tip", deck, pendulum.as_uri())
    assert renaming.edits(same, "quarter", deck, pendulum.as_uri()), "that is a triad"
    assert renaming.edits(same, "pivot", deck, pendulum.as_uri())


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("@POINT_DEFINITIN { }", "@POINT_DEFINITION { }"),
        ("# remark\n@COMMENTS {}", "! # remark\n@COMMENTS {}"),
        ("@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {1, 2, 3,} } }", "{1, 2, 3}"),
        ("@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES (1, 2, 3)\n} }", "@COORDINATES {1, 2, 3}\n"),
        ("@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {1d3, 2, 3} } }", "{1e3, 2, 3}"),
    ],
)
def test_fixes(text, mended):
    deck = OpenDeck(text)
    shown = fixes.diagnostics_of(deck.checked.diagnostics, deck.name, deck.lines)
    [edit] = fixes.fixes_of(shown, "untitled:a", deck.lines)[0].edit.changes["untitled:a"]
    line = deck.lines[edit.range.start.line]
    deck.lines[edit.range.start.line] = (
        line[: edit.range.start.character] + edit.new_text + line[edit.range.end.character :]
    )
    assert edit.range.start.line == edit.range.end.line
    assert mended in "\n".join(deck.lines) + "\n"


def test_outline_folds_and_values(deck):
    listed = {symbol.name: [child.name for child in symbol.children] for symbol in outline.symbols(deck)}
    assert listed["@POINT_DEFINITION"] == ["pivot", "tip"]
    assert (3, 7) in [(fold.start_line, fold.end_line) for fold in outline.folds(deck)]
    assert [hint.label for hint in inlay.inlay_hints(deck, 1, 20)] == ["= 4"]


def test_colours():
    text = '@POINT_NAME {tip} { @COORDINATES {2*#L, sin(1.5e3), "ä𝄞"} ! end\n@COMMENTS {two\nlines} @MASS {1}'
    data = colours.semantic_tokens(text.split("\n"))
    line = start = 0
    found = []
    for delta, shift, length, kind, modifiers in zip(*[iter(data)] * 5, strict=True):
        line, start = line + delta, shift if delta else start + shift
        units = text.split("\n")[line].encode("utf-16-le")
        word = units[2 * start : 2 * (start + length)].decode("utf-16-le")
        found.append((word, colours.LEGEND.token_types[kind], modifiers))
    assert found == [
        ("@POINT_NAME", "keyword", 0),
        ("tip", "class", 1),
        ("@COORDINATES", "property", 0),
        ("2", "number", 0),
        ("*", "operator", 0),
        ("#L", "parameter", 0),
        ("sin", "function", 0),
        ("1.5e3", "number", 0),
        ('"ä𝄞"', "string", 0),
        ("! end", "comment", 0),
        ("@COMMENTS", "property", 0),
        ("two", "comment", 0),
        ("lines", "comment", 0),
        ("@MASS", "property", 0),
        ("1", "number", 0),
    ]


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_what_is_remembered_of_a_text_changes_no_finding(path, monkeypatch):
    monkeypatch.setattr("rbsolve.editor.pieces.LINES", 1)
    text = sound = path.read_text()
    chance = random.Random(path.stem)
    reader = PieceReader()
    fresh = cache(lambda text: OpenDeck(text, path))
    for edit in range(12):
        kept = OpenDeck(text, path, reader=reader)
        assert [one.as_json() for one in kept.compiled.diagnostics] == [
            one.as_json() for one in fresh(text).compiled.diagnostics
        ]
        assert kept.checked.description.objects == fresh(text).checked.description.objects
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(["1", "x", "\n", "#", ""]) + text[at + chance.randrange(2) :]
        if edit % 3 == 2:
            text = sound


def test_what_is_remembered_follows_the_parameters():
    reader = PieceReader()
    text = """@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {2} }
@POINT_DEFINITION {
  @POINT_NAME {p} { @COORDINATES {#a, 0, 0} }
  @POINT_NAME {q} { @COORDINATES {0, 0, 0} }
}
"""
    first = OpenDeck(text, reader=reader).checked.description.of_kind("POINT")
    same = OpenDeck(text + "! more\n", reader=reader).checked.description.of_kind("POINT")
    assert all(same[name] is first[name] for name in "pq")
    other = OpenDeck(text.replace("{2}", "{3}"), reader=reader).checked.description.of_kind("POINT")
    assert (first["p"]["COORDINATES"][0], other["p"]["COORDINATES"][0]) == (2.0, 3.0)


def ask_everything(deck, line, column):
    hover.hover(deck, line, column)
    completion.completions(deck, deck, line, column, snippets=True)
    context_at(deck.lines, line, column)
    wanted = names.occurrence_at(deck.tree, deck.name, line, column)
    if wanted is not None:
        with contextlib.suppress(renaming.CannotRename):
            renaming.edits(names.same(deck.whole[0], wanted), "x", deck, "untitled:a")
    outline.folds(deck)
    found = outline.symbols(deck)
    colours.semantic_tokens(deck.lines)
    inlay.inlay_hints(deck, 1, len(deck.lines))
    fixes.fixes_of(fixes.diagnostics_of(deck.checked.diagnostics, deck.name, deck.lines), "untitled:a", deck.lines)
    return found


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_no_text_ends_in_an_exception(path):
    text = path.read_text()
    chance = random.Random(path.stem)
    seen = 0  # parts that the editor describes
    assert ask_everything(OpenDeck(text), 1, 1)
    for _ in range(12):
        part = text[: chance.randrange(len(text))]
        lines = part.split("\n")
        seen += bool(ask_everything(OpenDeck(part), len(lines), len(lines[-1]) + 1))
    assert seen > 0


@pytest.mark.parametrize(
    ("written", "label", "number"),
    [
        ("@STOPS {|}", "@STOPS {lower bound, upper bound, stiffness k, damping c}", 0),
        ("@STOPS {-1, 1, |", "@STOPS {lower bound, upper bound, stiffness k, damping c}", 2),
        ("@FRICTION {0.3, max(0, 1), |}", "@FRICTION {mu_d, mu_s, v_s, d, r}", 2),
        ("@INITIAL_RATE {|}", None, 0),
        ("@FRICTION {0.3} @DAMPER {|", None, 0),
    ],
)
def test_values_in_their_order(written, label, number):
    text = f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ {written} }} }}"
    line, column = place(text, "|", 0)
    shown = signature.signature(OpenDeck(text.replace("|", "")), line, column)
    if label is None:
        assert shown is None
        return
    [values] = shown.signatures
    assert (values.label, shown.active_parameter) == (label, number)
    start, end = values.parameters[number].label
    assert label[start:end] == label[label.index("{") + 1 : -1].split(", ")[number]


def test_values_of_several_coordinates_repeat():
    text = "@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {j} { @SPRING {1, 0, } } }"
    [values] = signature.signature(OpenDeck(text), *place(text, "0, }", 3)).signatures
    assert values.label == "@SPRING {stiffness, coordinate at rest, stiffness, coordinate at rest}"


def test_symbols_of_all_files_of_a_deck(deck):
    found = outline.workspace_symbols([deck], "")
    shown = {(one.name, one.container_name, one.location.uri.rpartition("/")[2]) for one in found}
    assert shown == {
        ("#length", "design parameter", "pendulum.deck"),
        ("pivot", "point", "pendulum.deck"),
        ("tip", "point", "pendulum.deck"),
        ("tilted", "frame", "pendulum.deck"),
        ("bob", "body", "pendulum.deck"),
        ("place", "sensor", "pendulum.deck"),
        ("run", "analysis", "pendulum.deck"),
        ("quarter", "triad", "parts.dat"),
        ("mass", "mass property", "parts.dat"),
    }
    assert [one.name for one in outline.workspace_symbols([deck], "PVT")] == ["pivot"]


def test_places_of_a_name_are_marked(deck):
    wanted = names.occurrence_at(deck.tree, deck.name, *place(deck.text, "tilted}"))
    marks = renaming.highlights(names.same(deck.whole[0], wanted), deck)
    assert [(mark.range.start.line, mark.kind.name) for mark in marks] == [(6, "Read"), (9, "Write"), (11, "Read")]


@pytest.mark.parametrize("path", DECKS[::6], ids=lambda path: path.stem)
def test_formatting_lines_is_formatting_all_of_them(path):
    generator = random.Random(path.stem)
    lines = path.read_text().split("\n")
    rough = [f"{' ' * generator.randrange(6)}{line.strip()}" if "!" not in line else line for line in lines]
    deck, whole = OpenDeck("\n".join(rough)), format_text("\n".join(rough))
    assert whole != "\n".join(rough)
    for _ in range(10):
        first = generator.randrange(len(rough))
        last = generator.randrange(first, len(rough))
        now = list(rough)
        for edit in layout.edits_of_lines(deck, first, last):
            now[edit.range.start.line : edit.range.end.line] = edit.new_text.split("\n")[:-1]
        text = "\n".join(now)
        assert format_text(text) == whole  # all parts are present
        assert layout.edits_of_lines(OpenDeck(text), *_lines_of(text, rough, first, last)) == []


def _lines_of(text, rough, first, last):
    """Return the first and last line of the new text that correspond to the given lines."""
    ends = text[len(text) - len("\n".join(rough[last + 1 :])) :].count("\n")
    return first, text.count("\n") - ends - 1 if last + 1 < len(rough) else text.count("\n")


@pytest.mark.parametrize(("count", "is_shown"), [(2, True), (100, False)])
def test_hover_shows_the_points_of_a_short_table(count, is_shown):
    points = " ".join(f"@TIME {{{k}}} @FUNCTION_VALUE {{{k / 2}}}" for k in range(count))
    text = (
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {TABULATED}\n"
        f"@TABLE_ENTRIES {{ {points} }} }} }}"
    )
    said, _ = hover.hover(OpenDeck(text), *place(text, "f} {"))
    assert said == (
        "function 1d **f**\n```\nFUNCTION_1D_TYPE = TABULATED\n"
        + "TABLE_ENTRIES = @TIME {0, 1} @FUNCTION_VALUE {0, 0.5}\n" * is_shown
        + "INTERPOLATION = LINEAR\n```"
    )
