"""Derivatives of contacts, column by column: what the motion of one body along one axis changes (changes.py)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rbsolve.geometry.vector import add, cross, dot, scale, subtract, transpose_vector
from rbsolve.solver.contacts.changes import (
    ZERO,
    change_by_velocity,
    change_of_place,
    setting_of,
    velocity_changes,
)
from rbsolve.solver.contacts.law import pressing
from rbsolve.solver.contacts.touch import at_points_of, presses, sliding_of
from rbsolve.solver.forces.contact.force import rubbing
from rbsolve.solver.forces.tangents.blocks import clear
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import SPEED
from rbsolve.solver.model.rows import row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def _put(
    element: Floats,
    n: int,
    row: int,
    column: int,
    body: int,
    state: State,
    arm: Vector,
    shift: Vector,
    force: Vector,
    df: Vector,
    turn: Vector,
    sign: float,
) -> None:
    """Minus the change of the wrench `sign` (force, arm x force) of a body, whose arm changes by `shift`, in its rows of a column."""
    R = row9(state.R, body)
    moment = add(cross(shift, force), cross(arm, df))
    dM = transpose_vector(R, subtract(moment, cross(turn, cross(arm, force))))
    for k in range(3):
        element[n, row + k, column] -= sign * df[k]
        element[n, row + 3 + k, column] -= sign * dM[k]


@subroutine
def state_of(
    contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State
) -> tuple[Vector, Vector, tuple[float, float], float, Vector]:
    """What `change_of` needs of a point that presses; the force on the probe comes first."""
    rate, sliding = sliding_of(touch, probe, solid, state)
    press = pressing(contacts.law, k, -touch.gap, -rate, state.contact[i, SPEED])
    rub = rubbing(contacts.law, k, math.sqrt(dot(sliding, sliding)), state)
    return scale(press[0], subtract(touch.normal, scale(rub[0], sliding))), press, rub, rate, sliding


@subroutine
def change_of(
    known: tuple[Vector, Vector, tuple[float, float], float, Vector],
    touch: Touch,
    d_gap: float,
    dn: Vector,
    dv: Vector,
    dx_P: Vector,
    turn_P: Vector,
    dx_T: Vector,
    turn_T: Vector,
) -> Vector:
    """df, for the changes of the gap, of the normal, of the relative velocity and of both bodies."""
    _, press, rub, rate, sliding = known
    N, by_depth, by_approach = press
    m, m_slope = rub
    d_rate, d_sliding = velocity_changes(touch, rate, sliding, dn, dv)
    dN = -by_depth * d_gap - by_approach * d_rate
    d_friction = add(scale(m, d_sliding), scale(m_slope * dot(sliding, d_sliding), sliding))
    return add(scale(dN, subtract(touch.normal, scale(m, sliding))), scale(N, subtract(dn, d_friction)))


def tangent_of(state_of: Callable[..., Any], change_of: Callable[..., Any]) -> Callable[..., None]:
    """The face of a force: its tangent, from what the subroutines say of its points."""

    @subroutine
    def add_point(
        known: Any, contacts: Any, i: int, touch: Any, probe: int, solid: int, state: Any, element: Any
    ) -> None:
        """The columns of one point that presses."""
        at = setting_of(contacts, i, touch, probe, solid, state)
        f = known[0]
        first_P, first_T = 6 * contacts.end[i], 6 - 6 * contacts.end[i]
        for column in range(12):
            change = change_of_place(contacts, i, touch, probe, solid, state, at, column)
            dx_P, turn_P, dx_T, turn_T = change.dx_P, change.turn_P, change.dx_T, change.turn_T
            df = change_of(known, touch, change.gap, change.normal, change.velocity, dx_P, turn_P, dx_T, turn_T)
            _put(element, 0, first_P, column, probe, state, at.arm_P, change.shift_P, f, df, turn_P, 1.0)
            _put(element, 0, first_T, column, solid, state, at.arm_T, change.shift_T, f, df, turn_T, -1.0)
            # And the column of the velocities
            dv = change_by_velocity(at, change)
            df = change_of(known, touch, 0.0, ZERO, dv, ZERO, ZERO, ZERO, ZERO)
            _put(element, 1, first_P, column, probe, state, at.arm_P, ZERO, f, df, ZERO, 1.0)
            _put(element, 1, first_T, column, solid, state, at.arm_T, ZERO, f, df, ZERO, -1.0)

    @subroutine
    def add_pressed(
        contacts: Any, k: int, i: int, touch: Any, probe: int, solid: int, state: Any, element: Any
    ) -> None:
        if presses(state, i, touch.gap):
            known = state_of(contacts, k, i, touch, probe, solid, state)
            add_point(known, contacts, i, touch, probe, solid, state, element)

    walk = at_points_of(add_pressed)

    @subroutine
    def tangent(model: Any, t: float, k: int, state: Any, element: Any) -> None:
        clear(element)
        walk(model.contacts, k, state, element)

    return tangent


tangent = tangent_of(state_of, change_of)
