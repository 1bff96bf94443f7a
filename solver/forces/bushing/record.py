"""The record of bushings. Sensors measure the deformation as the motion of the bushing's axes on body 1, relative to
its axes on body 0.

Positive forces are the forces on body 0 along the axes, so they pull the bodies together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.rotation_parameters import rotation_vector_from_matrix
from rbsolve.language.described import Description
from rbsolve.language.recall import recallable
from rbsolve.language.table import INERTIAL_TRIAD, BlockSchema, reference, vector
from rbsolve.solver.forces.bushing.discrete import discrete_gradient
from rbsolve.solver.forces.bushing.law import apply
from rbsolve.solver.forces.bushing.tangent import tangent
from rbsolve.solver.forces.kind import ForceKind, Measure, Seen, between_bodies
from rbsolve.solver.model.arrays import Bushings, Model
from rbsolve.solver.model.flat import Floats, Ints, floats_of, ints_of

if TYPE_CHECKING:
    from rbsolve.solver.forces.anatomy import Anatomy


@recallable
def arrays(description: Description, anatomy: Anatomy) -> Bushings:
    """Return bushings between particles of two bodies. The particles coincide in the reference configuration, where the
    bushings are undeformed.
    """
    blocks = list(description.all_of("BUSHING"))
    ends = [[anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]] for block in blocks]
    pairs = list(zip(blocks, ends, strict=True))
    return Bushings(
        body0=ints_of([pair[0] for pair in ends]),
        body1=ints_of([pair[1] for pair in ends]),
        point0=floats_of([anatomy.point(pair[0], block["AT_POINT"]) for block, pair in pairs], (3,)),
        point1=floats_of([anatomy.point(pair[1], block["AT_POINT"]) for block, pair in pairs], (3,)),
        axes0=floats_of([anatomy.axes(pair[0], block.get("TRIAD_NAME")) for block, pair in pairs], (3, 3)),
        axes1=floats_of([anatomy.axes(pair[1], block.get("TRIAD_NAME")) for block, pair in pairs], (3, 3)),
        stiffness=floats_of([block["STIFFNESS"] for block in blocks], (3,)),
        damping=floats_of([block["DAMPING"] for block in blocks], (3,)),
        rotational_stiffness=floats_of([block["ROTATIONAL_STIFFNESS"] for block in blocks], (3,)),
        rotational_damping=floats_of([block["ROTATIONAL_DAMPING"] for block in blocks], (3,)),
    )


def _displacements(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the displacements from point 0 to point 1 (rows, n, 3)."""
    return observer.position(seen.end0, seen.end1)


def _displacement_rates(model: Model, which: Ints, seen: Seen) -> Floats:
    return observer.velocity(seen.end0, seen.end1)


def _forces(model: Model, which: Ints, seen: Seen) -> Floats:
    stiffness, damping = model.bushings.stiffness[..., which, :], model.bushings.damping[..., which, :]
    d, rate = _displacements(model, which, seen), _displacement_rates(model, which, seen)
    return np.asarray(stiffness * d + damping * rate, dtype=float)


def energy(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the stored energy `(k d.d + k_r psi.psi) / 2` (rows, n), with products component by component."""
    bushings, d = model.bushings, _displacements(model, which, seen)
    psi = rotation_vector_from_matrix(observer.orientation(seen.end0, seen.end1))
    stored = bushings.stiffness[..., which, :] * d**2 + bushings.rotational_stiffness[..., which, :] * psi**2
    return np.asarray(0.5 * np.sum(stored, axis=-1), dtype=float)


BLOCK = BlockSchema(
    kind="BUSHING",
    definition="BUSHING_DEFINITION",
    name_keyword="BUSHING_NAME",
    title="Bushings",
    meaning="An elastic connection of two bodies with six components.",
    family="BUSHING",
    section="Forces",
    one_of=(("STIFFNESS", "DAMPING", "ROTATIONAL_STIFFNESS", "ROTATIONAL_DAMPING"),),
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "The bodies B0 and B1.", counts=(2,), required=True),
        reference("AT_POINT", "POINT", "The position at the reference configuration.", required=True),
        reference("TRIAD_NAME", "TRIAD", "The axes, fixed in B0.", default=INERTIAL_TRIAD),
        vector("STIFFNESS", "The stiffness along each of the three axes.", unit="N/m", default=(0.0, 0.0, 0.0)),
        vector("DAMPING", "The damping along each of the three axes.", unit="N s/m", default=(0.0, 0.0, 0.0)),
        vector(
            "ROTATIONAL_STIFFNESS",
            "The stiffness about each of the three axes.",
            unit="N m/rad",
            default=(0.0, 0.0, 0.0),
        ),
        vector(
            "ROTATIONAL_DAMPING", "The damping about each of the three axes.", unit="N m s/rad", default=(0.0, 0.0, 0.0)
        ),
    ),
    example="""\
@BUSHING_DEFINITION {
  @BUSHING_NAME {Mount} {
    @CONNECTED_TO_BODIES {GROUND, Tool} @AT_POINT {O} @TRIAD_NAME {Hinge}
    @STIFFNESS {1e5, 1e5, 2e5} @DAMPING {10, 10, 20} @ROTATIONAL_STIFFNESS {50, 50, 0}
  }
}""",
)

BUSHING = ForceKind(
    name="bushing",
    plural="bushings",
    block=BLOCK,
    field="bushings",
    arrays=arrays,
    apply=apply,
    **between_bodies("bushings"),
    tangent=tangent,
    energy=energy,
    keeps=lambda model: not np.any(model.bushings.damping) and not np.any(model.bushings.rotational_damping),
    discrete_gradient=discrete_gradient,
    measures=(
        Measure("ELONGATION", ("d1", "d2", "d3"), "m", "displacement", _displacements, along_axes=True),
        Measure(
            "ELONGATION_RATE",
            ("rate1", "rate2", "rate3"),
            "m/s",
            "displacement rate",
            _displacement_rates,
            along_axes=True,
        ),
        Measure("FORCE", ("F1", "F2", "F3"), "N", "force", _forces, along_axes=True),
    ),
    glyph="bushing",
)
