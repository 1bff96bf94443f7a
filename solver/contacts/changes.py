"""Derivatives of the quantities of a contact point with respect to the motion of one body along one axis. They are
called changes.

Let p be the centre of the probe, dr its motion relative to the solid, and n the normal. With the reach b and the tensor
S of touch.py,

    dn = dtheta_T x n + H dr,    d(gap) = n·dr - b·dn - n·(dtheta_P x b),
    db = (dS n + S dn - b (b·dn + n·(dtheta_P x b))) / sqrt(n·S n),    dS n = dtheta_P x (S n) - S (dtheta_P x n),

For a ball, db = r dn. A ball that slides along a (`Touch.slide`) stays where `n·a + 2 t bulge = 0`. This adds a dt to
dp and dr, but not to the change of the gap, which is smallest at this place. With the bulge of line.py,

    dt = -(a·(dtheta_T x n + H dr) + n·(dtheta_P x a)) / (a·H a + 2 bulge).

The place of the force is `c = p - b - n gap/2`. If edges of two boxes cross, p is the place on the edge of the probe,
and n rotates with both edges (geometry/shapes/box_pairs.py).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry.shapes.box_pairs import (
    CROSSING,
    NONE,
    Motion,
    crossing_motion,
    weight_gradient,
    weight_gradient_change,
)
from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    scale,
    subtract,
    unit_vector,
)
from rbsolve.solver.contacts.convex_pairs import Curvature, convex_motion, curvature_of
from rbsolve.solver.contacts.touch import BULGE, FIXED, is_ball, squared_axes, velocity_at
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State

ZERO = (0.0, 0.0, 0.0)


class Setting(NamedTuple):
    """The data of a contact point that all changes share, in inertial components. The probe P and the solid T belong to
    two bodies.
    """

    x_P: Vector
    x_T: Vector
    arm_P: Vector
    """Vector from the body's origin to the point of the force."""
    arm_T: Vector
    w_P: Vector
    w_T: Vector
    half: Vector
    R_IE: Matrix
    """The axes of the probe's ellipsoid."""

    curvature: Curvature
    """The curvatures of two convex parts."""


class Change(NamedTuple):
    """The changes for a unit motion."""

    gap: float
    normal: Vector
    velocity: Vector
    """Change of the velocity of the probe relative to the solid."""
    dx_P: Vector
    turn_P: Vector
    dx_T: Vector
    turn_T: Vector
    shift_P: Vector
    """Change of `arm_P`."""
    shift_T: Vector
    spin: Vector
    """Change of the angular velocity of the probe relative to the solid."""
    weight: float
    fade: Vector
    """The changes of the force and the couple that depend on the weight, for one unit of the energy per weight
    (`weight_wrench`).
    """
    twist: Vector


@subroutine
def setting_of(contacts: Contacts, i: int, touch: Touch, probe: int, solid: int, state: State) -> Setting:
    """Return the setting of point `i`."""
    x_P, x_T = row3(state.x, probe), row3(state.x, solid)
    _, w_P = velocity_at(state, probe, touch.place)
    _, w_T = velocity_at(state, solid, touch.place)
    R_IE = matrix_product(row9(state.R, probe), row9(contacts.axes, i))
    half = row3(contacts.half, i) if touch.border.kind == NONE else ZERO
    curvature = curvature_of(contacts, i, touch.normal, touch.gap, (probe, solid), state)
    return Setting(x_P, x_T, subtract(touch.place, x_P), subtract(touch.place, x_T), w_P, w_T, half, R_IE, curvature)


@subroutine
def _reach_change(half: Vector, R_IE: Matrix, touch: Touch, dn: Vector, turn: Vector) -> Vector:
    """Return the change db of the reach for the rotation dtheta_P of the probe."""
    if is_ball(half):
        return scale(half[0], dn)
    n, b = touch.normal, touch.reach
    S_n = squared_axes(R_IE, half, n)
    extent = math.sqrt(dot(n, S_n))
    turned = subtract(cross(turn, S_n), squared_axes(R_IE, half, cross(turn, n)))
    change = add(turned, squared_axes(R_IE, half, dn))
    return scale(1.0 / extent, subtract(change, scale(dot(b, dn) + dot(n, cross(turn, b)), b)))


@subroutine
def _slide(touch: Touch, bulge: float, dr: Vector, turn_P: Vector, turn_T: Vector) -> float:
    """Return the change dt of a sliding ball."""
    a, n = touch.slide, touch.normal
    bend = matrix_vector(touch.bend, a)
    return -(dot(a, cross(turn_T, n)) + dot(bend, dr) + dot(n, cross(turn_P, a))) / (dot(a, bend) + 2.0 * bulge)


