"""Includes, parameters, repetitions, and Dymore's master blocks."""

from __future__ import annotations

from rbsolve.language.table import ANY_NUMBER, BlockSchema, Keyword, Type, flag, number, numbers
from rbsolve.parser.schema.dymore import MASTER_BLOCKS

WRAPPERS = tuple(MASTER_BLOCKS)
MODEL = "MODEL_DEFINITION"
# Wrappers that may hold blocks of ours; anything else in them says nothing about a rigid-body run.
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
    meaning="Names for numbers; a value may be an expression of other parameters.",
    family="DESIGN_PARAMETER",
    section="Design parameters and includes",
    keywords=(
        number(SCALAR_VALUE, "A number.", excludes=(VECTOR_VALUE,)),
        numbers(VECTOR_VALUE, "Several numbers; the parameter then stands for a whole list."),
        Keyword(UNIT, Type.TEXT, "Its unit in tables, files and pictures, such as `N/m`; it changes no number."),
        Keyword(DESCRIPTION, Type.TEXT, "What it is, in words.", counts=ANY_NUMBER),
    ),
    one_of=((SCALAR_VALUE, VECTOR_VALUE),),
    notes=(
        "The value follows its name: `@DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.3}`. Unit and description belong to the name before.",
        "The command line overrides: `rbsolve m.deck -p L=0.35 -p c=0,0,5`.",
    ),
    example="""\
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.3} @UNIT {m} @DESCRIPTION {length of the arm}
  @DESIGN_PARAMETER_NAME {#c} @VECTOR_VALUE {0, 0, 2*#L}
}""",
)

INCLUDE_COMMAND = BlockSchema(
    kind="INCLUDE_COMMAND",
    definition=INCLUDE,
    name_keyword="INCLUDE_COMMAND_NAME",
    title="Includes",
    meaning="Other files, read in place of the command; paths are relative to the including file.",
    family="INCLUDE_COMMAND",
    section="Design parameters and includes",
    keywords=(
        flag("ACTIVE_COMMAND", "With NO the command is skipped.", default=True),
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
    meaning="What is in its second braces, once for each whole number from a first to a last one.",
    family="REPEAT",
    section="Design parameters and includes",
    keywords=(),
    notes=(
        "Inside, `#i` is the number, and a name `tip_#i` ends in it; with several variables `tip_#i_#j`.",
        "`#(...)` is the value of a formula, in which variables and design parameters stand with or without `#`. So links of a "
        "chain name their neighbours: `link_#(i - 1)`, and on a ring `link_#(mod(i, n) + 1)`.",
        "It may stand around any blocks, also around keywords and other repetitions. The bounds may be expressions of "
        "design parameters that are defined outside of repetitions, and of the variables of outer repetitions.",
        "A finding says for which values it holds; `rbsolve check --expand` prints the deck written out.",
    ),
    example="""\
@REPEAT {i, 1, 4} {
  @POINT_DEFINITION { @POINT_NAME {Tip_#i} { @COORDINATES {cos(#i*pi/2), sin(#i*pi/2), 0} } }
  @SENSOR_DEFINITION { @SENSOR_NAME {Reach_#i} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {Arm} @POINT_NAME {Tip_#i} } }
}""",
)

BLOCKS = (DESIGN_PARAMETERS, INCLUDE_COMMAND, REPETITION)
