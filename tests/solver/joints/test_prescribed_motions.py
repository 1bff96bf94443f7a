"""Bodies that functions of time move. The motion of these bodies, the forces of the drives, and the motion of carried
bodies are compared with closed forms.
"""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rbsolve
from rbsolve.language.diagnostics import DeckError

FUNCTIONS = """
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {shake} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.1*sin(7*t)} }
  @FUNCTION_1D_NAME {tilt} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.3 + 0.1*cos(3*t)} }
  @FUNCTION_1D_NAME {spin} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {5*t + 0.2} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
"""
BODY = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @AT_POINT {0.2, 0.3, 1} @MASS {3}
  @CENTRE_OF_MASS_LOCATION {0.1, 0.05, 0.02} @MOMENTS_OF_INERTIA {1, 2, 2.5} @PRODUCTS_OF_INERTIA {0.1, 0, -0.2} } }
"""
ANALYSIS = """
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 1.5} @TIME_STEP_SIZE {0.001}
  @OUTPUT_STEP_SIZE {0.05} } }
"""
SENSORS = """
@SENSOR_DEFINITION {
  @SENSOR_NAME {F} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {drive} }
  @SENSOR_NAME {M} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {drive} }
  @SENSOR_NAME {Q} { @SENSOR_TYPE {PRESCRIBED_FORCE} @OBJECT_NAME {drive} }
  @SENSOR_NAME {d} { @SENSOR_TYPE {DISPLACEMENT} @OBJECT_NAME {B} @FRAME_NAME {%(seen)s} }
  @SENSOR_NAME {R} { @SENSOR_TYPE {ROTATION} @OBJECT_NAME {B} @FRAME_NAME {%(seen)s} @ROTATION_PARAMETERS {ROTATION_MATRIX} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {B} @FRAME_NAME {%(seen)s} }
  @SENSOR_NAME {c} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} } }
