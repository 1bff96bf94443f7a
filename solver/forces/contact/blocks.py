"""The blocks of contacts of shapes in a deck."""

from __future__ import annotations

from rbsolve.geometry.shapes.registry import pairs
from rbsolve.language.diagnostics import Severity
from rbsolve.language.table import ANY_NUMBER, BlockSchema, number, numbers, reference

SHAPES, AGAINST, ITSELF = "CONTACT_SHAPES", "AGAINST", "ITSELF"

_LAW = (
    number("STIFFNESS", "The stiffness K of each contact point.", unit="N/m^n", above=0.0),
    number(
        "EXPONENT", "The exponent n; 1.5 is Hertz's exponent for round bodies.", minimum=1.0, maximum=10.0, default=1.5
    ),
    number(
        "RESTITUTION",
        (
            "The coefficient of restitution: the speed after an impact divided by the speed before the impact. It "
            "determines the damping factor d of the contact law. Values below 0.01 count as 0.01."
        ),
        minimum=0.0,
        maximum=1.0,
        default=1.0,
    ),
    number(
        "RESTITUTION_VELOCITY",
        "The minimum of the impact speed v0. Slower impacts are more elastic.",
        unit="m/s",
        above=0.0,
        default=0.01,
    ),
    numbers(
        "FRICTION_COEFFICIENTS",
        "The static and the dynamic coefficient of friction; a single value is used for both.",
        1,
        2,
        minimum=0.0,
        default=(0.0, 0.0),
    ),
    number(
        "TRANSITION_VELOCITY",
        "The sliding velocity at which friction is largest. A sticking body creeps at a fraction of this velocity.",
        unit="m/s",
        above=0.0,
        default=1e-3,
    ),
    numbers(
        "STICTION",
        (
            "The tangential stiffness and damping of a sticking contact point. With this keyword, a body stays at "
            "rest instead of creeping, until the tangential force exceeds friction."
        ),
        2,
        unit="N/m, N s/m",
        minimum=0.0,
        default_text="none: friction is smooth at rest",
    ),
    number(
        "ROLLING_RESISTANCE",
        (
            "The distance b. At each contact point, a moment of b times the normal force acts against rolling. "
            "There is no resistance against spin about the normal, and none for shapes that do not roll."
        ),
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
    meaning="The contact law of all contacts that refer to this material.",
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
    meaning=(
        "A contact of two shapes, with the normal force K depth^n (1 + d v/v0) of Hunt and Crossley, and friction."
    ),
    family="CONTACT",
    section="Forces",
    keywords=(
        reference(
            "CONNECTED_TO_BODIES", "BODY", "The bodies B0 and B1.", counts=(2,), default_text="the bodies of the shapes"
        ),
        reference(
            SHAPES,
            "SHAPE",
            "A shape of B0 and a shape of B1. With @AGAINST, any number of shapes.",
            counts=ANY_NUMBER,
            required=True,
        ),
        reference(
            AGAINST,
            "SHAPE",
            "The other shapes. Each shape of @CONTACT_SHAPES forms a contact with each of these shapes that is on "
            "another body. `ITSELF` also pairs the shapes of @CONTACT_SHAPES with each other.",
            counts=ANY_NUMBER,
            default_text="none",
            words=(ITSELF,),
        ),
        reference(
            "CONTACT_MATERIAL_NAME",
            "CONTACT_MATERIAL",
            "The material that gives the values of omitted keywords.",
            default_text="none",
        ),
        *_LAW,
    ),
    one_of=(("STIFFNESS", "CONTACT_MATERIAL_NAME"),),
    notes=(
        (
            "With @AGAINST, each pair is a separate contact. Its name consists of the names of the group and its "
            "shapes: `heap.box_1.box_2`. Sensors and signals use these names."
        ),
        f"Supported pairs, each in both orders: {pairs()}.",
        (
            "A BOX, and a MESH whose hull has at most 32 corners, touch a PLANE with their corners. Two BOXes "
            "touch at the vertices of the polygon in which their faces overlap. The vertices are corners, or "
            "crossings of edges. All vertices of a polygon together have 4 times the stiffness K. A LINE with a "
            "radius is a chain of capsules. A LINE without a radius touches only with its points. Two capsules "
            "have one contact point, where their distance is smallest. Their sides bulge by 0.1 % of the smallest "
            "radius or half length. Therefore the contact point moves without jumps, also between parallel capsules."
        ),
        (
            "Each flat end of a CYLINDER or CONE touches a PLANE with the lowest point of its rim, and with three "
            "points at 8/9 of its radius. An end that stands flat on the plane therefore has four times the "
            "stiffness K, and the friction torque of a uniform pressure."
        ),
        (
            "In all other pairs, BOX, CYLINDER, CAPSULE, ELLIPSOID, MESH and LINE with a radius are convex "
            "shapes. Each pair of convex pieces has one contact point. Pairs of CYLINDER, BOX and MESH also have "
            "points in their flat faces, so that a face can rest on a face. A round face has three points, and "
            "any other face has up to four. Each point has the stiffness K. The contact of a MESH uses its convex "
            "hull. In these pairs, edges have a rounding radius of 1 % of the smallest half size, and flat faces "
            "bulge by 0.1 % of it. Therefore the contact point moves without jumps, and a standing cylinder is "
            "stiff against tilting. Overlaps should be smaller than the rounding radius of the edges."
        ),
        "A PLANE is infinite. The half-space on the side of minus e3 is solid.",
        (
            "Friction is smooth at rest. Therefore a body on a slope without @STICTION creeps at a fraction of the "
            "transition velocity."
        ),
        "With adaptive explicit methods, a step ends at each impact.",
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
