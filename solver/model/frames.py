"""Frames that no single body carries: how sensors find their motion."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.model.flat import Floats, Ints

Three = tuple[int, int, int]


class PrescribedFrame(NamedTuple):
    """A frame that functions of time move from a place in another frame."""

    parent: str
    """The fixed or moving frame that carries its place at the reference configuration"""
    point: Floats
    """That place (3,) and its axes (3, 3), in the axes of the parent"""
    axes: Floats
    displacement: Three
    """The functions of the displacements [m] in these axes; -1 for zero"""
    sequence: str
    """Sequence of the Euler angles, such as "321" """
    angles: Three
    """The functions of the angles [rad]; -1 for zero"""


class MeanFrame(NamedTuple):
    """A frame that moves as several bodies do on average."""

    bodies: Ints
    masses: Floats
    centres: Floats
    """Centres of mass of the bodies (m, 3), in their axes"""
    turn: Floats
    """The axes of the inertial frame in those of the bodies at the reference configuration, (m, 3, 3)"""
    point: Floats
    """Its origin (3,) from the centre of mass of all and its axes (3, 3) at the reference configuration, inertial"""
    axes: Floats


FreeFrame = PrescribedFrame | MeanFrame
