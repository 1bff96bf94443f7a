"""Defines the parts of a model of another program, independent of its format: links, joints, shapes, loops and gears."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.solver.model.flat import Floats

GROUND = -1  # the parent of a root link


@dataclass(frozen=True)
class Place:
    """A pose relative to another pose. It has an origin (3,) in the axes of the other pose, and a rotation R (3, 3) to
    these axes. If the source gives roll-pitch-yaw angles, they are stored too.
    """

    x: Floats = field(default_factory=lambda: np.zeros(3))
    R: Floats = field(default_factory=lambda: np.eye(3))
    rpy: tuple[float, float, float] | None = None

    def then(self, other: Place) -> Place:
        """Convert a pose relative to this pose to a pose relative to the base of this pose."""
        return Place(self.x + self.R @ other.x, self.R @ other.R)


HERE = Place()


@dataclass
class Joint:
    """The motion of a link relative to its parent, in the source's coordinates.

    `kind` is REVOLUTE, PRISMATIC, SPHERICAL, PLANAR, RIGID or FREE. `point` and `axis` are in the axes of the link.
    `offset` is the source's coordinate at the reference configuration. `rest` is the source's coordinate at which the
    spring has no force.
    """

    name: str
    kind: str
    span: Span
    axis: Floats = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    point: Floats = field(default_factory=lambda: np.zeros(3))
    lower: float | None = None
    upper: float | None = None
    offset: float = 0.0
    damping: float = 0.0
    friction: float = 0.0
    stiffness: float = 0.0
    rest: float = 0.0
    armature: float = 0.0
    motors: list[Motor] = field(default_factory=list)

    @property
    def has_lost_armature(self) -> bool:
        """Return whether the armature of the joint has no counterpart in a deck."""
        return self.armature > 0.0 and self.kind in ("FREE", "SPHERICAL")


@dataclass
class Motor:
    """`force = gain u - stiffness q - damping q' + bias` along the coordinate of a joint, where u is an input of the
    deck.

    `limits` contains the bounds of u, and `most` is the maximum magnitude of the force.
    """

    name: str
    span: Span
    gain: float
    stiffness: float = 0.0
    damping: float = 0.0
    bias: float = 0.0
    limits: tuple[float, float] | None = None
    most: float | None = None

    @property
    def start(self) -> float:
        """Return the initial value of u: the value within its bounds that is nearest to zero."""
        low, high = (0.0, 0.0) if self.limits is None else self.limits
        return min(max(0.0, low), high)


@dataclass
class Shape:
    """A shape of a link. `kind` and `dimensions` have the values of @SHAPE_DEFINITION. `file` is the name of a mesh in
    the folder of the deck.
    """

    name: str
    kind: str
    place: Place
    span: Span
    dimensions: tuple[float, ...] = ()
    file: str = ""
    colour: str = ""
    opacity: float = 1.0


@dataclass
class Link:
    """A rigid body. It has a joint to its parent, a place relative to its parent, and mass properties. The mass
    properties are in the axes of the link, with the inertia about the centre of mass.

    If `place` is None, the link has the frame of its parent. This happens if one element of the source has several
    joints, and so becomes a sequence of links.
    """

    name: str
    parent: int
    place: Place | None
    joint: Joint
    span: Span
    mass: float = 0.0
    centre: Floats = field(default_factory=lambda: np.zeros(3))
    inertia: Floats = field(default_factory=lambda: np.zeros((3, 3)))
    shapes: list[Shape] = field(default_factory=list)


@dataclass(frozen=True)
class Gear:
    """The condition `q1 = ratio * q0` on the coordinates of two joints, given by their names. Both coordinates are zero
    at the reference configuration.
    """

    name: str
    joints: tuple[str, str]
    ratio: float
    span: Span


@dataclass(frozen=True)
class Loop:
    """A joint (SPHERICAL or RIGID) that closes a loop between two links (-1 is GROUND). `point` is in the axes of the
    first link.
    """

    name: str
    kind: str
    links: tuple[int, int]
    point: Floats
    span: Span


@dataclass
class ForeignModel:
    """A model of another program: its links, with parents first, and its further connections. `findings` contains the
    diagnostics, such as elements without a counterpart.
    """

    name: str
    format: str
    links: list[Link] = field(default_factory=list)
    gears: list[Gear] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    gravity: Floats | None = None
    step: float | None = None
    meshes: dict[str, Path | bytes] = field(default_factory=dict)
    findings: Diagnostics = field(default_factory=Diagnostics)

    def lacks(self, message: str, span: Span, hint: str | None = None) -> None:
        """Report an element of the source that has no counterpart in a deck."""
        self.findings.warning(Code.UNSUPPORTED_BLOCK, message, span, hint)

    def carries(self) -> list[float]:
        """For each link, return its own mass plus the masses of all links that it carries."""
        masses = [link.mass for link in self.links]
        for k in range(len(masses) - 1, -1, -1):
            if self.links[k].parent != GROUND:
                masses[self.links[k].parent] += masses[k]
        return masses


class ImportFailed(Exception):
    """The error that a model cannot be read. `findings` contains the reasons."""

    def __init__(self, findings: Diagnostics) -> None:
        super().__init__("the model cannot be read")
        self.findings = findings
