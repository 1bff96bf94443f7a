"""Computes the force that results from the changing weight w of a contact point between two boxes.

The point stores the energy `w E`, where E is the energy of a unit of weight. Its force is minus the gradient of `w E`:
w times the normal force, minus E times the gradient of w. Without the term with the gradient of w, a box that slides
over an edge under load would gain or lose energy. Points of other shapes have no such term.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry.shapes.box_pairs import NONE, weight_gradient
from rbsolve.geometry.vector import add, scale
from rbsolve.solver.contacts.law import elastic_energy, elastic_force
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import EXPONENT, STIFFNESS

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.contacts.changes import Change
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.flat import Floats

ZERO = (0.0, 0.0, 0.0)


class Wrench(NamedTuple):
    """A wrench on the probe about the place of contact, in inertial components."""

    force: Vector
    couple: Vector


@subroutine
def weight_wrench(law: Floats, k: int, touch: Touch) -> Wrench:
    """Return the wrench that pushes a contact point of contact `k` towards smaller weights."""
    if touch.border.kind == NONE:
        return Wrench(ZERO, ZERO)
    energy = elastic_energy(law[k, STIFFNESS], law[k, EXPONENT], -touch.gap)
    fade, twist = weight_gradient(touch.border, touch.gap, touch.normal)
    return Wrench(scale(-energy, fade), scale(-energy, twist))


@subroutine
def add_weight_wrench(law: Floats, k: int, touch: Touch, force: Vector, couple: Vector) -> Wrench:
    """Return the total wrench at a point: its force, its couple and its `weight_wrench`."""
    if touch.border.kind == NONE:
        return Wrench(force, couple)
    more = weight_wrench(law, k, touch)
    return Wrench(add(force, more.force), add(couple, more.couple))


@subroutine
def add_weight_wrench_change(
    law: Floats, k: int, touch: Touch, change: Change, df: Vector, dC: Vector
) -> tuple[Vector, Vector]:
    """Return the changes of the whole wrench of a point."""
    if touch.border.kind == NONE:
        return df, dC
    energy = elastic_energy(law[k, STIFFNESS], law[k, EXPONENT], -touch.gap)
    d_energy = -elastic_force(law, k, energy, -touch.gap) * change.gap
    fade, twist = weight_gradient(touch.border, touch.gap, touch.normal)
    df = add(df, scale(-1.0, add(scale(d_energy, fade), scale(energy, change.fade))))
    dC = add(dC, scale(-1.0, add(scale(d_energy, twist), scale(energy, change.twist))))
    return df, dC
