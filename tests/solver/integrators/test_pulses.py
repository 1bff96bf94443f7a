"""Adaptive steps do not pass over a short pulse that is visible in the numbers of a function of time."""

import math

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck

METHODS = {
    "group": "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3} @LOCAL_ERROR_TOLERANCE {1e-8}",
    "tree": "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {MINIMAL_COORDINATES} @LOCAL_ERROR_TOLERANCE {1e-8}",
    "explicit": "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {MINIMAL_COORDINATES} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-9}",
}


def table(times: list[float], values: list[float]) -> str:
    entries = " ".join(f"@TIME {{{t}}} @FUNCTION_VALUE {{{f}}}" for t, f in zip(times, values, strict=True))
    return f"@FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{ {entries} }}"


DECK = """
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {function} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{J}} {{
  @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_X}} {drive} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{RELATIVE_DISPLACEMENT_RATE}} @OBJECT_NAME {{J}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 2}} @OUTPUT_STEP_SIZE {{0.5}} @TIME_STEP_SIZE {{1e-3}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {method} }} }}
"""

ZEROS = np.linspace(0.0, 0.69, 300).tolist()
TOP = 0.9999  # the wave has half a period of 1 s, and is above TOP for acos(TOP)/pi before and after its crest
WAVE = 2e5 / np.pi * (np.sqrt(1 - TOP**2) - TOP * np.arccos(TOP))
# The integrals of the pulses over time are computed by hand.
PULSES = {
    "table": (table([0, 0.7, 0.7001, 0.7099, 0.71, 5], [0, 0, 100, 100, 0, 0]), 0.99),
    "long table": (table([*ZEROS, 0.7, 0.7001, 0.7099, 0.71], [0] * 301 + [100, 100, 0]), 0.99),
    "held": (
        "@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {1e4*(t - 0.7)*(0.71 - t)} @START_TIME {0.7} @END_TIME {0.71}",
        1e4 * 0.01**3 / 6,
    ),
    "condition": (
        "@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {if(t > 0.7 and t < 0.71, 1e4*(t - 0.7)*(0.71 - t), 0)}",
        1e4 * 0.01**3 / 6,
    ),
    "jumps": ("@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {100*(t >= 0.7)*(t < 0.71)}", 1.0),
    "hats": ("@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {100*max(0, 1 - abs(mod(t, 1) - 0.7)/0.01)}", 2.0),
    "wave": ("@FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {1e5*max(0, sin(pi*t) - 0.9999)}", WAVE),
    "step": ("@FUNCTION_1D_TYPE {STEP} @START_VALUE {100} @END_VALUE {0} @RANGE {0.7, 0.71}", 70.5),
    "profile": (
        "@FUNCTION_1D_TYPE {CONSTANT_ACCELERATION_PROFILE} @START_VALUE {100} @END_VALUE {0} @START_TIME {0.7} @DURATION {0.01}",
        70.5,
    ),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("pulse", PULSES)
def test_a_pulse_between_output_times_gives_its_impulse(run_deck, pulse, method):
    function, impulse = PULSES[pulse]
    run = run_deck(DECK.format(function=function, drive="@ACTUATOR {f}", method=METHODS[method]))
    assert run["v"][-1, 0] == pytest.approx(impulse, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("method", METHODS)
def test_a_pulse_in_the_formula_of_a_signal_gives_its_impulse(run_deck, method):
    run = run_deck(
        DECK.format(
            function="@FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 2}",
            drive="@SIGNAL_NAME {push}",
            method=METHODS[method],
        )
        + """
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {clock} { @FUNCTION_1D_NAME {f} }
  @SIGNAL_NAME {speed} { @MEASURE {v} }
  @SIGNAL_NAME {push} { @EXPRESSION {if(clock > 1.4 and t < 0.71, 100, 0) + 0*speed} } }"""
    )
    # the step size control permits an error of the position of 1e-8 m per step
    assert run["v"][-1, 0] == pytest.approx(1.0, rel=5e-4)


GAUSSIAN = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{formula}}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{f, 0, 0}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {integrator} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, 2}} {step} @OUTPUT_STEP_SIZE {{0.5}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""
PEAKS = {
    "100*exp(-((t - 0.7123)/0.001)^2)": 100 * 0.001 * math.sqrt(math.pi),
    "100/(1 + ((t - 0.7123)/0.001)^2)": 100 * 0.001 * (math.atan(1287.7) + math.atan(712.3)),
}


@pytest.mark.parametrize("formula", PEAKS)
@pytest.mark.parametrize(
    "integrator",
    [
        "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-7}",
        "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-8} @ABSOLUTE_TOLERANCE {1e-9}",
    ],
)
def test_adaptive_steps_see_a_narrow_peak_of_a_formula(run_deck, formula, integrator):
    """The momentum is the integral of the peak."""
    run = run_deck(GAUSSIAN.format(formula=formula, integrator=integrator, step=""))
    assert run["v"][-1, 0] == pytest.approx(PEAKS[formula] / 2, rel=1e-3)


@pytest.mark.parametrize(
    ("formula", "step", "is_missed"),
    [
        *((formula, 0.01, True) for formula in PEAKS),
        *((formula, 2e-4, False) for formula in PEAKS),
        ("exp(sin(20*t))", 0.01, False),
        ("exp(-t)", 0.01, False),
        ("1/(2 + cos(10*t))", 0.01, False),
    ],
)
def test_a_warning_of_narrow_peaks_of_formulas(formula, step, is_missed):
    deck = GAUSSIAN.format(
        formula=formula, integrator="@INTEGRATOR_TYPE {GENERALIZED_ALPHA}", step=f"@TIME_STEP_SIZE {{{step!r}}}"
    )
    checked = check_deck(deck, Options())
    assert not checked.has_errors
    assert ("step-mismatch" in {str(found.code) for found in checked.diagnostics}) == is_missed
