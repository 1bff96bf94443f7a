"""The arrays of joints, couplings, and forces along joint coordinates, for kernels. arrays.py describes the
conventions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.model.flat import NO_FLOATS, NO_INTS, NO_MATRICES, NO_RANGES, NO_VECTORS, WIDTH, Floats, Ints

_NO_PAIRS: Ints = np.zeros((0, 2), dtype=np.int64)
_NO_NUMBERS: Floats = np.zeros((0, WIDTH))


class Couplings(NamedTuple):
    """Constraints between joint coordinates or other quantities of two bodies (solver/joints/couplings). They are
    sorted by kind.

    A constraint between more than two bodies has shares in several joints, with the same residual and multiplier
    (`tied`). Each coupling has its bodies, points, axes and rows in a joint of `Joints`. The last three fields are the
    addresses of the machine code of the kinds in the model. solver/joints/couplings/entries.py sets these addresses.
    """

    first: Ints = NO_INTS  # (kinds + 1,) coupling first[k] is the first coupling of kind k
    joint: Ints = NO_INTS  # (m,) index of the coupling in `Joints`
    base: Ints = NO_INTS  # (m,) the joint with the coordinate that a share constrains, or -1
    coordinate: Ints = NO_INTS  # (m,) the coordinate that a share constrains (language/joints/record.py)
    partner: Ints = NO_INTS  # (m,) index of the coupling with another share of the same constraint, otherwise -1
    tied: Ints = _NO_PAIRS  # (t, 2) rows that are shares of one constraint: their sum is zero
    on_velocities: Ints = NO_INTS  # (v,) rows that constrain velocities but not positions (nonholonomic)
    numbers: Floats = _NO_NUMBERS  # (m, WIDTH) parameters, by kind
    tables: Floats = NO_FLOATS  # tables of all couplings, one after the other
    residuals: Ints = NO_INTS
    jacobians: Ints = NO_INTS
    accelerations: Ints = NO_INTS


class Joints(NamedTuple):
    """The joints and their constraint rows (solver/joints/kinds.py).

    Joint `j` owns the rows first_row[j] .. first_row[j + 1] - 1. Rows of prescribed motions come last, in the order of
    the coordinates.
    """

    kind: Ints = NO_INTS  # (nj,) JointKind
    body0: Ints = NO_INTS  # (nj,)
    body1: Ints = NO_INTS  # (nj,)
    point0: Floats = NO_VECTORS  # (nj, 3) joint's point in the axes of body0, from its origin
    point1: Floats = NO_VECTORS  # (nj, 3) the same point at the reference configuration, in the axes of body1
    axes0: Floats = NO_MATRICES  # (nj, 3, 3) R_B0T: joint axes in body0
    # (nj, 3, 3) R_B1T at the reference configuration; the second triad of a universal joint
    axes1: Floats = NO_MATRICES
    lead: Floats = NO_FLOATS  # (nj,) displacement per radian of a screw joint, m
    rotates: Ints = NO_INTS  # (nj,) 1 if the rotation about e3 is free or prescribed, and so counted in `State.turned`
    second: Ints = NO_INTS  # (nj,) for a universal joint the index of its second angle in `State.turned` (the first is at j); otherwise -1
    first_row: Ints = NO_RANGES  # (nj + 1,)
    row_code: Ints = NO_INTS  # (nc,) primitive constraint of each row
    # (nc,) index 0, 1, 2 of the joint axis fixed in body0, or of the inertial component, that the row uses
    row_axis0: Ints = NO_INTS
    row_axis1: Ints = NO_INTS  # (nc,) index of the joint axis fixed in body1
    row_coordinate: Ints = NO_INTS  # (nc,) coordinate that the row prescribes, -1 for a constraint of the joint's kind
    row_function: Ints = NO_INTS  # (nc,) the function of time that prescribes the coordinate, -1 without a function
    couplings: Couplings = Couplings()


def turned_angles(joints: Joints) -> int:
    """Return the length of `State.turned`. The array has one angle for each joint, followed by the second angles of
    universal joints.
    """
    return len(joints.second) + int(np.count_nonzero(joints.second >= 0))


class Drives(NamedTuple):
    """Forces along joint coordinates.

    Springs, dampers, actuators and controllers have one law, limited to +-limit. The generalized force on coordinate q
    is `stiffness (rest + reference(t) - q) + damping (reference'(t) - q') + feedforward(t)`. The laws of friction and
    stops are in solver/joints/resistance.py.
    """

    joint: Ints = NO_INTS  # (nd,)
    coordinate: Ints = NO_INTS  # (nd,) Coordinate (language/joints/record.py)
    stiffness: Floats = NO_FLOATS  # (nd,)
    damping: Floats = NO_FLOATS
    rest: Floats = NO_FLOATS  # (nd,) constant part of the reference
    reference: Ints = NO_INTS  # (nd,) function of time, -1 without a function
    feedforward: Ints = NO_INTS  # (nd,) function of time, -1 without a function
    limit: Floats = NO_FLOATS  # (nd,) largest force, inf without a limit
    law: Ints = NO_INTS  # (nd,) Law (solver/joints/resistance.py)
    signal: Ints = NO_INTS  # (nd,) signal that is added to the feedforward, -1 without a signal
    mobility: Floats = NO_FLOATS  # (nd,) acceleration due to a unit force along the coordinate; for friction and stops


class Frictions(NamedTuple):
    """Friction along joint coordinates that depends on the reaction of the same joint (solver/joints/friction.py)."""

    joint: Ints = NO_INTS  # (nf,)
    coordinate: Ints = NO_INTS  # (nf,) Coordinate (language/joints/record.py)
    dynamic: Floats = NO_FLOATS  # (nf,) coefficient at high rates
    static: Floats = NO_FLOATS  # (nf,) coefficient near rest
    decay: Floats = NO_FLOATS  # (nf,) Stribeck velocity, inf without a Stribeck effect
    transition: Floats = NO_FLOATS  # (nf,) regularisation velocity at rest
    viscous: Floats = NO_FLOATS  # (nf,)
    radius: Floats = NO_FLOATS  # (nf,) moment arm of the force for an angle, 1 for a length
    first: Ints = NO_RANGES  # (nf + 1,) rows[first[i]:first[i + 1]] cause the normal force
    rows: Ints = NO_INTS  # constraint rows
    mobility: Floats = NO_FLOATS  # (nf,) acceleration of the coordinate due to a unit force along it
