"""The time loop of the quaternion-based integrators: Newton's iteration for the unknowns of each step, for all schemes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.solver.compiler.subroutines import call4
from rbsolve.solver.integrators.quaternion_hamiltonian.output import look_at_step, write_due_row
from rbsolve.solver.integrators.quaternion_hamiltonian.step_plan import close_part, first_unfinished, has_task
from rbsolve.solver.integrators.quaternion_hamiltonian.system import (
    clear,
    correct,
    extrapolate,
    refine,
    remember,
    start_iteration,
)
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.energy_flow import is_sampled
from rbsolve.solver.newton import CONVERGED, GO_ON

if TYPE_CHECKING:
    from rbsolve.solver.integrators.quaternion_hamiltonian.step_plan import StepPlan
    from rbsolve.solver.integrators.quaternion_hamiltonian.system import Gains, Newton, RotorSystem
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.chunk import Chunk


class Scheme(NamedTuple):
    """The equations of a step: their subroutines, which are compiled into the loop, and their memory."""

    predict: Callable[..., None]
    """Subroutine (system, memory, h, length) that sets the unknowns and their scales for a step from the current
    motion.
    """
    put_equations: Callable[..., None]
    """Subroutine (model, system, gains, memory, cursor, refresh, state) that writes the residuals of the step that
    starts at `cursor.time` and has the size `cursor.size`. With `refresh`, it adds their derivatives with respect to the
    unknowns to a matrix of zeros.
    """
    finish: Callable[..., None]
    """Subroutine (system, memory, h) that moves every body to the end of the step."""
    memory: Any
    is_exact: bool
    """Whether the matrix contains all derivatives of the residuals."""


@kernel
def advance(
    model: Model,
    scheme: Scheme,
    system: RotorSystem,
    gains: Gains,
    newton: Newton,
    plan: StepPlan,
    state: State,
    chunk: Chunk,
) -> int:
    """Run a scheme until the plan has no more tasks. Return the final status of the plan."""
    work, memory, cursor = system.work, scheme.memory, plan.cursor
    while has_task(plan, state, chunk):
        if cursor.is_row_due == 1:
            write_due_row(model, system.rotors, system.motion, plan, state, chunk)
            continue
        h = cursor.size
        start_iteration(work)
        scheme.predict(system, memory, h, newton.length)
        extrapolate(work, h)
        outcome, iteration, refining = GO_ON, 0, 0
        while outcome == GO_ON or refining > 0:
            refresh = refining == 1 or (refining == 0 and (iteration == 0 or not newton.modified))
            if refresh:
                clear(work.matrix)
                cursor.updates += 1 if refining == 0 else 0
            scheme.put_equations(model, system, gains, memory, cursor, refresh, state)
            if refining > 0:
                refining = refine(system.layout, work, refining)
                cursor.unrefined += 1 if refining < 0 else 0
                continue
            outcome = correct(system.layout, work, newton, iteration, scheme.is_exact)
            iteration += 1
            if outcome == CONVERGED and newton.refines:
                refining = 1
        if outcome == CONVERGED:
            remember(work)
            scheme.finish(system, memory, h)
            if system.accept_part != 0:
                call4(system.accept_part, model, system, plan, state)
            if is_sampled(cursor.steps):
                look_at_step(model, system, state)
        close_part(plan, outcome == CONVERGED, iteration, first_unfinished(system.layout, work.finished))
    return cursor.status
