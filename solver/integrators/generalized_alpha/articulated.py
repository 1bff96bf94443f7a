"""Steps of a forest by the articulated-body algorithm instead of the factorized system, as long as that converges fast."""

from __future__ import annotations

from rbsolve.solver.integrators.generalized_alpha.control import (
    ARTICULATED,
    BETA_1,
    CONTRACTION,
    EXACT,
    FACTORIZED,
    FAILED,
    GAMMA_1,
    ITERATION,
    READY,
    SIZE,
    SOLVED,
    STAGE,
    START_LATER,
    START_NOW,
    START_ROW,
    STEP,
    TIME,
)
from rbsolve.solver.integrators.generalized_alpha.forest import correct_coordinates, put_derivatives, sweep_tree
from rbsolve.solver.integrators.generalized_alpha.newton import SLOW, judge, tolerances, weighted_size
from rbsolve.solver.integrators.generalized_alpha.records import BEFORE, DERIVATIVE, WIDTH
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.trees.arrays import VARIATION
from rbsolve.solver.trees.kinematics import three
from rbsolve.solver.trees.variation import Unknown


@subroutine
def solve_tree(model, forest, stage, numbers, cursor, state, work):
    """One stage of the start or one iteration of a step, forces applied; False when a body can move without inertia."""
    starting = stage < READY
    unknown = Unknown(0.0, 0.0, 0.0, False)
    if not starting:
        rate, h = numbers[GAMMA_1] / numbers[BETA_1], numbers[STEP]
        unknown = Unknown(rate, 1.0 / numbers[BETA_1], h * h / 12.0 * rate, numbers[EXACT] != 0.0)
    cursor[FAILED] = sweep_tree(model, forest, numbers[TIME], unknown, work.body, state)
    if cursor[FAILED] >= 0:
        return False
    if starting:
        _start(stage, forest, numbers, cursor, work.body)
    else:
        _correct(forest, numbers, cursor, state, work.body)
    return True


@subroutine
def _start(stage, forest, numbers, cursor, body):
    """Keep the first accelerations, or those one step later as a difference, as start.py does."""
    h = numbers[STEP]
    put_derivatives(forest, DERIVATIVE if stage == START_NOW else BEFORE, body)
    if stage == START_LATER:
        for b in range(forest.tree.order.shape[0]):
            for k in range(WIDTH):
                body[b, BEFORE + k] = (body[b, BEFORE + k] - body[b, DERIVATIVE + k]) / h
    numbers[TIME] += h if stage == START_NOW else -h
    cursor[STAGE] = START_LATER if stage == START_NOW else START_ROW


@subroutine
def _correct(forest, numbers, cursor, state, body):
    """Apply the correction and judge it; where it converges slowly or fails, the factorized system takes over for good, from the start of
    the step."""
    bodies, links = forest.tree.order.shape[0], forest.sweep.links
    tolerance = tolerances(bodies, numbers, body, state)
    worst, worst_rounding = 0.0, 0.0
    for b in range(bodies):
        size, size_rounding = weighted_size(three(links, b, VARIATION), three(links, b, VARIATION + 3), tolerance)
        if not size <= worst:
            worst = size
        worst_rounding = max(worst_rounding, size_rounding)
    correct_coordinates(forest, 1.0 / numbers[BETA_1], body)
    before = numbers[SIZE]
    cursor[STAGE] = judge(worst, worst_rounding, False, numbers, cursor)
    if cursor[STAGE] != SOLVED and (cursor[STAGE] == READY or (cursor[ITERATION] > 1 and worst > SLOW * before)):
        cursor[STAGE], cursor[ARTICULATED], cursor[FACTORIZED] = READY, 0, 0
        numbers[CONTRACTION] = 1.0
