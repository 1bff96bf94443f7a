"""A disc that rolls on a plane without slip.

The plane's normal n is fixed in body 0, and the disc's axis a is fixed in body 1. With `c = n·a` and
`s = sqrt(1 - c^2)`, the lowest point of the rim is at `q = r m` from the centre, m = -(n - c a) / s. The velocity of
the disc's particle at this point, relative to body 0, is

    v = gap' + spin1 x q - spin0 x (gap + q),

The rows are its components along n, e1 and e2, which are fixed in body 0. The first row is the derivative of
`n·gap - r s`, a constraint on positions. The other two rows constrain only velocities (they are nonholonomic). With
rotations dtheta of the bodies (inertial) and k = a x n,

    dm = M0 dtheta0 + M1 dtheta1,  M0 = (n~ - (a + c/s m) k^T) / s,  M1 = ((a + c/s m) k^T - c a~) / s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.geometry.arrays import rotate
from rbsolve.geometry.vector import (
    add,
    combine,
    cross,
    dot,
    matrix_product,
    outer,
    scale,
    skew,
    subtract,
    transpose_product,
)
from rbsolve.solver.joints.couplings.kind import XYZ, CouplingKind, Measure, Seen, reaction
from rbsolve.solver.joints.gradients import gap_curvature, gradient_of, put_gradient
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.placement import column, end_velocities, ends
from rbsolve.solver.joints.second_order import W0, W1, add_direction
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.rows import add_block

if TYPE_CHECKING:
    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.geometry.vector import Vector
    from rbsolve.language.described import Described
    from rbsolve.solver.joints.placement import Ends, EndVelocities
    from rbsolve.solver.model.arrays import State

RADIUS = 0  # index of the radius among the numbers
AXES = (2, 0, 1)  # axes of the rows: the normal, followed by e1 and e2


@subroutine
def _lean(end: Ends) -> tuple[Vector, Vector, float, float]:
    """Return the normal, the axis, and the cosine and sine of their angle. Complex numbers and arrays of rows are
    supported.
    """
    n, a = column(end.axes0, 2), column(end.axes1, 2)
    c = dot(n, a)
    return n, a, c, (1.0 - c * c) ** 0.5


@subroutine
def _lowest(end: Ends) -> Vector:
    """Return the unit vector m from the centre to the lowest point of the rim, in inertial components."""
    n, a, c, s = _lean(end)
    return scale(-1.0 / s, subtract(n, scale(c, a)))


@subroutine
def residuals(joints: Joints, i: int, state: State, phi: Floats) -> None:
    """Write the height [m] of the lowest point, which must be zero. The residuals of the velocity constraints are zero."""
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    n, _, _, s = _lean(end)
    first = joints.first_row[j]
    phi[first] = dot(n, end.gap) - joints.couplings.numbers[i, RADIUS] * s
    phi[first + 1] = 0.0
    phi[first + 2] = 0.0


@subroutine
def jacobians(joints: Joints, i: int, state: State, J: Floats) -> None:
    """Write the gradients (3, 12) of the components of v to the rows of the disc."""
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    q = scale(joints.couplings.numbers[i, RADIUS], _lowest(end))
    arm0, arm1 = add(add(end.arm0, end.gap), q), add(end.arm1, q)
    for k in range(3):
        t = column(end.axes0, AXES[k])
        put_gradient(J, joints.first_row[j] + k, gradient_of(end, t, cross(t, arm0), cross(arm1, t)))


@subroutine
def _lowest_rate(end: Ends, move: EndVelocities) -> Vector:
    """Return the rate of m [1/s], in inertial components."""
    n, a, c, s = _lean(end)
    n_rate, a_rate = cross(move.spin0, n), cross(move.spin1, a)
    c_rate = dot(n_rate, a) + dot(n, a_rate)
    bend = subtract(n_rate, add(scale(c_rate, a), scale(c, a_rate)))
    return scale(-1.0 / s, add(bend, scale(-c * c_rate / s, _lowest(end))))


@subroutine
def accelerations(joints: Joints, i: int, state: State, gamma: Floats) -> None:
    """Write the terms [m/s^2] of the derivatives of the components of v that do not contain accelerations."""
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    move = end_velocities(joints, j, state, end)
    radius = joints.couplings.numbers[i, RADIUS]
    q, q_rate = scale(radius, _lowest(end)), scale(radius, _lowest_rate(end, move))
    v = add(move.gap_rate, subtract(cross(move.spin1, q), cross(move.spin0, add(end.gap, q))))
    turn = subtract(cross(move.spin1, q_rate), cross(move.spin0, add(move.gap_rate, q_rate)))
    bend = add(gap_curvature(end, move), turn)
    for k in range(3):
        t = column(end.axes0, AXES[k])
        gamma[joints.first_row[j] + k] = dot(cross(move.spin0, t), v) + dot(t, bend)


@subroutine
def tangent(joints: Joints, i: int, state: State, multipliers: Floats, element: Floats) -> None:
    """Add the second-order terms of the force F at the centre. Also add the terms of its moments, which are `q x F` on
    body 1 and `-q x F` on body 0.
    """
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    first = joints.first_row[j]
    F = (0.0, 0.0, 0.0)
    for k in range(3):
        F = add(F, scale(multipliers[first + k], column(end.axes0, AXES[k])))
    add_direction(element, 0, end, F)
    radius = joints.couplings.numbers[i, RADIUS]
    n, a, c, s = _lean(end)
    m = _lowest(end)
    q = scale(radius, m)
    tilt = outer(add(a, scale(c / s, m)), cross(a, n))
    by0 = matrix_product(skew(F), combine(radius / s, skew(n), -radius / s, tilt))
    by1 = matrix_product(skew(F), combine(radius / s, tilt, -radius * c / s, skew(a)))
    turn = matrix_product(skew(q), skew(F))
    own = skew(cross(q, F))
    on0, on1 = combine(1.0, by0, 1.0, turn), combine(1.0, own, -1.0, by1)
    add_block(element, 0, W1, W0, -1.0, transpose_product(end.R1, matrix_product(on0, end.R0)))
    add_block(element, 0, W1, W1, 1.0, transpose_product(end.R1, matrix_product(on1, end.R1)))
    add_block(element, 0, W0, W0, 1.0, transpose_product(end.R0, matrix_product(combine(1.0, on0, -1.0, own), end.R0)))
    add_block(element, 0, W0, W1, 1.0, transpose_product(end.R0, matrix_product(by1, end.R1)))


@subroutine
def press(joints: Joints, i: int, state: State, multipliers: Floats) -> Vector:
    """Return the force [N] of the plane on the disc, in inertial components."""
    j = joints.couplings.joint[i]
    end, first, force = ends(joints, j, state), joints.first_row[j], (0.0, 0.0, 0.0)
    for k in range(3):
        force = subtract(force, scale(multipliers[first + k], column(end.axes0, AXES[k])))
    return force


def numbers(block: Described, geometry: ResolvedGeometry) -> tuple[float]:
    """Return the radius [m]."""
    return (block["RADIUS"],)


def unsound(numbers: Sequence[float]) -> tuple[str, str] | None:
    """Return no error, because only the orientation of a disc can be invalid."""
    return None


def fault(numbers: Sequence[float], missing: Floats) -> str:
    """Return why the disc is not assembled. In the message, the text follows the name of the disc."""
    where = "above" if missing[0] > 0.0 else "below"
    return f"the lowest point of its rim is {abs(missing[0]):.6g} m {where} the plane"


def _forces(joints: Joints, i: int, seen: Seen) -> Floats:
    """Return the force (rows, 3) [N] of the plane on the disc, in the plane's axes."""
    return -np.stack([seen.multipliers[:, AXES.index(k)] for k in range(3)], axis=-1)


def _reactions(joints: Joints, i: int, seen: Seen) -> Floats:
    return rotate(seen.end0.R, _forces(joints, i, seen))


ROLLING_DISC = CouplingKind(
    JointKind.ROLLING_DISC,
    residuals,
    jacobians,
    accelerations,
    numbers,
    unsound,
    fault,
    tangent,
    press,
    velocity_rows=(1, 2),
    measures=(Measure("FORCE", XYZ, "N", "force of the plane on the disc", _forces), reaction(_reactions)),
)
