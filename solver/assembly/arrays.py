"""Collects the arrays of a model from all kinds of objects."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.recall import recallable
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.assembly.elements import forces
from rbsolve.solver.assembly.elements.bodies import (
    MassProperties,
    bodies_of,
)
from rbsolve.solver.assembly.elements.contacts import contacts
from rbsolve.solver.assembly.elements.events import assemble_events
from rbsolve.solver.assembly.elements.frames import carried_frames
from rbsolve.solver.assembly.elements.frictions import frictions
from rbsolve.solver.assembly.elements.joints import assemble_joints
from rbsolve.solver.assembly.elements.links import links_of
from rbsolve.solver.assembly.elements.measure_rows import Link, Site
from rbsolve.solver.assembly.elements.projection import (
    check_matrices,
    matrices_of,
    projection,
)
from rbsolve.solver.assembly.elements.signals import (
    SignalPlan,
    assemble_signals,
)
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.forces.pairs import assemble_pairs
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.model.arrays import (
    BRISTLE_STIFFNESS,
    Bodies,
    Functions,
    Model,
    Projection,
)
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints


def model_of(
    description: Description,
    anatomy: Anatomy,
    bodies: Bodies,
    functions: Functions,
    signals: SignalPlan,
    method: Method,
    diagnostics: Diagnostics,
) -> Model:
    """Return the arrays of all kinds of objects."""
    joints, drives = assemble_joints(description, anatomy, diagnostics)
    applied = forces.force_arrays(description, anatomy)
    touching = contacts(description, anatomy, diagnostics)
    pairs = assemble_pairs(description, anatomy)
    site = _site(
        description,
        anatomy,
        joints,
        _links(description, applied["springs"], applied["bushings"], applied["general_bushings"], pairs),
        bodies,
        bool(np.any(touching.law[:, BRISTLE_STIFFNESS])),
    )
    return _model(
        bodies=bodies,
        functions=functions,
        **applied,
        joints=joints,
        drives=drives,
        pairs=pairs,
        contacts=touching,
        frictions=frictions(description, joints, diagnostics),
        projection=_projection(list(description.all_of("RIGID_BODY")), bodies, method, diagnostics),
        signals=assemble_signals(signals, description, site, diagnostics),
        events=assemble_events(description, signals.places),
    )


@recallable
def _projection(blocks: list[Described], bodies: Bodies, method: Method, diagnostics: Diagnostics) -> Projection:
    """Return the projection for an explicit integrator in unified velocities. Generalized-alpha needs none, because it
    uses rigid motions (generalized_alpha/unified.py).
    """
    unified = bodies.formulation == Formulation.UNIFIED_VELOCITIES
    if method.projection is None or not np.any(unified):
        return Projection()
    matrices = matrices_of(method.projection, bodies)
    places = [(block.name, matrix) for block, matrix, is_one in zip(blocks, matrices, unified, strict=True) if is_one]
    if method.described is not None and not check_matrices(places, method.described, diagnostics):
        return Projection()
    return projection(matrices, bodies) if method.integrator in EXPLICIT_TYPES else Projection()


@recallable
def anatomy_of(
    description: Description,
    geometry: ResolvedGeometry,
    reference_x: Floats,
    reference_R: Floats,
    functions: dict[str, int],
    signals: dict[str, int],
) -> Anatomy:
    """Return the indices of bodies, frames, functions and signals, by name."""
    index = bodies_of(description)
    moving_frames = carried_frames(description, geometry, index, reference_x, reference_R)
    free = frozenset(description.of_kind("MOVING_FRAME")) - moving_frames.keys()
    return Anatomy(index, reference_x, reference_R, geometry, moving_frames, functions, signals, free)


@recallable
def _site(
    description: Description,
    anatomy: Anatomy,
    joints: Joints,
    links: dict[str, Link],
    bodies: Bodies,
    sticks: bool,
) -> Site:
    """Return the data of the model that signals measure."""
    return Site(
        anatomy,
        joints,
        _number([block.name for block in joint_blocks(description)]),
        links,
        _contact_places(description, anatomy),
        sticks,
        bodies.mass,
        bodies.centre,
    )


def _contact_places(description: Description, anatomy: Anatomy) -> dict[str, tuple[int, int, int]]:
    """Return the index of each contact, and the indices of its two bodies."""
    pairs = {block.name: block["CONNECTED_TO_BODIES"] for block in description.all_of("CONTACT")}
    return {name: (k, anatomy.index[one], anatomy.index[other]) for k, (name, (one, other)) in enumerate(pairs.items())}


def _number(names: list[str]) -> dict[str, int]:
    return {name: i for i, name in enumerate(names)}


_model = recallable(Model)
_links = recallable(links_of)


@recallable
def body_arrays(formulations: list[str], masses: list[MassProperties]) -> Bodies:
    """Return the masses, the inertias and the formulation codes of all bodies."""
    return Bodies(
        mass=np.array([mass.mass for mass in masses]),
        centre=np.array([mass.centre for mass in masses]),
        inertia=np.array([mass.inertia for mass in masses]),
        inverse_inertia=np.array([mass.inverse_inertia for mass in masses]),
        formulation=np.array([Formulation.__members__.get(name, -1) for name in formulations], dtype=np.int64),
    )
