"""Blocks of points, triads and frames (Dymore's manual, sections 1 to 5)."""

from __future__ import annotations

from rbsolve.language.diagnostics import Severity
from rbsolve.language.motions import EULER_TYPES, MOTION_FUNCTIONS, motion_keywords
from rbsolve.language.table import (
    ANY_NUMBER,
    INERTIAL_FRAME,
    BlockSchema,
    Variant,
    Variants,
    choice,
    integer,
    numbers,
    reference,
    vector,
)

SECTION = "Geometry"

DEFINED_IN = reference(
    "IS_DEFINED_IN_FRAME",
    "FIXED_FRAME",
    (
        "The fixed frame in which the components are given. The coordinates of a point are relative to the origin of "
        "this frame."
    ),
    default=INERTIAL_FRAME,
)


POINT = BlockSchema(
    kind="POINT",
    definition="POINT_DEFINITION",
    name_keyword="POINT_NAME",
    title="Points",
    meaning="A point at the reference configuration.",
    family="POINT",
    section=SECTION,
    reports_unused=Severity.NOTE,
    keywords=(
        vector("COORDINATES", "The Cartesian coordinates.", unit="m", required=True, parts=("x1", "x2", "x3")),
        DEFINED_IN,
    ),
    example="""\
@POINT_DEFINITION {
  @POINT_NAME {O} { @COORDINATES {0, 0, 0} }
  @POINT_NAME {P} { @COORDINATES {0.1, 0, 2*sqrt(2)} @IS_DEFINED_IN_FRAME {F} @COMMENTS {the tip} }
}""",
)

_AXES = {"1": "first", "2": "second", "3": "third"}
TRIAD_TYPES = Variants(
    selector="ORIENTATION_DEFINITION_TYPE",
    inferred=True,
    table=(
        Variant(
            "VECTORS_E2_E3",
            "e2 is along the first vector. Both vectors span the plane (e2, e3), and e1 = e2 x e3.",
            ("ORIENTATION_E2", "ORIENTATION_E3"),
        ),
        Variant(
            "POINTS_P1_P2_P3",
            "e1 points from P1 to P2. The plane of the three points is (e1, e2).",
            ("POINT1_NAME", "POINT2_NAME", "POINT3_NAME"),
        ),
        *(
            Variant(
                f"VECTOR_E{i}",
                f"The {_AXES[i]} unit vector. Section 2.3 of Dymore's manual defines the other two vectors.",
                (f"ORIENTATION_E{i}",),
            )
            for i in "123"
        ),
        Variant(
            "POINTS_P1_P2",
            (
                "The unit vector of @AXIS_NUMBER is along the line from P1 to P2. Section 2.3 of Dymore's manual defines "
                "the other two vectors."
            ),
            ("POINT1_NAME", "POINT2_NAME"),
            ("AXIS_NUMBER",),
            {"AXIS_NUMBER": 3},
        ),
        *(
            Variant(
                name,
                (f"Three successive rotations about the axes {', '.join(name[-3:])}; the angles are in degrees."),
                (name,),
            )
            for name in EULER_TYPES
        ),
        Variant("ROTATION_VECTOR", "The unit vector along the axis, times the angle.", ("ROTATION_VECTOR",)),
        Variant(
            "EULER_PARAMETERS",
            "A unit quaternion, scalar first. rbsolve normalizes it when it reads the deck.",
            ("EULER_PARAMETERS",),
        ),
        Variant("DIRECTION_COSINES", "The direction cosines D_kl = i_k . e_l, row by row.", ("DIRECTION_COSINES",)),
    ),
)

