"""Decks that combine signals, couplings, friction, delays and events. The references are independent equations of
motion. The references are independent equations of motion.
"""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk
from told import messages_of

DECKS = Path(__file__).parents[2] / "decks"
G = 9.81


def text_of(name, *changes):
    text = (DECKS / f"{name}.deck").read_text()
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return text


def extrapolate(runs, name):
    """Extrapolate the results of a second-order method from the steps h and h/2, so that the leading error vanishes."""
    return (4 * runs[1][name] - runs[0][name]) / 3


P, K, D, T = 400.0, 800.0, 30.0, 0.01
HOIST = f"""
@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{height}} {{ @MEASURE {{rack}} }} @SIGNAL_NAME {{e}} {{ @EXPRESSION {{0.05 - height}} }}
  @SIGNAL_NAME {{u}} {{ @SIGNAL_TYPE {{PID}} @INPUT {{e}} @PROPORTIONAL_GAIN {{{P}}} @INTEGRAL_GAIN {{{K}}}
    @DERIVATIVE_GAIN {{{D}}} @DERIVATIVE_TIME {{{T}}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{u}} {{ @SENSOR_TYPE {{SIGNAL}} @OBJECT_NAME {{u}} }} }}
"""


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_a_controller_lifts_a_load_through_gears(run_deck, formulation):
    """Another integrator solves the reduced equation of motion together with the states of the controller."""
    text = text_of("gear_train", ("@ACTUATOR {torque} @INITIAL_RATE {20}", "@SIGNAL_NAME {u}")) + HOIST
    J, n = 0.002 + 0.25**2 * 0.08 + 0.1**2 * 0.5 + 0.015**2 * 30, 0.015

    def slope(t, y):
        q, rate, integral, filtered = y
        e = 0.05 - n * q
        u = P * e + integral + D * (e - filtered) / T
        return [rate, (u - n * 30 * G) / J, K * e, (e - filtered) / T]

    runs = [run_deck(text, formulation=formulation, step=h, t_end=0.6) for h in (1e-3, 5e-4)]
    exact = solve_ivp(slope, (0, 0.6), [0, 0, 0, 0.05], t_eval=runs[0].time, method="DOP853", rtol=1e-11, atol=1e-13).y
    np.testing.assert_allclose(extrapolate(runs, "motor")[:, 0], exact[0], atol=3e-7 * np.abs(exact[0]).max())
    np.testing.assert_allclose(runs[1]["rack"], n * runs[1]["motor"], atol=1e-12)
    e = 0.05 - n * exact[0]
    wanted = P * e + exact[2] + D * (e - exact[3]) / T
    np.testing.assert_allclose(extrapolate(runs, "u")[:, 0], wanted, atol=1e-5 * np.abs(wanted).max())


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "LIE_SE3", "MINIMAL_COORDINATES"])
def test_a_bob_on_a_rod_passes_its_lowest_point(run_deck, formulation):
    """A pendulum starts at rest at 35 degrees. It reaches the lowest point after a quarter of its period. The test
    checks this time, and the tension of the rod at the lowest point.
    """
    lowest = (
        "@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {position, 1} } }"
        "@EVENT_DEFINITION { @EVENT_NAME {lowest} { @SIGNAL_NAME {x} @DIRECTION {FALLING} @TERMINATE {YES} } }"
    )
    text = text_of("conical_pendulum", ("@INITIAL_VELOCITY {0, #L*sin(#alpha)*#rate, 0}", "")) + lowest
    runs = [run_deck(text, formulation=formulation, step=h) for h in (5e-3, 2.5e-3)]
    coarse, fine = (run.summary.events[0].time for run in runs)
    quarter = ellipk(np.sin(np.radians(35) / 2) ** 2) * np.sqrt(0.8 / G)
    assert (4 * fine - coarse) / 3 == pytest.approx(quarter, abs=1e-8)
    assert runs[1].time[-1] == fine
    assert abs(runs[1]["position"][-1, 0]) < 1e-12
    assert runs[1]["tension"][-1, 0] == pytest.approx(1.5 * G * (3 - 2 * np.cos(np.radians(35))), rel=1e-4)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "EULER_PARAMETERS_2"])
