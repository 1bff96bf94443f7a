"""Exact delays whose output may jump. Their input jumps between two steps or with a function of time, or their first
output is given.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rbsolve.solver.model.flat import Ints
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.signals.delay import MAY_JUMP, TIME
from rbsolve.solver.signals.registry import CODES, SIGNAL_KINDS
from rbsolve.solver.signals.side import CORNER

_DELAY, _SIDE, _CONTINUOUS = CODES["DELAY"], CODES["SIDE"], (CODES["INTEGRATOR"], CODES["FIRST_ORDER_LAG"])


def inputs_of(signals: Signals, i: int) -> list[int]:
    """Return the signals that signal `i` reads."""
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
    """Return the signals that jump by themselves. A side of a corner jumps, but the formula with this side does not."""
    return {
        i
        for i, kind in enumerate(signals.kind.tolist())
        if SIGNAL_KINDS[kind].jumps and not (kind == _SIDE and signals.data[signals.first[i]] == CORNER)
    }


MOST_SHIFTS = 10_000  # largest number of delays of one jump that are followed, in loops of delays


def shifts_of(signals: Signals, sources: Iterable[int], longest: float) -> list[float]:
    """Return the times [s], up to `longest`, after which a change of some signals reaches exact delays as a change. Each
    time is a sum of delays on a path. Behind a continuous signal, a jump is a bend.
    """
    readers: dict[int, list[int]] = {}
    for j in range(len(signals.kind)):
        for i in inputs_of(signals, j):
            readers.setdefault(i, []).append(j)
    waiting = [(i, 0.0) for i in sources]
    reached = set(waiting)
    while waiting and len(reached) < MOST_SHIFTS:
        i, shift = waiting.pop()
        for j in readers.get(i, ()):
            later = shift + float(signals.data[signals.first[j] + TIME]) if is_exact_delay(signals, j) else shift
            if later <= longest and (j, later) not in reached:
                reached.add((j, later))
                waiting.append((j, later))
    return sorted({shift for _, shift in reached if shift > 0.0})


def with_jumping_delays(signals: Signals, sources: Iterable[int] = ()) -> Signals:
    """Return the signals, with marks at the exact delays that may jump. The `sources` jump with functions of time."""
    delays = [i for i in range(len(signals.kind)) if is_exact_delay(signals, i)]
    given = {i for i in delays if signals.data[signals.first[i] + MAY_JUMP] != 0.0}
    reached = signals_from(signals, given | jumping_signals(signals)) | signals_from(signals, set(sources), ())
    jumping_delays: Ints = np.array([i for i in delays if i in reached], dtype=np.int64)
    data = signals.data.copy()
    data[signals.first[jumping_delays] + MAY_JUMP] = 1.0
    return signals._replace(data=data, jumping_delays=jumping_delays)