"""
OBSERVERS = """
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {20, 30, 40} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {still} { @POINT1_NAME {1, 2, 3} @TRIAD_NAME {T} } }
@MOVING_FRAME_DEFINITION {
  @MOVING_FRAME_NAME {on_car} { @CONNECTED_TO_BODY {car} @POINT_NAME {0.3, 0.2, 0.1} @TRIAD_NAME {T} }
  @MOVING_FRAME_NAME {first} { @IS_DEFINED_IN_FRAME {on_car} @TRIAD_NAME {AXIS_X} @DISPLACEMENT_FUNCTIONS {0, shake, 0}
    @ROTATION_SEQUENCE {EULER_ANGLES_123} @ROTATION_FUNCTIONS {tilt, 0, spin} }
  @MOVING_FRAME_NAME {second} { @IS_DEFINED_IN_FRAME {first} @POINT_NAME {1, 0, 0.5} @DISPLACEMENT_FUNCTIONS {shake, tilt, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {car} { @AT_POINT {0, 0, 0} @MASS {20} @MOMENTS_OF_INERTIA {1, 2, 2.5}
  @INITIAL_ANGULAR_VELOCITY {0.3, 0.2, 1} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {ball} { @CONNECTED_TO_BODIES {GROUND, car} @AT_POINT {0, 0, 1} } }
"""
IMPLICIT = [
    "LIE_R3_SO3",
    "LIE_SE3",
    "UNIFIED_VELOCITIES",
    "CARDAN_ANGLES_1",
    "EULER_PARAMETERS_2",
    "MINIMAL_COORDINATES",
]
METHODS = [("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES"), *(("GENERALIZED_ALPHA", name) for name in IMPLICIT)]


def motion(keywords):
    return f"@PRESCRIBED_MOTION_DEFINITION {{ @PRESCRIBED_MOTION_NAME {{drive}} {{ @CONNECTED_TO_BODY {{B}} {keywords} }} }}\n"


def turn(sequence, angles):
    """Return R_a(f1) R_b(f2) R_c(f3)."""
    R = np.eye(3)
    for digit, angle in zip(sequence, angles, strict=True):
        i, j = int(digit) % 3, (int(digit) + 1) % 3
        planar = np.eye(3)
        planar[i, i] = planar[j, j] = np.cos(angle)
        planar[j, i], planar[i, j] = np.sin(angle), -np.sin(angle)
        R = R @ planar
    return R


@pytest.mark.parametrize("sequence", ["313", "323", "321", "312", "123"])
@pytest.mark.parametrize("seen", ["INERTIAL", "still", "second"])
def test_the_observer_sees_the_functions(seen, sequence):
    """If the observer is attached to any body, DISPLACEMENT and ROTATION still equal the functions. This includes
    angles beyond a full rotation and singular angles.
    """
    keywords = (
        f"@FRAME_NAME {{{seen}}} @DISPLACEMENT_FUNCTIONS {{shake, 0, tilt}} @ROTATION_SEQUENCE {{EULER_ANGLES_{sequence}}} "
        "@ROTATION_FUNCTIONS {spin, 0, tilt}"
    )
    method = {"integrator": "GENERALIZED_ALPHA", "formulation": "MINIMAL_COORDINATES"} if sequence == "313" else {}
    results = rbsolve.solve(
        FUNCTIONS + BODY + OBSERVERS + motion(keywords) + SENSORS % {"seen": seen} + ANALYSIS, **method
    )
    t = results.time
    shake, tilt, spin = 0.1 * np.sin(7 * t), 0.3 + 0.1 * np.cos(3 * t), 5 * t + 0.2
    np.testing.assert_allclose(results["d"], np.column_stack([shake, 0 * t, tilt]), rtol=0, atol=1e-12)
    expected = [turn(sequence, angles).ravel() for angles in zip(spin, 0 * t, tilt, strict=True)]
    np.testing.assert_allclose(results["R"], expected, rtol=0, atol=1e-12)
    rates = np.column_stack([0.7 * np.cos(7 * t), 0 * t, -0.3 * np.sin(3 * t)])
    np.testing.assert_allclose(results["v"], rates, rtol=0, atol=1e-10)
    assert np.max(results["c"]) < 1e-12


def wrench_on_a_cone(t):
    """Return the force, and the moment about the origin of the body frame. They are derivatives of momenta in 30
    digits.
    """
    mpmath.mp.dps = 30

    def rotation(s):
        c1, s1, c2, s2 = mpmath.cos(5 * s + 0.2), mpmath.sin(5 * s + 0.2), mpmath.cos(angle(s)), mpmath.sin(angle(s))
        about_e3 = mpmath.matrix([[c1, -s1, 0], [s1, c1, 0], [0, 0, 1]])
        return about_e3 * mpmath.matrix([[1, 0, 0], [0, c2, -s2], [0, s2, c2]])

    def angle(s):
        return mpmath.mpf("0.3") + mpmath.mpf("0.1") * mpmath.cos(3 * s)

    def derivative(f, s, shape):
        entries = [[mpmath.diff(lambda r, i=i, j=j: f(r)[i, j], s) for j in range(shape[1])] for i in range(shape[0])]
        return mpmath.matrix(entries)

    centre = mpmath.matrix(["0.1", "0.05", "0.02"])
    J = mpmath.matrix([["1", "0.1", "0"], ["0.1", "2", "-0.2"], ["0", "-0.2", "2.5"]])

    def origin(s):
        return mpmath.matrix([mpmath.mpf("0.2") + mpmath.mpf("0.1") * mpmath.sin(7 * s), mpmath.mpf("0.3"), 1])

    def momentum(s):
        """Return the momentum of the mass at its centre."""
        return 3 * derivative(lambda r: origin(r) + rotation(r) * centre, s, (3, 1))

    def spin(s):
        W = derivative(rotation, s, (3, 3)) * rotation(s).T
        R = rotation(s)
        return R * J * R.T * mpmath.matrix([W[2, 1], W[0, 2], W[1, 0]])

    force = derivative(momentum, t, (3, 1)) + mpmath.matrix([0, 0, 3 * mpmath.mpf("9.81")])
    arm = rotation(t) * centre
    moment = derivative(spin, t, (3, 1)) + mpmath.matrix(
        [
            arm[1] * force[2] - arm[2] * force[1],
            arm[2] * force[0] - arm[0] * force[2],
            arm[0] * force[1] - arm[1] * force[0],
        ]
    )
    return [float(x) for x in (*force, *moment)]


@pytest.mark.parametrize(("integrator", "formulation"), METHODS)
def test_force_and_moment_of_a_cone_motion(integrator, formulation):
    """Newton's and Euler's equations give the force of the drive exactly, because no motion has to be integrated."""
    keywords = "@DISPLACEMENT_FUNCTIONS {shake, 0, 0} @ROTATION_SEQUENCE {EULER_ANGLES_313} @ROTATION_FUNCTIONS {spin, tilt, 0}"
    deck = FUNCTIONS + BODY + motion(keywords) + SENSORS % {"seen": "INERTIAL"} + ANALYSIS
    results = rbsolve.solve(deck, integrator=integrator, formulation=formulation)
    for row in (0, 7, 30):
        expected = wrench_on_a_cone(mpmath.mpf(row) / 20)
        found = np.concatenate([results["F"][row], results["M"][row]])
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-8)
        np.testing.assert_allclose(results["Q"][row], expected, rtol=0, atol=1e-8)


PENDULUM = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {bob} { @AT_POINT {0.2, 0.3, 0.5} @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {pin} { @CONNECTED_TO_BODIES {B, bob} @AT_POINT {0.2, 0.3, 1} @TRIAD_NAME {AXIS_Y}
  @INITIAL_COORDINATE {0.4} } }
@SENSOR_DEFINITION { @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {pin} } }
"""


@pytest.mark.parametrize(("integrator", "formulation"), [METHODS[0], METHODS[1], METHODS[-1]])
def test_a_pendulum_on_a_shaker_table(run_deck, integrator, formulation):
    """With the acceleration a of the table, phi'' = m l (-g sin phi + a cos phi) / (J + m l^2). The angle phi is from
    the vertical about -y.
    """
    deck = FUNCTIONS + BODY + PENDULUM + motion("@DISPLACEMENT_FUNCTIONS {shake, 0, 0}") + ANALYSIS
    run = run_deck(deck, integrator=integrator, formulation=formulation)

    def slopes(t, y):
        a = -4.9 * np.sin(7 * t)
        return [y[1], (-9.81 * np.sin(y[0]) + a * np.cos(y[0])) * 2 * 0.5 / (0.1 + 2 * 0.25)]

    exact = solve_ivp(slopes, (0, 1.5), [0.4, 0.0], "DOP853", run.time, rtol=1e-12, atol=1e-12)
    bound = 1e-9 if integrator == "EXPLICIT_RUNGE_KUTTA" else 1e-5
    np.testing.assert_allclose(run["angle"][:, 0], exact.y[0], rtol=0, atol=bound)
    assert abs(run.summary.unexplained_energy) < 1e-4


def test_all_analyses_take_it():
    """KINEMATIC gives the reactions of the cone, and STATIC hangs the pendulum from the table at rest. The
    linearization has the motion of a pendulum.
    """
    cone = "@ROTATION_SEQUENCE {EULER_ANGLES_313} @ROTATION_FUNCTIONS {spin, tilt, 0} @DISPLACEMENT_FUNCTIONS {shake, 0, 0}"
    kinematic = ANALYSIS.replace("DYNAMIC", "KINEMATIC")
    results = rbsolve.solve(FUNCTIONS + BODY + motion(cone) + SENSORS % {"seen": "INERTIAL"} + kinematic)
    found = np.concatenate([results["F"][7], results["M"][7]])
    np.testing.assert_allclose(found, wrench_on_a_cone(mpmath.mpf("0.35")), rtol=0, atol=1e-8)
    tilted = "@ROTATION_SEQUENCE {EULER_ANGLES_321} @ROTATION_FUNCTIONS {0, tilt, 0}"
    static = ANALYSIS.replace("DYNAMIC", "STATIC").replace("@TIME_STEP_SIZE {0.001}", "")
    deck = FUNCTIONS + BODY + PENDULUM + motion(tilted)
    results = rbsolve.solve(deck + static)
    np.testing.assert_allclose(results["angle"][:, 0], -0.3 - 0.1 * np.cos(3 * results.time), rtol=0, atol=1e-9)
    small = rbsolve.linearize(FUNCTIONS + BODY + PENDULUM + motion("") + static)
    frequency = np.sqrt(9.81 / (0.1 + 2 * 0.25))
    assert np.max(np.abs(small.eigenvalues.imag)) == pytest.approx(frequency, rel=1e-9)


@pytest.mark.parametrize(
    ("keywords", "more", "words"),
    [
        (
            "@FRAME_NAME {own}",
            "@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {own} { @CONNECTED_TO_BODY {B} } }",
            "the body that it moves",
        ),
        (
            "@FRAME_NAME {both}",
            "@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {both} { @MEAN_OF_BODIES {car} } }",
            "the mean of several bodies",
        ),
        ("@ROTATION_FUNCTIONS {tilt, 0, 0}", "", "but no `@ROTATION_SEQUENCE`"),
        ("@DISPLACEMENT_FUNCTIONS {tilt, 0, nothing}", "", "there is no function or 0 nothing"),
    ],
)
def test_refusals(keywords, more, words):
    deck = FUNCTIONS + BODY + OBSERVERS + motion(keywords) + more + ANALYSIS
    with pytest.raises(DeckError, match=words):
        rbsolve.solve(deck)


def test_a_rate_that_jumps_is_refused_in_joint_coordinates():
    jump = FUNCTIONS.replace("0.1*sin(7*t)", "abs(t - 0.5)")
    deck = jump + BODY + motion("@DISPLACEMENT_FUNCTIONS {shake, 0, 0}") + ANALYSIS
    with pytest.raises(DeckError, match="prescribed displacement of prescribed motion drive jumps"):
        rbsolve.solve(deck, formulation="MINIMAL_COORDINATES", integrator="GENERALIZED_ALPHA")


def test_adaptive_steps_where_nothing_is_left_to_be_integrated():
    keywords = "@DISPLACEMENT_FUNCTIONS {shake, 0, 0} @ROTATION_SEQUENCE {EULER_ANGLES_313} @ROTATION_FUNCTIONS {spin, tilt, 0}"
    deck = FUNCTIONS + BODY + motion(keywords) + SENSORS % {"seen": "INERTIAL"} + ANALYSIS
    results = rbsolve.solve(deck, integrator="DOPRI5", options={"RELATIVE_TOLERANCE": 1e-8})
    found = np.concatenate([results["F"][7], results["M"][7]])
    np.testing.assert_allclose(found, wrench_on_a_cone(mpmath.mpf("0.35")), rtol=0, atol=1e-8)


@pytest.mark.parametrize(("rise", "what"), [("t", "velocities"), ("t^2", "accelerations")])
def test_motions_that_contradict_each_other_are_named(rise, what):
    other = motion("@DISPLACEMENT_FUNCTIONS {shake, rise, 0}").replace("drive", "lift")
    function = f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{rise}} {{ @EXPRESSION {{{rise}}} }} }}"
    deck = FUNCTIONS + function + BODY + motion("@DISPLACEMENT_FUNCTIONS {shake, 0, 0}") + other + ANALYSIS
    words = f"prescribed motion drive and prescribed motion lift contradict each other: no {what}"
    with pytest.raises(DeckError, match=words):
        rbsolve.solve(deck)


