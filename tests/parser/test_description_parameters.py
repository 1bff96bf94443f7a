"""Design parameters with expressions of other parameters, lists, and overrides."""

import math
import sys

import pytest
from readings import read_description


def deck(parameters, coordinates="0, 0, 0"):
    kinds = ["VECTOR" if "," in value or name == "#v" else "SCALAR" for name, value in parameters]
    names = "".join(
        f"@DESIGN_PARAMETER_NAME {{{name}}} @{kind}_VALUE {{{value}}}\n"
        for kind, (name, value) in zip(kinds, parameters, strict=True)
    )
    return (
        f"@DESIGN_PARAMETERS_DEFINITION {{\n{names}}}\n"
        f"@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{{coordinates}}} }} }}"
    )


def values(text, overrides=None):
    description, diagnostics = read_description(text, overrides)
    assert [finding.message for finding in diagnostics if finding.severity == "error"] == []
    return description


def errors(text, overrides=None):
    _, diagnostics = read_description(text, overrides)
    return [
        (f.code.value, f.span.source.line(f.span.line)[f.span.column - 1 : f.span.end_column - 1])
        for f in diagnostics
        if f.severity == "error"
    ]


def test_parameters_may_be_expressions_of_later_ones():
    text = deck([("#a", "2*#b + #d"), ("#b", "#c^2"), ("#c", "3"), ("#d", "-sqrt(4)")], "#a, #b/#c, pi*#d")
    description = values(text)
    assert description.parameters == {"a": 16.0, "b": 9.0, "c": 3.0, "d": -2.0}
    assert description.of_kind("POINT")["P"]["COORDINATES"] == (16.0, 3.0, pytest.approx(-2 * math.pi, rel=1e-15))


def test_vector_replaces_the_whole_list_and_may_use_scalars():
    description = values(deck([("#c", "0, #L, 2*#L"), ("#L", "0.25")], "#c"))
    assert description.of_kind("POINT")["P"]["COORDINATES"] == (0.0, 0.25, 0.5)
    assert description.parameters == {"c": (0.0, 0.25, 0.5), "L": 0.25}


def test_vector_may_be_another_vector():
    assert values(deck([("#v", "#c"), ("#c", "1, 2, 3")], "#v")).parameters["v"] == (1.0, 2.0, 3.0)


def test_value_may_stand_in_second_braces_and_in_several_blocks():
    text = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} { @SCALAR_VALUE {1} } @COMMENTS {x} }"
    text += "@MODEL_DEFINITION { @DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#b} @COMMENTS {y}"
    assert values(text + " @SCALAR_VALUE {#a+1} } }").parameters == {"a": 1.0, "b": 2.0}


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"L": "0.35"}, {"L": 0.35, "c": (0.0, 0.0, 0.7)}),
        ({"#L": 0.35}, {"L": 0.35, "c": (0.0, 0.0, 0.7)}),
        ({"L": 1}, {"L": 1.0, "c": (0.0, 0.0, 2.0)}),
        ({"L": "2*pi"}, {"L": 2 * math.pi, "c": (0.0, 0.0, 4 * math.pi)}),
        ({"c": "0,0,5"}, {"L": 0.3, "c": (0.0, 0.0, 5.0)}),
        ({"c": "max(1, 2), #L, 5"}, {"L": 0.3, "c": (2.0, 0.3, 5.0)}),
        ({"c": [1, 2.5, 3]}, {"L": 0.3, "c": (1.0, 2.5, 3.0)}),
        ({"L": "-1e-3", "c": (1.0, 2.0)}, {"L": -0.001, "c": (1.0, 2.0)}),
    ],
)
def test_overrides(overrides, expected):
    assert values(deck([("#L", "0.3"), ("#c", "0, 0, 2*#L")]), overrides).parameters == expected


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"M": "1"}, [("undeclared-parameter", "M")]),
        ({"L": "1,2"}, [("wrong-count", "L")]),
        ({"L": ""}, [("wrong-count", "L")]),
        ({"L": "abc"}, [("wrong-type", "abc")]),
        ({"L": "1/0"}, [("invalid-value", "1/0")]),
        ({"L": math.nan}, [("wrong-type", "nan")]),
        ({"L": math.inf}, [("wrong-type", "inf")]),
        ({"L": "#L"}, [("circular-reference", "L")]),
    ],
)
def test_wrong_overrides_point_into_the_command_line(overrides, expected):
    assert errors(deck([("#L", "0.3")], "#L, 0, 0"), overrides) == expected


def test_overriding_an_undeclared_parameter_suggests_a_declared_one():
    _, diagnostics = read_description(deck([("#span", "1")]), {"spam": "1"})
    (finding,) = [f for f in diagnostics if f.severity == "error"]
    assert finding.hint == "did you mean `span`?"
    assert finding.span.source.line(1) == "spam = 1"


def test_what_depends_on_a_wrong_parameter_says_nothing():
    text = deck([("#a", "1/0"), ("#b", "2*#a"), ("#c", "#b, #a, 1")], "#a, #b, 1")
    assert errors(text) == [("invalid-value", "1/0")]


def test_every_circle_is_reported_once():
    text = deck([("#a", "#b"), ("#b", "#a"), ("#c", "#c + 1"), ("#d", "#a + #c")], "#d, 0, 0")
    assert errors(text) == [("circular-reference", "#a"), ("circular-reference", "#c")]


