"""Computes the forces of contacts in output rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry import quaternion
from rbsolve.geometry.shapes.faces import FACING
from rbsolve.geometry.vector import dot
from rbsolve.solver.contacts.actions import forces_of_point
from rbsolve.solver.contacts.bristles import forces_in_row
from rbsolve.solver.contacts.fading import add_weight_wrench
from rbsolve.solver.contacts.touch import at_points_of, presses, sliding_of
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import KEPT, SPEED
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import row4

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Contacts, State

COLUMNS = 13
# First columns of each quantity of a contact. FORCE and ROLLING_MOMENT act on B1. PLACE is the sum of position times
# normal force over the points of a contact. These vectors are inertial.
NORMAL, FORCE, DEPTH, SLIDING, ENERGY, ROLLING_MOMENT, PLACE = 0, 1, 4, 5, 6, 7, 10


class ContactRows(NamedTuple):
    """The columns of output rows from which the forces of contacts are computed."""

    x: Floats  # (rows, nb + 1, 3)
    e: Floats  # (rows, nb + 1, 4)
    u: Floats  # (rows, nb + 1, 3)
    w: Floats  # (rows, nb + 1, 3)
    speeds: Floats  # (rows, np)
    bristles: Floats  # (rows, np, KEPT) or (rows, 0, KEPT)


@subroutine
def _place(row: int, rows: ContactRows, state: State) -> None:
    """Set the state from the positions, Euler parameters, velocities and contact memories of an output row."""
    x, e, u, w, speeds, bristles = rows.x, rows.e, rows.u, rows.w, rows.speeds, rows.bristles
    for b in range(state.x.shape[0]):
        R = quaternion.to_matrix(quaternion.normalise(row4(e[row], b)))
        for k in range(9):
            state.R[b, k // 3, k % 3] = R[k]
        for k in range(3):
            state.x[b, k], state.u[b, k], state.w[b, k] = x[row, b, k], u[row, b, k], w[row, b, k]
    for i in range(speeds.shape[1]):
        state.contact[i, SPEED] = speeds[row, i]
    for i in range(bristles.shape[1]):
        for k in range(KEPT):
            state.bristle[i, k] = bristles[row, i, k]


def row_function(what_acts: Callable[..., Any]) -> Callable[..., None]:
    """Return a function that fills output rows with the contact forces, which a subroutine computes point by point."""

    @subroutine
    def add_point(contacts: Any, k: int, i: int, touch: Any, probe: int, solid: int, state: Any, out: Any) -> None:
        _, sliding = sliding_of(touch, probe, solid, state)
        # Outside of a hull, the gap of a point of a face is the distance to the farthest plane. This is only a lower
        # bound.
        is_bound = touch.gap > 0.0 and contacts.core[i, 0] == FACING and contacts.core[i, 1] >= 0
        if -touch.gap > out[DEPTH] and not is_bound:
            out[DEPTH] = -touch.gap
            out[SLIDING] = math.sqrt(dot(sliding, sliding))
        if presses(state, i, touch.gap):
            action = what_acts(contacts, k, i, touch, probe, solid, state)
            whole = add_weight_wrench(contacts.law, k, touch, action.force, action.couple)
            sign = 1.0 if contacts.end[i] == 1 else -1.0
            out[NORMAL] += action.normal
            for n in range(3):
                out[FORCE + n] += sign * whole.force[n]
                out[ROLLING_MOMENT + n] += sign * action.couple[n]
                out[PLACE + n] += action.normal * touch.place[n]
            out[ENERGY] += action.stored

    walk = at_points_of(add_point)

    @subroutine
    def fill(contacts: Any, rows: Any, state: Any, out: Any) -> None:
        for row in range(out.shape[0]):
            _place(row, rows, state)
            for k in range(contacts.body0.shape[0]):
                for n in range(COLUMNS):
                    out[row, k, n] = -math.inf if n == DEPTH else 0.0
                walk(contacts, k, state, out[row, k])

    return fill


_fill, _fill_sticking = row_function(forces_of_point), row_function(forces_in_row)


@kernel
def contact_rows(
    contacts: Contacts,
    rows: ContactRows,
    state: State,
    out: Floats,
) -> None:
    """Fill `out` (rows, contacts, COLUMNS) from `rows`. `state` is work space."""
    _fill(contacts, rows, state, out)


@kernel
def sticking_rows(
    contacts: Contacts,
    rows: ContactRows,
    state: State,
    out: Floats,
) -> None:
    """Fill `out` (rows, contacts, COLUMNS) from `rows` of contacts with stiction. `state` is work space."""
    _fill_sticking(contacts, rows, state, out)