TRIAD = BlockSchema(
    kind="TRIAD",
    definition="TRIAD_DEFINITION",
    name_keyword="TRIAD_NAME",
    title="Triads",
    meaning="Three mutually perpendicular unit vectors e1, e2, e3 at the reference configuration.",
    family="TRIAD",
    section=SECTION,
    reports_unused=Severity.NOTE,
    variants=TRIAD_TYPES,
    keywords=(
        choice(
            "ORIENTATION_DEFINITION_TYPE",
            "How the triad is defined.",
            *(variant.choice for variant in TRIAD_TYPES.table),
            default_text="the type that follows from the given data, if there is only one",
        ),
        vector("ORIENTATION_E1", "A vector along e1, of any length."),
        vector("ORIENTATION_E2", "A vector along e2, of any length."),
        vector("ORIENTATION_E3", "A vector of any length along e3 or, with e2, in the plane (e2, e3)."),
        reference("POINT1_NAME", "POINT", "The first point."),
        reference("POINT2_NAME", "POINT", "The second point."),
        reference("POINT3_NAME", "POINT", "The third point."),
        integer(
            "AXIS_NUMBER",
            "The unit vector along the line from P1 to P2: 1, 2 or 3.",
            minimum=1.0,
            maximum=3.0,
            default_text="3",
        ),
        *(vector(name, f"The angles of the sequence {'-'.join(name[-3:])}.", unit="degrees") for name in EULER_TYPES),
        vector("ROTATION_VECTOR", "The unit vector along the axis, times the angle.", unit="rad"),
        numbers("EULER_PARAMETERS", "The Euler parameters e0, e1, e2, e3.", 4, parts=("e0", "e1", "e2", "e3")),
        numbers("DIRECTION_COSINES", "Nine direction cosines, row by row.", 9),
        DEFINED_IN,
    ),
    notes=(
        "`TRIAD_INERTIAL`, `AXIS_X`, `AXIS_Y` and `AXIS_Z` are predefined.",
        "The points of a triad can be defined in any frames. The triad uses their inertial positions.",
    ),
    example="""\
@TRIAD_DEFINITION {
  @TRIAD_NAME {T} { @ORIENTATION_DEFINITION_TYPE {EULER_ANGLES_313} @EULER_ANGLES_313 {30, 45, 0} }
  @TRIAD_NAME {Hinge} { @ORIENTATION_E3 {0, 1, 0} }       ! the type follows: VECTOR_E3
  @TRIAD_NAME {Boom} { @ORIENTATION_DEFINITION_TYPE {POINTS_P1_P2} @POINT1_NAME {O} @POINT2_NAME {P} @AXIS_NUMBER {1} }
  @TRIAD_NAME {Panel} { @ORIENTATION_E2 {1, 1, 0} @ORIENTATION_E3 {0, 0, 1} @IS_DEFINED_IN_FRAME {F} }
}""",
)

FIXED_FRAME = BlockSchema(
    kind="FIXED_FRAME",
    definition="FIXED_FRAME_DEFINITION",
    name_keyword="FIXED_FRAME_NAME",
    title="Fixed frames",
    meaning=(
        "A frame with a fixed origin and fixed axes. It is defined by one point and a triad, by two points and a "
        "triad, or by three points."
    ),
    family="FRAME",
    section=SECTION,
    reports_unused=Severity.WARNING,
    one_of=(("TRIAD_NAME", "POINT3_NAME"),),
    keywords=(
        reference("POINT1_NAME", "POINT", "The origin.", required=True),
        reference("POINT2_NAME", "POINT", "e1 points from the origin to this point."),
        reference("POINT3_NAME", "POINT", "The plane of the three points is (e1, e2).", excludes=("TRIAD_NAME",)),
        reference(
            "TRIAD_NAME",
            "TRIAD",
            "The axes. If the frame has a second point, the third vector of the triad is in the plane (e1, e2).",
        ),
    ),
    notes=("`FXDFRAME_INERTIAL` (synonym `INERTIAL`) is predefined.",),
    example="""\
@FIXED_FRAME_DEFINITION {
  @FIXED_FRAME_NAME {F} { @POINT1_NAME {O} @TRIAD_NAME {T} }
  @FIXED_FRAME_NAME {G} { @POINT1_NAME {O} @POINT2_NAME {P} @TRIAD_NAME {Hinge} }
}""",
)

