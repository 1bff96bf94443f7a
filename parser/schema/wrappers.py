"""Blocks of includes, parameters and repetitions, and Dymore's master blocks."""

from __future__ import annotations

from rbsolve.language.table import ANY_NUMBER, BlockSchema, Keyword, Type, flag, number, numbers
from rbsolve.parser.schema.dymore import MASTER_BLOCKS

WRAPPERS = tuple(MASTER_BLOCKS)
MODEL = "MODEL_DEFINITION"
# Supported blocks can be inside these wrappers. Other blocks in them have no meaning for a rigid-body run.
IGNORED_WRAPPERS = tuple(wrapper for wrapper in WRAPPERS if wrapper != MODEL)

PARAMETERS = "DESIGN_PARAMETERS_DEFINITION"
PARAMETER_NAME = "DESIGN_PARAMETER_NAME"
SCALAR_VALUE = "SCALAR_VALUE"
VECTOR_VALUE = "VECTOR_VALUE"
UNIT = "UNIT"
DESCRIPTION = "DESCRIPTION"

INCLUDE = "INCLUDE_COMMAND"
REPEAT = "REPEAT"

DESIGN_PARAMETERS = BlockSchema(
    kind="DESIGN_PARAMETER",
    definition=PARAMETERS,
    name_keyword=PARAMETER_NAME,
    title="Design parameters",
    meaning="Named numbers. A value can be an expression of other parameters.",
    family="DESIGN_PARAMETER",
    section="Design parameters and includes",
    keywords=(
        number(SCALAR_VALUE, "A number.", excludes=(VECTOR_VALUE,)),
        numbers(VECTOR_VALUE, "Several numbers. The parameter can then replace a whole list."),
        Keyword(
            UNIT, Type.TEXT, "The unit in tables, files and pictures, such as `N/m`. The unit does not change values."
        ),
        Keyword(DESCRIPTION, Type.TEXT, "A description.", counts=ANY_NUMBER),
    ),
    one_of=((SCALAR_VALUE, VECTOR_VALUE),),
    notes=(
        "The value follows the name of the parameter: `@DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.3}`. Unit and "
        "description refer to the preceding name.",
        "The command line can override parameters: `rbsolve m.deck -p L=0.35 -p c=0,0,5`.",
    ),
    example="""\
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.3} @UNIT {m} @DESCRIPTION {length of the arm}
  @DESIGN_PARAMETER_NAME {#c} @VECTOR_VALUE {0, 0, 2*#L}
}
@SENSOR_DEFINITION { @SENSOR_NAME {end_of_arm} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {Arm} @POINT_NAME {#c} } }""",
)

INCLUDE_COMMAND = BlockSchema(
    kind="INCLUDE_COMMAND",
    definition=INCLUDE,
    name_keyword="INCLUDE_COMMAND_NAME",
    title="Includes",
    meaning="Inserts other files. Paths are relative to the including file.",
    family="INCLUDE_COMMAND",
    section="Design parameters and includes",
    keywords=(
        flag("ACTIVE_COMMAND", "With NO, rbsolve skips the command.", default=True),
        Keyword("LIST_OF_FILE_NAMES", Type.TEXT, "The files.", counts=ANY_NUMBER, required=True),
    ),
    notes=(
        "A missing file, a cycle, and a path outside the master deck's folder (without `--allow-include`) are errors.",
    ),
    example="""\
@INCLUDE_COMMAND {
  @INCLUDE_COMMAND_NAME {parts} { @ACTIVE_COMMAND {NO} @LIST_OF_FILE_NAMES {blade.dat, hub.dat} }
}""",
)

REPETITION = BlockSchema(
    kind="REPEAT",
    definition=REPEAT,
    name_keyword=REPEAT,
    title="Repetition",
    meaning="Repeats the contents of its second braces for each integer from a first to a last value.",
    family="REPEAT",
    section="Design parameters and includes",
    keywords=(),
    notes=(
        "Inside the braces, `#i` is the current integer. A name can end with this integer: `tip_#i`, or `tip_#i_#j` "
        "with several variables.",
        "`#(...)` is the value of a formula, with variables and design parameters with or without `#`. Use it to name neighbours, such as "
        "`link_#(i - 1)` in a chain and `link_#(mod(i, n) + 1)` in a ring.",
        "A repetition can contain blocks, keywords and other repetitions. The bounds can be expressions of design parameters that are "
        "defined outside of repetitions, and of variables of outer repetitions.",
        "A diagnostic lists the affected values. `rbsolve check --expand` prints the expanded deck.",
    ),
    example="""\
@REPEAT {i, 1, 4} {
  @POINT_DEFINITION { @POINT_NAME {Tip_#i} { @COORDINATES {cos(#i*pi/2), sin(#i*pi/2), 0} } }
  @SENSOR_DEFINITION { @SENSOR_NAME {Reach_#i} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {Arm} @POINT_NAME {Tip_#i} } }
}""",
)

BLOCKS = (DESIGN_PARAMETERS, INCLUDE_COMMAND, REPETITION)
