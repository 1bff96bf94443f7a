"""Derivatives of contact forces, column by column. A column contains the changes due to the motion of one body along
one axis (changes.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry.vector import add, cross, dot, scale, subtract, transpose_vector
from rbsolve.solver.contacts.actions import sliding_ratio
from rbsolve.solver.contacts.changes import (
    ZERO,
    Change,
    change_by_velocity,
    change_of_place,
    setting_of,
    velocity_changes,
)
from rbsolve.solver.contacts.fading import add_weight_wrench, add_weight_wrench_change
from rbsolve.solver.contacts.law import force_at_point
from rbsolve.solver.contacts.rolling import Rolling, couple_change, rolling_state_of
from rbsolve.solver.contacts.touch import at_points_of, presses, sliding_of
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
    """The data for the changes at a point in contact."""

    force: Vector
    """Force on the probe, inertial [N]."""
    press: tuple[float, float, float]
    """The normal force [N], and its derivatives with respect to depth and speed of approach."""
    rub: tuple[float, float]
    """The friction force divided by the normal force for a unit of sliding [s/m], and its slope divided by the speed.
    """
    rate: float
    """Rate of the gap [m/s]."""
    sliding: Vector
    """Velocity of the probe along the surface, inertial [m/s]."""
    roll: Rolling
    couple: Vector
    """Moment on the probe against its rolling, inertial [N m]."""
    by_weight: float
    """The normal force for a unit of weight [N]."""


@subroutine
def _moment_change(R: Matrix, arm: Vector, shift: Vector, known: Any, changes: Any, turn: Vector) -> Vector:
    """Return the change of the moment `arm x force + couple`, in the axes of a body that rotates by `turn`.

    The arm changes by `shift`. `changes` contains the changes of the force and the couple.
    """
    moment = add(cross(arm, known.force), known.couple)
    change = add(add(cross(shift, known.force), cross(arm, changes[0])), changes[1])
    return transpose_vector(R, subtract(change, cross(turn, moment)))


@subroutine
def _put(element: Floats, n: int, row: int, column: int, sign: float, df: Vector, dM: Vector) -> None:
    """Subtract the change of a body's wrench from the body's rows in a column. The wrench is `sign` times (force,
    moment).
    """
    for k in range(3):
        element[n, row + k, column] -= sign * df[k]
        element[n, row + 3 + k, column] -= sign * dM[k]


@subroutine
def state_of(contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State) -> Pressed:
    """Return the data of `change_of` for a point in contact."""
    rate, sliding = sliding_of(touch, probe, solid, state)
    press = force_at_point(contacts.law, k, touch, rate, state.contact[i, SPEED])
    rub = sliding_ratio(contacts.law, k, math.sqrt(dot(sliding, sliding)), state)
    roll = rolling_state_of(contacts.law, k, touch.normal, probe, solid, state)
    force = scale(press[0], subtract(touch.normal, scale(rub[0], sliding)))
    couple = scale(-press[0] * roll.ratio, roll.rolling)
    return Pressed(force, press, rub, rate, sliding, roll, couple, press[0] / touch.weight)


@subroutine
def change_of(known: Pressed, touch: Touch, change: Change) -> tuple[Vector, Vector]:
    """Return the changes of force and couple on the probe."""
    sliding, dn = known.sliding, change.normal
    N, by_depth, by_approach = known.press
    m, m_slope = known.rub
    d_rate, d_sliding = velocity_changes(touch, known.rate, sliding, dn, change.velocity)
    dN = -by_depth * change.gap - by_approach * d_rate + known.by_weight * change.weight
    d_friction = add(scale(m, d_sliding), scale(m_slope * dot(sliding, d_sliding), sliding))
    df = add(scale(dN, subtract(touch.normal, scale(m, sliding))), scale(N, subtract(dn, d_friction)))
    return df, couple_change(known.roll, touch.normal, N, dN, change)


def tangent_of(state_of: Callable[..., Any], change_of: Callable[..., Any]) -> Callable[..., None]:
    """Return the tangent entry of contacts, from the subroutines `state_of` and `change_of` for a point."""

    @subroutine
    def add_point(
        known: Any, contacts: Any, k: int, i: int, touch: Any, ends: tuple[int, int], state: Any, element: Any
    ) -> None:
        """Add the columns of a point that has a normal force."""
        probe, solid = ends
        at = setting_of(contacts, i, touch, probe, solid, state)
        whole = add_weight_wrench(contacts.law, k, touch, known.force, known.couple)
        R_P, R_T = row9(state.R, probe), row9(state.R, solid)
        first_P, first_T = 6 * contacts.end[i], 6 - 6 * contacts.end[i]
        for column in range(12):
            change = change_of_place(contacts, i, touch, probe, solid, state, at, column)
            df, dC = change_of(known, touch, change)
            changes = add_weight_wrench_change(contacts.law, k, touch, change, df, dC)
            dM = _moment_change(R_P, at.arm_P, change.shift_P, whole, changes, change.turn_P)
            _put(element, 0, first_P, column, 1.0, changes[0], dM)
            dM = _moment_change(R_T, at.arm_T, change.shift_T, whole, changes, change.turn_T)
            _put(element, 0, first_T, column, -1.0, changes[0], dM)
            # The derivatives with respect to the velocities.
            changes = change_of(known, touch, change_by_velocity(at, change))
            dM = _moment_change(R_P, at.arm_P, ZERO, whole, changes, ZERO)
            _put(element, 1, first_P, column, 1.0, changes[0], dM)
            dM = _moment_change(R_T, at.arm_T, ZERO, whole, changes, ZERO)
            _put(element, 1, first_T, column, -1.0, changes[0], dM)

    @subroutine
    def add_pressed(
        contacts: Any, k: int, i: int, touch: Any, probe: int, solid: int, state: Any, element: Any
    ) -> None:
        if presses(state, i, touch.gap):
            known = state_of(contacts, k, i, touch, probe, solid, state)
            add_point(known, contacts, k, i, touch, (probe, solid), state, element)

    walk = at_points_of(add_pressed)

    @subroutine
    def tangent(model: Any, t: float, k: int, state: Any, element: Any) -> None:
        clear(element)
        walk(model.contacts, k, state, element)

    return tangent


tangent = tangent_of(state_of, change_of)
