"""The data that kernels of explicit methods read and write."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.integrators.crossing import Crossing
from rbsolve.solver.integrators.switch_echoes import SwitchEchoes
from rbsolve.solver.integrators.tableaux import Tableau
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.trees.arrays import Forest
from rbsolve.solver.trees.closure import Closure
from rbsolve.solver.trees.explicit import StageFriction

RUNNING, FINISHED, DIVERGED, SINGULAR, STEP_TOO_SMALL, NO_INERTIA, CROSSED, ENDLESS_SWITCHING = range(8)
NOT_CLOSED, ENDLESS_JUMPS = 8, 9
BEGUN = 10  # the next step can start; the kernel never returns this code


class StepControl(NamedTuple):
    """Tolerances, error weights and exponents, read by the kernels."""

    relative: float
    absolute: float
    error: Floats  # (s,) weights of the error estimate; (0,) without an estimate
    second_error: Floats  # (s,) weights of DOP853's second estimate; (0,) for other methods
    exponent: float  # 1 / (order of the estimate's first wrong term)
    entries: int  # number of entries used in an increment
    stop: float  # end of the run if a formula jumps with the motion, otherwise -inf

    @classmethod
    def of(cls, tableau: Tableau, tolerances: tuple[float, float], entries: int, stop: float) -> StepControl:
        """Return the control for a tableau with a relative and an absolute tolerance, and increments of `entries`
        numbers. `stop` is the end of the run if a formula jumps with the motion, and otherwise -inf.
        """
        second = tableau.second_error if len(tableau.second_error) else np.zeros(0)
        # The combination of two error estimates in DOP853 behaves like an estimate of order 7.
        order = 7 if len(second) else tableau.error_order
        return cls(*tolerances, tableau.error, second, 1.0 / (order + 1), max(1, entries), stop)


class Exponentials(NamedTuple):
    """The data of a tableau with several exponentials in a stage, and the start of a step. All arrays are empty for a
    Munthe-Kaas tableau.
    """

    weights: Floats  # (n, s) weights of the slopes
    first: Ints  # (s + 2,) stage i, or the step for i = s, has the exponentials first[i] .. first[i + 1] - 1
    y: Floats  # (nb, 7) coordinates at the start of the step
    v: Floats  # (nb, 6) velocity coordinates

    @classmethod
    def of(cls, tableau: Tableau, bodies: int) -> Exponentials:
        """Return the exponentials of a tableau for `bodies` bodies."""
        rows = tableau.exponentials
        weights = np.concatenate(rows) if rows else np.zeros((0, tableau.stages))
        first = np.cumsum([0, *map(len, rows)]).astype(np.int64)
        moving = bodies if rows else 0
        return cls(weights, first, np.zeros((moving, 7)), np.zeros((moving, 6)))


class Weights(NamedTuple):
    """A tableau as arrays for the kernel."""

    a: Floats  # (s, s)
    b: Floats  # (s,)
    c: Floats  # (s,)
    first_same_as_last: bool
    exponentials: Exponentials

    @classmethod
    def of(cls, tableau: Tableau, bodies: int) -> Weights:
        """Return the arrays of a tableau for `bodies` bodies."""
        exponentials = Exponentials.of(tableau, bodies)
        return cls(tableau.a, tableau.b, tableau.c, tableau.first_same_as_last, exponentials)


SHARED = ("a", "b", "c", "weights")
"""Fields of `Weights` that cases side by side share (solver/integrators/side_by_side.py)."""


class StepRecords(NamedTuple):
    """State and work space of a step. The flat arrays are views of the other arrays."""

    y: Floats  # (nb, 7) coordinates
    v: Floats  # (nb, 6) velocity coordinates
    z: Floats  # (nb, width) increment
    slopes: Floats  # (s, nb, width)
    flat_z: Floats  # (nb * width,)
    flat_slopes: Floats  # (s, nb * width)
    limited: Ints  # (nb,) number of steps whose estimated error is largest in this body
    power: Floats  # (2,) power of dissipative forces: at the start of the step, and weighted sum over the stages
    failed: Ints  # (1,) memory for the first body with singular coordinates

    @classmethod
    def of(cls, bodies: int, width: int, stages: int) -> StepRecords:
        """Return memory for increments of `width` numbers per body, filled with zeros."""
        z, slopes = np.zeros((bodies, width)), np.zeros((stages, bodies, width))
        limited, failed = np.zeros(bodies, dtype=np.int64), np.zeros(1, dtype=np.int64)
        flat_z, flat_slopes = z.reshape(-1), slopes.reshape(stages, -1)
        y, v = np.zeros((bodies, 7)), np.zeros((bodies, 6))
        return cls(y, v, z, slopes, flat_z, flat_slopes, limited, np.zeros(2), failed)


class SignalStages(NamedTuple):
    """The states of signals (solver/signals), which are integrated with the motion. In a model without such states, nx
    is 0.
    """

    y: Floats  # (nx,) at the start of the step
    z: Floats  # (nx,) increment
    slopes: Floats  # (s, nx)
    remembers: bool  # whether an accepted step may change memories on which forces depend
    only_switches: bool  # whether these memories change only where a signal switches

    @classmethod
    def of(cls, state: State, stages: int, remembers: bool, only_switches: bool) -> SignalStages:
        """Return the arrays of a state for a tableau with `stages` stages."""
        y = state.element.copy()
        return cls(y, np.zeros(len(y)), np.zeros((stages, len(y))), remembers, only_switches)


class ExplicitCursor(Variables):
    """The position of a run, updated by the kernel."""

    time: float
    begun: float  # start of the current piece of a fixed step, after a jump of a function of time or a switch
    earliest: float  # earliest time at which the current step evaluates functions: after a jump at its start
    latest: float  # latest time at which the current step evaluates functions: before a jump at its end
    next_h: float  # size of the next step
    last_error: float  # error of the last accepted step
    last_h: float  # size of the last accepted step
    counted: float  # time at which the number of steps in the rest of an adaptive run was last estimated
    tried: int  # number of accepted and rejected steps at that time
    refused: int  # number of rejected steps at that time
    dense: int  # number of consecutive estimates that are too large
    interval: int  # index of the interval between output times
    step: int  # index of the step in the interval
    level: int  # a fixed step is divided into 2^level parts
    part: int  # number of completed parts
    at_jump: int  # whether a function jumps at the end of the current step
    ends_within: int  # whether the current step ends at a jump or a switch, within a fixed step or its part
    is_cut: int  # whether the previous step ended at a jump or a switch
    tries: int  # remaining attempts at parts of a step in this call
    steps: int
    rejected: int
    divided: int  # number of divided fixed steps
    stiff: int  # number of steps divided for friction
    unresolved: int  # number of parts that could not be made small enough
    switches: int  # number of switches located in the current fixed step, or its part
    unlocated: int  # number of fixed steps, or their parts, with too many switches to locate
    restless: int  # index of the last signal that switched in such a step
    failed: int  # body at which the run ends, or -1
    known: int  # known part of the first stage of the next step, see below
    row_due: int
    evaluations: int


class Parts(NamedTuple):
    """The data of a model that change during a run. Every model has all fields, but unused fields are empty.

    Separate loops are compiled for bodies and for trees.
    """

    forest: Forest | None  # increments of the inboard joint of each body, or None in body coordinates
    closure: Closure  # equations between the coordinates of the forest
    work: StepRecords
    elements: SignalStages
    friction: StageFriction


class SwitchEntries(NamedTuple):
    """The addresses of the machine code that locates switches of signals in fixed steps (switches.py). They are 0 for
    adaptive steps, and if no signal switches.
    """

    note_stage: int = 0
    judge: int = 0
    end_step: int = 0


class Method(NamedTuple):
    """The tableau, step size control and switch locator of a run."""

    tableau: Weights
    control: StepControl | None  # step size control, or None for fixed steps, for which a separate loop is compiled
    crossing: Crossing  # locates switches by steps of different sizes
    switches: SwitchEntries = SwitchEntries()


class Run(NamedTuple):
    """The output times in a window of a run, and the position in it."""

    times: Floats  # (k + 1,)
    steps: Ints  # (k,) numbers of fixed steps between two output times
    cursor: ExplicitCursor
    jumps: Floats  # Functions.jumps, or SwitchEchoes.ends
    echoes: SwitchEchoes


# What is known before the first stage of the next step. Each level includes the previous level: the state, the
# coordinates, the forces in the state, the slopes. After a change of an input, everything except the forces is known,
# and delays store the input after its jump. If memories were set for a repeated step, they must not change again.
NOT_EVEN_COORDINATES, NOTHING, FORCES, SLOPES, ALL_BUT_FORCES, ALL_BUT_FORCES_AND_SET = range(6)
