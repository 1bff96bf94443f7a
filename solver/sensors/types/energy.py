"""KINETIC_ENERGY, POTENTIAL_ENERGY and TOTAL_ENERGY of a body or of SYSTEM.

The potential energy of a body is the potential of its weight, `-m g·x_C`, where x_C is the position of its centre of
mass. This energy is 0 at the inertial origin. The energy of SYSTEM also contains the stored energy of forces. Applied
loads do work and store no energy.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry.arrays import dot
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.forces.contact.record import CONTACT, STICKING_CONTACT
from rbsolve.solver.forces.of_joints import DRIVE
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.masses import moving_masses, selected_bodies, sum_of_bodies
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request
from rbsolve.solver.sensors.types import forces
from rbsolve.solver.sensors.types.contact import contact_energies
from rbsolve.solver.sensors.types.joint import joint_spring_energies

Store = Callable[[Rows, CompiledModel], Floats]
"""Function that returns the energies of all forces of a kind (rows, stores), if the model has such forces."""


STORES: dict[str, Store] = {
    **forces.STORES,
    DRIVE.name: joint_spring_energies,
    CONTACT.name: contact_energies,
    STICKING_CONTACT.name: contact_energies,
}
"""The functions of stored energies, by kind of force."""
if set(STORES) != {kind.name for kind in KINDS if kind.stores}:
    raise TypeError(f"the catalogue of forces has other kinds with stored energy than {sorted(STORES)}")


def _kinetic(request: Request) -> Callable[[Rows], Floats]:
    bodies, selected = request.compiled.model.bodies, selected_bodies(request)

    def compute(rows: Rows) -> Floats:
        masses = moving_masses(rows, bodies, selected)
        translation = _sums(masses.mass[..., None] * masses.velocity**2)
        rotation = _sums(masses.spin * masses.w)
        return np.asarray(0.5 * (translation + rotation)[:, None], dtype=float)

    # The energy balance reads the same energy as a sensor of a single body.
    return lambda rows: rows.remember(("kinetic energy", selected.tobytes()), lambda: compute(rows))


def _sums(parts: Floats) -> Floats:
    """Return the sum of the parts (rows, m, 3) of each row. The order of summation, and so the round-off, depends on
    the order in memory.
    """
    if parts.shape[1] == 1:  # the same order, but numpy adds columns several times faster than short rows
        return np.asarray(parts[:, 0, 0] + parts[:, 0, 1] + parts[:, 0, 2])
    return np.asarray(np.sum(np.ascontiguousarray(parts), axis=(1, 2)))


def stores_of(compiled: CompiledModel) -> list[Store]:
    """Return the functions of stored energy that apply to a model."""
    return [STORES[kind.name] for kind in KINDS if kind.stores and kind.count(compiled.model)]


def _potential(request: Request) -> Callable[[Rows], Floats]:
    compiled, selected = request.compiled, selected_bodies(request)
    stores = stores_of(compiled) if request.family == "SYSTEM" else []

    def evaluate(chunk: Rows) -> Floats:
        masses = moving_masses(chunk, compiled.model.bodies, selected)
        energy = -sum_of_bodies(masses.mass * dot(masses.centre, compiled.model.gravity))
        for store in stores:
            energy = energy + np.sum(store(chunk, compiled), axis=1)
        return np.asarray(energy[:, None], dtype=float)

    return evaluate


def kinetic_energy(request: Request) -> Measurement:
    """Return the sum of `(m v_C·v_C + w·J w) / 2`."""
    return Measurement(("T",), "J", "kinetic energy", _kinetic(request), observed=False)


def potential_energy(request: Request) -> Measurement:
    """Return the potential energy. For SYSTEM, it contains the stored energy of forces."""
    return Measurement(("V",), "J", "potential energy", _potential(request), observed=False)


def total_energy(request: Request) -> Measurement:
    """Return the sum of kinetic and potential energy."""
    kinetic, potential = _kinetic(request), _potential(request)
    return Measurement(("E",), "J", "total energy", lambda chunk: kinetic(chunk) + potential(chunk), observed=False)