_CARRIERS = ("CONNECTED_TO_BODY", "IS_DEFINED_IN_FRAME", "MEAN_OF_BODIES")
_MOTION = (*MOTION_FUNCTIONS, "ROTATION_SEQUENCE")

MOVING_FRAME = BlockSchema(
    kind="MOVING_FRAME",
    definition="MOVING_FRAME_DEFINITION",
    name_keyword="MOVING_FRAME_NAME",
    title="Moving frames",
    meaning=(
        "A frame that moves with a body, with the mean of several bodies, or by functions of time, also relative "
        "to another frame. It can be the observer of a sensor, and its axes can resolve components or a load."
    ),
    family="FRAME",
    section=SECTION,
    reports_unused=Severity.WARNING,
    one_of=((*_CARRIERS, *MOTION_FUNCTIONS),),
    keywords=(
        reference("CONNECTED_TO_BODY", "BODY", "The body to which the frame is attached.", excludes=_MOTION),
        reference(
            "IS_DEFINED_IN_FRAME",
            "FRAME",
            "The fixed or moving frame relative to which this frame is fixed or moves.",
            default_text=INERTIAL_FRAME,
            excludes=("CONNECTED_TO_BODY", "MEAN_OF_BODIES"),
        ),
        reference(
            "MEAN_OF_BODIES",
            "BODY",
            (
                "The bodies that determine the frame. The origin of the frame moves with their common centre of mass, and its "
                "rotation is the mass-weighted mean of their rotations."
            ),
            counts=ANY_NUMBER,
            excludes=("CONNECTED_TO_BODY", *_MOTION),
        ),
        reference(
            "POINT_NAME",
            "POINT",
            "The origin at the reference configuration.",
            default_text="the origin of the body's frame, or of the frame in which it is defined; the centre of mass of the bodies",
        ),
        reference(
            "TRIAD_NAME",
            "TRIAD",
            "The axes at the reference configuration.",
            default_text=(
                "the axes of the body's frame, or of the frame in which it is defined; the mean of the bodies' axes"
            ),
        ),
        *motion_keywords(
            "The displacements along the axes that the frame has at the reference configuration.",
            "The Euler angles relative to the axes that the frame has at the reference configuration.",
        ),
    ),
    notes=(
        (
            "A moving frame can be defined in a moving frame. Points, triads and fixed frames cannot be defined in a "
            "moving frame."
        ),
        (
            "At the reference configuration, all functions count as zero. A frame with functions then has the origin "
            "@POINT_NAME and the axes @TRIAD_NAME. Displacements and angles are relative to this position and "
            "orientation, which moves with the frame @IS_DEFINED_IN_FRAME."
        ),
        (
            "Let R_i be the rotations of the bodies since the reference configuration. The mean rotation R "
            "minimizes the mass-weighted sum of |R - R_i|^2. If R is not unique (rotations that differ by half a "
            "turn), a warning gives the time."
        ),
        (
            "If a frame is not attached to a single body, it cannot be the observer of a measured signal, and it "
            "cannot give the axes of a load."
        ),
    ),
    example="""\
@MOVING_FRAME_DEFINITION {
  @MOVING_FRAME_NAME {OnArm} { @CONNECTED_TO_BODY {Arm} @POINT_NAME {P} @TRIAD_NAME {Boom} }
  @MOVING_FRAME_NAME {Turntable} { @ROTATION_SEQUENCE {EULER_ANGLES_321} @ROTATION_FUNCTIONS {Move, 0, 0} }
  @MOVING_FRAME_NAME {Camera} { @IS_DEFINED_IN_FRAME {Turntable} @POINT_NAME {P} @DISPLACEMENT_FUNCTIONS {0, 0, Move} }
  @MOVING_FRAME_NAME {Both} { @MEAN_OF_BODIES {Arm, Tool} @TRIAD_NAME {TRIAD_INERTIAL} }
}""",
)

BLOCKS = (POINT, TRIAD, FIXED_FRAME, MOVING_FRAME)
