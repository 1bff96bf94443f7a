"""Signals of accelerations and reactions. The feedback of these signals through lags and samples is compared with
independent integrations.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from signal_decks import signals

import rbsolve
from rbsolve.pipeline import check_deck

GRAVITY, MASS, LENGTH, INERTIA, LAG = 9.81, 2.0, 0.6, 0.03, 0.2
BRAKE, START, TURNED = 0.09, 2.5, 0.7

PENDULUM = f"""
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{bob}} {{ @AT_POINT {{0, 0, -{LENGTH}}} @MASS {{{MASS}}}
  @MOMENTS_OF_INERTIA {{{INERTIA}, {INERTIA}, {INERTIA}}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{pin}} {{ @CONNECTED_TO_BODIES {{GROUND, bob}} @AT_POINT {{0, 0, 0}}
  @TRIAD_NAME {{AXIS_Y}} @INITIAL_COORDINATE {{{TURNED}}} @INITIAL_RATE {{{START}}} @ACTUATOR {{brake}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -{GRAVITY}}} }} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{angle}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{pin}} }}
  @SENSOR_NAME {{rate}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION_RATE}} @OBJECT_NAME {{pin}} }}
  @SENSOR_NAME {{load}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{pin}} }}
  @SENSOR_NAME {{cell}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{felt_z}} }}
  @SENSOR_NAME {{read}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{load_z}} }} }}
"""
CELL = f"""
@SIGNAL_NAME {{w}} {{ @MEASURE {{rate}} }}
@SIGNAL_NAME {{load_x}} {{ @MEASURE {{load, F1}} }} @SIGNAL_NAME {{load_z}} {{ @MEASURE {{load, F3}} }}
@SIGNAL_NAME {{felt_x}} {{ @SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{load_x}} @TIME_CONSTANT {{{LAG}}} @INITIAL_VALUE {{0}} }}
@SIGNAL_NAME {{felt_z}} {{ @SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{load_z}} @TIME_CONSTANT {{{LAG}}} @INITIAL_VALUE {{3}} }}
@SIGNAL_NAME {{brake}} {{ @EXPRESSION {{-{BRAKE}*w*sqrt(felt_x^2 + felt_z^2)}} }}
"""


def analysis(method, step, end, output=None):
    return f"""
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}}
  @OUTPUT_STEP_SIZE {{{output or end}}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {method} }} }}
