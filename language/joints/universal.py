"""UNIVERSAL: a cross that is perpendicular to both shafts (Cardan, Hooke)."""

from __future__ import annotations

from rbsolve.language.joints.record import COINCIDENT, COSINE, Coordinate, Joint, Row

JOINT = Joint(
    free="rotations about two axes, e3 of each triad: the first axis is fixed in B0, and the second axis is fixed in B1",
    rows=(*COINCIDENT, Row(COSINE, 2, 2)),
    coordinates=(Coordinate.ROTATION_1, Coordinate.ROTATION_2),
    glyph="UNIVERSAL",
    triads=2,
    looser=("SPHERICAL",),
    example="@TRIAD_NAME {T, Boom}\n    @INITIAL_COORDINATE {rad(10), 0} @SPRING {10, 0, 20, 0} @DAMPER {0.1, 0.2}",
)
