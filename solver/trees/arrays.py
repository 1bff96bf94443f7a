"""The data of a forest of bodies for the kernels, and the memory of its sweeps.

Every body has one inboard joint, towards its parent; a body without a joint in the deck has six degrees of freedom against GROUND. Joint
coordinates are those of the body relative to its parent, in seven slots: displacements along the joint axes fixed in the parent (0-2), then
angles (3-5), or the unit quaternion of a ball (3-6). Rates have six slots: displacements, then angles, or the relative angular velocity of
a ball in the axes of the parent. In these axes, a fast top moves slowly, so a step may be as long as its precession permits. A joint uses
some of the slots only; each slot in use is a column, a degree of freedom.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.model.flat import Floats, Ints

# Codes in `Tree.rotation`: none; slot 5 about e3; slots 3 and 4 about e3 of the parent's triad and of the body's; slots 3-6
FIXED, TURN, CROSS, BALL = 0, 1, 2, 3


class Tree(NamedTuple):
    """Spanning forest of the bodies; the parent of a root is GROUND (nb)."""

    order: Ints  # (nb,) bodies, parents first
    parent: Ints  # (nb,)
    joint: Ints  # (nb,) inboard joint, -1 for a free body
    sign: Floats  # (nb,) 1 when the body is B1 of its joint, -1 when it is B0
    rotation: Ints  # (nb,) FIXED, TURN, CROSS or BALL
    slides: Ints  # (nb,) 1 where slots 0-2 or a screw displace the body
    moved: Ints  # (nb,) 1 where a function of time prescribes a column
    lead: Floats  # (nb,) displacement per radian of a screw
    point0: Floats  # (nb, 3) the joint's point, in the axes of the parent
    point1: Floats  # (nb, 3) and in the axes of the body
    axes: Floats  # (nb, 3, 3) joint axes in the parent
    axis: Floats  # (nb, 3) e3 of the joint in the body
    zero: Floats  # (nb, 4) rotation from the parent to the body: cos(angle/2) zero + sin(angle/2) turn; of a CROSS the
    turn: Floats  # (nb, 4) fixed factors before the first and after the second angle
    first: Ints  # (nb + 1,) columns of body b: first[b] .. first[b + 1] - 1
    slot: Ints  # (nv,) slot of each column
    function: Ints  # (nv,) function of time that prescribes the column, -1 for none
    inertia: Floats  # (nb, 3, 3) about the body's origin, body axes
    driven: Ints  # (nd,) column of each drive, -1 on a cut joint and where a coordinate is no column
    carrier: Ints  # (nd,) body of that column
    cuts: Ints  # joints that close loops


class Links(NamedTuple):
    """Records of the bodies, the links of the trees: (nb + 1, ...); vectors in inertial axes."""

    coordinates: Floats  # 7 slots
    rates: Floats  # 6 slots
    spin: Floats  # 3, angular velocity
    arm: Floats  # 3, from the parent's origin to the body's
    bias: Floats  # 6, acceleration of the origin and angular acceleration due to the velocities
    wrench: Floats  # 6, about the body's origin, the load of its inboard joint: its meaning depends on the algorithm
    acceleration: Floats  # 6, of the origin, and angular
    inertia: Floats
    """27, articulated: 3x3 blocks force by acceleration, force by angular, moment by angular acceleration."""
    variation: Floats  # 15, of variation.py: displacement, rotation, and the two derivatives of the variation


class Columns(NamedTuple):
    """Records of the degrees of freedom, (nv,) or (nv, ...); vectors in inertial axes."""

    axis: Floats  # 6, velocity of the body's origin and angular velocity for a unit rate
    force: Floats  # 6, the change of the wrench by a unit of the unknown
    pivot: Floats  # reciprocal of the joint's own inertia; 0 where the motion is prescribed
    effort: Floats  # generalized force
    rate_rate: Floats  # second derivative of the coordinate
    resistance: Floats  # inertia equivalent to the stiffness and damping of drives in a step of an implicit method
    change: Floats  # change of the unknown, by variation.py
    shift: Floats  # 15, displacement of the body's origin by a unit of the unknown, then the rest of `Links.variation`
    pull: Floats  # 12, generalized force by the variation of the parent


class Sweep(NamedTuple):
    """The data of bodies and columns during a recursion over a tree; `tangents` of variation.py."""

    links: Links
    columns: Columns
    tangents: Floats  # (nb + 1, 6, 12)


class Forest(NamedTuple):
    """The arguments that an integrator of joint coordinates passes to its kernels."""

    tree: Tree
    sweep: Sweep


def make_sweep(tree: Tree) -> Sweep:
    """Memory for the sweeps of a tree."""
    nb, nv = len(tree.parent), len(tree.slot)
    links = Links(*(np.zeros((nb + 1, width)) for width in (7, 6, 3, 3, 6, 6, 6, 27, 15)))
    columns = Columns(*(np.zeros((nv, *shape)) for shape in ((6,), (6,), (), (), (), (), (), (15,), (12,))))
    return Sweep(links, columns, np.zeros((nb + 1, 6, 12)))
