"""Mass properties and rigid bodies."""

from __future__ import annotations

from rbsolve.geometry.shapes.registry import WITH_VOLUME
from rbsolve.language.diagnostics import Severity
from rbsolve.language.table import (
    INERTIAL_FRAME,
    BlockSchema,
    Keyword,
    choice,
    number,
    numbers,
    reference,
    vector,
    write_value,
)
from rbsolve.parser.schema.geometry import FIXED_FRAME
from rbsolve.parser.schema.integrators import ALL_FORMULATIONS

SECTION = "Bodies"

_NOT_WITH_MATRIX = ("MASS_MATRIX",)

MASS_PROPERTY = BlockSchema(
    kind="MASS_PROPERTY",
    definition="MASS_PROPERTY_DEFINITION",
    name_keyword="MASS_PROPERTY_NAME",
    title="Mass properties",
    meaning="Mass, centre of mass and inertia tensor, or a 6x6 mass matrix.",
    family="MASS_PROPERTY",
    section=SECTION,
    reports_unused=Severity.WARNING,
    one_of=(("MASS", "MASS_MATRIX"), ("MOMENTS_OF_INERTIA", "MASS_MATRIX")),
    keywords=(
        number("MASS", "The mass.", unit="kg", above=0.0, excludes=_NOT_WITH_MATRIX),
        vector(
            "CENTRE_OF_MASS_LOCATION",
            "The centre of mass relative to the origin of the body frame, in body axes.",
            unit="m",
            default=(0.0, 0.0, 0.0),
            excludes=_NOT_WITH_MATRIX,
            parts=("I12", "I13", "I23"),
        ),
        vector(
            "CENTRE_OF_MASS", "A synonym of `@CENTRE_OF_MASS_LOCATION`.", unit="m", synonym_of="CENTRE_OF_MASS_LOCATION"
        ),
        vector(
            "MOMENTS_OF_INERTIA",
            "The moments of inertia I11, I22, I33 in body axes.",
            unit="kg m^2",
            minimum=0.0,
            excludes=_NOT_WITH_MATRIX,
            parts=("I11", "I22", "I33"),
        ),
        vector(
            "PRODUCTS_OF_INERTIA",
            "The tensor components I12, I13, I23, with I12 = - integral of x1 x2 dm.",
            unit="kg m^2",
            default=(0.0, 0.0, 0.0),
            excludes=_NOT_WITH_MATRIX,
            parts=("I12", "I13", "I23"),
        ),
        choice(
            "INERTIA_REFERENCE_POINT",
            "The reference point of the moments and products of inertia.",
            "CENTRE_OF_MASS",
            "BODY_ORIGIN",
            default="CENTRE_OF_MASS",
            excludes=_NOT_WITH_MATRIX,
        ),
        numbers(
            "MASS_MATRIX",
            "The 6x6 mass matrix, row by row, in body axes about the origin of the body frame, translations first.",
            36,
            unit="kg, kg m, kg m^2",
        ),
    ),
    example="""\
@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {mp} {
    @MASS {1.5} @CENTRE_OF_MASS_LOCATION {0, 0, 0.2}
    @MOMENTS_OF_INERTIA {0.02, 0.03, 0.04} @PRODUCTS_OF_INERTIA {0.001, 0, 0}
  }
}""",
)

IN_PLACE_OF_FRAME = {
    "AT_POINT": "POINT1_NAME",
    **{name: name for name in ("POINT1_NAME", "POINT2_NAME", "POINT3_NAME", "TRIAD_NAME")},
}
"""The keywords of a body that replace its frame. Each is stored with the corresponding keyword of a frame."""

IN_PLACE_OF_MASS_PROPERTY = tuple(keyword.name for keyword in MASS_PROPERTY.keywords)
"""The keywords that replace the mass property of a body."""


def _in_place(block: BlockSchema, *names: str) -> tuple[Keyword, ...]:
    """Return keywords of another block for use in the block of a body. Their defaults are removed."""
    found = (block.keyword(name) for name in names)
    return tuple(
        keyword._replace(
            default=None,
            default_text=keyword.default_text or ("" if keyword.default is None else write_value(keyword.default)),
            required=False,
            excludes=(),
        )
        for keyword in found
        if keyword is not None
    )


