"""The integrators in quaternions and their momenta: IMPLICIT_MIDPOINT, ENERGY_MOMENTUM, LOBATTO_IIIA_B and
GAUSS_LOBATTO.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rbsolve.language.table import Variant
from rbsolve.solver.methods.kind import NEWTON, IntegratorType
from rbsolve.solver.model.options import QuaternionOptions, newton_options

_ENGINES = "rbsolve.solver.integrators.quaternion_hamiltonian.engine"
_FORMULATIONS = ("QUATERNION_HAMILTONIAN",)
_DEFAULTS = {"NEWTON": "FULL", "RELATIVE_TOLERANCE": 1e-20, "MAXIMUM_NUMBER_OF_ITERATIONS": 30}
"""These methods iterate until the corrections of quaternions and momenta, relative to the size of each unknown, are
only round-off.
"""


def _options(keywords: Mapping[str, Any]) -> QuaternionOptions:
    return QuaternionOptions(
        newton_options(keywords),
        keywords.get("NUMBER_OF_STAGES", 0),
        keywords["INERTIA_REPRESENTATION"] == "ALPHA",
        keywords["INERTIA_PARAMETER"],
    )


def _type_with_stages(name: str, meaning: str, fewest: int) -> IntegratorType:
    return IntegratorType(
        Variant(name, meaning, (), ("NUMBER_OF_STAGES", *NEWTON), {"NUMBER_OF_STAGES": fewest, **_DEFAULTS}),
        formulations=_FORMULATIONS,
        engine=f"{_ENGINES}:Spark",
        options=_options,
        needs=("tangent", "given_by_motion"),
        fewest_stages=fewest,
    )


TYPES = (
    IntegratorType(
        Variant("IMPLICIT_MIDPOINT", "Time-symmetric, second order.", (), NEWTON, _DEFAULTS),
        formulations=_FORMULATIONS,
        engine=f"{_ENGINES}:ImplicitMidpoint",
        options=_options,
        needs=("tangent", "given_by_motion"),
    ),
    IntegratorType(
        Variant("ENERGY_MOMENTUM", "Conserves energy and momentum, second order.", (), NEWTON, _DEFAULTS),
        formulations=_FORMULATIONS,
        engine=f"{_ENGINES}:EnergyMomentum",
        options=_options,
        needs=("tangent", "discrete_gradient", "given_by_motion"),
    ),
    _type_with_stages("LOBATTO_IIIA_B", "Symplectic, of order 2s - 2 with s stages.", 2),
    _type_with_stages("GAUSS_LOBATTO", "Symplectic, of order 2s with s stages.", 1),
)
