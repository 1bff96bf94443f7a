"""The type GENERALIZED_ALPHA."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rbsolve.language.table import Variant
from rbsolve.solver.methods.kind import NEWTON, IntegratorType
from rbsolve.solver.model.options import GeneralizedAlphaOptions, newton_options


def _options(keywords: Mapping[str, Any]) -> GeneralizedAlphaOptions:
    return GeneralizedAlphaOptions(
        keywords["SPECTRAL_RADIUS"],
        keywords["TANGENT_OPERATOR"],
        keywords["TANGENT_STIFFNESS"] == "FULL",
        newton_options(keywords),
        keywords.get("LOCAL_ERROR_TOLERANCE"),
    )


TYPES = (
    IntegratorType(
        Variant(
            "GENERALIZED_ALPHA",
            "Implicit, second order, with numerical dissipation; supports joints.",
            (),
            ("SPECTRAL_RADIUS", "TANGENT_OPERATOR", "TANGENT_STIFFNESS", "LOCAL_ERROR_TOLERANCE", *NEWTON),
            {
                "SPECTRAL_RADIUS": 0.9,
                "NEWTON": "FULL",
                "TANGENT_OPERATOR": True,
                "TANGENT_STIFFNESS": "FULL",
                "RELATIVE_TOLERANCE": 1e-8,
                "ABSOLUTE_TOLERANCE": 1e-8,
                "MAXIMUM_NUMBER_OF_ITERATIONS": 20,
            },
        ),
        formulations=(
            "LIE_R3_SO3",
            "LIE_R3_SO3_LEFT",
            "LIE_SE3",
            "UNIFIED_VELOCITIES",
            "CARDAN_ANGLES_1",
            "CARDAN_ANGLES_2",
            "EULER_PARAMETERS_2",
            "MINIMAL_COORDINATES",
        ),
        engine="rbsolve.solver.integrators.generalized_alpha.integrator:GeneralizedAlphaIntegrator",
        options=_options,
        needs=("tangent",),
        carries_signals=True,
    ),
)
