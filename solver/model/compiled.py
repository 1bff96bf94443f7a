"""The compiled model: arrays, names, initial state, schedule and method. The module uses only numpy, so that `rbsolve
check` starts fast.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Described, Description
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.frames import FreeFrame
from rbsolve.solver.model.options import Options, ProjectionOptions

T = TypeVar("T")


class Schedule(NamedTuple):
    """Output times, and the fixed steps between them. They are described by a few numbers and not stored one by one,
    because a run may have more rows than fit in memory.

    Output i is at `start + i * spacing`. The last output is exactly at `stop`. In each of the `intervals` between
    outputs, a fixed-step method takes `steps_each` equal steps. In the last interval, it takes `steps_last` steps. An
    adaptive method starts with `first_step`, and ends a step at every output time.
    """

    start: float
    stop: float
    spacing: float
    intervals: int
    steps_each: int
    steps_last: int
    first_step: float

    @property
    def rows(self) -> int:
        """Return the number of outputs, including the start."""
        return self.intervals + 1

    def window(self, first: int, most: int) -> tuple[Floats, Ints]:
        """Return times (n + 1,) and steps (n,) of the n <= `most` intervals starting at index `first`."""
        last = min(first + most, self.intervals)
        times: Floats = self.start + self.spacing * np.arange(first, last + 1, dtype=np.float64)
        steps: Ints = np.full(last - first, self.steps_each, dtype=np.int64)
        if last == self.intervals:
            times[-1] = self.stop if self.intervals else self.start
            steps[-1:] = self.steps_last
        return times, steps

    def time(self, row: int) -> float:
        """Return the time of an output."""
        return float(self.window(row, 0)[0][0])

    @classmethod
    def single(cls, start: float, stop: float | None = None) -> Schedule:
        """Return a schedule with a row at `start`. If `stop` is given, another row follows at `stop`, one step later."""
        if stop is None:
            return cls(start, start, 0.0, 0, 1, 1, math.nan)
        return cls(start, stop, stop - start, 1, 1, 1, math.nan)


class Method(NamedTuple):
    """The solution method of a model. `integrator` is the INTEGRATOR_TYPE that the deck or the command line chose, or
    the name of an analysis without an integrator. `formulation` is the default formulation of the bodies.
    """

    integrator: str
    formulation: str
    options: Options | None = None
    """The options of the integrator, or None for an analysis without an integrator."""
    keywords: Mapping[str, Any] = {}
    """The keywords from which the options were created, with all defaults, as in the deck language."""
    described: Described | None = None
    """The block of the method in the deck, for diagnostics."""

    @property
    def projection(self) -> ProjectionOptions | None:
        """Return the projection for bodies in UNIFIED_VELOCITIES. Return None without such bodies."""
        return ProjectionOptions.of(self.keywords) if "PROJECTION" in self.keywords else None

    def options_as(self, kind: type[T]) -> T:
        """Return the options as the record of one family of integrators. Raise TypeError for another family."""
        if not isinstance(self.options, kind):
            raise TypeError(f"{self.integrator} has no {kind.__name__}")
        return self.options

    @property
    def is_adaptive(self) -> bool:
        """Return whether the error controls the step size."""
        return self.options is not None and self.options.is_adaptive


class CompiledModel(NamedTuple):
    """All data that are needed for a run."""

    model: Model
    initial: State  # state at the start time t0
    reference_x: Floats  # (nb + 1, 3) origins of the body frames at the reference configuration
    reference_R: Floats  # (nb + 1, 3, 3)
    body_index: Mapping[str, int]  # bodies in deck order, followed by GROUND
    schedule: Schedule
    method: Method
    geometry: ResolvedGeometry
    description: Description
    # Moving frames by name: the carrying body, and the origin and axes of the frame in the axes of this body.
    moving_frames: Mapping[str, tuple[int, Floats, Floats]]
    free_frames: Mapping[str, FreeFrame] = MappingProxyType({})
    """Moving frames that are not attached to a single body, by name."""
    analysis: str = "DYNAMIC"
    """The ANALYSIS_TYPE (solver/model/analyses.py)."""
    signal_index: Mapping[str, int] = MappingProxyType({})
    """Signals by name, in the order of `Model.signals`."""

    @property
    def bodies(self) -> int:
        """Return the number of bodies, without GROUND."""
        return len(self.body_index) - 1
