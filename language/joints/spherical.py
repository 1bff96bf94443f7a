"""SPHERICAL: a ball joint."""

from __future__ import annotations

from rbsolve.language.joints.record import COINCIDENT, VECTOR, Joint

JOINT = Joint(
    free="three rotations",
    rows=COINCIDENT,
    coordinates=VECTOR,
    glyph="SPHERICAL",
    needs_triad=False,
    example="\n    @SPRING {10, 0, 10, 0, 20, 0} @DAMPER {0.1, 0.1, 0.2}",
)
