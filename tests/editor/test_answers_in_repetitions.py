"""The answers of the language server in repetitions, templates and signals."""

import pytest
from editor_places import labels_at, place, same_places

from rbsolve.editor import names
from rbsolve.editor.answers import hover, renaming
from rbsolve.editor.deck import OpenDeck

TEMPLATE = """@TEMPLATE_DEFINITION { @TEMPLATE_NAME {arm} {
  @PARAMETER {azimuth}
  @PARAMETER {length, 2}
  @POINT_DEFINITION { @POINT_NAME {tip_#instance} { @COORDINATES {#length*cos(#azimuth), #length, 0} } }
} }
@INSTANCE_DEFINITION { @INSTANCE_NAME {north} { @TEMPLATE_NAME {arm} @PARAMETER {azimuth, pi/2} @PARAMETER {length, 3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {GROUND} @POINT_NAME {tip_north} } }
"""


def test_hover_in_a_formula_of_a_repetition_shows_the_instances():
    text = """@SIGNAL_DEFINITION {
  @REPEAT {i, 1, 3} { @SIGNAL_NAME {ut_#i} { @SIGNAL_TYPE {EXPRESSION} @EXPRESSION {#i*t} } }
  @REPEAT {i, 1, 2} { @SIGNAL_NAME {sum_#i} { @SIGNAL_TYPE {EXPRESSION} @EXPRESSION {2*ut_#i + ut_#(i + 1)} } }
}
"""
    deck = OpenDeck(text)
    for mark in ("ut_#i + ut", "#i + ut", "ut_#(i + 1)"):
        found = hover.hover(deck, *place(text, mark))
        assert found is not None
        assert found[0].count("signal **ut_") == 3
    assert found[1].text == "ut_#(i + 1)"
    wanted = names.occurrence_at(deck.tree, deck.name, *place(text, "ut_#i}"))
    assert [one.span.line for one in names.same(deck.tree, wanted)] == [2, 3, 3]


def test_names_of_neighbours():
    text = (
        "@REPEAT {i, 1, 3} { @POINT_DEFINITION { @POINT_NAME {P_#i} { @COORDINATES {#i, 0, 0} } } }\n"
        "@REPEAT {i, 1, 3} { @FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F_#i} {\n"
        "  @POINT1_NAME {P_#(mod(i, 3) + 1)} @TRIAD_NAME {TRIAD_INERTIAL} } } }\n"
    )
    assert same_places(text, "P_#i") == [(1, "P_#i", True), (3, "P_#(mod(i, 3) + 1)", False)]
    deck = OpenDeck(text)
    same = names.same(deck.tree, names.occurrence_at(deck.tree, deck.name, *place(text, "P_#i")))
    with pytest.raises(renaming.CannotRename, match="rename them by hand"):
        renaming.edits(same, "Q_#i", deck, "untitled:a")


def test_names_of_templates_and_their_parameters():
    assert same_places(TEMPLATE, "arm} @PAR") == [(1, "arm", True), (6, "arm", False)]
    places = [(3, "length", True), (4, "length", False), (4, "length", False), (6, "length", False)]
    assert same_places(TEMPLATE, "length, 2") == places
    assert same_places(TEMPLATE, "length*cos") == places
    assert same_places(TEMPLATE, "tip_north") == [(4, "tip_#instance", True), (7, "tip_north", False)]


def test_renaming_a_parameter_of_a_template():
    deck = OpenDeck(TEMPLATE)
    wanted = names.occurrence_at(deck.tree, deck.name, *place(TEMPLATE, "length, 3"))
    edit = renaming.edits(names.same(deck.tree, wanted), "#reach", deck, "untitled:a")
    assert {one.new_text for one in edit.changes["untitled:a"]} == {"reach"}
    assert len(edit.changes["untitled:a"]) == 4
    for name, why in (("a b", "not a name"), ("azimuth", "`azimuth` already exists")):
        with pytest.raises(renaming.CannotRename, match=why):
            renaming.edits(names.same(deck.tree, wanted), name, deck, "untitled:a")


def test_hover_on_templates():
    deck = OpenDeck(TEMPLATE)
    assert hover.hover(deck, *place(TEMPLATE, "arm} @PAR"))[0] == (
        "template **arm**\n```\nazimuth = (every instance gives it)\nlength = 2\n```"
    )
    assert hover.hover(deck, *place(TEMPLATE, "length*cos"))[0] == "parameter of template **arm**\n```\nlength = 2\n```"
    assert "point **tip_north**" in hover.hover(deck, *place(TEMPLATE, "tip_#"))[0]
    assert "Blocks with parameters" in hover.hover(deck, *place(TEMPLATE, "TEMPLATE_NAME"))[0]


def test_completion_in_templates_and_instances():
    deck = OpenDeck(TEMPLATE)
    assert labels_at(deck, "@INSTANCE_DEFINITION { @INSTANCE_NAME {a} { @TEMPLATE_NAME {|") == ["arm"]
    inside = "@INSTANCE_DEFINITION { @INSTANCE_NAME {a} { @TEMPLATE_NAME {arm} "
    assert labels_at(deck, inside + "@PARAMETER {|") == ["azimuth", "length"]
    assert labels_at(deck, inside + "@|") == ["@PARAMETER", "@COMMENTS"]
    assert labels_at(deck, "@TEMPLATE_DEFINITION { @|") == ["@TEMPLATE_NAME", "@COMMENTS"]
    labels = labels_at(deck, "@TEMPLATE_DEFINITION { @TEMPLATE_NAME {b} { @|")
    assert labels[0] == "@PARAMETER"
    assert "@POINT_DEFINITION" in labels


SIGNALS = """@SIGNAL_DEFINITION {
  @SIGNAL_NAME {gap} { @EXPRESSION {sin(t)*pi} }
  @SIGNAL_NAME {gain} { @EXPRESSION {#gap + gap*sin(gap) - t} }
  @SIGNAL_NAME {lag} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {gap} @TIME_CONSTANT {1} }
}
"""


def test_signals_are_offered_in_formulas_and_as_inputs():
    start = SIGNALS.removesuffix("}\n")
    for written in ("@SIGNAL_NAME {new} { @EXPRESSION {2*g|} } }", "@SIGNAL_NAME {new} { @INPUT {g|} } }"):
        labels = labels_at(OpenDeck(SIGNALS), start + written)
        assert {"gap", "gain", "lag"} <= set(labels)


def test_signals_are_found_in_formulas():
    deck = OpenDeck(SIGNALS)
    wanted = names.occurrence_at(deck.tree, deck.name, *place(SIGNALS, "{gap}"))
    found = names.same(deck.tree, wanted)
    assert sorted((one.span.line, one.span.column) for one in found) == [(2, 17), (3, 45), (3, 53), (4, 63)]
