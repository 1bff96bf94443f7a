"""The data of a forest of bodies for the kernels, and the memory of its sweeps.

Every body has one inboard joint, to its parent. A body without a joint in the deck has six degrees of freedom relative
to GROUND. Joint coordinates describe the body relative to its parent. Joint coordinates have seven slots: displacements
along the joint axes fixed in the parent (0-2), then angles (3-5), or the unit quaternion of a ball (3-6). Rates have
six slots: displacements, then angles, or the relative angular velocity of a ball in the axes of the parent. In these
axes, a fast top moves slowly, so its precession limits the step, not its spin. A joint uses only some of the slots.
Each used slot is a column, which is a degree of freedom.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.model.flat import Floats, Ints

# Codes in `Tree.rotation`. FIXED: no rotation. TURN: an angle in slot 5, about e3. CROSS: angles in slots 3 and 4, about e3 of the parent's
# triad and e3 of the body's triad. BALL: a unit quaternion in slots 3-6.
FIXED, TURN, CROSS, BALL = 0, 1, 2, 3


class Tree(NamedTuple):
    """Spanning forest of the bodies; the parent of a root is GROUND (nb)."""

    order: Ints  # (nb,) bodies, parents first
    parent: Ints  # (nb,)
    joint: Ints  # (nb,) inboard joint, -1 for a free body
    sign: Floats  # (nb,) 1 if the body is B1 of its joint, -1 if it is B0
    rotation: Ints  # (nb,) FIXED, TURN, CROSS or BALL
    slides: Ints  # (nb,) 1 if slots 0-2 or a screw displace the body
    moved: Ints  # (nb,) 1 if a function of time prescribes a column
    lead: Floats  # (nb,) displacement per radian of a screw
    point0: Floats  # (nb, 3) the joint's point, in the axes of the parent
    point1: Floats  # (nb, 3) the joint's point, in the axes of the body
    axes: Floats  # (nb, 3, 3) joint axes in the parent
    axis: Floats  # (nb, 3) e3 of the joint in the body
    zero: Floats  # (nb, 4) rotation from the parent to the body: cos(angle/2) zero + sin(angle/2) turn; for a CROSS the
    turn: Floats  # (nb, 4) fixed factors before the first and after the second angle
    first: Ints  # (nb + 1,) columns of body b: first[b] .. first[b + 1] - 1
    slot: Ints  # (nv,) slot of each column
    function: Ints  # (nv,) function of time that prescribes the column, -1 for none
    inertia: Floats  # (nb, 3, 3) about the body's origin, body axes
    driven: Ints  # (nd,) column of each drive, -1 on a cut joint and for a coordinate that is not a column
    carrier: Ints  # (nd,) body of that column
    cuts: Ints  # joints that close loops


class Links(NamedTuple):
    """Records of the bodies (nb + 1, ...); vectors in inertial axes."""

    coordinates: Floats  # 7 slots
    rates: Floats  # 6 slots
    spin: Floats  # 3, angular velocity
    arm: Floats  # 3, from the parent's origin to the body's
    bias: Floats  # 6, acceleration of the origin and angular acceleration due to the velocities
    wrench: Floats  # 6, load of the inboard joint about the body's origin; each algorithm defines its exact meaning
    acceleration: Floats  # 6, of the origin, and angular
    inertia: Floats
    """27, articulated inertia: 3x3 blocks of force by acceleration, force by angular acceleration, moment by angular acceleration"""
    variation: Floats  # 15, of variation.py: displacement, rotation, and the first two derivatives of the variation


class Columns(NamedTuple):
    """Records of the degrees of freedom, (nv,) or (nv, ...); vectors in inertial axes."""

    axis: Floats  # 6, velocity of the body's origin and angular velocity for a unit rate
    force: Floats  # 6, change of the wrench for a unit of the unknown
    pivot: Floats  # reciprocal of the joint's own inertia; 0 if the motion is prescribed
    effort: Floats  # generalized force
    rate_rate: Floats  # second derivative of the coordinate
    resistance: Floats  # inertia equivalent to the stiffness and damping of drives in an implicit step
    change: Floats  # change of the unknown, by variation.py
    shift: Floats  # 15, displacement of the body's origin for a unit of the unknown, followed by the rest of `Links.variation`
    pull: Floats  # 12, generalized force by the variation of the parent


class Sweep(NamedTuple):
    """The data of bodies and columns during a recursion over a tree; variation.py defines `tangents`."""

    links: Links
    columns: Columns
    tangents: Floats  # (nb + 1, 6, 12)


class Forest(NamedTuple):
    """The arguments that an integrator in joint coordinates passes to its kernels."""

    tree: Tree
    sweep: Sweep


def make_sweep(tree: Tree) -> Sweep:
    """Memory for the sweeps of a tree."""
    nb, nv = len(tree.parent), len(tree.slot)
    links = Links(*(np.zeros((nb + 1, width)) for width in (7, 6, 3, 3, 6, 6, 6, 27, 15)))
    columns = Columns(*(np.zeros((nv, *shape)) for shape in ((6,), (6,), (), (), (), (), (), (15,), (12,))))
    return Sweep(links, columns, np.zeros((nb + 1, 6, 12)))
