"""Derivatives of contacts, column by column: what the motion of one body along one axis changes (changes.py)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry.vector import add, cross, dot, scale, subtract, transpose_vector
from rbsolve.solver.contacts.changes import (
    ZERO,
    Change,
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
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats


class Pressed(NamedTuple):
    """What the changes at a point that presses need."""

    force: Vector
    """On the probe, inertial [N]."""
    press: tuple[float, float, float]
    """The normal force [N], and its derivatives by depth and speed of approach."""
    rub: tuple[float, float]
    """What friction is of the normal force for a unit of sliding [s/m], and its slope over the speed."""
    rate: float
    """Of the gap [m/s]."""
    sliding: Vector
    """Velocity of the probe along the surface, inertial [m/s]."""


@subroutine
def _moment_change(R: Matrix, arm: Vector, shift: Vector, force: Vector, df: Vector, turn: Vector) -> Vector:
    """The change of the moment arm x force, in body axes, of a body whose arm changes by `shift`, as it turns by `turn`."""
    moment = add(cross(shift, force), cross(arm, df))
    return transpose_vector(R, subtract(moment, cross(turn, cross(arm, force))))


@subroutine
def _put(element: Floats, n: int, row: int, column: int, sign: float, df: Vector, dM: Vector) -> None:
    """Minus the change of the wrench `sign` (force, moment) of a body, in its rows of a column."""
    for k in range(3):
        element[n, row + k, column] -= sign * df[k]
        element[n, row + 3 + k, column] -= sign * dM[k]


@subroutine
def state_of(contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State) -> Pressed:
    """What `change_of` needs of a point that presses."""
    rate, sliding = sliding_of(touch, probe, solid, state)
    press = pressing(contacts.law, k, -touch.gap, -rate, state.contact[i, SPEED])
    rub = rubbing(contacts.law, k, math.sqrt(dot(sliding, sliding)), state)
    return Pressed(scale(press[0], subtract(touch.normal, scale(rub[0], sliding))), press, rub, rate, sliding)


@subroutine
def change_of(known: Pressed, touch: Touch, change: Change) -> Vector:
    """The change of the force on the probe, for the changes of the gap, of the normal, of the relative velocity and of both bodies."""
    sliding, dn = known.sliding, change.normal
    N, by_depth, by_approach = known.press
    m, m_slope = known.rub
    d_rate, d_sliding = velocity_changes(touch, known.rate, sliding, dn, change.velocity)
    dN = -by_depth * change.gap - by_approach * d_rate
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
        f, R_P, R_T = known.force, row9(state.R, probe), row9(state.R, solid)
        first_P, first_T = 6 * contacts.end[i], 6 - 6 * contacts.end[i]
        for column in range(12):
            change = change_of_place(contacts, i, touch, probe, solid, state, at, column)
            df = change_of(known, touch, change)
            dM = _moment_change(R_P, at.arm_P, change.shift_P, f, df, change.turn_P)
            _put(element, 0, first_P, column, 1.0, df, dM)
            dM = _moment_change(R_T, at.arm_T, change.shift_T, f, df, change.turn_T)
            _put(element, 0, first_T, column, -1.0, df, dM)
            # And the column of the velocities
            dv = change_by_velocity(at, change)
            df = change_of(known, touch, Change(0.0, ZERO, dv, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO))
            _put(element, 1, first_P, column, 1.0, df, _moment_change(R_P, at.arm_P, ZERO, f, df, ZERO))
            _put(element, 1, first_T, column, -1.0, df, _moment_change(R_T, at.arm_T, ZERO, f, df, ZERO))

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
