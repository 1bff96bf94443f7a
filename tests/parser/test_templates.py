"""Templates and their instances, with their expansion and their diagnostics. A deck with templates equals the deck that
is written out.
"""

import pytest
from readings import read_description

from rbsolve.cli import main
from rbsolve.parser.expansion import budget
from rbsolve.pipeline import Options, check_deck, expand_deck

ARM = """@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.5}
  @DESIGN_PARAMETER_NAME {#c} @VECTOR_VALUE {1, 2, #L}
}
@TEMPLATE_DEFINITION { @TEMPLATE_NAME {arm} {
  @PARAMETER {azimuth}
  @PARAMETER {length, 4*#L}
  @PARAMETER {half, #length/2}
  @PARAMETER {hub, GROUND}
  @PARAMETER {base, #c}
  @POINT_DEFINITION {
    @POINT_NAME {tip_#instance} { @COORDINATES {#length*sin(#azimuth), 1 - #azimuth, #half} }
    @POINT_NAME {base_#instance} { @COORDINATES {#base} }
  }
  @REPEAT {k, 1, 2} { @SENSOR_DEFINITION {
    @SENSOR_NAME {tip_#instance_#k} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {#hub} @POINT_NAME {tip_#instance} } } }
} }
"""
NORTH = "@INSTANCE_DEFINITION { @INSTANCE_NAME {north} { @TEMPLATE_NAME {arm} @PARAMETER {azimuth, -1/4} } }\n"
MASS = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {mp} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }\n"


def read(text, **parameters):
    description, diagnostics = read_description(text, parameters)
    assert description is not None, [finding.message for finding in diagnostics]
    return description


def errors(text):
    found = check_deck(text).diagnostics
    return [(one.code.value, one.span.line, one.message) for one in found if one.severity == "error"]


def test_values_are_numbers_lists_and_names():
    body = "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B-1} { @MASS_PROPERTY_NAME {mp} } }\n"
    given = "@PARAMETER {azimuth, 2*#L} @PARAMETER {hub, B-1} @PARAMETER {base, 7, 8, 9} @PARAMETER {length, 3}"
    south = f"@INSTANCE_DEFINITION {{ @INSTANCE_NAME {{south}} {{ @TEMPLATE_NAME {{arm}} {given} }} }}"
    described = read(ARM + NORTH + MASS + body + south)
    points = {name: point["COORDINATES"] for name, point in described.of_kind("POINT").items()}
    assert points["tip_north"] == (2 * -0.24740395925452294, 1.25, 1.0)  # sin(1/4), to the last bit
    assert points["base_north"] == (1, 2, 0.5)
    assert points["tip_south"] == (3 * 0.8414709848078965, 0, 1.5)
    assert points["base_south"] == (7, 8, 9)
    sensors = {name: sensor["OBJECT_NAME"] for name, sensor in described.of_kind("SENSOR").items()}
    assert sensors == {
        **{f"tip_north_{k}": "GROUND" for k in (1, 2)},
        **{f"tip_south_{k}": "B-1" for k in (1, 2)},
    }


def test_instances_follow_the_parameters_of_the_command_line():
    points = read(ARM + NORTH, L=2).of_kind("POINT")
    assert points["tip_north"]["COORDINATES"][2] == 4
    assert points["base_north"]["COORDINATES"] == (1, 2, 2)


def test_instances_in_repetitions_and_in_templates():
    text = """
    @INSTANCE_DEFINITION { @REPEAT {s, 1, 2} { @INSTANCE_NAME {bogie_#s} { @TEMPLATE_NAME {bogie} @PARAMETER {x, 10*#s} } } }
    @TEMPLATE_DEFINITION {
      @TEMPLATE_NAME {wheel} { @PARAMETER {at} @POINT_DEFINITION { @POINT_NAME {hub_#instance} { @COORDINATES {#at, 0, 0} } } }
      @TEMPLATE_NAME {bogie} { @PARAMETER {x}
        @REPEAT {i, 1, 2} {
          @INSTANCE_DEFINITION { @INSTANCE_NAME {#instance_#i} { @TEMPLATE_NAME {wheel} @PARAMETER {at, #x + #i} } }
        } }
    }"""
    points = {name: point["COORDINATES"][0] for name, point in read(text).of_kind("POINT").items()}
    assert points == {"hub_bogie_1_1": 11, "hub_bogie_1_2": 12, "hub_bogie_2_1": 21, "hub_bogie_2_2": 22}
    [finding] = [one for one in check_deck(text.replace("#at, 0", "#at, 1/0")).diagnostics if one.severity == "error"]
    assert "(where s = 1, instance = bogie_1, i = 1, instance = bogie_1_1; s = 1" in finding.message


