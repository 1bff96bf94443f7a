"""Computes the initial positions with `@ASSEMBLE {YES}`. The smallest mass-weighted displacements of the bodies close
all open joints.

The coordinates that the deck gives are additional conditions. If a body has no inertia about some axis, the computation
uses a small inertia, relative to the size of the model. Otherwise its rotation would be undetermined.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.solver.assembly.initial.closure import (
    ASSEMBLY_TOLERANCE,
    assembly_error,
    conditions,
    move,
    position_residuals,
    start_turns,
    typical_length,
)
from rbsolve.solver.assembly.initial.initial_coordinates import (
    CLOSED,
    OPEN,
    RULES,
    Wanted,
    damp,
    given_conditions,
    report_open,
    wanted_coordinates,
    wanted_turns,
)
from rbsolve.solver.assembly.initial.saddle import mass_matrices, solve
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.newton import BEGIN, GO_ON, assess

LEAST_GYRATION = 1e-3  # smallest radius of gyration of a body in this computation, relative to the size of the model


def is_asked(description: Description) -> bool:
    """Return whether the analysis of a deck has `@ASSEMBLE {YES}`."""
    return any(analysis["ASSEMBLE"] for analysis in description.all_of("ANALYSIS"))


def assemble_joints(
    model: Model,
    start: State,
    description: Description,
    blocks: Sequence[Described],
    t: float,
    diagnostics: Diagnostics,
) -> State | None:
    """Return the state with the given coordinates in which the joints are closed as far as possible. If the coordinates
    contradict the joints, report an error and return None.

    A note reports how far the bodies were moved. Joints that are still open are reported by a later check.
    """
    size, wanted = typical_length(model, start), wanted_coordinates(model, blocks)
    state = _close(model, start, wanted, t, size)
    if _largest(given_conditions(model, state, wanted)[1]) > OPEN:
        report_open(model, state, range(len(blocks)), blocks, wanted, t, diagnostics)
        return None
    if state is not start:
        _report_motion(start, state, size, description, diagnostics)
    return state


def _close(model: Model, state: State, wanted: Wanted, t: float, size: float) -> State:
    """Return the state after Newton's iteration. If no joint was open, return the given state object."""
    rotations = wanted_turns(model, wanted)
    heaviness = model.bodies.mass[:, None, None] * (LEAST_GYRATION * size) ** 2 * np.eye(3)
    search = BEGIN
    while True:
        held, left = given_conditions(model, state, wanted)
        error = max(assembly_error(model, state, t, size), _largest(left))
        search = assess(search, RULES, error, error / CLOSED, error / OPEN)
        if search.verdict != GO_ON:
            return state
        M = mass_matrices(model.bodies, state)
        M[:, 3:, 3:] += heaviness
        joined, phi = conditions(model, state), position_residuals(model, state, t)
        rows = joined._replace(
            body0=np.concatenate([joined.body0, held.body0]),
            body1=np.concatenate([joined.body1, held.body1]),
            rows=np.concatenate([joined.rows, held.rows]),
        )
        step = solve(M, rows, np.zeros((len(M) + 1, 6)), np.concatenate([-phi, left])).change
        state = move(state, damp(step, size))
        start_turns(model, state, t, rotations)


def _largest(left: Floats) -> float:
    return float(np.max(np.abs(left), initial=0.0))


def _report_motion(
    before: State, after: State, size: float, description: Description, diagnostics: Diagnostics
) -> None:
    """Report the distances by which bodies were moved, if they exceed round-off."""
    names = [block.name for block in description.all_of("RIGID_BODY")]
    traces = np.einsum("bij,bij->b", before.R, after.R)[: len(names)]  # traces of R0^T R
    angles = np.degrees(np.arccos(np.clip(0.5 * (traces - 1.0), -1.0, 1.0)))
    distances = np.linalg.norm(after.x - before.x, axis=1)[: len(names)]
    farthest, most_turned = int(np.argmax(distances)), int(np.argmax(angles))
    if max(distances[farthest] / size, np.radians(angles[most_turned])) <= ASSEMBLY_TOLERANCE:
        return
    diagnostics.note(
        Code.INCONSISTENT_INITIAL_CONDITIONS,
        f"the joints were assembled: bodies moved by up to {distances[farthest]:.6g} m ({names[farthest]}) and turned by up to "
        f"{angles[most_turned]:.6g} deg ({names[most_turned]})",
        next(description.all_of("ANALYSIS")).span_of("ASSEMBLE"),
    )