@pytest.mark.parametrize(
    "holder",
    [
        motion(""),
        "@RIGID_JOINT_DEFINITION { @RIGID_JOINT_NAME {r} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {0, 0, 0} } }",
    ],
)
def test_a_redundant_loop_on_a_body_that_is_held_has_an_equilibrium(holder):
    """A spring k at one crank supports the weights of a parallelogram, with k (q - q0) = (1/2 + 1 + 1/2) m g l sin q."""
    links = (
        "@REPEAT {i, 1, 3} { @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {l_#i} { @AT_POINT {(#i - 1)*0.5, 0, if(#i == 2, 1, 0.5)} @MASS {1} \
@MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } } }"
    )
    pins = [
        ("B", "l_1", "0, 0, 0", "@SPRING {50, 0.3}"),
        ("l_1", "l_2", "0, 0, 1", ""),
        ("l_2", "l_3", "1, 0, 1", ""),
        ("l_3", "B", "1, 0, 0", ""),
    ]
    joints = "".join(
        f"@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{j{k}}} {{ @CONNECTED_TO_BODIES {{{a}, {b}}} @AT_POINT {{{at}}} "
        f"@TRIAD_NAME {{AXIS_Y}} {more} }} }}\n"
        for k, (a, b, at, more) in enumerate(pins)
    )
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j0} } }"
    static = ANALYSIS.replace("DYNAMIC", "STATIC").replace("@TIME_STEP_SIZE {0.001}", "")
    q = rbsolve.solve(FUNCTIONS + BODY + holder + links + joints + sensor + static)["q"][0, 0]
    assert 50 * (q - 0.3) == pytest.approx(2 * 9.81 * np.sin(q), abs=1e-8)
    assert q > 0.4


