"""Exact derivatives of the discrete solution. Tangents are compared with complex steps through independent models. The
limits of tangents are tested too.
"""

from pathlib import Path

import numpy as np
import pytest
from differentiated import FORMULATIONS, TOP, VALUES
from rubbing import RUBBING
from scipy.integrate import solve_ivp

import rbsolve

GOAL = 1e-8


def rotation(e):
    s, v = e[0], e[1:]
    skew = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return (s * s - v @ v) * np.eye(3) + 2 * np.outer(v, v) + 2 * s * skew


def top(spin, m, l, J, f, k, r):  # noqa: E741  # the symbol of the formula
    """Return the position of the point G, the angular velocity and the kinetic energy (n, 7), by Euler's equations and
    Euler parameters.
    """
    inertia, mass, arm = np.array([0.3, J, 0.35]), 2.0, np.array([0, l, 0])

    def slope(t, y):
        x, u, e, w = y[:3], y[3:6], y[6:10], y[10:]
        R = rotation(e)
        along = x + R @ arm - np.array([0, 0, 1])
        rate = u + R @ np.cross(w, arm)
        length = np.sqrt(along @ along)
        tie = -(k * (length - r) + 0.2 * (along @ rate) / length) * along / length
        at_point = tie + np.array([0, 0, -9.81 * m])
        force = at_point + np.array([np.sin(f * t), 0, 0])
        moment = np.cross(arm, R.T @ at_point)
        turning = np.concatenate([[-e[1:] @ w], e[0] * w + np.cross(e[1:], w)]) / 2
        return np.concatenate([u, force / mass, turning, (moment - np.cross(w, inertia * w)) / inertia])

    begin = np.array([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, spin, -1], dtype=complex)
    y = solve_ivp(slope, (0, 1), begin, "DOP853", np.linspace(0, 1, 21), rtol=3e-14, atol=1e-16).y.T
    turned = [rotation(row[6:10]) for row in y]
    places = [row[:3] + R @ arm for row, R in zip(y, turned, strict=True)]
    turning = [R @ row[10:] for row, R in zip(y, turned, strict=True)]
    energy = [mass / 2 * row[3:6] @ row[3:6] + inertia * row[10:] @ row[10:] / 2 for row in y]
    return np.column_stack([places, turning, energy])


@pytest.fixture(scope="module")
def exact():
    """Return the derivatives (n, 7) with respect to each number, by complex steps."""
    small = 1e-18  # with this step, scipy's step size control ignores the imaginary part
    return {name: top(**{**VALUES, name: value + 1j * small}).imag / small for name, value in VALUES.items()}


def of_sensors(results, name):
    return np.column_stack([results.sensitivity(sensor, name) for sensor in ("G", "turning", "energy")])


def agree(found, expected):
    """Compare position, angular velocity and energy. Each difference is relative to the size of its quantity."""
    for columns in (slice(0, 3), slice(3, 6), slice(6, 7)):
        size = np.max(np.abs(expected[:, columns]))
        assert np.max(np.abs(found - expected)[:, columns]) < GOAL * size, columns


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_explicit_formulation_has_the_derivatives_of_a_complex_step(exact, formulation):
    results = rbsolve.sensitivities(TOP, [*VALUES], method="tangent", formulation=formulation)
    assert not results.findings
    for name, expected in exact.items():
        agree(of_sensors(results, name), expected)


@pytest.mark.parametrize("formulation", ["CARDAN_ANGLES_1", "CARDAN_ANGLES_2"])
def test_cardan_angles_have_the_derivatives_of_their_own_steps(formulation):
    """Near the singularity of the angles, the steps are far from the exact motion. Therefore the derivatives agree only
    with differences of the same runs.
    """
    names = ["m", "l", "k"]
    found = rbsolve.sensitivities(TOP, [*VALUES], method="tangent", formulation=formulation, t_end=0.2)
    expected = rbsolve.sensitivities(TOP, names, method="difference", formulation=formulation, t_end=0.2)
    for name in names:
        agree(of_sensors(found, name), of_sensors(expected, name))


