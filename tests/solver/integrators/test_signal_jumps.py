"""Samples and hystereses under fixed steps of generalized-alpha. scipy solves the equations of motion from jump to
jump, as the reference.
"""

import numpy as np
import pytest
from continued import continued_by_other_engines
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

import rbsolve
from rbsolve.pipeline import Options, check_deck

ARM, MASS, ABOUT_CENTRE = np.array([0.2, 0.3, -0.4]), 2.0, np.diag([0.1, 0.14, 0.05])
ABOUT_BALL = ABOUT_CENTRE + MASS * (ARM @ ARM * np.eye(3) - np.outer(ARM, ARM))
SAMPLE, LAG, END = 0.05, 0.03, 0.6
FORMULATIONS = [
    "LIE_R3_SO3",
    "LIE_SE3",
    "UNIFIED_VELOCITIES",
    "CARDAN_ANGLES_1",
    "CARDAN_ANGLES_2",
    "EULER_PARAMETERS_2",
    "MINIMAL_COORDINATES",
]
DECK = """
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{bob}} {{ @AT_POINT {{0.2, 0.3, -0.4}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.1, 0.14, 0.05}}
  @INITIAL_VELOCITY {{-1.7, 1, -0.1}} @INITIAL_ANGULAR_VELOCITY {{1, 2, 3}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{ball}} {{ @CONNECTED_TO_BODIES {{GROUND, bob}} @AT_POINT {{0, 0, 0}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{bob}} }}
  @SENSOR_NAME {{u}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{bob}} }}
  @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{bob}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{wz}} {{ @MEASURE {{w, 3}} }} @SIGNAL_NAME {{px}} {{ @MEASURE {{x, 1}} }} {signals} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{bob}} @MOMENT_FUNCTIONS {{{moments}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, 0.6}} @TIME_STEP_SIZE {{0.001}} @OUTPUT_STEP_SIZE {{0.2}} }} }}
"""
SAMPLED = DECK.format(
    signals="@SIGNAL_NAME {sz} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {wz} @SAMPLE_TIME {0.05} }"
    "@SIGNAL_NAME {sx} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {px} @SAMPLE_TIME {0.05} }"
    "@SIGNAL_NAME {mz} { @EXPRESSION {-3*sz} }"
    "@SIGNAL_NAME {mx} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {sx} @TIME_CONSTANT {0.03} @GAIN {-20} }",
    moments="mx, 0, mz",
)
SWITCHED = DECK.format(
    signals="@SIGNAL_NAME {relay} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {px} @THRESHOLDS {-0.05, 0.05} @OUTPUT_VALUES {6, -6}"
    " @INITIAL_VALUE {-6} }",
    moments="relay, relay, 0",
)


def slopes(y, moment):
    """Return the derivatives of the quaternion, scalar last, and of the angular velocity in body axes, under an
    inertial moment about the ball.
    """
    w, turned = y[4:7], Rotation.from_quat(y[:4])
    R = turned.as_matrix()
    torque = R.T @ np.asarray(moment) + np.cross(ARM, MASS * R.T @ np.array([0, 0, -9.81]))
    turn = 0.5 * (turned * Rotation.from_quat([*w, 0.0])).as_quat() * np.linalg.norm(w)
    return [*turn, *np.linalg.solve(ABOUT_BALL, torque - np.cross(w, ABOUT_BALL @ w))]


def end_of(y):
    R = Rotation.from_quat(y[:4]).as_matrix()
    return R @ ARM, R @ np.cross(y[4:7], ARM)


