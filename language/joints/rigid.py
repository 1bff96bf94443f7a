"""RIGID: a rigid connection of two bodies."""

from __future__ import annotations

from rbsolve.language.joints.record import COINCIDENT, LOCKED, Joint

JOINT = Joint(
    free="none",
    rows=COINCIDENT + LOCKED,
    coordinates=(),
    glyph="RIGID",
    needs_triad=False,
    looser=("SPHERICAL", "REVOLUTE"),
)
