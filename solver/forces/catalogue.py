"""The one list of kinds of forces, in the order in which they are added.

`apply_forces`, the tangents of links, discrete gradients, the energy of SYSTEM and what `check` refuses derive from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rbsolve.solver.forces import bushing, dead_load, gravity, spring_damper
from rbsolve.solver.forces.contact import force as contact_force
from rbsolve.solver.forces.contact import memory as contact_memory
from rbsolve.solver.forces.contact import stiction
from rbsolve.solver.forces.contact import tangent as contact_tangent
from rbsolve.solver.forces.discrete import bushing as discrete_bushing
from rbsolve.solver.forces.discrete import forces as discrete
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.forces.pairs import pair_kinds
from rbsolve.solver.forces.tangents import bushing as bushing_tangent
from rbsolve.solver.forces.tangents import dead_load as load_tangent
from rbsolve.solver.forces.tangents import joint_drive
from rbsolve.solver.forces.tangents import spring_damper as spring_tangent
from rbsolve.solver.joints import drives, friction
from rbsolve.solver.model.arrays import BRISTLE_STIFFNESS, Model
from rbsolve.solver.model.flat import Ints


def sticks(model: Model) -> bool:
    """Whether contacts have stiction: then all are of the kind that knows it."""
    return bool(np.any(model.contacts.law[:, BRISTLE_STIFFNESS]))


def changed_springs(model: Model) -> np.ndarray:
    """Which springs a signal changes, (ns,): they store no energy that would be their own."""
    return np.asarray((model.springs.rest_signal >= 0) | (model.springs.factor_signal >= 0))


def keeps_energy(model: Model) -> bool:
    """Whether no force of a model has any power beside that of its potential."""
    return all(kind.keeps(model) for kind in KINDS if kind.count(model))


GRAVITY = ForceKind(
    name="gravity",
    plural="gravity",
    blocks=("GRAVITY",),
    count=lambda model: int(np.any(model.gravity)),
    apply=gravity.apply,
    keeps=lambda model: True,
    discrete_gradient=discrete.gravity,
)
LOAD = ForceKind(
    name="load",
    plural="loads",
    blocks=("DEAD_LOAD",),
    count=lambda model: len(model.loads.body),
    apply=dead_load.apply,
    bodies=lambda model: (model.loads.body, model.loads.axes_body),
    is_mutual=False,
    tangent=load_tangent.link,
    discrete_gradient=discrete.loads,
)
SPRING = ForceKind(
    name="spring",
    plural="springs",
    blocks=("SPRING_DAMPER",),
    count=lambda model: len(model.springs.body0),
    apply=spring_damper.apply,
    bodies=lambda model: (model.springs.body0, model.springs.body1),
    tangent=spring_tangent.link,
    stores=True,
    keeps=lambda model: not np.any(model.springs.damping) and not np.any(changed_springs(model)),
    discrete_gradient=discrete.springs,
)
BUSHING = ForceKind(
    name="bushing",
    plural="bushings",
    blocks=("BUSHING",),
    count=lambda model: len(model.bushings.body0),
    apply=bushing.apply,
    bodies=lambda model: (model.bushings.body0, model.bushings.body1),
    tangent=bushing_tangent.link,
    stores=True,
    keeps=lambda model: not np.any(model.bushings.damping) and not np.any(model.bushings.rotational_damping),
    discrete_gradient=discrete_bushing.bushings,
)


def _along_coordinates(name: str, of: Callable[[Model], Any], **faces: Any) -> ForceKind:
    """A kind that acts along coordinates of joints, which `of` finds in a model; its arrays say whose."""
    return ForceKind(
        name=f"{name} of a joint",
        plural=f"{name}s of joints",
        blocks=(),
        count=lambda model: len(of(model).joint),
        bodies=lambda model: (model.joints.body0[of(model).joint], model.joints.body1[of(model).joint]),
        joints=lambda model: of(model).joint,
        **faces,
    )


DRIVE = _along_coordinates(
    "drive", lambda model: model.drives, apply=drives.apply, tangent=joint_drive.link, stores=True
)
FRICTION = _along_coordinates(
    "friction",
    lambda model: model.frictions,
    apply=friction.apply,
    tangent=joint_drive.friction_link,
    given_by_motion=None,
)


def _touching(name: str, stick: bool, **faces: Any) -> ForceKind:
    """Contacts: all of a model are of the kind with stiction, or of that without."""

    def bodies(model: Model) -> tuple[Ints, Ints]:
        count = len(model.contacts.body0) if sticks(model) == stick else 0
        return model.contacts.body0[:count], model.contacts.body1[:count]

    return ForceKind(
        name=name,
        plural=name.replace("contact", "contacts"),
        blocks=("CONTACT",),
        count=lambda model: len(bodies(model)[0]),
        bodies=bodies,
        stores=True,
        **faces,
    )


CONTACT = _touching(
    "contact", stick=False, apply=contact_force.apply, tangent=contact_tangent.link, accept=contact_memory.accept
)
STICKING_CONTACT = _touching(
    "contact with stiction", stick=True, apply=stiction.apply, tangent=stiction.link, accept=stiction.accept
)

KINDS: tuple[ForceKind, ...] = (
    GRAVITY,
    LOAD,
    SPRING,
    BUSHING,
    DRIVE,
    FRICTION,
    CONTACT,
    STICKING_CONTACT,
    *pair_kinds(),
)

# The faces that an integrator or an analysis needs beside `apply`
NEEDS: dict[str, tuple[str, ...]] = {
    "GENERALIZED_ALPHA": ("tangent",),
    "ENERGY_MOMENTUM": ("tangent", "discrete_gradient", "given_by_motion"),
    **dict.fromkeys(("IMPLICIT_MIDPOINT", "LOBATTO_IIIA_B", "GAUSS_LOBATTO"), ("tangent", "given_by_motion")),
    "STATIC": ("tangent",),
}


def lacking(kind: ForceKind, needed_by: str) -> list[str]:
    """The faces of a kind that an integrator or an analysis needs, and that it has not."""
    return [
        face
        for face in NEEDS.get(needed_by, ())
        if getattr(kind, face) is None and not (face == "tangent" and kind.bodies is None)
    ]
