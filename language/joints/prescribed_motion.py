"""PRESCRIBED_MOTION: functions of time carry a body, as a shaker table is."""

from __future__ import annotations

from rbsolve.language.joints.record import SPINS, Coordinate, Joint
from rbsolve.language.motions import motion_keywords
from rbsolve.language.table import INERTIAL_FRAME, reference

JOINT = Joint(
    free="nothing: functions of time carry the body",
    rows=(),
    coordinates=(Coordinate.DISPLACEMENT_1, Coordinate.DISPLACEMENT_2, Coordinate.DISPLACEMENT, *SPINS),
    glyph="RIGID",
    extra=(
        reference("CONNECTED_TO_BODY", "BODY", "The body that it carries.", required=True),
        reference(
            "FRAME_NAME",
            "FRAME",
            "The observer: a fixed frame, or a moving one of a body or of functions of time.",
            default_text=INERTIAL_FRAME,
        ),
        *motion_keywords(
            "displacements of the origin of the body frame from the reference configuration, along the axes of the observer.",
            "Euler angles of the change of orientation from the reference configuration, in the axes of the observer.",
        ),
    ),
    carries=True,
    example="@CONNECTED_TO_BODY {Arm} @DISPLACEMENT_FUNCTIONS {0, 0, Move}\n"
    "    @ROTATION_SEQUENCE {EULER_ANGLES_321} @ROTATION_FUNCTIONS {Move, 0, 0}",
    notes=(
        "DISPLACEMENT and ROTATION of the body, seen by the observer, are these functions: `{0, 0, 0}` carries it as the observer moves. "
        "What is left out is zero. Angles may turn as far as they like.",
        "The body starts where the functions put it, with their velocities, and takes along what joints connect to it. An "
        "@INITIAL_FRAME_NAME of the body is an error.",
        "REACTION_FORCE and REACTION_MOMENT of it are what the drive exerts on the body, about the origin of the body frame; "
        "PRESCRIBED_FORCE is the same along the axes of the body that carries the observer, or inertial ones. "
        "The opposite acts on that body.",
        "Its functions need continuous rates for MINIMAL_COORDINATES. It cannot follow a frame of @MEAN_OF_BODIES.",
    ),
)