def sixth_order(text, name, value, step, **options):
    """Return the derivatives of all sensors in one array, by differences of six runs."""

    def at(k):
        rows = rbsolve.solve(text, parameters={name: value + k * step}, **options)
        return np.column_stack([rows[sensor] for sensor in rows.sensors])

    return sum(c * (at(k) - at(-k)) for k, c in ((1, 45.0), (2, -9.0), (3, 1.0))) / (60.0 * step)


@pytest.mark.parametrize("method", ["IMPLICIT_MIDPOINT", "ENERGY_MOMENTUM", "LOBATTO_IIIA_B", "GAUSS_LOBATTO"])
def test_quaternion_integrators_have_the_derivatives_of_their_own_steps(method):
    text = TOP.replace(
        "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853}",
        f"@INTEGRATOR_TYPE {{{method}}} @RELATIVE_TOLERANCE {{1e-14}}",
    )
    names = ["m", "l", "J", "k"]
    found = rbsolve.sensitivities(text, names, method="tangent", t_end=0.1)
    assert not found.findings
    own = rbsolve.solve(text, t_end=0.1)
    for sensor in own.sensors:
        np.testing.assert_array_equal(found[sensor], own[sensor])
    for name in names:
        agree(of_sensors(found, name), sixth_order(text, name, VALUES[name], 1e-3 * VALUES[name], t_end=0.1))


def test_friction_under_generalized_alpha():
    """There are three cases: a joint whose friction is proportional to its reaction, a sliding ball, and a sticking
    block that is pulled.
    """
    of = {"pin": (0.4, "pin"), "mu": (0.2, "roll"), "d": (20.0, "hold"), "m": (1.0, "hold")}
    found = rbsolve.sensitivities(RUBBING, list(of), method="tangent")
    for name, (value, sensor) in of.items():
        expected = sixth_order(RUBBING, name, value, 2e-3 * value)
        columns = np.column_stack([found.sensitivity(each, name) for each in found.sensors])
        size = np.max(np.abs(found.sensitivity(sensor, name)))
        assert np.max(np.abs(columns - expected)) < GOAL * max(size, 1.0)


def test_adaptive_steps_are_held(exact):
    text = TOP.replace("@TABLEAU {DOP853}", "@TABLEAU {DOP853} @RELATIVE_TOLERANCE {1e-12} @ABSOLUTE_TOLERANCE {1e-13}")
    text = text.replace("@TIME_STEP_SIZE {5e-3}", "")
    results = rbsolve.sensitivities(text, ["m", "k"], method="tangent", formulation="LIE_SE3")
    for name in ("m", "k"):
        expected = exact[name][:, :3]
        assert np.max(np.abs(results.sensitivity("G", name) - expected)) < GOAL * np.max(np.abs(expected))


