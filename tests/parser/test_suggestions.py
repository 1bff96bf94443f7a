"""The nearest known word or name of a method. In long lists, only words with similar letters are compared."""

import pytest

from rbsolve.parser.description.method_options import known_method
from rbsolve.parser.description.suggestions import LONG_LIST, Suggestions
from rbsolve.parser.schema.misnomers import SENSOR_MISNOMERS
from rbsolve.parser.schema.sensors import SENSOR
from rbsolve.pipeline import check_deck

FAR = [f"Q{'W' * 12}_{k}X" for k in range(2 * LONG_LIST)]


@pytest.mark.parametrize(
    "word",
    [
        "revolute_jXint",  # both ends of the word are as intended
        "rXvolute_joiXX",  # the end of the word differs
        "Xevolute_joint",  # the start of the word differs
        "revolute_joixxnt",  # two additional letters
    ],
)
def test_long_lists_are_searched_for_words_that_share_an_end(word):
    assert Suggestions().closest(word, [*FAR, "REVOLUTE_JOINT"]) == ("REVOLUTE_JOINT" if word[1] != "X" else None)
    assert Suggestions().closest(word, ["REVOLUTE_JOINT"]) == "REVOLUTE_JOINT"


@pytest.mark.parametrize("other", ["REXOLUTE_JOINTS_XX", "OTHER_WORDS_Z"])
def test_words_of_other_letters_take_no_place_in_a_long_list(other):
    """These words have a different length and the same ends, or the same length and different ends."""
    far = [f"{other[:6]}{k:03}{other[9:]}" for k in range(2 * LONG_LIST)]
    assert Suggestions().closest("REVOLUTE_JONT", [*far, "REVOLUTE_JOINT"]) == "REVOLUTE_JOINT"


def test_no_word_is_near():
    assert Suggestions().did_you_mean("completely", FAR) is None
    assert Suggestions().did_you_mean("colour", ["COLOR", "shape"]) == "did you mean `COLOR`?"


def test_an_unknown_method_gets_the_nearest_name_or_all_names():
    assert known_method("rk45") == "did you mean RK44?"
    assert known_method("GENERALISED_ALPHA:NEWTON=MODIFIED") == "did you mean GENERALIZED_ALPHA?"
    assert known_method("x").startswith("the integrators are EXPLICIT_RUNGE_KUTTA, GENERALIZED_ALPHA, ")


SENSED = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {%s} @OBJECT_NAME {B} } }
"""


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("CONTACT_FORCE", "use `REACTION_FORCE` or `FORCE`"),
        ("RELATIVE_VELOCITY", "use `RELATIVE_ROTATION_RATE` or `RELATIVE_DISPLACEMENT_RATE`"),
        ("SPEED", "did you mean `VELOCITY`?"),
        ("VELOCTY", "did you mean `VELOCITY`?"),
    ],
)
def test_a_type_of_sensor_of_another_program_names_ours(word, hint):
    (found,) = [f for f in check_deck(SENSED % word).diagnostics if f.severity == "error"]
    assert found.hint == hint


def test_every_misnomer_of_a_sensor_names_existing_types():
    known = set(SENSOR.keyword("SENSOR_TYPE").choices)
    for word, types in SENSOR_MISNOMERS.items():
        assert word not in known
        assert set(types) <= known
