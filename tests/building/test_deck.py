"""Decks written in Python. The tests check every example deck, the places of errors, and the conversion of values."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import rbsolve
from rbsolve.building.builder import method_name
from rbsolve.building.stub import PAGE, stub
from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.reader import read_tree
from rbsolve.language.table import Type
from rbsolve.parser.description.report import Report
from rbsolve.parser.description.sensor_lists import SensorLists
from rbsolve.parser.schema.registry import BY_NAME_KEYWORD
from rbsolve.parser.schema.wrappers import PARAMETER_NAME
from rbsolve.pipeline import Options, check_deck, expand_deck

DECKS = Path(__file__).parents[2] / "decks"
SKIPPED = {"COMMENTS"}


def blocks_of(blocks):
    """Return all named objects and parameters of a tree, in order."""
    for block in blocks:
        if block.keyword in BY_NAME_KEYWORD or block.keyword in (PARAMETER_NAME, "SCALAR_VALUE", "VECTOR_VALUE"):
            yield block
        elif block.body is not None:
            yield from blocks_of(block.body)


def value_of(block, keyword):
    """Return the Python value that a script would give for a keyword of a deck."""
    if keyword.type is not Type.CONTAINER:
        texts = [item.text for item in block.items]
        return texts[0] if len(texts) == 1 else texts
    if keyword.children_alternate:
        texts = [child.items[0].text for child in block.body]
        width = len(keyword.children)
        return [texts[k : k + width] for k in range(0, len(texts), width)]
    return {child.keyword.lower(): value_of(child, keyword.children[0]) for child in block.body}


def rewritten(text):
    """Return a deck that methods of `Deck` build from the objects of another deck."""
    deck, parameter = rbsolve.Deck(DECKS), ""
    found = Diagnostics()
    for block in SensorLists(Report(found)).single_sensors(blocks_of(read_tree(Source("text", text), found).blocks)):
        if block.keyword == PARAMETER_NAME:
            parameter = block.items[0].text
        elif block.keyword in ("SCALAR_VALUE", "VECTOR_VALUE"):
            texts = [item.text for item in block.items]
            deck.parameter(parameter, texts if block.keyword == "VECTOR_VALUE" else texts[0])
        else:
            schema, keywords = BY_NAME_KEYWORD[block.keyword], {}
            for child in block.body or ():
                if child.keyword not in SKIPPED:
                    keyword = schema.keyword(child.keyword)
                    value = value_of(child, keyword)
                    if keyword.repeats:
                        keywords.setdefault(child.keyword.lower(), []).append(value)
                    else:
                        keywords[child.keyword.lower()] = value
            getattr(deck, method_name(schema))(block.items[0].text, **keywords)
    return deck


@pytest.mark.parametrize("path", sorted(DECKS.glob("*.deck")), ids=lambda path: path.stem)
def test_a_deck_that_is_written_in_python_is_the_same_model(path, monkeypatch):
    monkeypatch.chdir(path.parent)  # meshes are in the folder of the deck
    text, _ = expand_deck(path, Options())
    read, built = check_deck(text), check_deck(rewritten(text).text())
    assert [f.message for f in built.diagnostics if f.severity == "error"] == []
    assert read.compiled is not None
    for name in ("model", "initial", "schedule"):
        assert pickle.dumps(getattr(read.compiled, name)) == pickle.dumps(getattr(built.compiled, name))


def small_deck():
    deck = rbsolve.Deck()
    length = deck.parameter("L", 0.5)
    point = deck.point("p", coordinates=(length, 0, "2*#L"))
    frame = deck.fixed_frame("f", point1_name=point, triad_name="TRIAD_INERTIAL")
    mass = deck.mass_property("m", mass=np.float64(2), moments_of_inertia=np.array([0.3, 0.2, 0.1]))
    box = deck.rigid_body("box", mass_property_name=mass, frame_name=frame, initial_velocity=(1, 0, 0))
    deck.sensor("tip", sensor_type="POSITION", object_name=box)
    deck.analysis("run", simulation_time_range=(0, 1), time_step_size=0.25)
    return deck


def test_references_are_names_and_results_take_them():
    deck = small_deck()
    tip = deck.sensor("speed", sensor_type="VELOCITY", object_name="box")
    results = rbsolve.solve(deck, parameters={"L": 2})
    assert np.array_equal(results["tip"][-1], [3, 0, 4])
    assert np.array_equal(results[tip][0], [1, 0, 0])
    assert deck.text() == rbsolve.Deck().text() + str(deck)


def test_the_file_and_the_results_hold_the_text_of_the_deck(tmp_path):
    deck = small_deck()
    deck.write(tmp_path / "box.deck")
    assert (tmp_path / "box.deck").read_text() == deck.text()
    rbsolve.solve(deck, output=tmp_path / "box.h5").close()
    with rbsolve.open_results(tmp_path / "box.h5") as results:
        assert results.deck == deck.text()


def test_a_model_of_a_deck_goes_to_other_processes():
    model = pickle.loads(pickle.dumps(rbsolve.load(small_deck())))
    assert np.array_equal(model.points["p"], [0.5, 0, 1])


def test_an_error_names_the_line_of_the_call():
    deck = small_deck()
    deck.rigid_body("box", mass_property_name="n")
    with pytest.raises(rbsolve.DeckError) as error:
        rbsolve.solve(deck)
    found = {finding.code.value: finding for finding in error.value.diagnostics if finding.severity == "error"}
    assert set(found) == {"duplicate-name", "unresolved-reference"}
    for finding in found.values():
        assert Path(finding.file).name == "test_deck.py"
        line = finding.span.source.line(finding.line)
        assert line[finding.column - 1 : finding.end_column - 1] == 'deck.rigid_body("box", mass_property_name="n")'
    first = small_deck.__code__.co_firstlineno + 6
    assert f"line {first}" in found["duplicate-name"].message


def test_a_deck_without_an_analysis_can_be_loaded_and_not_solved():
    deck = rbsolve.Deck()
    deck.point("p", coordinates=(1, 2, 3))
    assert np.array_equal(rbsolve.load(deck).points["p"], [1, 2, 3])
    with pytest.raises(rbsolve.DeckError, match="cannot be solved"):
        rbsolve.solve(deck)


def test_files_are_looked_for_in_the_folder_of_the_deck(tmp_path):
    (tmp_path / "points.dat").write_text("@POINT_DEFINITION { @POINT_NAME {q} { @COORDINATES {1, 1, 1} } }\n")
    (tmp_path / "table.csv").write_text("t,x\n0,0\n1,2\n")
    deck = rbsolve.Deck(tmp_path)
    deck.include("points.dat")
    deck.function_1d("f", function_1d_type="TABULATED", table_file=("table.csv", 1, 2))
    assert [finding.message for finding in rbsolve.check(deck) if finding.severity == "error"] == []
    assert np.array_equal(rbsolve.load(deck).points["q"], [1, 1, 1])


@pytest.mark.parametrize(
    ("method", "arguments", "message"),
    [
        ("sensor", {"sensr_type": "POSITION"}, r"sensor\(\) has no argument 'sensr_type'; did you mean 'sensor_type'"),
        ("sensor", {"object_name": "a} @B {"}, "argument 'object_name'.*not allowed in an item"),
        ("point", {"coordinates": (1, None, 2)}, "argument 'coordinates'.*neither a number nor a string"),
        ("shape", {"file_name": 'a"b'}, "quote or a line break"),
        ("function_1d", {"harmonic": {"amplitud": 1}}, "argument 'harmonic': 'amplitud' is not one of amplitude"),
    ],
)
def test_an_argument_that_cannot_be_written_is_refused_at_its_call(method, arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        getattr(rbsolve.Deck(), method)("x", **arguments)


def test_a_name_that_is_no_text_is_refused():
    with pytest.raises(TypeError, match="name of an object"):
        rbsolve.Deck().point(3, coordinates=(0, 0, 0))


def test_numbers_keep_every_bit():
    deck = rbsolve.Deck()
    value = 0.1 + 0.2
    deck.point("p", coordinates=(value, np.nextafter(1.0, 2.0), 1e-300))
    assert rbsolve.load(deck).points["p"].tolist()[:2] == [value, np.nextafter(1.0, 2.0)]


def test_numbers_and_places_of_the_stub_accept_arrays():
    aliases = dict(line.split(" = ") for line in stub().splitlines() if line.startswith(("Number", "Place", "Rows")))
    assert [name for name, types in aliases.items() if "NDArray" in types] == ["Numbers", "Rows", "Place"]
    assert "at_point: Place | None" in stub()
    deck = rbsolve.Deck()
    deck.rigid_body("b", at_point=np.array([0.0, 0.0, 1.0]), mass=1.0)
    assert "@AT_POINT {0.0, 0.0, 1.0}" in deck.text()


def test_the_stub_states_the_methods_of_today():
    assert PAGE.read_text() == stub(), "python -m rbsolve.building.stub writes it"
