"""Switches under methods that control their steps. Contacts and stops that close and open, and signals that switch, are
located. Events and other results of accepted steps belong to the accepted states. The references are closed forms, and
solutions by scipy for each phase of the motion.
"""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import rbsolve

G = 9.81


def analysis(end, out, integrator):
    return (
        f"@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {end!r}}} @TIME_STEP_SIZE {{1e-3}} "
        f"@OUTPUT_STEP_SIZE {{{out!r}}} @TIME_INTEGRATOR_NAME {{i}} }} }}\n"
        f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ {integrator} }} }}\n"
    )


ADAPTIVE = (
    "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {%s} @RELATIVE_TOLERANCE {1e-10} @ABSOLUTE_TOLERANCE {1e-11}"
)
DOP853, DOPRI5 = ADAPTIVE % "DOP853", ADAPTIVE % "DOPRI5"
IMPLICIT = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-9}"

STIFFNESS, RESTITUTION, HEIGHT = 1e9, 0.8, 1.0
BALL = f"""
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, {-G}}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{c}} {{ @COORDINATES {{0, 0, {HEIGHT + 0.1}}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f}} {{ @POINT1_NAME {{c}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{mp}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{0.004, 0.004, 0.004}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{ball}} {{ @MASS_PROPERTY_NAME {{mp}} @FRAME_NAME {{f}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }} @SHAPE_NAME {{s}} {{
  @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{ball}} @DIMENSIONS {{0.1}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{k}} {{ @CONNECTED_TO_BODIES {{GROUND, ball}} @CONTACT_SHAPES {{floor, s}} @STIFFNESS {{{STIFFNESS}}}
  @RESTITUTION {{{RESTITUTION}}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{p}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{ball}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{ball}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{pz}} {{ @MEASURE {{p, 3}} }} @SIGNAL_NAME {{vz}} {{ @MEASURE {{v, 3}} }} }}
"""


def event(name, signal, threshold=0.0, more=""):
    return f"@EVENT_DEFINITION {{ @EVENT_NAME {{{name}}} {{ @SIGNAL_NAME {{{signal}}} @THRESHOLD {{{threshold!r}}} {more} }} }}\n"


BOUNCES = (
    event("height", "pz", 0.3, "@DIRECTION {FALLING}")
    + event("apex", "vz", 0.0, "@DIRECTION {FALLING}")
    + event("up", "pz", 0.2, "@DIRECTION {RISING}")
)


def bounces(end):
    """Return the times of the events of BOUNCES. The motion between impacts has a closed form, and scipy solves impacts
    by Hunt and Crossley's law (theory/contacts.md).
    """
    e = RESTITUTION
    d = brentq(lambda d: math.log((1 + d) / (1 - e * d)) - (1 + e) * d, 1e-6, 0.999 / e)
    found, t, v = [], 0.0, 0.0
    height = HEIGHT
    while True:  # the loop starts at the highest point between two impacts
        fall = math.sqrt(2 * height / G)
        if height > 0.2:
            found.append(("height", t + math.sqrt(2 * (height - 0.2) / G)))
        t, v = t + fall, math.sqrt(2 * G * height)
        if t > end:
            break

        def press(_, y, v0=v):
            depth, approach = max(y[0], 0.0), y[1]
            return [y[1], G - STIFFNESS * depth**1.5 * (1 + d * approach / v0)]

        def opens(t, y):
            return y[0] if t > 0 else 1.0

        opens.terminal, opens.direction = True, -1
        press_end = solve_ivp(press, (0, 0.1), [0.0, v], method="DOP853", rtol=1e-12, atol=1e-16, events=opens)
        t, v = t + press_end.t[-1], -press_end.y[1, -1]
        if v * v / (2 * G) > 0.1:
            found.append(("up", t + (v - math.sqrt(v * v - 2 * G * 0.1)) / G))
        height = v * v / (2 * G)
        t += v / G
        found.append(("apex", t))
    return sorted([(name, time) for name, time in found if time < end], key=lambda one: one[1])


