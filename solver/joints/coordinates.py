"""The relative coordinates of a joint about and along e3, with exact first and second derivatives.

The displacement is `d = a3·gap`. The rotation is the twist of the relative rotation about e3, `tan(theta) = (a2.b1 -
a1.b2) / (a1.b1 + a2.b2)`. For a3 = b3, the twist is the angle itself. The twist is also smooth during Newton's
iteration, when the axes are not yet aligned. Its rate is `g·(spin1 - spin0)` with `g = (a3 + b3) / (1 + a3.b3)`.

The rotation is continuous over turns. Its value is the branch nearest to `State.turned`, which `accept_rotations`
updates after every accepted step. The angles of a universal joint are continuous in the same way. For a spherical
joint, `State.turned` contains the angle of its rotation vector.
"""

from __future__ import annotations

import math

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import Matrix, Vector, add, dot, scale, transpose_product
from rbsolve.solver.compiler.choices import floor_of, is_below, select
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.kinds import ROTATION_1, ROTATION_2, JointKind
from rbsolve.solver.joints.placement import Ends, column, ends
from rbsolve.solver.joints.turning import turning_value
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)

TURN = 2.0 * math.pi
SPHERICAL = int(JointKind.SPHERICAL)


def unwrap(angle: float, near: float) -> float:
    """Return the angle among `angle + 2 pi n` that is nearest to `near`."""
    return angle + TURN * floor_of((near - angle) / TURN + 0.5)


def twist_parts(axes0: Matrix, axes1: Matrix) -> tuple[float, float]:
    """Return the sine and cosine, up to a common factor, of the twist about e3 from axes 0 to axes 1."""
    a1, a2, b1, b2 = column(axes0, 0), column(axes0, 1), column(axes1, 0), column(axes1, 1)
    return dot(a2, b1) - dot(a1, b2), dot(a1, b1) + dot(a2, b2)


def principal_rotation(axes0: Matrix, axes1: Matrix) -> float:
    """Return the twist about e3 from axes 0 to axes 1, in [-pi, pi]."""
    sine, cosine = twist_parts(axes0, axes1)
    return math.atan2(sine, cosine)


def rotation(state: State, j: int, end: Ends) -> float:
    """Return the rotation of joint `j` about e3, continuous over turns [rad]."""
    return unwrap(principal_rotation(end.axes0, end.axes1), state.turned[j])


def cross_angle(joints: Joints, state: State, j: int, coordinate: int, end: Ends) -> float:
    """Return an angle of universal joint `j`, continuous over turns [rad]."""
    place = joints.second[j] if coordinate == ROTATION_2 else j
    return unwrap(turning_value(end, coordinate), state.turned[place])


def twist_vector(end: Ends) -> Vector:
    """Return the vector `g` of `rate = g·(spin1 - spin0)`, in inertial components."""
    a, b = column(end.axes0, 2), column(end.axes1, 2)
    return scale(1.0 / (1.0 + dot(a, b)), add(a, b))


def displacement(end: Ends) -> float:
    """Return the displacement along e3 [m]."""
    return dot(column(end.axes0, 2), end.gap)


def turned_ball(state: State, j: int, end: Ends) -> float:
    """Return the rotation angle of spherical joint `j` about its axis [rad]. The angle is continuous over turns as long
    as the axis is continuous.

    The axis is the axis of the Euler parameters. The signs of the Euler parameters are chosen so that they continue the
    Euler parameters in `state.ball`. The function updates `state.ball`.
    """
    e = quaternion.from_matrix(transpose_product(end.axes0, end.axes1))
    last, near = state.ball[j], state.turned[j]
    along = e[1] * last[1] + e[2] * last[2] + e[3] * last[3]
    same = e[0] * last[0] + along
    if last[4] == 0.0:
        # At the first call, only the angle is known.
        same, along = math.cos(0.5 * near), 0.0
        last[4] = 1.0 if math.sin(0.5 * near) >= 0.0 else -1.0
    flips = is_below(same, 0.0)
    e = select(flips, -e[0], e[0]), select(flips, -e[1], e[1]), select(flips, -e[2], e[2]), select(flips, -e[3], e[3])
    last[4] = select(is_below(select(flips, -along, along), 0.0), -last[4], last[4])
    for k in range(4):
        last[k] = e[k]
    angle = 2.0 * math.atan2(last[4] * math.sqrt(e[1] * e[1] + e[2] * e[2] + e[3] * e[3]), e[0])
    nearest: float = angle + 2.0 * TURN * floor_of((near - angle) / (2.0 * TURN) + 0.5)
    return nearest


def accept_rotation(joints: Joints, j: int, state: State) -> None:
    """Update `state.turned` to the rotations of joint `j`."""
    if joints.rotates[j] == 1:
        state.turned[j] = rotation(state, j, ends(joints, j, state))
    elif joints.second[j] >= 0:
        end = ends(joints, j, state)
        state.turned[j] = cross_angle(joints, state, j, ROTATION_1, end)
        state.turned[joints.second[j]] = cross_angle(joints, state, j, ROTATION_2, end)
    elif joints.kind[j] == SPHERICAL:
        state.turned[j] = turned_ball(state, j, ends(joints, j, state))


def accept_rotations(joints: Joints, state: State) -> None:
    """Update `state.turned` to the rotations of an accepted step.

    The rotations differ by less than half a turn from `state.turned`. This array contains the rotations before the
    step, or the rotations that an implicit method expects after the step.
    """
    for j in range(joints.kind.shape[0]):
        accept_rotation(joints, j, state)
