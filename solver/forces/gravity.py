"""Uniform gravity. The force `m g` acts at the centre of mass of every body."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.geometry.vector import matrix_vector
from rbsolve.language.described import Description
from rbsolve.language.many import has_any
from rbsolve.language.recall import recallable
from rbsolve.language.table import BlockSchema, vector
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.forces.wrench import add_force
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def apply(model: Model, t: float, state: State) -> None:
    """Add the weights of all bodies."""
    bodies = model.bodies
    g0, g1, g2 = model.gravity[0], model.gravity[1], model.gravity[2]
    if is_zero(g0) and is_zero(g1) and is_zero(g2):
        return
    for b in range(bodies.mass.shape[0]):
        m = bodies.mass[b]
        arm = matrix_vector(row9(state.R, b), row3(bodies.centre, b))
        add_force(state, b, arm, (m * g0, m * g1, m * g2))


def discrete_gradient(arm: Any) -> Callable[..., None]:
    """Return the function that adds the weights in an energy-conserving step. The moment arms are those of
    discrete/arms.py.
    """

    def gravity_over_step(model: Any, t: float, h: float, start: Any, middle: Any, end: Any) -> None:
        for b in range(model.bodies.mass.shape[0]):
            m = model.bodies.mass[b]
            weight = (m * model.gravity[0], m * model.gravity[1], m * model.gravity[2])
            add_force(middle, b, arm(start, middle, end, b, row3(model.bodies.centre, b)), weight)

    return gravity_over_step


@recallable
def arrays(description: Description, anatomy: Any) -> Floats:
    """Return the sum of all gravity vectors of a deck, in inertial axes [m/s^2]."""
    total = np.zeros(3)
    for block in description.all_of("GRAVITY"):
        total = total + np.array(block["GRAVITY_VECTOR"])
    return total


BLOCK = BlockSchema(
    kind="GRAVITY",
    definition="GRAVITY_DEFINITION",
    name_keyword="GRAVITY_NAME",
    title="Gravity",
    meaning="A uniform gravitational acceleration that acts on every body.",
    family="GRAVITY",
    section="Forces",
    keywords=(vector("GRAVITY_VECTOR", "The acceleration, in inertial axes.", unit="m/s^2", required=True),),
    example="@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }",
)

GRAVITY = ForceKind(
    name="gravity",
    plural="gravity",
    block=BLOCK,
    field="gravity",
    arrays=arrays,
    count=lambda model: int(has_any(model.gravity)),
    apply=apply,
    keeps=lambda model: True,
    discrete_gradient=discrete_gradient,
)