SLOW_AND_FAST = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {4} @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1.5}
  @DESIGN_PARAMETER_NAME {#x} @SCALAR_VALUE {0.2}
}
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {slow} { @AT_POINT {1 + #x, 0, 0} @MASS {#m} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {fast} { @AT_POINT {3, 1, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
}
@SPRING_DAMPER_DEFINITION {
  @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, slow} @POINT1_NAME {0, 0, 0} @POINT2_NAME {1 + #x, 0, 0}
    @STIFFNESS {#k} @DAMPING {0.1} @REST_LENGTH {1} }
  @SPRING_DAMPER_NAME {f} { @CONNECTED_TO_BODIES {GROUND, fast} @POINT1_NAME {0, 1, 0} @POINT2_NAME {3, 1, 0}
    @STIFFNESS {400} @REST_LENGTH {2} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {slow} }
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {slow} }
}
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-3} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.25} @TIME_INTEGRATOR_NAME {i} } }
"""


def test_adaptive_implicit_steps_are_held():
    """The fast body determines the steps, which are equal for all values of the slow body. Therefore differences have
    the same derivatives.
    """
    values = {"k": 4.0, "m": 1.5, "x": 0.2}
    found = rbsolve.sensitivities(SLOW_AND_FAST, [*values], method="tangent")
    assert not found.findings
    for name, value in values.items():
        expected = sixth_order(SLOW_AND_FAST, name, value, 1e-2 * value)
        columns = np.column_stack([found.sensitivity(each, name) for each in found.sensors])
        assert np.max(np.abs(columns - expected)) < GOAL * np.max(np.abs(expected)), name


def test_derivatives_of_adaptive_implicit_steps_converge_to_those_of_the_motion(exact):
    coarse, fine = [], []
    for tolerance, errors in (("1e-5", coarse), ("1e-8", fine)):
        text = TOP.replace("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA").replace("@TIME_STEP_SIZE {5e-3}", "")
        text = text.replace("@TABLEAU {DOP853}", f"@LOCAL_ERROR_TOLERANCE {{{tolerance}}}")
        found = rbsolve.sensitivities(text, ["m", "k"], method="tangent", formulation="LIE_R3_SO3")
        for name in ("m", "k"):
            expected = exact[name][:, :3]
            errors.append(np.max(np.abs(found.sensitivity("G", name) - expected)) / np.max(np.abs(expected)))
    assert max(fine) < 1e-5
    assert max(fine) < 0.05 * max(coarse)


@pytest.mark.parametrize(
    ("deck", "name", "until"),
    [
        *(("pendulum_wave", "g", 0.3), ("humanoid", "wx", 0.02), ("four_blade_rotor", "speed", 0.1)),
        *(("satellite", "k", 1.0), ("inverted_pendulum", "P", 0.5)),
    ],
)
def test_the_run_with_derivatives_is_the_run(deck, name, until):
    """For trees and loops, explicit and implicit steps, signals, motions and contacts, all sensors are bitwise
    identical.
    """
    path = Path(__file__).parents[2] / "decks" / f"{deck}.deck"
    own = rbsolve.solve(path, t_end=until)
    derived = rbsolve.sensitivities(path, [name], method="tangent", t_end=until)
    for sensor in own.sensors:
        np.testing.assert_array_equal(derived[sensor], own[sensor], err_msg=sensor)
    assert any(np.any(derived.sensitivity(sensor, name)) for sensor in own.sensors)


def test_one_and_many_parameters_have_the_same_derivatives():
    alone, together = (rbsolve.sensitivities(TOP, names, method="tangent") for names in (["k"], [*VALUES]))
    np.testing.assert_allclose(alone.sensitivity("G", "k"), together.sensitivity("G", "k"), rtol=1e-13, atol=1e-15)


def test_at_contacts_the_derivatives_are_those_of_the_motion(tmp_path):
    """A ball rebounds from a linear spring after pi/sqrt(K), so dz/dK = pi K^-1.5 after the impact. Adaptive steps start
    at the impact. The part of a fixed step in which the contact opens is so short that its derivative is accurate too.
    """
    exact = np.pi * 400**-1.5
    adaptive = (Path(__file__).parents[2] / "validation" / "decks" / "impact.deck").read_text()
    fixed = adaptive.partition("@TIME_INTEGRATOR_DEFINITION")[0].replace("{1e-3}", "{5e-4}")
    fixed += "@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {rk} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }"
    found = {}
    for text in (adaptive, fixed):
        results = rbsolve.sensitivities(text, ["K"], method="tangent")
        found[text] = results.sensitivity("place", "K")[-1, 2]
        assert [(note.code, note.severity) for note in results.findings] == [("derivatives-of-steps", "note")]
        assert "contact blow" in results.findings[0].message
    assert found[adaptive] == pytest.approx(exact, rel=1e-5)
    assert found[fixed] == pytest.approx(exact, rel=1e-7)
    ends = [rbsolve.solve(fixed, parameters={"K": 400 + 1e-3 * side})["place"][-1, 2] for side in (1, -1)]
    assert found[fixed] == pytest.approx((ends[0] - ends[1]) / 2e-3, rel=1e-6)


def test_what_changes_a_count_names_the_place():
    results = rbsolve.sensitivities(TOP.replace("{0, 1}", "{0, #r/0.3}"), ["r"], method="tangent")
    (finding,) = results.findings
    assert finding.code == "no-derivative"
    assert "it changes the number of values of run.times" in finding.message


FOUR_BAR = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.5} @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1.2}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0} @DESIGN_PARAMETER_NAME {#w} @SCALAR_VALUE {0}
}
@POINT_DEFINITION {
  @POINT_NAME {A} { @COORDINATES {0, 0, 0} } @POINT_NAME {B} { @COORDINATES {#L*sin(1), -#L*cos(1), 0} }
  @POINT_NAME {C} { @COORDINATES {1 + #L*sin(1), -#L*cos(1), 0} } @POINT_NAME {D} { @COORDINATES {1, 0, 0} }
}
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {left} { @AT_POINT {B} @MASS {1} @MOMENTS_OF_INERTIA {0.02, 0.02, 0.02} }
  @RIGID_BODY_NAME {coupler} {
    @AT_POINT {B} @MASS {#m} @CENTRE_OF_MASS {0.5, #c, 0} @MOMENTS_OF_INERTIA {0.01, 0.2, 0.2}
  }
  @RIGID_BODY_NAME {right} { @AT_POINT {C} @MASS {1} @MOMENTS_OF_INERTIA {0.02, 0.02, 0.02} }
}
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {A} { @CONNECTED_TO_BODIES {GROUND, left} @AT_POINT {A} @TRIAD_NAME {AXIS_Z} @INITIAL_RATE {#w} }
  @REVOLUTE_JOINT_NAME {B} { @CONNECTED_TO_BODIES {left, coupler} @AT_POINT {B} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {C} { @CONNECTED_TO_BODIES {coupler, right} @AT_POINT {C} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {D} { @CONNECTED_TO_BODIES {right, GROUND} @AT_POINT {D} @TRIAD_NAME {AXIS_Z} }
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {earth} { @GRAVITY_VECTOR {0, -9.81, 0} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {A} }
  @SENSOR_NAME {end} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {right} }
}
@TIME_INTEGRATOR_DEFINITION {
  @TIME_INTEGRATOR_NAME {alpha} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @SPECTRAL_RADIUS {0.8} }
}
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {swing} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {5e-3} @TIME_INTEGRATOR_NAME {alpha} }
}
"""


