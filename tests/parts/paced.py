"""Runs in which each call of compiled code takes a fixed number of steps, on every machine."""

from __future__ import annotations

import pytest

from rbsolve.solver.run.clocks import Pace


def fix_steps_per_call(patch: pytest.MonkeyPatch, steps: int) -> None:
    """Take this number of steps in each call after the first."""

    def learn(self: Pace, taken: int, seconds: float, *, is_last: bool = False) -> None:
        self.budget = steps

    patch.setattr(Pace, "learn", learn)