@pytest.mark.parametrize(("method", "tolerance"), [(DOP853, 2e-8), (DOPRI5, 2e-8), (IMPLICIT, 2e-5)])
def test_events_of_a_bouncing_ball(method, tolerance):
    """The run finds every crossing and no other crossing. The times are within the tolerances of the run."""
    results = rbsolve.solve(BALL + BOUNCES + analysis(2.5, 0.02, method))
    expected = bounces(2.5)
    assert [name for name, _ in expected] == [found.name for found in results.events]
    assert {(found.name, found.direction) for found in results.events} == {
        ("height", "FALLING"),
        ("apex", "FALLING"),
        ("up", "RISING"),
    }
    np.testing.assert_allclose(
        [found.time for found in results.events], [t for _, t in expected], rtol=0, atol=tolerance
    )
    # Each impact takes about 0.6 ms, so the times are close to the times of instantaneous impacts.
    first = math.sqrt(2 * HEIGHT / G)
    apexes = [found.time for found in results.events if found.name == "apex"]
    closed = [first * (1 + 2 * sum(RESTITUTION**k for k in range(1, n)) + RESTITUTION**n) for n in (1, 2, 3)]
    np.testing.assert_allclose(apexes[:3], closed, rtol=0, atol=2e-3)


@pytest.mark.parametrize("method", [DOP853, IMPLICIT])
def test_an_event_ends_a_fall_at_its_height(method):
    text = BALL + event("hit", "pz", 0.11, "@TERMINATE {YES} @DIRECTION {FALLING}") + analysis(6.0, 0.02, method)
    results = rbsolve.solve(text)
    assert results.time[-1] == pytest.approx(math.sqrt(2 * 0.99 / G), abs=1e-9)
    assert results["p"][-1, 2] == pytest.approx(0.11, abs=1e-10)


@pytest.mark.parametrize(("method", "rest"), [(DOP853, 1e-9), (IMPLICIT.replace("1e-9", "1e-7"), 1e-8)])
def test_an_event_where_a_contact_closes(method, rest):
    """Each impact passes the threshold, and after the last impact the ball rests."""
    text = BALL + event("touch", "pz", 0.1, "@DIRECTION {FALLING}") + analysis(4.2, 0.1, method)
    results = rbsolve.solve(text)
    times = np.array([found.time for found in results.events])
    e, first = RESTITUTION, math.sqrt(2 * HEIGHT / G)
    closed = first * (1 + 2 * np.cumsum(e ** np.arange(1, 16)))
    np.testing.assert_allclose(times[:16], [first, *closed], rtol=0, atol=5e-3)
    assert np.all(np.diff(times) > 0)
    assert len(times) < 60
    assert abs(results["v"][-1, 2]) < rest
    assert results["p"][-1, 2] == pytest.approx(0.1 - (G / STIFFNESS) ** (1 / 1.5), abs=1e-3 * rest)


def impacts(count):
    """Return the consecutive times at which the ball touches the floor, reverses, and leaves the floor."""
    e = RESTITUTION
    d = brentq(lambda d: math.log((1 + d) / (1 - e * d)) - (1 + e) * d, 1e-6, 0.999 / e)
    found, t, v = [], math.sqrt(2 * HEIGHT / G), math.sqrt(2 * G * HEIGHT)
    for _ in range(count):

        def press(_, y, v0=v):
            return [y[1], G - STIFFNESS * max(y[0], 0.0) ** 1.5 * (1 + d * y[1] / v0)]

        def turns(_, y):
            return y[1]

        def opens(t, y):
            return y[0] if t > 0 else 1.0

        opens.terminal, opens.direction = True, -1
        run = solve_ivp(press, (0, 0.1), [0.0, v], method="DOP853", rtol=1e-12, atol=1e-16, events=(turns, opens))
        found += [t, t + run.t_events[0][0], t + run.t[-1]]
        v = -run.y[1, -1]
        t += run.t[-1] + 2 * v / G
    return np.array(found)


FIXED = {
    "RK44": ("@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", 2e-5),
    "generalized-alpha": ("@INTEGRATOR_TYPE {GENERALIZED_ALPHA}", 3e-3),
    "midpoint": ("@INTEGRATOR_TYPE {IMPLICIT_MIDPOINT}", 2e-3),
}


