"""Computes the consistent initial conditions of a model. The module completes the given start, or rejects it with a
reason.
"""

from __future__ import annotations

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import need_floats
from rbsolve.language.stacks import agreed, stacked, unstacked
from rbsolve.solver.assembly.checks.redundancy import Redundancy, find_redundancies, prescribed_rows, unexamined_loops
from rbsolve.solver.assembly.checks.searches import search
from rbsolve.solver.assembly.elements.bodies import with_written_velocities
from rbsolve.solver.assembly.elements.prescriptions import motions_without_value
from rbsolve.solver.assembly.initial.accelerations import consistent_accelerations
from rbsolve.solver.assembly.initial.assembling import assemble_joints, is_asked
from rbsolve.solver.assembly.initial.closure import (
    assembly_error,
    check_assembly,
    close,
    conditions,
    move,
    typical_length,
)
from rbsolve.solver.assembly.initial.initial_coordinates import place_by_coordinates
from rbsolve.solver.assembly.initial.saddle import mass_matrices, solve
from rbsolve.solver.assembly.initial.start_velocities import report_contradiction, with_start_velocities
from rbsolve.solver.assembly.initial.velocities import CONTRADICTION
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.model.arrays import Bodies, Model, State

NEARBY = 1e-3  # distance, relative to the size of the model, at which a configuration is tested for singularity
MOST_NAMED = 6  # largest number of joints that a diagnostic names


def consistent_start(
    model: Model,
    initial: State,
    description: Description,
    t: float,
    diagnostics: Diagnostics,
    analysis: str = "DYNAMIC",
) -> State:
    """Return the state at the start time `t`. Its positions and velocities satisfy every joint and all given
    velocities.

    With `@ASSEMBLE {YES}`, open joints are closed first. If `analysis` is KINEMATIC, the start has the positions that
    prescribed motions give. KINEMATIC and STATIC analyses ignore given velocities.

    Open joints and contradictory prescribed motions are errors. Redundant constraints, and given velocities and rates
    that had to change, are warnings. The state also contains how far the joints have turned. Redundant constraints are
    reported only if `diagnostics` seeks warnings.
    """
    if not len(model.joints.kind):
        return initial
    blocks = joint_blocks(description)
    if not _motions_exist(model, blocks, t, diagnostics):
        return initial
    asked = is_asked(description)
    placed = place_by_coordinates(model, initial, blocks, t, asked or analysis == "KINEMATIC", diagnostics)
    if placed is not None and asked:
        placed = assemble_joints(model, placed, description, blocks, t, diagnostics)
    if placed is None:
        return initial
    if placed is not initial:
        initial = with_written_velocities(placed, description, model.bodies)
    size = typical_length(model, initial)
    if not check_assembly(model, initial, t, size, blocks, diagnostics):
        return initial
    state = close(model, initial, t, size)
    seeks = diagnostics.seeks_warnings
    redundant = _check_redundancy(model, state, blocks, t, size, diagnostics) if seeks else []
    starts_moving = analysis not in ("STATIC", "KINEMATIC")
    start = with_start_velocities(model, state, description, t, size, starts_moving, diagnostics)
    if any(prescribed_rows(j, model.joints) for j in redundant) and not diagnostics.has_errors:
        _check_accelerations(model, start, redundant, blocks, t, diagnostics)
    return start


def _check_accelerations(
    model: Model, state: State, redundant: list[int], blocks: list[Described], t: float, diagnostics: Diagnostics
) -> None:
    """Report prescribed motions of the `redundant` joints that no accelerations satisfy."""
    need_floats(state.x, state.R, state.u, state.w, model.joints.point0, model.joints.point1, model.bodies.mass)
    try:
        found = consistent_accelerations(model, state, t)
    except np.linalg.LinAlgError:
        return
    wanted = np.max(np.abs(found.residual + conditions(model, state).times(found.change)), initial=0.0)
    if np.max(np.abs(found.residual), initial=0.0) > CONTRADICTION * wanted:
        report_contradiction(tuple(redundant), blocks, diagnostics, "accelerations")


def _motions_exist(model: Model, blocks: list[Described], t: float, diagnostics: Diagnostics) -> bool:
    """Return whether the prescribed motions have values, rates and accelerations at the start. If not, report an error."""
    missing = motions_without_value(model, t)
    for j, what in missing:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"the prescribed {what} of joint {blocks[j].name} has no value, rate or acceleration at the start, t = {t:.9g} s",
            blocks[j].span_of(f"PRESCRIBED_{what.upper()}"),
            "its function must be defined and smooth at this time",
        )
    return not missing


