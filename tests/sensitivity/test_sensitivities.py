"""Compare derivatives of runs with complex steps through independent models and with closed forms."""

import numpy as np
import pytest
from differentiated import COMPLEX, PENDULUM, pendulum
from scipy.integrate import solve_ivp

import rbsolve

GOAL = 1e-8


@pytest.fixture(scope="module")
def swing():
    return rbsolve.sensitivities(PENDULUM, ["L", "#m", "idle", "w", "g"], threads=1)


@pytest.mark.parametrize(("name", "argument"), [("L", "L"), ("m", "m"), ("w", "w"), ("g.1", "gx"), ("g.3", "gz")])
def test_a_pendulum_of_an_explicit_method(swing, name, argument):
    values = {"L": 0.7, "m": 1.3, "w": 0.0, "gx": 0.5, "gz": -9.81}
    np.testing.assert_allclose(swing["angle"][:, 0], pendulum(**values).real, atol=1e-14)
    exact = pendulum(**{**values, argument: values[argument] + 1j * COMPLEX}).imag / COMPLEX
    found = swing.sensitivity("angle", name)[:, 0]
    error, largest = np.max(np.abs(found - exact)), np.max(np.abs(exact))
    assert error < 1e-2 * GOAL * largest
    estimated = swing.file[f"sensitivities/{name}/angle"].attrs["estimated_error"][0]
    assert error / 30 < estimated < 1e-2 * GOAL * largest


def test_the_chain_rule_to_the_tip_and_to_scalars(swing):
    turning = pendulum(0.7 + 1j * COMPLEX).imag / COMPLEX
    angle = swing["angle"][:, 0]
    expected = -np.sin(angle) - 0.7 * np.cos(angle) * turning
    np.testing.assert_allclose(swing.sensitivity("tip.x3", "L"), expected, atol=1e-10)
    np.testing.assert_array_equal(swing.sensitivity("tip", "L")[:, 2], swing.sensitivity("tip.z", "L"))
    found = swing.gradient("min(tip.x3)/#L")
    row = np.argmin(swing["tip"][:, 2])
    assert found["L"] == pytest.approx(expected[row] / 0.7 - swing["tip"][row, 2] / 0.49, abs=1e-10)
    assert swing.scalar("min(tip.x3)/#L") == swing["tip"][row, 2] / 0.7
    assert [*found] == ["L", "m", "w", "g.1", "g.2", "g.3"]


def test_the_file_is_that_of_a_run_with_a_section_more(swing):
    alone = rbsolve.solve(PENDULUM)
    for name in alone:
        np.testing.assert_array_equal(swing[name], alone[name])
    section = swing.file["sensitivities"]
    assert section.attrs["method"] == "tangent"
    by = section["L/tip"]
    assert by.shape == (201, 3)
    assert by.dims[0][0] == swing.file["time"]
    assert (by.attrs["units"], by.attrs["method"]) == ("1", "tangent")
    assert section["m/tip"].attrs["units"] == "m/[m]"
    assert section["L/angle"].attrs["units"] == "rad/m"


def test_what_moves_nothing_is_a_finding(swing):
    told = {finding.code: finding for finding in swing.findings}
    assert "idle" in told["unused-parameter"].message
    assert told["unused-parameter"].severity == "warning"
    assert "g.2 affects no sensor" in told["no-effect"].message
    assert not np.any(swing.sensitivity("angle", "g.2"))
    with pytest.raises(KeyError, match="no derivative with respect to idle"):
        swing.sensitivity("angle", "idle")
    with pytest.raises(KeyError, match="with `rbsolve sensitivity`"):
        rbsolve.solve(PENDULUM, t_end=0.01).sensitivity("angle", "L")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"parameters": ["LL"]}, "did you mean L"),
        ({"parameters": ["g.4"]}, "g.1 to g.3"),
        ({"parameters": ["L.1"]}, "L is one number"),
        ({"parameters": []}, "at least one"),
        ({"parameters": ["L"], "method": "exact"}, "the methods are auto, tangent, difference, adjoint"),
    ],
)
def test_what_cannot_be_asked(given, message):
    with pytest.raises(ValueError, match=message):
        rbsolve.sensitivities(PENDULUM, **given)


