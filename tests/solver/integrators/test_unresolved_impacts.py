"""Fixed steps that are longer than an impact. Energies after impacts are compared with another program and with closed
forms. The energies must never increase.
"""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

G, RADIUS, DROP, MASS = 9.81, 0.1, 0.9, 2.0
FLOOR = """
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @CONNECTED_TO_BODY {GROUND} @AT_POINT {%s} @TRIAD_NAME {%s} }
    @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @DIMENSIONS {0.1} } }
@CONTACT_DEFINITION { @CONTACT_NAME {k} { @CONNECTED_TO_BODIES {GROUND, b} @CONTACT_SHAPES {floor, ball} @STIFFNESS {%g} @EXPONENT {%g}
    @RESTITUTION {%g} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2.0} @MOMENTS_OF_INERTIA {8e-3, 8e-3, 8e-3} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, %g} @TIME_STEP_SIZE {%g} @OUTPUT_STEP_SIZE {0.01} } }
"""
BALL = (
    FLOOR
    + """
@POINT_DEFINITION { @POINT_NAME {c} { @COORDINATES {0, 0, 1} } @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {f} { @POINT1_NAME {c} @TRIAD_NAME {TRIAD_INERTIAL} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {f} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }
"""
)
PENDULUM = (
    FLOOR
    + """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {c} { @COORDINATES {0, 0, -1} }
    @POINT_NAME {wall} { @COORDINATES {-0.1, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {y} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 1, 0} }
    @TRIAD_NAME {across} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {f} { @POINT1_NAME {c} @TRIAD_NAME {TRIAD_INERTIAL} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {f} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {O} @TRIAD_NAME {y}
    @INITIAL_COORDINATE {-1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }
"""
)
SLEDGE = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {x} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {f} { @POINT1_NAME {O} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1e-3, 1e-3, 1e-3} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {f} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {O} @TRIAD_NAME {x}
    @INITIAL_RATE {3} @STOPS {-0.1, 0.1, 1e8, %g} } }
@SENSOR_DEFINITION { @SENSOR_NAME {v} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_RATE} @OBJECT_NAME {j} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.3} @TIME_STEP_SIZE {%g} @OUTPUT_STEP_SIZE {0.01} } }
"""
ROTOR = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {0.8, 0, 0.6} @MASS {3} @MOMENTS_OF_INERTIA {0.09, 0.16, 0.15} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0.8, 0, 0.6} @TRIAD_NAME {AXIS_Z}
    @INITIAL_RATE {2} @STOPS {-0.023, 0.022, 3e6, 0} } }
@SENSOR_DEFINITION { @SENSOR_NAME {w} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {j} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.6} @TIME_STEP_SIZE {%g} @OUTPUT_STEP_SIZE {0.01} } }
"""
METHODS = [
    {"integrator": "RK44"},
    {"integrator": "GENERALIZED_ALPHA"},
    {"integrator": "IMPLICIT_MIDPOINT"},
    {"integrator": "LOBATTO_IIIA_B"},
]


def ball(step, restitution, stiffness=1e9, exponent=1.5, stop=2.0):
    return BALL % ("O", "TRIAD_INERTIAL", stiffness, exponent, restitution, stop, step)


def energies(run):
    """Return the energies relative to the energy of the fall, at the output times."""
    energy = run.diagnostics["energy"]
    lowest = 2.0 * G * RADIUS
    return (energy - lowest) / (energy[0] - lowest)