def test_templates_come_from_included_files(tmp_path):
    (tmp_path / "arm.dat").write_text(ARM)
    deck = tmp_path / "m.deck"
    deck.write_text(
        NORTH + "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {a} { @ACTIVE_COMMAND {YES} @LIST_OF_FILE_NAMES {arm.dat} } }"
    )
    assert "tip_north" in read(deck).of_kind("POINT")
    (tmp_path / "arm.dat").write_text(ARM.replace("@COORDINATES {#base}", "@COORDINATEN {#base}"))
    finding = next(one for one in check_deck(deck).diagnostics if one.code == "unknown-keyword")
    assert (finding.span.source.name, finding.span.line) == (str(tmp_path / "arm.dat"), 13)
    assert "instance = north" in finding.message


def test_places_point_into_the_template_and_findings_say_which_instance():
    text = (
        ARM.replace("1 - #azimuth", "sqrt(#azimuth)") + NORTH + NORTH.replace("north", "south").replace("-1/4", "-0.3")
    )
    [finding] = [one for one in check_deck(text).diagnostics if one.code == "invalid-value"]
    assert finding.message.endswith("(where instance = north; instance = south)")
    assert text.splitlines()[11][finding.span.column - 1 : finding.span.end_column - 1] == "sqrt(#azimuth)"


def test_a_name_without_the_instance_is_told_what_to_write():
    text = ARM.replace("base_#instance", "base") + NORTH + NORTH.replace("north", "south")
    first = next(one for one in check_deck(text).diagnostics if one.code == "duplicate-name")
    assert "(where instance = south)" in first.message
    assert first.hint == "inside @REPEAT, names must differ from each other: write `base_#instance`"


def wheel(name, inner="", keywords=""):
    point = f"@POINT_DEFINITION {{ @POINT_NAME {{{name}_#instance}} {{ @COORDINATES {{0, 0, 0}} }} }}"
    inner = inner.replace("\n", " ")
    return f"@TEMPLATE_DEFINITION {{ @TEMPLATE_NAME {{{name}}} {{ {keywords} {point} {inner} }} }}\n"


def instance(name, template, given=""):
    return f"@INSTANCE_DEFINITION {{ @INSTANCE_NAME {{{name}}} {{ @TEMPLATE_NAME {{{template}}} {given} }} }}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ARM + instance("n", "amr"), ("unresolved-reference", 18, "there is no template amr")),
        (ARM + instance("n", "arm"), ("missing-keyword", 18, "instance n of template arm has no value for the parameter azimuth")),
        (ARM + instance("n", "arm", "@PARAMETER {azimut, 1} @PARAMETER {azimuth, 1}"),
         ("undeclared-parameter", 18, "template arm has no parameter azimut")),
        (ARM + instance("n", "arm", "@PARAMETER {azimuth}"), ("wrong-count", 18, "the parameter azimuth has no value")),
        (ARM + instance("n", "arm", "@PARAMETER {azimuth, 1} @PARAMETER {length}"),
         ("wrong-count", 18, "the parameter length has no value")),
        (ARM + instance("n", "arm", "@PARAMETER {azimuth, 1} @PARAMETER {azimuth, 2}"),
         ("repeated-keyword", 18, "the parameter azimuth is given twice")),
        (ARM + instance("n", "arm", "@PARAMETER {azimuth, 1 +}"), ("syntax-error", 18, "an operand is missing after `+`")),
        (ARM + instance("n", "arm", "@PARAMETER {azimuth, #m}"),
         ("undeclared-parameter", 18, "the design parameter #m is not declared")),
        (ARM + instance("n", "arm", "@PARAMETER {azimuth, 1, 2}"),
         ("wrong-type", 12, "#azimuth is a list of numbers, but one number is needed here (where instance = n)")),
        (ARM + instance("n", "arm", "@PARAMETER {azimuth, 1} @MASS {1}"), ("unknown-keyword", 18, None)),
        (ARM + NORTH + NORTH, ("duplicate-name", 19, "instance north is defined twice; the first definition is at line 18")),
        (ARM + instance("n", "arm", "@PARAMETER {azimuth, 1}\n@TEMPLATE_NAME {arm}"),
         ("repeated-keyword", 19, "instance n names several templates")),
        (ARM + "@INSTANCE_DEFINITION { @INSTANCE_NAME {n} { } }", ("missing-keyword", 18, "instance n names no template")),
        (ARM + "@INSTANCE_DEFINITION { @INSTANCE_NAME {n} }",
         ("missing-keyword", 18, "instance n needs a second pair of braces that names its template")),
        (ARM + "@INSTANCE_DEFINITION { @INSTANCE_NAME {n} { @PARAMETER {azimuth, 1} } }",
         ("missing-keyword", 18, "instance n names no template")),
        (ARM + NORTH + "@INSTANCE_DEFINITION { @POINT_NAME {n} {} }", ("unknown-keyword", 19, None)),
        (wheel("w") + wheel("w") + instance("n", "w"), ("duplicate-name", 2, None)),
        (wheel("w", keywords="@PARAMETER {instance}") + instance("n", "w"),
         ("duplicate-name", 1, "#instance is the name of the instance in every template")),
        (ARM.replace("{azimuth}", "{L, 2} @PARAMETER {azimuth}") + NORTH,
         ("duplicate-name", 6, "#L is a design parameter of the deck, and this template gives the parameter other values")),
        (wheel("w", inner=wheel("v")) + instance("n", "w"),
         ("unknown-keyword", 1, "`@TEMPLATE_DEFINITION` is inside a repetition or a template (where instance = n)")),
        (wheel("w", instance("#instance_a", "v")) + wheel("v", instance("#instance_b", "w")) + instance("n", "w"),
         ("circular-reference", 2, "templates contain each other in a cycle: w (line 1) -> v (line 2) -> w (line 1) "
          "(where instance = n, instance = n_a)")),
    ],
)  # fmt: skip
def test_wrong_templates_and_instances(text, expected):
    [(code, line, message)] = errors(text)
    assert (code, line) == expected[:2]
    assert expected[2] is None or message == expected[2]


