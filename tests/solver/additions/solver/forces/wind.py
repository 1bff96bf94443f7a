"""WIND: a constant force at the origin of a body, in inertial components."""

import numpy as np

from rbsolve.language.table import BlockSchema, reference, vector
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Winds


@subroutine
def apply(model, t, state):
    winds = model.winds
    for i in range(winds.body.shape[0]):
        for k in range(3):
            state.force[winds.body[i], k] += winds.force[i, k]


def arrays(description, anatomy):
    blocks = list(description.all_of("WIND"))
    bodies = np.array([anatomy.index[block["CONNECTED_TO_BODY"]] for block in blocks], dtype=np.int64)
    return Winds(bodies, np.array([block["FORCE"] for block in blocks], dtype=float).reshape(-1, 3))


BLOCK = BlockSchema(
    kind="WIND",
    definition="WIND_DEFINITION",
    name_keyword="WIND_NAME",
    title="Winds",
    meaning="A constant force on a body.",
    family="WIND",
    section="Forces",
    keywords=(
        reference("CONNECTED_TO_BODY", "BODY", "The body.", required=True),
        vector("FORCE", "The force.", unit="N", required=True),
    ),
    example="@WIND_DEFINITION { @WIND_NAME {w} { @CONNECTED_TO_BODY {Arm} @FORCE {1, 0, 0} } }",
)
WIND = ForceKind(
    name="wind",
    plural="winds",
    block=BLOCK,
    field="winds",
    arrays=arrays,
    count=lambda model: len(model.winds.body),
    apply=apply,
    bodies=lambda model: (model.winds.body, model.winds.body),
    is_mutual=False,
)
