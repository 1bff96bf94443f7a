"""Derivatives of contacts, column by column: what the motion of one body along one axis changes.

With p the probe's centre, dr its motion relative to the solid, n the normal and b the reach (touch.py), and S as there,

    dn = dtheta_T x n + H dr,    d(gap) = n . dr - b . dn - n . (dtheta_P x b),
    db = (dS n + S dn - b (b . dn + n . (dtheta_P x b))) / sqrt(n . S n),    dS n = dtheta_P x (S n) - S (dtheta_P x n),

and r dn for a ball; the place of the force is c = p - b - n gap/2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from rbsolve.geometry.vector import (
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    scale,
    subtract,
    transpose_vector,
)
from rbsolve.solver.forces.contact.force import presses, pressing, rubbing
from rbsolve.solver.forces.contact.touch import (
    at_points_of,
    is_ball,
    sliding_of,
    squared_axes,
    velocity_at,
)
from rbsolve.solver.forces.tangents.blocks import clear
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import SPEED
from rbsolve.solver.model.rows import row3, row9

ZERO = (0.0, 0.0, 0.0)


@subroutine
def _axis(n):
    return (1.0 if n == 0 else 0.0, 1.0 if n == 1 else 0.0, 1.0 if n == 2 else 0.0)


@subroutine
def _reach_change(half, R_IE, touch, dn, turn):
    """db, for the turn dtheta_P of the probe."""
    if is_ball(half):
        return scale(half[0], dn)
    n, b = touch.normal, touch.reach
    S_n = squared_axes(R_IE, half, n)
    extent = math.sqrt(dot(n, S_n))
    turned = subtract(cross(turn, S_n), squared_axes(R_IE, half, cross(turn, n)))
    change = add(turned, squared_axes(R_IE, half, dn))
    return scale(1.0 / extent, subtract(change, scale(dot(b, dn) + dot(n, cross(turn, b)), b)))


@subroutine
def _put(element, n, row, column, body, state, arm, shift, force, df, turn, sign):
    """Minus the change of the wrench `sign` (force, arm x force) of a body, whose arm changes by `shift`, in its rows of a column."""
    R = row9(state.R, body)
    moment = add(cross(shift, force), cross(arm, df))
    dM = transpose_vector(R, subtract(moment, cross(turn, cross(arm, force))))
    for k in range(3):
        element[n, row + k, column] -= sign * df[k]
        element[n, row + 3 + k, column] -= sign * dM[k]


@subroutine
def state_of(contacts, k, i, touch, probe, solid, state):
    """What `change_of` needs of a point that presses; the force on the probe comes first."""
    rate, sliding = sliding_of(touch, probe, solid, state)
    press = pressing(contacts.law, k, -touch.gap, -rate, state.contact[i, SPEED])
    rub = rubbing(contacts.law, k, math.sqrt(dot(sliding, sliding)), state)
    return scale(press[0], subtract(touch.normal, scale(rub[0], sliding))), press, rub, rate, sliding


@subroutine
def velocity_changes(touch, rate, sliding, dn, dv):
    """Of the rate of the gap, and of the sliding, for the changes of the normal and of the relative velocity."""
    v = add(sliding, scale(rate, touch.normal))
    d_rate = dot(dn, v) + dot(touch.normal, dv)
    return d_rate, subtract(subtract(dv, scale(rate, dn)), scale(d_rate, touch.normal))


@subroutine
def change_of(known, touch, d_gap, dn, dv, dx_P, turn_P, dx_T, turn_T):
    """df, for the changes of the gap, of the normal, of the relative velocity and of both bodies."""
    _, press, rub, rate, sliding = known
    N, by_depth, by_approach = press
    m, m_slope = rub
    d_rate, d_sliding = velocity_changes(touch, rate, sliding, dn, dv)
    dN = -by_depth * d_gap - by_approach * d_rate
    d_friction = add(scale(m, d_sliding), scale(m_slope * dot(sliding, d_sliding), sliding))
    return add(scale(dN, subtract(touch.normal, scale(m, sliding))), scale(N, subtract(dn, d_friction)))


def linking(state_of: Callable[..., Any], change_of: Callable[..., Any]) -> Callable[..., None]:
    """The face of a force: its tangent, from what the subroutines say of its points."""

    @subroutine
    def add_point(
        known: Any, contacts: Any, i: int, touch: Any, probe: int, solid: int, state: Any, element: Any
    ) -> None:
        """The columns of one point that presses."""
        x_P, x_T = row3(state.x, probe), row3(state.x, solid)
        half = row3(contacts.half, i)
        R_IE = matrix_product(row9(state.R, probe), row9(contacts.axes, i))
        n, c = touch.normal, touch.place
        f = known[0]
        _, w_P = velocity_at(state, probe, c)
        _, w_T = velocity_at(state, solid, c)
        arm_P, arm_T = subtract(c, x_P), subtract(c, x_T)
        first_P, first_T = 6 * contacts.end[i], 6 - 6 * contacts.end[i]
        for column in range(12):
            own = column // 6 == contacts.end[i]
            axis = _axis(column % 3)
            moved = axis
            if column % 6 >= 3:
                moved = matrix_vector(row9(state.R, probe if own else solid), axis)
            dx_P, turn_P, dx_T, turn_T = ZERO, ZERO, ZERO, ZERO
            if own and column % 6 < 3:
                dx_P = moved
            elif own:
                turn_P = moved
            elif column % 6 < 3:
                dx_T = moved
            else:
                turn_T = moved
            dp = add(dx_P, cross(turn_P, subtract(touch.centre, x_P)))
            dr = subtract(dp, add(dx_T, cross(turn_T, subtract(touch.centre, x_T))))
            dn = add(cross(turn_T, n), matrix_vector(touch.bend, dr))
            db = _reach_change(half, R_IE, touch, dn, turn_P)
            d_gap = dot(n, dr) - dot(touch.reach, dn) - dot(n, cross(turn_P, touch.reach))
            dc = subtract(subtract(dp, db), add(scale(0.5 * touch.gap, dn), scale(0.5 * d_gap, n)))
            shift_P, shift_T = subtract(dc, dx_P), subtract(dc, dx_T)
            dv_P = add(cross(cross(turn_P, w_P), arm_P), cross(w_P, shift_P))
            dv_T = add(cross(cross(turn_T, w_T), arm_T), cross(w_T, shift_T))
            df = change_of(known, touch, d_gap, dn, subtract(dv_P, dv_T), dx_P, turn_P, dx_T, turn_T)
            _put(element, 0, first_P, column, probe, state, arm_P, shift_P, f, df, turn_P, 1.0)
            _put(element, 0, first_T, column, solid, state, arm_T, shift_T, f, df, turn_T, -1.0)
            # And the column of the velocities
            dv = subtract(add(dx_P, cross(turn_P, arm_P)), add(dx_T, cross(turn_T, arm_T)))
            df = change_of(known, touch, 0.0, ZERO, dv, ZERO, ZERO, ZERO, ZERO)
            _put(element, 1, first_P, column, probe, state, arm_P, ZERO, f, df, ZERO, 1.0)
            _put(element, 1, first_T, column, solid, state, arm_T, ZERO, f, df, ZERO, -1.0)

    @subroutine
    def add_pressed(
        contacts: Any, k: int, i: int, touch: Any, probe: int, solid: int, state: Any, element: Any
    ) -> None:
        if presses(state, i, touch.gap):
            known = state_of(contacts, k, i, touch, probe, solid, state)
            add_point(known, contacts, i, touch, probe, solid, state, element)

    walk = at_points_of(add_pressed)

    @subroutine
    def link(model: Any, t: float, k: int, state: Any, multipliers: Any, element: Any, out: Any) -> None:
        clear(element)
        walk(model.contacts, k, state, element)
        out[0] = 1.0

    return link


link = linking(state_of, change_of)