"""


def explicit(tableau, more=""):
    return (
        f"@INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @FORMULATION {{MINIMAL_COORDINATES}} @TABLEAU {{{tableau}}} {more}"
    )


def implicit(formulation, more=""):
    return f"@INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} @FORMULATION {{{formulation}}} {more}"


def reaction(angle, rate, torque):
    """Return the angular acceleration and the reaction force of the pendulum, from equations written by hand."""
    turn = (torque - MASS * GRAVITY * LENGTH * np.sin(angle)) / (INERTIA + MASS * LENGTH**2)
    force_x = -MASS * LENGTH * (np.cos(angle) * turn - np.sin(angle) * rate**2)
    force_z = MASS * LENGTH * (np.sin(angle) * turn + np.cos(angle) * rate**2) + MASS * GRAVITY
    return turn, force_x, force_z


def braked(t, y):
    angle, rate, felt_x, felt_z = y
    turn, force_x, force_z = reaction(angle, rate, -BRAKE * rate * np.hypot(felt_x, felt_z))
    return [rate, turn, (force_x - felt_x) / LAG, (force_z - felt_z) / LAG]


def exact(times):
    start = [TURNED, START, 0.0, 3.0]
    found = solve_ivp(braked, (0.0, times[-1]), start, "DOP853", times, rtol=1e-13, atol=1e-13)
    return found.y


METHODS = [
    (explicit("HEUN"), 2.0, (0.01, 0.005, 0.0025, 0.00125)),
    (explicit("RK44"), 4.0, (0.01, 0.005, 0.0025, 0.00125)),
    (explicit("RK67"), 6.0, (0.04, 0.02, 0.01)),
    (implicit("MINIMAL_COORDINATES"), 2.0, (0.008, 0.004, 0.002, 0.001)),
    (implicit("LIE_R3_SO3"), 2.0, (0.008, 0.004, 0.002, 0.001)),
    (implicit("EULER_PARAMETERS_2", "@NEWTON {MODIFIED}"), 2.0, (0.008, 0.004, 0.002, 0.001)),
]


@pytest.mark.parametrize(
    ("method", "order", "steps"), METHODS, ids=["HEUN", "RK44", "RK67", "trees", "bodies", "modified"]
)
def test_brake_that_follows_a_load_cell_has_the_order_of_the_method(run_deck, method, order, steps):
    wanted = exact(np.array([0.0, 0.8]))[:, -1]
    errors = []
    for step in steps:
        run = run_deck(PENDULUM + signals(CELL) + analysis(method, step, 0.8))
        errors.append(
            [
                abs(run["angle"][-1, 0] - wanted[0]),
                abs(run["rate"][-1, 0] - wanted[1]),
                abs(run["cell"][-1, 0] - wanted[3]),
            ]
        )
    slopes = np.polyfit(np.log(steps[1:]), np.log(errors[1:]), 1)[0]
    np.testing.assert_allclose(slopes, order, atol=0.2, err_msg=str(errors))


@pytest.mark.parametrize(
    "method",
    [
        explicit("DOP853", "@RELATIVE_TOLERANCE {1e-11} @ABSOLUTE_TOLERANCE {1e-12}"),
        implicit("MINIMAL_COORDINATES", "@LOCAL_ERROR_TOLERANCE {1e-9}"),
    ],
)
def test_adaptive_steps_follow_a_load_cell(run_deck, method):
    run = run_deck(PENDULUM + signals(CELL) + analysis(method, 0.01, 0.8, 0.1))
    wanted = exact(run.time)
    bound = 1e-8 if "DOP853" in method else 3e-5
    np.testing.assert_allclose(run["angle"][:, 0], wanted[0], rtol=0, atol=bound)
    np.testing.assert_allclose(run["cell"][:, 0], wanted[3], rtol=0, atol=100 * bound)
    np.testing.assert_allclose(run["read"][:, 0], run["load"][:, 2], rtol=1e-12, atol=1e-12)


DIRECT = "@SIGNAL_NAME {w} { @MEASURE {rate} } @SIGNAL_NAME {load_z} { @MEASURE {load, F3} } @SIGNAL_NAME {felt_z} { @MEASURE {load, F1} }"
BY_LAG = (
    "@SIGNAL_NAME {felt} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {load_z} @TIME_CONSTANT {0.1} START }"
    "@SIGNAL_NAME {brake} { @EXPRESSION {-felt*w} }"
)


def findings(text):
    return [
        (found.severity, found.code, found.message)
        for found in check_deck(PENDULUM + signals(text) + analysis(explicit("RK44"), 0.01, 1)).diagnostics
    ]


def test_force_that_depends_on_itself_is_an_error_and_a_lag_is_a_note():
    (found,) = findings(DIRECT + "@SIGNAL_NAME {brake} { @EXPRESSION {-load_z*w} }")
    assert found[:2] == ("error", "circular-reference")
    assert "signal brake" in found[2]
    (found,) = findings(DIRECT + BY_LAG.replace("START", ""))
    assert found[:2] == ("error", "missing-keyword")
    assert "@INITIAL_VALUE" in found[2]
    (found,) = findings(DIRECT + BY_LAG.replace("START", "@INITIAL_VALUE {0}"))
    assert found[:2] == ("note", "delayed-feedback")
    assert "load_z through signal felt" in found[2]
    (found,) = findings(DIRECT + BY_LAG.replace("START", "@INITIAL_VALUE {0}").replace("-felt*w", "-w"))
    assert found[1] == "unused-object"  # no other object depends on the lag
    switch = (
        "@SIGNAL_NAME {brake} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {load_z} @THRESHOLDS {1, 2} @OUTPUT_VALUES {0, 1} }"
    )
    errors = [found for found in findings(DIRECT + switch) if found[0] == "error"]
    assert [found[1] for found in errors] == ["invalid-value"], errors


@pytest.mark.parametrize(
    ("signal", "hint"),
    [
        ("@SIGNAL_TYPE {FIRST_ORDER_LAG} @TIME_CONSTANT {0.1}", "give the value at the start, such as 0"),
        ("@SIGNAL_TYPE {SAMPLE_AND_HOLD} @SAMPLE_TIME {0.1}", "give the value at the start, such as 0"),
        (
            "@SIGNAL_TYPE {TRANSFER_FUNCTION} @NUMERATOR {1} @DENOMINATOR {0.1, 1}",
            "give it, or put a FIRST_ORDER_LAG with an @INITIAL_VALUE before this signal",
        ),
    ],
)
def test_a_hint_names_what_gives_a_signal_its_value_at_the_start(signal, hint):
    text = (
        f"@SIGNAL_NAME {{felt}} {{ {signal} @INPUT {{load_z}} }} @SIGNAL_NAME {{brake}} {{ @EXPRESSION {{-felt*w}} }}"
    )
    checked = check_deck(PENDULUM + signals(DIRECT + text) + analysis(explicit("RK44"), 0.01, 1))
    assert [found.hint for found in checked.diagnostics if found.severity == "error"] == [hint]


@pytest.mark.parametrize("method", ["@INTEGRATOR_TYPE {ENERGY_MOMENTUM}", "@INTEGRATOR_TYPE {IMPLICIT_MIDPOINT}"])
def test_methods_without_accelerations_refuse_such_signals(method):
    plain = PENDULUM.replace("@ACTUATOR {brake}", "")
    found = check_deck(plain + signals(DIRECT) + analysis(method, 0.01, 1)).diagnostics
    assert any(f.severity == "error" and "measures accelerations or forces" in f.message for f in found), list(found)


SAMPLE = 0.04
DIGITAL = f"""
@SIGNAL_NAME {{w}} {{ @MEASURE {{rate}} }} @SIGNAL_NAME {{load_z}} {{ @MEASURE {{load, F3}} }}
@SIGNAL_NAME {{felt_z}} {{ @SIGNAL_TYPE {{SAMPLE_AND_HOLD}} @INPUT {{load_z}} @SAMPLE_TIME {{{SAMPLE}}} @INITIAL_VALUE {{3}} }}
@SIGNAL_NAME {{slow}} {{ @SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{load_z}} @TIME_CONSTANT {{{LAG}}} @INITIAL_VALUE {{0}} }}
@SIGNAL_NAME {{brake}} {{ @EXPRESSION {{-0.06*w*(felt_z + slow)}} }}
"""


def sampled(end):
    """Return the motion of the pendulum between samples. Each sample reads the reaction under the brake of the previous
    sample.
    """
    y, held, count = np.array([TURNED, START, 0.0]), 3.0, round(end / SAMPLE)
    for k in range(count):

        def slopes(t, y, held=held):
            turn, _, force_z = reaction(y[0], y[1], -0.06 * y[1] * (held + y[2]))
            return [y[1], turn, (force_z - y[2]) / LAG]

        y = solve_ivp(slopes, (k * SAMPLE, (k + 1) * SAMPLE), y, "DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
        held = reaction(y[0], y[1], -0.06 * y[1] * (held + y[2]))[2]
    return *y, held


SAMPLING = [
    (explicit("RK44"), 4.0, (0.02, 0.01, 0.005, 0.0025)),
    (implicit("MINIMAL_COORDINATES"), 2.0, (0.004, 0.002, 0.001, 0.0005)),
    (implicit("LIE_SE3"), 2.0, (0.004, 0.002, 0.001, 0.0005)),
]


@pytest.mark.parametrize(("method", "order", "steps"), SAMPLING, ids=["RK44", "trees", "bodies"])
def test_samples_of_a_reaction_have_the_order_of_the_method(run_deck, method, order, steps):
    wanted = sampled(0.8)
    errors = []
    for step in steps:
        run = run_deck(PENDULUM + signals(DIGITAL) + analysis(method, step, 0.8))
        errors.append([abs(run["angle"][-1, 0] - wanted[0]), abs(run["rate"][-1, 0] - wanted[1])])
    slopes = np.polyfit(np.log(steps[1:]), np.log(errors[1:]), 1)[0]
    np.testing.assert_allclose(slopes, order, atol=0.2, err_msg=str(errors))


SWITCH = f"""
@SIGNAL_NAME {{w}} {{ @MEASURE {{rate}} }} @SIGNAL_NAME {{load_z}} {{ @MEASURE {{load, F3}} }}
@SIGNAL_NAME {{felt_z}} {{ @SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{load_z}} @TIME_CONSTANT {{{LAG}}} @INITIAL_VALUE {{0}} }}
@SIGNAL_NAME {{limit}} {{ @SIGNAL_TYPE {{HYSTERESIS}} @INPUT {{felt_z}} @THRESHOLDS {{16, 22}} @OUTPUT_VALUES {{0, 1}} }}
@SIGNAL_NAME {{brake}} {{ @EXPRESSION {{-0.6*limit*w}} }}
"""


def switched(end):
    """Return the motion of the pendulum whose brake closes when the measured load exceeds 22 N."""
    y, t, on = np.array([TURNED, START, 0.0]), 0.0, 0.0

    def slopes(t, y, on):
        turn, _, force_z = reaction(y[0], y[1], -0.6 * on * y[1])
        return [y[1], turn, (force_z - y[2]) / LAG]

    def crossing(t, y, on):
        return y[2] - (16.0 if on else 22.0)

    crossing.terminal, switches = True, 0
    while t < end:
        crossing.direction = -1.0 if on else 1.0
        found = solve_ivp(slopes, (t, end), y, "DOP853", events=crossing, args=(on,), rtol=1e-13, atol=1e-13)
        y, t = found.y[:, -1], found.t[-1]
        if found.status == 1:
            on, switches = 1.0 - on, switches + 1
    return y, switches


def test_switch_on_a_felt_reaction_is_located_by_fixed_steps(run_deck):
    wanted, switches = switched(1.2)
    assert switches > 1
    errors, steps = [], (0.004, 0.002, 0.001, 0.0005)
    for step in steps:
        run = run_deck(PENDULUM + signals(SWITCH) + analysis(implicit("MINIMAL_COORDINATES"), step, 1.2))
        errors.append(
            [
                abs(run["angle"][-1, 0] - wanted[0]),
                abs(run["rate"][-1, 0] - wanted[1]),
                abs(run["cell"][-1, 0] - wanted[2]),
            ]
        )
    slopes = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    np.testing.assert_allclose(slopes, 2.0, atol=0.25, err_msg=str(errors))


@pytest.mark.parametrize(
    "method",
    [explicit("RK67"), explicit("DOP853", "@RELATIVE_TOLERANCE {1e-10}"), implicit("LIE_R3_SO3")],
    ids=["fixed", "adaptive", "implicit"],
)
def test_events_of_a_reaction(method):
    """The load passes 25 N, and the measured load passes 20 N."""
    crossings = []
    for level, value in (
        (25.0, lambda t, y: reaction(y[0], y[1], -BRAKE * y[1] * np.hypot(y[2], y[3]))[2]),
        (20.0, lambda t, y: y[3]),
    ):

        def event(t, y, level=level, value=value):
            return value(t, y) - level

        found = solve_ivp(braked, (0.0, 0.8), [TURNED, START, 0.0, 3.0], "DOP853", events=event, rtol=1e-13, atol=1e-13)
        crossings += [(t, "direct" if level == 25.0 else "felt") for t in found.t_events[0]]
    watched = """
