"""A kind of coupling: one record with the functions of its rows.

All are subroutines. A check runs them as they are, with complex numbers too. A model with this kind compiles them as entries. `i` is the
coupling in `joints.couplings`; it owns rows of the joint `joints.couplings.joint[i]`.
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
    """The view of sensors on a coupling in some output rows."""

    end0: Motion
    """For its point and axes on the first body (rows, ...); without rows on GROUND"""
    end1: Motion
    """On the second body"""
    multipliers: Floats
    """For its rows (rows, n)"""
    remembered: Callable[[Hashable, Callable[[], Any]], Any]
    """(key, compute): shared data of several of its sensors, computed once."""


class Measure(NamedTuple):
    """A measurement of a coupling by a sensor."""

    sensor_type: str
    components: tuple[str, ...]
    unit: str | Callable[[Joints, int], str]
    """Its unit, or a function for it: (joints, i)."""
    name: str
    value: Callable[[Joints, int, Seen], Floats]
    """(joints, i, observed quantities) to (rows, components)"""
    is_inertial: bool = False
    """Whether it is a vector in inertial components, which sensors convert to the observer's axes"""


XYZ = ("F1", "F2", "F3")


def reaction(force: Callable[[Joints, int, Seen], Floats]) -> Measure:
    """The sensor of the force of a coupling on B1, (joints, i, seen) to inertial components (rows, 3)."""
    return Measure("REACTION_FORCE", XYZ, "N", "reaction force on B1", force, is_inertial=True)


class CouplingKind(NamedTuple):
    """A kind of coupling."""

    kind: JointKind
    residuals: Callable[..., Any]
    """(joints, i, state, phi): the residuals of its rows of `phi` (nc,)."""
    jacobians: Callable[..., Any]
    """(joints, i, state, J): its rows of `J` (nc, 12)."""
    accelerations: Callable[..., Any]
    """(joints, i, state, gamma): its rows of `gamma` (nc,), the part of Phi'' besides J v'."""
    numbers: Callable[[Described, ResolvedGeometry], Sequence[float]]
    """The numbers of a block, at most `WIDTH` (solver/model/flat.py)."""
    unsound: Callable[[Sequence[float]], tuple[str, str] | None]
    """The error in these numbers, in words after its name, and a hint; None if there is none."""
    fault: Callable[[Sequence[float], Floats], str]
    """(numbers, residuals of its rows): how it is not assembled, in words after its name."""
    tangent: Callable[..., Any]
    """(joints, i, state, multipliers, element): element[0] (12, 12) = d(J^T multipliers)/d[dx0, dpsi0, dx1, dpsi1]; it comes as zeros."""
    table: Callable[[Described], Floats] | None = None
    """The further data of a block; the first number is their index in `Couplings.tables`."""
    by_row: bool = False
    """Whether its residuals take one row of results at a time."""
    velocity_rows: tuple[int, ...] = ()
    """The rows that constrain velocities and have no integral: their residuals of positions are zero."""
    measures: tuple[Measure, ...] = ()
    """Its sensors."""
