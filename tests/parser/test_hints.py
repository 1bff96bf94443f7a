"""Messages and hints name keywords, variables and functions as the deck has them."""

import pytest
from readings import read_description

BODY = "@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b_{0}}} {{ @AT_POINT {{{1}, 0, 0}} @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}\n"
SENSOR = "@SENSOR_DEFINITION { @SENSOR_NAME {s_#i} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {%s} } }\n"
FUNCTION = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {%s} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {%s} } }\n"
SIGNAL = "@SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @FUNCTION_1D_NAME {use} } @SIGNAL_NAME {g} { @EXPRESSION {%s} } }\n"
VARIABLE = "write the variable of the repetition as `#i`"


def errors_of(text):
    _, diagnostics = read_description(text)
    return [(finding.message, finding.hint) for finding in diagnostics if finding.severity == "error"]


def repeat(text):
    return f"@REPEAT {{i, 1, 3}} {{ {text} }}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (BODY.format("#i", "i"), VARIABLE),
        (BODY.format("#i", "2*i"), VARIABLE),
        (BODY.format("#i", "cos(i)"), VARIABLE),
        (BODY.format("i", "#i"), "inside @REPEAT, names must differ from each other: write `b_#i`"),
        (BODY.format("#i", "#i") + SENSOR % "b_i", "write the variable of the repetition with `#`: `b_#i`"),
        (f"@REPEAT {{j, 1, i}} {{ {BODY.format('#i_#j', '#j')} }}", VARIABLE),
        (
            SIGNAL.replace("{s}", "{s_#i}").replace("{g}", "{g_#i}").replace("{use}", "{f}") % "i*s_1"
            + FUNCTION % ("f_#i", "t"),
            VARIABLE,
        ),
    ],
)
def test_variable_of_a_repetition_without_its_sign(text, hint):
    assert hint in [found for _, found in errors_of(repeat(text))]


def test_other_names_in_a_repetition_keep_their_hints():
    [(message, hint)] = errors_of(repeat(BODY.format("#i", "j")))
    assert (message, hint) == ("expected a number, found `j` (where i = 1; i = 2; i = 3)", "write a parameter as `#j`")
    [(_, hint)] = errors_of(repeat(BODY.format("#i", "#i") + SENSOR % "b_4"))
    assert hint == "did you mean `b_3`?"


@pytest.mark.parametrize(
    ("formula", "message", "hint"),
    [
        ("lft(t)", "there is no function lft", "did you mean `lift`?"),
        ("sinn(t)", "there is no function sinn", "did you mean `sin`?"),
        ("lift(t, 1)", "the function of time lift takes one argument", "write `lift(t)`"),
        ("lift", "expected a number, found `lift`", "write `lift(t)`"),
    ],
)
def test_function_in_a_formula_of_a_function(formula, message, hint):
    assert errors_of(FUNCTION % ("lift", "t^2") + FUNCTION % ("use", formula)) == [(message, hint)]


def test_unknown_function_lists_those_of_the_deck():
    text = "".join(FUNCTION % (f"road_{i}", "t") for i in range(12)) + FUNCTION % ("use", "xyz(t)")
    [(_, hint)] = errors_of(text)
    listed = ", ".join(f"road_{i}" for i in range(10))
    assert hint.startswith("the functions are abs, acos")
    assert hint.endswith(f"tanh; and of this deck {listed}, ...")


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("lift(s)", "a formula of signals cannot call the function of time lift"),
        ("lft(s)", "unknown function `lft`"),
    ],
)
def test_function_of_time_in_a_formula_of_signals(formula, message):
    hint = "give the function a signal, `@FUNCTION_1D_NAME {lift}`, and name that signal here"
    text = FUNCTION % ("lift", "t^2") + FUNCTION % ("use", "t") + SIGNAL % formula
    assert errors_of(text) == [(message, hint)]


def test_function_of_time_in_a_number():
    text = FUNCTION % ("lift", "t^2") + BODY.format(1, "lift(2)")
    assert errors_of(text) == [
        ("the function of time lift cannot be called here", "only formulas of functions can call a function of time")
    ]


SHORT = "@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} {} }} }}"


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ("@AT_POINT {0,0,0} @AT_POINT {1,1,1}", "`@AT_POINT` occurs twice in fixed frame of b", None),
        (
            "@POINT1_NAME {0,0,0} @AT_POINT {1,1,1}",
            "`@AT_POINT` occurs twice in fixed frame of b",
            "`@AT_POINT` is a synonym of `@POINT1_NAME`",
        ),
        ("@AT_POINT {0 0 1}", "`0 0 1` is not a name", "separate the items with commas"),
        ("@AT_POINT {0;0;1}", "`0;0;1` is not a name", "separate the items with commas"),
        (
            "@TRIAD_NAME {0, 0, 1}",
            "`@TRIAD_NAME` needs 1 name, but has 3",
            "define a triad, or name AXIS_X, AXIS_Y, AXIS_Z, whose e3 is an inertial axis",
        ),
    ],
)
def test_keywords_of_a_body_in_one_block(given, message, hint):
    assert errors_of(SHORT.format(given)) == [(message, hint)]


def test_messages_of_geometry_name_what_the_deck_has():
    """Objects that a short form creates have no names in the deck."""
    from rbsolve.pipeline import check_deck

    found = list(check_deck(SHORT.format("@AT_POINT {1,0,0} @POINT2_NAME {1,0,0} @TRIAD_NAME {AXIS_X}")).diagnostics)
    messages = [finding.message for finding in found]
    assert "frame of b: points `@AT_POINT` of b and `@POINT2_NAME` of b coincide and define no line" in messages
    assert not [message for message in messages if "b@" in message]


@pytest.mark.parametrize("name", ["u", "other"])
def test_a_function_and_a_signal_of_one_name_are_told_where_either_may_be_meant(name):
    """`@ACTUATOR` takes the function. If a signal only reads the function of the same name, the name is not ambiguous."""
    joint = """@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b_1} @AT_POINT {0, 0, 0}
    @TRIAD_NAME {AXIS_Z} @ACTUATOR {u} } }"""
    signal = f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{{name}}} {{ @FUNCTION_1D_NAME {{u}} }} }}"
    _, diagnostics = read_description(BODY.format(1, 0) + FUNCTION % ("u", "t") + signal + joint)
    found = [finding.message for finding in diagnostics if finding.code == "duplicate-name"]
    told = ["a function and a signal have the name u: `@ACTUATOR` takes the function"]
    assert found == (told if name == "u" else [])
