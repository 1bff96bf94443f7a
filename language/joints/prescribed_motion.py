"""PRESCRIBED_MOTION: functions of time that prescribe the motion of a body, for example of a shaker table."""

from __future__ import annotations

from rbsolve.language.joints.record import SPINS, Coordinate, Joint
from rbsolve.language.motions import motion_keywords
from rbsolve.language.table import INERTIAL_FRAME, reference

JOINT = Joint(
    free="none, because functions of time prescribe the motion of the body",
    rows=(),
    coordinates=(Coordinate.DISPLACEMENT_1, Coordinate.DISPLACEMENT_2, Coordinate.DISPLACEMENT, *SPINS),
    glyph="RIGID",
    extra=(
        reference("CONNECTED_TO_BODY", "BODY", "The body with the prescribed motion.", required=True),
        reference(
            "FRAME_NAME",
            "FRAME",
            "The observer: a fixed frame, a moving frame of a body, or a frame that follows functions of time.",
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
        (
            "The DISPLACEMENT and ROTATION that the observer sees equal these functions. With `{0, 0, 0}`, the "
            "body moves with the observer. Omitted functions are zero. Angles can exceed whole turns."
        ),
        (
            "The functions and their rates determine the initial position and velocity of the body. Bodies that "
            "joints connect to this body move with it. An @INITIAL_FRAME_NAME of the body is an error."
        ),
        (
            "REACTION_FORCE and REACTION_MOMENT are the force and the moment of the drive on the body, about the "
            "origin of the body frame. PRESCRIBED_FORCE has the same components in the axes of the observer's body, "
            "or in inertial axes. The opposite reaction acts on the observer's body."
        ),
        "MINIMAL_COORDINATES needs functions with continuous rates. The observer cannot be a frame with @MEAN_OF_BODIES.",
    ),
)
