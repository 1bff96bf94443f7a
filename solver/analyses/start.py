"""Computes the initial state as a run with one output row. It has the velocities of the deck, and consistent
accelerations and reactions.
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.analyses.elements import accelerations
from rbsolve.solver.analyses.engine import AnalysisEngine, Task
from rbsolve.solver.model.outcome import Outcome


class StartAnalysis(AnalysisEngine):
    """An analysis with a single output row at the first output time."""

    def begin(self) -> Task:
        """Compute the accelerations of the start."""
        yield
        try:
            self.state, solution = accelerations(self.model, self.state, self.time)
        except np.linalg.LinAlgError:
            return Outcome.SINGULAR_SYSTEM
        self.acceleration, self.multipliers = solution.change, solution.multipliers
        return None
