"""A kind of coupling: one record with the functions of its rows.

All functions are subroutines. A check runs the subroutines in Python, also with complex numbers. A model with this kind compiles them as
entries. `i` is the index in `joints.couplings`; the coupling owns rows of the joint `joints.couplings.joint[i]`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry.observer import Motion
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

if TYPE_CHECKING:
    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.language.described import Described


class Seen(NamedTuple):
    """The motion of a coupling in some output rows, as sensors see it."""

    end0: Motion
    """Observer at the point and axes of the coupling on the first body (rows, ...). The observer has no rows if that
    body is GROUND
    """
    end1: Motion
    """Point and axes on the second body"""
    multipliers: Floats
    """The multipliers of the coupling's rows (rows, n)"""
    remembered: Callable[[Hashable, Callable[[], Any]], Any]
    """(key, compute): computes data once that several sensors of the coupling share"""


class Measure(NamedTuple):
    """A quantity of a coupling that sensors measure."""

    sensor_type: str
    components: tuple[str, ...]
    unit: str | Callable[[Joints, int], str]
    """The unit, or a function (joints, i) that returns the unit"""
    name: str
    value: Callable[[Joints, int, Seen], Floats]
    """(joints, i, Seen) to (rows, components)"""
    is_inertial: bool = False
    """Whether the quantity is a vector in inertial components, which sensors convert to the observer's axes"""


XYZ = ("F1", "F2", "F3")


def reaction(force: Callable[[Joints, int, Seen], Floats]) -> Measure:
    """The sensor of the force of a coupling on B1: (joints, i, seen) to inertial components (rows, 3)."""
    return Measure("REACTION_FORCE", XYZ, "N", "reaction force on B1", force, is_inertial=True)


class CouplingKind(NamedTuple):
    """A kind of coupling."""

    kind: JointKind
    residuals: Callable[..., Any]
    """(joints, i, state, phi): write the residuals to the coupling's rows of `phi` (nc,)"""
    jacobians: Callable[..., Any]
    """(joints, i, state, J): write the Jacobian to the coupling's rows of `J` (nc, 12)"""
    accelerations: Callable[..., Any]
    """(joints, i, state, gamma): write the terms of Phi'' without accelerations to the coupling's rows of `gamma`
    (nc,)
    """
    numbers: Callable[[Described, ResolvedGeometry], Sequence[float]]
    """The numbers of a block, at most `WIDTH` (solver/model/flat.py)"""
    unsound: Callable[[Sequence[float]], tuple[str, str] | None]
    """The error in these numbers, in words that follow the coupling's name, and a hint; None if the numbers are
    valid
    """
    fault: Callable[[Sequence[float], Floats], str]
    """(numbers, residuals of the coupling's rows): the reason why the coupling is not assembled, in words that follow
    its name
    """
    tangent: Callable[..., Any]
    """(joints, i, state, multipliers, element): add d(J^T multipliers)/d[dx0, dpsi0, dx1, dpsi1] to element[0] (12, 12), which is zero
    before"""
    table: Callable[[Described], Floats] | None = None
    """The table of a block. The first number of the coupling is the index of the table in `Couplings.tables`"""
    by_row: bool = False
    """Whether the residuals support only one output row at a time"""
    velocity_rows: tuple[int, ...] = ()
    """The rows that constrain velocities and cannot be integrated; their position residuals are zero"""
    measures: tuple[Measure, ...] = ()
    """The sensors of this kind of coupling"""
