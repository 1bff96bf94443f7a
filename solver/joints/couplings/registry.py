"""All kinds of couplings, in the order of the arrays."""

from __future__ import annotations

from rbsolve.solver.joints.couplings import gear, rod, rolling_disc
from rbsolve.solver.joints.couplings.kind import CouplingKind

COUPLINGS: tuple[CouplingKind, ...] = (rod.ROD, gear.GEAR, rolling_disc.ROLLING_DISC)
COUPLING_OF = {int(kind.kind): kind for kind in COUPLINGS}
"""By `Joints.kind`."""
