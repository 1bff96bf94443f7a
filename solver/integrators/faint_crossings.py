"""Handles events whose signals stay at their thresholds because the motion stays on a switch.

If signals slide (sliding.py), the motion stays on their switch up to a tolerance. The threshold of an event may be on
the same switch, as for the velocity of a body that a relay keeps at rest. The distance of the event's signal from the
threshold then changes its sign in many steps. These changes are not crossings. The signal crosses the threshold when it
moves away from it on the other side.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rbsolve.solver.model.findings import WARNING, Finding
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.signals import Events

FAINT = 1e-6  # a signal within this distance counts as at its threshold; relative to the largest distance so far


class FaintCrossings:
    """The crossings caused by round-off, and the largest distances of signals from their thresholds."""

    MEMORY = ("largest", "left_out")

    def __init__(self, events: Events, names: Sequence[str]) -> None:
        self._events, self._names = events, names
        count = len(events.signal)
        self.largest = np.zeros(count)
        """The largest distance of each signal from its threshold at the starts of steps with crossings."""
        self.left_out = np.zeros(count, dtype=np.int64)
        """For each signal, the number of steps in which it changes its sign while it was, or still is, at its
        threshold.
        """

    def look(self, beyond: Floats) -> None:
        """Update the largest distances of the signals from their thresholds."""
        self.largest[...] = np.fmax(self.largest, np.abs(beyond))

    def allowed(self, event: int, *, slides: bool) -> float:
        """Return the distance at which the signal of an event counts as at its threshold: zero if no signal slides."""
        return FAINT * float(self.largest[event]) if slides else 0.0

    def without_faint(self, crossed: Sequence[int], before: Floats, after: Floats, *, slides: bool) -> list[int]:
        """Return the events of `crossed` whose signals are no longer at their thresholds. `before` and `after` are the
        distances of all signals from their thresholds at the start and the end of the step.
        """
        self.look(before)
        kept = []
        for event in crossed:
            allowed = self.allowed(event, slides=slides)
            stays = slides and abs(after[event]) <= allowed
            if stays or (slides and abs(before[event]) <= allowed):
                self.left_out[event] += 1
            if not stays:
                kept.append(event)
        return kept

    def findings(self, time: float) -> tuple[Finding, ...]:
        """Return a warning for each event whose signal stayed at its threshold."""
        return tuple(
            Finding(
                time,
                WARNING,
                "faint-crossings",
                f"signal {self._names[event]} stays at the threshold {self._events.threshold[event]:g} of an "
                "event, because the motion stays on a switch. The event occurs when the signal leaves the "
                "threshold on the other side, not when it arrives there",
                f"signal {self._names[event]}",
                "for the arrival, use a threshold at a small distance from the switch",
            )
            for event in np.flatnonzero(self.left_out).tolist()
        )
