"""A sample of a sample. The sample equals the value of the input at the sample time, both at the start and during a
run. At this time, the input already has its new value.
"""

import numpy as np
import pytest

METHODS = [
    "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}",
    "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}",
]
DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@SIGNAL_DEFINITION {{ {signals} @SIGNAL_NAME {{F}} {{ @EXPRESSION {{last}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{s}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{last}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{F, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, 0.5}} @TIME_STEP_SIZE {{0.01}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""
SAMPLE = "@SIGNAL_NAME {{{name}}} {{ @SIGNAL_TYPE {{SAMPLE_AND_HOLD}} @INPUT {{{of}}} @SAMPLE_TIME {{0.1}} }}"
RAMP = "@SIGNAL_NAME {u} { @EXPRESSION {4 + 30*t} }"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("middle", ["", "@SIGNAL_NAME {m} { @EXPRESSION {first + 0} }"])
def test_a_sample_of_a_sample_has_its_new_value(run_deck, method, is_reversed, middle):
    """The input is u = 4 + 30 t, sampled at 0, 0.1, ... s. The velocity is the sum of the samples times 0.1 s / 2 kg."""
    blocks = [
        RAMP,
        SAMPLE.format(name="first", of="u"),
        middle,
        SAMPLE.format(name="last", of="m" if middle else "first"),
    ]
    run = run_deck(DECK.format(signals=" ".join(blocks[::-1] if is_reversed else blocks), method=method))
    samples = 4.0 + 30.0 * run.time
    np.testing.assert_allclose(run["s"][:, 0], samples, rtol=1e-12)
    sums = np.concatenate([[0.0], np.cumsum(samples[:-1])])
    np.testing.assert_allclose(run["v"][:, 0], sums * 0.1 / 2.0, rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_samples_in_a_circle_take_the_previous_value(run_deck, method):
    """The sample k counts the samples, because it is its own previous value plus one."""
    signals = "@SIGNAL_NAME {next} { @EXPRESSION {last + 1} }" + SAMPLE.format(name="last", of="next")
    run = run_deck(DECK.format(signals=signals, method=method))
    steps = np.diff(run["s"][:, 0])
    np.testing.assert_array_equal(steps, np.ones(5))