def test_templates_that_double_run_out_of_room_once(monkeypatch):
    monkeypatch.setattr(budget, "MOST_WRITTEN", 2000)
    text = "".join(
        wheel(f"w{k}", instance("#instance_1", f"w{k + 1}") + instance("#instance_2", f"w{k + 1}")) for k in range(40)
    )
    [(code, _, message)] = errors(text + wheel("w40") + instance("n", "w0"))
    assert code == "invalid-value"
    assert "a deck can have at most 2,000" in message


def test_a_long_chain_of_templates_is_refused():
    text = "".join(wheel(f"w{k}", instance(f"#instance_{k}", f"w{k + 1}")) for k in range(60))
    assert [code for code, _, _ in errors(text + wheel("w60") + instance("n", "w0"))] == ["invalid-value"]


def test_a_template_without_an_instance_is_a_warning():
    [finding] = check_deck(wheel("w")).diagnostics
    assert (finding.code, finding.severity) == ("unused-object", "warning")


def test_a_deck_with_instances_written_out_is_the_same_deck(tmp_path, capsys):
    path = tmp_path / "m.deck"
    path.write_text(ARM + NORTH)
    text, diagnostics = expand_deck(path, Options())
    assert not diagnostics.has_errors
    assert "TEMPLATE" not in text
    assert "INSTANCE" not in text
    written, whole = read(text), read(path)
    assert [(one.kind, one.name) for one in written.all_of("POINT")] == [
        ("POINT", "tip_north"),
        ("POINT", "base_north"),
    ]
    for name in ("tip_north", "base_north"):
        assert written.of_kind("POINT")[name]["COORDINATES"] == whole.of_kind("POINT")[name]["COORDINATES"]
    path.write_text(ARM + instance("n", "arm"))
    assert main(["check", "--expand", str(path)]) == 1
    assert "has no value for the parameter azimuth" in capsys.readouterr().err


