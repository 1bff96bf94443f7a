"""Consistent initial conditions of a model with joints: the start is checked, completed, or refused with a reason."""

from __future__ import annotations

import numpy as np

from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.diagnostics import Code, Diagnostics, Span
from rbsolve.solver.joints.constraints import Gradient, direction_gradient, rotation_gradient
from rbsolve.solver.joints.kinds import ROTATION, STRUCTURES
from rbsolve.solver.joints.placement import column, ends
from rbsolve.solver.model.arrays import Floats, Model, State
from rbsolve.solver.model.closure import (
    check_assembly,
    close,
    conditions,
    prescribed_values,
    start_turns,
    typical_length,
)
from rbsolve.solver.model.joints import items, joint_blocks, kind_of
from rbsolve.solver.model.redundancy import Redundancy, find_redundancies
from rbsolve.solver.model.saddle import Conditions, mass_matrices, solve

VELOCITY_TOLERANCE = 1e-8  # relative change of a given velocity that is worth a warning
CONTRADICTION = 1e-6  # rate that no velocities can satisfy, relative to the largest
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
    start_turns(model, initial, t)
    size = typical_length(model, initial)
    assembled = [check_assembly(j, block, model, initial, t, size, diagnostics) for j, block in enumerate(blocks)]
    if not all(assembled):
        return initial
    state = close(model, initial, t, size)
    for redundancy in find_redundancies(model.joints, state):
        _report_redundancy(redundancy, blocks, diagnostics)
    return _with_consistent_velocities(model, state, blocks, description, t, diagnostics)


def _report_redundancy(redundancy: Redundancy, blocks: list[Described], diagnostics: Diagnostics) -> None:
    members = [blocks[j] for j in redundancy.joints]
    names = ", ".join(f"'{block.name}' (line {block.span.line})" for block in members)
    count = "1 condition" if redundancy.excess == 1 else f"{redundancy.excess} conditions"
    diagnostics.warning(
        Code.REDUNDANT_CONSTRAINTS,
        f"the joints {names} hold {count} more than needed: the motion is right, but their reactions are not unique; "
        "the smallest ones are given",
        members[-1].span,
        "give the loop freedom that it does not use: in a planar loop, make one revolute joint spherical and another "
        "cylindrical",
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
    model: Model, state: State, blocks: list[Described], description: Description, t: float, diagnostics: Diagnostics
) -> State:
    """The mass-weighted smallest change of the velocities that satisfies all constraints and initial rates."""
    held = conditions(model, state)
    rated, rates, owners = _given_rates(model, state, blocks)
    both = Conditions(*(np.concatenate(pair) for pair in zip(held, rated, strict=True)))
    wanted = np.concatenate([prescribed_values(model, t, 1), rates])
    v = np.concatenate([state.u, state.w], axis=1)
    missing = wanted - both.times(v)
    parts = np.sum(np.abs(both.rows[:, :6] * v[both.body0]) + np.abs(both.rows[:, 6:] * v[both.body1]), axis=1)
    largest = float(np.max(np.maximum(np.abs(wanted), parts), initial=0.0))
    if np.max(np.abs(missing), initial=0.0) <= ROUNDING * largest:
        return state
    try:
        solution = solve(mass_matrices(model.bodies, state), both, np.zeros_like(v), missing)
    except np.linalg.LinAlgError:
        diagnostics.error(
            Code.INCONSISTENT_INITIAL_CONDITIONS,
            "the initial velocities cannot be made consistent: a body has no inertia about an axis that its joints "
            "leave free",
            blocks[0].span,
            "give every body three moments of inertia",
        )
        return state
    contradicting = np.abs(solution.residual) > CONTRADICTION * largest
    if np.any(contradicting):
        row_owner = np.repeat(np.arange(len(blocks)), np.diff(model.joints.first_row)).tolist()
        culprits = sorted({(row_owner + owners)[row] for row in np.flatnonzero(contradicting)})
        _report_contradiction([blocks[j] for j in culprits], float(np.max(np.abs(solution.residual))), diagnostics)
        return state
    _report_changes(v, solution.change, description, diagnostics)
    v = v + solution.change
    return state._replace(u=np.ascontiguousarray(v[:, :3]), w=np.ascontiguousarray(v[:, 3:]))


def _report_contradiction(blocks: list[Described], size: float, diagnostics: Diagnostics) -> None:
    def place(block: Described) -> Span:
        for keyword in ("INITIAL_RATE", "PRESCRIBED_ROTATION", "PRESCRIBED_DISPLACEMENT"):
            if keyword in block:
                return block.span_of(keyword)
        return block.span

    with_rates = [block for block in blocks if place(block) is not block.span] or blocks
    names = ", ".join(f"'{block.name}' (line {block.span.line})" for block in blocks)
    diagnostics.error(
        Code.INCONSISTENT_INITIAL_CONDITIONS,
        f"no velocities satisfy the initial rates and prescribed motions of the joints {names}: they contradict each "
        f"other by {size:.6g}",
        place(with_rates[-1]),
        "drop one of the rates, or give a value that the mechanism allows",
    )


def _report_changes(v: Floats, change: Floats, description: Description, diagnostics: Diagnostics) -> None:
    """Warn of velocities given in the deck that had to change."""
    for b, block in enumerate(description.of_kind("RIGID_BODY").values()):
        for keyword, name, unit, part in (
            ("INITIAL_VELOCITY", "velocity", "m/s", slice(0, 3)),
            ("INITIAL_ANGULAR_VELOCITY", "angular velocity", "rad/s", slice(3, 6)),
        ):
            given, amount = float(np.linalg.norm(v[b, part])), float(np.linalg.norm(change[b, part]))
            new = float(np.linalg.norm(v[b, part] + change[b, part]))
            if is_given(block, keyword) and amount > VELOCITY_TOLERANCE * max(given, new):
                diagnostics.warning(
                    Code.INCONSISTENT_INITIAL_CONDITIONS,
                    f"the initial {name} of body '{block.name}' was changed by {amount:.6g} {unit} to satisfy the "
                    f"joints (size {given:.6g} before, {new:.6g} after)",
                    block.span_of(keyword),
                    "give velocities that the joints allow, or @INITIAL_RATE of a joint instead",
                )


def is_given(block: Described, keyword: str) -> bool:
    """Whether the deck gives a keyword itself: a default filled in carries its object's own place."""
    return keyword in block and block.span_of(keyword) != block.span
