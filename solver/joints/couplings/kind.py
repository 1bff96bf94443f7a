"""Defines the record of a kind of coupling, with the functions of its rows.

All these functions are subroutines. They run in Python when a deck is checked, also with complex numbers. They are
compiled as entries if a model has this kind of coupling. `i` is the index in `joints.couplings`. The coupling owns rows
of the joint `joints.couplings.joint[i]`.
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
    """The motion of a coupling in some output rows, in the form that sensors need."""

    end0: Motion
    """The motion of the point and axes of the coupling on the first body (rows, ...). If the first body is GROUND,
    there are no rows.
    """
    end1: Motion
    """The motion of the point and axes on the second body."""
    multipliers: Floats
    """The multipliers of the coupling's rows (rows, n)."""
    remembered: Callable[[Hashable, Callable[[], Any]], Any]
    """Function (key, compute) that computes data once for all sensors of the coupling."""


class Measure(NamedTuple):
    """A quantity of a coupling that sensors measure."""

    sensor_type: str
    components: tuple[str, ...]
    unit: str | Callable[[Joints, int], str]
    """The unit, or a function (joints, i) that returns the unit."""
    name: str
    value: Callable[[Joints, int, Seen], Floats]
    """Function (joints, i, Seen) that returns the values (rows, components)."""
    is_inertial: bool = False
    """Whether the quantity is a vector in inertial components. Sensors convert such a vector to the observer's axes."""
    by_multiplier: float = 0.0
    """For a quantity that is proportional to the first multiplier of the coupling: the quantity divided by this
    multiplier. Signals use this factor.
    """


XYZ = ("F1", "F2", "F3")


def reaction(force: Callable[[Joints, int, Seen], Floats]) -> Measure:
    """Return the measure of the force that a coupling exerts on B1. The function `force` (joints, i, seen) returns
    inertial components (rows, 3).
    """
    return Measure("REACTION_FORCE", XYZ, "N", "reaction force on B1", force, is_inertial=True)


class CouplingKind(NamedTuple):
    """The record of a kind of coupling."""

    kind: JointKind
    residuals: Callable[..., Any]
    """Subroutine (joints, i, state, phi) that writes the residuals to the coupling's rows of `phi` (nc,)."""
    jacobians: Callable[..., Any]
    """Subroutine (joints, i, state, J) that writes the Jacobian to the coupling's rows of `J` (nc, 12)."""
    accelerations: Callable[..., Any]
    """Subroutine (joints, i, state, gamma) that writes the terms of Phi'' without accelerations to the coupling's rows
    of `gamma` (nc,).
    """
    numbers: Callable[[Described, ResolvedGeometry], Sequence[float]]
    """Function that returns the numbers of a block, at most `WIDTH` (solver/model/flat.py)."""
    unsound: Callable[[Sequence[float]], tuple[str, str] | None]
    """Function that returns the error in these numbers and a hint, or None if the numbers are valid. In the message,
    the error follows the name of the coupling.
    """
    fault: Callable[[Sequence[float], Floats], str]
    """Function (numbers, residuals of the coupling's rows) that returns why the coupling is not assembled. In the
    message, the text follows the name of the coupling.
    """
    tangent: Callable[..., Any]
    """Subroutine (joints, i, state, multipliers, element) that adds d(J^T multipliers)/d[dx0, dpsi0, dx1, dpsi1] to
    element[0] (12, 12). The array is zero before the call.
    """
    press: Callable[..., Any] | None = None
    """Subroutine (joints, i, state, multipliers) that returns the force of the coupling on body 1, in inertial
    components. Signals that measure a vector use it. The sensor FORCE has components in the axes of the coupling on
    body 0.
    """
    table: Callable[[Described], Floats] | None = None
    """Function that returns the table of a block. The first number of the coupling is the index of the table in
    `Couplings.tables`.
    """
    by_row: bool = False
    """Whether the residuals can be computed only for one output row at a time."""
    velocity_rows: tuple[int, ...] = ()
    """The rows that constrain velocities but not positions. Their position residuals are zero."""
    measures: tuple[Measure, ...] = ()
    """The quantities that sensors measure for this kind of coupling."""
