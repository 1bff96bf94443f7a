"""Every option of an integrator as it is in force, those of the method itself included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rbsolve.parser.schema.integrators import FORMULATION_DEFAULTS, TYPES
from rbsolve.solver.model.compiled import Method

_CHOSEN = ("INTEGRATOR_TYPE", "FORMULATION")
_TOLERANCES = ("RELATIVE_TOLERANCE", "ABSOLUTE_TOLERANCE")


def in_force(method: Method) -> dict[str, Any]:
    """The options of a method by keyword: those given, the defaults of the schema, and those that the method sets itself."""
    variant = TYPES.of(method.integrator)
    if variant is None:
        return {}
    given = {keyword: value for keyword, value in method.options.items() if keyword not in _CHOSEN}
    chosen = {**variant.defaults, **FORMULATION_DEFAULTS.get(method.formulation, {}), **given}
    return {**_own(method.integrator, chosen), **chosen}


def _own(integrator: str, options: Mapping[str, object]) -> dict[str, Any]:
    """What a method sets where nothing is given."""
    if integrator == "EXPLICIT_RUNGE_KUTTA":
        from rbsolve.solver.integrators.step_control import tolerances
        from rbsolve.solver.integrators.tableaux import is_adaptive

        return dict(zip(_TOLERANCES, tolerances(options), strict=True)) if is_adaptive(options) else {}
    if integrator == "GENERALIZED_ALPHA":
        from rbsolve.solver.integrators.generalized_alpha.parameters import NewtonOptions

        newton = NewtonOptions()
        own = {"RELATIVE_TOLERANCE": newton.relative, "ABSOLUTE_TOLERANCE": newton.absolute}
        return {**own, "MAXIMUM_NUMBER_OF_ITERATIONS": newton.iterations}
    from rbsolve.solver.integrators.quaternion_hamiltonian.engine import ITERATIONS, ROUNDING

    return {"RELATIVE_TOLERANCE": ROUNDING, "MAXIMUM_NUMBER_OF_ITERATIONS": ITERATIONS}
