"""Blocks of functions of a single variable, which is time or an elongation."""

from __future__ import annotations

from rbsolve.language.diagnostics import Severity
from rbsolve.language.table import (
    ANY_NUMBER,
    BlockSchema,
    Keyword,
    Type,
    choice,
    number,
)
from rbsolve.solver.functions.registry import FUNCTION_TYPES, VARIANTS, keywords
from rbsolve.solver.functions.tabulated import INTERPOLATION, TABLE_ENTRIES, TABLE_FILE

SECTION = "Functions"

_START = number("START_TIME", "Before this time, the function is constant.", unit="s", default_text="no limit")
_END = number("END_TIME", "After this time, the function is constant.", unit="s", default_text="no limit")

FUNCTION_1D = BlockSchema(
    kind="FUNCTION_1D",
    definition="FUNCTION_1D_DEFINITION",
    name_keyword="FUNCTION_1D_NAME",
    title="Functions",
    meaning=(
        "A function of time, or a force law, which is a function of an elongation. The solver also uses its "
        "first and second derivatives."
    ),
    family="FUNCTION",
    section=SECTION,
    reports_unused=Severity.WARNING,
    variants=VARIANTS,
    keywords=(
        choice(
            "FUNCTION_1D_TYPE",
            "The type of function.",
            *(kind.name for kind in FUNCTION_TYPES),
            default_text="derived from the given keywords",
        ),
        *keywords(),
        _START,
        _END,
    ),
    notes=(
        "Before @START_TIME, a function has its value at @START_TIME. After @END_TIME, it has its value at @END_TIME.",
        "A formula can use `t` (or `x`), design parameters, and all operators and functions of expressions.",
    ),
    example="""\
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {Ramp} {
    @FUNCTION_1D_TYPE {TABULATED} @INTERPOLATION {LINEAR}
    @TABLE_ENTRIES { @TIME {0} @FUNCTION_VALUE {0}  @TIME {0.5} @FUNCTION_VALUE {1} }
  }
  @FUNCTION_1D_NAME {Level} { @VALUE {9.81} }
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

TIME_FUNCTION = BlockSchema(
    kind="FUNCTION_1D",
    definition="TIME_FUNCTION_DEFINITION",
    name_keyword="TIME_FUNCTION_NAME",
    title="Time functions (older form)",
    meaning="The older form of a TABULATED function.",
    family="FUNCTION",
    section=SECTION,
    reports_unused=Severity.WARNING,
    keywords=(
        Keyword("TIME_FUNCTION_TYPE", Type.TEXT, "Ignored; the table determines the type.", counts=ANY_NUMBER),
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
