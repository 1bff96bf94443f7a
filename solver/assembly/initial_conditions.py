"""Consistent initial conditions of a model with joints: the start is checked, completed, or refused with a reason."""

from __future__ import annotations

import numpy as np

from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.assembly.closure import (
    assembly_error,
    check_assembly,
    close,
    conditions,
    moved,
    prescribed_values,
    start_turns,
    typical_length,
)
from rbsolve.solver.assembly.joints import items, joint_blocks, kind_of
from rbsolve.solver.assembly.redundancy import Redundancy, find_redundancies
from rbsolve.solver.assembly.saddle import Conditions, mass_matrices, solve
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.joints.constraints import Gradient, direction_gradient, rotation_gradient
from rbsolve.solver.joints.kinds import ROTATION, STRUCTURES
from rbsolve.solver.joints.placement import column, ends
from rbsolve.solver.model.arrays import Floats, Model, State

VELOCITY_TOLERANCE = 1e-8  # relative change of a given velocity that is worth a warning
CONTRADICTION = 1e-6  # rate that no velocities can satisfy, relative to the largest
NEARBY = 1e-3  # displacement, relative to the size of the model, by which a singular configuration is left
ROUNDED = 1e-12  # changes of a velocity below this, relative to the largest of the model, are not worth a warning
ROUNDING = 1e-14  # rates below this, relative to the largest, are left alone


def consistent_start(
    model: Model, initial: State, description: Description, t: float, diagnostics: Diagnostics
) -> State:
    """The state at the start time `t`, with positions and velocities that satisfy every joint and every
    `@INITIAL_RATE`.

    Errors: joints that are not assembled, rates that contradict each other. Warnings: redundant constraints, given
    velocities that had to change. Sets `model.joints.turned`.
    """
    blocks = joint_blocks(description)
    if not blocks:
        return initial
    if not _motions_exist(model, blocks, t, diagnostics):
        return initial
    start_turns(model, initial, t)
    size = typical_length(model, initial)
    assembled = [check_assembly(j, block, model, initial, t, size, diagnostics) for j, block in enumerate(blocks)]
    if not all(assembled):
        return initial
    state = close(model, initial, t, size)
    _check_redundancy(model, state, blocks, t, size, diagnostics)
    return _with_consistent_velocities(model, state, blocks, description, t, size, diagnostics)


def _motions_exist(model: Model, blocks: list[Described], t: float, diagnostics: Diagnostics) -> bool:
    """Whether the functions that prescribe motions have values, rates and accelerations at the start; reported when not."""
    found = True
    for j, block in enumerate(blocks):
        prescribed = {"ROTATION": model.joints.rotation[j], "DISPLACEMENT": model.joints.displacement[j]}
        for what, function in prescribed.items():
            if function < 0 or np.all(np.isfinite(value_at(model.functions, function, t))):
                continue
            found = False
            diagnostics.error(
                Code.INVALID_VALUE,
                f"the prescribed {what.lower()} of joint {block.name} has no value, rate and acceleration at the start, t = {t:.9g} s",
                block.span_of(f"PRESCRIBED_{what}"),
                "its function must be defined and smooth there",
            )
    return found


def _check_redundancy(
    model: Model, state: State, blocks: list[Described], t: float, size: float, diagnostics: Diagnostics
) -> None:
    """Report redundant constraints, and tell them from those that depend on each other at this configuration only."""
    found = find_redundancies(model.joints, state)
    if not found:
        return
    nearby = _nearby(model, state, t, size)
    lasting = found if nearby is None else find_redundancies(model.joints, nearby)
    for here in found:
        excess = sum(there.excess for there in lasting if set(there.joints) & set(here.joints))
        if here.freedom > 0 and excess < here.excess:
            _report_singularity(here, blocks, diagnostics)
        else:
            _report_redundancy(here, blocks, diagnostics)


def _nearby(model: Model, state: State, t: float, size: float) -> State | None:
    """An assembled state a little further along an arbitrary motion that the joints allow; None when there is none."""
    M = mass_matrices(model.bodies, state)
    held = conditions(model, state)
    push = np.random.default_rng(0).normal(size=(len(M) + 1, 6))
    try:
        motion = solve(M, held, push, np.zeros(len(held.body0))).change
    except np.linalg.LinAlgError:
        return None
    reach = float(max(np.max(np.abs(motion[:, :3])) / size, np.max(np.abs(motion[:, 3:]))))
    if reach == 0.0:
        return None
    there = close(model, moved(state, NEARBY / reach * motion), t, size)
    return there if assembly_error(model, there, t, size) < 1e-10 else None