def sampled_end():
    """Return the end of the motion under two sampled moments. One of the moments passes through a lag."""
    y = np.array([0, 0, 0, 1, 1, 2, 3, -20 * ARM[0]])
    for k in range(round(END / SAMPLE)):
        R = Rotation.from_quat(y[:4]).as_matrix()
        wz, px = (R @ y[4:7])[2], (R @ ARM)[0]

        def rates(_, y, wz=wz, px=px):
            return [*slopes(y, [y[7], 0, -3 * wz]), (-20 * px - y[7]) / LAG]

        y = solve_ivp(rates, (k * SAMPLE, (k + 1) * SAMPLE), y, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    return end_of(y)


def switched_end():
    """Return the end of the motion under a moment that reverses when x falls below -0.05, at 0.1415 s."""
    y, t, moment, crossings = np.array([0, 0, 0, 1, 1, 2, 3.0]), 0.0, -6.0, 0
    while t < END:

        def beyond(_, y, moment=moment):
            return (Rotation.from_quat(y[:4]).as_matrix() @ ARM)[0] - (-0.05 if moment < 0 else 0.05)

        beyond.terminal, beyond.direction = True, -1 if moment < 0 else 1
        part = solve_ivp(
            lambda _, y, m=moment: slopes(y, [m, m, 0]),
            (t, END),
            y,
            "DOP853",
            rtol=1e-12,
            atol=1e-13,
            events=beyond,
        )
        y, t = part.y[:, -1], part.t[-1]
        moment, crossings = -moment, crossings + part.status
    assert crossings == 1
    return end_of(y)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(
    ("deck", "exact", "steps"),
    [
        (SAMPLED, sampled_end, [0.01, 0.005, 0.0025]),
        (SWITCHED, switched_end, [0.2 / 44, 0.2 / 61, 0.2 / 126]),  # the switch is at the same fraction of each step
    ],
)
def test_second_order_behind_jumps_of_signals(run_deck, deck, exact, steps, formulation):
    x, u = exact()
    runs = [run_deck(deck, formulation=formulation, step=step) for step in steps]
    errors = np.array([[np.max(np.abs(r["x"][-1] - x)), np.max(np.abs(r["u"][-1] - u))] for r in runs])
    energies = [abs(run.summary.unexplained_energy) for run in runs]
    # the switched body comes near the singularity of the angles
    is_regular = deck == SAMPLED or "CARDAN" not in formulation
    for of, tolerance in ((errors[:, 0], 0.1), (errors[:, 1], 0.3), *([(energies, 0.3)] if is_regular else [])):
        assert np.polyfit(np.log(steps), np.log(of), 1)[0] == pytest.approx(2.0, abs=tolerance)
    assert errors[-1, 0] < 2e-4
    assert errors[-1, 1] < 1e-3
    assert {str(found.code) for found in runs[0].checked.diagnostics} <= {"unused-object"}
    assert not runs[0].summary.findings


STEPPED = DECK.format(
    signals="@SIGNAL_NAME {sz} { @SIGNAL_TYPE {EXTERNAL} } @SIGNAL_NAME {sx} { @SIGNAL_TYPE {EXTERNAL} }"
    "@SIGNAL_NAME {mz} { @EXPRESSION {-3*sz} }"
    "@SIGNAL_NAME {mx} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {sx} @TIME_CONSTANT {0.03} @GAIN {-20}"
    f" @INITIAL_VALUE {{{-20 * ARM[0]}}} }}",
    moments="mx, 0, mz",
)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_second_order_behind_jumps_of_inputs(formulation):
    """A program takes the samples itself, between steps."""
    x, u = sampled_end()
    errors, steps = [], [0.01, 0.005, 0.0025]
    for step in steps:
        simulation = rbsolve.Simulation(STEPPED, formulation=formulation, step=step)
        while not simulation.done:
            simulation.inputs.update({"sz": simulation["w"][2], "sx": simulation["x"][0]})
            simulation.step(round(SAMPLE / step))
        results = simulation.results()
        assert {found.code for found in results.findings} <= {"unused-object"}
        errors.append([np.max(np.abs(results["x"][-1] - x)), np.max(np.abs(results["u"][-1] - u))])
    slopes = [np.polyfit(np.log(steps), np.log(of), 1)[0] for of in np.transpose(errors)]
    assert slopes[1] == pytest.approx(2.0, abs=0.1)
    assert 1.7 < slopes[0] < 2.6  # two errors of the position nearly cancel each other
    assert errors[-1][0] < 3e-5
    assert errors[-1][1] < 2e-4


SLIDER = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{1.5}} @MOMENTS_OF_INERTIA {{1, 1, 1}}
  @INITIAL_VELOCITY {{1, 0, 0}} }} }}
@BUSHING_DEFINITION {{ @BUSHING_NAME {{k}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}} @STIFFNESS {{0, 1e9, 1e9}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{px}} {{ @MEASURE {{x, 1}} }} @SIGNAL_NAME {{vx}} {{ @MEASURE {{v, 1}} }} {signals} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{F, F, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {integrator} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step!r}}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""
IMPLICIT = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}"
RUNGE_KUTTA = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}"


