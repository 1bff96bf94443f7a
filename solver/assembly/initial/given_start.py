"""Starts a run from an output row of other results (`--start-from`). Positions, velocities and states of signals are
matched by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.words import listed
from rbsolve.solver.assembly.checks.rest_start import begins_at_rest
from rbsolve.solver.assembly.elements.bodies import bodies_of
from rbsolve.solver.assembly.initial.closure import check_assembly, close, start_turns, typical_length
from rbsolve.solver.assembly.initial.given import Given
from rbsolve.solver.assembly.initial.saddle import mass_matrices
from rbsolve.solver.assembly.initial.velocities import start_velocities
from rbsolve.solver.joints.blocks import joint_blocks, kind_of
from rbsolve.solver.joints.kinds import Coordinate, JointKind
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.signals.driving import remembering_signals

CHANGED = 1e-6  # smallest change of a velocity that is reported, relative to the largest velocity


class StartRow(NamedTuple):
    """An output row of results, from which a run starts."""

    source: str
    """The file of the row."""
    time: float
    bodies: tuple[str, ...]
    x: Floats
    """Positions (n, 3), inertial."""
    e: Floats
    """Euler parameters (n, 4)."""
    u: Floats
    """Velocities (n, 3), inertial."""
    w: Floats
    """Angular velocities (n, 3), in the axes of the bodies."""
    turned: dict[str, float]
    """Joint rotations that are continuous over turns [rad], by the names from `turned_names`."""
    elements: dict[str, float]
    """States of signals, by the names from `state_names`."""


def state_names(model: Model, signals: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names of the states of signals, in the order of `State.element`. A state has the name of its signal,
    followed by a number if the signal has several states.
    """
    first = model.signals.first_state
    names: dict[int, str] = {}
    for name, i in signals.items():
        count = int(first[i + 1] - first[i])
        for k in range(count):
            names[int(first[i]) + k] = name if count == 1 else f"{name}.{k + 1}"
    return tuple(names[k] for k in sorted(names))


def turned_names(description: Description) -> list[str]:
    """Return the names of the angles in `State.turned`. The names are the names of the joints, followed by
    `NAME.second` of universal joints.

    Shares of couplings with the same name are numbered.
    """
    names: dict[str, int] = {}
    found = []
    blocks = joint_blocks(description)
    for block in blocks:
        names[block.name] = names.get(block.name, 0) + 1
        found.append(block.name if names[block.name] == 1 else f"{block.name}.{names[block.name]}")
    return found + [
        f"{block.name}.second" for block in blocks if Coordinate.ROTATION_2 in kind_of(block).record.coordinates
    ]


def begin(
    model: Model, initial: State, row: StartRow, description: Description, t: float, diagnostics: Diagnostics
) -> State:
    """Return the state at the start with the positions and velocities of an output row. Missing bodies, open joints and
    other contradictions are reported.
    """
    place = next(iter(description.all_of("ANALYSIS"))).span
    index = bodies_of(description)
    if not _fits(model, row, index, description, place, diagnostics):
        return initial
    chosen = [row.bodies.index(name) for name in list(index)[: len(model.bodies.mass)]]
    state = _place(initial, row, chosen)
    if not len(model.joints.kind):
        return state
    blocks = joint_blocks(description)
    turned = {place: row.turned[name] for place, name in enumerate(turned_names(description)) if name in row.turned}
    start_turns(model, state, t, turned)
    for j in np.flatnonzero(model.joints.kind == JointKind.SPHERICAL).tolist():
        state.turned[j] = turned.get(j, 0.0)
    size = typical_length(model, state)
    hint = f"the run starts from the positions in {row.source}: the deck must have the geometry and the parameters of that run"
    if not check_assembly(model, state, t, size, blocks, diagnostics, hint):
        return initial
    state = close(model, state, t, size)
    return _start_velocities(model, state, description, t, size, place, diagnostics)


