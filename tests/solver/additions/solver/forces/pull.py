"""PULL: a force along the line between the origins of two bodies, proportional to their distance."""

import numpy as np

from rbsolve.geometry.vector import scale, subtract
from rbsolve.language.table import BlockSchema, number, reference
from rbsolve.solver.forces.kind import Measure, PairForce, PairRow
from rbsolve.solver.forces.wrench import add_force
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3


@subroutine
def apply(model, i, state):
    pairs, origin = model.pairs, (0.0, 0.0, 0.0)
    b0, b1 = pairs.body0[i], pairs.body1[i]
    force = scale(pairs.numbers[i, 0], subtract(row3(state.x, b1), row3(state.x, b0)))
    add_force(state, b0, origin, force)
    add_force(state, b1, origin, scale(-1.0, force))


def _forces(model, which, seen):
    return model.pairs.numbers[which, 0] * np.linalg.norm(seen.end1.x - seen.end0.x, axis=-1)


def energy(model, which, seen):
    return 0.5 * model.pairs.numbers[which, 0] * np.sum((seen.end1.x - seen.end0.x) ** 2, axis=-1)


BLOCK = BlockSchema(
    kind="PULL",
    definition="PULL_DEFINITION",
    name_keyword="PULL_NAME",
    title="Pulls",
    meaning="A force between the origins of two bodies.",
    family="FORCE",
    section="Forces",
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "B0 and B1.", counts=(2,), required=True),
        number("STIFFNESS", "Force per distance.", unit="N/m", required=True),
    ),
    example="@PULL_DEFINITION { @PULL_NAME {p} { @CONNECTED_TO_BODIES {GROUND, Arm} @STIFFNESS {5} } }",
)
PULL = PairForce(
    BLOCK,
    lambda block, anatomy: PairRow(numbers=[block["STIFFNESS"]]),
    apply,
    energy,
    "coil",
    measures=(Measure("FORCE", ("pull",), "N", "pull", _forces),),
)
