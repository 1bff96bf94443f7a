"""Contacts of shapes."""

from __future__ import annotations

from rbsolve.language.diagnostics import Severity
from rbsolve.language.table import ANY_NUMBER, BlockSchema, number, numbers, reference

SHAPES, AGAINST, ITSELF = "CONTACT_SHAPES", "AGAINST", "ITSELF"

_LAW = (
    number("STIFFNESS", "K, at each point that touches.", unit="N/m^n", above=0.0),
    number("EXPONENT", "n; 1.5 is that of Hertz for rounded bodies.", minimum=1.0, maximum=10.0, default=1.5),
    number(
        "RESTITUTION",
        "Speed after an impact over that before it. d follows from it exactly; less than 0.01 acts as 0.01.",
        minimum=0.0,
        maximum=1.0,
        default=1.0,
    ),
    number(
        "RESTITUTION_VELOCITY",
        "Least v0, the speed of the impact: slower ones are more elastic.",
        unit="m/s",
        above=0.0,
        default=0.01,
    ),
    numbers(
        "FRICTION_COEFFICIENTS",
        "Static and dynamic; one for both.",
        1,
        2,
        minimum=0.0,
        default=(0.0, 0.0),
    ),
    number(
        "TRANSITION_VELOCITY",
        "Sliding velocity of the largest friction: that of a body that sticks is a part of it.",
        unit="m/s",
        above=0.0,
        default=1e-3,
    ),
    numbers(
        "STICTION",
        "Stiffness and damping, along the surface at each point, of what holds a body that sticks: it stays where it is instead of "
        "creeping, and slides when that pulls more than friction.",
        2,
        unit="N/m, N s/m",
        minimum=0.0,
        default_text="none: friction is smooth at rest",
    ),
    number(
        "ROLLING_RESISTANCE",
        "b: a moment of b times the normal force acts against rolling, at each point that presses; spin about the normal is free. Shapes "
        "that do not roll take none.",
        unit="m",
        minimum=0.0,
        default=0.0,
    ),
)

MATERIAL = BlockSchema(
    kind="CONTACT_MATERIAL",
    definition="CONTACT_MATERIAL_DEFINITION",
    name_keyword="CONTACT_MATERIAL_NAME",
    title="Contact materials",
    meaning="The law of contacts that name it.",
    family="CONTACT_MATERIAL",
    section="Forces",
    reports_unused=Severity.WARNING,
    keywords=(_LAW[0]._replace(required=True), *_LAW[1:]),
    example="""\
@CONTACT_MATERIAL_DEFINITION {
  @CONTACT_MATERIAL_NAME {rubber} { @STIFFNESS {1e6} @RESTITUTION {0.4} @FRICTION_COEFFICIENTS {0.9, 0.7} }
}""",
)

CONTACT = BlockSchema(
    kind="CONTACT",
    definition="CONTACT_DEFINITION",
    name_keyword="CONTACT_NAME",
    title="Contacts",
    meaning="Two shapes that do not pass through each other: K depth^n (1 + d v/v0) by Hunt and Crossley, and friction.",
    family="CONTACT",
    section="Forces",
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "B0 and B1.", counts=(2,), default_text="the bodies of the shapes"),
        reference(
            SHAPES, "SHAPE", "A shape of B0 and one of B1; with @AGAINST any number.", counts=ANY_NUMBER, required=True
        ),
        reference(
            AGAINST,
            "SHAPE",
            "Makes all pairs of @CONTACT_SHAPES with these that are on different bodies; `ITSELF`: with each other.",
            counts=ANY_NUMBER,
            default_text="none",
        ),
        reference(
            "CONTACT_MATERIAL_NAME",
            "CONTACT_MATERIAL",
            "Has the keywords that the contact does not give itself.",
            default_text="none",
        ),
        *_LAW,
    ),
    one_of=(("STIFFNESS", "CONTACT_MATERIAL_NAME"),),
    notes=(
        "With @AGAINST each pair is a contact of its own, named by the group and its shapes: `heap.box_1.box_2`. Sensors and signals "
        "take these names.",
        "SPHERE touches PLANE, SPHERE, BOX, CYLINDER, LINE; BOX, LINE, CYLINDER, ELLIPSOID, CONE touch PLANE; the corners of a BOX "
        "and the points of a LINE touch BOX and CYLINDER, also those of a BOX a LINE. A LINE with a radius is a chain of capsules, "
        "without one its points. Edges across edges are not seen.",
        "A PLANE goes on beyond what is drawn, and everything below it, against its e3, is inside.",
        "Friction is smooth at rest: a body on a slope creeps with a part of the transition velocity, unless there is @STICTION.",
        "Adaptive explicit methods end a step at each impact.",
    ),
    example="""\
@CONTACT_DEFINITION {
  @CONTACT_NAME {Foot} {
    @CONNECTED_TO_BODIES {GROUND, Tool} @CONTACT_SHAPES {Floor, Ball}
    @STIFFNESS {1e7} @EXPONENT {1.5} @RESTITUTION {0.6} @FRICTION_COEFFICIENTS {0.3, 0.2} @TRANSITION_VELOCITY {0.001}
  }
  @CONTACT_NAME {Hull} { @CONTACT_SHAPES {keel, Ball} @AGAINST {Floor} @CONTACT_MATERIAL_NAME {rubber} }
}""",
)
