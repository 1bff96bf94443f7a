"""The data of a forest of bodies for the kernels, and the memory of its sweeps.

Every body has one inboard joint, which connects it to its parent. A body without a joint in the deck has six degrees of
freedom relative to GROUND. Joint coordinates describe the body relative to its parent. Joint coordinates have seven
slots. Slots 0-2 are displacements along the joint axes fixed in the parent. Slots 3-5 are angles, or slots 3-6 are the
unit quaternion of a ball joint. Rates have six slots: displacements, followed by angles, or by the relative angular
velocity of a ball joint in the axes of the parent. In these axes, the angular velocity of a fast top changes slowly.
The step size is therefore limited by the precession of the top, and not by its spin. A joint uses only some of the
slots. Each used slot is a column, and each column is a degree of freedom.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.model.flat import Floats, Ints

# The codes in `Tree.rotation`. FIXED means no rotation. TURN means an angle in slot 5, about e3. CROSS means angles in
# slots 3 and 4, about e3 of the parent's triad and e3 of the body's triad. BALL means a unit quaternion in slots 3-6.
FIXED, TURN, CROSS, BALL = 0, 1, 2, 3


class Tree(NamedTuple):
    """The spanning forest of the bodies. The parent of a root is GROUND (nb)."""

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
    driven: Ints  # (nd,) column of each drive, or -1 on a cut joint and for a coordinate that is not a column
    carrier: Ints  # (nd,) body of the column of each drive
    cuts: Ints  # joints that close loops


class Links(NamedTuple):
    """Records of the bodies (nb + 1, ...). All vectors are in inertial axes."""

    coordinates: Floats  # 7 slots of coordinates
    rates: Floats  # 6 slots of rates
    spin: Floats  # 3, angular velocity
    arm: Floats  # 3, vector from the parent's origin to the body's origin
    bias: Floats  # 6, acceleration of the origin and angular acceleration due to the velocities
    wrench: Floats  # 6, load of the inboard joint about the body's origin, whose exact meaning depends on the algorithm
    acceleration: Floats  # 6, acceleration of the origin, and angular acceleration
    inertia: Floats
    """27, articulated inertia. Its 3x3 blocks map acceleration to force, angular acceleration to force, and angular
    acceleration to moment.
    """
    variation: Floats  # 15, of variation.py: displacement, rotation, and the first two derivatives of the variation


class Columns(NamedTuple):
    """Records of the degrees of freedom, (nv,) or (nv, ...). All vectors are in inertial axes."""

    axis: Floats  # 6, velocity of the body's origin and angular velocity for a unit rate
    force: Floats  # 6, change of the wrench for a unit of the unknown
    pivot: Floats  # reciprocal of the joint's own inertia; 0 if the motion is prescribed
    effort: Floats  # generalized force
    rate_rate: Floats  # second derivative of the coordinate
    resistance: Floats  # additional inertia that represents the stiffness and damping of drives in an implicit step
    change: Floats  # change of the unknown, computed by variation.py
    # 15, displacement of the body's origin for a unit of the unknown, followed by the other entries of
    # `Links.variation`
    shift: Floats
    pull: Floats  # 12, derivative of the generalized force with respect to the variation of the parent


class Sweep(NamedTuple):
    """The data of bodies and columns during a recursion over a tree. variation.py defines `tangents`."""

    links: Links
    columns: Columns
    tangents: Floats  # (nb + 1, 6, 12)


class Forest(NamedTuple):
    """The arguments that an integrator in joint coordinates passes to its kernels."""

    tree: Tree
    sweep: Sweep


def make_sweep(tree: Tree) -> Sweep:
    """Return memory for the sweeps of a tree."""
    nb, nv = len(tree.parent), len(tree.slot)
    links = Links(*(np.zeros((nb + 1, width)) for width in (7, 6, 3, 3, 6, 6, 6, 27, 15)))
    columns = Columns(*(np.zeros((nv, *shape)) for shape in ((6,), (6,), (), (), (), (), (), (15,), (12,))))
    return Sweep(links, columns, np.zeros((nb + 1, 6, 12)))
