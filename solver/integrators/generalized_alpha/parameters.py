"""The coefficients of the method."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GeneralizedAlpha:
    """Parameters of the generalized-alpha method (Holzinger et al. 2024, eq. (33), errata).

    `(1 - alpha_m) a_{n+1} + alpha_m a_n = (1 - alpha_f) v'_{n+1} + alpha_f v'_n`, and Newmark's formulas with the
    auxiliary accelerations a. The auxiliary accelerations a approximate v' at the time `t_n + (alpha_m - alpha_f) h`.
    """

    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float

    @classmethod
    def from_spectral_radius(cls, radius: float) -> GeneralizedAlpha:
        """Return the second-order method with the smallest dissipation at low frequencies, for a given spectral radius
        in [0, 1] at infinite frequency.
        """
        if not 0.0 <= radius <= 1.0:
            raise ValueError(f"the spectral radius must be from 0 to 1, not {radius:g}")
        alpha_m = (2.0 * radius - 1.0) / (radius + 1.0)
        alpha_f = radius / (radius + 1.0)
        gamma = 0.5 + alpha_f - alpha_m
        return cls(alpha_m, alpha_f, 0.25 * (gamma + 0.5) ** 2, gamma)
