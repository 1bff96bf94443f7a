"""The numbers of a deck for which derivatives are required, and the places that may make its motion non-smooth."""

import pytest

from rbsolve.pipeline import check_deck
from rbsolve.sensitivity.targets import SensitivityError, rough_places, targets_of, used_parameters

PARAMETERS = {"k": 3.0, "v": (1.0, 2.0, 4.0)}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["k"], [("k", "k", 3.0, (), 0)]),
        (["#v.2", " k "], [("v.2", "v", 2.0, (1.0, 2.0, 4.0), 1), ("k", "k", 3.0, (), 0)]),
        (["v.3", "v"], [(f"v.{n}", "v", PARAMETERS["v"][n - 1], (1.0, 2.0, 4.0), n - 1) for n in (3, 1, 2)]),
    ],
)
def test_names_choose_numbers_of_parameters(names, expected):
    found = targets_of(names, PARAMETERS)
    assert [(one.name, one.parameter, one.value, one.whole, one.index) for one in found] == expected


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([], "name at least one design parameter"),
        (["kk"], "there is no design parameter kk: did you mean k?"),
        (["v.0"], "there is no design parameter v.0: v.1 to v.3"),
        (["v.4"], "there is no design parameter v.4: v.1 to v.3"),
        (["v.x"], "there is no design parameter v.x: v.1 to v.3"),
        (["k.1"], "there is no design parameter k.1: k is one number"),
    ],
)
def test_other_names_are_errors(names, message):
    with pytest.raises(SensitivityError) as error:
        targets_of(names, PARAMETERS)
    assert str(error.value) == message


DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#idle} @SCALAR_VALUE {1} }
! a comment with #idle
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {a} { @AT_POINT {0, 0, 5} @MASS {#m} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {b} { @AT_POINT {5, 0, 5} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {c} { @AT_POINT {9, 0, 5} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {d} { @AT_POINT {19, 0, 5} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {stopped} { @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {0, 0, 5} @STOPS {-1, 1, 1e3, 0} }
  @REVOLUTE_JOINT_NAME {rubbing} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {5, 0, 5} @FRICTION {0.1, 0, 0, 0, 0.01} }
  @REVOLUTE_JOINT_NAME {smooth} { @CONNECTED_TO_BODIES {GROUND, c} @AT_POINT {9, 0, 5} @DAMPER {1} }
  @REVOLUTE_JOINT_NAME {braked} { @CONNECTED_TO_BODIES {GROUND, d} @AT_POINT {19, 0, 5} @FRICTION_FORCE {2} } }
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} }
  @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {c} @DIMENSIONS {0.1} } }
@CONTACT_DEFINITION { @CONTACT_NAME {touch} { @CONNECTED_TO_BODIES {GROUND, c} @CONTACT_SHAPES {floor, ball} @STIFFNESS {1e3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {smooth} } }
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {plain} { @MEASURE {q} }
  @SIGNAL_NAME {switch} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {plain} @THRESHOLDS {0, 1} @OUTPUT_VALUES {0, 1} }
  @SIGNAL_NAME {held} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {plain} @SAMPLE_TIME {0.1} }
  @SIGNAL_NAME {jumping} { @EXPRESSION {sign(plain)} }
  @SIGNAL_NAME {bent} { @EXPRESSION {2*sin(plain)} } }
@EVENT_DEFINITION { @EVENT_NAME {passage} { @SIGNAL_NAME {plain} @THRESHOLD {0.5} } }
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {stairs} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {floor(t)} }
  @FUNCTION_1D_NAME {ramp} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {2*t} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} } }
"""
ROUGH = ["joint stopped", "joint rubbing", "contact touch"]
SWITCHING = ["joint braked", "signal switch", "signal held", "signal jumping", "event passage", "function stairs"]


def test_places_that_are_not_smooth_are_named():
    contents = check_deck(DECK).contents
    assert sorted(rough_places(contents, switches=False)) == sorted(ROUGH)
    assert sorted(rough_places(contents)) == sorted(ROUGH + SWITCHING)


def test_a_comment_uses_no_parameter():
    assert used_parameters(check_deck(DECK).contents) == {"m"}
