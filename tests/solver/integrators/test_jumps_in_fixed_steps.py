"""Fixed steps resolve jumps of functions of time. scipy solves the equations of motion from jump to jump, as the
reference.
"""

import itertools

import numpy as np
import pytest
from continued import continued_by_other_engines
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from rbsolve.pipeline import Options, check_deck

ARM, MASS, ABOUT_CENTRE = np.array([0.2, 0.3, -0.4]), 2.0, np.diag([0.1, 0.14, 0.05])
ABOUT_BALL = ABOUT_CENTRE + MASS * (ARM @ ARM * np.eye(3) - np.outer(ARM, ARM))
LAG, END = 0.03, 0.6
DECK = """
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{bob}} {{ @AT_POINT {{0.2, 0.3, -0.4}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.1, 0.14, 0.05}}
  @INITIAL_VELOCITY {{-1.7, 1, -0.1}} @INITIAL_ANGULAR_VELOCITY {{1, 2, 3}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{ball}} {{ @CONNECTED_TO_BODIES {{GROUND, bob}} @AT_POINT {{0, 0, 0}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{bob}} }}
  @SENSOR_NAME {{u}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{bob}} }}
  @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{bob}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ {function} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{wz}} {{ @MEASURE {{w, 3}} }} @SIGNAL_NAME {{fs}} {{ @FUNCTION_1D_NAME {{f}} }} {signals} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{bob}} @MOMENT_FUNCTIONS {{{moments}}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{ti}}
  @SIMULATION_TIME_RANGE {{0, 0.6}} @TIME_STEP_SIZE {{0.001}} @OUTPUT_STEP_SIZE {{0.2}} }} }}
"""


def formula(text):
    return f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{text}}}"


def table(*entries):
    places = " ".join(f"@TIME {{{t!r}}} @FUNCTION_VALUE {{{f!r}}}" for t, f in entries)
    return f"@FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{ {places} }}"


def square(t):
    return 6.0 if 13.0 * t % 1.0 < 0.5 else -6.0


def switched_input(t):
    return -6.0 if t < 0.2371 else 6.0 if t < 0.4 else 9.0 * np.cos(7.0 * t)


RAMP = (0.0, -6.0), (0.2371, -6.0), (0.23711, 6.0), (9.0, 8.0)
PULSE = (0.0, 0.0), (0.2371, 0.0), (0.2376, 900.0), (0.2382, 0.0), (9.0, 0.0)


def of_table(entries):
    return lambda t: float(np.interp(t, *np.transpose(entries)))


WAVE = formula("if(mod(13*t, 1) < 0.5, 6, -6)"), square, np.arange(1, 16) / 26
CASES = {
    # The tuples contain the function f, its value, the times of its jumps, and then the signals and the moments.
    "function": (*WAVE, "", "f, f, 0"),
    "signal": (*WAVE, "@SIGNAL_NAME {m} { @EXPRESSION {fs - 2*wz} }", "m, m, 0"),
    "lag": (
        *WAVE,
        "@SIGNAL_NAME {m} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {fs} @TIME_CONSTANT {0.03} @INITIAL_VALUE {0} }",
        "m, m, 0",
    ),
    # A step ends at 0.4 s.
    "switched": (
        formula("if(t < 0.2371, -6, if(t < 0.4, 6, 9*cos(7*t)))"),
        switched_input,
        np.array([0.2371, 0.4]),
        "",
        "f, f, 0",
    ),
    "ramp": (table(*RAMP), of_table(RAMP), np.array([0.2371, 0.23711]), "", "f, f, 0"),
    "pulse": (table(*PULSE), of_table(PULSE), np.array([0.2371, 0.2376, 0.2382]), "", "f, f, 0"),
}


def rates(_, y, push, case):
    """Return the derivatives of the quaternion, scalar last, of the angular velocity in body axes, and of the lag."""
    w, turned = y[4:7], Rotation.from_quat(y[:4])
    R = turned.as_matrix()
    moment = push - 2.0 * (R @ w)[2] if case == "signal" else y[7] if case == "lag" else push
    torque = R.T @ [moment, moment, 0.0] + np.cross(ARM, MASS * R.T @ np.array([0, 0, -9.81]))
    turn = 0.5 * (turned * Rotation.from_quat([*w, 0.0])).as_quat() * np.linalg.norm(w)
    return [*turn, *np.linalg.solve(ABOUT_BALL, torque - np.cross(w, ABOUT_BALL @ w)), (push - y[7]) / LAG]