@pytest.mark.parametrize("method", FIXED)
def test_events_within_a_fixed_step_that_an_impact_divides(method):
    """Impacts take at most 0.6 ms in steps of 1 ms. A crossing that reverses within a step is found in the parts of the
    step. It changes no row.
    """
    integrator, tolerance = FIXED[method]
    wanted = event("touch", "pz", 0.1) + event("turn", "vz", 0.0, "@DIRECTION {RISING}")
    results = rbsolve.solve(BALL + wanted + analysis(2.4, 0.1, integrator))
    expected = impacts(4)
    found = [(one.name, one.direction) for one in results.events]
    assert found == [("touch", "FALLING"), ("turn", "RISING"), ("touch", "RISING")] * 4
    times = np.array([one.time for one in results.events])
    np.testing.assert_allclose(times, expected, rtol=0, atol=tolerance)
    np.testing.assert_allclose(np.diff(times)[0::3], np.diff(expected)[0::3], rtol=5e-2)
    np.testing.assert_allclose(np.diff(times)[1::3], np.diff(expected)[1::3], rtol=5e-2)
    plain = rbsolve.solve(BALL + analysis(2.4, 0.1, integrator))
    assert np.array_equal(results["p"], plain["p"])
    assert np.array_equal(results["v"], plain["v"])
    ended = rbsolve.solve(BALL + wanted + event("end", "vz", 0.5, "@TERMINATE {YES}") + analysis(2.4, 0.1, integrator))
    assert [one.name for one in ended.events] == ["touch", "turn", "end"]
    assert times[1] < ended.time[-1] < times[2]
    assert ended["v"][-1, 2] == pytest.approx(0.5, abs=1e-6)


PENDULUM = f"""
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, {-G}}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{Y}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{0, 1, 0}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{A}} {{ @COORDINATES {{1, 0, 0}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f}} {{ @POINT1_NAME {{A}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{mp}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{0.1, 0.1, 0.1}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{mp}} @FRAME_NAME {{f}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{q}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{j}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION_RATE}} @OBJECT_NAME {{j}} }} }}
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{angle}} {{ @MEASURE {{q}} }} @SIGNAL_NAME {{rate}} {{ @MEASURE {{w}} }} }}
"""
SWINGS = event("half", "angle", 0.5, "@DIRECTION {RISING}") + event("turns", "rate", 0.0, "@DIRECTION {FALLING}")
INERTIA = 1.1


def hinge(more):
    return (
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j}} {{ @CONNECTED_TO_BODIES {{GROUND, b}} @AT_POINT {{O}} "
        f"@TRIAD_NAME {{Y}} {more} }} }}\n"
    )


def swings(end, regimes, start):
    """Return the events of SWINGS of a pendulum from the horizontal. `regimes` contains by name the torque (q, q'), and
    the exits. An exit is an expression of (q, q') that rises through zero, with the regime that follows.
    """
    t, y, regime, found = 0.0, [0.0, 0.0], start, []

    def rising(value):
        def crossing(_, y):
            return value(*y)

        crossing.direction, crossing.terminal = 1, True
        return crossing

    def half(_, y):
        return y[0] - 0.5

    def turns(_, y):
        return -y[1]

    half.direction = turns.direction = 1
    while t < end:
        torque, exits = regimes[regime]

        def slopes(_, y, torque=torque):
            return [y[1], (G * math.cos(y[0]) + torque(*y)) / INERTIA]

        watch = [half, turns, *(rising(value) for value, _ in exits)]
        options = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13, "max_step": 0.02}
        part = solve_ivp(slopes, (t, end), y, events=watch, **options)
        for name, times in zip(("half", "turns"), part.t_events, strict=False):
            found += [(float(at), name) for at in times if at > t + 1e-12]
        t, y = part.t[-1], part.y[:, -1]
        for (_, following), times in zip(exits, part.t_events[2:], strict=True):
            if len(times):
                regime = following
    return sorted(found)


def compare(results, expected, tolerance):
    assert [found.name for found in results.events] == [name for _, name in expected]
    assert {(found.name, found.direction) for found in results.events} == {("half", "RISING"), ("turns", "FALLING")}
    np.testing.assert_allclose(
        [found.time for found in results.events], [t for t, _ in expected], rtol=0, atol=tolerance
    )


@pytest.mark.parametrize(("method", "tolerance"), [(DOP853, 2e-9), (IMPLICIT, 2e-4)])
def test_events_of_a_pendulum_between_stops(method, tolerance):
    """The stops have Hunt and Crossley's law. The stops exert a force, or the pendulum moves away so fast that they
    exert none.
    """
    k, c, low, high = 1e6, 0.5, -0.2, 1.0

    def beyond(name, depth, sign):
        return {
            name: (
                lambda q, w: -sign * k * depth(q) * (1 + c * sign * w),
                [(lambda q, w: -depth(q), "free"), (lambda q, w: -1 - c * sign * w, f"{name} left")],
            ),
            f"{name} left": (
                lambda q, w: 0.0,
                [(lambda q, w: -depth(q), "free"), (lambda q, w: 1 + c * sign * w, name)],
            ),
        }

    regimes = {
        "free": (lambda q, w: 0.0, [(lambda q, w: q - high, "upper"), (lambda q, w: low - q, "lower")]),
        **beyond("upper", lambda q: q - high, 1.0),
        **beyond("lower", lambda q: low - q, -1.0),
    }
    text = PENDULUM + SWINGS + hinge(f"@STOPS {{{low}, {high}, {k}, {c}}}")
    expected = swings(3.0, regimes, "free")
    assert len(expected) == 12
    results = rbsolve.solve(text + analysis(3.0, 0.1, method))
    compare(results, expected, tolerance)
    # Stops that close and open are located. A smooth step costs as many trials as without stops.
    assert results.attributes["rejected_steps"] < results.attributes["steps"]


