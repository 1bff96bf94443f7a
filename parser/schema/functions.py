"""Functions of one variable: of time, or of an elongation."""

from __future__ import annotations

from rbsolve.parser.schema.table import (
    ANY_NUMBER,
    Block,
    Keyword,
    Type,
    Variant,
    Variants,
    choice,
    container,
    number,
    numbers,
)

SECTION = "Functions"

FUNCTION_TYPES = Variants(
    selector="FUNCTION_1D_TYPE",
    table=(
        Variant("CONSTANT", "The same value always.", ("VALUE",)),
        Variant("POLYNOMIAL", "a0 + a1 t + a2 t^2 + ...", ("COEFFICIENTS",)),
        Variant("HARMONIC", "A sum of a sin(2 pi (t/T + p)).", ("HARMONIC",)),
        Variant(
            "TABULATED",
            "Through the points of a table.",
            ("TABLE_ENTRIES",),
            ("INTERPOLATION", "TABLE_FILE"),
            {"INTERPOLATION": "LINEAR"},
        ),
        Variant("CHEBYSHEV", "A series of Chebyshev polynomials over a range.", ("RANGE", "COEFFICIENTS")),
        Variant("EXPRESSION", "A formula in t (or x, for a force law).", ("EXPRESSION",)),
        Variant(
            "CONSTANT_ACCELERATION_PROFILE",
            "From one value to another: constant acceleration to the middle, constant deceleration to the end.",
            ("START_VALUE", "END_VALUE", "DURATION"),
            (),
            {"START_TIME": 0.0},
        ),
    ),
)

HARMONIC = container(
    "HARMONIC",
    "One term a sin(2 pi (t/T + p)).",
    number("AMPLITUDE", "a.", required=True),
    number("PERIOD", "T; 0 gives the constant a, -1 the constant a sin(2 pi p).", unit="s", required=True),
    number("PHASE", "p, in turns.", default=0.0),
    repeats=True,
)

TABLE_ENTRIES = container(
    "TABLE_ENTRIES",
    "The points of the table, in order.",
    number("TIME", "The variable, from smallest to largest.", unit="s", repeats=True, required=True),
    number("FUNCTION_VALUE", "The value there.", repeats=True, required=True),
    children_alternate=True,
)

TABLE_FILE = Keyword(
    "TABLE_FILE",
    Type.TEXT,
    "A file of comma-separated values instead of @TABLE_ENTRIES, relative to the deck's; its columns of the variable and of "
    "the value, by heading or by number from 1 on.",
    counts=(3,),
    excludes=("TABLE_ENTRIES",),
)

INTERPOLATION = choice(
    "INTERPOLATION",
    "Straight lines, or a cubic spline.",
    "LINEAR",
    "CUBIC",
    default_text="LINEAR",
)

_START = number("START_TIME", "Before it the function holds its value there.", unit="s", default_text="no limit")
_END = number("END_TIME", "After it the function holds its value there.", unit="s", default_text="no limit")

FUNCTION_1D = Block(
    kind="FUNCTION_1D",
    definition="FUNCTION_1D_DEFINITION",
    name_keyword="FUNCTION_1D_NAME",
    title="Functions",
    meaning="A function of time with its first and second derivative (or of an elongation, for a force law).",
    family="FUNCTION",
    section=SECTION,
    reports_unused=True,
    variants=FUNCTION_TYPES,
    keywords=(
        choice("FUNCTION_1D_TYPE", "The kind of function.", *(v.choice for v in FUNCTION_TYPES.table), required=True),
        number("VALUE", "The constant."),
        numbers("COEFFICIENTS", "a0, a1, ...; of the powers of t, or of the Chebyshev polynomials."),
        HARMONIC,
        TABLE_ENTRIES,
        TABLE_FILE,
        INTERPOLATION,
        numbers("RANGE", "The interval that is mapped to [-1, 1].", 2, unit="s"),
        Keyword("EXPRESSION", Type.EXPRESSION, "The formula, in t or x."),
        number("START_VALUE", "The value at @START_TIME."),
        number("END_VALUE", "The value at the end."),
        number("DURATION", "From start to end.", unit="s", above=0.0),
        _START,
        _END,
    ),
    notes=(
        "Outside @START_TIME and @END_TIME a function holds its end values.",
        "A formula may use `t` (or `x`), design parameters, and the operators and functions of every expression.",
    ),
    example="""\
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {Ramp} {
    @FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {LINEAR}
    @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0}  @TIME {0.5} @FUNCTION_VALUE {1} }
  }
  @FUNCTION_1D_NAME {Level} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {9.81} }
  @FUNCTION_1D_NAME {Hardening} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 1e3, 0, 5e4} }
  @FUNCTION_1D_NAME {Torque} {
    @FUNCTION_1D_TYPE {HARMONIC}
    @HARMONIC { @AMPLITUDE {10} @PERIOD {0.5} @PHASE {0.25} }
    @HARMONIC { @AMPLITUDE {2} @PERIOD {0} }
  }
  @FUNCTION_1D_NAME {Series} { @FUNCTION_1D_TYPE {CHEBYSHEV} @RANGE {0, 2} @COEFFICIENTS {1, 0.5, 0.25} }
  @FUNCTION_1D_NAME {Stroke} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.1*sin(2*pi*t)} @END_TIME {3} }
  @FUNCTION_1D_NAME {Move} {
    @FUNCTION_1D_TYPE {CONSTANT_ACCELERATION_PROFILE}
    @START_VALUE {0} @END_VALUE {rad(90)} @START_TIME {0} @DURATION {1}
  }
}""",
)

TIME_FUNCTION = Block(
    kind="FUNCTION_1D",
    definition="TIME_FUNCTION_DEFINITION",
    name_keyword="TIME_FUNCTION_NAME",
    title="Time functions (older form)",
    meaning="The older form of a tabulated function; it reads as a function of the type TABULATED.",
    family="FUNCTION",
    section=SECTION,
    reports_unused=True,
    keywords=(
        Keyword("TIME_FUNCTION_TYPE", Type.TEXT, "Read and ignored: the table decides.", counts=ANY_NUMBER),
        Keyword(
            TABLE_ENTRIES.name,
            TABLE_ENTRIES.type,
            TABLE_ENTRIES.meaning,
            children=TABLE_ENTRIES.children,
            children_alternate=True,
            required=True,
        ),
        TABLE_FILE,
        choice("INTERPOLATION", INTERPOLATION.meaning, *INTERPOLATION.choices, default="LINEAR"),
        _START,
        _END,
    ),
    example="""\
@TIME_FUNCTION_DEFINITION {
  @TIME_FUNCTION_NAME {OldRamp} { @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0} @TIME {1} @FUNCTION_VALUE {1} } }
}""",
)

BLOCKS = (FUNCTION_1D, TIME_FUNCTION)
