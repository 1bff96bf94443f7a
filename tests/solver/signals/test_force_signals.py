"""Signals of drives, contacts, couplings and accelerations equal their sensors, and feedback through lags is right."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from signal_decks import signals

import rbsolve
from rbsolve.pipeline import check_deck

EXPLICIT = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @FORMULATION {MINIMAL_COORDINATES} @TABLEAU {RK44}"
BODIES = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}"
TREES = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {MINIMAL_COORDINATES}"
METHODS = [
    (EXPLICIT, 4.0, (0.02, 0.01, 0.005)),
    (BODIES, 2.0, (0.004, 0.002, 0.001)),
    (TREES, 2.0, (0.004, 0.002, 0.001)),
]
METHOD_NAMES = ["RK44", "bodies", "trees"]
G, LAG = 9.81, 0.2


def analysis(method, step, end, output=None):
    return f"""
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}}
  @OUTPUT_STEP_SIZE {{{output or end}}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ {method} }} }}
"""


def body(name, at="0, 0, 0", mass=2.0, inertia=0.3):
    return f"""@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{{name}}} {{ @AT_POINT {{{at}}} @MASS {{{mass}}}
  @MOMENTS_OF_INERTIA {{{inertia}, {inertia}, {inertia}}} }} }}
"""


def sensor(name, kind, of, more=""):
    return (
        f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{{name}}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{of}}} {more} }} }}\n"
    )


def felt(measure, start, extra=""):
    """Return two signals as text: `now` is a component of sensor `s`, and `felt` follows `now` with a lag."""
    return signals(
        f"@SIGNAL_NAME {{now}} {{ @MEASURE {{{measure}}} }} @SIGNAL_NAME {{felt}} {{ @SIGNAL_TYPE {{FIRST_ORDER_LAG}} "
        f"@INPUT {{now}} @TIME_CONSTANT {{{LAG}}} @INITIAL_VALUE {{{start}}} }} {extra}"
    ) + sensor("felt", "SIGNAL", "felt")


GRAVITY = f"@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -{G}}} }} }}\n"

# A mass on a slide with a spring, a damper, and a force that follows the force of these drives.
STIFFNESS, DAMPING, GAIN = 40.0, 1.5, 0.4
SLIDE = (
    body("b")
    + f"""@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}}
  @TRIAD_NAME {{AXIS_X}} @INITIAL_RATE {{1.2}} @SPRING {{{STIFFNESS}, 0.1}} @DAMPER {{{DAMPING}}} @SIGNAL_NAME {{push}} }} }}
"""
    + sensor("q", "RELATIVE_DISPLACEMENT", "j")
    + sensor("s", "DRIVE_FORCE", "j")
    + felt("s", 3, f"@SIGNAL_NAME {{push}} {{ @EXPRESSION {{-{GAIN}*felt}} }}")
)


def slide_exact(end):
    """Return q and the felt force. The drive force is D = k (0.1 - q) - c q' - a y, with T y' = D - y and m q'' = D."""
    by = np.array([-STIFFNESS, -DAMPING, -GAIN, 0.1 * STIFFNESS])
    matrix = np.zeros((4, 4))
    matrix[0, 1] = 1.0
    matrix[1] = by / 2.0
    matrix[2] = (by - np.array([0.0, 0.0, 1.0, 0.0])) / LAG
    state = expm(matrix * end) @ np.array([0.0, 1.2, 3.0, 1.0])
    return state[0], state[2]


# A thrust accelerates a ball on a floor. Its inertia prevents rolling, and its speed is far above the transition
# velocity.
MU, LOAD, SPEED = 0.25, 0.3, 4.0
DEPTH = (2.0 * G / 1e5) ** (1.0 / 1.5)


def sliding(stiction):
    material = "@STICTION {1e5, 50}" if stiction else ""
    return (
        body("b", f"0, 0, {0.1 - DEPTH!r}", inertia=1e9)
        + f"""@PLANAR_JOINT_DEFINITION {{ @PLANAR_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}}
  @TRIAD_NAME {{AXIS_Y}} @INITIAL_RATE {{0, {SPEED}, 0}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }}
  @SHAPE_NAME {{skin}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{b}} @DIMENSIONS {{0.1}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @CONTACT_SHAPES {{floor, skin}} @STIFFNESS {{1e5}}
  @FRICTION_COEFFICIENTS {{{MU}, {MU}}} @TRANSITION_VELOCITY {{1e-3}} {material} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{thrust}} {{ @CONNECTED_TO_BODY {{b}} @APPLIED_FORCES {{-{LOAD}, 0, 0}}
  @SIGNAL_NAME {{felt}} }} }}