def test_a_sample_in_each_step_leaves_stiff_components_at_rest(run_deck):
    """A digital controller acts along x, and its motion is exact between samples. Across this direction, the force acts
    on a spring of 1e9 N/m, with 4 oscillations in a step.
    """
    h, end = 1e-3, 0.9
    signals = (
        "@SIGNAL_NAME {u} { @EXPRESSION {-40*(px - 1) - 8*vx} }"
        f"@SIGNAL_NAME {{F}} {{ @SIGNAL_TYPE {{SAMPLE_AND_HOLD}} @INPUT {{u}} @SAMPLE_TIME {{{h!r}}} }}"
    )
    run = run_deck(SLIDER.format(signals=signals, step=h, end=end, integrator=IMPLICIT))
    P = expm(np.array([[0, 1, 0], [0, 0, 1 / 1.5], [0, 0, 0]]) * h)
    z = np.array([0, 1.0, 0])
    for _ in range(round(end / h)):
        z[2] = -40 * (z[0] - 1) - 8 * z[1]
        z = P @ z
    np.testing.assert_allclose([run["x"][-1, 0], run["v"][-1, 0]], z[:2], rtol=0, atol=1e-12)
    assert np.max(np.abs(run["x"][:, 1])) < 2 * 40 / 1e9
    assert not run.summary.findings


RELAY = (
    "@SIGNAL_NAME {{F}} {{ @SIGNAL_TYPE {{HYSTERESIS}} @INPUT {{{of}}} @THRESHOLDS {{{low!r}, {high!r}}}"
    " @OUTPUT_VALUES {{1.5, -1.5}} }}"
)


def test_a_hysteresis_switches_in_many_steps(run_deck):
    """The hysteresis reads the velocity. The acceleration is 1 m/s^2 towards zero. From 1 s on, the velocity alternates
    between 23 and -23 mm/s in 92 ms. Approximately every second step of 10 ms has a switch.
    """
    low, period = 0.023, 4 * 0.023
    deck = SLIDER.format(signals=RELAY.format(of="vx", low=-low, high=low), step=0.01, end=3, integrator=IMPLICIT)
    run = run_deck(deck)
    t = run.time[run.time > 1.05]
    phase = (t - 1.0 - low) % period  # the first switch is at the lower threshold
    exact = np.where(phase < 0.5 * period, phase - low, 3 * low - phase)
    np.testing.assert_allclose(run["v"][run.time > 1.05, 0], exact, rtol=0, atol=1e-12)
    # across this direction, the body stays near the static deflection
    assert np.max(np.abs(run["x"][-len(t) :, 1])) < 2 * 1.5e-9


def test_a_hysteresis_that_switches_too_often_is_named(run_deck):
    deck = SLIDER.format(signals=RELAY.format(of="vx", low=-1e-6, high=1e-6), step=0.01, end=2, integrator=IMPLICIT)
    findings = {finding.code: finding for finding in run_deck(deck).summary.findings}
    assert findings["unlocated-switches"].object == "signal F"


def test_a_hysteresis_behind_a_sample_switches_at_it(run_deck):
    """The switch has no delay of a step. The force reverses at 0.16 s, because the sample of x at this time (0.144 m)
    is the first above 0.14 m.
    """
    signals = "@SIGNAL_NAME {s} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {px} @SAMPLE_TIME {0.02} }" + RELAY.format(
        of="s", low=0.0, high=0.14
    )
    run = run_deck(
        SLIDER.format(signals=signals.replace("1.5, -1.5", "0, 1.5"), step=0.01, end=0.2, integrator=IMPLICIT)
    )
    assert run["v"][-1, 0] == pytest.approx(1.0 + 0.04 + 0.02 * 0, abs=1e-12)


def test_a_run_continues_from_any_call_within_a_search():
    """Each call takes a single part of a step, and everything except the memory is overwritten."""
    text = SLIDER.format(signals=RELAY.format(of="vx", low=-1e-3, high=1e-3), step=0.01, end=1.1, integrator=IMPLICIT)
    compiled = check_deck(text, Options()).compiled
    continued_by_other_engines(compiled)


def test_no_warning_of_a_switch_that_samples_cause():
    signals = (
        "@SIGNAL_NAME {s} { @SIGNAL_TYPE {SAMPLE_AND_HOLD} @INPUT {vx} @SAMPLE_TIME {0.02} }"
        "@SIGNAL_NAME {d} { @EXPRESSION {1 - s} }"
    )
    deck = SLIDER.format(
        signals=signals + RELAY.format(of="d", low=-1e-3, high=1e-3), step=1e-5, end=0.1, integrator=RUNGE_KUTTA
    )
    assert "step-mismatch" not in {str(found.code) for found in check_deck(deck, Options()).diagnostics}
