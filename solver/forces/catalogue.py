"""The list of all kinds of forces, in the order in which they are added.

The schema, the arrays, `apply_forces`, the tangents of links, discrete gradients, energies, sensors, pictures, and the
errors about unsupported forces are derived from this list.
"""

from __future__ import annotations

from operator import is_, itemgetter

from rbsolve.solver.forces.bushing.general import GENERAL_BUSHING
from rbsolve.solver.forces.bushing.record import BUSHING
from rbsolve.solver.forces.contact.record import CONTACT, STICKING_CONTACT
from rbsolve.solver.forces.dead_load import LOAD
from rbsolve.solver.forces.gravity import GRAVITY
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.forces.of_joints import DRIVE, FRICTION
from rbsolve.solver.forces.pairs import pair_kinds
from rbsolve.solver.forces.spring_damper import SPRING
from rbsolve.solver.methods.registry import INTEGRATORS
from rbsolve.solver.model.arrays import Model

KINDS: tuple[ForceKind, ...] = (
    GRAVITY,
    LOAD,
    SPRING,
    BUSHING,
    DRIVE,
    FRICTION,
    CONTACT,
    STICKING_CONTACT,
    GENERAL_BUSHING,
    *pair_kinds(),
)

BLOCKS = tuple(dict.fromkeys(kind.block for kind in KINDS if kind.block is not None))
"""The schemas of all kinds, without repetition."""
GLYPHS = {kind.block.kind: kind.glyph for kind in KINDS if kind.block is not None and kind.glyph is not None}
"""How pictures show the forces of a block, by kind of block."""


def measured_families(sensor_type: str) -> tuple[str, ...]:
    """Return the families of the forces that sensors of a type can measure."""
    families = (
        kind.block.family
        for kind in KINDS
        for measure in kind.measures
        if kind.block is not None and measure.sensor_type == sensor_type
    )
    return tuple(dict.fromkeys(families))


def keeps_energy(model: Model) -> bool:
    """Return whether all forces of a model have a potential and no other power."""
    return all(kind.keeps(model) for kind in KINDS if kind.count(model))


class KeptEnergies:
    """Return `keeps_energy` for the models of cases. These models often share all parts except their bodies. Whether a
    force dissipates energy does not depend on the numbers of bodies.
    """

    def __init__(self) -> None:
        self._parts: tuple[object, ...] = ()
        self._found = False

    def __call__(self, model: Model) -> bool:
        """Return whether all forces of a model have a potential and no other power. The arrays of the model must not
        change.
        """
        parts = _parts_but_bodies(model)
        if len(self._parts) != len(parts) or not all(map(is_, parts, self._parts)):
            self._parts, self._found = parts, keeps_energy(model)
        return self._found


_parts_but_bodies = itemgetter(*[k for k, name in enumerate(Model._fields) if name != "bodies"])

# The functions that an integrator or an analysis needs in addition to `apply`.
NEEDS: dict[str, tuple[str, ...]] = {
    **{integrator.name: integrator.needs for integrator in INTEGRATORS},
    "STATIC": ("tangent",),
}


def missing_functions(kind: ForceKind, needed_by: str) -> list[str]:
    """Return the functions that an integrator or an analysis needs and that a kind of force lacks."""
    return [
        face
        for face in NEEDS.get(needed_by, ())
        if getattr(kind, face) is None and not (face == "tangent" and kind.bodies is None)
    ]
