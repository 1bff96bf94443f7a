"""Fills, factorizes and solves the linear system of a stage of the start, of an iterate, or of an output row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.choices import cases_of, holds_in_some, is_below, select
from rbsolve.solver.compiler.subroutines import call2, call6
from rbsolve.solver.integrators.generalized_alpha.control import (
    ITERATING,
    ROW_VELOCITIES,
    SOLVED,
    START_IMPULSE,
    START_VELOCITIES,
)
from rbsolve.solver.integrators.generalized_alpha.equations import (
    assemble,
    evaluate,
    put_jacobians,
    put_masses,
    put_residual,
    put_row_values,
    put_velocity_rows,
)
from rbsolve.solver.integrators.generalized_alpha.impulses import before_jump
from rbsolve.solver.integrators.generalized_alpha.line_search import begin_search, keep_residual, look
from rbsolve.solver.integrators.generalized_alpha.local_error import put_errors, quadrature_constant
from rbsolve.solver.integrators.generalized_alpha.masks import (
    keep_factorization,
    keep_update,
    put_back_factorization,
    put_back_update,
)
from rbsolve.solver.integrators.generalized_alpha.start import clear_velocity_rows, constrained_rates, put_twists
from rbsolve.solver.joints.kernels import acceleration_terms, subtract_motions
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.block_lu import factorize, solve

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, PlainMatrix, Workspace
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def _put_errors(parts: Parts, control: Control, state: State) -> None:
    """Write the local errors of the quadrature, as twists, to the accelerations."""
    body = parts.work.body
    put_errors(parts, quadrature_constant(control), True, body.before, control, state, body.acceleration)


@part
def _put_right_side(
    model: Model, system: LinearSystem, stage: int, control: Control, state: State, work: Workspace
) -> None:
    """Write the right-hand side of the linear system of a stage."""
    bodies, body, b, R = model.bodies, work.body, work.b, state.R
    is_rate = stage == ROW_VELOCITIES or stage == START_IMPULSE
    if stage == START_VELOCITIES or is_rate:
        if is_rate:
            put_twists(state, body.acceleration)
        for i in range(b.shape[0]):
            b[i] = 0.0
        constrained_rates(model.joints, system.joints, body.acceleration, work.J, work.phi)
        if is_rate:
            subtract_motions(model, before_jump(control), 1, work.phi)
        else:
            clear_velocity_rows(model.joints.couplings, work.phi)
        put_row_values(system.joints, R, work.phi, -1.0 if is_rate else 1.0, b)
        return
    factor = control.h * control.h
    if stage != ITERATING:
        factor = 1.0
        for n in range(bodies.mass.shape[0]):
            for k in range(6):
                body.acceleration[n, k] = 0.0
        acceleration_terms(model, before_jump(control), state, work.phi)
    else:
        put_velocity_rows(model.joints, 1.0 / control.gamma_1, state, work.J, work.phi)
    put_residual(bodies, system.bodies, factor, body, state, b)
    put_row_values(system.joints, R, work.phi, -1.0, b)


@part
def put_matrix(
    model: Model,
    system: LinearSystem,
    stage: int,
    control: Control,
    state: State,
    work: Workspace,
    matrix: Workspace | PlainMatrix,
) -> None:
    """Write the matrix of the linear system of a stage to `matrix`."""
    values = matrix.values
    for i in range(values.shape[0]):
        values[i] = 0.0
    scale = 1.0
    if stage != ITERATING:
        put_masses(model.bodies, system.bodies, values)
    else:
        h2 = control.h * control.h
        assemble(model, system, h2, control, state, work, values)
        scale = h2 * control.beta_1
    put_jacobians(model.bodies, model.joints, system.joints, state.R, scale, work, matrix)


@subroutine
def _needs_matrix(stage: int, control: Control) -> float:
    """Return whether a case needs a new factorization, as a condition for each case."""
    needs = select(control.factorized, 0.0, 1.0)
    if stage == ITERATING and control.refining == 0:
        return select(control.moves, needs, 0.0)
    return needs


@subroutine
def _keep_some(needs: float) -> bool:
    """Return whether some of several cases keep their factorization. A single case never does."""
    if cases_of(needs) > 1:
        return holds_in_some(is_below(needs, 1.0))
    return False


@subroutine
def _solve(
    model: Model,
    parts: Parts,
    system: LinearSystem,
    stage: int,
    control: Control,
    state: State,
    matrix: Workspace | PlainMatrix,
) -> bool:
    """Solve the linear system of a stage. If necessary, first write and factorize its `matrix`. Return False if the
    system is singular. Cases that need no new factorization keep their old one.
    """
    work, elements, entries, needs = parts.work, parts.elements, parts.entries, _needs_matrix(stage, control)
    if holds_in_some(needs):
        keeps_some = _keep_some(needs)
        if keeps_some:
            keep_factorization(matrix.values, matrix.references, matrix.swaps, work.kept)
        put_matrix(model, system, stage, control, state, work, matrix)
        if entries.put_columns != 0:
            call6(entries.put_columns, model, system, stage, parts.friction, state, work)
        control.failed = factorize(system.elimination, matrix.values, matrix.swaps, matrix.references)
        if control.failed >= 0:
            return False
        if keeps_some:
            put_back_factorization(needs, matrix.values, matrix.references, matrix.swaps, work.kept)
        if stage < SOLVED:
            control.factorizations += select(needs, 1, 0)
        control.factorized, control.fresh = select(needs, 1, control.factorized), select(needs, 1, control.fresh)
        if entries.put_update != 0 and stage == ITERATING:
            if keeps_some:
                keep_update(elements.G, elements.W, elements.small, work.kept)
            call6(entries.put_update, model, system, control, elements, state, work)
            if keeps_some:
                put_back_update(needs, elements.G, elements.W, elements.small, work.kept)
    solve(system.elimination, matrix.values, matrix.swaps, work.b)
    return True


@subroutine
def solve_stage(model: Model, parts: Parts, system: LinearSystem, stage: int, control: Control, state: State) -> bool:
    """Solve the linear system of a stage, and factorize it if necessary. Return False if the system is singular."""
    work, elements, entries = parts.work, parts.elements, parts.entries
    evaluate(model, control.time, state, work.multipliers, work.phi, work.J)
    if stage == START_VELOCITIES:
        _put_errors(parts, control, state)
    _put_right_side(model, system, stage, control, state, work)
    if control.refining == 0 and control.is_along == 1 and look(system, control, work):
        return True
    if control.sticks == 1 and control.refining == 0:
        keep_residual(work)
    is_regular = True
    if work.plain is not None and stage == ITERATING:
        is_regular = _solve(model, parts, system, stage, control, state, work.plain)
    else:
        is_regular = _solve(model, parts, system, stage, control, state, work)
    if not is_regular:
        return False
    if entries.apply_update != 0 and stage == ITERATING:
        call2(entries.apply_update, elements, work.b)
    if control.sticks == 1 and control.iteration > 0 and control.refining == 0:
        begin_search(system, control, work)
    return True
