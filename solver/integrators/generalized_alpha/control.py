"""Entries of the two arrays that steer the time loop: `numbers` (floats) and `cursor` (integers). They outlive a call of the kernel, so
that a run can stop after any step and go on."""

from __future__ import annotations

import numpy as np

from rbsolve.solver.integrators.generalized_alpha.parameters import GeneralizedAlpha, NewtonOptions
from rbsolve.solver.model.arrays import Floats, Ints

# numbers: constants
ALPHA_M, ALPHA_F, BETA, GAMMA = 0, 1, 2, 3
RELATIVE, ABSOLUTE, EXACT, MODIFIED, LIMIT = 4, 5, 6, 7, 8
REACH, LEVER = 9, 10  # longest and shortest arm of a point in a body
# numbers: of the current step or part of a step
TIME, STEP, BETA_1, GAMMA_1 = 11, 12, 13, 14  # at its end; its size; beta' and gamma' of Seed 001, eq. (33)
LAST_STEP, SIZE = 15, 16  # size of the step before; norm of the last correction
# First contraction of Newton's iteration, as last measured, and the norm of the first correction then
CONTRACTION, FIRST_SIZE = 17, 18
NUMBERS = 19

# cursor
STAGE, INTERVAL, STEP_INDEX, STEPS = 0, 1, 2, 3
LEVEL, PART = 4, 5  # the step is divided into 2^LEVEL parts, PART of them are done
ITERATION, FACTORIZED, FRESH = 6, 7, 8  # of this step; whether there is a factorization; whether it is of this step
ITERATIONS, FACTORIZATIONS, REJECTED = 9, 10, 11  # totals
ROW_ITERATIONS, FAILED = (
    12,
    13,
)  # total at the last row; body with the largest correction, or vertex of a singular block
ARTICULATED = 14  # 1 while the articulated-body algorithm solves for the corrections of a forest
HALVED = 15  # steps that did not converge as a whole
ENTRIES = 16

# stages, in their order
START_NOW, START_LATER, START_VELOCITIES, START_ROW, READY, ITERATING, SOLVED = 0, 1, 2, 3, 4, 5, 6
ROW_VELOCITIES, ROW_ACCELERATIONS, ROW = 7, 8, 9  # of a row of output; bodies with joints only, all

# what the kernel returns
RUNNING, FINISHED, STALLED, SINGULAR, ANGLES, CROSSED = 0, 1, 2, 3, 4, 5


def make_numbers(method: GeneralizedAlpha, newton: NewtonOptions, reach: float, lever: float) -> Floats:
    """The floats at the start of a run."""
    numbers = np.zeros(NUMBERS)
    numbers[[ALPHA_M, ALPHA_F, BETA, GAMMA]] = method.alpha_m, method.alpha_f, method.beta, method.gamma
    numbers[[RELATIVE, ABSOLUTE, LIMIT]] = newton.relative, newton.absolute, newton.iterations
    numbers[[EXACT, MODIFIED]] = newton.tangent_operator, newton.modified
    numbers[[REACH, LEVER, CONTRACTION]] = reach, lever, 1.0
    return numbers


def make_cursor(articulated: bool) -> Ints:
    """The integers at the start of a run."""
    cursor = np.zeros(ENTRIES, dtype=np.int64)
    cursor[ARTICULATED] = articulated
    return cursor
