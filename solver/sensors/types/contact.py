"""Measures forces, depths and sliding velocities of contacts, and their stored energy."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import observer
from rbsolve.solver.forces.contact.rows import (
    COLUMNS,
    DEPTH,
    ENERGY,
    FORCE,
    NORMAL,
    PLACE,
    ROLLING_MOMENT,
    SLIDING,
    ContactRows,
    contact_rows,
    sticking_rows,
)
from rbsolve.solver.model.arrays import empty_state
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request, number_labels


def _columns(rows: Rows, compiled: CompiledModel) -> Floats:
    """Return all quantities of contacts (rows, contacts, COLUMNS). They are computed once for a chunk."""

    def compute() -> Floats:
        contacts = compiled.model.contacts
        out = np.zeros((len(rows.time), len(contacts.body0), COLUMNS))
        fill = sticking_rows if rows.bristle.shape[1] else contact_rows
        motion = ContactRows(rows.x, rows.e, rows.u, rows.w, rows.contact_speed, rows.bristle)
        fill(contacts, motion, empty_state(compiled.bodies, 0, len(contacts.end), rows.bristle.shape[1]), out)
        return out

    return rows.remember("contacts", compute)


def contact_energies(rows: Rows, compiled: CompiledModel) -> Floats:
    """Return the stored energy of each contact (rows, m)."""
    if not len(compiled.model.contacts.body0):
        return np.zeros((len(rows.time), 0))
    return _columns(rows, compiled)[..., ENERGY]


def contact_forces(rows: Rows, compiled: CompiledModel) -> tuple[Floats, Floats]:
    """Return the force of each contact on its B1 (rows, m, 3) [N], and the position of the force (rows, m, 3) [m], both
    in inertial components.

    The position is the mean of the contact points, weighted by their normal forces. The position is NaN without
    contact.
    """
    if not len(compiled.model.contacts.body0):
        return np.zeros((len(rows.time), 0, 3)), np.zeros((len(rows.time), 0, 3))
    columns = _columns(rows, compiled)
    normal = columns[..., NORMAL, None]
    places = np.full((*columns.shape[:2], 3), np.nan)
    np.divide(columns[..., PLACE : PLACE + 3], normal, out=places, where=normal > 0.0)
    return columns[..., FORCE : FORCE + 3], places


def normal_force(request: Request) -> Measurement:
    """Return the sum of the normal forces of a contact's points."""
    return _scalar(request, NORMAL, "force", "N", "normal force")


def penetration(request: Request) -> Measurement:
    """Return the depth of the deepest point."""
    return _scalar(request, DEPTH, "depth", "m", "penetration")


def sliding_velocity(request: Request) -> Measurement:
    """Return the sliding speed of the deepest point."""
    return _scalar(request, SLIDING, "speed", "m/s", "sliding velocity")


def _scalar(request: Request, column: int, label: str, unit: str, name: str) -> Measurement:
    compiled, k = request.compiled, request.index
    return Measurement((label,), unit, name, lambda rows: _columns(rows, compiled)[:, k, column, None], observed=False)


def force(request: Request) -> Measurement:
    """Return the total force of a contact on B1, in the observer's axes."""
    return _vector(request, FORCE, "F", "N", "reaction force on B1")


def rolling_moment(request: Request) -> Measurement:
    """Return the moment of the rolling resistance on B1, in the observer's axes."""
    return _vector(request, ROLLING_MOMENT, "M", "N m", "rolling resistance on B1")


def _vector(request: Request, column: int, letter: str, unit: str, name: str) -> Measurement:
    compiled, k = request.compiled, request.index

    def evaluate(rows: Rows) -> Floats:
        return observer.resolve_in(request.observer.pose(rows).R, _columns(rows, compiled)[:, k, column : column + 3])

    return Measurement(number_labels(letter), unit, name, evaluate)