def _names(joints: tuple[int, ...], blocks: list[Described]) -> str:
    return ", ".join(f"{blocks[j].name} (line {blocks[j].span.line})" for j in joints)


def _report_singularity(redundancy: Redundancy, blocks: list[Described], diagnostics: Diagnostics) -> None:
    diagnostics.warning(
        Code.REDUNDANT_CONSTRAINTS,
        f"the joints {_names(redundancy.joints, blocks)} start at a singular configuration, such as a dead centre: "
        "there their constraints depend on each other, and the mechanism may move on in more than one way",
        blocks[redundancy.joints[-1]].span,
        "start a little away from it",
    )


def _report_redundancy(redundancy: Redundancy, blocks: list[Described], diagnostics: Diagnostics) -> None:
    count = "1 condition" if redundancy.excess == 1 else f"{redundancy.excess} conditions"
    changes = " and ".join(f"{blocks[j].name} {kind.name.lower()}" for j, kind in redundancy.remedy)
    if redundancy.freedom == 0:
        consequence = "nothing in their loop can move, and their reactions are not unique"
        hint = "free a joint, if the loop is meant to move"
    else:
        consequence = "the motion is right, but their reactions are not unique: the smallest ones are given"
        hint = (
            f"make {changes}: the same motion without redundancy" if changes else "give the loop freedom that it lacks"
        )
    diagnostics.warning(
        Code.REDUNDANT_CONSTRAINTS,
        f"the joints {_names(redundancy.joints, blocks)} hold {count} more than needed: {consequence}",
        blocks[redundancy.joints[-1]].span,
        hint,
    )


def _given_rates(model: Model, state: State, blocks: list[Described]) -> tuple[Conditions, Floats, list[int]]:
    """Conditions of `@INITIAL_RATE`, the rates, and the joint of each."""
    joints = model.joints
    owners, rows, rates = [], [], []
    for j, block in enumerate(blocks):
        given = items(block, "INITIAL_RATE")
        for coordinate, rate in zip(STRUCTURES[kind_of(block)].coordinates, given, strict=False):
            end = ends(joints, j, state)
            along = coordinate != ROTATION
            rows.append(_row(direction_gradient(end, column(end.axes0, 2)) if along else rotation_gradient(end)))
            owners.append(j)
            rates.append(rate)
    found = Conditions(joints.body0[owners], joints.body1[owners], np.array(rows).reshape(len(rows), 12))
    return found, np.array(rates, dtype=np.float64), owners


def _row(gradient: Gradient) -> list[float]:
    back = [-component for component in gradient.force]
    return [*back, *gradient.moment0, *gradient.force, *gradient.moment1]


def _with_consistent_velocities(
    model: Model,
    state: State,
    blocks: list[Described],
    description: Description,
    t: float,
    size: float,
    diagnostics: Diagnostics,
) -> State:
    """The mass-weighted smallest change of the velocities that satisfies all constraints and initial rates."""
    held = conditions(model, state)
    rated, rates, owners = _given_rates(model, state, blocks)
    both = held.joined(rated)
    wanted = np.concatenate([prescribed_values(model, t, 1), rates])
    v = np.concatenate([state.u, state.w], axis=1)
    missing = wanted - both.times(v)
    largest = _largest_rates(both, wanted, v, size)
    if np.all(np.abs(missing) <= ROUNDING * largest):
        return state
    M = mass_matrices(model.bodies, state)
    try:
        solution = solve(M, both, np.zeros_like(v), missing)
    except np.linalg.LinAlgError:
        _report_missing_inertia(blocks, diagnostics)
        return state
    contradicting = np.flatnonzero(np.abs(solution.residual) > CONTRADICTION * largest)
    if len(contradicting):
        owner = [*np.repeat(np.arange(len(blocks)), np.diff(model.joints.first_row)).tolist(), *owners]
        culprits = tuple(sorted({owner[row] for row in contradicting}))
        last = int(contradicting[-1])
        others = both.without(last)
        without = solve(M, others, np.zeros_like(v), np.delete(missing, last))
        possible = None
        if last >= len(held.body0) and np.all(np.abs(without.residual) <= CONTRADICTION * np.delete(largest, last)):
            possible = float(both.times(v + without.change)[last])
        _report_contradiction(culprits, owner[last], possible, blocks, diagnostics)
        return state
    _report_changes(v, solution.change, size, description, diagnostics)
    v = v + solution.change
    return state._replace(u=np.ascontiguousarray(v[:, :3]), w=np.ascontiguousarray(v[:, 3:]))


