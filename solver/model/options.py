"""Defines the options of integrators, which are the typed contents of a TIME_INTEGRATOR block.

The options are created from the keywords with their defaults (`parser/schema/integrators.py: keywords_in_force`). Only
that module defines defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

GYRATION = "GYRATION"
"""The value of PROJECTION_LENGTHS for which the lengths of each body are computed."""


class ProjectionOptions(NamedTuple):
    """The points and axes of the six velocities of a body in UNIFIED_VELOCITIES (Holzinger et al. 2020, section 4)."""

    kind: str  # HEXAHEDRON, TETRAHEDRON or CUSTOM
    lengths: tuple[
        float, ...
    ]  # [m] three lengths of a hexahedron, or one length for all sides; empty for CUSTOM and with radii of gyration
    by_gyration: bool  # whether the lengths of each body's hexahedron are its radii of gyration
    scale: float  # scale of the directions; without effect on CUSTOM
    points: tuple[float, ...]  # (18,) [m], for CUSTOM
    directions: tuple[float, ...]  # (18,) for CUSTOM

    @classmethod
    def of(cls, keywords: Mapping[str, Any]) -> ProjectionOptions:
        """Return the projection of a method for bodies in UNIFIED_VELOCITIES, from its keywords with defaults."""
        custom = keywords["PROJECTION"] == "CUSTOM"
        lengths = () if custom else keywords["PROJECTION_LENGTHS"]
        by_gyration = lengths == (GYRATION,)
        return cls(
            keywords["PROJECTION"],
            () if by_gyration else lengths,
            by_gyration,
            1.0 if custom else keywords["PROJECTION_SCALE"],
            keywords["PROJECTION_POINTS"] if custom else (),
            keywords["PROJECTION_DIRECTIONS"] if custom else (),
        )


class RungeKuttaOptions(NamedTuple):
    """Options of EXPLICIT_RUNGE_KUTTA."""

    tableau: str
    tolerances: tuple[float, float] | None
    """Relative and absolute tolerance of the error of a step, or None for fixed steps."""

    @property
    def is_adaptive(self) -> bool:
        """Return whether the error controls the step size."""
        return self.tolerances is not None


class NewtonOptions(NamedTuple):
    """Options of the Newton iteration in an implicit method."""

    modified: bool
    """Whether a factorization is kept until the iteration converges slowly."""
    relative: float
    absolute: float
    """Absolute tolerance. It is 0 if the method has none and measures each unknown relative to its own size."""
    iterations: int
    """Largest number of iterations."""


class GeneralizedAlphaOptions(NamedTuple):
    """Options of GENERALIZED_ALPHA."""

    spectral_radius: float
    """Spectral radius at infinite frequency, in [0, 1]."""
    tangent_operator: bool
    """Whether the iteration matrix includes the tangent operator T. Without T, large steps need more iterations."""
    full_stiffness: bool
    """Whether the iteration matrix includes the derivatives of inertia and constraint forces with respect to the configuration.
    (Holzinger et al. 2024, eqs. (36) and (41) with these derivatives, eqs. (37) and (42) without.)
    """
    newton: NewtonOptions
    local_error: float | None
    """Largest error of a step [m], or None for fixed steps."""

    @property
    def is_adaptive(self) -> bool:
        """Return whether the error controls the step size."""
        return self.local_error is not None


class QuaternionOptions(NamedTuple):
    """Options of the integrators of QUATERNION_HAMILTONIAN."""

    newton: NewtonOptions
    stages: int
    """Number of stages, which is 0 for methods that are not SPARK."""
    is_alpha: bool
    """Whether INERTIA_REPRESENTATION is ALPHA. The square of q.p then regularizes the mass matrix; with GAMMA, p.p
    does.
    """
    inertia_parameter: float | str
    """The parameter [kg m^2], or a rule that determines a value for each body: AUTO or SPIN
    (quaternion_hamiltonian/inertia_parameter.py).
    """

    @property
    def is_adaptive(self) -> bool:
        """Return False, because steps are fixed."""
        return False


Options = RungeKuttaOptions | GeneralizedAlphaOptions | QuaternionOptions


def newton_options(keywords: Mapping[str, Any]) -> NewtonOptions:
    """Return the options of the Newton iteration from the keywords with defaults."""
    return NewtonOptions(
        keywords["NEWTON"] == "MODIFIED",
        keywords["RELATIVE_TOLERANCE"],
        keywords.get("ABSOLUTE_TOLERANCE", 0.0),
        keywords["MAXIMUM_NUMBER_OF_ITERATIONS"],
    )
