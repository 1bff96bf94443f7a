"""The coupling of a gear, with the constraint `q1 - n q0 = 0` between two joint coordinates. Each joint has a share of
the gear, which acts on the bodies of the joint.

The value of a share is `c q` with `c = -n` or `c = 1`. The gradient and second-order terms of a share are c times the
terms of its coordinate. The residuals and second derivatives of both shares are added. The joints are coupled only by
this sum, so the exact second-order terms have no blocks that belong to both joints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import dot, scale
from rbsolve.solver.joints.coordinates import rotation
from rbsolve.solver.joints.couplings.kind import CouplingKind, Measure, Seen
from rbsolve.solver.joints.drives import axis_of
from rbsolve.solver.joints.gradients import (
    Gradient,
    direction_curvature,
    put_gradient,
    rate_gradient,
    rotation_curvature,
)
from rbsolve.solver.joints.kinds import ROTATION, Coordinate, JointKind
from rbsolve.solver.joints.placement import column, end_velocities, ends
from rbsolve.solver.joints.second_order import add_direction, add_rotation
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

if TYPE_CHECKING:
    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.language.described import Described
    from rbsolve.solver.model.arrays import State

FACTOR = 0  # index of the factor c among the numbers of a share


@subroutine
def _share(joints: Joints, i: int, state: State) -> float:
    """Return `c q` of share `i`."""
    couplings = joints.couplings
    j, coordinate = couplings.base[i], couplings.coordinate[i]
    end = ends(joints, j, state)
    factor: float = couplings.numbers[i, FACTOR]
    if coordinate == ROTATION:
        return factor * rotation(state, j, end)
    return factor * dot(column(end.axes0, axis_of(coordinate)), end.gap)


@subroutine
def residuals(joints: Joints, i: int, state: State, phi: Floats) -> None:
    """Add the residual of a share."""
    couplings = joints.couplings
    phi[joints.first_row[couplings.joint[i]]] = _share(joints, i, state) + _share(joints, couplings.partner[i], state)


@subroutine
def jacobians(joints: Joints, i: int, state: State, J: Floats) -> None:
    """Write the gradient of a share."""
    couplings = joints.couplings
    j, c = couplings.joint[i], couplings.numbers[i, FACTOR]
    own = rate_gradient(ends(joints, j, state), couplings.coordinate[i])
    put_gradient(J, joints.first_row[j], Gradient(scale(c, own.force), scale(c, own.moment0), scale(c, own.moment1)))


@subroutine
def _bend(joints: Joints, i: int, state: State) -> float:
    """Return the terms of `c q''` of share `i` that do not contain accelerations."""
    couplings = joints.couplings
    j, coordinate = couplings.joint[i], couplings.coordinate[i]
    end = ends(joints, j, state)
    move = end_velocities(joints, j, state, end)
    factor: float = couplings.numbers[i, FACTOR]
    if coordinate == ROTATION:
        return factor * rotation_curvature(end, move)
    return factor * direction_curvature(end, move, axis_of(coordinate))


@subroutine
def accelerations(joints: Joints, i: int, state: State, gamma: Floats) -> None:
    """Add the acceleration terms of a share."""
    couplings = joints.couplings
    gamma[joints.first_row[couplings.joint[i]]] = _bend(joints, i, state) + _bend(joints, couplings.partner[i], state)


@subroutine
def tangent(joints: Joints, i: int, state: State, multipliers: Floats, element: Floats) -> None:
    """Add the second-order terms of a share."""
    couplings = joints.couplings
    j, coordinate = couplings.joint[i], couplings.coordinate[i]
    end = ends(joints, j, state)
    factor = couplings.numbers[i, FACTOR] * multipliers[joints.first_row[j]]
    if coordinate == ROTATION:
        add_rotation(element, 0, end, factor)
    else:
        add_direction(element, 0, end, scale(factor, column(end.axes0, axis_of(coordinate))))


def numbers(block: Described, geometry: ResolvedGeometry) -> tuple[float]:
    """Return the ratio n."""
    return (block["RATIO"],)


def unsound(numbers: Sequence[float]) -> tuple[str, str] | None:
    """Return the error in the data of a gear, and a remedy."""
    if numbers[FACTOR] != 0.0:
        return None
    return (
        "its ratio is 0, so q1 cannot move",
        "the ratio n in q1 = n q0 must not be 0; to fix q1, prescribe the coordinate",
    )


def fault(numbers: Sequence[float], missing: Floats) -> str:
    """Return why the gear is not assembled. In the message, the text follows the name of the gear."""
    return f"the second coordinate differs by {missing[0]:.6g} rad or m from {-numbers[FACTOR]:.6g} times the first"


def _effort_unit(joints: Joints, i: int) -> str:
    """Return the unit of the generalized force on q1."""
    return Coordinate(joints.couplings.coordinate[i]).effort_unit


def _efforts(joints: Joints, i: int, seen: Seen) -> Floats:
    """Return the generalized force on q1."""
    return -seen.multipliers[:, :1]


GEAR = CouplingKind(
    JointKind.GEAR,
    residuals,
    jacobians,
    accelerations,
    numbers,
    unsound,
    fault,
    tangent,
    measures=(Measure("FORCE", ("effort",), _effort_unit, "effort on q1", _efforts, by_multiplier=-1.0),),
)
