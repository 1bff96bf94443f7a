"""All kinds of couplings, in the order of the arrays."""

from __future__ import annotations

from rbsolve.solver.joints.couplings import gear, point_on_curve, rod, rolling_disc
from rbsolve.solver.joints.couplings.kind import CouplingKind

COUPLINGS: tuple[CouplingKind, ...] = (rod.ROD, gear.GEAR, rolling_disc.ROLLING_DISC, point_on_curve.POINT_ON_CURVE)
COUPLING_OF = {int(kind.kind): kind for kind in COUPLINGS}
"""The kinds by their codes in `Joints.kind`."""
