"""The control data of the time loop. They persist between calls of the kernel, so that a run can stop after any step
and be resumed later.
"""

from __future__ import annotations

import math

from rbsolve.solver.compiler.variables import FloatOfCase, IntOfCase, Variables
from rbsolve.solver.integrators.generalized_alpha.parameters import GeneralizedAlpha
from rbsolve.solver.model.options import GeneralizedAlphaOptions

# The stages of the loop, in order.
START_IMPULSE = -1  # this stage follows only after a jump
START_NOW, START_LATER, START_VELOCITIES, START_ROW, READY, ITERATING, SOLVED = 0, 1, 2, 3, 4, 5, 6
# stages of an output row; the first two are only for bodies with joints
ROW_VELOCITIES, ROW_ACCELERATIONS, ROW = 7, 8, 9
REFINING = (
    -2
)  # never a stage of the loop: an iterate that computes only derivatives, after the iterates for the numbers

# The results of the kernel.
RUNNING, FINISHED, STALLED, SINGULAR, ANGLES, CROSSED, TOO_SMALL, ENDLESS_SWITCHING = range(8)
BEGUN, AFRESH = 8, 9  # never results of the kernel: the next part of a step can be solved; the method restarts


class Control(Variables):
    """The parameters of a run, and its current position. Cases side by side share all numbers that are not `OfCase`."""

    # Parameters of the method.
    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float
    # The Newton iteration.
    relative: float
    absolute: float
    finest: float  # permitted remaining error of the Newton iteration in adaptive steps, m; 0 for fixed steps
    allowed: FloatOfCase  # permitted remaining error of the Newton iteration in this step, m
    extent: float  # size of the model, m
    exact: int  # whether the matrix includes the tangent operator
    stiff: int  # whether the matrix includes the derivatives of inertia and constraint forces with respect to the configuration
    modified: int
    limit: int
    reach: FloatOfCase  # longest distance of a point from the origin of its body
    lever: FloatOfCase  # shortest distance of a point from the origin of its body
    is_fixed: int  # whether steps have a fixed size
    rubs: int  # whether the model has friction
    is_driven: int  # kind of restarts at jumps of prescribed motions (impulses.py); 0 without prescribed motions
    # The current step, or part of a step.
    time: float  # time at the end of the step
    h: float  # size of the step
    last_h: float  # size of the previous step
    beta_1: float  # beta' of Holzinger et al. (2024), eq. (33)
    gamma_1: float  # gamma' of Holzinger et al. (2024), eq. (33)
    moves: FloatOfCase  # 1 while Newton's iteration of the step continues, then 0
    correction: FloatOfCase  # norm of the last Newton correction
    contraction: FloatOfCase  # last measured contraction at the start of the Newton iteration
    first_correction: FloatOfCase  # norm of the first correction when this contraction was measured
    # The search along the Newton direction.
    is_along: int  # whether a search is in progress
    applied: FloatOfCase  # applied fraction of the direction
    low: FloatOfCase  # lower end of the bracket of fractions
    high: FloatOfCase
    low_slope: FloatOfCase  # slope at the lower end
    high_slope: FloatOfCase
    goal: FloatOfCase  # size of the slope at which the search ends
    side: int  # 1 if the upper end moved last, -1 if the lower end did
    looks: int
    # The derivatives of a step, if its numbers carry derivatives.
    refines: int  # whether the numbers carry derivatives
    refining: int  # number of corrections of the derivatives alone; 0 while the numbers are iterated
    missing: FloatOfCase  # power of the prescribed motions of a tree in the last iterate that changed the numbers, W
    has_missing: int  # whether `missing` is the power of the current step
    derivative_left: float  # size of the last correction of the derivatives
    unrefined: int  # number of steps whose derivatives did not converge
    pinned: int  # number of jumps at the end of a step whose time depends on a parameter
    # The position of the run.
    stage: int
    interval: int  # index of the interval between output times
    step: int  # index of the step in the interval
    level: int  # the step is divided into 2^level parts
    part: int  # number of completed parts
    iteration: int  # number of iterations of this step
    sticks: int  # whether the iteration starts with sticking friction
    rough: int  # whether the first step starts with its own mean accelerations
    factorized: IntOfCase  # whether a factorization exists
    fresh: IntOfCase  # whether the factorization belongs to this step
    articulated: int  # 1 while the articulated-body algorithm solves for the corrections of a forest
    failed: IntOfCase  # body with the largest correction, or vertex of a singular block
    budget: int  # number of steps that may still be taken in this call
    tries: int  # remaining attempts at parts of a step in this call
    # Jumps of prescribed rates (impulses.py).
    begun: float  # start of the current step of the grid, or of its current piece
    at_jump: int  # 1 if the end of the step is at a jump of a prescribed rate, 2 at another jump
    ends_within: int  # whether the end of the step is within the step of the grid
    is_cut: int  # whether the end of the previous step was within a step of the grid
    afresh: int  # nonzero if the method restarts before the next step: the value of `at_jump`
    again: int  # whether the method is restarting now, from the coordinates of the last step
    # Jumps of signals (signal_jumps.py).
    jumped: int  # whether forces jump
    switched: int  # whether a hysteresis has switched in the solved step; the step is then repeated
    corner: float  # fraction of the step before the switch of the hysteresis
    nudged: int  # whether the motion at the start of the step belongs to the other side of a switch
    restless: int  # index of the last hysteresis that switched more than once in a step
    unlocated: int  # number of steps in which a hysteresis switched more than once
    # Jumps of inputs (input_jumps.py).
    moved: int  # whether inputs have changed since the last step
    waits: int  # whether a jump of forces can be applied only after the first iterate has provided the matrix
    power: FloatOfCase  # power after the jump, W
    # Jumps of functions of time (function_jumps.py).
    ahead: float  # time from the start to the stage START_LATER
    left: float  # start of the current step, or part of a step; for adaptive steps, the end
    treated: float  # end of the last step whose jumps were treated
    looked_from: float  # start of the last step whose first jump was evaluated at its start
    looked_to: float  # end of this step
    turns_sides: int  # whether this jump switches signals
    next_jump: int  # index of the first jump after `treated`
    has_several: int  # whether the step has more than one jump
    first_jump: int  # index of the first jump in the step
    jump_power: FloatOfCase  # sum of the jumps of the power in a step with several jumps, W
    jump_work: FloatOfCase  # work of these jumps until the end of the step, J
    arrived: int  # whether signals must be checked for crossings after the end of a step or of a part of it
    # Total numbers of the run so far.
    steps: int
    iterations: IntOfCase
    factorizations: IntOfCase
    evaluations: IntOfCase  # number of evaluations of all forces
    rejected: int
    halved: int  # number of steps that did not converge, as a whole or in a part
    last_halved: int  # index of the last step that did not converge, counted from 1
    divided: int  # number of steps that were too long to resolve forces or impacts
    unresolved: int  # number of parts that could not be made small enough
    row_iterations: IntOfCase  # number of iterations at the last output row
    row_factorizations: IntOfCase


def make_control(
    options: GeneralizedAlphaOptions, reach: float, lever: float, articulated: bool, rubs: bool, is_driven: int
) -> Control:
    """Return the control at the start of a run."""
    method, newton = GeneralizedAlpha.from_spectral_radius(options.spectral_radius), options.newton
    return Control(
        alpha_m=method.alpha_m,
        alpha_f=method.alpha_f,
        beta=method.beta,
        gamma=method.gamma,
        relative=newton.relative,
        absolute=newton.absolute,
        limit=newton.iterations,
        exact=options.tangent_operator,
        stiff=options.full_stiffness,
        modified=newton.modified,
        extent=1.0,
        reach=reach,
        lever=lever,
        contraction=1.0,
        treated=-math.inf,
        looked_from=-math.inf,
        looked_to=-math.inf,
        articulated=articulated,
        is_fixed=options.local_error is None,
        rubs=rubs,
        is_driven=is_driven,
    )
