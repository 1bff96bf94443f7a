"""UNIFIED_VELOCITIES in generalized-alpha. Its steps are identical to the steps of LIE_SE3.

The velocity coordinates are `w = D (U, Omega)` with a constant D. Newmark's formulas, the recursion of the auxiliary
accelerations and the start are linear in velocity coordinates and their derivatives. Each of these equations in w is
therefore D times the same equation in (U, Omega). The configuration H exp(D^-1 w) and the residual D^-T r describe the
same motion. The unknowns are increments of the configuration, which a projection does not change. Therefore the method
integrates (U, Omega), and sensors compute w.
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.model.arrays import Model


def on_rigid_motions(model: Model) -> Model:
    """Return the model with LIE_SE3 in place of UNIFIED_VELOCITIES as the formulation of its bodies."""
    codes = model.bodies.formulation
    unified = codes == Formulation.UNIFIED_VELOCITIES
    if not np.any(unified):
        return model
    codes = np.where(unified, np.int64(Formulation.LIE_SE3), codes)
    return model._replace(bodies=model.bodies._replace(formulation=codes))
