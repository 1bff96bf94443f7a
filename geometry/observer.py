"""Computes the motion of a frame B as an observer on a moving frame E sees it (Dymore's manual, eqs. (52)-(56),
errata). The functions use numpy with leading axes.

All inputs are in inertial components. The inputs are rotations R (..., 3, 3), and vectors (..., 3). The vectors are
positions x, velocities v, angular velocities w, accelerations a, and angular accelerations alpha. A rotation R is the
total rotation from the inertial axes to the axes of the frame. Results are in the axes of E. A fixed frame is a motion
at rest. Shapes are broadcast, so a fixed frame may be given without leading axes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.arrays import cross, product, rotate, rotate_back, transpose_product, turn

Array = NDArray[np.float64]


class Pose(NamedTuple):
    """The position and the rotation of a frame."""

    x: Array  # (..., 3)
    R: Array  # (..., 3, 3)


Part = Array | Callable[[], Array]


class _Part:
    """A field of a motion that is computed on first use."""

    def __init__(self, slot: str) -> None:
        self._slot = slot

    def __get__(self, motion: Motion, owner: type) -> Array:
        value = getattr(motion, self._slot)
        if callable(value):
            value = value()
            setattr(motion, self._slot, value)
        part: Array = value
        return part


class Motion:
    """The pose of a frame, x (..., 3) and R (..., 3, 3), and its motion, v, w, a, alpha (..., 3). All arrays are in
    inertial components.

    Each field is an array, or a function that computes the array on first use.
    """

    __slots__ = ("_R", "_a", "_alpha", "_v", "_w", "_x")
    x, R, v = _Part("_x"), _Part("_R"), _Part("_v")
    w, a, alpha = _Part("_w"), _Part("_a"), _Part("_alpha")

    def __init__(self, x: Part, R: Part, v: Part, w: Part, a: Part, alpha: Part) -> None:
        self._x, self._R, self._v, self._w, self._a, self._alpha = x, R, v, w, a, alpha


INERTIAL_AXES = np.eye(3)
"""If the axes are this object, vectors are not rotated."""
AT_REST = np.zeros(3)
"""If a velocity, an angular velocity or an acceleration is this object, terms that contain it are skipped."""
ORIGIN = np.zeros(3)
"""If the position of an observer is this object, the observer is at the origin."""


def at_rest(x: Array, R: Array) -> Motion:
    """Return the motion of a fixed frame."""
    return Motion(np.asarray(x, dtype=float), np.asarray(R, dtype=float), AT_REST, AT_REST, AT_REST, AT_REST)


def once(compute: Callable[[], Array]) -> Callable[[], Array]:
    """Return a function that calls `compute` on first use, and always returns the value of this call."""
    known: list[Array] = []

    def value() -> Array:
        if not known:
            known.append(compute())
        return known[0]

    return value


def carry(body: Motion, point: Array, axes: Array) -> Motion:
    """Return the motion of a frame that is attached to a body at `point` (3,), with the axes R_BF (3, 3). The point and
    the axes are in body axes.

    Rows of several cases have points (rows, 3) or axes (rows, 3, 3).
    """
    arm = once(lambda: turn(body.R, point) if body.R.ndim == 3 else rotate(body.R, point))
    turning = once(lambda: cross(body.w, arm()))
    return Motion(
        lambda: body.x + arm(),
        lambda: body.R if axes is INERTIAL_AXES else product(body.R, axes),
        lambda: body.v + turning(),
        lambda: body.w,
        lambda: body.a + cross(body.alpha, arm()) + cross(body.w, turning()),
        lambda: body.alpha,
    )


def compose(E: Motion, seen: Motion) -> Motion:
    """Return the inertial motion of a frame whose motion relative to E is `seen`, in the axes of E.

    This function is the inverse of `position`, `orientation`, `velocity`, `acceleration`, `angular_velocity` and
    `angular_acceleration`.
    """
    if E.x is ORIGIN and E.R is INERTIAL_AXES and E.v is AT_REST:
        return seen
    arm, velocity, spin = (
        once(lambda: rotate(E.R, seen.x)),
        once(lambda: rotate(E.R, seen.v)),
        once(lambda: rotate(E.R, seen.w)),
    )
    turning = once(lambda: cross(E.w, arm()))
    return Motion(
        lambda: E.x + arm(),
        lambda: product(E.R, seen.R),
        lambda: E.v + turning() + velocity(),
        lambda: E.w + spin(),
        lambda: E.a + cross(E.alpha, arm()) + cross(E.w, turning() + 2.0 * velocity()) + rotate(E.R, seen.a),
        lambda: E.alpha + cross(E.w, spin()) + rotate(E.R, seen.alpha),
    )


def resolve_in(R_E: Array, v: Array) -> Array:
    """Convert vectors v from inertial components to the axes of E."""
    return v if R_E is INERTIAL_AXES else rotate_back(R_E, v)


def position(E: Pose | Motion, B: Pose | Motion) -> Array:
    """Return the position of the origin of B relative to the origin of E, in the axes of E: eq. (52a)."""
    return resolve_in(E.R, B.x if E.x is ORIGIN else B.x - E.x)


def orientation(E: Pose | Motion, B: Pose | Motion) -> Array:
    """Return the rotation matrix (..., 3, 3) that transforms components in B to components in E: eq. (52b)."""
    return B.R if E.R is INERTIAL_AXES else transpose_product(E.R, B.R)


def rotation(E: Pose | Motion, B: Pose | Motion, E0: Pose, B0: Pose) -> Array:
    """Return the change of orientation since the reference configuration, as a rotation resolved in E: eq. (54)."""
    return product(orientation(E, B), np.swapaxes(orientation(E0, B0), -1, -2))


def configuration(E: Pose | Motion, B: Pose | Motion) -> Pose:
    """Return the position and orientation of B as seen by E: eqs. (52a), (52b)."""
    return Pose(position(E, B), orientation(E, B))


def change_of_motion(E: Pose | Motion, B: Pose | Motion, E0: Pose, B0: Pose) -> Pose:
    """Return the rigid motion from the reference configuration of B to its present configuration, both as seen by E.
    This is T_B T_B0^-1 of section 6.3. Its rotation Q is the result of `rotation`. Its displacement is x_B - Q x_B0
    (errata), which differs from eq. (53).
    """
    Q = rotation(E, B, E0, B0)
    return Pose(position(E, B) - rotate(Q, position(E0, B0)), Q)


def velocity(E: Motion, B: Motion) -> Array:
    """Return the time derivative of `position`: eq. (55), errata."""
    if E.w is AT_REST:
        return resolve_in(E.R, B.v if E.v is AT_REST else B.v - E.v)
    return resolve_in(E.R, B.v - E.v - cross(E.w, B.x - E.x))


def acceleration(E: Motion, B: Motion) -> Array:
    """Return the time derivative of `velocity` (errata, section 3)."""
    if E.w is AT_REST and E.alpha is AT_REST:
        return resolve_in(E.R, B.a if E.a is AT_REST else B.a - E.a)
    r = B.x - E.x
    relative_velocity = B.v - E.v - cross(E.w, r)
    # -2 w x (v_B - v_E) + w x (w x r) = -2 w x (v_B - v_E - w x r) - w x (w x r)
    inertial = B.a - E.a - cross(E.alpha, r) - cross(E.w, 2.0 * relative_velocity + cross(E.w, r))
    return resolve_in(E.R, inertial)


def angular_velocity(E: Motion, B: Motion) -> Array:
    """Return the angular velocity of B relative to E: eq. (56)."""
    return resolve_in(E.R, B.w if E.w is AT_REST else B.w - E.w)


def angular_acceleration(E: Motion, B: Motion) -> Array:
    """Return the time derivative of `angular_velocity` (errata, section 3)."""
    relative = B.alpha - E.alpha
    return resolve_in(E.R, relative if E.w is AT_REST else relative - cross(E.w, B.w))
