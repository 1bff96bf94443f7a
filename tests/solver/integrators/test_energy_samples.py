"""The unexplained energy is compared with other energies, which the run computes often enough."""

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.arrays import FASTEST
from rbsolve.solver.run.chunk_size import chunk_for

STEP, HALF, ROUNDS = 0.01, 64, 20  # step [s], steps of half a period, half periods
RATE = np.pi / (HALF * STEP)
DECK = f"""
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@BUSHING_DEFINITION {{ @BUSHING_NAME {{s}} {{
  @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}} @STIFFNESS {{{2 * RATE**2!r}, 0, 0}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{push}} {{
  @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{sin({RATE!r}*t)}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{
  @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{push, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{METHOD}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{i}}
  @SIMULATION_TIME_RANGE {{0, {ROUNDS * HALF * STEP!r}}} @TIME_STEP_SIZE {{{STEP!r}}} @OUTPUT_STEP_SIZE {{{HALF * STEP!r}}} }} }}
"""


@pytest.mark.parametrize("method", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
def test_the_largest_kinetic_energy_of_a_resonance_is_seen(method):
    """From rest, v = (F/2m) t sin(w t). The velocity is zero at the end of every 64 steps."""
    compiled = check_deck(DECK.replace("METHOD", method), Options()).compiled
    engine = make_integrator(compiled)
    chunk = chunk_for(compiled, engine, ROUNDS + 1)
    while engine.advance(chunk, 10_000) is None:
        pass
    t = np.linspace(0.0, ROUNDS * HALF * STEP, 100_001)
    largest = 0.5 * 2.0 * np.max((0.25 * t * np.sin(RATE * t)) ** 2)
    assert engine.state.watch[FASTEST] == pytest.approx(largest, rel=0.1)
