"""Blocks written once with parameters, and their instances. The expansion writes them out before anything is checked."""

from __future__ import annotations

from rbsolve.language.table import ANY_NUMBER, BlockSchema, Keyword, Type, reference

TEMPLATES = "TEMPLATE_DEFINITION"
TEMPLATE_NAME = "TEMPLATE_NAME"
INSTANCES = "INSTANCE_DEFINITION"
INSTANCE_NAME = "INSTANCE_NAME"
PARAMETER = "PARAMETER"
INSTANCE_VARIABLE = "instance"
"""The variable that stands for the instance's name inside a template."""

TEMPLATE = BlockSchema(
    kind="TEMPLATE",
    definition=TEMPLATES,
    name_keyword=TEMPLATE_NAME,
    title="Templates",
    meaning="Blocks with parameters, written once: a blade, a leg, a bogie. They are part of the model only where an instance is.",
    family="TEMPLATE",
    section="Design parameters and includes",
    keywords=(
        Keyword(
            PARAMETER,
            Type.TEXT,
            "A parameter, and what it is where an instance does not say: a number, several numbers or a name.",
            counts=ANY_NUMBER,
            repeats=True,
        ),
    ),
    notes=(
        "Besides its parameters a template holds any blocks that a deck may hold, repetitions and instances of other templates too.",
        f"Inside, `#mass` is the value of the parameter `mass`, and `#{INSTANCE_VARIABLE}` the name of the instance: what is "
        f"defined takes a name that ends in it, `tip_#{INSTANCE_VARIABLE}`, and is `tip_north` outside.",
        "Defaults may be expressions of parameters that stand before them, and of design parameters; variables of repetitions are seen "
        "inside only where they are passed.",
        "A template stands at the top level of a deck or of an included file, before or after its instances; it may not, through "
        "others, contain itself.",
    ),
    example="""\
@TEMPLATE_DEFINITION { @TEMPLATE_NAME {arm} {
  @PARAMETER {azimuth}
  @PARAMETER {length, 2}
  @PARAMETER {hub, GROUND}
  @POINT_DEFINITION { @POINT_NAME {tip_#instance} { @COORDINATES {#length*cos(#azimuth), #length*sin(#azimuth), 0} } }
  @SENSOR_DEFINITION {
    @SENSOR_NAME {tip_#instance} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {#hub} @POINT_NAME {tip_#instance} } }
} }
@INSTANCE_DEFINITION { @INSTANCE_NAME {north} { @TEMPLATE_NAME {arm} @PARAMETER {azimuth, pi/2} @PARAMETER {hub, Arm} } }""",
)

INSTANCE = BlockSchema(
    kind="INSTANCE",
    definition=INSTANCES,
    name_keyword=INSTANCE_NAME,
    title="Instances of templates",
    meaning="The blocks of a template with values for its parameters, in this place.",
    family="INSTANCE",
    section="Design parameters and includes",
    keywords=(
        reference(TEMPLATE_NAME, "TEMPLATE", "The template.", required=True),
        Keyword(
            PARAMETER,
            Type.TEXT,
            "A parameter and its value: a number or expression, several of them, the name of a vector parameter, or a name.",
            counts=ANY_NUMBER,
            repeats=True,
        ),
    ),
    notes=(
        "A parameter without a default needs a value. A word is a name, all else is a number or an expression.",
        f"In a repetition an instance has a name for each value: `@{INSTANCE_NAME} {{blade_#i}}`.",
        "A finding inside a template says for which instances it holds; `rbsolve check --expand` prints the deck written out.",
    ),
    example="""\
@REPEAT {i, 1, 3} {
  @INSTANCE_DEFINITION { @INSTANCE_NAME {arm_#i} { @TEMPLATE_NAME {arm} @PARAMETER {azimuth, #i*2*pi/3} } }
}""",
)

BLOCKS = (TEMPLATE, INSTANCE)