OSCILLATOR = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {50} @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.8}
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#x0} @SCALAR_VALUE {0.1}
}
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {cart} { @AT_POINT {O} @MASS {#m} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.3} } }
@PRISMATIC_JOINT_DEFINITION {
  @PRISMATIC_JOINT_NAME {rail} {
    @CONNECTED_TO_BODIES {GROUND, cart} @AT_POINT {O} @TRIAD_NAME {AXIS_X}
    @SPRING {#k, 0} @DAMPER {#c} @INITIAL_COORDINATE {#x0}
  }
}
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {rail} } }
@TIME_INTEGRATOR_DEFINITION {
  @TIME_INTEGRATOR_NAME {alpha} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @SPECTRAL_RADIUS {0.8} }
}
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {alpha} }
}
"""


def oscillator(k=50.0, c=0.8, m=2.0, x0=0.1):
    """Return displacements (n,) of generalized-alpha, whose auxiliary acceleration starts at t + (alpha_m - alpha_f) h."""
    h, radius = 0.01, 0.8
    a_m, a_f = (2 * radius - 1) / (radius + 1), radius / (radius + 1)
    gamma = 0.5 + a_f - a_m
    beta = 0.25 * (gamma + 0.5) ** 2
    q, v = x0 + 0j, 0j
    now = -(k * q + c * v) / m
    later = -(k * (q + h * v + h * h / 2 * now) + c * (v + h * now)) / m
    a = now + (a_m - a_f) * (later - now)
    found = [q]
    share = (1 - a_f) / (1 - a_m)
    for _ in range(200):
        rest = (a_f * now - a_m * a) / (1 - a_m)
        q_0, v_0 = q + h * v + h * h * ((0.5 - beta) * a + beta * rest), v + h * ((1 - gamma) * a + gamma * rest)
        now = -(k * q_0 + c * v_0) / (m + share * h * (k * h * beta + c * gamma))
        a = share * now + rest
        q, v = q_0 + h * h * beta * share * now, v_0 + h * gamma * share * now
        found.append(q)
    return np.array(found)


def test_an_oscillator_of_generalized_alpha():
    values = {"k": 50.0, "c": 0.8, "m": 2.0, "x0": 0.1}
    results = rbsolve.sensitivities(OSCILLATOR, [*values], threads=1)
    np.testing.assert_allclose(results["x"][:, 0], oscillator(**values).real, atol=1e-14)
    for name, value in values.items():
        exact = oscillator(**{**values, name: value + 1j * COMPLEX}).imag / COMPLEX
        error = np.max(np.abs(results.sensitivity("x", name)[:, 0] - exact))
        assert error < 1e-2 * GOAL * np.max(np.abs(exact)), name
    assert not results.findings
    assert results.file["sensitivities"].attrs["method"] == "tangent"


@pytest.mark.parametrize("method", ["tangent", "difference"])
def test_a_requested_parameter_that_follows_from_another_one_stays_fixed(method):
    text = OSCILLATOR.replace("{#k} @SCALAR_VALUE {50}", "{#k} @SCALAR_VALUE {25*#m}")
    assert text != OSCILLATOR
    values = {"k": 50.0, "c": 0.8, "m": 2.0, "x0": 0.1}
    results = rbsolve.sensitivities(text, ["m", "k"], threads=1, method=method)
    exact = oscillator(**{**values, "m": 2.0 + 1j * COMPLEX}).imag / COMPLEX
    assert np.max(np.abs(results.sensitivity("x", "m")[:, 0] - exact)) < 1e-2 * GOAL * np.max(np.abs(exact))


TOP = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {20} @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1.5}
  @DESIGN_PARAMETER_NAME {#l} @SCALAR_VALUE {0.4} @DESIGN_PARAMETER_NAME {#J} @SCALAR_VALUE {0.05}
}
@POINT_DEFINITION { @POINT_NAME {G} { @COORDINATES {0, #l, 0} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {top} { @MASS {1} @MOMENTS_OF_INERTIA {0.3, #J, 0.3} @INITIAL_ANGULAR_VELOCITY {0, #spin, -1} }
}
@DEAD_LOAD_DEFINITION {
  @DEAD_LOAD_NAME {weight} { @CONNECTED_TO_BODY {top} @AT_POINT {G} @APPLIED_FORCES {0, 0, -9.81*#m} }
  @DEAD_LOAD_NAME {support} { @CONNECTED_TO_BODY {top} @APPLIED_FORCES {0, 0, 9.81*#m} }
}
@SENSOR_DEFINITION { @SENSOR_NAME {G} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {top} @POINT_NAME {G} } }
@TIME_INTEGRATOR_DEFINITION {
  @TIME_INTEGRATOR_NAME {rk} {
    @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853} @FORMULATION {LIE_R3_SO3} @RELATIVE_TOLERANCE {1e-12}
    @ABSOLUTE_TOLERANCE {1e-13}
  }
}
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {rk} }
}
"""