RIGID_BODY = BlockSchema(
    kind="RIGID_BODY",
    definition="RIGID_BODY_DEFINITION",
    name_keyword="RIGID_BODY_NAME",
    title="Rigid bodies",
    meaning="A rigid body and its initial motion.",
    family="BODY",
    section=SECTION,
    one_of=(("MASS_PROPERTY_NAME", "MASS", "MASS_MATRIX", "DENSITY"),),
    keywords=(
        reference(
            "FRAME_NAME",
            "FIXED_FRAME",
            "The body frame at the reference configuration.",
            default=INERTIAL_FRAME,
            excludes=tuple(IN_PLACE_OF_FRAME),
        ),
        reference(
            "AT_POINT",
            "POINT",
            "The origin of the body frame.",
            default_text="the origin of the inertial frame",
            synonym_of="POINT1_NAME",
        ),
        *_in_place(FIXED_FRAME, *list(IN_PLACE_OF_FRAME)[1:]),
        reference(
            "INITIAL_FRAME_NAME",
            "FIXED_FRAME",
            "The body frame at the start. Displacements are relative to @FRAME_NAME.",
            default_text="the frame of @FRAME_NAME",
        ),
        reference(
            "MASS_PROPERTY_NAME", "MASS_PROPERTY", "The mass property of the body.", excludes=IN_PLACE_OF_MASS_PROPERTY
        ),
        *_in_place(MASS_PROPERTY, *IN_PLACE_OF_MASS_PROPERTY),
        number(
            "DENSITY",
            (
                "The density of all shapes of the body that have no density of their own. The densities determine "
                "the mass, the centre of mass and the inertia. If @MASS is given, the result is scaled to this "
                "mass."
            ),
            unit="kg/m^3",
            minimum=0.0,
            default_text="none, or the densities of the shapes",
            excludes=("MASS_PROPERTY_NAME", *(name for name in IN_PLACE_OF_MASS_PROPERTY if name != "MASS")),
        ),
        vector(
            "INITIAL_VELOCITY",
            "The initial velocity. A value of zero counts as given.",
            unit="m/s",
            default_text="the velocity that follows from the motion of connected bodies; zero if there are none",
        ),
        choice(
            "INITIAL_VELOCITY_POINT",
            "The point of the body whose velocity is @INITIAL_VELOCITY.",
            "BODY_ORIGIN",
            "CENTRE_OF_MASS",
            default="BODY_ORIGIN",
        ),
        vector(
            "INITIAL_ANGULAR_VELOCITY",
            "The initial angular velocity. A value of zero counts as given.",
            unit="rad/s",
            default_text="the velocity that follows from the motion of connected bodies; zero if there are none",
        ),
        numbers(
            "INITIAL_UNIFIED_VELOCITIES",
            (
                "The six velocities of body points along body directions, for the projection of the deck's time "
                "integrator. They replace @INITIAL_VELOCITY and @INITIAL_ANGULAR_VELOCITY."
            ),
            6,
            unit="m/s",
            excludes=(
                "INITIAL_VELOCITY",
                "INITIAL_VELOCITY_POINT",
                "INITIAL_ANGULAR_VELOCITY",
                "VELOCITIES_RESOLVED_IN",
            ),
        ),
        choice(
            "VELOCITIES_RESOLVED_IN",
            "The axes of the components of both initial velocities.",
            "INERTIAL",
            "BODY",
            default="INERTIAL",
        ),
        choice(
            "FORMULATION",
            "The coordinates of this body's motion.",
            *ALL_FORMULATIONS,
            default_text="the formulation of the integrator",
        ),
    ),
    notes=(
        "`GROUND` is a predefined body that does not move.",
        (
            "You can write a body in one block. The keywords of a fixed frame then replace @FRAME_NAME: @AT_POINT is "
            "the origin of the frame, and the default axes are inertial. The keywords of a mass property replace "
            "@MASS_PROPERTY_NAME."
        ),
        (
            "@DENSITY in the body or in one of its shapes determines the mass of the body. Types with a volume are "
            f"{', '.join(WITH_VOLUME)}. For MESH, mass and inertia are integrals over the enclosed volume. A mesh must "
            "be closed, with counterclockwise triangles seen from outside. Where shapes overlap, the body has the "
            "mass of both shapes."
        ),
        (
            "The initial motion satisfies all given velocities of bodies (also zero), rates of joints, and rates "
            "of prescribed motions. Joint coordinates without a given rate start with the rate zero, so a body "
            "without a given velocity moves with the bodies to which joints connect it. If loops do not permit "
            "zero rates, the sum of the squares of these rates is minimized (rates of translations are divided by "
            "the extent of the model). If a part of the model is not connected to ground, this part starts moving "
            "with its first body that has a given velocity. If there is no such body, its root body (the first "
            "that is not B1 of a joint) starts at rest."
        ),
        (
            "If given velocities contradict each other or the joints, the solver changes them by the smallest "
            "mass-weighted change. A warning names each changed body and joint."
        ),
    ),
    example="""\
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {Arm} {
    @FRAME_NAME {F} @MASS_PROPERTY_NAME {mp}
    @INITIAL_VELOCITY {0, 1, 0} @INITIAL_ANGULAR_VELOCITY {0, 0, 10} @VELOCITIES_RESOLVED_IN {BODY}
  }
  @RIGID_BODY_NAME {Tool} { @FRAME_NAME {G} @MASS_PROPERTY_NAME {mp} }
  @RIGID_BODY_NAME {Float} { @AT_POINT {0, 3, 0} @DENSITY {700} }       ! its shape gives its mass, see Shapes
  @RIGID_BODY_NAME {Block} {
    @AT_POINT {0, 0, 1} @TRIAD_NAME {AXIS_X} @MASS {2} @CENTRE_OF_MASS {0, 0, 0.1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.2}
  }
}""",
)

BLOCKS = (MASS_PROPERTY, RIGID_BODY)
