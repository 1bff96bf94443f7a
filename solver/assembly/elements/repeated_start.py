"""The times at which exact delays repeat the start of a run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.assembly.elements.signals import SignalPlan
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.signals.delay import TIME
from rbsolve.solver.signals.delayed_jumps import MOST_PASSES, Echo, echoes_of, is_exact_delay
from rbsolve.solver.signals.driving import driving_signals

SMALL = 1e-9  # tolerance for the round-off of a number of steps, relative to this number


class StartEchoes(NamedTuple):
    """The repetitions of the start of a run by exact delays."""

    jumps: Sequence[Echo] = ()
    """The times of repetitions at which inputs jump."""
    bends: Sequence[Echo] = ()
    """The times of repetitions at which inputs bend."""
    followed: float = math.inf
    """The time after the start up to which all repetitions are known [s]."""
    delay: int = -1
    """The delay that has this delay time."""


NO_ECHOES = StartEchoes()


def passes_of(method: Method) -> int:
    """Return how many times the effect of a change is followed through the motion. Where a force jumps, a velocity
    bends. A delayed force that depends on this velocity bends too. Methods of higher order need the times of such
    bends.
    """
    return MOST_PASSES if method.integrator in EXPLICIT_TYPES else 0


def start_echoes(plan: SignalPlan, model: Model, duration: float, method: Method, step: float) -> StartEchoes:
    """Return the repetitions of the start of the run by exact delays.

    Before the start, an input is constant. At the start, it therefore bends, or it jumps from the given @INITIAL_VALUE.
    A single delay whose time is a multiple of the step needs no time, because steps end there anyway.
    """
    signals = model.signals
    delays = [i for i in range(len(signals.kind)) if is_exact_delay(signals, i)]
    given = [i for i in delays if "INITIAL_VALUE" in plan.blocks[i]]
    drivers, passes = driving_signals(model).tolist(), passes_of(method)
    bending = [] if passes == 0 or (len(delays) == 1 and _divides(step, signals, delays[0])) else delays
    kinds: list[list[Echo]] = []
    followed, last = math.inf, -1
    for chosen in (given, bending):
        found: set[Echo] = set()
        for i in chosen:
            T = float(signals.data[signals.first[i] + TIME])
            behind = echoes_of(signals, [i], duration - T, drivers, passes)
            found.update({Echo(T, 0), *(Echo(T + echo.later, echo.passes) for echo in behind.echoes)})
            if T + behind.followed < followed:
                followed, last = T + behind.followed, i
        kinds.append(sorted(echo for echo in found if echo.later <= duration))
    return StartEchoes(kinds[0], kinds[1], followed, last)


def _divides(step: float, signals: Signals, i: int) -> bool:
    """Return whether a delay time is a multiple of the step."""
    steps = float(signals.data[signals.first[i] + TIME]) / step
    return abs(steps - round(steps)) <= SMALL * steps
