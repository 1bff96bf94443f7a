"""Blocks of templates and of their instances. Templates have parameters. The expansion replaces both before objects are
checked.
"""

from __future__ import annotations

from rbsolve.language.table import ANY_NUMBER, BlockSchema, Keyword, Type, reference

TEMPLATES = "TEMPLATE_DEFINITION"
TEMPLATE_NAME = "TEMPLATE_NAME"
INSTANCES = "INSTANCE_DEFINITION"
INSTANCE_NAME = "INSTANCE_NAME"
PARAMETER = "PARAMETER"
INSTANCE_VARIABLE = "instance"
"""The variable that contains the instance's name inside a template."""

TEMPLATE = BlockSchema(
    kind="TEMPLATE",
    definition=TEMPLATES,
    name_keyword=TEMPLATE_NAME,
    title="Templates",
    meaning=(
        "Blocks with parameters that a deck defines once, such as a blade, a leg or a bogie. Only instances "
        "of a template are part of the model."
    ),
    family="TEMPLATE",
    section="Design parameters and includes",
    keywords=(
        Keyword(
            PARAMETER,
            Type.TEXT,
            "A parameter and its optional default: a number, several numbers or a name.",
            counts=ANY_NUMBER,
            repeats=True,
        ),
    ),
    notes=(
        "A template can contain any blocks of a deck, including repetitions and instances of other templates.",
        f"Inside the template, `#mass` is the value of the parameter `mass`, and `#{INSTANCE_VARIABLE}` is the name of the instance. Use "
        f"the instance variable in names of objects: `tip_#{INSTANCE_VARIABLE}` of the instance `north` is `tip_north` outside.",
        (
            "Defaults can be expressions of earlier parameters and of design parameters. A template cannot use "
            "variables of repetitions around its instances; pass them as parameters."
        ),
        "A template is at the top level of a deck or of an included file, before or after its instances. "
        "A template must not contain itself, directly or through other templates.",
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
    meaning="Inserts the blocks of a template, with values for its parameters.",
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
        "A parameter without a default needs a value. A value such as `Arm` is read as a name. Any other value is a number "
        "or an expression.",
        f"In a repetition, the name of an instance contains the variable: `@{INSTANCE_NAME} {{blade_#i}}`.",
        (
            "A diagnostic inside a template lists the affected instances. `rbsolve check --expand` prints the "
            "expanded deck."
        ),
    ),
    example="""\
@REPEAT {i, 1, 3} {
  @INSTANCE_DEFINITION { @INSTANCE_NAME {arm_#i} { @TEMPLATE_NAME {arm} @PARAMETER {azimuth, #i*2*pi/3} } }
}""",
)

BLOCKS = (TEMPLATE, INSTANCE)