@cache
def energies_after_impacts(restitution, stiffness, exponent, impacts):
    """Return the energies by scipy. scipy solves the motion through each impact with Hunt and Crossley's law and the
    weight. The factor of the law follows from the restitution.
    """
    d = brentq(
        lambda d: (1 + restitution) * d - np.log((1 + d) / (1 - restitution * d)), 1e-3, (1 - 1e-9) / restitution
    )
    found, speed = [], np.sqrt(2 * G * DROP)
    for _ in range(impacts):
        impact = speed

        def slopes(t, y, impact=impact):
            depth = max(y[0], 0.0)
            force = stiffness * depth**exponent * max(1 + d * y[1] / impact, 0.0)
            return y[1], G - force / MASS

        def leaves(t, y):
            return y[0]

        leaves.terminal, leaves.direction = True, -1
        run = solve_ivp(slopes, (0, 0.1), (0.0, impact), "DOP853", events=leaves, rtol=1e-11, atol=1e-14)
        assert run.status == 1
        speed = -run.y[1, -1]
        found.append(speed**2 / (2 * G * DROP))
    return found


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method["integrator"])
@pytest.mark.parametrize(("restitution", "step"), [(0.8, 1e-2), (0.8, 1e-3), (0.5, 1e-2)])
def test_a_ball_keeps_of_its_energy_what_its_restitution_says(run_deck, restitution, step, method):
    """The test uses the first flights, between impacts at sqrt(2 h/g) (1 + 2 e + 2 e^2 + ...)."""
    run = run_deck(ball(step, restitution), **method)
    energy, fall = energies(run), np.sqrt(2 * DROP / G)
    assert energy.max() <= 1.0 + 1e-9
    impacts = fall * np.array([1.0, 1.0 + 2 * restitution, 1.0 + 2 * restitution + 2 * restitution**2])
    exact = energies_after_impacts(restitution, 1e9, 1.5, 2)
    # the weight causes the remaining difference
    assert exact == pytest.approx([restitution**2, restitution**4], rel=1e-2)
    for n, (kept, (start, stop)) in enumerate(zip(exact, pairwise(impacts), strict=True), start=1):
        flies = (run.time > start + 0.02) & (run.time < stop - 0.02)
        assert np.any(flies)
        np.testing.assert_allclose(energy[flies], kept, rtol=3e-3 * n)
    assert "impacts-in-parts" in [finding.code for finding in run.summary.findings]


@pytest.mark.parametrize("method", METHODS[:2], ids=lambda method: method["integrator"])
def test_a_ball_without_damping_keeps_its_energy(run_deck, method):
    run = run_deck(ball(1e-2, 1.0, 1e7, 1.0, stop=5.0), **method)
    energy = energies(run)
    assert np.abs(energy - 1.0).max() < 1e-3 * 6  # during impacts


@pytest.mark.parametrize("formulation", ["MINIMAL_COORDINATES", "LIE_R3_SO3"])
def test_a_pendulum_comes_back_from_a_wall(run_deck, formulation):
    """The contact acts on the effective mass of the pendulum, whose inertia about its own centre is small."""
    deck = PENDULUM % ("wall", "across", 1e8, 1.5, 0.8, 2.5, 5e-3)
    run = run_deck(deck, integrator="GENERALIZED_ALPHA", formulation=formulation)
    energy = run.diagnostics["energy"] + 2.0 * G
    energy /= energy[0]
    assert energy.max() <= 1.0 + 1e-6
    assert energy[100] == pytest.approx(0.8**2, rel=2e-3)  # the row is between the two impacts
    assert energy[-1] == pytest.approx(0.8**4, rel=4e-3)
    assert run.summary.steps == 500


def test_what_rests_is_left_in_whole_steps(run_deck):
    """A ball is placed gently on the floor. An impact would take a quarter of the step."""
    depth = (2.0 * G / 1e6) ** (1 / 1.5)
    deck = ball(1e-3, 0.5, 1e6).replace("{0, 0, 1}", f"{{0, 0, {RADIUS - depth}}}")
    run = run_deck(deck, integrator="GENERALIZED_ALPHA")
    assert np.ptp(run["x"][:, 2]) < 1e-9
    assert not run.summary.findings
    assert np.all(run.diagnostics["step_size"][1:] == pytest.approx(1e-3))