HYSTERESIS = (
    "@SIGNAL_DEFINITION { @SIGNAL_NAME {brake} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {angle} @THRESHOLDS {0.4, 0.6} "
    "@OUTPUT_VALUES {0, -20} } }\n"
)
SWITCHED = {
    "off": (lambda q, w: 0.0, [(lambda q, w: q - 0.6, "on")]),
    "on": (lambda q, w: -20.0, [(lambda q, w: 0.4 - q, "off")]),
}


@pytest.mark.parametrize(("method", "tolerance"), [(DOP853, 5e-9), (IMPLICIT, 2e-6)])
@pytest.mark.parametrize("out", [0.1, 0.01, 0.001])
def test_a_hysteresis_switches_where_its_input_passes_a_threshold(out, method, tolerance):
    """The result does not depend on the output times, at which steps end."""
    text = PENDULUM + SWINGS + HYSTERESIS + hinge("@ACTUATOR {brake}")
    expected = swings(3.0, SWITCHED, "off")
    assert [t for t, name in expected if name == "half"] == pytest.approx([0.3363, 1.8408], abs=1e-4)
    compare(rbsolve.solve(text + analysis(3.0, out, method)), expected, tolerance)


@pytest.mark.parametrize(("method", "out"), [(DOP853, 0.1), (DOP853, 0.5), (DOPRI5, 0.5)])
def test_what_goes_beyond_a_threshold_within_a_step_and_back_switches(method, out):
    """The pendulum reverses at pi, and stays beyond a threshold just below pi for 10 ms. Steps are ten times as long."""
    narrow = HYSTERESIS.replace("{0.4, 0.6}", "{0.4, 3.1415}").replace("-20", "-5")
    regimes = {
        "off": (lambda q, w: 0.0, [(lambda q, w: q - 3.1415, "on")]),
        "on": (lambda q, w: -5.0, [(lambda q, w: 0.4 - q, "off")]),
    }
    text = PENDULUM + SWINGS + narrow + hinge("@ACTUATOR {brake}") + analysis(4.0, out, method)
    compare(rbsolve.solve(text), swings(4.0, regimes, "off"), 5e-9)


@pytest.mark.parametrize(("method", "tolerance"), [(DOP853, 5e-9), (IMPLICIT, 2e-6)])
def test_a_hysteresis_that_follows_another_switches_with_it(method, tolerance):
    """The input of the second hysteresis jumps over its threshold when the first hysteresis switches."""
    chain = (
        "@SIGNAL_DEFINITION { @SIGNAL_NAME {first} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {angle} @THRESHOLDS {0.4, 0.6}\n"
        " @OUTPUT_VALUES {0, 1} }\n"
        " @SIGNAL_NAME {inner} { @EXPRESSION {2*first + angle} }\n"
        " @SIGNAL_NAME {brake} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {inner} @THRESHOLDS {1.5, 2} @OUTPUT_VALUES {0, -20} } }\n"
    )
    text = PENDULUM + SWINGS + chain + hinge("@ACTUATOR {brake}") + analysis(3.0, 0.1, method)
    compare(rbsolve.solve(text), swings(3.0, SWITCHED, "off"), tolerance)


@pytest.mark.parametrize("method", [DOP853, IMPLICIT])
def test_a_signal_that_switches_itself_without_end_ends_the_run(method):
    chatters = (
        "@SIGNAL_DEFINITION { @SIGNAL_NAME {inner} { @EXPRESSION {angle - 10*relay} }\n"
        " @SIGNAL_NAME {relay} { @SIGNAL_TYPE {HYSTERESIS} @INPUT {inner} @THRESHOLDS {0.4, 0.6} @OUTPUT_VALUES {0, 1} } }\n"
    )
    with pytest.raises(rbsolve.SolveError, match=r"signal relay.*switches endlessly") as failed:
        rbsolve.solve(PENDULUM + chatters + hinge("@ACTUATOR {relay}") + analysis(3.0, 0.1, method))
    assert failed.value.results.time[-1] == pytest.approx(0.3)  # the last row before the angle reaches 0.6
