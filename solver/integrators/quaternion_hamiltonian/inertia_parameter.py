"""Computes the parameter of the alpha-type or gamma-type inertia of each body. It is a given number, or follows from
the rule AUTO or SPIN.

In a step, a body that spins about its angular momentum turns by `h Omega (1 + e (h Omega)^(2p))`. `e` is linear in
`1/gamma`, and is zero for one value of gamma (derived in docs/theory/quaternions.md). With the moment of inertia J_s
about the axis, this value is `ratio J_s`. The ratio is 3/4 for the implicit midpoint scheme and (2p + 1)/(2p) for a
SPARK method with p constraints. The error does not depend on gamma in ENERGY_MOMENTUM, and in LOBATTO_IIIA_B with an
odd number of stages. The error depends on alpha only in LOBATTO_IIIA_B, in the same way as on gamma.
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.options import QuaternionOptions

AUTO, SPIN = "AUTO", "SPIN"


def spin_ratio(integrator: str, options: QuaternionOptions) -> float | None:
    """Return the optimal parameter relative to the moment about the spin axis. Return None if the parameter does not
    affect a spin at leading order.
    """
    if integrator == "IMPLICIT_MIDPOINT":
        return None if options.is_alpha else 0.75
    if integrator == "GAUSS_LOBATTO":
        return None if options.is_alpha else 1.0 + 0.5 / options.stages
    if integrator == "LOBATTO_IIIA_B" and options.stages % 2 == 0:
        return 1.0 + 0.5 / (options.stages - 1)
    return None


def inertia_parameters(integrator: str, options: QuaternionOptions, inertia: Floats, w: Floats) -> Floats:
    """Return the parameter of each body (nb,) [kg m^2]. It depends on the inertia about the pivot (nb, 3, 3), and on
    the angular velocity (nb, 3) at the start.

    AUTO is the mean of the principal moments, tr(J)/3. SPIN is the same as AUTO for a body at rest, and if there is no
    optimum.
    """
    rule = options.inertia_parameter
    means: Floats = np.trace(inertia, axis1=1, axis2=2) / 3.0
    if not isinstance(rule, str):
        return np.full(len(means), rule)
    ratio = spin_ratio(integrator, options) if rule == SPIN else None
    if ratio is None:
        return means
    squares, energies = np.einsum("bi,bi->b", w, w), np.einsum("bi,bij,bj->b", w, inertia, w)
    moments: Floats = energies / np.where(squares > 0.0, squares, 1.0)
    return np.asarray(np.where(squares > 0.0, ratio * moments, means))
