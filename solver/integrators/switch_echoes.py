"""Exact delays repeat each switch of a signal. Fixed steps of explicit methods end at these repetitions.

The times of switches are known only during a run. When a step has located a switch, delays store their inputs on both
sides of the switch, as at a jump of a function of time. `repeat_switch` inserts the times of the repetitions into the
times at which steps end, next to the jumps of functions of time (functions/jump_rows.py).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.functions.jump_rows import APART, first_end_after
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import NEAREST, SWITCHES, Model, State
from rbsolve.solver.model.findings import NOTE, Finding
from rbsolve.solver.model.flat import NO_FLOATS, NO_INTS, Floats, Ints
from rbsolve.solver.signals.delayed_jumps import ROOM, echoes_of_switch
from rbsolve.solver.signals.driving import driving_signals, driving_switches
from rbsolve.solver.signals.evaluation import store_before_jump

MOST_OF_ONE = 100  # largest number of repetitions of one switch at which steps end


class SwitchEchoes(NamedTuple):
    """The repetitions of switches by exact delays. All arrays are empty if delays repeat no switch."""

    first: Ints = NO_INTS  # (ng + 1,) later[first[i]:first[i + 1]] belongs to signal i
    later: Floats = NO_FLOATS  # times from a switch to its repetitions [s]
    omitted: Ints = NO_INTS  # (ng,) number of further repetitions of a switch, at which steps do not end
    # starts and ends of fast changes, as `Functions.jumps`, with the times of repetitions, and then infinity
    ends: Floats = NO_FLOATS
    lost: Ints = NO_INTS  # (1,) number of repetitions so far at which steps do not end

    @classmethod
    def of(cls, model: Model, duration: float, passes: int) -> SwitchEchoes:
        """Return the repetitions for a run of `duration` [s]. Their paths pass through the motion at most `passes`
        times.
        """
        signals, drivers = model.signals, driving_signals(model).tolist()
        switches = set(driving_switches(model).tolist()) if len(signals.jumping_delays) else set()
        shifts = [
            echoes_of_switch(signals, i, duration, drivers, passes) if i in switches else []
            for i in range(len(signals.kind))
        ]
        if not any(shifts):
            return cls()
        rows = [each[:MOST_OF_ONE] for each in shifts]
        first = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        omitted = np.array([max(0, len(each) - MOST_OF_ONE) for each in shifts])
        ends = np.full(len(model.functions.jumps) + 2 * ROOM, math.inf)
        echoes = cls(first, np.concatenate(rows), omitted, ends, np.zeros(1, dtype=np.int64))
        echoes.begin(model)
        return echoes

    def begin(self, model: Model) -> None:
        """Prepare a run, in which no signal has switched yet."""
        if len(self.ends):
            self.ends[...] = math.inf
            self.ends[: len(model.functions.jumps)] = model.functions.jumps
            self.lost[...] = 0

    def findings(self, time: float) -> tuple[Finding, ...]:
        """Return the note of repetitions at which steps do not end."""
        if not len(self.lost) or not self.lost[0]:
            return ()
        told = (
            f"delays repeat switches of signals more often than steps resolve: for {self.lost[0]} repetitions, the "
            f"error is proportional to the step. Use smaller steps, or let @PADE_ORDER {{n}} approximate the delay by n states"
        )
        return (Finding(time, NOTE, "unlocated-switches", told),)


@subroutine
def repeat_switch(model: Model, echoes: SwitchEchoes, t: float, before: float, near: float, state: State) -> None:
    """Let delays store their inputs before the located switch at time `t`, and let steps end at its repetitions.

    `state` has the margin and the signals before the switch, with functions of the time `before`. `near` is the distance
    within which a time counts as the end of a step.
    """
    if echoes.first.shape[0] > 0:
        i = int(state.watch[NEAREST]) // SWITCHES
        store_before_jump(model, t, before, state)
        for n in range(echoes.first[i], echoes.first[i + 1]):
            _insert(echoes, t, t + echoes.later[n], APART * near)
        echoes.lost[0] += echoes.omitted[i]


@part
def _insert(echoes: SwitchEchoes, now: float, t: float, apart: float) -> None:
    """Insert the time `t` as a jump, unless another end is nearby. Ends before `now` make room if necessary."""
    ends = echoes.ends
    k = first_end_after(ends, value_of(t) - apart)
    if k < ends.shape[0] and value_of(ends[k]) <= value_of(t) + apart:
        return
    past = first_end_after(ends, value_of(now) - apart) // 2 * 2
    if value_of(ends[ends.shape[0] - 1]) < math.inf and past > 0:
        kept = ends.shape[0] - past
        for j in range(kept):
            ends[j] = ends[j + past]
        for j in range(kept, ends.shape[0]):
            ends[j] = math.inf
        k -= past
    if value_of(ends[ends.shape[0] - 1]) < math.inf:
        echoes.lost[0] += 1
        return
    for j in range(ends.shape[0] - 1, k + 1, -1):
        ends[j] = ends[j - 2]
    ends[k], ends[k + 1] = t, t
