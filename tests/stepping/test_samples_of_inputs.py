"""A sample of an input that a program sets. A new value takes effect at the next step. So a sample at the time of the change
takes the value of the previous step.
"""

import numpy as np
import pytest

import rbsolve

DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{u}} {{ @SIGNAL_TYPE {{EXTERNAL}} @INITIAL_VALUE {{-1}} }}
  @SIGNAL_NAME {{held}} {{ @SIGNAL_TYPE {{SAMPLE_AND_HOLD}} @INPUT {{u}} @SAMPLE_TIME {{0.02}} }}
  @SIGNAL_NAME {{again}} {{ @SIGNAL_TYPE {{SAMPLE_AND_HOLD}} @INPUT {{held}} @SAMPLE_TIME {{0.02}} }}
  @SIGNAL_NAME {{F}} {{ @EXPRESSION {{again}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{held}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{held}} }}
  @SENSOR_NAME {{again}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{again}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{F, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{method}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, 0.08}} @TIME_STEP_SIZE {{0.01}} @OUTPUT_STEP_SIZE {{0.01}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""
SAMPLES = [-1, 1, 1, 3, 3, 5, 5, 7]  # the inputs at the ends of the steps; step k has the input k
PUSHES = [-1, -1, 1, 1, 3, 3, 5, 5]  # the forces during the steps


@pytest.mark.parametrize("method", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
def test_a_sample_takes_the_input_of_the_step_that_ends_there(method):
    text = DECK.format(method=method)
    simulation, other = rbsolve.Simulation(text), rbsolve.Simulation(text)
    found = []
    for k in range(8):
        simulation.inputs["u"] = float(k)
        simulation.step()
        found.append([simulation["held"].item(), simulation["again"].item(), simulation["v"][0]])
        other.restore_state(simulation.save_state())  # each step is computed in another simulation
        simulation, other = other, simulation
    speeds = np.cumsum(PUSHES) * 0.01 / 2.0
    np.testing.assert_allclose(found, np.transpose([SAMPLES, SAMPLES, speeds]), rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
def test_a_run_with_callbacks_takes_the_same_samples(method):
    results = rbsolve.solve(DECK.format(method=method), callbacks={"u": lambda t, sensors: float(round(t / 0.01))})
    np.testing.assert_allclose(results["held"][:, 0], [-1, *SAMPLES], rtol=0, atol=1e-12)