@pytest.mark.parametrize("step", [1e-2, 1e-3])
@pytest.mark.parametrize("damping", [0.0, 0.1])
@pytest.mark.parametrize(
    ("integrator", "formulation"),
    [
        ("RK44", "MINIMAL_COORDINATES"),
        ("GENERALIZED_ALPHA", "MINIMAL_COORDINATES"),
        ("GENERALIZED_ALPHA", "LIE_R3_SO3"),
    ],
)
def test_stops_leave_the_speed_of_their_law(run_deck, integrator, formulation, damping, step):
    """A sledge hits two stops. Each contact takes half a millisecond, with `ln((1 + c v)/(1 - c v')) = c (v + v')`."""
    run = run_deck(SLEDGE % (damping, step), integrator=integrator, formulation=formulation)
    speeds = [3.0]
    while len(speeds) < 4:
        v, c = speeds[-1], damping
        blow = c and brentq(lambda w, v=v, c=c: np.log((1 + c * v) / (1 - c * w)) - c * (v + w), 1e-9, (1 - 1e-12) / c)
        speeds.append(blow or v)
    found = np.abs(run["v"][[1, 6, 14, 23], 0])
    expected = speeds if damping else [3.0] * 4
    np.testing.assert_allclose(found, expected, rtol=2e-3)
    assert found.max() < 3.0 + 1e-5
    assert "impacts-in-parts" in [finding.code for finding in run.summary.findings]


@pytest.mark.parametrize("step", [1e-2, 1e-3])
@pytest.mark.parametrize("formulation", ["LIE_SE3", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2", "EULER_PARAMETERS_2"])
def test_a_rotor_between_elastic_stops_keeps_its_speed(run_deck, formulation, step):
    """Contacts take 0.7 ms. Between contacts, steps grow from the parts that resolve a contact to whole steps. These
    steps must not amplify the errors that a formulation leaves along its own constraint.
    """
    run = run_deck(ROTOR % step, integrator="GENERALIZED_ALPHA", formulation=formulation)
    speeds, bounds = np.abs(run["w"][:, 0]), run.diagnostics["energy"] / (0.5 * 0.15 * 2.0**2)
    np.testing.assert_allclose(bounds, 1.0, rtol=1e-4)
    assert np.sum(speeds > 1.999) > 45  # of 61 rows, most rows are between two contacts
    assert speeds.max() < 2.0001
    assert "impacts-in-parts" in [finding.code for finding in run.summary.findings]


@pytest.mark.parametrize("integrator", ["RK44", "GENERALIZED_ALPHA"])
def test_a_ball_that_slides_stops_where_friction_says(run_deck, integrator):
    """The ball does not roll, because its moment of inertia is too large, so it stops after v^2/(2 mu g). At 0.1 mm/s,
    friction changes its sign. Explicit steps of a millisecond are too long for this change by a factor of ten thousand.
    """
    speed, mu = 0.5, 0.3
    rubs = f"@RESTITUTION {{0.5}} @FRICTION_COEFFICIENTS {{{mu}, {mu}}} @TRANSITION_VELOCITY {{1e-4}}"
    depth = (2.0 * G / 1e7) ** (1 / 1.5)
    deck = ball(1e-3, 0.5, 1e7, stop=0.3).replace("@RESTITUTION {0.5}", rubs)
    deck = deck.replace("{0, 0, 1}", f"{{0, 0, {RADIUS - depth}}}").replace("8e-3, 8e-3, 8e-3", "8e6, 8e6, 8e6")
    deck = deck.replace("@RIGID_BODY_NAME {b} {", f"@RIGID_BODY_NAME {{b}} {{ @INITIAL_VELOCITY {{{speed}, 0, 0}}")
    run = run_deck(deck, integrator=integrator)
    assert run["x"][-1, 0] == pytest.approx(speed**2 / (2 * mu * G), rel=2e-3)
    assert abs(run["x"][-1, 0] - run["x"][-5, 0]) < 1e-6
