"""A rod, with the constraint `|gap| - length = 0` between two points.

With the unit vector n along the gap, the multiplier is the tension, the rate is n·gap', and

    |gap|'' = n·gap'' + |(1 - n n^T) gap'|^2 / |gap|.

The second-order terms of its force are the terms of the force n at both points, as in a spherical joint, plus G^T P G.
Here `P = (1 - n n^T) / |gap|`, and `G = [-1, arm0~, 1, -arm1~]` contains the derivatives of the gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.geometry.vector import IDENTITY, combine, cross, dot, matrix_product, outer, scale, transpose_product
from rbsolve.solver.joints.couplings.kind import CouplingKind, Measure, Seen, reaction
from rbsolve.solver.joints.gradients import gap_curvature, gradient_of, put_gradient
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.joints.second_order import U0, U1, W0, W1, add_coincidence, cross_rows
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.rows import add_block

if TYPE_CHECKING:
    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.geometry.vector import Vector
    from rbsolve.language.described import Described
    from rbsolve.solver.joints.placement import Ends
    from rbsolve.solver.model.arrays import State

LENGTH = 0  # index of the length among the numbers


@subroutine
def _distance(end: Ends) -> float:
    """Return the distance of the two points. Complex numbers and arrays of rows are supported."""
    length: float = dot(end.gap, end.gap) ** 0.5
    return length


@subroutine
def _line(end: Ends) -> tuple[float, Vector]:
    """Return the distance, and the unit vector from the first point to the second. The unit vector would be undefined
    if the points coincided, but the rod prevents this.
    """
    length = _distance(end)
    if length == 0.0:
        return length, scale(0.0, end.gap)
    return length, scale(1.0 / length, end.gap)


@subroutine
def residuals(joints: Joints, i: int, state: State, phi: Floats) -> None:
    """Write the distance minus the length."""
    j = joints.couplings.joint[i]
    phi[joints.first_row[j]] = _distance(ends(joints, j, state)) - joints.couplings.numbers[i, LENGTH]


@subroutine
def jacobians(joints: Joints, i: int, state: State, J: Floats) -> None:
    """Write the gradient of the distance."""
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    n = _line(end)[1]
    put_gradient(J, joints.first_row[j], gradient_of(end, n, cross(n, end.arm0), cross(end.arm1, n)))


@subroutine
def accelerations(joints: Joints, i: int, state: State, gamma: Floats) -> None:
    """Write the terms of the second derivative of the distance that do not contain accelerations."""
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    move = end_velocities(joints, j, state, end)
    length, n = _line(end)
    along = dot(n, move.gap_rate)
    across = dot(move.gap_rate, move.gap_rate) - along * along
    turn = across / length if length != 0.0 else across
    gamma[joints.first_row[j]] = dot(n, gap_curvature(end, move)) + turn


@subroutine
def tangent(joints: Joints, i: int, state: State, multipliers: Floats, element: Floats) -> None:
    """Add the second-order terms of the tension."""
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    tension = multipliers[joints.first_row[j]]
    length, n = _line(end)
    add_coincidence(element, 0, end, scale(tension, n))
    P = combine(-tension / length, outer(n, n), tension / length, IDENTITY)
    turn0, turn1 = cross_rows(end.arm0, end.R0), cross_rows(end.arm1, end.R1)
    by0, by1 = matrix_product(P, turn0), matrix_product(P, turn1)
    for side in range(2):
        at, sign = 6 * side, -1.0 if side == 0 else 1.0
        turn = turn0 if side == 0 else turn1
        add_block(element, 0, at + U0, U0, -sign, P)
        add_block(element, 0, at + U0, W0, sign, by0)
        add_block(element, 0, at + U0, U1, sign, P)
        add_block(element, 0, at + U0, W1, -sign, by1)
        add_block(element, 0, at + W0, U0, sign, transpose_product(turn, P))
        add_block(element, 0, at + W0, W0, -sign, transpose_product(turn, by0))
        add_block(element, 0, at + W0, U1, -sign, transpose_product(turn, P))
        add_block(element, 0, at + W0, W1, sign, transpose_product(turn, by1))


@subroutine
def press(joints: Joints, i: int, state: State, multipliers: Floats) -> Vector:
    """Return the force of the rod on body 1."""
    j = joints.couplings.joint[i]
    return scale(-multipliers[joints.first_row[j]], _line(ends(joints, j, state))[1])


def numbers(block: Described, geometry: ResolvedGeometry) -> tuple[float]:
    """Return the given length, or by default the distance in the reference configuration."""
    ends = [geometry.points[block[keyword]] for keyword in ("POINT1_NAME", "POINT2_NAME")]
    return (block.get("LENGTH", float(np.linalg.norm(ends[1] - ends[0]))),)


def unsound(numbers: Sequence[float]) -> tuple[str, str] | None:
    """Return the error in the data of a rod, and a remedy."""
    if numbers[LENGTH] > 0.0:
        return None
    return "its two points coincide at the reference configuration", "use two separate points, or a spherical joint"


def fault(numbers: Sequence[float], missing: Floats) -> str:
    """Return why the rod is not assembled. In the message, the text follows the name of the rod."""
    return f"its two points are {numbers[LENGTH] + missing[0]:.6g} m apart, but its length is {numbers[LENGTH]:.6g} m"


def _elongations(joints: Joints, i: int, seen: Seen) -> Floats:
    """Return the elongation, which is the distance of the points minus the length."""
    line = seen.end1.x - seen.end0.x
    return np.asarray(np.linalg.norm(line, axis=-1)[:, None] - joints.couplings.numbers[i, LENGTH], dtype=float)


def _directions(seen: Seen) -> Floats:
    """Return the unit vector from the first point to the second (rows, 3)."""
    line = seen.end1.x - seen.end0.x
    return np.asarray(line / np.linalg.norm(line, axis=-1)[..., None], dtype=float)


def _elongation_rates(joints: Joints, i: int, seen: Seen) -> Floats:
    rates = np.sum(_directions(seen) * (seen.end1.v - seen.end0.v), axis=-1)[:, None]
    return np.asarray(rates, dtype=float)


def _tensions(joints: Joints, i: int, seen: Seen) -> Floats:
    return seen.multipliers[:, :1]


def _reactions(joints: Joints, i: int, seen: Seen) -> Floats:
    return np.asarray(-seen.multipliers[:, :1] * _directions(seen), dtype=float)


ROD = CouplingKind(
    JointKind.ROD,
    residuals,
    jacobians,
    accelerations,
    numbers,
    unsound,
    fault,
    tangent,
    press,
    measures=(
        Measure("ELONGATION", ("elongation",), "m", "elongation", _elongations),
        Measure("ELONGATION_RATE", ("rate",), "m/s", "elongation rate", _elongation_rates),
        Measure("FORCE", ("tension",), "N", "tension", _tensions, by_multiplier=1.0),
        reaction(_reactions),
    ),
)
