"""Finds exact delays whose output may jump. The reason is that their input jumps between two steps or with a function
of time, or that their first output is given.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from rbsolve.solver.model.flat import Ints
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.signals.delay import MAY_JUMP, TIME
from rbsolve.solver.signals.registry import CODES, QUANTITIES, SIGNAL_KINDS
from rbsolve.solver.signals.side import CORNER

_SWITCHES = CODES["HYSTERESIS"], CODES["SIDE"], CODES["LEVEL"]
_DELAY, _SIDE, _CONTINUOUS = CODES["DELAY"], CODES["SIDE"], (CODES["INTEGRATOR"], CODES["FIRST_ORDER_LAG"])


def inputs_of(signals: Signals, i: int) -> list[int]:
    """Return the signals on which signal `i` depends."""
    read: list[int] = signals.inputs[signals.first_input[i] : signals.first_input[i + 1]].tolist()
    return read


def signals_from(signals: Signals, sources: set[int], stops: tuple[int, ...] = _CONTINUOUS) -> set[int]:
    """Return the signals that may jump if the `sources` jump between two steps. Kinds in `stops` do not jump."""
    found = set(sources)
    while True:
        more = {
            i
            for i, kind in enumerate(signals.kind.tolist())
            if i not in found and kind not in stops and any(k in found for k in inputs_of(signals, i))
        }
        if not more:
            return found
        found |= more


def is_exact_delay(signals: Signals, i: int) -> bool:
    """Return whether signal `i` is a DELAY that stores its past values."""
    return bool(signals.kind[i] == _DELAY and signals.first_memory[i + 1] > signals.first_memory[i])


def jumping_signals(signals: Signals) -> set[int]:
    """Return the signals that jump by themselves. The side of a corner jumps, but the formula with this side does not."""
    return {
        i
        for i, kind in enumerate(signals.kind.tolist())
        if SIGNAL_KINDS[kind].jumps and not (kind == _SIDE and signals.data[signals.first[i]] == CORNER)
    }


def switching_sources(signals: Signals) -> set[int]:
    """Return the signals that jump by themselves at times that depend on the motion."""
    return {i for i in jumping_signals(signals) if signals.kind[i] in _SWITCHES}


# Largest number of repetitions that are computed for a change. A repetition is a signal with the delays before it. The
# earliest repetitions matter most, because repetitions in a stable loop decay.
MOST_PLACES = 10_000
ROOM = 1000  # largest number of repetitions of switches whose times are stored at a time
MOST_PASSES = 2  # largest number of times that a change of a force is followed through the motion
SAME = 1e-12  # times that differ by less than this fraction of the run count as equal


class Echo(NamedTuple):
    """A repetition of a change by exact delays."""

    later: float
    """The sum of the delays along the path [s]."""
    passes: int
    """The number of times that the path passes through the motion. Each passage makes a change smoother."""


class Repetitions(NamedTuple):
    """The repetitions of a change by exact delays."""

    echoes: list[Echo]
    followed: float
    """The time after the change up to which all repetitions are known [s], or infinity."""


def echoes_of(
    signals: Signals, sources: Iterable[int], longest: float, drivers: Iterable[int] = (), passes: int = 0
) -> Repetitions:
    """Return the repetitions of a change of some signals, up to a time [s] after the change. A continuous signal
    converts a jump to a bend. A path passes through the motion at most `passes` times: from the `drivers`, which act on
    the motion, to the signals that measure it.
    """
    readers: dict[int, list[int]] = {}
    for j in range(len(signals.kind)):
        for i in inputs_of(signals, j):
            readers.setdefault(i, []).append(j)
    measures, acting = measures_before_delays(signals) if passes > 0 else set(), set(drivers)
    waiting = sorted((0.0, i, 0) for i in sources)
    # Sums of the same delays in another order differ by round-off
    same = SAME * longest if longest > 0.0 else 1.0
    reached = {(0, i, 0): 0.0 for _, i, _ in waiting}
    while waiting and len(reached) < MOST_PLACES:
        shift, i, passed = heappop(waiting)
        following = [(j, passed) for j in readers.get(i, ())]
        if i in acting and passed < passes:
            following += [(j, passed + 1) for j in measures]
        for j, count in following:
            later = shift + float(signals.data[signals.first[j] + TIME]) if is_exact_delay(signals, j) else shift
            place = round(later / same), j, count
            if later <= longest and place not in reached:
                reached[place] = later
                heappush(waiting, (later, j, count))
    fewest: dict[float, int] = {}
    for (_, _, count), shift in reached.items():
        if shift > 0.0:
            fewest[shift] = min(count, fewest.get(shift, count))
    followed = waiting[0][0] if waiting else math.inf
    return Repetitions([Echo(later, fewest[later]) for later in sorted(fewest)], followed)


def echoes_of_switch(signals: Signals, i: int, longest: float, drivers: Iterable[int], passes: int) -> list[float]:
    """Return the times [s] from a switch of signal `i` to its repetitions. If the signal bends and does not jump, the
    last passage through the motion makes the change negligible.
    """
    echoes = echoes_of(signals, (i,), longest, drivers, passes).echoes
    jumps = i in jumping_signals(signals)
    return [echo.later for echo in echoes if jumps or echo.passes < passes]


def delays_and_measures(signals: Signals) -> set[int]:
    """Return the exact delays, and the signals of the motion on which they depend."""
    return {i for i in range(len(signals.kind)) if is_exact_delay(signals, i)} | measures_before_delays(signals)


def measures_before_delays(signals: Signals) -> set[int]:
    """Return the signals of the motion on which exact delays depend."""
    waiting = [i for i in range(len(signals.kind)) if is_exact_delay(signals, i)]
    found: set[int] = set()
    while waiting:
        more = [i for i in inputs_of(signals, waiting.pop()) if i not in found]
        found.update(more)
        waiting += more
    return {i for i in found if signals.kind[i] < len(QUANTITIES)}


def with_jumping_delays(signals: Signals, sources: Iterable[int] = ()) -> Signals:
    """Return the signals, in which the exact delays that may jump are marked. The `sources` jump with functions of
    time.
    """
    delays = [i for i in range(len(signals.kind)) if is_exact_delay(signals, i)]
    given = {i for i in delays if signals.data[signals.first[i] + MAY_JUMP] != 0.0}
    reached = signals_from(signals, given | jumping_signals(signals)) | signals_from(signals, set(sources), ())
    jumping_delays: Ints = np.array([i for i in delays if i in reached], dtype=np.int64)
    data = signals.data.copy()
    data[signals.first[jumping_delays] + MAY_JUMP] = 1.0
    return signals._replace(data=data, jumping_delays=jumping_delays)
