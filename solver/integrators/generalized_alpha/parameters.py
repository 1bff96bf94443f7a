"""The numbers of the method and of its Newton iteration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TOLERANCE = 1e-8
ITERATIONS = 20


@dataclass(frozen=True, slots=True)
class GeneralizedAlpha:
    """Parameters of the generalized-alpha method (Seed 001, eq. (33), errata).

    `(1 - alpha_m) a_{n+1} + alpha_m a_n = (1 - alpha_f) v'_{n+1} + alpha_f v'_n`, and Newmark's formulas with the auxiliary
    accelerations a, which stand for v' at the time `t_n + (alpha_m - alpha_f) h`.
    """

    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float

    @classmethod
    def from_spectral_radius(cls, radius: float) -> GeneralizedAlpha:
        """The second-order method with the least dissipation at low frequencies for a spectral radius in [0, 1] at infinity."""
        if not 0.0 <= radius <= 1.0:
            raise ValueError(f"the spectral radius must lie between 0 and 1, not {radius:g}")
        alpha_m = (2.0 * radius - 1.0) / (radius + 1.0)
        alpha_f = radius / (radius + 1.0)
        gamma = 0.5 + alpha_f - alpha_m
        return cls(alpha_m, alpha_f, 0.25 * (gamma + 0.5) ** 2, gamma)


@dataclass(frozen=True, slots=True)
class NewtonOptions:
    """How each step is solved.

    The iteration ends when the estimated error that it leaves in the increments d = (dx, dpsi) of every body is below
    `h^2 (absolute + relative A)`, with A the largest acceleration of any body, linear for dx and angular for dpsi: the tolerances are
    those of the accelerations, and with them of the multipliers, whatever the step. They are never above `relative` of the model's
    extent or of a radian, so that no acceleration of a mechanism that locks is large enough to excuse a motion that does not
    converge. What rounding makes of lengths in the model is added. The error is estimated by the last correction times
    `theta / (1 - theta)`, theta its contraction.
    """

    modified: bool = False
    """Keep a factorization until the iteration converges slowly."""
    tangent_operator: bool = True
    """Keep the tangent operator T in the iteration matrix; without it the iteration takes more turns at large steps."""
    relative: float = TOLERANCE
    absolute: float = TOLERANCE
    iterations: int = ITERATIONS

    @classmethod
    def from_keywords(cls, options: Mapping[str, Any]) -> NewtonOptions:
        """From the keywords of a TIME_INTEGRATOR block."""
        return cls(
            modified=options.get("NEWTON", "FULL") == "MODIFIED",
            tangent_operator=options.get("TANGENT_OPERATOR", True) not in (False, "NO"),
            relative=float(options.get("RELATIVE_TOLERANCE", TOLERANCE)),
            absolute=float(options.get("ABSOLUTE_TOLERANCE", TOLERANCE)),
            iterations=int(options.get("MAXIMUM_NUMBER_OF_ITERATIONS", ITERATIONS)),
        )
