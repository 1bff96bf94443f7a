"""Contacts in an equilibrium that was not found: which of them let go."""

from __future__ import annotations

import numpy as np

from rbsolve.solver.forces.contact.rows import COLUMNS, FORCE, NORMAL, contact_rows, sticking_rows
from rbsolve.solver.model.arrays import BRISTLE_STIFFNESS, DEFLECTION, HOLDS, SPEED, STATIC, State, empty_state
from rbsolve.solver.model.compiled import CompiledModel

AT_LIMIT = 1e-6  # of the most that friction holds


def letting_go(compiled: CompiledModel, state: State) -> str:
    """What is to be said of contacts that press and do not hold what pulls along them; nothing where all hold."""
    contacts = compiled.model.contacts
    if not len(contacts.body0):
        return ""
    bristles, out = len(state.bristle), np.zeros((1, len(contacts.body0), COLUMNS))
    fill = sticking_rows if bristles else contact_rows
    remembered = np.ascontiguousarray(state.bristle[:, [DEFLECTION, DEFLECTION + 1, DEFLECTION + 2, HOLDS]])
    speeds = np.ascontiguousarray(state.contact[:, SPEED])
    work = empty_state(compiled.bodies, 0, len(contacts.end), bristles)
    x, e, u, w = state.x[None], state.e[None], state.u[None], state.w[None]
    fill(contacts, x, e, u, w, speeds[None], remembered[None], work, out)
    law, N = contacts.law, out[0, :, NORMAL]
    along = np.sqrt(np.maximum(np.sum(out[0, :, FORCE : FORCE + 3] ** 2, axis=1) - N * N, 0.0))
    sticks, names = law[:, BRISTLE_STIFFNESS] > 0.0, [block.name for block in compiled.description.all_of("CONTACT")]
    slides = (N > 0.0) & sticks & (along >= (1.0 - AT_LIMIT) * law[:, STATIC] * N)
    told = [
        f"contact {names[k]} slides, for friction there holds no more than {law[k, STATIC] * N[k]:.4g} N"
        for k in np.flatnonzero(slides)
    ]
    told += [
        f"contact {names[k]} holds nothing along its surface at rest without @STICTION"
        for k in np.flatnonzero((N > 0.0) & ~sticks & (law[:, STATIC] > 0.0))
    ]
    return "".join(f"; {text}" for text in told)
