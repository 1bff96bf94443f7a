"""The wrenches of contacts."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry.shapes.box_pairs import NONE
from rbsolve.geometry.vector import dot, scale, subtract, transpose_vector
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.contacts.law import elastic_force, energy_at_point, force_at_point, friction_ratio
from rbsolve.solver.contacts.nearness import changes_no_force
from rbsolve.solver.contacts.neighbours import count_listed, hides_nearest
from rbsolve.solver.contacts.touch import face_at_points, presses, sliding_of
from rbsolve.solver.forces.contact.fading import add_weight_wrench
from rbsolve.solver.forces.contact.rolling import couple_of
from rbsolve.solver.forces.wrench import add_force, add_moment
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    CONTACT_SWITCH,
    DYNAMIC,
    IS_CLOSED,
    ROLLING,
    SPEED,
    STATIC,
    STICKS,
    TRANSITION,
)
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.margins import lower_margin, margin_of
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats


class Action(NamedTuple):
    """The force of a point in contact."""

    force: Vector
    """Force on the probe, inertial [N]."""
    couple: Vector
    """Moment on the probe against its rolling, inertial [N m]."""
    normal: float
    """The normal part of the force [N]."""
    stored: float
    """The stored energy [J]."""
    power: float
    """Power of all forces without a potential [W]."""


@subroutine
def sliding_ratio(law: Floats, k: int, speed: float, state: State) -> tuple[float, float]:
    """Return the ratio m of contact `k` at a sliding speed, and m'/s (law.py). Both are zero without friction."""
    if is_zero(law[k, STATIC]) and is_zero(law[k, DYNAMIC]):
        return 0.0, 0.0
    if state.watch[STICKS] != 0.0:
        return friction_ratio(law[k, STATIC], law[k, DYNAMIC], law[k, TRANSITION], 0.0)[0], 0.0
    return friction_ratio(law[k, STATIC], law[k, DYNAMIC], law[k, TRANSITION], speed)


@subroutine
def forces_of_point(contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State) -> Action:
    """Return the forces of point `i` of contact `k`, which is in contact."""
    rate, sliding = sliding_of(touch, probe, solid, state)
    N, _, _ = force_at_point(contacts.law, k, touch, rate, state.contact[i, SPEED])
    m, _ = sliding_ratio(contacts.law, k, math.sqrt(dot(sliding, sliding)), state)
    stored = energy_at_point(contacts.law, k, touch)
    power = (N - elastic_force(contacts.law, k, stored, -touch.gap)) * rate - N * m * dot(sliding, sliding)
    couple, rolled = couple_of(contacts.law, k, N, touch.normal, probe, solid, state)
    return Action(scale(N, subtract(touch.normal, scale(m, sliding))), couple, N, stored, power + rolled)


def force_entry(what_acts: Callable[..., Any]) -> Callable[..., None]:
    """Return the entry that adds both ends of every contact. The subroutine `what_acts` computes the forces of a point."""

    @subroutine
    def act(contacts: Any, k: int, i: int, touch: Any, probe: int, solid: int, state: Any, out: Any) -> None:
        lower_margin(state, margin_of(state.contact[i, IS_CLOSED], touch.gap), CONTACT_SWITCH, k)
        if presses(state, i, touch.gap):
            action = what_acts(contacts, k, i, touch, probe, solid, state)
            whole = add_weight_wrench(contacts.law, k, touch, action.force, action.couple)
            add_force(state, probe, subtract(touch.place, row3(state.x, probe)), whole.force)
            add_force(state, solid, subtract(touch.place, row3(state.x, solid)), scale(-1.0, whole.force))
            if touch.border.kind != NONE or not is_zero(contacts.law[k, ROLLING]):
                add_moment(state, probe, transpose_vector(row9(state.R, probe), whole.couple))
                add_moment(state, solid, transpose_vector(row9(state.R, solid), scale(-1.0, whole.couple)))
            add_power(state, action.power)

    return face_at_points(act, changes_no_force, count_listed, hides_nearest)


apply = force_entry(forces_of_point)