def test_a_rolling_disc_keeps_the_speed_of_a_controller(run_deck, formulation):
    """The disc is upright and rolls straight ahead, with 3/2 m v' = k (w - v). The force acts through a lag, with `T F'
    + F = k (w - v)`.
    """
    control = (
        "@SIGNAL_DEFINITION { @SIGNAL_NAME {v} { @MEASURE {velocity, 1} } @SIGNAL_NAME {e} { @EXPRESSION {2 - v} }"
        " @SIGNAL_NAME {F} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {e} @GAIN {6} @TIME_CONSTANT {0.1} @INITIAL_VALUE {0} } }"
        "@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {disc} @AT_POINT {centre} @APPLIED_FORCES {1, 0, 0}"
        " @SIGNAL_NAME {F} } }"
    )
    changes = (
        ("{#theta} @SCALAR_VALUE {rad(70)}", "{#theta} @SCALAR_VALUE {pi/2}"),
        ("@SCALAR_VALUE {2}\n  @DESIGN_PARAMETER_NAME {#fall}", "@SCALAR_VALUE {0}\n  @DESIGN_PARAMETER_NAME {#fall}"),
        ("(#A*#psi^2*sin(#theta)*cos(#theta) - #m*9.81*#r*cos(#theta))/((#C + #m*#r^2)*#psi*sin(#theta))", "0"),
    )
    runs = [
        run_deck(text_of("rolling_disc", *changes) + control, formulation=formulation, step=h, t_end=1.0)
        for h in (5e-3, 2.5e-3)
    ]
    mass = 1.5 * 1.2
    exact = solve_ivp(
        lambda t, y: [y[1] / mass, (6 * (2 - y[0]) - y[1]) / 0.1],
        (0, 1),
        [0, 0],
        t_eval=runs[0].time,
        rtol=1e-11,
        atol=1e-13,
    ).y
    np.testing.assert_allclose(extrapolate(runs, "velocity")[:, 0], exact[0], atol=1e-6)
    np.testing.assert_allclose(runs[1]["velocity"][:, 0], 0.5 * runs[1]["turning"][:, 1], atol=1e-11)
    np.testing.assert_allclose(extrapolate(runs, "pull")[:, 0], -exact[1] / 3, atol=1e-4)


BLOCK = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {x} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {x}
  @INITIAL_RATE {1} @SIGNAL_NAME {u} %s } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SENSOR_DEFINITION { @SENSOR_NAME {v} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_RATE} @OBJECT_NAME {J} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {speed} { @MEASURE {v} } @SIGNAL_NAME {u} { @EXPRESSION {10 - 2*speed} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} @FORMULATION {MINIMAL_COORDINATES} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {2e-3} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {i} } }
"""


@pytest.mark.parametrize("integrator", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
@pytest.mark.parametrize(("friction", "size"), [("@FRICTION_FORCE {5}", 5.0), ("@FRICTION {0.2, 0, 1, 0, 1}", 0.4 * G)])
def test_a_controller_against_friction(run_deck, integrator, friction, size):
    """The equation is 2 v' = 10 - 2 v - friction."""
    run = run_deck(BLOCK % (friction, integrator))
    end = (10 - size) / 2
    bound = 1e-10 if integrator.startswith("EXPLICIT") else 1e-6
    np.testing.assert_allclose(run["v"][:, 0], end + (1 - end) * np.exp(-run.time), atol=bound)


THROW = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 5} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -10} } }
@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {ball} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {z} { @MEASURE {p, 3} }
  @SIGNAL_NAME {seen} { @SIGNAL_TYPE {DELAY} @INPUT {z} @DELAY_TIME {0.13} } }
@EVENT_DEFINITION { @EVENT_NAME {high} { @SIGNAL_NAME {seen} @THRESHOLD {0.6} }
  @EVENT_NAME {late} { @SIGNAL_NAME {seen} @THRESHOLD {0.2} @DIRECTION {FALLING} @TERMINATE {YES} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.05} @OUTPUT_STEP_SIZE {0.1}
  @TIME_INTEGRATOR_NAME {i} } }
"""


@pytest.mark.parametrize("integrator", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
def test_events_of_what_was_seen_before(run_deck, integrator):
    """The height z = 5 t - 5 t^2 passes 0.6 twice, and 0.2 once. A delay repeats these events 0.13 s later. The methods
    are exact for parabolas.
    """
    run = run_deck(THROW % integrator)
    times = [(1 - np.sqrt(1 - 4 * 0.12)) / 2, (1 + np.sqrt(1 - 4 * 0.12)) / 2, (1 + np.sqrt(1 - 4 * 0.04)) / 2]
    assert [event.name for event in run.summary.events] == ["high", "high", "late"]
    assert [event.time - 0.13 for event in run.summary.events] == pytest.approx(times, abs=1e-10)
    assert run.time[-1] == run.summary.events[-1].time


def test_a_controller_holds_a_train_of_gears(run_deck):
    """The analysis STATIC finds the position of the rack that the controller demands, and the torque of the motor."""
    changes = (
        ("@ACTUATOR {torque} @INITIAL_RATE {20}", "@SIGNAL_NAME {u}"),
        ("@SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1e-2}", "@ANALYSIS_TYPE {STATIC}"),
    )
    run = run_deck(text_of("gear_train", *changes) + HOIST)
    assert run["rack"][0, 0] == pytest.approx(0.05, abs=1e-12)
    assert run["motor"][0, 0] == pytest.approx(0.05 / 0.015, rel=1e-12)
    assert run["u"][0, 0] == pytest.approx(0.015 * 30 * G, rel=1e-10)
    assert run["pinion"][0, 0] == pytest.approx(30 * G, rel=1e-10)
    assert messages_of(run) == ["the equilibrium is stable"]
