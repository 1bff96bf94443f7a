"""CONSTANT_VELOCITY: two shafts at an angle that rotate at the same rate (Rzeppa joint).

The constraint row keeps the twist of the relative rotation about e3 at zero. Its rate is (a3 + b3)·(spin1 - spin0) /
(1 + a3·b3), so both shafts rotate at the same rate about their own axes.
"""

from __future__ import annotations

from rbsolve.language.joints.record import ANGLE, COINCIDENT, Coordinate, Joint, Row

JOINT = Joint(
    free="two rotations that change the direction of the axis e3; both shafts rotate equally about their own axis",
    rows=(*COINCIDENT, Row(ANGLE)),
    coordinates=(Coordinate.VECTOR_1, Coordinate.VECTOR_2),
    glyph="CONSTANT_VELOCITY",
    looser=("SPHERICAL",),
    example="@TRIAD_NAME {Hinge}\n    @SPRING {10, 0, 10, 0} @DAMPER {0.1, 0.1}",
)
