"""The options of a method for an integrator: the content of a TIME_INTEGRATOR block, typed.

They are made from the keywords in force (`parser/schema/integrators.py: keywords_in_force`). The defaults are there, not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

GYRATION = "GYRATION"
"""PROJECTION_LENGTHS of each body's own."""


class ProjectionOptions(NamedTuple):
    """The point and axes for the six velocities of a body in UNIFIED_VELOCITIES (Holzinger et al. 2020, section 4)."""

    kind: str  # HEXAHEDRON, TETRAHEDRON or CUSTOM
    lengths: tuple[
        float, ...
    ]  # [m] three of a hexahedron, or one for all sides; empty for CUSTOM, and with radii of gyration
    by_gyration: bool  # whether each body has a hexahedron of its radii of gyration
    scale: float  # of the directions; not of CUSTOM ones
    points: tuple[float, ...]  # (18,) [m], of a CUSTOM one
    directions: tuple[float, ...]  # (18,)

    @classmethod
    def of(cls, keywords: Mapping[str, Any]) -> ProjectionOptions:
        """From the keywords in force of a method for bodies in UNIFIED_VELOCITIES."""
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
    """Of EXPLICIT_RUNGE_KUTTA."""

    tableau: str
    tolerances: tuple[float, float] | None
    """Relative and absolute, of the error of a step; None for steps of a fixed size."""

    @property
    def is_adaptive(self) -> bool:
        """Whether the size of the steps follows their error."""
        return self.tolerances is not None


class NewtonOptions(NamedTuple):
    """Newton's iteration of an implicit method."""

    modified: bool
    """Keep a factorization until the iteration converges slowly."""
    relative: float
    absolute: float
    """0 if the method has none: an unknown is then measured by its own size."""
    iterations: int
    """Largest number of iterations."""


class GeneralizedAlphaOptions(NamedTuple):
    """Of GENERALIZED_ALPHA."""

    spectral_radius: float
    """Spectral radius at infinite frequency, in [0, 1]."""
    tangent_operator: bool
    """Keep the tangent operator T in the iteration matrix; without it the iteration takes more turns at large steps."""
    full_stiffness: bool
    """Keep how inertia and constraint forces change with the configuration (Holzinger et al. 2024, eqs. (36), (41); without it (37),
    (42))."""
    newton: NewtonOptions
    local_error: float | None
    """[m] The error of a step that may remain; None for steps of a fixed size."""

    @property
    def is_adaptive(self) -> bool:
        """Whether the size of the steps follows their error."""
        return self.local_error is not None


class QuaternionOptions(NamedTuple):
    """Options of the integrators of QUATERNION_HAMILTONIAN."""

    newton: NewtonOptions
    stages: int
    """0 for methods that are not SPARK."""
    is_alpha: bool
    """Whether INERTIA_REPRESENTATION is ALPHA, which makes the mass matrix regular by the square of q.p; otherwise it is GAMMA, by p.p."""
    inertia_parameter: float | str
    """[kg m^2], or a rule that gives each body its own: AUTO or SPIN (quaternion_hamiltonian/inertia_parameter.py)."""

    @property
    def is_adaptive(self) -> bool:
        """Steps are of a fixed size."""
        return False


Options = RungeKuttaOptions | GeneralizedAlphaOptions | QuaternionOptions


def newton_options(keywords: Mapping[str, Any]) -> NewtonOptions:
    """The options of an iteration from the keywords in force."""
    return NewtonOptions(
        keywords["NEWTON"] == "MODIFIED",
        keywords["RELATIVE_TOLERANCE"],
        keywords.get("ABSOLUTE_TOLERANCE", 0.0),
        keywords["MAXIMUM_NUMBER_OF_ITERATIONS"],
    )
