"""The types of time integrators. To add a family, write a module with its records (kind.py), and list it here."""

from __future__ import annotations

from rbsolve.solver.methods import explicit_runge_kutta, generalized_alpha, quaternion_hamiltonian
from rbsolve.solver.methods.kind import IntegratorType

INTEGRATORS: tuple[IntegratorType, ...] = (
    *explicit_runge_kutta.TYPES,
    *generalized_alpha.TYPES,
    *quaternion_hamiltonian.TYPES,
)
"""The types in the order of the deck reference."""

INTEGRATOR_OF = {integrator.name: integrator for integrator in INTEGRATORS}
