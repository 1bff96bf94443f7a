"""Defines the keywords that moving frames and prescribed motions of bodies share, and the sequences of Euler angles."""

from __future__ import annotations

from rbsolve.language.table import Keyword, choice, reference

EULER_SEQUENCES = ("313", "323", "321", "312", "123")
EULER_PREFIX = "EULER_ANGLES_"
EULER_TYPES = tuple(f"{EULER_PREFIX}{sequence}" for sequence in EULER_SEQUENCES)

MOTION_FUNCTIONS = ("DISPLACEMENT_FUNCTIONS", "ROTATION_FUNCTIONS")


def motion_keywords(displacements: str, angles: str) -> tuple[Keyword, ...]:
    """Return the keywords of a motion that functions of time define. The arguments describe the displacements and the
    angles in words.
    """
    return (
        reference(
            "DISPLACEMENT_FUNCTIONS",
            "FUNCTION_OR_ZERO",
            f"Three functions of time [m], or 0: {displacements}",
            counts=(3,),
        ),
        choice(
            "ROTATION_SEQUENCE",
            "The Euler angles of @ROTATION_FUNCTIONS.",
            *EULER_TYPES,
            default_text="needed with @ROTATION_FUNCTIONS",
        ),
        reference(
            "ROTATION_FUNCTIONS",
            "FUNCTION_OR_ZERO",
            f"Three functions of time [rad], or 0: {angles}",
            counts=(3,),
        ),
    )
