"""Measures the total force of a contact on its B1, including friction, and its rolling resistance.

No derivatives are available, so forces may use these measures only through a lag or a sample (accelerations.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rbsolve.geometry.vector import add, dot, scale
from rbsolve.solver.contacts.actions import forces_of_point
from rbsolve.solver.contacts.boxes import faces_of
from rbsolve.solver.contacts.bristles import forces_with_bristle
from rbsolve.solver.contacts.fading import add_weight_wrench
from rbsolve.solver.contacts.touch import ends_of, presses, touch_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.measures.accelerations import reactive
from rbsolve.solver.signals.measures.observed import direction_of, scale_measure

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.signals.kind import SignalKind


def _kinds(suffix: str, words: str, what_acts: Callable[..., Any]) -> tuple[SignalKind, SignalKind]:
    """Return the kinds of measures for the force and the moment of a contact. The subroutine `what_acts` computes the
    forces of a point.
    """

    @subroutine
    def total(contacts: Any, k: int, state: Any) -> Any:
        faces = faces_of(contacts, k, state)
        force, couple = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for i in range(contacts.first[k], contacts.first[k + 1]):
            probe, solid = ends_of(contacts, k, i)
            touch = touch_of(contacts, i, probe, solid, faces, state)
            if presses(state, i, touch.gap):
                action = what_acts(contacts, k, i, touch, probe, solid, state)
                whole = add_weight_wrench(contacts.law, k, touch, action.force, action.couple)
                sign = 1.0 if contacts.end[i] == 1 else -1.0
                force = add(force, scale(sign, whole.force))
                couple = add(couple, scale(sign, action.couple))
        return force, couple

    @subroutine
    def contact_force(model: Model, t: float, i: int, state: State) -> float:
        table, m = model.signals.measures, model.signals.subject[i]
        force, _ = total(model.contacts, table.joint[m], state)
        return scale_measure(table, m, dot(direction_of(table, m, state), force))

    @subroutine
    def rolling_moment(model: Model, t: float, i: int, state: State) -> float:
        table, m = model.signals.measures, model.signals.subject[i]
        _, couple = total(model.contacts, table.joint[m], state)
        return scale_measure(table, m, dot(direction_of(table, m, state), couple))

    return (
        reactive(f"CONTACT_FORCE{suffix}", f"force of a contact{words}", contact_force),
        reactive(f"ROLLING_MOMENT{suffix}", f"moment against rolling of a contact{words}", rolling_moment),
    )


SLIDING = _kinds("", "", forces_of_point)
STICKING = _kinds("_WITH_STICTION", " with stiction", forces_with_bristle)
"""The kinds for models in which some contact has stiction."""
