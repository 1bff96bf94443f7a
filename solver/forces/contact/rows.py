"""What contacts do in rows of results."""

from __future__ import annotations

import math

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import dot
from rbsolve.solver.forces.contact.force import force_at, presses
from rbsolve.solver.forces.contact.law import elastic_energy
from rbsolve.solver.forces.contact.touch import ends_of, sliding_of, touch_of
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import EXPONENT, STIFFNESS
from rbsolve.solver.model.rows import row4

COLUMNS = 7
NORMAL, FORCE, DEPTH, SLIDING, ENERGY = 0, 1, 4, 5, 6  # of a contact: FORCE is that on B1, inertial


@subroutine
def _place(row, x, e, u, w, state):
    """Fill the state from a row of positions, Euler parameters and velocities."""
    for b in range(state.x.shape[0]):
        R = quaternion.to_matrix(quaternion.normalised(row4(e[row], b)))
        for k in range(9):
            state.R[b, k // 3, k % 3] = R[k]
        for k in range(3):
            state.x[b, k], state.u[b, k], state.w[b, k] = x[row, b, k], u[row, b, k], w[row, b, k]


@subroutine
def _add_point(contacts, k, i, speed, state, out):
    probe, solid = ends_of(contacts, k, i)
    touch = touch_of(contacts, i, probe, solid, state)
    rate, sliding = sliding_of(touch, probe, solid, state)
    if -touch.gap > out[DEPTH]:
        out[DEPTH] = -touch.gap
        out[SLIDING] = math.sqrt(dot(sliding, sliding))
    if presses(state, i, touch.gap):
        force, N = force_at(contacts.law, k, touch, rate, sliding, speed)
        sign = 1.0 if contacts.end[i] == 1 else -1.0
        out[NORMAL] += N
        for n in range(3):
            out[FORCE + n] += sign * force[n]
        out[ENERGY] += elastic_energy(contacts.law[k, STIFFNESS], contacts.law[k, EXPONENT], -touch.gap)


@kernel
def contact_rows(contacts, x, e, u, w, speeds, state, out):
    """Fill `out` (rows, contacts, COLUMNS) from rows of a chunk; `state` is work space."""
    for row in range(x.shape[0]):
        _place(row, x, e, u, w, state)
        for k in range(contacts.body0.shape[0]):
            for n in range(COLUMNS):
                out[row, k, n] = -math.inf if n == DEPTH else 0.0
            for i in range(contacts.first[k], contacts.first[k + 1]):
                _add_point(contacts, k, i, speeds[row, i], state, out[row, k])
