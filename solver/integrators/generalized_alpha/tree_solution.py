"""Solves the steps of a forest by the articulated-body algorithm, as long as it converges fast. Otherwise the
factorized system is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.choices import exceeds, is_below, select
from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.integrators.generalized_alpha.control import (
    READY,
    SOLVED,
    START_LATER,
    START_NOW,
    START_ROW,
)
from rbsolve.solver.integrators.generalized_alpha.forest import correct_coordinates, put_derivatives, sweep_tree
from rbsolve.solver.integrators.generalized_alpha.function_jumps import go_later
from rbsolve.solver.integrators.generalized_alpha.start import keep_change
from rbsolve.solver.integrators.generalized_alpha.step import (
    SLOW,
    begin_refining,
    judge,
    judge_derivatives,
    keep_derivatives,
    tolerances,
    weighted_size,
)
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.rows import three
from rbsolve.solver.trees.variation import Unknown

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.system import Workspace
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.trees.arrays import Forest


@part
def solve_tree(model: Model, forest: Forest, stage: int, control: Control, state: State, work: Workspace) -> bool:
    """Solve one stage of the start or one iteration of a step, with known forces. Return False if a body can move
    without inertia.
    """
    starting = stage < READY
    unknown = Unknown(0.0, 0.0, 0.0, False)
    if not starting:
        rate, h = control.gamma_1 / control.beta_1, control.h
        unknown = Unknown(rate, 1.0 / control.beta_1, h * h / 12.0 * rate, control.exact == 1)
    control.failed = sweep_tree(model, forest, control.time, unknown, work.body, state)
    if control.failed >= 0:
        return False
    if starting:
        _start(model, stage, forest, control, work.body)
    else:
        _correct(forest, control, state, work)
    return True


@subroutine
def _start(model: Model, stage: int, forest: Forest, control: Control, body: BodyRecords) -> None:
    """Store the first accelerations, or their change over one step, as `start.py` does."""
    put_derivatives(forest, body.derivative if stage == START_NOW else body.before)
    if stage == START_LATER:
        keep_change(control, body)
    if stage == START_NOW:
        go_later(model.functions.jumps, control)
        control.stage = START_LATER
    else:
        control.time -= control.ahead
        control.stage = START_ROW


@subroutine
def _correct(forest: Forest, control: Control, state: State, work: Workspace) -> None:
    """Apply the correction, and judge the iterate.

    If the iteration converges slowly or fails, the step is repeated with the factorized system. The factorized system
    is then used until the end of the run.
    """
    body = work.body
    if control.refining > 0:
        left = keep_derivatives(forest.sweep.columns.change)
        correct_coordinates(forest, 1.0 / control.beta_1, 1.0, body)
        control.stage = judge_derivatives(value_of(left / control.beta_1), control, state, work)
        return
    bodies, links = forest.tree.order.shape[0], forest.sweep.links
    tolerance = tolerances(bodies, control, body, state)
    worst, worst_rounding = 0.0, 0.0
    for b in range(bodies):
        size, size_rounding = weighted_size(three(links.variation, b, 0), three(links.variation, b, 3), tolerance)
        worst = select(exceeds(size, worst), size, worst)
        worst_rounding = max(worst_rounding, size_rounding)
    correct_coordinates(forest, 1.0 / control.beta_1, control.moves, body)
    before = control.correction
    control.stage = judge(worst, worst_rounding, 0.0 * worst_rounding, control)
    is_slow = select(control.moves, is_below(SLOW * before, worst), 0.0)
    if control.stage == READY or (control.stage != SOLVED and control.iteration > 1 and is_slow != 0.0):
        control.stage, control.articulated, control.factorized = READY, 0, 0
        control.contraction = 1.0
    begin_refining(control)
