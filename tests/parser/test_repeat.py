"""`@REPEAT`: its expansion and its diagnostics. A deck with repetitions equals the deck that is written out."""

from pathlib import Path

import pytest
from readings import read_description

from rbsolve.cli import main
from rbsolve.parser.description.again import Again
from rbsolve.pipeline import Options, check_deck, expand_deck, parse_deck

DECKS = sorted((Path(__file__).parents[2] / "decks").glob("*.deck"))

STAR = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#n} @SCALAR_VALUE {3}
  @DESIGN_PARAMETER_NAME {#i_length} @SCALAR_VALUE {0.5}
}
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {mp} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@REPEAT {i, 1, #n} {
  @POINT_DEFINITION {
    @POINT_NAME {Root_#i} { @COORDINATES {#i, 2^#i - #i, #i_length} }
    @REPEAT {j, 0, 1} { @POINT_NAME {Tip_#i_#j} { @COORDINATES {10*#i + #j, 0, 0} } }
  }
  @FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F_#i} { @POINT1_NAME {Root_#i} @TRIAD_NAME {TRIAD_INERTIAL} } }
  @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {Arm_#i} { @FRAME_NAME {F_#i} @MASS_PROPERTY_NAME {mp} } }
}
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {Sum} { @FUNCTION_1D_TYPE {HARMONIC}
  @REPEAT {k, 1, 2} { @HARMONIC { @AMPLITUDE {1/#k} @PERIOD {2*#k} } } } }
"""


def read(text, **parameters):
    description, diagnostics = read_description(text, parameters)
    assert description is not None, [finding.message for finding in diagnostics]
    return description


def findings(text):
    return [(finding.code, finding.span.line, finding.message) for finding in check_deck(text).diagnostics]


def test_names_numbers_and_nesting():
    described = read(STAR)
    points = {name: point["COORDINATES"] for name, point in described.of_kind("POINT").items()}
    assert points == {
        **{f"Root_{i}": (i, 2**i - i, 0.5) for i in (1, 2, 3)},
        **{f"Tip_{i}_{j}": (10 * i + j, 0, 0) for i in (1, 2, 3) for j in (0, 1)},
    }
    assert {name: body["FRAME_NAME"] for name, body in described.of_kind("RIGID_BODY").items()} == {
        f"Arm_{i}": f"F_{i}" for i in (1, 2, 3)
    }
    terms = described.of_kind("FUNCTION_1D")["Sum"]["HARMONIC"]
    assert [(term["AMPLITUDE"], term["PERIOD"]) for term in terms] == [(1, 2), (0.5, 4)]


NEIGHBOURS = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#n} @SCALAR_VALUE {4} }
@REPEAT {i, 1, #n} { @POINT_DEFINITION { @POINT_NAME {P_#i} { @COORDINATES {#(i - 3), 2*#(i-3), max(#(2*i), 1)} } } }
@REPEAT {i, 1, #n} { @FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F_#i} {
  @POINT1_NAME {P_#i} @POINT2_NAME {P_#(mod(i, n) + 1)} @TRIAD_NAME {TRIAD_INERTIAL} } } }
@REPEAT {i, 2, 3} { @REPEAT {j, 1, #i} { @FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {G_#i_#(#j+10)} {
  @POINT1_NAME {P_#(i-1)} @TRIAD_NAME {TRIAD_INERTIAL} } } } }
"""


def test_names_of_neighbours_are_computed():
    objects = read(NEIGHBOURS).objects
    assert [point["COORDINATES"] for point in objects["POINT"].values()] == [
        (-2, -4, 2),
        (-1, -2, 4),
        (0, 0, 6),
        (1, 2, 8),
    ]
    frames = objects["FIXED_FRAME"]
    assert [frames[f"F_{i}"]["POINT2_NAME"] for i in range(1, 5)] == ["P_2", "P_3", "P_4", "P_1"]
    inner = {name: frames[name]["POINT1_NAME"] for name in frames if name[0] == "G"}
    assert inner == {"G_2_11": "P_1", "G_2_12": "P_1", "G_3_11": "P_2", "G_3_12": "P_2", "G_3_13": "P_2"}


def test_templates_compute_names_too():
    text = (
        "@TEMPLATE_DEFINITION { @TEMPLATE_NAME {w} { @PARAMETER {first, 7} "
        "@POINT_DEFINITION { @POINT_NAME {P_#(first + 1)} { @COORDINATES {0, 0, 0} } } } } "
        "@INSTANCE_DEFINITION { @INSTANCE_NAME {a} { @TEMPLATE_NAME {w} } } "
        "@INSTANCE_DEFINITION { @INSTANCE_NAME {b} { @TEMPLATE_NAME {w} @PARAMETER {first, 2*4} } }"
    )
    assert list(read(text).objects["POINT"]) == ["P_8", "P_9"]


@pytest.mark.parametrize(
    ("name", "code", "column", "message"),
    [
        (
            "P_#(i/4)",
            "invalid-value",
            58,
            "a number in a name must be a whole number of at least 0, but 0.25 is given",
        ),
        (
            "P_#(i - 9)",
            "invalid-value",
            58,
            "a number in a name must be a whole number of at least 0, but -8 is given",
        ),
        ("P_#(k + 1)", "undeclared-parameter", 58, "`k` is not declared"),
        ("P_#(i +)", "syntax-error", 60, "an operand is missing after `+`"),
        ("P_#(i", "wrong-type", 54, "`P_#(i` is not a name"),
    ],
)
def test_what_is_wrong_with_a_computed_name_is_one_finding(name, code, column, message):
    text = "@REPEAT {i, 1, 3} { @POINT_DEFINITION { @POINT_NAME {%s} { @COORDINATES {0, 0, 0} } } }"
    [finding] = [f for f in check_deck(text % name).diagnostics if f.severity == "error"]
    assert (finding.code, finding.span.column, finding.message.partition(" (where")[0]) == (code, column, message)


def test_a_sum_without_parentheses_gets_them_in_the_hint():
    point = "@REPEAT {i, 1, 3} { @POINT_DEFINITION { @POINT_NAME {P_#i} { @COORDINATES {#i, 0, 0} } } }"
    frame = (
        "@REPEAT {i, 2, 3} { @FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F_#i} "
        "{ @POINT1_NAME {P_#i-1} @TRIAD_NAME {TRIAD_INERTIAL} } } }"
    )
    [finding] = [f for f in check_deck(f"{point}\n{frame}").diagnostics if f.severity == "error"]
    assert finding.hint == "a sum in a name needs parentheses: `P_#(i-1)`"


def test_a_computed_name_outside_of_a_repetition_is_told_where_it_belongs():
    [finding] = check_deck("@POINT_DEFINITION { @POINT_NAME {P_#(i-1)} { @COORDINATES {0, 0, 0} } }").diagnostics
    assert (finding.code, finding.hint) == (
        "wrong-type",
        "use `#(...)` only inside of `@REPEAT` and templates",
    )


def test_bounds_follow_the_parameters_of_the_command_line():
    assert list(read(STAR, n=1).of_kind("RIGID_BODY")) == ["Arm_1"]
    assert list(read(STAR, n="2*3").of_kind("RIGID_BODY")) == [f"Arm_{i}" for i in range(1, 7)]


def test_negative_values():
    text = "@REPEAT {i, -1, 0} { @POINT_DEFINITION { @POINT_NAME {P_#i} { @COORDINATES {3-#i, #i, -#i^2} } } }"
    points = read(text).of_kind("POINT")
    assert {name: point["COORDINATES"] for name, point in points.items()} == {"P_-1": (4, -1, -1), "P_0": (3, 0, 0)}


def test_places_point_into_the_block_and_findings_say_which_values():
    text = STAR.replace("2^#i - #i", "sqrt(#i - 2)")
    [(code, line, message)] = [found for found in findings(text) if found[0] == "invalid-value"]
    assert (line, message) == (9, "the square root of -1 does not exist: the number must not be negative (where i = 1)")
    finding = next(finding for finding in check_deck(text).diagnostics if finding.code == code)
    assert text.splitlines()[8][finding.span.column - 1 : finding.span.end_column - 1] == "sqrt(#i - 2)"


def test_one_mistake_in_a_block_is_one_finding():
    text = STAR.replace("@COORDINATES {#i", "@COORDINATEN {#i")
    assert findings(text)[0] == (
        "unknown-keyword",
        9,
        "`@COORDINATEN` is not a keyword of `@POINT_NAME` (where i = 1; i = 2; i = 3)",
    )
    assert [code for code, _, _ in findings(text)].count("unknown-keyword") == 1


def test_four_instances_are_listed_without_more():
    text = "@REPEAT {i, 1, 5} { @POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {#i, 0, 0} } } }"
    first = next(finding for finding in check_deck(text).diagnostics if finding.code == "duplicate-name")
    assert first.message.endswith(" (where i = 2; i = 3; i = 4; i = 5)")


def test_a_name_without_the_variable_is_told_what_to_write():
    text = "@REPEAT {i, 1, 9} { @POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {#i, 0, 0} } } }"
    first = next(finding for finding in check_deck(text).diagnostics if finding.code == "duplicate-name")
    assert "where i = 2; i = 3; i = 4; i = 5; and 4 more" in first.message
    assert first.hint == "inside @REPEAT, names must differ from each other: write `P_#i`"


BODY = "{ @POINT_DEFINITION { @POINT_NAME {P_#i} { @COORDINATES {#i, 0, 0} } } }"


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        (f"@REPEAT {{i, 1}} {BODY}", "wrong-count", 9),
        (f"@REPEAT {{i, 1, 2.5}} {BODY}", "wrong-type", 16),
        (f"@REPEAT {{i, 1, #m}} {BODY}", "undeclared-parameter", 16),
        (f"@REPEAT {{i-1, 1, 2}} {BODY}", "wrong-type", 10),
        (f"@REPEAT {{i, 1, 2}} {{ @REPEAT {{i, 1, 2}} {BODY} }}", "duplicate-name", 30),
        (f"@REPEAT {{i, 1, 1e9}} {BODY}", "invalid-value", 9),
        (f"@REPEAT {{i, 2, 1}} {BODY}", "invalid-value", 16),
        ("@REPEAT {i, 1, 2}", "missing-keyword", 1),
    ],
)
def test_wrong_repetitions(text, code, column):
    found = [(finding.code, finding.span.column) for finding in check_deck(text).diagnostics]
    assert found == [(code, column)]


def objects(description):
    """Return the complete contents of a description, without places."""

    def plain(value):
        if hasattr(value, "values") and hasattr(value, "kind"):
            return (value.kind, value.name, {key: plain(one.data) for key, one in value.values.items()})
        return [plain(one) for one in value] if isinstance(value, tuple | list) else value

    return {kind: {name: plain(one) for name, one in of.items()} for kind, of in description.objects.items()}


@pytest.mark.parametrize("deck", [STAR, *DECKS], ids=lambda deck: "star" if deck is STAR else deck.stem)
def test_a_deck_written_out_is_the_same_deck(deck):
    text, diagnostics = expand_deck(deck, Options())
    assert not diagnostics.has_errors
    assert "@REPEAT" not in text
    assert objects(check_deck(text).description) == objects(check_deck(deck).description)


LONG = "0.123456789, 1.123456789, 2.123456789"


@pytest.mark.parametrize(
    ("deck", "written"),
    [
        (
            "@POINT_DEFINITION { @POINT_NAME {a} { @COORDINATES {1, 2, 3} } }",
            "@POINT_DEFINITION {\n  @POINT_NAME {a} { @COORDINATES {1, 2, 3} }\n}\n",
        ),
        (  # a comment has its own line
            "@POINT_DEFINITION { @POINT_NAME {a} { @COORDINATES {1, 2, 3} @COMMENTS {a, b} } }",
            "@POINT_DEFINITION {\n  @POINT_NAME {a} {\n    @COORDINATES {1, 2, 3}\n    @COMMENTS {a, b}\n  }\n}\n",
        ),
        (  # a list that is too long for a line has a line for each value
            "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS {1} "
            f"@ORIGIN {{{LONG}}} @INITIAL_VELOCITY {{{LONG}}} @FRAME_NAME {{f}} }} }}",
            f"@RIGID_BODY_DEFINITION {{\n  @RIGID_BODY_NAME {{a}} {{\n    @MASS {{1}}\n    @ORIGIN {{{LONG}}}\n"
            f"    @INITIAL_VELOCITY {{{LONG}}}\n    @FRAME_NAME {{f}}\n  }}\n}}\n",
        ),
    ],
)
def test_a_deck_is_written_out_in_lines(deck, written):
    assert expand_deck(deck, Options())[0] == written


def test_a_deck_written_out_with_parameters(tmp_path, capsys):
    path = tmp_path / "star.deck"
    path.write_text(STAR)
    assert main(["check", "--expand", str(path), "-p", "n=2", "-p", "i_length=7"]) == 0
    described = read(capsys.readouterr().out)
    assert described.of_kind("POINT")["Root_2"]["COORDINATES"] == (2, 2, 7)
    assert len(described.of_kind("RIGID_BODY")) == 2
    path.write_text("@REPEAT {i, 1} {}")
    assert main(["check", "--expand", str(path)]) == 1


def test_a_deck_written_out_names_files_from_its_own_folder(tmp_path, monkeypatch):
    (tmp_path / "parts").mkdir()
    shape = "@SHAPE_DEFINITION {{ @SHAPE_NAME {{{0}}} {{ @SHAPE_TYPE {{MESH}} @FILE_NAME {{{0}.obj}} }} }}\n"
    include = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {parts/hull.dat} } }\n"
    for name in ("mast.obj", "parts/hull.obj"):
        (tmp_path / name).write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "parts/hull.dat").write_text(shape.format("hull"))
    (tmp_path / "ship.deck").write_text(include + shape.format("mast"))
    monkeypatch.chdir(tmp_path)
    for deck in (Path("ship.deck"), tmp_path / "ship.deck"):
        text, _ = expand_deck(deck, Options())
        (tmp_path / "whole.deck").write_text(text)
        checked = check_deck(tmp_path / "whole.deck")
        assert not list(checked.diagnostics)
        assert sorted(checked.geometry.shapes) == ["hull", "mast"]


def test_a_variable_without_its_repetition_is_one_finding():
    points = "".join(f"@POINT_NAME {{P{k}_#i}} {{ @COORDINATES {{0, 0, {k}}} }}\n" for k in range(5))
    found = [
        finding
        for finding in check_deck(f"@POINT_DEFINITION {{\n{points}}}").diagnostics
        if finding.severity == "error"
    ]
    assert [(finding.code, finding.hint) for finding in found] == [
        ("wrong-type", "put the block inside `@REPEAT {i, 1, 4} {...}`, which gives values to `#i`")
    ]


SCALED = STAR.replace("{0.5}", "{0.5} @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1}")
TEMPLATE = """
@TEMPLATE_DEFINITION { @TEMPLATE_NAME {Post} { @PARAMETER {height, 1}
  @POINT_DEFINITION { @POINT_NAME {Top_#instance} { @COORDINATES {0, 0, #height} } } } }
@INSTANCE_DEFINITION { @INSTANCE_NAME {Left} { @TEMPLATE_NAME {Post} @PARAMETER {height, 2*#m} } }
"""


@pytest.mark.parametrize(
    ("text", "name", "value", "is_read"),
    [
        pytest.param(STAR, "i_length", 0.7, False, id="coordinate"),
        pytest.param(STAR, "n", 2.0, True, id="bound"),
        pytest.param(SCALED.replace("{3}", "{2 + #m}"), "m", 2.0, True, id="bound that follows"),
        pytest.param(SCALED.replace("Root_#i", "Root_#(i + m)"), "m", 2.0, True, id="name"),
        pytest.param(SCALED.replace("2^#i", "#(2*#m)^#i"), "m", 2.0, True, id="formula"),
        pytest.param(SCALED.replace("2^#i", "#m^#i"), "m", 2.0, False, id="expression"),
        pytest.param(SCALED + TEMPLATE, "m", 2.0, True, id="argument"),
        pytest.param(SCALED + TEMPLATE, "i_length", 0.7, False, id="beside an instance"),
    ],
)
def test_other_values_of_a_parameter_are_read_again_unless_the_expansion_reads_it(text, name, value, is_read):
    """If the expansion reads a parameter, the whole deck is described. The result is the same in both ways."""
    parsed = parse_deck(text)
    again = Again(parsed.tree, {}, read(text), [name]).describe({name: value})
    assert (again is None) == is_read
    whole = read(text, **{name: value})
    assert whole.objects != read(text).objects
    if again is not None:
        described, diagnostics = again
        assert list(diagnostics) == []
        assert described.parameters == whole.parameters
        for kind, objects in whole.objects.items():
            for key, one in objects.items():
                assert described.of_kind(kind)[key].values == one.values