LEGS = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@TEMPLATE_DEFINITION { @TEMPLATE_NAME {leg} { @PARAMETER {x}
  @POINT_DEFINITION { @POINT_NAME {P_#instance} { @COORDINATES {#x, 0, 0} } }
  @FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F_#instance} { @POINT1_NAME {P_#instance} @TRIAD_NAME {TRIAD_INERTIAL} } }
  @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B_#instance} { @FRAME_NAME {F_#instance} @MASS_PROPERTY_NAME {m} } }
  @REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J_#instance} { @CONNECTED_TO_BODIES {GROUND, B_#instance}
    @AT_POINT {P_#instance} @TRIAD_NAME {T} } }
  @SENSOR_DEFINITION { @SENSOR_NAME {q_#instance} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J_#instance} } }
  %s
} }
@REPEAT {i, 1, 2} { @INSTANCE_DEFINITION { @INSTANCE_NAME {l#i} { @TEMPLATE_NAME {leg} @PARAMETER {x, #i} } } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {1e-2} } }
"""
AT = "@POINT_DEFINITION { @POINT_NAME {Q_#instance} { @COORDINATES {%s} } }"
BOTH, FIRST, SECOND = (
    "(where i = 1, instance = l1; i = 2, instance = l2)",
    "(where i = 1, instance = l1)",
    "(where i = 2, instance = l2)",
)


@pytest.mark.parametrize(
    ("inside", "code", "message"),
    [
        (AT % "#x, 0, ", "syntax-error", "an item is missing after the last comma"),
        (AT % "#x, 0", "wrong-count", f"but has 2 {BOTH}"),
        (AT % "1/(#x - 2), 0, 0", "invalid-value", f"division by zero {SECOND}"),
        ("@SENSOR_DEFINITION { @SENSOR_NAME {s_#instance} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {X_#instance} } }",
         "unresolved-reference", BOTH),
        ("@SIGNAL_DEFINITION { @SIGNAL_NAME {s_#instance} { @EXPRESSION {s_#instance + 1} } }",
         "circular-reference", f"itself without a state in between {BOTH}"),
        ("@SIGNAL_DEFINITION { @SIGNAL_NAME {s_#instance} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {e_#instance} @SAMPLE_TIME {0.015*#x} }"
         " @SIGNAL_NAME {e_#instance} { @MEASURE {q_#instance} } }", "step-mismatch", f"time 0.015 of s_l1 {FIRST}"),
        ("@ROD_DEFINITION { @ROD_NAME {K_#instance} { @CONNECTED_TO_BODIES {GROUND, B_#instance} @POINT1_NAME {O}"
         " @POINT2_NAME {P_#instance} @LENGTH {1} } }", "inconsistent-initial-conditions", f"its length is 1 m {SECOND}"),
    ],
    ids=["syntax", "values", "formulas", "references", "signals", "steps", "start"],
)  # fmt: skip
def test_findings_of_all_stages_name_the_instance(inside, code, message):
    found = [finding for finding in check_deck(LEGS % inside).diagnostics if finding.severity == "error"]
    assert [finding.code for finding in found] == [code]
    assert message in found[0].message


def test_a_keyword_that_is_none_of_repeated_instances_is_told_once():
    repeated = "@REPEAT {i, 1, 60} { @INSTANCE_DEFINITION { @INSTANCE_NAM {n#i} { @TEMPLATE_NAME {arm} @PARAMETER {azimuth, #i} } } }"
    ((code, _, message),) = errors(ARM + repeated)
    assert code == "unknown-keyword"
    assert (
        message
        == "`@INSTANCE_NAM` is not a keyword of `@INSTANCE_DEFINITION` (where i = 1; i = 2; i = 3; i = 4; and 56 more)"
    )


@pytest.mark.parametrize(
    ("sound", "damaged"),
    [
        ("} }\n@INSTANCE", "}\n@INSTANCE"),  # the template is not closed, so `#azimuth` is not a design parameter
        ("@TEMPLATE_NAME {arm} {\n", "@TEMPLATE_NAME {arm} \n"),
        ("@REPEAT {k, 1, 2} {", "@REPEAT {k, 1, 2} {{"),
        ("@POINT_NAME {tip_#instance} {", "@POINT_NAME {tip_#instance {"),
    ],
)
def test_damage_in_a_template_is_one_finding(sound, damaged):
    """A misplaced brace can hide parameters, names and repetitions. These objects are not reported."""
    assert errors(ARM + NORTH) == []
    found = errors((ARM + NORTH).replace(sound, damaged, 1))
    assert {code for code, _, _ in found} == {"syntax-error"}, found
    assert len(found) <= 2, found


def test_a_repetition_that_is_not_closed_is_one_finding():
    repeated = "@REPEAT {i, 1, 3} {\n@POINT_DEFINITION { @POINT_NAME {p_#i} { @COORDINATES {#i, 0, 0} } }\n"
    follows = (
        "@POINT_DEFINITION { @POINT_NAME {q} { @COORDINATES {0, 0, 1} } }\n"
        "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1} }\n"
        "@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {GROUND} @POINT_NAME {p_3} } }\n"
    )
    assert errors(repeated + "}\n" + follows) == []
    assert [code for code, _, _ in errors(repeated + follows)] == ["syntax-error"]


def test_a_block_inside_an_object_is_told_that_a_brace_is_missing():
    text = "@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0, 0, 0} @TRIAD_DEFINITION { } } }"
    (finding,) = [one for one in check_deck(text).diagnostics if one.severity == "error"]
    assert finding.message == "`@TRIAD_DEFINITION` is not a keyword of `@POINT_NAME`"
    assert "a `}` may be missing before this block" in finding.hint
