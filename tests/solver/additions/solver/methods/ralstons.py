"""RALSTONS: Ralston's method as a separate method."""

from rbsolve.language.table import Variant
from rbsolve.solver.methods.kind import IntegratorType
from rbsolve.solver.model.options import RungeKuttaOptions

TYPES = (
    IntegratorType(
        Variant("RALSTONS", "Explicit, second order."),
        formulations=("MINIMAL_COORDINATES",),
        engine="rbsolve.solver.integrators.ralstons:Ralstons",
        options=lambda keywords: RungeKuttaOptions("RALSTON", None),
        is_explicit=True,
    ),
)