def top(spin=20.0, m=1.5, l=0.4, J=0.05):  # noqa: E741  # the symbol of the formula
    """Return the positions of the centre of mass (n, 3), by Euler's equations and Euler parameters."""
    inertia = np.array([0.3, J, 0.3])

    def rotation(e):
        s, v = e[0], e[1:]
        skew = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
        return (s * s - v @ v) * np.eye(3) + 2 * np.outer(v, v) + 2 * s * skew

    def slope(_, y):
        e, w = y[:4], y[4:]
        moment = np.cross(np.array([0, l, 0]), rotation(e).T @ np.array([0, 0, -9.81 * m]))
        turning = np.concatenate([[-e[1:] @ w], e[0] * w + np.cross(e[1:], w)]) / 2
        return np.concatenate([turning, (moment - np.cross(w, inertia * w)) / inertia])

    begin = np.array([1, 0, 0, 0, 0, spin, -1], dtype=complex)
    times = np.linspace(0, 1, 21)
    y = solve_ivp(slope, (0, 1), begin, "DOP853", times, rtol=3e-14, atol=1e-16).y
    return np.array([rotation(column[:4]) @ np.array([0, l, 0]) for column in y.T])


def test_a_heavy_top_with_adaptive_steps():
    values = {"spin": 20.0, "m": 1.5, "l": 0.4, "J": 0.05}
    results = rbsolve.sensitivities(TOP, [*values], threads=1)
    for name, value in values.items():
        small = 1e-18  # with this step, scipy's step size control ignores the imaginary part
        exact = top(**{**values, name: value + 1j * small}).imag / small
        error = np.max(np.abs(results.sensitivity("G", name) - exact))
        assert error < GOAL * np.max(np.abs(exact)), name


