"""A run ends within a search where it is interrupted, and continues from there to the same rows and events."""

import numpy as np
import pytest
from event_decks import ALPHA, PENDULUM, RK, THROW, analysis, event, events, prescribed_deck

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.run.loop import integrate
from rbsolve.solver.run.supervision import Supervision

PASSES = events(event("low", "angle"), event("side", "angle", 0.7))
HALVED = PENDULUM + analysis(ALPHA % "@FORMULATION {LIE_R3_SO3} @MAXIMUM_NUMBER_OF_ITERATIONS {2}", 8.0, 2.0, 8.0)
RUNS = {
    "explicit": PENDULUM + PASSES + analysis(RK % ("RK44", ""), 2.0, 0.02, 0.2),
    "adaptive": PENDULUM + PASSES + analysis(RK % ("DOPRI5", "@RELATIVE_TOLERANCE {1e-7}"), 2.0, 0.02, 0.2),
    "generalized-alpha": PENDULUM + PASSES + analysis(ALPHA % "", 2.0, 0.02, 0.2),
    "generalized-alpha with halved steps": HALVED,
    "generalized-alpha with halved steps and events": HALVED + PASSES,
    "quaternions": THROW + events(event("over", "z", 0.9)) + analysis("@INTEGRATOR_TYPE {IMPLICIT_MIDPOINT}"),
    "kinematic": prescribed_deck(event("low", "angle")),
}


def run(text, asked_before=None):
    """Solve a deck. A run asks whether it must stop. From the given number of questions on, interrupt the run at each
    question, and let it continue. Return the engine, the rows, and the number of interruptions.
    """
    compiled = check_deck(text, Options()).compiled
    engine = make_engine(compiled)
    chunk, times = chunk_for(compiled, engine, compiled.schedule.rows + 1), 0
    asked = 0

    def interrupted():
        nonlocal asked
        asked += 1
        return asked_before is not None and asked > asked_before

    while True:
        asked = 0
        outcome = integrate(compiled, engine, chunk, None, Supervision(interrupted=interrupted)).outcome
        if outcome is not Outcome.INTERRUPTED:
            return engine, chunk, outcome, times
        times += 1
        asked_before = asked_before + 1


@pytest.mark.parametrize("name", RUNS)
def test_an_interrupted_search_is_taken_up_again(name, monkeypatch):
    monkeypatch.setattr("rbsolve.solver.run.loop.PATIENCE", 0.0)
    whole, rows, outcome, _ = run(RUNS[name])
    again, broken, end, times = run(RUNS[name], 0)
    assert times > 2
    assert end is outcome
    assert again.crossings == whole.crossings
    if "events" in name or "halved" not in name:
        assert len(again.crossings) > 0
    count = int(rows.count[0])
    assert int(broken.count[0]) == count
    for array, other in zip(rows[1:], broken[1:], strict=True):
        np.testing.assert_array_equal(array[:count], other[:count])
    assert (again.steps, again.rejected_steps) == (whole.steps, whole.rejected_steps)