@subroutine
def change_of_place(
    contacts: Contacts, i: int, touch: Touch, probe: int, solid: int, state: State, at: Setting, column: int
) -> Change:
    """Return the changes at contact point `i`, with its setting `at`. `column` is the index of the motion in [dx0,
    dpsi0, dx1, dpsi1].
    """
    own = column // 6 == contacts.end[i]
    moved = unit_vector(column % 3)
    if column % 6 >= 3:
        moved = matrix_vector(row9(state.R, probe if own else solid), moved)
    dx_P, turn_P, dx_T, turn_T = ZERO, ZERO, ZERO, ZERO
    if own and column % 6 < 3:
        dx_P = moved
    elif own:
        turn_P = moved
    elif column % 6 < 3:
        dx_T = moved
    else:
        turn_T = moved
    n = touch.normal
    dp = add(dx_P, cross(turn_P, subtract(touch.centre, at.x_P)))
    dr = subtract(dp, add(dx_T, cross(turn_T, subtract(touch.centre, at.x_T))))
    approach = dot(n, dr)
    if touch.slide != FIXED:
        slid = scale(_slide(touch, contacts.size[i, BULGE], dr, turn_P, turn_T), touch.slide)
        dp, dr = add(dp, slid), add(dr, slid)
    dn = add(cross(turn_T, n), matrix_vector(touch.bend, dr))
    if touch.border.kind == CROSSING:
        dn, slid = crossing_motion(touch.border, touch.gap, n, Motion(0.0, ZERO, dr, turn_P, turn_T))
        dp = add(dp, slid)
    db = _reach_change(at.half, at.R_IE, touch, dn, turn_P)
    d_gap = approach - dot(touch.reach, dn) - dot(n, cross(turn_P, touch.reach))
    if contacts.core[i, 0] >= 0:
        d_gap, dn, db = convex_motion(at.curvature, n, touch.reach, dr, turn_P, turn_T)
    dc = subtract(subtract(dp, db), add(scale(0.5 * touch.gap, dn), scale(0.5 * d_gap, n)))
    shift_P, shift_T = subtract(dc, dx_P), subtract(dc, dx_T)
    dv_P = add(cross(cross(turn_P, at.w_P), at.arm_P), cross(at.w_P, shift_P))
    dv_T = add(cross(cross(turn_T, at.w_T), at.arm_T), cross(at.w_T, shift_T))
    d_spin = subtract(cross(turn_P, at.w_P), cross(turn_T, at.w_T))
    d_weight, d_fade, d_twist = 0.0, ZERO, ZERO
    if touch.border.kind != NONE:
        fade, twist = weight_gradient(touch.border, touch.gap, n)
        moved = subtract(add(dx_P, cross(turn_P, at.arm_P)), add(dx_T, cross(turn_T, at.arm_T)))
        d_weight = dot(fade, moved) + dot(twist, subtract(turn_P, turn_T))
        d_fade, d_twist = weight_gradient_change(touch.border, touch.gap, n, Motion(d_gap, dn, dr, turn_P, turn_T))
    dv = subtract(dv_P, dv_T)
    return Change(d_gap, dn, dv, dx_P, turn_P, dx_T, turn_T, shift_P, shift_T, d_spin, d_weight, d_fade, d_twist)


@subroutine
def change_by_velocity(at: Setting, change: Change) -> Change:
    """Return the changes due to the velocity along an axis, from the changes due to the motion of the same body along
    this axis.
    """
    dv = subtract(add(change.dx_P, cross(change.turn_P, at.arm_P)), add(change.dx_T, cross(change.turn_T, at.arm_T)))
    d_spin = subtract(change.turn_P, change.turn_T)
    return Change(0.0, ZERO, dv, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, d_spin, 0.0, ZERO, ZERO)


@subroutine
def velocity_changes(touch: Touch, rate: float, sliding: Vector, dn: Vector, dv: Vector) -> tuple[float, Vector]:
    """Return the changes of the rate of the gap and of the sliding velocity. They follow from the changes of the normal
    and of the relative velocity.
    """
    v = add(sliding, scale(rate, touch.normal))
    d_rate = dot(dn, v) + dot(touch.normal, dv)
    return d_rate, subtract(subtract(dv, scale(rate, dn)), scale(d_rate, touch.normal))
