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
        "The minimum of v0, the impact speed. Slower impacts are more elastic.",
        unit="m/s",
        above=0.0,
        default=0.01,
    ),
    numbers(
        "FRICTION_COEFFICIENTS",
        "The static and dynamic coefficients of friction; a single value applies to both.",
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
            "The tangential stiffness and damping of a sticking contact point. With this keyword, the body stays at "
            "rest instead of creeping. It slides when the tangential force exceeds friction."
        ),
        2,
        unit="N/m, N s/m",
        minimum=0.0,
        default_text="none: friction is smooth at rest",
    ),
    number(
        "ROLLING_RESISTANCE",
        (
            "The distance b. At each contact point with a normal force, a moment of b times this force acts against "
            "rolling. Spin about the normal has no resistance. Shapes that do not roll have no rolling resistance."
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
            "A shape of B0 and a shape of B1, or any number of shapes with @AGAINST.",
            counts=ANY_NUMBER,
            required=True,
        ),
        reference(
            AGAINST,
            "SHAPE",
            "Each shape of @CONTACT_SHAPES and each of these shapes form a contact, if they are on different bodies. `ITSELF`, "
            "alone or with shapes, also pairs the shapes with each other.",
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
            "A BOX, and a MESH whose hull has at most 32 corners, touch a PLANE with their corners. Two BOXes touch "
            "at the vertices of the polygon in which their faces overlap. These vertices are corners, and crossings of "
            "edges. The points of a polygon together have 4 times the stiffness K. A LINE with a radius is a chain "
            "of capsules. Without a radius, only its points touch. Two capsules have one contact point, where the "
            "distance is smallest. For parallel pieces, this point is in the middle of their overlap."
        ),
        (
            "Each flat end of a CYLINDER or CONE touches a PLANE with the lowest point of its rim, and with three points "
            "at 8/9 of its radius. A standing end has four times the stiffness K, and the friction torque of a uniform "
            "pressure."
        ),
        (
            "In all other pairs, BOX, CYLINDER, CAPSULE, ELLIPSOID, MESH and LINE with a radius are convex shapes. "
            "Each pair of convex pieces has one contact point. Pairs of CYLINDER, BOX and MESH also have points in their "
            "flat faces, so that a face on a face comes to rest: three points for a round face, and up to four points for "
            "another face. Each point has the stiffness K. The contact of a MESH uses its convex hull. In these "
            "pairs, edges have a rounding radius of 1 % of the smallest half size, and flat faces bulge by 0.1 % of it. "
            "Therefore the point moves without jumps, and a standing cylinder is stiff against tilting. An overlap should "
            "be smaller than the rounding radius of the edges."
        ),
        "A PLANE is infinite. The half-space below it, in the direction of minus e3, is solid.",
        (
            "Friction is smooth at rest. Therefore a body on a slope without @STICTION creeps at a fraction of the "
            "transition velocity."
        ),
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