def _fits(
    model: Model,
    row: StartRow,
    index: dict[str, int],
    description: Description,
    place: Span,
    diagnostics: Diagnostics,
) -> bool:
    missing = [name for name in list(index)[: len(model.bodies.mass)] if name not in row.bodies]
    if missing:
        message = f"{row.source} has no {'body' if len(missing) == 1 else 'bodies'} {listed(missing, 6)}, but the run starts from its row"
        hint = f"its bodies are {', '.join(row.bodies[:6])}: the bodies of the deck must have the same names"
        diagnostics.error(Code.INCONSISTENT_INITIAL_CONDITIONS, message, place, hint)
    if begins_at_rest(description):
        message = "@START_FROM {STATIC} and a start from a row of results exclude each other"
        diagnostics.error(
            Code.CONFLICTING_KEYWORDS, message, place, "use @START_FROM {GIVEN}, or remove the results file"
        )
    if len(remembering_signals(model)):
        message = f"signals that depend on the past (delays, samples, hysteresis) restart: {row.source} does not contain their past"
        diagnostics.warning(Code.INCONSISTENT_INITIAL_CONDITIONS, message, place, "allow time for them to settle")
    return not diagnostics.has_errors


def _place(initial: State, row: StartRow, chosen: list[int]) -> State:
    x, e, u, w = initial.x.copy(), initial.e.copy(), initial.u.copy(), initial.w.copy()
    n = len(chosen)
    x[:n], e[:n], u[:n], w[:n] = row.x[chosen], row.e[chosen], row.u[chosen], row.w[chosen]
    e /= np.linalg.norm(e, axis=1)[:, None]
    return initial._replace(x=x, e=e, R=matrix_from_euler_parameters(e), u=u, w=w)


def _start_velocities(
    model: Model, state: State, description: Description, t: float, size: float, place: Span, diagnostics: Diagnostics
) -> State:
    """Return the velocities of the output row, after the smallest change with which they satisfy the joints."""
    ground, M = len(model.bodies.mass), mass_matrices(model.bodies, state)
    rows = np.zeros((6, 12))
    rows[:, 6:] = np.eye(6)
    values = np.concatenate([state.u, state.w], axis=1)
    units = ("m/s", "rad/s")
    weights = [partial(M.__getitem__, b) for b in range(ground)]
    given = [Given(b, -1, "", place, ground, b, rows, values[b], weights[b], units) for b in range(ground)]
    found = start_velocities(model, state, given, t, size)
    if found.contradicting:
        named = ", ".join(joint_blocks(description)[j].name for j in found.contradicting)
        message = f"no velocities satisfy the prescribed motions and the joints {named}"
        diagnostics.error(Code.INCONSISTENT_INITIAL_CONDITIONS, message, place)
        return state
    scale = np.repeat([size, 1.0], 3)
    fastest = float(np.max(np.abs(values / scale), initial=0.0))
    changed = {b: float(np.max(np.abs(change / scale))) for b, change in found.changes.items()}
    worst = max(changed, key=changed.__getitem__, default=-1)
    if worst >= 0 and changed[worst] > CHANGED * fastest:
        name = list(bodies_of(description))[worst]
        message = (
            "the velocities of the row do not satisfy the joints of this deck: the largest change is "
            f"{changed[worst] / fastest:.3g} times the largest velocity, at {name}"
        )
        diagnostics.warning(Code.INCONSISTENT_INITIAL_CONDITIONS, message, place)
    v = found.v
    return state._replace(u=np.ascontiguousarray(v[:, :3]), w=np.ascontiguousarray(v[:, 3:]))


def with_states(
    initial: State, model: Model, row: StartRow, signals: Mapping[str, int], place: Span, diagnostics: Diagnostics
) -> State:
    """Return the state with the states of signals from an output row. If a state is missing there, it keeps the value
    from the deck, and a warning follows.
    """
    names = state_names(model, signals)
    missing = [name for name in names if name not in row.elements]
    if missing:
        message = (
            f"{row.source} has no states of the signals {', '.join(missing)}: they start with the values of the deck"
        )
        diagnostics.warning(Code.INCONSISTENT_INITIAL_CONDITIONS, message, place)
    values = zip(names, initial.element.tolist(), strict=True)
    return initial._replace(element=np.array([row.elements.get(name, value) for name, value in values]))