def parallelogram(L, m, c, w):
    """Return the angle of the cranks over time (n,). The coupler only moves along a circle."""
    inertia = 2 * 0.02 + (2 + m) * L * L

    def slope(_, y):
        return np.array([y[1], -(2 + m) * 9.81 * L * np.sin(1 + y[0]) / inertia])

    begin = np.array([0, w], dtype=complex)
    return solve_ivp(slope, (0, 1), begin, "DOP853", np.linspace(0, 1, 201), rtol=3e-14, atol=1e-16).y[0]


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_a_closed_loop_under_generalized_alpha(formulation):
    """Compare with differences of the same runs, within the error of the differences. Also compare with the exact
    motion. Relative to this motion, the method has a second-order error.
    """
    names = ["L", "m", "c", "w"]
    found, other = (
        rbsolve.sensitivities(FOUR_BAR, names, method=method, formulation=formulation, threads=1)
        for method in ("tangent", "difference")
    )
    np.testing.assert_array_equal(found["angle"], rbsolve.solve(FOUR_BAR, formulation=formulation)["angle"])
    values = {"L": 0.5, "m": 1.2, "c": 0.0, "w": 0.0}
    for name in values:
        for sensor in ("angle", "end"):
            size = np.max(np.abs(found.sensitivity(sensor, "L")))
            assert np.max(np.abs(found.sensitivity(sensor, name) - other.sensitivity(sensor, name))) < GOAL * size
    finer = rbsolve.sensitivities(FOUR_BAR, names, method="tangent", formulation=formulation, step=2.5e-3)
    for name in ("L", "m", "w"):
        exact = parallelogram(**{**values, name: values[name] + 1e-18j}).imag / 1e-18
        coarse, fine = (
            np.max(np.abs(each.sensitivity("angle", name)[:: len(each.time) // 200, 0] - exact))
            for each in (found, finer)
        )
        assert 1.9 < np.log2(coarse / fine) < 2.1
