"""Mistakes in decks: the message, the hint and the place of each diagnostic."""

import pytest

from rbsolve.language.diagnostics import Code
from rbsolve.pipeline import check_deck

RUN = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }\n"
BODY = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }\n"


def said(text, base=BODY + RUN):
    """Return all diagnostics of a deck, except those of unused objects. The last lines of the deck are `base`."""
    return [
        (str(one.severity), one.code.value, one.line, one.column, one.message, one.hint)
        for one in check_deck(text + base).diagnostics
        if one.code is not Code.UNUSED_OBJECT
    ]


def table(inputs, columns):
    """Return a table of the signals c and u. Its columns are in line 3."""
    signals = "@SIGNAL_NAME {c} { @EXPRESSION {t} } @SIGNAL_NAME {u} { @EXPRESSION {t} }"
    return (
        f"@SIGNAL_DEFINITION {{ {signals}\n@SIGNAL_NAME {{s}} {{ @SIGNAL_TYPE {{LOOKUP_TABLE}} @INPUT {{{inputs}}}\n"
        f"{columns} }} }}\n"
    )


ENTRIES = "@TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0} @TIME {1} @FUNCTION_VALUE {1} }"
COLUMNS = (
    "one input takes @INPUT_VALUES and @OUTPUT_VALUES, or @TABLE_ENTRIES; two inputs also take @SECOND_INPUT_VALUES"
)
INCREASE = "`@{}` of s must increase from item to item and have at least two items"
BY_ROWS = (
    "give them row by row: all values of the second input for the first value of the first input, then for the next "
    "value of the first input"
)


@pytest.mark.parametrize(
    ("inputs", "columns", "code", "place", "message", "hint"),
    [
        (
            "c",
            "@INPUT_VALUES {0, 1} @SECOND_INPUT_VALUES {0, 1} @OUTPUT_VALUES {1, 2, 3, 4}",
            "missing-keyword",
            (2, 55),
            "table s has 1 input, but gives 3 columns",
            COLUMNS,
        ),
        (
            "c, u",
            "@INPUT_VALUES {0, 1} @OUTPUT_VALUES {1, 2}",
            "missing-keyword",
            (2, 55),
            "table s has 2 inputs, but gives 2 columns",
            COLUMNS,
        ),
        ("c, u", ENTRIES, "missing-keyword", (2, 55), "table s has 2 inputs, but gives 2 columns", COLUMNS),
        (
            "c",
            "@INPUT_VALUES {0, 1, 1} @OUTPUT_VALUES {1, 2, 3}",
            "invalid-value",
            (3, 15),
            INCREASE.format("INPUT_VALUES"),
            None,
        ),
        (
            "c",
            "@INPUT_VALUES {0} @OUTPUT_VALUES {1}",
            "invalid-value",
            (3, 15),
            INCREASE.format("INPUT_VALUES"),
            None,
        ),
        (
            "c, u",
            "@INPUT_VALUES {0, 1} @SECOND_INPUT_VALUES {1, 0} @OUTPUT_VALUES {1, 2, 3, 4}",
            "invalid-value",
            (3, 43),
            INCREASE.format("SECOND_INPUT_VALUES"),
            None,
        ),
        (
            "c",
            "@INPUT_VALUES {0, 1} @OUTPUT_VALUES {1, 2, 3}",
            "wrong-count",
            (3, 37),
            "`@OUTPUT_VALUES` of s takes 2 numbers, but 3 are given",
            None,
        ),
        (
            "c, u",
            "@INPUT_VALUES {0, 1} @SECOND_INPUT_VALUES {0, 1, 2} @OUTPUT_VALUES {1, 2, 3}",
            "wrong-count",
            (3, 68),
            "`@OUTPUT_VALUES` of s takes 6 numbers, but 3 are given",
            BY_ROWS,
        ),
    ],
)
def test_tables_of_signals(inputs, columns, code, place, message, hint):
    assert said(table(inputs, columns)) == [("error", code, *place, message, hint)]


@pytest.mark.parametrize("columns", [ENTRIES, "@INPUT_VALUES {0, 1} @OUTPUT_VALUES {1, 2}"])
def test_a_table_of_one_input_has_two_forms(columns):
    assert said(table("c", columns)) == []


RIGID = "@RIGID_JOINT_DEFINITION { @RIGID_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0} } }\n"
OF_BODY = "@SENSOR_TYPE {%s} @OBJECT_NAME {b} @ROTATION_PARAMETERS {EULER_PARAMETERS}"
SIGN = (
    "the sign of these parameters is chosen at each output row: use ROTATION_MATRIX, ROTATION_VECTOR or Euler angles in "
    "the sensor"
)


