"""What a kind of coupling is: the functions of its rows, one record.

All are subroutines, which run as they are in a check, with complex numbers too, and become entries where a model has the kind. `i` is the
coupling in `joints.couplings`; it owns rows of the joint `joints.couplings.joint[i]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.parser.description.described import Described


class CouplingKind(NamedTuple):
    """A kind of coupling."""

    kind: JointKind
    residuals: Callable[..., Any]
    """(joints, i, state, phi): what its rows of `phi` (nc,) miss."""
    jacobians: Callable[..., Any]
    """(joints, i, state, J): its rows of `J` (nc, 12)."""
    accelerations: Callable[..., Any]
    """(joints, i, state, gamma): its rows of `gamma` (nc,), what Phi'' has beside J v'."""
    numbers: Callable[[Described, ResolvedGeometry], Sequence[float]]
    """What a block says, at most `WIDTH` (solver/model/flat.py)."""
    unsound: Callable[[Sequence[float]], tuple[str, str] | None]
    """What is wrong with these numbers, in words after its name, and a hint; None for nothing."""
    fault: Callable[[Sequence[float], Floats], str]
    """(numbers, residuals of its rows): how it is not assembled, in words after its name."""
    tangent: Callable[..., Any]
    """(joints, i, state, multipliers, element): element[0] (12, 12) = d(J^T multipliers)/d[dx0, dpsi0, dx1, dpsi1]; it comes as zeros."""
    table: Callable[[Described], Floats] | None = None
    """What a block says beyond numbers, of which the first is the place of this in `Couplings.tables`."""
    by_row: bool = False
    """Whether its residuals take one row of results at a time."""
    velocity_rows: tuple[int, ...] = ()
    """Those of its rows that bind velocities and have no integral: their residuals of positions are zero."""