"""
        + GRAVITY
        + sensor("q", "VELOCITY", "b")
        + sensor("s", "REACTION_FORCE", "c")
        + felt("s, x", 0)
    )


def sliding_exact(end):
    """Return the velocity and the felt friction F = -mu m g. The thrust is -b y with T y' = F - y."""
    force = -MU * 2.0 * G
    y = force * -np.expm1(-end / LAG)
    impulse = force * (end + LAG * np.expm1(-end / LAG))
    return SPEED + (force * end - LOAD * impulse) / 2.0, y


# A pendulum whose motor follows its angular acceleration.
LENGTH = 0.6
SWING = (
    body("b", f"0, 0, -{LENGTH}")
    + """@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0}
  @TRIAD_NAME {AXIS_Y} @INITIAL_COORDINATE {0.7} @INITIAL_RATE {2.5} @SIGNAL_NAME {push} } }
"""
    + GRAVITY
    + sensor("q", "RELATIVE_ROTATION", "j")
    + sensor("s", "RELATIVE_ROTATION_ACCELERATION", "j")
    + felt("s", 1, "@SIGNAL_NAME {push} { @EXPRESSION {-0.3*felt} }")
)


def swing_exact(end):
    def slopes(t, y):
        turn = (-0.3 * y[2] - 2.0 * G * LENGTH * np.sin(y[0])) / (0.3 + 2.0 * LENGTH**2)
        return [y[1], turn, (turn - y[2]) / LAG]

    found = solve_ivp(slopes, (0, end), [0.7, 2.5, 1.0], "DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return found[0], found[2]


# Two discs with a gear. A spring drives the first disc, and a brake on the second disc follows the force of the gear.
RATIO = -2.5
GEARED = (
    body("b", inertia=0.3)
    + body("d", "1, 0, 0", inertia=0.05)
    + f"""@REVOLUTE_JOINT_DEFINITION {{
  @REVOLUTE_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Z}} @INITIAL_RATE {{1}}
    @SPRING {{5, 0.3}} }}
  @REVOLUTE_JOINT_NAME {{k}} {{ @CONNECTED_TO_BODIES {{GROUND, d}} @AT_POINT {{1, 0, 0}} @TRIAD_NAME {{AXIS_Z}}
    @SIGNAL_NAME {{push}} }} }}
@GEAR_DEFINITION {{ @GEAR_NAME {{g}} {{ @JOINT_NAMES {{j, k}} @RATIO {{{RATIO}}} }} }}
"""
    + sensor("q", "RELATIVE_ROTATION", "j")
    + sensor("s", "FORCE", "g")
    + felt("s", 0, "@SIGNAL_NAME {push} { @EXPRESSION {-0.6*felt} }")
)


def geared_exact(end):
    """With the force E on q1 = n q0: J1 q1'' = E - 0.6 y, J0 q0'' = 5 (0.3 - q0) - n E."""

    def slopes(t, y):
        turn = (5.0 * (0.3 - y[0]) - RATIO * 0.6 * y[2]) / (0.3 + RATIO**2 * 0.05)
        effort = 0.05 * RATIO * turn + 0.6 * y[2]
        return [y[1], turn, (effort - y[2]) / LAG]

    found = solve_ivp(slopes, (0, end), [0.0, 1.0, 0.0], "DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return found[0], found[2]


# A mass on a slide with a spring. A force follows the tension directly.
PULLED = (
    body("b")
    + f"""@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}}
  @TRIAD_NAME {{AXIS_X}} @INITIAL_RATE {{1.2}} }} }}
@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{p}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @POINT1_NAME {{-1, 0, 0}}
  @POINT2_NAME {{0, 0, 0}} @STIFFNESS {{{STIFFNESS}}} @DAMPING {{{DAMPING}}} @REST_LENGTH {{0.9}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{push}} {{ @CONNECTED_TO_BODY {{b}} @APPLIED_FORCES {{-{GAIN}, 0, 0}}
  @SIGNAL_NAME {{now}} }} }}
"""
    + sensor("q", "RELATIVE_DISPLACEMENT", "j")
    + sensor("s", "FORCE", "p")
    + felt("s", 3)
)


def pulled_exact(end):
    """Return q and the felt tension. The tension is N = k (q + 0.1) + c q', with m q'' = -(1 + a) N and T y' = N - y."""
    by = np.array([STIFFNESS, DAMPING, 0.0, 0.1 * STIFFNESS])
    matrix = np.zeros((4, 4))
    matrix[0, 1] = 1.0
    matrix[1] = -(1.0 + GAIN) * by / 2.0
    matrix[2] = (by - np.array([0.0, 0.0, 1.0, 0.0])) / LAG
    state = expm(matrix * end) @ np.array([0.0, 1.2, 3.0, 1.0])
    return state[0], state[2]


# A signal changes the rest length. A force follows the tension through the lag.
WOUND = PULLED.replace("@REST_LENGTH {0.9}", "@SIGNAL_NAME {rest}").replace("{now} } }\n", "{felt} } }\n") + signals(
    "@SIGNAL_NAME {rest} { @EXPRESSION {0.9 + 0.2*sin(3*t)} }"
)


def wound_exact(end):
    def slopes(t, y):
        tension = STIFFNESS * (y[0] + 0.1 - 0.2 * np.sin(3.0 * t)) + DAMPING * y[1]
        return [y[1], -(tension + GAIN * y[2]) / 2.0, (tension - y[2]) / LAG]

    found = solve_ivp(slopes, (0, end), [0.0, 1.2, 3.0], "DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return found[0], found[2]


CASES = {
    "drive": (SLIDE, slide_exact, 0.8),
    "friction": (sliding(stiction=False), sliding_exact, 0.4),
    "stiction": (sliding(stiction=True), sliding_exact, 0.4),
    "acceleration": (SWING, swing_exact, 0.8),
    "gear": (GEARED, geared_exact, 0.8),
    "spring": (PULLED, pulled_exact, 0.8),
    "wound spring": (WOUND, wound_exact, 0.6),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("method", "order", "steps"), METHODS, ids=METHOD_NAMES)
def test_feedback_of_a_force_has_the_order_of_the_method(run_deck, case, method, order, steps):
    text, exact, end = CASES[case]
    wanted = exact(end)
    errors = []
    for step in steps:
        run = run_deck(text + analysis(method, step, end))
        errors.append([abs(run["q"][-1, 0] - wanted[0]), abs(run["felt"][-1, 0] - wanted[1])])
    if (case, order) == ("stiction", 4.0):  # explicit methods divide the steps, because bristles are stiff
        assert np.max(errors) < 1e-9
        return
    slopes = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    np.testing.assert_allclose(slopes, order, atol=0.2 if order < 4 else 0.4, err_msg=str(errors))


# A linkage with a gear, a rod, a rolling disc, and a contact with stiction. The linkage also has friction that follows
# a reaction, stops, a universal joint and a motor.
MACHINE = (
    body("b", "0, 0, -0.4")
    + body("d", "0.3, 0, -0.8", inertia=0.05)
    + body("e", "1.5, 0.2, 0.1")
    + body("w", "0, 3, 0.5")
    + body("k", "0, 5, 0")
    + body("l", "2, 5, 0.3")
    + """
@TRIAD_DEFINITION { @TRIAD_NAME {A} { @ORIENTATION_E2 {0, 1, 0} @ORIENTATION_E3 {1, 0, 0} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} @INITIAL_RATE {1}
    @SPRING {5, 0.3} @FRICTION {0.1, 0.2, 0.05, 0.1, 0.05} @STOPS {-0.1, 0.05, 200, 2} }
  @REVOLUTE_JOINT_NAME {i} { @CONNECTED_TO_BODIES {b, d} @AT_POINT {0, 0, -0.8} @TRIAD_NAME {AXIS_Y} @SIGNAL_NAME {motor}
    @FRICTION_FORCE {0.02} } }
@GEAR_DEFINITION { @GEAR_NAME {gear} { @JOINT_NAMES {j, i} @RATIO {1.7} } }
@UNIVERSAL_JOINT_DEFINITION { @UNIVERSAL_JOINT_NAME {u} { @CONNECTED_TO_BODIES {GROUND, e} @AT_POINT {1.5, 0, 0}
  @TRIAD_NAME {A, AXIS_Y} @INITIAL_RATE {0.9, -1.3} @SPRING {3, 0.1, 2, 0} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {ball} { @CONNECTED_TO_BODIES {GROUND, l} @AT_POINT {2, 5, 0}
  @SPRING {9, 0.1, 8, 0, 7, 0.2} } }
@CYLINDRICAL_JOINT_DEFINITION { @CYLINDRICAL_JOINT_NAME {c} { @CONNECTED_TO_BODIES {GROUND, k} @AT_POINT {0, 5, 0}
  @TRIAD_NAME {AXIS_Y} @DAMPER {0.5, 0.4} } }
@ROD_DEFINITION { @ROD_NAME {rod} { @CONNECTED_TO_BODIES {k, l} @POINT1_NAME {0.1, 5, 0.2} @POINT2_NAME {2, 5.1, 0.4} } }
@ROLLING_DISC_DEFINITION { @ROLLING_DISC_NAME {roll} { @CONNECTED_TO_BODIES {GROUND, w} @POINT1_NAME {0, 3, 0}
  @POINT2_NAME {0, 3, 0.5} @TRIAD_NAME {AXIS_Z, AXIS_Y} @RADIUS {0.5} } }
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @AT_POINT {0, 0, -0.94} }
  @SHAPE_NAME {skin} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {d} @DIMENSIONS {0.15} } }
@CONTACT_DEFINITION { @CONTACT_NAME {touch} { @CONNECTED_TO_BODIES {GROUND, d} @CONTACT_SHAPES {floor, skin} @STIFFNESS {2e3}
  @FRICTION_COEFFICIENTS {0.3, 0.2} @STICTION {2e3, 5} @ROLLING_RESISTANCE {0.01} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {motor} { @EXPRESSION {0.5*sin(9*t)} } }
"""
    + GRAVITY
)
WATCHED = [
    *[("DRIVE_FORCE", name, "") for name in ("i", "j", "u", "ball", "c")],
    *[("RELATIVE_ROTATION_ACCELERATION", name, "") for name in ("i", "u", "ball", "c")],
    ("RELATIVE_DISPLACEMENT_ACCELERATION", "c", ""),
    *[("FORCE", name, "") for name in ("gear", "rod", "roll")],
    *[("REACTION_FORCE", name, "@RESOLVED_IN {tilted}") for name in ("rod", "roll", "touch")],
    ("ROLLING_MOMENT", "touch", "@RESOLVED_IN {tilted}"),
]


def watched_machine():
    """Return the machine with a sensor of each kind. Each component has a signal, and a sensor of the signal."""
    text = (
        MACHINE
        + "@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {tilted} { @CONNECTED_TO_BODY {b} @TRIAD_NAME {A} } }\n"
    )
    text += "".join(sensor(f"s{k}", kind, of, more) for k, (kind, of, more) in enumerate(WATCHED))
    pairs = []
    for plan in check_deck(text + analysis(EXPLICIT, 0.001, 1)).sensors:
        for n, label in enumerate(plan.components):
            name = f"{plan.name}_{n}"
            text += signals(f"@SIGNAL_NAME {{{name}}} {{ @MEASURE {{{plan.name}, {label}}} }}")
            text += sensor(f"of_{name}", "SIGNAL", name)
            pairs.append((plan.name, n, f"of_{name}"))
    return text, pairs


@pytest.mark.parametrize("method", [EXPLICIT, BODIES, TREES], ids=METHOD_NAMES)
def test_signals_of_forces_are_what_their_sensors_write(run_deck, method):
    text, pairs = watched_machine()
    run = run_deck(text + analysis(method, 0.001, 0.3, 0.01))
    for name, n, of in pairs:
        kind = WATCHED[int(name[1:])]
        scale = np.abs(run[name]).max()
        assert scale > 1e-3, kind
        np.testing.assert_allclose(run[of][:, 0], run[name][:, n], rtol=0, atol=1e-10 * scale, err_msg=str((kind, n)))


@pytest.mark.parametrize(("case", "method"), [("drive", EXPLICIT), ("friction", BODIES)])
def test_derivatives_of_a_run_with_a_felt_force(case, method):
    """The derivatives are with respect to the gain of the feedback, and are compared with differences of runs with the
    same steps.
    """
    value = GAIN if case == "drive" else LOAD
    text = CASES[case][0].replace(f"-{GAIN}*felt", "-#c*felt").replace(f"{{-{LOAD}, 0, 0}}", "{-#c, 0, 0}")
    tight = " @RELATIVE_TOLERANCE {1e-12} @ABSOLUTE_TOLERANCE {1e-12}" if method == BODIES else ""
    text += analysis(method + tight, 0.005, 0.4, 0.1)
    text += f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#c}} @SCALAR_VALUE {{{value}}} }}"
    found = rbsolve.sensitivities(text, ["c"], method="tangent")
    at = {k: rbsolve.solve(text, parameters={"c": value + 2e-3 * k}) for k in (-3, -2, -1, 1, 2, 3)}
    for name in ("q", "felt"):
        wanted = sum(c * (at[k][name] - at[-k][name]) for k, c in ((1, 45.0), (2, -9.0), (3, 1.0))) / 0.12
        np.testing.assert_allclose(
            found.sensitivity(name, "c"), wanted, rtol=0, atol=1e-8 * max(1.0, np.abs(wanted).max())
        )


# An arm on a spring that supports it. Its hinge supports the weight.
SPRUNG, ARM = 40.0, 0.6
BALANCE = (
    body("b", f"{ARM}, 0, 0")
    + f"""@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{0, 0, 0}}
  @TRIAD_NAME {{AXIS_Y}} @SPRING {{{SPRUNG}, 0}} @DAMPER {{3}} }} }}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{side}} {{ @CONNECTED_TO_BODY {{b}} @APPLIED_FORCES {{1, 0, 0}} }} }}
"""
    + GRAVITY
    + sensor("q", "RELATIVE_ROTATION", "j")
    + sensor("s", "REACTION_FORCE", "j")
    + sensor("d", "DRIVE_FORCE", "j")
    + sensor("a", "SPECIFIC_FORCE", "b")
    + signals(
        "@SIGNAL_NAME {weight} { @MEASURE {s, z} } @SIGNAL_NAME {torque} { @MEASURE {d} }"
        "@SIGNAL_NAME {up} { @MEASURE {a, z} }"
        f"@SIGNAL_NAME {{felt}} {{ @SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{weight}} @TIME_CONSTANT {{{LAG}}} }}"
    )
    + "".join(sensor(name, "SIGNAL", name) for name in ("weight", "torque", "up", "felt"))
)
STILL = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @ANALYSIS_TYPE {STATIC} } }"


def from_rest(method):
    return analysis(method, 0.005, 0.1, 0.02).replace("@TIME_STEP", "@START_FROM {STATIC} @TIME_STEP")


@pytest.mark.parametrize(
    "ending", [STILL, from_rest(EXPLICIT), from_rest(BODIES), from_rest(TREES)], ids=["STATIC", *METHOD_NAMES]
)
def test_reactions_at_rest_are_known_to_signals(run_deck, ending):
    """The hinge supports the weight, and its spring balances the moments m g l cos(q) and l sin(q) of the loads."""
    run = run_deck(BALANCE + ending)
    weight, q = 2.0 * G, run["q"][:, 0]
    moment = weight * ARM * np.cos(q) - ARM * np.sin(q)
    np.testing.assert_allclose(SPRUNG * q, moment, rtol=1e-10)
    np.testing.assert_allclose(run["torque"][:, 0], -moment, rtol=1e-9)
    for name in ("weight", "felt"):
        np.testing.assert_allclose(run[name][:, 0], weight, rtol=1e-9)
    np.testing.assert_allclose(run["up"][:, 0], G, rtol=1e-9)


def test_a_force_at_rest_that_depends_on_a_reaction_is_refused():
    load = "@DEAD_LOAD_NAME {more} { @CONNECTED_TO_BODY {b} @APPLIED_FORCES {0, 0, 0.1} @SIGNAL_NAME {felt} }"
    text = BALANCE + f"@DEAD_LOAD_DEFINITION {{ {load} }}"
    for ending, what in ((STILL, "STATIC"), (from_rest(EXPLICIT), "START_FROM {STATIC}")):
        (found,) = (found for found in check_deck(text + ending).diagnostics if found.severity == "error")
        assert found.message.startswith(f"{what} does not support signal weight")
        assert "a force depends on it" in found.message
        assert "no force may depend" in found.hint


DIRECT = "@SIGNAL_NAME {now} { @MEASURE {s} } @SIGNAL_NAME {push} { @EXPRESSION {-0.5*now} }"


def test_an_actuator_that_follows_its_own_force_without_a_lag_is_an_error():
    text = SLIDE.split("@SIGNAL_DEFINITION")[0] + signals(DIRECT) + analysis(EXPLICIT, 0.01, 1)
    (found,) = (found for found in check_deck(text).diagnostics if found.severity == "error")
    assert found.code == "circular-reference"
    assert "now" in found.message


@pytest.mark.parametrize("names", ["x", "F1", "1"])
def test_components_have_the_names_of_columns(names, run_deck):
    text = sliding(stiction=False).replace("@MEASURE {s, x}", f"@MEASURE {{s, {names}}}") + analysis(BODIES, 0.002, 0.1)
    run = run_deck(text)
    assert run["felt"][-1, 0] == pytest.approx(sliding_exact(0.1)[1], rel=1e-4)


@pytest.mark.parametrize("wanted", ["yaw", "phi1", "1"])
def test_angles_have_their_usual_names(wanted, run_deck):
    text = SWING + sensor("turn", "ORIENTATION", "b", "@ROTATION_PARAMETERS {EULER_ANGLES_321}")
    text += signals(f"@SIGNAL_NAME {{angle}} {{ @MEASURE {{turn, {wanted}}} }}") + sensor("y", "SIGNAL", "angle")
    run = run_deck(text + analysis(EXPLICIT, 0.01, 0.1))
    np.testing.assert_allclose(run["y"][:, 0], run["turn"][:, 0], rtol=0, atol=1e-12)