@pytest.mark.parametrize(
    ("sensor", "message", "hint"),
    [
        (
            "@SENSOR_TYPE {VELOCITY} @OBJECT_NAME {SYSTEM}",
            "signal s cannot measure VELOCITY of sensor q",
            "measure each body and add the signals in an @EXPRESSION",
        ),
        (
            "@SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {SYSTEM}",
            "signal s cannot measure KINETIC_ENERGY of sensor q",
            "compute it in an @EXPRESSION from measured positions and velocities",
        ),
        (OF_BODY % "ROTATION", "signal s cannot measure ROTATION of sensor q", SIGN),
        (OF_BODY % "ORIENTATION", "signal s cannot measure ORIENTATION of sensor q", SIGN),
        ("@SENSOR_TYPE {DRIVE_FORCE} @OBJECT_NAME {j}", "sensor q has no component", None),
    ],
)
def test_signals_that_cannot_measure_a_sensor(sensor, message, hint):
    text = f"{RIGID}@SENSOR_DEFINITION {{ @SENSOR_NAME {{q}} {{ {sensor} }} }}\n"
    signal = "@SIGNAL_DEFINITION { @SIGNAL_NAME {s} {\n@MEASURE {q, x1} } }\n"
    errors = [one for one in said(text + signal) if one[2] == 4]
    assert errors == [("error", "invalid-value", 4, 10, message, hint)]


POINTS = "@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {1, 2, 3} } @POINT_NAME {o} { @COORDINATES {0, 0, 0} } }\n"


@pytest.mark.parametrize(
    ("sensor", "severity", "code", "column", "message", "hint"),
    [
        (
            "@SENSOR_TYPE {POSITION} @OBJECT_NAME {p}\n@POINT_NAME {o}",
            "error",
            "conflicting-keywords",
            14,
            "sensor q is of point p, but `@POINT_NAME` names another object",
            "remove this keyword, or name a body or frame with this point in `@OBJECT_NAME`",
        ),
        (
            "@SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {AXIS_X}\n@TRIAD_NAME {AXIS_Y}",
            "error",
            "conflicting-keywords",
            14,
            "sensor q is of triad AXIS_X, but `@TRIAD_NAME` names another object",
            "remove this keyword, or name a body or frame with this triad in `@OBJECT_NAME`",
        ),
        (
            "@SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {b} @ROTATION_PARAMETERS {ROTATION_VECTOR}\n@ANGLE_UNIT {DEGREES}",
            "warning",
            "conflicting-keywords",
            1,
            "`@ANGLE_UNIT` applies to Euler angles only and has no effect on ROTATION_VECTOR",
            "choose `@ROTATION_PARAMETERS {EULER_ANGLES_321}` or another sequence",
        ),
        (
            "@OBJECT_NAME {j}\n@SENSOR_TYPE {DRIVE_FORCE}",
            "error",
            "invalid-value",
            15,
            "the rigid joint j has no relative coordinate that can be driven",
            None,
        ),
    ],
)
def test_sensors_with_contradictions(sensor, severity, code, column, message, hint):
    text = f"{POINTS}{RIGID}@SENSOR_DEFINITION {{ @SENSOR_NAME {{q}} {{ {sensor} }} }}\n"
    assert said(text) == [(severity, code, 4, column, message, hint)]