FALL = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#h} @SCALAR_VALUE {1.1} @DESIGN_PARAMETER_NAME {#g} @SCALAR_VALUE {9.81}
}
@POINT_DEFINITION { @POINT_NAME {start} { @COORDINATES {0, 0, #h} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @AT_POINT {start} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -#g} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {ball} }
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {ball} }
}
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {place, x3} } }
@EVENT_DEFINITION { @EVENT_NAME {ground} { @SIGNAL_NAME {height} @TERMINATE {YES} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {rk} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {a} {
    @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {rk}
  }
}
"""


def test_an_event_that_ends_the_run_moves_its_last_row():
    results = rbsolve.sensitivities(FALL, ["h", "g"], threads=1)
    h, g = 1.1, 9.81
    speed = results.gradient("final(speed.v3)")
    assert speed["h"] == pytest.approx(-np.sqrt(g / (2 * h)), rel=GOAL)
    assert speed["g"] == pytest.approx(-np.sqrt(h / (2 * g)), rel=GOAL)

    def mean(h, g):
        """Return the mean by the trapezoidal rule. The last row is at the time at which the ball reaches the ground."""
        end = np.sqrt(2 * h / g)
        time = np.array([0.0, 0.1, 0.2, 0.3, 0.4, end])
        place = h - g * time**2 / 2
        return np.sum((place[1:] + place[:-1]) * np.diff(time)) / 2 / end

    found = results.gradient("mean(place.x3)")
    assert found["h"] == pytest.approx(mean(h + 1j * COMPLEX, g).imag / COMPLEX, rel=GOAL)
    assert found["g"] == pytest.approx(mean(h, g + 1j * COMPLEX).imag / COMPLEX, rel=GOAL)


def test_a_scalar_with_a_parameter_that_follows_from_another():
    text = FALL.replace("{#h} @SC", "{#b} @SCALAR_VALUE {#h^2} @DESIGN_PARAMETER_NAME {#h} @SC")
    results = rbsolve.sensitivities(text, ["h"], threads=1)
    found = results.gradient("final(speed.v3)*#b")
    assert found["h"] == pytest.approx(-2.5 * np.sqrt(2 * 9.81) * 1.1**1.5, rel=GOAL)


JUMP = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#T} @SCALAR_VALUE {0.05} }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {push} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {sign(t - #T)} }
}
@DEAD_LOAD_DEFINITION {
  @DEAD_LOAD_NAME {load} { @CONNECTED_TO_BODY {ball} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {push} }
}
@SENSOR_DEFINITION { @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {ball} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {rk} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.1} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {rk} }
}
"""


@pytest.mark.parametrize("at", ["0.05", "0.0521"])  # at the end of a step, and within a step
def test_what_jumps_is_a_finding_that_names_it(at):
    """Steps locate the jump, so differences of runs give the derivative of the exact motion."""
    results = rbsolve.sensitivities(JUMP.replace("{0.05}", f"{{{at}}}"), ["T"], threads=1)
    note, *others = results.findings
    assert (note.code, note.severity) == ("no-tangent", "note")
    assert {other.code for other in others} <= {"inaccurate-derivative"}
    assert "function push jumps" in note.message
    assert results.gradient("final(place.x1)")["T"] == pytest.approx(-2.0 * (0.1 - float(at)), rel=1e-9)


def test_a_parameter_with_values_beyond_which_runs_fail():
    """The root has no value at a distance of 0.02 from the deck's mass. Only smaller changes of the mass have runs on
    both sides."""
    text = OSCILLATOR.replace("@MASS {#m}", "@MASS {2 + 0*sqrt(0.02 - abs(#m - 2))}")
    results = rbsolve.sensitivities(text, ["m", "k"], threads=1)
    assert not np.any(results.sensitivity("x", "m"))
    assert results.file["sensitivities/m"].attrs["largest_step"] < 0.02


RAMP = """
@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#T}} @SCALAR_VALUE {{{at}}} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{ball}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{push}} {{ @FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{
  @TIME {{0}} @FUNCTION_VALUE {{0}} @TIME {{#T}} @FUNCTION_VALUE {{0}}
  @TIME {{#T + 0.001}} @FUNCTION_VALUE {{7}} @TIME {{1}} @FUNCTION_VALUE {{7}} }} }} }}
@DEAD_LOAD_DEFINITION {{
  @DEAD_LOAD_NAME {{load}} {{ @CONNECTED_TO_BODY {{ball}} @APPLIED_FORCES {{1, 0, 0}} @FUNCTION_1D_NAME {{push}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{place}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{ball}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{ti}} {{ @INTEGRATOR_TYPE {{{method}}} }} }}
@ANALYSIS_DEFINITION {{
  @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 0.1}} @TIME_STEP_SIZE {{0.01}} @TIME_INTEGRATOR_NAME {{ti}} }} }}
"""


@pytest.mark.parametrize(("method", "tolerance"), [("EXPLICIT_RUNGE_KUTTA", 1e-8), ("GENERALIZED_ALPHA", 5e-6)])
@pytest.mark.parametrize("at", [0.0521, 0.0596])  # within a step, and across the end of a step
def test_tangents_by_the_time_of_a_ramp_within_a_step(at, method, tolerance):
    """The force rises within 1 ms, so the position at the end is 7 ((0.1 - T - 0.0005)^2 / 2 + 0.001^2 / 24).
    Generalized-alpha treats each part of the ramp as a jump at the middle of this part.
    """
    results = rbsolve.sensitivities(RAMP.format(at=at, method=method), ["T"], threads=1, method="tangent")
    assert results.gradient("final(place.x1)")["T"] == pytest.approx(-7.0 * (0.1 - at - 0.0005), rel=tolerance)