def end_of(case):
    """Return position and velocity of the centre at the end."""
    _, value, jumps, *_ = CASES[case]
    y, times = np.array([0, 0, 0, 1, 1, 2, 3, 0.0]), [0.0, *jumps, END]
    for a, b in itertools.pairwise(times):
        within = lambda t, a=a, b=b: value(min(max(t, a + 1e-12), b - 1e-12))  # noqa: E731  one side of each jump
        y = solve_ivp(lambda t, y, f=within: rates(t, y, f(t), case), (a, b), y, "DOP853", rtol=1e-12, atol=1e-13).y[
            :, -1
        ]
    R = Rotation.from_quat(y[:4]).as_matrix()
    return R @ ARM, R @ np.cross(y[4:7], ARM)


EXPLICIT = "@INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @FORMULATION {{MINIMAL_COORDINATES}} @TABLEAU {{{}}}"
IMPLICIT = "@INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} @FORMULATION {{{}}}"
FORMULATIONS = [
    "LIE_R3_SO3",
    "LIE_SE3",
    "UNIFIED_VELOCITIES",
    "CARDAN_ANGLES_1",
    "CARDAN_ANGLES_2",
    "EULER_PARAMETERS_2",
    "MINIMAL_COORDINATES",
]
EXPLICIT_STEPS, IMPLICIT_STEPS = 0.2 / np.array([25, 40, 62, 97]), 0.2 / np.array([47, 80, 127, 205, 331])


def errors_of(run_deck, case, method, steps):
    x, u = end_of(case)
    function, _, _, signals, moments = CASES[case]
    deck = DECK.format(function=function, signals=signals, moments=moments, method=method)
    runs = [run_deck(deck, step=float(step)) for step in steps]
    for run in runs:
        assert {str(found.code) for found in run.checked.diagnostics} <= {"unused-object"}
        assert not run.summary.findings
    return np.array([[np.max(np.abs(r["x"][-1] - x)), np.max(np.abs(r["u"][-1] - u))] for r in runs])


def assert_order(errors, order, case):
    """The times of jumps are exact to about 1e-12 s, so the errors have a lower limit that is proportional to the
    force. At least the second step reaches this limit, or the slope is visible above the limit.
    """
    floor = 2e-8 if case == "pulse" else 1e-9
    for of in errors.T:
        seen = of > floor
        if np.count_nonzero(seen) < 2:
            assert np.all(of[1:] < floor)
            continue
        slope = np.polyfit(np.log(EXPLICIT_STEPS[seen]), np.log(of[seen]), 1)[0]
        assert slope == pytest.approx(order, abs=0.35)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("tableau", "order"), [("HEUN", 2), ("RK33", 3), ("RK44", 4)])
def test_explicit_steps_keep_their_order_behind_jumps(run_deck, case, tableau, order):
    errors = errors_of(run_deck, case, EXPLICIT.format(tableau), EXPLICIT_STEPS)
    assert_order(errors, order, case)


@pytest.mark.parametrize(
    ("case", "formulation"),
    [*((case, "LIE_R3_SO3") for case in CASES), *(("function", name) for name in FORMULATIONS[1:])],
)
def test_implicit_steps_are_of_second_order_behind_jumps(run_deck, case, formulation):
    """The error depends on the fractions of steps before jumps. Therefore the test also checks a bound of the error,
    relative to the largest jump.
    """
    errors = errors_of(run_deck, case, IMPLICIT.format(formulation), IMPLICIT_STEPS)
    if case != "pulse":  # this part is longer and larger than the last steps
        for of in errors.T:
            assert np.polyfit(np.log(IMPLICIT_STEPS), np.log(of), 1)[0] == pytest.approx(2.0, abs=0.35)
    x, u = np.max(errors / IMPLICIT_STEPS[:, None] ** 2, axis=0)
    largest = {"pulse": 900.0, "signal": 60.0}.get(case, 12.0)
    assert x < 5.0 * largest
    assert u < 60.0 * largest


