"""A run that other engines continue from any of its calls."""

import numpy as np

from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.memory import capture, restore
from rbsolve.solver.run.chunk_size import chunk_for


def continued_by_other_engines(compiled, rows=20):
    """Compare a run in one call with a run whose calls each take one step, or one piece of a step. Between these calls,
    everything except the memory is overwritten, if the engine is between two steps. Return the first engine and the
    number of calls of the second run.
    """
    engine = make_integrator(compiled)
    whole, parts = chunk_for(compiled, engine, rows), chunk_for(compiled, engine, rows)
    while engine.advance(whole, 1000) is None:
        pass
    present, other, calls, exchanges = make_integrator(compiled), make_integrator(compiled), 0, 0
    while present.advance(parts, 1) is None:
        calls += 1
        if present.is_between_steps:
            restore(other, *capture(present))
            present, other = other, present
            exchanges += 1
    assert exchanges > 0
    for name, ours, theirs in zip(whole._fields, whole, parts, strict=True):
        np.testing.assert_array_equal(ours, theirs, err_msg=name)
    return engine, calls
