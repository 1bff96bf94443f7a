"""Motions in rows of a run that the user should know about, although every sensor has a value."""

from __future__ import annotations

from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import FindingLog
from rbsolve.solver.sensors.motions.curve_ends import CurveEnds
from rbsolve.solver.sensors.motions.half_turns import HalfTurns
from rbsolve.solver.sensors.motions.rows import Rows


class DoubtfulMotions:
    """Reports rotations beyond half a turn, and points beyond the ends of curves. The log of the run stores the last
    row.
    """

    def __init__(self, compiled: CompiledModel, log: FindingLog) -> None:
        self._half_turns, self._curve_ends = HalfTurns(compiled, log), CurveEnds(compiled, log)

    def __call__(self, rows: Rows, first: int = 0, end: int | None = None) -> None:
        """Examine rows of a run, from `first` up to `end`. All calls must pass consecutive rows of the same run."""
        self._half_turns(rows, first, end)
        self._curve_ends(rows, first, end)