@pytest.mark.parametrize("case", ["function", "switched", "ramp", "pulse"])
@pytest.mark.parametrize(
    ("method", "order"),
    [
        ("IMPLICIT_MIDPOINT", 2),
        ("ENERGY_MOMENTUM", 2),
        ("LOBATTO_IIIA_B", 2),
        ("LOBATTO_IIIA_B} @NUMBER_OF_STAGES {3", 4),
        ("GAUSS_LOBATTO", 2),
        ("GAUSS_LOBATTO} @NUMBER_OF_STAGES {2", 4),
    ],
)
def test_quaternion_methods_keep_their_order_behind_jumps(run_deck, case, method, order):
    """In an earlier version, all these methods were of first order after a jump."""
    errors = errors_of(run_deck, case, f"@INTEGRATOR_TYPE {{{method}}}", EXPLICIT_STEPS)
    assert_order(errors, order, case)


def deck_of(case, method):
    function, _, _, signals, moments = CASES[case]
    return DECK.format(function=function, signals=signals, moments=moments, method=method)


METHODS = [EXPLICIT.format("RK44"), EXPLICIT.format("ODE23"), *map(IMPLICIT.format, FORMULATIONS[::6])]
IN_QUATERNIONS = [f"@INTEGRATOR_TYPE {{{name}}}" for name in ("ENERGY_MOMENTUM", "LOBATTO_IIIA_B")]


@pytest.mark.parametrize("method", METHODS + IN_QUATERNIONS)
@pytest.mark.parametrize("case", ["function", "pulse"])
def test_a_run_continues_from_any_call_with_equal_bits(case, method):
    """Each call takes a single part of a step, and everything except the memory is overwritten."""
    compiled = check_deck(deck_of(case, method), Options(step=0.01, output_step=0.02)).compiled
    _, calls = continued_by_other_engines(compiled, rows=40)
    assert calls >= 59


@pytest.mark.parametrize("method", METHODS[:1] + METHODS[2:])
def test_an_event_is_located_in_a_step_with_a_jump(run_deck, method):
    """The moment is 6 N m until 0.2371 s and -6 N m from then on. The event ends the run at 0.2376 s, in the same step."""
    wheel = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {0, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {2, 2, 2} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} {
  @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0} @TRIAD_NAME {TRIAD_INERTIAL} @ACTUATOR {f} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {if(t < 0.2371, 6, -6)} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {r} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {J} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @MEASURE {q} } }
@EVENT_DEFINITION { @EVENT_NAME {e} { @SIGNAL_NAME {s} @THRESHOLD {%r} @TERMINATE {YES} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { %s } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @TIME_INTEGRATOR_NAME {ti}
  @SIMULATION_TIME_RANGE {0, 0.6} @TIME_STEP_SIZE {0.01} } }
"""
    jump, late = 0.2371, 5e-4
    angle = 1.5 * jump**2 + 3.0 * jump * late - 1.5 * late**2
    run = run_deck(wheel % (angle, method))
    assert run.time[-1] == pytest.approx(jump + late, abs=1e-10)
    assert run["r"][-1, 0] == pytest.approx(3.0 * (jump - late), abs=1e-9)
    assert run["q"][-1, 0] == pytest.approx(angle, abs=1e-12)


def test_a_jump_leaves_stiff_components_at_rest(run_deck):
    """Across the motion, the force acts on a spring of 1e9 N/m, which oscillates 4 times in a step. Along the motion,
    the steps are exact.
    """
    deck = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {0, 0, 0} @MASS {1.5} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@BUSHING_DEFINITION { @BUSHING_NAME {k} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0} @STIFFNESS {0, 1e9, 1e9} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {F} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {if(mod(13*t, 1) < 0.5, 30, -30)} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {L} { @CONNECTED_TO_BODY {b} @FORCE_FUNCTIONS {F, F, 0} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {b} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @TIME_INTEGRATOR_NAME {ti}
  @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} } }
"""
    run = run_deck(deck)
    phase = 13.0 * run.time % 1.0
    np.testing.assert_allclose(run["v"][:, 0], 20.0 / 13.0 * np.minimum(phase, 1.0 - phase), rtol=0, atol=1e-9)
    assert (
        np.max(np.abs(run["x"][:, 1])) < 10 * 30 / 1e9
    )  # after restarts of the method at jumps, the bound is 30/1.5*h^2, which is 600 times as large