@EVENT_DEFINITION { @EVENT_NAME {direct} { @SIGNAL_NAME {load_z} @THRESHOLD {25} }
  @EVENT_NAME {felt} { @SIGNAL_NAME {felt_z} @THRESHOLD {20} } }
"""
    results = rbsolve.solve(PENDULUM + signals(CELL) + watched + analysis(method, 0.002, 0.8, 0.1))
    assert len(crossings) > 2
    assert [found.name for found in results.events] == [name for _, name in sorted(crossings)]
    bound = 5e-5 if "ALPHA" in method else 1e-8
    np.testing.assert_allclose(
        [found.time for found in results.events], [t for t, _ in sorted(crossings)], rtol=0, atol=bound
    )


TIGHT = "@RELATIVE_TOLERANCE {1e-12} @ABSOLUTE_TOLERANCE {1e-12}"
DERIVED = [explicit("RK67"), implicit("MINIMAL_COORDINATES", TIGHT), implicit("LIE_SE3", TIGHT)]


@pytest.mark.parametrize("method", DERIVED, ids=["RK67", "trees", "bodies"])
def test_derivatives_of_a_run_with_a_felt_reaction(method):
    """The derivatives are with respect to the gain of the brake, and are compared with differences of runs with the
    same steps.
    """
    text = PENDULUM + signals(CELL.replace(f"-{BRAKE}*w", "-#c*w")) + analysis(method, 0.004, 0.4, 0.1)
    text += f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#c}} @SCALAR_VALUE {{{BRAKE}}} }}"
    found = rbsolve.sensitivities(text, ["c"], method="tangent")
    assert {each.code for each in found.findings} == {"delayed-feedback"}

    def rows(k):
        run = rbsolve.solve(text, parameters={"c": BRAKE + 2e-3 * k})
        return {name: run[name] for name in ("angle", "cell", "read")}

    at = {k: rows(k) for k in (-3, -2, -1, 1, 2, 3)}
    for name in ("angle", "cell", "read"):
        wanted = sum(c * (at[k][name] - at[-k][name]) for k, c in ((1, 45.0), (2, -9.0), (3, 1.0))) / 0.12
        np.testing.assert_allclose(found.sensitivity(name, "c"), wanted, rtol=0, atol=2e-9 * np.abs(wanted).max())


ACCELEROMETER = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -10} } }
@SENSOR_DEFINITION { @SENSOR_NAME {a} { @SENSOR_TYPE {ACCELERATION} @OBJECT_NAME {ball} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {ball} } @SENSOR_NAME {y} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {felt} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {now} { @MEASURE {a, 3} }
  @SIGNAL_NAME {felt} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {now} @TIME_CONSTANT {0.1} @INITIAL_VALUE {0} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {thrust} { @CONNECTED_TO_BODY {ball} @APPLIED_FORCES {0, 0, -3} @SIGNAL_NAME {felt} } }
"""


@pytest.mark.parametrize(
    "method", ["RUNGE LIE_R3_SO3", "RUNGE EULER_PARAMETERS_1", "ALPHA LIE_SE3", "ALPHA MINIMAL_COORDINATES"]
)
def test_accelerometer_on_a_falling_ball(run_deck, method):
    """With 2 a = -20 - 3 y and 0.1 y' = a - y, y decays with the rate 25 to -4."""
    kind = (
        implicit(method.split()[1])
        if "ALPHA" in method
        else explicit("RK67").replace("MINIMAL_COORDINATES", method.split()[1])
    )
    run = run_deck(ACCELEROMETER + analysis(kind, 5e-4, 0.3, 0.05))
    y = -4.0 * (1.0 - np.exp(-25.0 * run.time))
    v = -10.0 * run.time - 1.5 * (-4.0 * run.time - 4.0 / 25.0 * np.expm1(-25.0 * run.time))
    bound = 2e-4 if "ALPHA" in method else 1e-11
    np.testing.assert_allclose(run["y"][:, 0], y, rtol=0, atol=bound)
    np.testing.assert_allclose(run["v"][:, 2], v, rtol=0, atol=bound)
