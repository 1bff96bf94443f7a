"""The types of the family EXPLICIT_RUNGE_KUTTA."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rbsolve.language.table import Variant
from rbsolve.solver.methods.kind import TOLERANCES, IntegratorType
from rbsolve.solver.model.options import RungeKuttaOptions


def _options(keywords: Mapping[str, Any]) -> RungeKuttaOptions:
    is_adaptive = "RELATIVE_TOLERANCE" in keywords
    return RungeKuttaOptions(
        keywords["TABLEAU"], (keywords["RELATIVE_TOLERANCE"], keywords["ABSOLUTE_TOLERANCE"]) if is_adaptive else None
    )


TYPES = (
    IntegratorType(
        Variant(
            "EXPLICIT_RUNGE_KUTTA",
            "Explicit Runge-Kutta, adaptive for embedded tableaux with tolerances.",
            (),
            ("TABLEAU", *TOLERANCES),
            {"TABLEAU": "RK44"},
        ),
        formulations=(
            "LIE_R3_SO3",
            "LIE_R3_SO3_LEFT",
            "LIE_SE3",
            "LIE_R3_S3",
            "UNIFIED_VELOCITIES",
            "CARDAN_ANGLES_1",
            "CARDAN_ANGLES_2",
            "EULER_PARAMETERS_1",
            "MINIMAL_COORDINATES",
        ),
        engine="rbsolve.solver.integrators.munthe_kaas.integrator:ExplicitRungeKutta",
        options=_options,
        is_explicit=True,
        carries_signals=True,
    ),
)