@pytest.mark.parametrize("formulation", FORMULATIONS[::6])
@pytest.mark.parametrize("case", ["function", "lag"])
def test_adaptive_steps_restart_behind_jumps(run_deck, case, formulation):
    """In an earlier version, the stored accelerations before the jump gave velocities an error of 2e-4 m/s."""
    x, u = end_of(case)
    run = run_deck(
        deck_of(case, IMPLICIT.format(formulation)),
        formulation=formulation,
        method_options={"LOCAL_ERROR_TOLERANCE": 1e-7},
    )
    assert np.max(np.abs(run["x"][-1] - x)) < 5e-6
    assert np.max(np.abs(run["u"][-1] - u)) < 4e-5
    assert run.summary.steps < (1000 if case == "function" else 6000)
    assert run.summary.rejected_steps < 50


OSCILLATOR = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{0, 0, 0}} @MASS {{1.5}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{J}} {{
  @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_X}} @SPRING {{60, 0}} @DAMPER {{3}} }} }}
{more}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{F}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}}
  @EXPRESSION {{if(mod({rate}*t, 1) < 0.7, 30, -10)}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{L}} {{ @CONNECTED_TO_BODY {{b}} @FORCE_FUNCTIONS {{F, 0, 0}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @TIME_INTEGRATOR_NAME {{ti}}
  @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.01}} }} }}
"""
CARRIER = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{c}} {{ @AT_POINT {{0, 0, 0}} @MASS {{{mass}}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{K}} {{
  @CONNECTED_TO_BODIES {{GROUND, c}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_X}} @PRESCRIBED_DISPLACEMENT {{s}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{s}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{0.1*sin(5*t) - 0.5*t}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{M}} {{ @CONNECTED_TO_BODY {{c}} @FORCE_FUNCTIONS {{F, 0, 0}} }} }}
"""


def work_of_square_wave(rate, is_carried, times):
    """Return the work [J] of the load, the damper and the drive at some times. scipy integrates from jump to jump."""
    edges = [t for n in range(int(rate) + 1) for t in (n / rate, (n + 0.7) / rate) if np.min(np.abs(times - t)) > 1e-9]
    y, begin, work = np.array([0.0, 0.1 * 5 - 0.5 if is_carried else 0.0, 0.0]), 0.0, [0.0]
    for end in sorted([*(t for t in edges if t < 1.0), *times[1:].tolist()]):
        F = 30.0 if rate * 0.5 * (begin + end) % 1.0 < 0.7 else -10.0

        def slopes(t, y, F=F):
            s, ds, dds = (0.1 * np.sin(5 * t) - 0.5 * t, 0.5 * np.cos(5 * t) - 0.5, -2.5 * np.sin(5 * t))
            s, ds, dds = (s, ds, dds) if is_carried else (0.0, 0.0, 0.0)
            pull = 60 * (y[0] - s) + 3 * (y[1] - ds)
            drive = (4.0 * dds - pull - F) if is_carried else 0.0  # the load acts on the carrier too
            power = F * y[1] - 3 * (y[1] - ds) ** 2 + (F + drive) * ds
            return [y[1], (F - pull) / 1.5, power]

        y = solve_ivp(slopes, (begin, end), y, "DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
        begin = end
        if np.min(np.abs(times - end)) < 1e-12:
            work.append(y[2])
    return np.array(work)


@pytest.mark.parametrize("formulation", FORMULATIONS[::6])
@pytest.mark.parametrize("is_carried", [False, True])
@pytest.mark.parametrize("rate", [130.7, 100.0, 313.0])
def test_the_work_of_several_jumps_in_a_step_is_counted(run_deck, rate, is_carried, formulation):
    """A square wave of force acts on a damped oscillator. At 100 Hz, steps start at a jump and contain another jump."""
    more, bodies = (CARRIER.format(mass=4), "c, b") if is_carried else ("", "GROUND, b")
    run = run_deck(OSCILLATOR.format(rate=rate, more=more, bodies=bodies), formulation=formulation)
    work = run.diagnostics["energy"] - run.diagnostics["energy"][0] - run.diagnostics["unexplained_energy"]
    exact = work_of_square_wave(rate, is_carried, run.time)
    np.testing.assert_allclose(work, exact, atol=0.015 * np.ptp(exact))
    assert np.max(np.abs(run.diagnostics["unexplained_energy"])) < 0.02 * np.ptp(exact)
    assert not run.summary.findings
