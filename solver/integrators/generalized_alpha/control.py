"""The control of the time loop. It outlives a call of the kernel, so that a run can stop after any step and continue."""

from __future__ import annotations

from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.integrators.generalized_alpha.parameters import GeneralizedAlpha
from rbsolve.solver.model.options import GeneralizedAlphaOptions

# stages, in their order
START_IMPULSE = -1  # behind a jump only
START_NOW, START_LATER, START_VELOCITIES, START_ROW, READY, ITERATING, SOLVED = 0, 1, 2, 3, 4, 5, 6
ROW_VELOCITIES, ROW_ACCELERATIONS, ROW = 7, 8, 9  # of a row of output; bodies with joints only, all

# result of the kernel
RUNNING, FINISHED, STALLED, SINGULAR, ANGLES, CROSSED, TOO_SMALL, ENDLESS_SWITCHING = range(8)
BEGUN, AFRESH = 8, 9  # not results of the kernel: a part of a step can be solved, the method starts again


class Control(Variables):
    """The parameters of a run, and where it is."""

    # the method
    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float
    # Newton's iteration
    relative: float
    absolute: float
    finest: float  # m, that it may leave of a step that follows its error; 0 for others
    allowed: float  # m, that it may leave of this one
    extent: float  # of the model, m
    exact: int  # whether the matrix has the tangent operator,
    stiff: int  # and how inertia and constraint forces change with the configuration
    modified: int
    limit: int
    reach: float  # longest and
    lever: float  # shortest arm of a point in a body
    is_fixed: int  # whether steps have a fixed size
    rubs: int  # whether the model has friction,
    is_driven: int  # and prescribed motions whose rates may jump
    # the current step, or part of a step
    time: float  # at its end
    h: float  # its size
    last_h: float  # value of the step before
    beta_1: float  # beta' and
    gamma_1: float  # gamma' of Holzinger et al. (2024), eq. (33)
    correction: float  # norm of the last one
    contraction: float  # of Newton's iteration at its beginning, as last measured,
    first_correction: float  # and the norm of the first correction then
    # the search along Newton's direction
    is_along: int  # whether it is on
    applied: float  # part of the direction,
    low: float  # and the bracket of parts
    high: float
    low_slope: float  # with the slopes there
    high_slope: float
    goal: float  # slope at its start
    side: int  # 1 where the upper end moved last, -1 where the lower one
    looks: int
    # the derivatives of a step, of numbers that carry them
    refines: int  # whether they do,
    refining: int  # the number of the correction of derivatives alone, 0 while the numbers are looked for,
    derivative_left: float  # and the size of the last one
    unrefined: int  # steps without converged derivatives
    # where the run is
    stage: int
    interval: int  # between output times
    step: int  # in the interval
    level: int  # the step is divided into 2^level parts,
    part: int  # number of completed ones
    iteration: int  # of this step
    sticks: int  # whether the iteration starts with friction that sticks,
    rough: int  # and whether the first step is to start with its own mean accelerations
    factorized: int  # whether there is a factorization,
    fresh: int  # and whether it is of this step
    articulated: int  # 1 while the articulated-body algorithm solves for the corrections of a forest
    failed: int  # body with the largest correction, or vertex of a singular block
    budget: int  # steps that may still be taken in this call
    tries: int  # of parts of a step that it may not end
    # at jumps of prescribed rates (impulses.py)
    begun: float  # start of the step of the grid, or of its piece
    at_jump: int  # whether its end is at a jump,
    ends_within: int  # within the step of the grid,
    is_cut: int  # and whether the last one's was
    afresh: int  # whether the method is to start again before the next step,
    again: int  # and whether it does, from the coordinates of the last step
    arrived: int  # whether a step, or a part of one, has ended where signals were not looked at yet
    # totals
    steps: int
    iterations: int
    factorizations: int
    evaluations: int  # of all forces
    rejected: int
    halved: int  # steps that did not converge, as a whole or in a part of them,
    last_halved: int  # and the last one of these, counted from 1
    divided: int  # steps that were too long for the forces or impacts to resolve,
    unresolved: int  # and parts that could not be as small as they had to
    row_iterations: int  # at the last row
    row_factorizations: int


def make_control(
    options: GeneralizedAlphaOptions, reach: float, lever: float, articulated: bool, rubs: bool, is_driven: bool
) -> Control:
    """The control at the start of a run."""
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
        articulated=articulated,
        is_fixed=options.local_error is None,
        rubs=rubs,
        is_driven=is_driven,
    )
