"""Measures the depth, the sliding speed and the normal force of a contact."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rbsolve.geometry.vector import dot
from rbsolve.language.table import Variant
from rbsolve.solver.contacts.changes import change_by_velocity, change_of_place, setting_of, velocity_changes
from rbsolve.solver.contacts.law import force_at_point
from rbsolve.solver.contacts.touch import ends_of, point_of, presses, sliding_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import SPEED
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.measures.adjoints import clear

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.contacts.changes import Change
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def _deepest(contacts: Contacts, k: int, state: State) -> int:
    """Return the point of contact `k` with the smallest gap."""
    found: int = contacts.first[k]
    least = math.inf
    for i in range(contacts.first[k], contacts.first[k + 1]):
        gap = point_of(contacts, k, i, state).gap
        if gap < least:
            found, least = i, gap
    return found


def _gradient(by_changes: Callable[..., float]) -> Callable[..., None]:
    """Return a function that adds the derivatives of a value at a contact point to the rows of both bodies.

    `by_changes` (known, touch, change, d_rate, d_sliding) returns the change of the value for a change at the point.
    """

    @subroutine
    def add(contacts: Any, k: int, i: int, state: Any, known: Any, out: Any) -> None:
        probe, solid = ends_of(contacts, k, i)
        touch = point_of(contacts, k, i, state)
        rate, sliding = sliding_of(touch, probe, solid, state)
        at = setting_of(contacts, i, touch, probe, solid, state)
        for column in range(12):
            change = change_of_place(contacts, i, touch, probe, solid, state, at, column)
            d_rate, d_sliding = velocity_changes(touch, rate, sliding, change.normal, change.velocity)
            out[column // 6, column % 6] += by_changes(known, touch, change, d_rate, d_sliding)
            moved = change_by_velocity(at, change)
            d_rate, d_sliding = velocity_changes(touch, rate, sliding, moved.normal, moved.velocity)
            out[column // 6, 6 + column % 6] += by_changes(known, touch, moved, d_rate, d_sliding)

    return add


@subroutine
def penetration(model: Model, t: float, i: int, state: State) -> float:
    """Return the depth of the deepest point of a contact."""
    contacts, k = model.contacts, model.signals.measures.joint[model.signals.subject[i]]
    return -point_of(contacts, k, _deepest(contacts, k, state), state).gap


@subroutine
def _of_depth(known: float, touch: Touch, change: Change, d_rate: float, d_sliding: Vector) -> float:
    return -change.gap


_add_depth = _gradient(_of_depth)


@subroutine
def penetration_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `penetration`."""
    contacts, k = model.contacts, model.signals.measures.joint[model.signals.subject[i]]
    clear(out)
    _add_depth(contacts, k, _deepest(contacts, k, state), state, 0.0, out)


@subroutine
def _sliding(contacts: Contacts, k: int, i: int, state: State) -> tuple[Vector, float]:
    """Return the sliding velocity at point `i`, and its size."""
    probe, solid = ends_of(contacts, k, i)
    _, sliding = sliding_of(point_of(contacts, k, i, state), probe, solid, state)
    return sliding, math.sqrt(dot(sliding, sliding))


@subroutine
def sliding_speed(model: Model, t: float, i: int, state: State) -> float:
    """Return the sliding speed of the deepest point."""
    contacts, k = model.contacts, model.signals.measures.joint[model.signals.subject[i]]
    return _sliding(contacts, k, _deepest(contacts, k, state), state)[1]


@subroutine
def _of_speed(direction: Vector, touch: Touch, change: Change, d_rate: float, d_sliding: Vector) -> float:
    return dot(direction, d_sliding)


_add_speed = _gradient(_of_speed)


@subroutine
def sliding_speed_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `sliding_speed`. The derivatives are zero if the speed is zero."""
    contacts, k = model.contacts, model.signals.measures.joint[model.signals.subject[i]]
    clear(out)
    point = _deepest(contacts, k, state)
    v, speed = _sliding(contacts, k, point, state)
    if speed > 0.0:
        _add_speed(contacts, k, point, state, (v[0] / speed, v[1] / speed, v[2] / speed), out)


@subroutine
def _normal_force(contacts: Contacts, k: int, i: int, state: State) -> tuple[float, float, float]:
    """Return the normal force at point `i` and its derivatives with respect to depth and speed of approach."""
    probe, solid = ends_of(contacts, k, i)
    touch = point_of(contacts, k, i, state)
    if not presses(state, i, touch.gap):
        return 0.0, 0.0, 0.0
    rate, _ = sliding_of(touch, probe, solid, state)
    return force_at_point(contacts.law, k, touch, rate, state.contact[i, SPEED])


@subroutine
def normal_force(model: Model, t: float, i: int, state: State) -> float:
    """Return the sum of the normal forces at all points of a contact."""
    contacts, k = model.contacts, model.signals.measures.joint[model.signals.subject[i]]
    total = 0.0
    for point in range(contacts.first[k], contacts.first[k + 1]):
        total += _normal_force(contacts, k, point, state)[0]
    return total


@subroutine
def _of_force(
    press: tuple[float, float, float], touch: Touch, change: Change, d_rate: float, d_sliding: Vector
) -> float:
    return -press[1] * change.gap - press[2] * d_rate + press[0] / touch.weight * change.weight


_add_force = _gradient(_of_force)


@subroutine
def normal_force_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `normal_force`."""
    contacts, k = model.contacts, model.signals.measures.joint[model.signals.subject[i]]
    clear(out)
    for point in range(contacts.first[k], contacts.first[k + 1]):
        press = _normal_force(contacts, k, point, state)
        if press[1] != 0.0 or press[2] != 0.0:
            _add_force(contacts, k, point, state, press, out)


PENETRATION = SignalKind(
    Variant("PENETRATION", "the depth of a contact"), (), penetration, gradient=penetration_gradient
)
SLIDING_SPEED = SignalKind(
    Variant("SLIDING_SPEED", "the sliding speed of a contact"), (), sliding_speed, gradient=sliding_speed_gradient
)
NORMAL_FORCE = SignalKind(
    Variant("NORMAL_FORCE", "the normal force of a contact"), (), normal_force, gradient=normal_force_gradient
)
