"""The kinds of joints and the primitive constraints that each is made of.

With `a_i` the joint axes fixed in body 0, `b_i` those fixed in body 1 and `gap` the vector from the joint's point on
body 0 to that on body 1, a row is one of

- `COMPONENT` inertial component i of gap,
- `DIRECTION` a_i . gap,
- `COSINE` a_i . b_j,
- `ANGLE` rotation about e3,
- `SCREW` a_3 . gap - lead * rotation;

prescribed motions are rows `ANGLE` and `DIRECTION` less a function of time.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class JointKind(IntEnum):
    """Codes in `Joints.kind`."""

    RIGID = 0
    REVOLUTE = 1
    PRISMATIC = 2
    CYLINDRICAL = 3
    SCREW = 4
    SPHERICAL = 5
    UNIVERSAL = 6
    PLANAR = 7


# Codes in `Joints.row_code`
COMPONENT, DIRECTION, COSINE, ANGLE, SCREW = 0, 1, 2, 3, 4


class Coordinate(IntEnum):
    """Relative coordinates of joints; codes in `Drives.coordinate`."""

    ROTATION = 0  # about e3
    DISPLACEMENT = 1  # along e3
    DISPLACEMENT_1 = 2  # along e1
    DISPLACEMENT_2 = 3  # along e2
    ROTATION_1 = 4  # of a universal joint: about e3 of the first triad, fixed in body 0
    ROTATION_2 = 5  # and of the second, fixed in body 1
    VECTOR_1 = 6  # of a rotation vector in axes fixed in body 0; their rates are those of the angular velocity there
    VECTOR_2 = 7
    VECTOR_3 = 8

    @property
    def slides(self) -> bool:
        """Whether it is a length, not an angle."""
        return self in (Coordinate.DISPLACEMENT, Coordinate.DISPLACEMENT_1, Coordinate.DISPLACEMENT_2)


# The same as plain numbers for kernels
ROTATION, DISPLACEMENT, DISPLACEMENT_1, DISPLACEMENT_2, ROTATION_1, ROTATION_2, VECTOR_1, VECTOR_2, VECTOR_3 = range(9)


class Row(NamedTuple):
    """A constraint row: its primitive, the axis of body 0 (or inertial component) and the axis of body 1."""

    code: int
    axis0: int = 2
    axis1: int = 2


class Structure(NamedTuple):
    """The rows of a kind of joint, and the coordinates that it leaves free, in the order in which a deck has them."""

    rows: tuple[Row, ...]
    coordinates: tuple[Coordinate, ...] = ()
    rotates: bool = False  # about e3
    follows: tuple[Coordinate, ...] = ()  # coordinates that change with the others

    @property
    def measured(self) -> tuple[Coordinate, ...]:
        """All coordinates that change."""
        return self.coordinates + self.follows


_COINCIDENT = (Row(COMPONENT, 0), Row(COMPONENT, 1), Row(COMPONENT, 2))
_ON_LINE = (Row(DIRECTION, 0), Row(DIRECTION, 1))
_LOCKED = (Row(COSINE, 0, 1), Row(COSINE, 1, 2), Row(COSINE, 2, 0))
_ALIGNED = (Row(COSINE, 2, 0), Row(COSINE, 2, 1))

STRUCTURES: dict[JointKind, Structure] = {
    JointKind.RIGID: Structure(_COINCIDENT + _LOCKED),
    JointKind.REVOLUTE: Structure(_COINCIDENT + _ALIGNED, (Coordinate.ROTATION,), rotates=True),
    JointKind.PRISMATIC: Structure(_ON_LINE + _LOCKED, (Coordinate.DISPLACEMENT,)),
    JointKind.CYLINDRICAL: Structure(_ON_LINE + _ALIGNED, (Coordinate.ROTATION, Coordinate.DISPLACEMENT), rotates=True),
    JointKind.SCREW: Structure(
        (*_ON_LINE, *_ALIGNED, Row(SCREW)), (Coordinate.ROTATION,), True, (Coordinate.DISPLACEMENT,)
    ),
    JointKind.SPHERICAL: Structure(_COINCIDENT, (Coordinate.VECTOR_1, Coordinate.VECTOR_2, Coordinate.VECTOR_3)),
    JointKind.UNIVERSAL: Structure((*_COINCIDENT, Row(COSINE, 2, 2)), (Coordinate.ROTATION_1, Coordinate.ROTATION_2)),
    JointKind.PLANAR: Structure(
        (Row(DIRECTION, 2), *_ALIGNED),
        (Coordinate.DISPLACEMENT_1, Coordinate.DISPLACEMENT_2, Coordinate.ROTATION),
        rotates=True,
    ),
}