FUNCTION = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} {\n%s } }\n"
INSIDE = "inside @REPEAT, names must differ from each other: write `a_#i`"
TOO_LARGE = "this expands to {} blocks and items; a deck can have at most 50,000"
REDUCE = "reduce the number of repetitions or instances"
RING = """@SHAPE_DEFINITION { @SHAPE_NAME {l} { @SHAPE_TYPE {CONE} @DIMENSIONS {1, 1} @CONNECTED_TO_BODY {b} }
@SHAPE_NAME {c} { @SHAPE_TYPE {RING} @AT_POINT {0, 0, 0} @DIMENSIONS {1, 0.1} } }
@CONTACT_DEFINITION { @CONTACT_NAME {k} { @CONNECTED_TO_BODIES {GROUND, b}
@CONTACT_SHAPES {c, l} @STIFFNESS {1} } }
"""
CARRIED = """@POINT_DEFINITION { @POINT_NAME {o} { @COORDINATES {1, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {H} { @POINT1_NAME {o} @TRIAD_NAME {TRIAD_INERTIAL} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1}
@INITIAL_FRAME_NAME {H} } }
@PRESCRIBED_MOTION_DEFINITION { @PRESCRIBED_MOTION_NAME {m} { @CONNECTED_TO_BODY {a} @DISPLACEMENT_FUNCTIONS {f, f, f} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {1} } }
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            CARRIED,
            (
                "conflicting-keywords",
                4,
                22,
                "body a cannot have @INITIAL_FRAME_NAME: the functions of m determine its initial position",
                "remove @INITIAL_FRAME_NAME, or remove the prescribed motion",
            ),
        ),
        (
            CARRIED.replace("@CONNECTED_TO_BODY {a} @D", "@CONNECTED_TO_BODY {GROUND} @D"),
            ("invalid-value", 5, 83, "GROUND does not move", "name a body with a prescribed motion"),
        ),
        (
            RING,
            (
                "invalid-value",
                4,
                17,
                "contact k: contact of a RING with a CONE is not supported",
                "to let some of its points touch other shapes, add a LINE without @DIMENSIONS through these points",
            ),
        ),
        (
            "@SIGNAL_DEFINITION { @SIGNAL_NAME {c} { @EXPRESSION {t} } @SIGNAL_NAME {s} { @SIGNAL_TYPE {INTEGRATOR} @INPUT {c,\nc} } }\n",
            (
                "invalid-value",
                2,
                1,
                "INTEGRATOR needs one input, but has two",
                "combine them in an @EXPRESSION, or choose LOOKUP_TABLE",
            ),
        ),
        (FUNCTION % "@EXPRESSION {1/0 + t}", ("invalid-value", 2, 14, "division by zero", None)),
        (FUNCTION % "@EXPRESSION {2 + t/0}", ("invalid-value", 2, 18, "division by zero", None)),
        (
            "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {-1} }\n"
            + FUNCTION % "@EXPRESSION {t*sqrt(#a)}",
            ("invalid-value", 3, 16, "the square root of -1 does not exist: the number must not be negative", None),
        ),
        (
            FUNCTION
            % "@FUNCTION_1D_TYPE {HARMONIC} @HARMONIC { @AMPLITUDE {1} @COMMENTS {a}\n@AMPLITUDE {0} @PERIOD {1} }",
            ("repeated-keyword", 3, 1, "`@AMPLITUDE` is given twice", None),
        ),
        (
            "@REPEAT {i, 1, 2} { @POINT_DEFINITION {\n@POINT_NAME {a} { @COORDINATES {0, 0, 0} } } }\n",
            ("duplicate-name", 2, 14, "point a is defined twice (where i = 2)", INSIDE),
        ),
        (
            "@TEMPLATE_DEFINITION { @COMMENTS {b} @TEMPLATE_NAME {T} { } }\n"
            "@REPEAT {i, 1, 2} { @INSTANCE_DEFINITION {\n@INSTANCE_NAME {a} { @TEMPLATE_NAME {T} } } }\n",
            ("duplicate-name", 3, 17, "instance a is defined twice (where i = 2)", INSIDE),
        ),
        (
            "@REPEAT {i, 1, 100000} { @POINT_DEFINITION { @POINT_NAME {p_#i} { @COORDINATES {0, 0, 0} } } }\n",
            ("invalid-value", 1, 9, TOO_LARGE.format("800,004"), REDUCE),
        ),
        (
            "@REPEAT {i, 1, 1e17} { @POINT_DEFINITION { @POINT_NAME {p_#i} { @COORDINATES {0, 0, 0} } } }\n",
            ("invalid-value", 1, 9, TOO_LARGE.format("more than 1,000,000,000,000,000"), REDUCE),
        ),
    ],
)
def test_other_mistakes(text, expected):
    assert said(text) == [("error", *expected)]


def test_a_number_that_is_too_large_to_be_whole():
    gear = "@GEAR_DEFINITION { @GEAR_NAME {g} { @JOINT_NAMES {j, k} @RATIO {1}\n@COORDINATE_NUMBERS {1, %s} } }\n"
    message = "`@COORDINATE_NUMBERS` must be at most 2,147,483,647 in size, but 2.14748e+09 is given"
    errors = {
        number: [one[2:5] for one in said(gear % number) if "in size" in one[4]] for number in (2147483647, 2147483648)
    }
    assert errors == {2147483647: [], 2147483648: [(2, 25, message)]}


def test_a_model_without_bodies():
    message = "the model has no body: add a @RIGID_BODY_DEFINITION"
    assert said(RUN, "") == [("error", "missing-keyword", 1, 40, message, None)]


@pytest.mark.parametrize(("height", "slip"), [(2.0, None), (2.03, 0.03), (1.96, -0.04)])
def test_a_screw_whose_turn_does_not_fit_its_displacement(height, slip):
    """The pitch is 0.1 m per turn, and the body is not rotated, so its displacement must be a multiple of 0.1 m."""
    text = f"""@POINT_DEFINITION {{ @POINT_NAME {{o}} {{ @COORDINATES {{0, 0, {height}}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{H}} {{ @POINT1_NAME {{o}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{a}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} @INITIAL_FRAME_NAME {{H}} }} }}
@SCREW_JOINT_DEFINITION {{ @SCREW_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, a}} @AT_POINT {{0, 0, 0}}
@TRIAD_NAME {{AXIS_Z}} @PITCH {{0.1}} }} }}
"""
    messages = [one[4] for one in said(text) if one[0] == "error"]
    assert len(messages) == (slip is not None)
    if slip is not None:
        assert f"its displacement differs by {slip:g} m from its rotation times @PITCH" in messages[0]


def test_a_signal_of_a_function_that_has_no_value_at_the_start():
    text = """@SIGNAL_DEFINITION { @SIGNAL_NAME {c} {
@SIGNAL_TYPE {FUNCTION_1D} @FUNCTION_1D_NAME {f} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @EXPRESSION {sqrt(t - 1)} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {b} @APPLIED_FORCES {0, 0, 1} @SIGNAL_NAME {c} } }
"""
    message = "signal c has no value at the start, t = 0 s: function f"
    (error,) = said(text)
    assert error[:2] == ("error", "invalid-value")
    assert error[4] == message