LEANING = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {push} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {1.5*t^2} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -4} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {cart} { @AT_POINT {0, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {bob} { @AT_POINT {-0.6, 0, -0.8} @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {rail} { @CONNECTED_TO_BODIES {GROUND, cart} @AT_POINT {0, 0, 0}
  @TRIAD_NAME {AXIS_X} @PRESCRIBED_DISPLACEMENT {push} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {pin} { @CONNECTED_TO_BODIES {cart, bob} @AT_POINT {0, 0, 0}
  @TRIAD_NAME {AXIS_Y} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {bob} }
  @SENSOR_NAME {pull} { @SENSOR_TYPE {PRESCRIBED_FORCE} @OBJECT_NAME {rail} } }
"""
PARALLELOGRAM = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {1.5*t^2} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {left} { @AT_POINT {0, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.2} }
  @RIGID_BODY_NAME {right} { @AT_POINT {2, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.3} }
  @RIGID_BODY_NAME {coupler} { @AT_POINT {1, 0.5, 0} @MASS {4} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.2} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {drive} { @CONNECTED_TO_BODIES {GROUND, left} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z}
    @PRESCRIBED_ROTATION {turn} }
  @REVOLUTE_JOINT_NAME {pivot} { @CONNECTED_TO_BODIES {GROUND, right} @AT_POINT {2, 0, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {one} { @CONNECTED_TO_BODIES {left, coupler} @AT_POINT {0, 0.5, 0} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {two} { @CONNECTED_TO_BODIES {right, coupler} @AT_POINT {2, 0.5, 0} @TRIAD_NAME {AXIS_Z} } }
@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {coupler} }
  @SENSOR_NAME {torque} { @SENSOR_TYPE {PRESCRIBED_FORCE} @OBJECT_NAME {drive} } }
"""


@pytest.mark.parametrize(("integrator", "formulation"), METHODS)
def test_a_pendulum_leans_against_the_acceleration_of_its_cart(integrator, formulation):
    """The acceleration of 3 m/s^2 and the gravity of 4 m/s^2 are legs of a right triangle with a hypotenuse of 5. So
    the pendulum starts in its equilibrium, and remains there. The only function of the deck drives the cart."""
    results = rbsolve.solve(LEANING + ANALYSIS, integrator=integrator, formulation=formulation)
    expected = np.stack([1.5 * results.time**2 - 0.6, 0.0 * results.time, 0.0 * results.time - 0.8], axis=1)
    np.testing.assert_allclose(results["x"], expected, rtol=0, atol=1e-9)
    np.testing.assert_allclose(results["pull"][:, 0], 2.0 * 3.0, rtol=1e-9)


@pytest.mark.parametrize(("integrator", "formulation"), METHODS)
def test_a_driven_parallelogram(integrator, formulation):
    """The coupler moves on a circle of 0.5 m and does not rotate. So the torque is the angular acceleration times the
    inertias of both cranks and 4 kg at 0.5 m."""
    results = rbsolve.solve(PARALLELOGRAM + ANALYSIS, integrator=integrator, formulation=formulation, t_end=0.5)
    angle = 1.5 * results.time**2
    expected = np.stack([1.0 - 0.5 * np.sin(angle), 0.5 * np.cos(angle), 0.0 * angle], axis=1)
    np.testing.assert_allclose(results["x"], expected, rtol=0, atol=1e-7)
    np.testing.assert_allclose(results["torque"][:, 0], 3.0 * (0.2 + 0.3 + 4 * 0.25), rtol=1e-5)
