"""Which signals act back on the motion."""

from __future__ import annotations

import numpy as np

from rbsolve.solver.model.arrays import Ints, Model


def driving_signals(model: Model) -> Ints:
    """The signals that forces read."""
    read = [model.loads.signal, model.springs.rest_signal, model.springs.factor_signal, model.drives.signal]
    named = np.concatenate(read)
    return np.unique(named[named >= 0])