def _largest_rates(rows: Conditions, wanted: Floats, v: Floats, size: float) -> Floats:
    """The rate that each condition's errors are measured by (nc,): the largest of its kind, where the `size` of the model turns speeds
    into rates of rotation and back."""
    parts = np.sum(np.abs(rows.rows[:, :6] * v[rows.body0]) + np.abs(rows.rows[:, 6:] * v[rows.body1]), axis=1)
    rates = np.maximum(np.abs(wanted), parts)
    turns = ~np.any(rows.rows.reshape(-1, 4, 3)[:, ::2], axis=(1, 2))
    fastest = max(float(np.max(rates[~turns], initial=0.0)), size * float(np.max(rates[turns], initial=0.0)))
    return np.where(turns, fastest / size, fastest)


def _report_missing_inertia(blocks: list[Described], diagnostics: Diagnostics) -> None:
    diagnostics.error(
        Code.INCONSISTENT_INITIAL_CONDITIONS,
        "the initial velocities cannot be made consistent: a body has no inertia about an axis that it may turn about",
        blocks[0].span,
        "give every body three moments of inertia",
    )


def _report_contradiction(
    culprits: tuple[int, ...], last: int, possible: float | None, blocks: list[Described], diagnostics: Diagnostics
) -> None:
    """`possible` is the rate of joint `last` that its `@INITIAL_RATE` contradicts; None where prescribed motions do."""
    if possible is not None:
        block, keyword = blocks[last], "INITIAL_RATE"
        message = (
            f"@INITIAL_RATE of joint {block.name} contradicts the joints {_names(culprits, blocks)}: with them the "
            f"rate can only be {possible:.6g}"
        )
        hint = "drop the rate, or free a joint that locks the mechanism"
    else:
        driven = [
            (blocks[j], keyword)
            for j in culprits
            for keyword in ("INITIAL_RATE", "PRESCRIBED_ROTATION", "PRESCRIBED_DISPLACEMENT")
            if keyword in blocks[j]
        ]
        block, keyword = driven[-1] if driven else (blocks[culprits[-1]], "")
        named = " and ".join(f"@{keyword} of {block.name}" for block, keyword in driven)
        message = f"{named} contradict each other: no velocities satisfy them and the joints {_names(culprits, blocks)}"
        hint = "prescribe no more motions than the mechanism has degrees of freedom"
    diagnostics.error(Code.INCONSISTENT_INITIAL_CONDITIONS, message, block.span_of(keyword), hint)


def _report_changes(v: Floats, change: Floats, size: float, description: Description, diagnostics: Diagnostics) -> None:
    """Warn of velocities given in the deck that had to change, by more than rounding among the fastest of the model."""
    speeds, rates = np.abs(v + change).reshape(-1, 2, 3).max(axis=(0, 2))
    fastest = max(float(speeds), size * float(rates))
    for b, block in enumerate(description.of_kind("RIGID_BODY").values()):
        for keyword, name, unit, part, rounding in (
            ("INITIAL_VELOCITY", "velocity", "m/s", slice(0, 3), ROUNDED * fastest),
            ("INITIAL_ANGULAR_VELOCITY", "angular velocity", "rad/s", slice(3, 6), ROUNDED * fastest / size),
        ):
            given, amount = float(np.linalg.norm(v[b, part])), float(np.linalg.norm(change[b, part]))
            new = float(np.linalg.norm(v[b, part] + change[b, part]))
            if is_given(block, keyword) and amount > max(VELOCITY_TOLERANCE * max(given, new), rounding):
                diagnostics.warning(
                    Code.INCONSISTENT_INITIAL_CONDITIONS,
                    f"the initial {name} of body {block.name} was changed by {amount:.6g} {unit} to satisfy the "
                    f"joints (size {given:.6g} before, {new:.6g} after)",
                    block.span_of(keyword),
                    "give velocities that the joints allow, or @INITIAL_RATE of a joint instead",
                )


def is_given(block: Described, keyword: str) -> bool:
    """Whether the deck gives a keyword itself: a default filled in carries its object's own place."""
    return keyword in block and block.span_of(keyword) != block.span
