"""Defines the outcome of a case that a solver process writes to a shard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from rbsolve.solver.model.findings import Finding
    from rbsolve.solver.sensors.plan import SensorPlan

Floats = NDArray[np.float64]


@dataclass(slots=True)
class ShardCase:
    """The outcome of one case. `sensors` (n, k) and `time` (n,) contain its rows."""

    number: int
    plans: Sequence[SensorPlan] = ()
    time: Floats = field(default_factory=lambda: np.empty(0))
    sensors: Mapping[str, Floats] = field(default_factory=dict)
    steps: int = 0
    rejected_steps: int = 0
    newton_iterations: int = 0
    wall_time: float = 0.0
    reason: str = ""
    """The reason for a failure as a word. Without a failure, it is empty."""
    message: str = ""
    findings: tuple[Finding, ...] = ()
    """The diagnostics of the check and the run of the case."""

    @property
    def rows(self) -> int:
        """Return the number of output rows of the case."""
        return len(self.time)
