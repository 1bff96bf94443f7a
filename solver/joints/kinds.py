"""The kinds of joints for the kernels: codes of kinds, rows and coordinates (language/joints)."""

from __future__ import annotations

from rbsolve.language.joints.record import (
    ANGLE,
    COMPONENT,
    COSINE,
    COUPLED,
    CROSS,
    DIRECTION,
    SCREW,
    SPIN,
    TURNING,
    VECTOR,
    Coordinate,
    Mode,
    Row,
)
from rbsolve.language.joints.registry import JointKind

__all__ = [
    "ANGLE",
    "COMPONENT",
    "COSINE",
    "COUPLED",
    "CROSS",
    "DIRECTION",
    "DISPLACEMENT",
    "DISPLACEMENT_1",
    "DISPLACEMENT_2",
    "ROTATION",
    "ROTATION_1",
    "ROTATION_2",
    "SCREW",
    "SPIN",
    "SPIN_1",
    "TURNING",
    "VECTOR",
    "VECTOR_1",
    "Coordinate",
    "JointKind",
    "Mode",
    "Row",
]

# The codes in `Drives.coordinate`, as plain integers for kernels.
ROTATION, ROTATION_1, ROTATION_2 = int(Coordinate.ROTATION), int(Coordinate.ROTATION_1), int(Coordinate.ROTATION_2)
DISPLACEMENT, DISPLACEMENT_1 = int(Coordinate.DISPLACEMENT), int(Coordinate.DISPLACEMENT_1)
DISPLACEMENT_2 = int(Coordinate.DISPLACEMENT_2)
VECTOR_1, SPIN_1 = int(Coordinate.VECTOR_1), int(Coordinate.SPIN_1)


def row_of(coordinate: Coordinate) -> Row:
    """Return the constraint row that prescribes a coordinate."""
    if coordinate.slides:
        return Row(DIRECTION, coordinate.record.axis)
    if coordinate.record.mode is Mode.SPIN:
        return Row(SPIN, coordinate.record.axis)
    return Row(ANGLE) if coordinate == ROTATION else Row(TURNING, int(coordinate))
