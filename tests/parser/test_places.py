"""Each message has its place, which the marks « and » show, and its hint."""

import pytest
from marked import told_at_the_mark

from rbsolve.parser.schema.sensors import SENSOR_TYPE

BODIES = """@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {a} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {b} { @AT_POINT {5, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
}
"""
SHAPES = (
    BODIES
    + """@SHAPE_DEFINITION {
  @SHAPE_NAME {s} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {a} @DIMENSIONS {1} }
  @SHAPE_NAME {t} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {a} @DIMENSIONS {1} }
}
@CONTACT_DEFINITION { @CONTACT_NAME {g} { %s @STIFFNESS {1e5} } }
"""
)
BUSHING = (
    BODIES
    + """@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {0, 0, 0} } }
@GENERAL_BUSHING_DEFINITION { @GENERAL_BUSHING_NAME {u} {
  @CONNECTED_TO_BODIES {a, b} @AT_POINT {p} @DAMPING_MATRIX %s } }
"""
)
DAMPING = (
    "{«-1», 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}"
)
POINT = "@POINT_DEFINITION { @POINT_NAME {%s} { @COORDINATES {%s} } }"
TRIAD = "@TRIAD_DEFINITION { @TRIAD_NAME {e} { @DIRECTION_COSINES %s } }"
TEMPLATE = "@TEMPLATE_DEFINITION { @TEMPLATE_NAME {q} { @PARAMETER {%s, 1} } }"
LENGTH = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1} }\n"
LETTERS = "names consist of letters, digits and `_`"


@pytest.mark.parametrize(
    ("deck", "severity", "code", "message", "hint"),
    [
        (
            "@COMMENTS {ä}\n «@INCLUDE_COMMAND» {}",
            *("error", "missing-keyword", "`@INCLUDE_COMMAND` has no `@INCLUDE_COMMAND_NAME`"),
            "`@INCLUDE_COMMAND {@INCLUDE_COMMAND_NAME {name} {@LIST_OF_FILE_NAMES {a.dat, b.dat}}}`",
        ),
        (
            " «{» @COMMENTS {} }",
            *("error", "syntax-error", "unexpected `{`"),
            "write a `{` only after a keyword or its values",
        ),
        (
            POINT % ('«"p»}\n', "0, 0, 0"),
            *("error", "syntax-error", "the closing quote of this text is missing", 'add the closing `"`'),
        ),
        (
            POINT % ("p «@» home", "0, 0, 0"),
            *("error", "syntax-error", "unexpected `@` among arguments", 'put text with `@` in quotes: "..."'),
        ),
        (
            POINT % ("p", "0, «{»1, 2}, 0"),
            *("error", "syntax-error", "unexpected `{` among arguments"),
            "a list of values cannot contain another list",
        ),
        (
            BUSHING % DAMPING,
            *("warning", "invalid-value"),
            "the damping matrix of general bushing u supplies energy in some motions: it is not positive semidefinite",
            "check the signs and the order of the rows",
        ),
        (
            SHAPES % "@CONTACT_SHAPES {s, t} «@AGAINST» {ITSELF}",
            *("error", "invalid-value", "contact g has no pair of shapes on different bodies"),
            "name shapes of several bodies",
        ),
        (
            "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#k} { «@SCALAR_VALUE» { @COMMENTS {} } } }",
            *("error", "wrong-type", "`@SCALAR_VALUE` needs numbers in its braces", None),
        ),
        (
            "@REPEAT «{i, 1, 2000000}» { @POINT_DEFINITION { @POINT_NAME {p_#i} { @COORDINATES {0, 0, 0} } } }",
            *("error", "invalid-value"),
            "this expands to 16,000,004 blocks and items; a deck can have at most 50,000",
            "reduce the number of repetitions or instances",
        ),
        (
            "@REPEAT {«i-1», 1, 2} { @COMMENTS {} }",
            *("error", "wrong-type", "`i-1` is not a valid variable name", LETTERS),
        ),
        (
            LENGTH + "@REPEAT {«L», 1, 2} { @COMMENTS {} }",
            *("error", "duplicate-name", "#L already has a value, so `@REPEAT` cannot use this name"),
            "give the variable another name",
        ),
        (
            TEMPLATE % "«instance»",
            *("error", "duplicate-name", "#instance is the name of the instance in every template"),
            "give the parameter another name",
        ),
        (
            LENGTH + TEMPLATE % "«L»",
            *("error", "duplicate-name"),
            "#L is a design parameter of the deck, and this template gives the parameter other values",
            "give the parameter another name",
        ),
        (TEMPLATE % "«L-1»", "error", "wrong-type", "`L-1` is not a valid parameter name", LETTERS),
        (
            "@TEMPLATE_DEFINITION { @TEMPLATE_NAME {q} { @PARAMETER {L, 1} @PARAMETER {«L», 2} } }",
            *("error", "repeated-keyword", "the parameter L is given twice", None),
        ),
        (
            "@TEMPLATE_DEFINITION {\n@TEMPLATE_NAME {q} { @INSTANCE_DEFINITION {\n"
            "@INSTANCE_NAME {x} { @TEMPLATE_NAME {«q»} } } } }\n"
            "@INSTANCE_DEFINITION { @INSTANCE_NAME {y} { @TEMPLATE_NAME {q} } }",
            *("error", "circular-reference"),
            "templates contain each other in a cycle: q (line 2) -> q (line 2) (where instance = y)",
            "remove one of the instances",
        ),
        (
            TRIAD % "«{1, 0, 0, 0, 1, 0, 1e-3, 0, 1}»",
            *("warning", "invalid-value"),
            "triad e: the direction cosines are orthonormal only to 0.001; the nearest rotation is used",
            "give more digits",
        ),
    ],
)
def test_place_and_hint(deck, severity, code, message, hint):
    assert (severity, code, message, hint) in told_at_the_mark(deck)


OF_THE_SYSTEM = {
    *("LINEAR_MOMENTUM", "ANGULAR_MOMENTUM", "KINETIC_ENERGY", "POTENTIAL_ENERGY", "TOTAL_ENERGY", "STEP_SIZE"),
    *("CONSTRAINT_VIOLATION", "ROTATION_DETERMINANT_ERROR", "UNIT_NORM_ERROR", "NEWTON_ITERATIONS"),
}
"""The sensors that measure the whole system if no object is given."""


@pytest.mark.parametrize("kind", SENSOR_TYPE)
def test_a_sensor_without_an_object(kind):
    told = told_at_the_mark(f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{«s»}} {{ @SENSOR_TYPE {{{kind}}} }} }}")
    message = f"sensor s lacks `@OBJECT_NAME`, which {kind} needs"
    assert told == ([] if kind in OF_THE_SYSTEM else [("error", "missing-keyword", message, None)])
