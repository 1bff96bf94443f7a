"""Defines the record of a kind of joint. Everything that depends on the kind is derived from its record. This module
contains only data.

`a_i` are the joint axes fixed in body 0, and `b_i` are the joint axes fixed in body 1. `gap` is the vector from the
joint's point on body 0 to its point on body 1. A constraint row is one of

- `COMPONENT` inertial component i of gap,
- `DIRECTION` a_i·gap,
- `COSINE` a_i·b_j,
- `ANGLE` rotation about e3,
- `SCREW` a_3·gap - lead * rotation,
- `TURNING` another coordinate that is an angle,
- `COUPLED` a condition of a coupling, defined by its kind (solver/joints/couplings),
- `SPIN` a component of the rotation of body 1 from the prescribed orientation. Functions of time
  (solver/functions/carried.py) define this orientation relative to body 0.

Prescribed motions are rows `DIRECTION`, `ANGLE`, `TURNING` and `SPIN` minus a function of time.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, NamedTuple, Self

from rbsolve.language.table import Keyword

CODES = 8
COMPONENT, DIRECTION, COSINE, ANGLE, SCREW, TURNING, COUPLED, SPIN = range(CODES)


class Mode(Enum):
    """The motion of the bodies when a coordinate changes."""

    SLIDE = "along an axis fixed in body 0"
    TWIST = "about e3"
    CROSS = "about an axis of a universal joint's cross"
    VECTOR = "by a component of a rotation vector"
    SPIN = "by a component of an angular velocity"


@dataclass(frozen=True, slots=True)
class Axis:
    """A coordinate of joints, as a motion about or along an axis."""

    mode: Mode
    """The motion of the bodies when the coordinate changes."""
    axis: int
    """The joint axis of the translation or rotation."""
    side: int
    """The body in which this axis is fixed, 0 or 1."""
    slot: int
    """The index of the coordinate among the six coordinates of a body in a tree, if B0 is the parent of B1."""
    slot_inward: int
    """The same index if B1 is the parent of B0, or -1 if there is none. The axes of the tree are then fixed in B1."""
    words: str
    """The name of the coordinate in the deck reference."""


class Numbered(IntEnum):
    """A list of records by name. They are numbered in their order, and the numbers are codes in the arrays of a model."""

    record: Any

    def __new__(cls, record: Any) -> Self:
        """Create the next member. Its value is the next number."""
        code = len(cls.__members__)
        member = int.__new__(cls, code)
        member._value_ = code
        member.record = record
        return member


class Coordinate(Numbered):
    """The coordinates of joints, for the motion of B1 relative to B0.

    The rates of a rotation vector are the components of the angular velocity in the axes of body 0.
    """

    record: Axis

    ROTATION = Axis(Mode.TWIST, 2, 0, 5, 5, "rotation")
    DISPLACEMENT = Axis(Mode.SLIDE, 2, 0, 2, 2, "displacement")
    DISPLACEMENT_1 = Axis(Mode.SLIDE, 0, 0, 0, -1, "displacement along e1")
    DISPLACEMENT_2 = Axis(Mode.SLIDE, 1, 0, 1, -1, "displacement along e2")
    ROTATION_1 = Axis(Mode.CROSS, 2, 0, 3, 4, "rotation about the first axis")
    ROTATION_2 = Axis(Mode.CROSS, 2, 1, 4, 3, "rotation about the second axis")
    VECTOR_1 = Axis(Mode.VECTOR, 0, 0, 3, -1, "rotation vector along e1")
    VECTOR_2 = Axis(Mode.VECTOR, 1, 0, 4, -1, "along e2")
    VECTOR_3 = Axis(Mode.VECTOR, 2, 0, 5, -1, "along e3")
    SPIN_1 = Axis(Mode.SPIN, 0, 0, 3, -1, "rotation, which only functions of time prescribe, along e1")
    SPIN_2 = Axis(Mode.SPIN, 1, 0, 4, -1, "along e2")
    SPIN_3 = Axis(Mode.SPIN, 2, 0, 5, -1, "along e3")

    @property
    def slides(self) -> bool:
        """Return whether the coordinate is a length rather than an angle."""
        return self.record.mode is Mode.SLIDE

    @property
    def unit(self) -> str:
        """Return the unit of the coordinate."""
        return "m" if self.slides else "rad"

    @property
    def effort_unit(self) -> str:
        """Return the unit of the force or torque along the coordinate."""
        return "N" if self.slides else "N m"


class Row(NamedTuple):
    """A constraint row: its primitive and its two axes. `axis0` is an axis of body 0, an inertial component or a
    coordinate. `axis1` is an axis of body 1.
    """

    code: int
    axis0: int = 2
    axis1: int = 2


COINCIDENT = (Row(COMPONENT, 0), Row(COMPONENT, 1), Row(COMPONENT, 2))
ON_LINE = (Row(DIRECTION, 0), Row(DIRECTION, 1))
LOCKED = (Row(COSINE, 0, 1), Row(COSINE, 1, 2), Row(COSINE, 2, 0))
ALIGNED = (Row(COSINE, 2, 0), Row(COSINE, 2, 1))
CROSS = tuple(coordinate for coordinate in Coordinate if coordinate.record.mode is Mode.CROSS)
VECTOR = tuple(coordinate for coordinate in Coordinate if coordinate.record.mode is Mode.VECTOR)
SPINS = tuple(coordinate for coordinate in Coordinate if coordinate.record.mode is Mode.SPIN)


@dataclass(frozen=True, slots=True)
class Joint:
    """A kind of joint.

    `free` describes its free motion in words. `rows` contains its constraints. `coordinates` contains its free
    coordinates, in the order of a deck's values for each coordinate. A joint has six rows and coordinates in total.
    `follows` contains coordinates that depend on the other coordinates. `triads` is the number of triads that the joint
    needs. `extra` contains the keywords that only this kind has. `looser` names kinds with fewer constraints but the
    same motion along and about e3. Messages about redundant constraints suggest these kinds. `glyph` names the symbol
    of the joint in pictures (src/rbsolve/scene/glyphs.py). `example` is the example of the deck reference, after the
    bodies and the point of the joint.

    A coupling (`couples`) has fewer than six conditions and no coordinates, and it does not carry a body. Its block has
    the `extra` keywords after the two bodies, and `notes` for the reference. `between_bodies` is False if it couples
    the coordinates of `shares` joints, not two bodies.

    With a prescribed motion (`carries`), functions of time determine all six coordinates. A prescribed motion also has
    its own block.

    Raise ValueError if the record is not complete.
    """

    free: str
    rows: tuple[Row, ...]
    coordinates: tuple[Coordinate, ...]
    glyph: str
    follows: tuple[Coordinate, ...] = ()
    triads: int = 1
    needs_triad: bool = True
    extra: tuple[Keyword, ...] = ()
    looser: tuple[str, ...] = ()
    example: str = ""
    couples: bool = False
    between_bodies: bool = True
    shares: int = 1
    carries: bool = False
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that the record is complete."""
        if self.couples:
            if self.coordinates or not self.rows:
                raise ValueError(f"a coupling has rows and no coordinates: {self.free}")
        elif len(self.rows) + len(self.coordinates) != 6:
            raise ValueError(f"rows and coordinates of a joint are six together: {self.free}")
        if not self.free or not self.glyph:
            raise ValueError(f"a joint needs words for its free motions, and a glyph: {self.free}")

    @property
    def has_own_block(self) -> bool:
        """Return whether the block of this kind differs from the block of an ordinary joint."""
        return self.couples or self.carries

    @property
    def rotates(self) -> bool:
        """Return whether the rotation about e3 is either a coordinate or constrained by a separate row."""
        return Coordinate.ROTATION in self.coordinates or Row(ANGLE) in self.rows

    @property
    def measured(self) -> tuple[Coordinate, ...]:
        """Return all coordinates that can change, whether free or dependent."""
        return self.coordinates + self.follows

    @property
    def moves_exactly(self) -> bool:
        """Return whether the joint satisfies its constraints after finite changes of its coordinates, applied one after
        the other.

        MINIMAL_COORDINATES, and analyses that position bodies by coordinates (STATIC, KINEMATIC, linearization), need
        such joints. The result is false for two components of a rotation vector.
        """
        return sum(coordinate in VECTOR for coordinate in self.coordinates) in (0, 3)