def test_long_chains_need_no_recursion():
    links = 5 * sys.getrecursionlimit()
    chain = [(f"#p{i}", f"#p{i + 1} + 1") for i in range(links)] + [(f"#p{links}", "0")]
    assert values(deck(chain)).parameters["p0"] == links


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (deck([("#c", "1, 2, 3")], "2*#c, 0, 0"), [("wrong-type", "#c")]),
        (deck([("#c", "1, 2, 3")], "#c, #c, #c"), [("wrong-type", "#c")] * 3),
        (deck([("#c", "1, 2, 3"), ("#d", "2*#c")]), [("wrong-type", "#c")]),
        (deck([("#a", "1")], "#a, #A, 1"), [("undeclared-parameter", "#A")]),
        (deck([("#a", "#z")], "#a, 1, 1"), [("undeclared-parameter", "#z")]),
        ("@DESIGN_PARAMETERS_DEFINITION { @SCALAR_VALUE {1} }", [("missing-keyword", "@SCALAR_VALUE")]),
        (
            "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a, #b} @SCALAR_VALUE {1} }",
            [("wrong-count", "#b")],
        ),
        ("@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @VALUE {1} }", [("unknown-keyword", "@VALUE")]),
        ("@DESIGN_PARAMETERS_DEFINITION {#a}", [("wrong-type", "#a")]),
    ],
)
def test_wrong_parameters(text, expected):
    assert errors(text) == expected


SECOND = ("@SCALAR_VALUE {1} @VECTOR_VALUE {1, 2}", "@VECTOR_VALUE {1, 2} @SCALAR_VALUE {1}")


@pytest.mark.parametrize("braces", ["%s", "{ %s }"])
@pytest.mark.parametrize("values", SECOND)
def test_a_scalar_and_a_vector_exclude_each_other(values, braces):
    text = f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#L}} {braces % values} }}"
    later = "@VECTOR_VALUE" if values.startswith("@SCALAR") else "@SCALAR_VALUE"
    assert errors(text) == [("conflicting-keywords", later)]


@pytest.mark.parametrize("braces", ["%s", "{ %s }"])
def test_one_parameter_has_one_value(braces):
    values = "@SCALAR_VALUE {1} @COMMENTS {or} @SCALAR_VALUE {2}"
    text = f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#L}} {braces % values} }}"
    assert errors(text) == [("repeated-keyword", "@SCALAR_VALUE")]


NOTED = "@DESIGN_PARAMETERS_DEFINITION { %s }"


def test_units_and_descriptions_belong_to_the_name_before():
    text = NOTED % (
        "@DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.3} @UNIT {kg m^2/s} @DESCRIPTION {arm, left} "
        '@DESIGN_PARAMETER_NAME {#k} { @UNIT {1} @SCALAR_VALUE {2*#L} @DESCRIPTION {"how stiff"} } '
        "@DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {1}"
    )
    description = values(text)
    assert description.parameters == {"L": 0.3, "k": 0.6, "c": 1.0}
    assert description.notes == {"L": ("kg m^2/s", "arm, left"), "k": ("1", "how stiff")}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("@UNIT {m}", [("missing-keyword", "@UNIT")]),
        ("@DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {1} @UNIT {m, s}", [("wrong-count", "s")]),
        ("@DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {1} @UNIT {}", [("wrong-count", "@UNIT")]),
        ("@DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {1} @UNIT {m} @UNIT {m}", [("repeated-keyword", "@UNIT")]),
        ("@DESIGN_PARAMETER_NAME {#a} @UNIT {m}", [("missing-keyword", "#a")]),
    ],
)
def test_units_that_are_wrong(text, wanted):
    assert errors(NOTED % text) == wanted


UNUSED = deck([("#a", "2"), ("#b", "2*#a"), ("#n", "3"), ("#v", "0, 0, 1")])


@pytest.mark.parametrize(
    ("text", "overrides", "unused"),
    [
        (UNUSED, {}, {"#b": "note", "#n": "note", "#v": "note"}),  # the parameter #b uses a
        (UNUSED, {"b": 3.0, "#v": (1.0, 0.0, 0.0)}, {"#b": "warning", "#n": "note", "#v": "warning"}),
        (UNUSED, {"b": "4*#n", "v": "0, 0, #b"}, {"#v": "warning"}),
        (UNUSED.replace("{0, 0, 0}", "{#b, #n, #v}"), {"b": 3.0}, {}),
        (UNUSED.replace("{0, 0, 0}", "{#v} @COMMENTS {#b and #n}"), {}, {"#b": "note", "#n": "note"}),
        (UNUSED.replace("{0, 0, 0}", "{#bb, 0, 0}"), {}, {"declared": "error"}),
        (UNUSED.replace("{0, 0, 0}", "{#v}") + "@REPEAT {i, 1, #b} { @COMMENTS {p_#i} }", {}, {"#n": "note"}),
        (
            UNUSED.replace("{0, 0, 0}", "{#v}")
            + "@REPEAT {i, 1, 2} { @POINT_DEFINITION { @POINT_NAME {Q_#(mod(i, n))} { @COORDINATES {#b, 0, 0} } } }",
            {},
            {},
        ),
    ],
)
def test_parameters_that_nothing_uses(text, overrides, unused):
    """A note reports each unused parameter. A warning reports an unused parameter with a given value."""
    _, diagnostics = read_description(text, overrides)
    told = {f.message.rpartition(" ")[2]: f.severity for f in diagnostics if "design parameter" in f.message}
    assert told == unused


def test_an_undeclared_override_is_told_the_first_twenty_parameters():
    values = " ".join(f"@DESIGN_PARAMETER_NAME {{#p{k}}} @SCALAR_VALUE {{1}}" for k in range(30))
    _, diagnostics = read_description(f"@DESIGN_PARAMETERS_DEFINITION {{ {values} }}", {"unlike": 1.0})
    [error] = [finding for finding in diagnostics if finding.severity == "error"]
    assert error.hint == f"the parameters of the deck are {', '.join(f'p{k}' for k in range(20))}"
