"""Reports contacts with a deep initial overlap. Such an overlap would push the bodies apart at a high speed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.solver.contacts.law import energy_at_point
from rbsolve.solver.contacts.nearness import apart
from rbsolve.solver.contacts.touch import Touch, ends_of, point_of
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.model.arrays import Model, State, copy_state
from rbsolve.solver.model.flat import Floats

MANY_WEIGHTS = 10.0  # acceleration in multiples of gravity; below it, a body at rest on a contact causes no warning
THROWN = 0.01  # no warning if the body is thrown by less than this distance, relative to the size of the model


class _Press(NamedTuple):
    """A point of a contact where the two shapes overlap."""

    touch: Touch
    probe: int
    solid: int
    probe_end: int


def check_depths(
    description: Description, model: Model, initial: State, start: float, stop: float, diagnostics: Diagnostics
) -> None:
    """Warn of contacts with an initial overlap that would push the bodies apart."""
    blocks, contacts = list(description.all_of("CONTACT")), model.contacts
    pressing = [_presses(model, k, initial) for k in range(len(contacts.body0))]
    if not any(pressing) or len(blocks) != len(pressing):
        return
    state = copy_state(initial)
    for kind in KINDS:
        if kind.count(model):
            kind.apply(model, start, state)
    length = float(np.max(np.ptp(initial.x, axis=0))) + float(np.max(np.abs(contacts.half), initial=0.0))
    weight = float(np.linalg.norm(model.gravity))
    for k, (block, points) in enumerate(zip(blocks, pressing, strict=True)):
        if not points:
            continue
        apart, point = max(
            ((_acceleration(model, k, point, state), point) for point in points), key=lambda pair: pair[0]
        )
        energy = sum(energy_at_point(contacts.law, k, point.touch) for point in points)
        speed = float(np.sqrt(2.0 * energy * _inverse_mass(model, k, point, state)))
        far = 0.5 * speed**2 / weight if weight > 0.0 else speed * (stop - start)
        if apart > MANY_WEIGHTS * weight and far > THROWN * length:
            _warn(block, -point.touch.gap, speed, diagnostics)


def _warn(block: Described, depth: float, speed: float, diagnostics: Diagnostics) -> None:
    bodies = " and ".join(block["CONNECTED_TO_BODIES"])
    diagnostics.warning(
        Code.INVALID_VALUE,
        f"contact {block.name} starts {depth:.3g} m deep: the stored energy pushes {bodies} apart at up to {speed:.3g} m/s",
        block.span_of("CONTACT_SHAPES"),
        "start with separate shapes, or at the depth that @ANALYSIS_TYPE {STATIC} finds",
    )


def _presses(model: Model, k: int, state: State) -> list[_Press]:
    """Return the points of contact `k` at which a force acts."""
    contacts, found = model.contacts, list[_Press]()
    if apart(contacts, k, state) > 0.0:
        return found
    for i in range(contacts.first[k], contacts.first[k + 1]):
        probe, solid = ends_of(contacts, k, i)
        touch = point_of(contacts, k, i, state)
        if touch.gap < 0.0:
            found.append(_Press(touch, probe, solid, int(contacts.end[i])))
    return found


def _along(point: _Press, body: int, state: State, at_point: bool) -> Floats:
    """Return the unit wrench along the contact normal on a body, in the axes of the body. The unit wrench is about the
    contact point or the body's origin.
    """
    R, n = state.R[body], np.array(point.touch.normal)
    arm = np.array(point.touch.place) - state.x[body] if at_point else np.zeros(3)
    return np.concatenate([R.T @ n, R.T @ np.cross(arm, n)])


def _acceleration(model: Model, k: int, point: _Press, state: State) -> float:
    """Return the acceleration with which the applied forces separate the bodies."""
    total = 0.0
    for body, end, sign in ((point.probe, point.probe_end, 1.0), (point.solid, 1 - point.probe_end, -1.0)):
        wrench = np.concatenate([state.R[body].T @ state.force[body], state.moment[body]])
        total += sign * _along(point, body, state, True) @ model.contacts.mobility[k, end] @ wrench
    return float(total)


def _inverse_mass(model: Model, k: int, point: _Press, state: State) -> float:
    """Return the reciprocal of the effective mass for motion without rotation of the bodies."""
    total = 0.0
    for body, end in ((point.probe, point.probe_end), (point.solid, 1 - point.probe_end)):
        along = _along(point, body, state, False)
        total += float(along @ model.contacts.mobility[k, end] @ along)
    return total
