"""Adds the wrenches of contacts to the bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rbsolve.geometry.shapes.box_pairs import NONE
from rbsolve.geometry.vector import scale, subtract, transpose_vector
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.contacts.actions import forces_of_point
from rbsolve.solver.contacts.fading import add_weight_wrench
from rbsolve.solver.contacts.nearness import changes_no_force
from rbsolve.solver.contacts.neighbours import count_listed, hides_nearest
from rbsolve.solver.contacts.touch import face_at_points, presses
from rbsolve.solver.forces.wrench import add_force, add_moment
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    CONTACT_SWITCH,
    IS_CLOSED,
    ROLLING,
)
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.margins import lower_margin, margin_of
from rbsolve.solver.model.rows import row3, row9


def force_entry(what_acts: Callable[..., Any]) -> Callable[..., None]:
    """Return the entry that adds the wrenches of every contact to both bodies. `what_acts` computes the forces at a
    point.
    """

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
