"""The compiled model: arrays, names, initial state, schedule and method. Plain numpy, so that `rbsolve check` stays light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.parser.description.described import Described, Description
from rbsolve.solver.model.arrays import Floats, Model, State

GROUND = "GROUND"


@dataclass(frozen=True, slots=True)
class Schedule:
    """Output times and the fixed steps between them.

    Output i is at exactly `times[i]`; between outputs i and i + 1 a fixed-step method takes `steps[i]` equal steps.
    An adaptive method starts with `first_step` and lands on every time of `times`.
    """

    times: Floats  # (no,) first t0, last t1
    steps: NDArray[np.int64]  # (no - 1,)
    first_step: float


@dataclass(frozen=True, slots=True)
class Method:
    """The integrator that the deck or the command line chose: `integrator` is INTEGRATOR_TYPE, `formulation` the default
    of the bodies, `options` every keyword of the TIME_INTEGRATOR block (checked; defaults filled in), e.g.
    {"TABLEAU": "RK44"}."""

    integrator: str
    formulation: str
    options: Mapping[str, object]
    described: Described | None  # the block in the deck, for diagnostics


@dataclass(frozen=True, slots=True)
class CompiledModel:
    """All that a run needs."""

    model: Model
    initial: State  # at t0
    reference_x: Floats  # (nb + 1, 3) origins of the body frames at the reference configuration
    reference_R: Floats  # (nb + 1, 3, 3)
    body_index: Mapping[str, int]  # bodies in deck order, then GROUND
    schedule: Schedule
    method: Method
    geometry: ResolvedGeometry
    description: Description
    # Moving frames by name: the body that carries one, and its origin and axes in that body's axes
    moving_frames: Mapping[str, tuple[int, Floats, Floats]]
    analysis: str = "DYNAMIC"
    """ANALYSIS_TYPE (solver/analyses/registry.py)"""

    @property
    def bodies(self) -> int:
        """How many bodies there are, without GROUND."""
        return len(self.body_index) - 1
