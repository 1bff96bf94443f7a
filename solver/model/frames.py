"""Describes frames that are not attached to a single body: prescribed frames and mean frames. The data determine how
these frames move.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.model.flat import Floats, Ints

Three = tuple[int, int, int]


class PrescribedFrame(NamedTuple):
    """A frame that functions of time move relative to another frame."""

    parent: str
    """The fixed or moving frame in which the reference pose is fixed."""
    point: Floats
    """Origin (3,) and axes (3, 3) of the reference pose, in the axes of the parent."""
    axes: Floats
    displacement: Three
    """The functions of the displacements [m] along the axes of the reference pose, or -1 for zero."""
    sequence: str
    """The sequence of the Euler angles, such as "321"."""
    angles: Three
    """The functions of the angles [rad], or -1 for zero."""


class MeanFrame(NamedTuple):
    """A frame that follows the mean motion of several bodies."""

    bodies: Ints
    masses: Floats
    centres: Floats
    """Centres of mass of the bodies (m, 3), in the axes of the bodies."""
    turn: Floats
    """The inertial axes in the axes of the bodies at the reference configuration (m, 3, 3)."""
    point: Floats
    """The origin (3,) of the frame relative to the common centre of mass, and its axes (3, 3). Both are inertial, at
    the reference configuration.
    """
    axes: Floats


FreeFrame = PrescribedFrame | MeanFrame