def _check_redundancy(
    model: Model, state: State, blocks: list[Described], t: float, size: float, diagnostics: Diagnostics
) -> list[int]:
    """Report redundant constraints. Return the joints whose constraints are redundant everywhere.

    A message distinguishes constraints that are redundant everywhere from constraints that are dependent only at this
    configuration.
    """
    for joints in unexamined_loops(model.joints, len(model.bodies.mass)):
        message = f"{len(joints)} joints form coupled loops, which are too many to search for redundant constraints"
        diagnostics.note(Code.REDUNDANT_CONSTRAINTS, message, blocks[joints[0]].span)
    found = search(model.joints, state)
    if not found:
        return []
    everywhere: list[int] = []
    # Loops that cannot move have no other configuration.
    nearby = _nearby(model, state, t, size) if any(here.freedom > 0 for here in found) else None
    lasting = found if nearby is None else find_redundancies(model.joints, nearby, seeks_remedies=False)
    for here in found:
        excess = sum(there.excess for there in lasting if set(there.joints) & set(here.joints))
        if here.freedom > 0 and excess < here.excess:
            _report_singularity(here, blocks, diagnostics)
        else:
            _report_redundancy(here, blocks, diagnostics)
            everywhere += here.joints
    return everywhere


def _nearby(model: Model, state: State, t: float, size: float) -> State | None:
    """Return an assembled state at a short distance, along an arbitrary motion that the joints allow. Return None if
    they allow no motion.

    The motion is computed for bodies of equal mass, so it does not depend on the masses of the model.
    """
    count = len(model.bodies.mass)
    inertia = np.tile(size * size * np.eye(3), (count, 1, 1))
    model = model._replace(
        bodies=Bodies(np.ones(count), np.zeros((count, 3)), inertia, inertia, model.bodies.formulation)
    )
    held = conditions(model, state)
    push = np.random.default_rng(0).normal(size=(count + 1, 6)) * np.repeat([1.0, size], 3)
    M, rows, push, extent = stacked(mass_matrices(model.bodies, state), held.rows, push, np.asarray(size))
    try:
        motion = solve(M, held._replace(rows=rows), push, np.zeros(len(held.body0))).change
    except np.linalg.LinAlgError:
        return None
    moved, turned = (np.max(np.abs(motion[..., part]), axis=(-2, -1)) for part in (slice(0, 3), slice(3, 6)))
    reach = np.maximum(moved / extent, turned)
    if agreed(reach == 0.0):
        return None
    there = move(state, unstacked(NEARBY / reach[..., None, None] * motion, 2))
    there = close(model, there, t, size)
    return there if assembly_error(model, there, t, size) < 1e-10 else None


def _names(joints: tuple[int, ...], blocks: list[Described]) -> str:
    """Return the names and lines of the first joints and of the last joint, and the number of joints that are not
    listed.
    """
    names = list(dict.fromkeys(f"{blocks[j].name} (line {blocks[j].span.line})" for j in joints))
    if len(names) > MOST_NAMED:
        names[MOST_NAMED - 1 : -1] = [f"{len(names) - MOST_NAMED} more"]
    return ", ".join(names)


def _changes(redundancy: Redundancy, blocks: list[Described]) -> str:
    """Return the remedy, which lists the joints that should be replaced. Only the first joints are named."""
    changes = [f"{blocks[j].name} {kind.name.lower()}" for j, kind in redundancy.remedy]
    others = [f"{len(changes) - MOST_NAMED} more joints in the same way"] if len(changes) > MOST_NAMED else []
    return " and ".join([*changes[:MOST_NAMED], *others])


def _report_singularity(redundancy: Redundancy, blocks: list[Described], diagnostics: Diagnostics) -> None:
    diagnostics.warning(
        Code.REDUNDANT_CONSTRAINTS,
        f"the joints {_names(redundancy.joints, blocks)} start at a singular configuration, such as a dead centre: "
        "their constraints are dependent there, and the mechanism can move in more than one way",
        blocks[redundancy.joints[-1]].span,
        "start a small distance away from it",
    )


def _report_redundancy(redundancy: Redundancy, blocks: list[Described], diagnostics: Diagnostics) -> None:
    count = "1 condition" if redundancy.excess == 1 else f"{redundancy.excess} conditions"
    changes = _changes(redundancy, blocks)
    if redundancy.mobility == 0:
        consequence = "their loop cannot move, and their reactions are not unique"
        hint = "if the loop should move, use a joint with more degrees of freedom"
    else:
        consequence = (
            "the motion is correct, but their reactions are not unique: the reactions of smallest norm are reported"
        )
        hint = (
            f"make {changes}, which allow the same motion without redundancy"
            if changes
            else "use joints with more degrees of freedom in the loop"
        )
    diagnostics.warning(
        Code.REDUNDANT_CONSTRAINTS,
        f"the joints {_names(redundancy.joints, blocks)} have {count} more than necessary: {consequence}",
        blocks[redundancy.joints[-1]].span,
        hint,
    )
