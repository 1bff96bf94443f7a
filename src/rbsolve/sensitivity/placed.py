"""Computes derivatives of runs whose rows are solutions of equations. These rows are equilibria (STATIC) or prescribed
motions (KINEMATIC).

Such a run is an ordinary run. Each of its rows is differentiated separately (`implicit.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.sensitivity.derivative import Derivative
from rbsolve.sensitivity.ending import fields_of
from rbsolve.sensitivity.implicit import WIDTH, Equations, Slopes, of_equilibrium, of_motion
from rbsolve.sensitivity.rows import RowTangents, derivatives_along, join, rows_of, separately
from rbsolve.sensitivity.seeds import Seeds
from rbsolve.sensitivity.starts import Captured, NoTangent
from rbsolve.solver.analyses.engine import AnalysisEngine
from rbsolve.solver.model.analyses import STATIC
from rbsolve.solver.model.chunk import Chunk

Floats = NDArray[np.float64]
HELD, MOVING = np.zeros(1), np.ones(1)
"""Derivatives of the time of a row: zero for a fixed time, one for the time of an event."""


def flaw_of_placed(engine: AnalysisEngine) -> str:
    """Return the reason why the rows of an engine depend on more than the numbers of the deck. The reason is the end of
    a sentence. If they do not, the text is empty.
    """
    state, model, rests = engine.state, engine.model, engine.compiled.analysis == STATIC
    if len(state.bristle) or (engine.remembers and not rests):
        return "its forces depend on earlier positions of the bodies"
    if len(state.memory) or len(engine.own_states) != len(state.element):
        return "its signals depend on earlier inputs"
    if len(state.element) and not rests:
        return "its signals have states, which depend on the path"
    if len(model.frictions.joint) and not rests:
        return "its friction depends on the reactions of joints"
    return ""


class PlacedRun:
    """A run that also computes the derivatives of its rows with respect to some numbers of the deck. `engine` is the
    engine of an ordinary run.
    """

    digest = ""

    def __init__(self, centre: Captured, seeds: Sequence[Seeds]) -> None:
        """Raise NoTangent for rows that depend on the path."""
        assert isinstance(centre.stepper, AnalysisEngine)
        flaw = flaw_of_placed(centre.stepper)
        if flaw:
            raise NoTangent(flaw)
        self.engine, self._stepper, self._centre, self._seeds = centre.engine, centre.stepper, centre, list(seeds)
        self._rows: list[dict[str, Floats]] = []
        self._last: dict[str, Floats] = {}
        self.flaw = ""

    def watch(self, chunk: Chunk) -> None:
        """Store the rows of a chunk."""
        count = int(chunk.count[0])
        if count:
            self._rows.append({name: array[:count].copy() for name, array in fields_of(chunk)})

    def ends(self, checked: Any, sensors: Sequence[str]) -> RowTangents:
        """Return the object that differentiates the sensors along the rows of this run."""
        return RowTangents(checked, sensors, rows_of(join(self._rows)))

    def derivatives(self, ends: RowTangents) -> list[Derivative]:
        """Return the derivatives with respect to each of the numbers."""

        def derive(some: Sequence[Seeds]) -> list[Derivative]:
            return derivatives_along(some, self._tangents(some), ends)

        parts = (self._seeds[first : first + WIDTH] for first in range(0, len(self._seeds), WIDTH))
        return [each for part in parts for each in separately(part, derive)]

    def _tangents(self, seeds: Sequence[Seeds]) -> dict[str, Floats]:
        """Return the derivatives (rows, ..., n) of the fields of all rows."""
        fields = join(self._rows)
        equations, standing = Equations(self._centre, seeds), Equations(self._centre, [])
        count = len(fields["time"])
        found = {name: np.zeros((*array.shape, len(seeds))) for name, array in fields.items()}
        for k in range(count):
            row = rows_of({name: array[k : k + 1] for name, array in fields.items()})
            ends = k == count - 1 and self.engine.has_ended
            for name, slopes in self._of_row(equations, standing, row, k, ends).items():
                if name in found:
                    found[name][k] = slopes[..., : len(seeds)]
        return found

    def _of_row(self, equations: Equations, standing: Equations, row: Chunk, k: int, ends: bool) -> dict[str, Floats]:
        """Return the derivatives (..., n) of one row. If an event `ends` the run, the last row has the time of this
        event.
        """
        size = self._stepper.size
        for each in (equations, standing):
            each.go_to(row, k)
        try:
            if self._stepper.compiled.analysis == STATIC:
                return _fields(equations, of_equilibrium(equations, standing, size))
            found = _fields(equations, of_motion(equations, size, HELD if ends else None))
            if not ends:
                return found
            at = _fields(standing, of_motion(standing, size, MOVING))
        except NoTangent as no:
            raise NoTangent(f"at t = {row.time[0]:.9g} s, {no}") from None
        return self._at_event(equations, found, at)

    def _at_event(self, equations: Equations, found: dict[str, Floats], at: dict[str, Floats]) -> dict[str, Floats]:
        """Return the derivatives of the last row. The time of this row depends on the numbers of the deck. `at`
        contains the derivatives with respect to time.
        """
        event = self.engine.crossings[-1][1]
        signal = self._centre.events.signal[event]
        if at["signal"][signal, 0] == 0.0:
            raise NoTangent(
                "the signal of its event has zero rate when it ends the run, so the end time has no derivative"
            )
        moved = (equations.threshold(event) - found["signal"][signal]) / at["signal"][signal, 0]
        return {name: slopes + at[name][..., :1] * moved for name, slopes in found.items()}


def _fields(equations: Equations, slopes: Slopes) -> dict[str, Floats]:
    """Return the derivatives of the fields of a row."""
    velocity, acceleration = (each.reshape(-1, 6, WIDTH) for each in (slopes.velocity, slopes.acceleration))
    still = np.zeros((1, 3, WIDTH))
    parts = {"u": velocity[:, :3], "w": velocity[:, 3:], "a": acceleration[:, :3], "alpha": acceleration[:, 3:]}
    return {
        **{name: np.concatenate([part, still]) for name, part in parts.items()},
        **{name: equations.slopes_of(name) for name in ("x", "e", "signal", "element", "time")},
        "joint_rotation": equations.slopes_of("turned"),
        "multipliers": slopes.multipliers,
    }
