"""`rbsolve format --shorten`: the tests check its output, the unchanged parts, and that the model stays bitwise
identical.
"""

import shutil
from pathlib import Path

import numpy as np
import pytest

import rbsolve as product
from rbsolve.cli import main
from rbsolve.editor.short_form import NotShortened, shorten

DECKS = Path(__file__).parents[2] / "decks"
RUN = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }\n"
BODY = """\
@POINT_DEFINITION {
  @POINT_NAME {O} { @COORDINATES {0, 0, 1} }
}
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {O} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {0, 0, 0.1} @MOMENTS_OF_INERTIA {1, 1, 1} }
}
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @FRAME_NAME {F} @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 0} } }
"""
SHORT = """\
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {0, 0, 1} @MASS {2} @CENTRE_OF_MASS {0, 0, 0.1} \
@MOMENTS_OF_INERTIA {1, 1, 1} @INITIAL_VELOCITY {1, 0, 0} } }
"""


def test_a_body_of_five_blocks_is_one():
    assert shorten(BODY + RUN) == SHORT + RUN


def test_types_that_follow_from_their_data_are_removed():
    """A function of time and a triad lose their types, also in a repetition. A function that needs its type keeps it."""
    text = """\
@REPEAT {i, 1, 2} { @TRIAD_DEFINITION { @TRIAD_NAME {T_#i} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, #i, 1} } } }
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {f} {
    @FUNCTION_1D_TYPE {TABULATED} ! measured
    @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0} @TIME {1} @FUNCTION_VALUE {2} }
  }
}
"""
    short = text.replace("@ORIENTATION_DEFINITION_TYPE {VECTOR_E3} ", "").replace("@FUNCTION_1D_TYPE {TABULATED} ", "")
    assert shorten(text + SHORT + RUN) == short + SHORT + RUN


def test_consecutive_sensors_become_one_block():
    """The sensors differ in their types or in their objects. Two sensors with a comment between them stay in separate
    blocks.
    """

    def sensors(*written):
        return "@SENSOR_DEFINITION {\n" + "".join(f"  {one}\n" for one in written) + "}\n"

    apart = "@SENSOR_NAME {%s} { @SENSOR_TYPE {%s} @OBJECT_NAME {%s} }"
    more = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {c} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }\n"
    whole = [("p", "POSITION", "b"), ("q", "POSITION", "c"), ("v", "VELOCITY", "c"), ("e", "KINETIC_ENERGY", "c")]
    short = [apart % ("p, q", "POSITION", "b, c"), apart % ("v, e", "VELOCITY, KINETIC_ENERGY", "c")]
    assert (
        shorten(SHORT + more + sensors(*(apart % each for each in whole)) + RUN) == SHORT + more + sensors(*short) + RUN
    )
    noted = SHORT + more + sensors(apart % whole[0], "! the second body", apart % whole[1]) + RUN
    assert shorten(noted) == noted


KEPT = [
    (
        "@MASS_PROPERTY_NAME {m} {",
        "@MASS_PROPERTY_NAME {m} { ! weighed in May\n",
        "@MASS_PROPERTY_NAME {m} { ! weighed",
    ),
    ("{1, 0, 0} } }", "{1, 0, 0} } @RIGID_BODY_NAME {c} { @MASS_PROPERTY_NAME {m} } }", "@MASS_PROPERTY_NAME {m} {"),
    (
        "@POINT_DEFINITION {",
        "@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} @FRAME_NAME {F} } }\n@POINT_DEFINITION {",
        "@FIXED_FRAME_NAME {F} { @POINT1_NAME {0, 0, 1}",
    ),
]


@pytest.mark.parametrize(("old", "new", "kept"), KEPT)
def test_what_others_use_or_has_comments_stays(old, new, kept):
    text = BODY.replace(old, new) + RUN
    assert kept in shorten(text)


@pytest.mark.parametrize("text", [BODY, BODY.replace("{m} @INITIAL", "{n} @INITIAL") + RUN, BODY + "}"])
def test_a_deck_without_a_model_stays_as_it_is(text):
    with pytest.raises(NotShortened):
        shorten(text)


@pytest.mark.parametrize("name", ["four_bar", "springs_and_bushings", "nested_frames", "gyroscope_in_gimbals"])
def test_decks_are_shorter_and_stay_short(name, tmp_path, capsys):
    """The command itself proves that the model stays bitwise identical. The results of the first deck also show that
    the model is the same."""
    deck = Path(shutil.copy(DECKS / f"{name}.deck", tmp_path))
    assert main(["format", "--shorten", str(deck)]) == 0
    before, after = (path.read_text(encoding="utf-8") for path in (DECKS / deck.name, deck))
    assert "is not shortened" not in capsys.readouterr().err
    assert len(after) < len(before)
    assert main(["format", "--shorten", "--check", str(deck)]) == 0
    if name == "four_bar":
        one, other = (product.solve(path, t_end=0.1) for path in (DECKS / deck.name, deck))
        assert all(np.array_equal(one[sensor], other[sensor]) for sensor in one)
