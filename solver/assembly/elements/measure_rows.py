"""The rows of `Measures`, and the data of a model from which sensors are converted to these rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from rbsolve.language.many import matmul
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.signals import Measures
from rbsolve.solver.signals.registry import CODES


class Carried(NamedTuple):
    """A frame that is attached to a body."""

    body: int
    point: Floats  # in the axes of the body
    axes: Floats  # (3, 3)


class Link(NamedTuple):
    """A spring or a bushing between two bodies."""

    kind: str
    """The kind of the block that defines the link."""
    row: int
    """The index of the link in the arrays of its kind."""
    first: Carried
    second: Carried
    rest: float = 0.0
    """The constant rest length of a spring."""
    is_changed: bool = False
    """Whether a signal sets the rest length or the stiffness of a spring."""


class Quantity(NamedTuple):
    """A row of `Measures`, and the kind of signal that evaluates the row."""

    kind: str
    observer: Carried
    subject: Carried
    resolved: Carried
    component: int
    joint: int = -1
    factor: float = 1.0
    offset: float = 0.0


Choices = list[tuple[str, Quantity]]
"""The components of a sensor, and their labels."""


class Site(NamedTuple):
    """The data of a model that are needed to convert sensors to measures."""

    anatomy: Anatomy
    joints: Joints
    joint_index: Mapping[str, int]
    links: Mapping[str, Link]
    contacts: Mapping[str, tuple[int, int, int]]  # index of each contact, and the indices of its bodies
    sticks: bool  # whether some contact has stiction
    masses: Floats
    centres: Floats

    def frame(self, name: str) -> Carried:
        """Return the moving frame with a given name. A fixed frame is attached to GROUND."""
        if name in self.anatomy.moving_frames:
            return Carried(*self.anatomy.moving_frames[name])
        matrix = self.anatomy.geometry.frames[name]
        return Carried(self.anatomy.ground, matrix[:3, 3], matrix[:3, :3])

    def body(self, index: int) -> Carried:
        """Return the frame of a body."""
        return Carried(index, np.zeros(3), np.eye(3))

    def coupling(self, j: int) -> int | None:
        """Return the index in `Joints.couplings` of the first part of joint `j`, or None if the joint is not a
        coupling.
        """
        found = np.flatnonzero(self.joints.couplings.joint == j)
        return int(found[0]) if len(found) else None

    def reference(self, frame: Carried) -> tuple[Floats, Floats]:
        """Return the position and rotation at the reference configuration."""
        x, R = self.anatomy.reference_x[frame.body], self.anatomy.reference_R[frame.body]
        return x + matmul(R, frame.point), matmul(R, frame.axes)


def measure_arrays(quantities: list[Quantity]) -> Measures:
    """Return the arrays of quantities."""

    def stack(parts: list[Floats], shape: tuple[int, ...]) -> Floats:
        return np.ascontiguousarray(np.array(parts, dtype=np.float64).reshape(len(parts), *shape))

    def ints(values: list[int]) -> np.ndarray:
        return np.array(values, dtype=np.int64)

    return Measures(
        body0=ints([q.observer.body for q in quantities]),
        body1=ints([q.subject.body for q in quantities]),
        point0=stack([q.observer.point for q in quantities], (3,)),
        point1=stack([q.subject.point for q in quantities], (3,)),
        axes0=stack([q.observer.axes for q in quantities], (3, 3)),
        axes1=stack([q.subject.axes for q in quantities], (3, 3)),
        body2=ints([q.resolved.body for q in quantities]),
        axes2=stack([q.resolved.axes for q in quantities], (3, 3)),
        component=ints([q.component for q in quantities]),
        joint=ints([q.joint for q in quantities]),
        factor=np.array([q.factor for q in quantities], dtype=np.float64),
        offset=np.array([q.offset for q in quantities], dtype=np.float64),
    )


def code_of(quantity: Quantity) -> int:
    """Return the code of the signal kind of a quantity."""
    return CODES[quantity.kind]
