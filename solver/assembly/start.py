"""Computes the compiled model of a system, including the initial state with joints, contacts and signals."""

from __future__ import annotations

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.many import Disagree, widen
from rbsolve.solver.assembly.assemble import System
from rbsolve.solver.assembly.checks.closed_contacts import check_closed_contacts
from rbsolve.solver.assembly.checks.depths import check_depths
from rbsolve.solver.assembly.checks.inertia import check_inertia
from rbsolve.solver.assembly.checks.signal_values import check_start as check_signal_values
from rbsolve.solver.assembly.checks.usage import (
    check_lengths,
)
from rbsolve.solver.assembly.elements.bodies import (
    with_own_memory,
    written_start,
)
from rbsolve.solver.assembly.elements.events import with_sides
from rbsolve.solver.assembly.elements.frictions import check_reactions
from rbsolve.solver.assembly.elements.signals import (
    check_rest,
    with_elements,
)
from rbsolve.solver.assembly.initial.given_start import StartRow, begin, with_states
from rbsolve.solver.assembly.initial.initial_conditions import consistent_start
from rbsolve.solver.forces.contact.stiction import set_bristles
from rbsolve.solver.model.analyses import DYNAMIC
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.compiled import CompiledModel


class StartsDisagree(Exception):
    """The initial states of the cases of a study must be computed separately, although the cases may run together."""


def start_model(
    system: System,
    description: Description,
    geometry: ResolvedGeometry,
    diagnostics: Diagnostics,
    row: StartRow | None = None,
    *,
    is_given: bool = False,
) -> CompiledModel | None:
    """Return the model of a deck, ready to run from its start or from an output `row` of results. If there are errors,
    report them and return None.

    With `is_given`, the start has exactly the given values, even if they do not satisfy the joints. Redundant
    constraints are reported only if `diagnostics` seeks warnings.
    """
    initial = written_start(system.still, system.placing, description)
    if not is_given and (not system.is_free or row is not None):
        try:
            initial = found_start(system, initial, description, diagnostics, row)
        except Disagree as split:
            raise StartsDisagree from split
        if diagnostics.has_errors:
            return None
    return compiled_model(system, initial, description, geometry)


def compiled_model(
    system: System, initial: State, description: Description, geometry: ResolvedGeometry
) -> CompiledModel:
    """Return a model with its initial state."""
    anatomy = system.anatomy
    return CompiledModel(
        model=system.model,
        initial=initial,
        reference_x=anatomy.reference_x,
        reference_R=anatomy.reference_R,
        body_index=anatomy.index,
        schedule=system.schedule,
        method=system.method,
        geometry=geometry,
        description=description,
        moving_frames=anatomy.moving_frames,
        free_frames=system.free_frames,
        analysis=system.kind,
        signal_index=anatomy.signals,
    )


def found_start(
    system: System,
    initial: State,
    description: Description,
    diagnostics: Diagnostics,
    row: StartRow | None = None,
) -> State:
    """Return the state at the start, including joints, contacts and signals. `initial` contains the given values."""
    model, start = system.model, system.schedule.start
    initial = with_own_memory(initial)
    initial = initial._replace(turned=widen(initial.turned, model.joints, initial))
    if row is not None:
        initial = begin(model, initial, row, description, start, diagnostics)
    else:
        initial = consistent_start(model, initial, description, start, diagnostics, system.kind)
    if diagnostics.has_errors:
        return initial
    if len(initial.bristle):
        set_bristles(model.contacts, initial, initial.watch)
    if not check_rest(system.signals, model.signals, diagnostics):
        return initial
    initial = with_elements(system.signals, model, initial, start)
    if row is not None and len(initial.element):
        place = next(iter(description.all_of("ANALYSIS"))).span
        initial = with_states(initial, model, row, system.anatomy.signals, place, diagnostics)
    check_signal_values(system.signals.blocks, model, start, initial, diagnostics)
    initial = with_sides(model, initial)
    check_lengths(description, model, initial, diagnostics)
    if row is not None and len(model.contacts.end):
        check_closed_contacts(description, model, initial, row, diagnostics)
    if system.kind == DYNAMIC and len(model.contacts.end):
        check_depths(description, model, initial, start, system.schedule.stop, diagnostics)
    check_reactions(description, model.joints, model.frictions, initial, diagnostics)
    if system.kind == DYNAMIC and system.light:
        check_inertia(system.light, model, initial, description, start, system.method.integrator, diagnostics)
    return initial
