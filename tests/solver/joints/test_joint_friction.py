"""Friction that is proportional to the reactions of joints. Laws, methods and formulations are compared with an
independent solution, and refusals are tested.
"""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rbsolve.api.runs import linearize
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.joints.resistance import coefficient

DECKS = Path(__file__).parents[3] / "decks"
INCLINE = (DECKS / "friction_on_an_incline.deck").read_text(encoding="utf-8")
G = 9.81

# A pendulum hangs from a slide. The slide and the pin of the pendulum have friction. The reaction of each joint depends
# on the friction of the other joint.
SLIDE_M, ROD_M, ROD_J, LENGTH = 2.0, 1.0, 0.05, 0.6
SLIDE, PIN, TRANSITION = (0.15, 0.25, 0.4, 0.3, 1.0), (0.3, 0.0, 0.0, 0.01, 0.05), 0.05
CART = f"""
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} @POINT_NAME {{C}} {{ @COORDINATES {{0, 0, {-LENGTH}}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{x}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{1, 0, 0}} }}
    @TRIAD_NAME {{pin}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{0, -1, 0}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{rod}} {{ @POINT1_NAME {{C}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{cart}} {{ @MASS {{{SLIDE_M}}} @MOMENTS_OF_INERTIA {{0.1, 0.1, 0.1}} }}
    @MASS_PROPERTY_NAME {{rod}} {{ @MASS {{{ROD_M}}} @MOMENTS_OF_INERTIA {{{ROD_J}, {ROD_J}, 0.001}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{cart}} {{ @MASS_PROPERTY_NAME {{cart}} }}
    @RIGID_BODY_NAME {{rod}} {{ @MASS_PROPERTY_NAME {{rod}} @FRAME_NAME {{rod}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, {-G}}} }} }}
@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{slide}} {{ @CONNECTED_TO_BODIES {{%s}} @AT_POINT {{O}} @TRIAD_NAME {{x}}
    @FRICTION {{{", ".join(map(str, SLIDE))}}} @FRICTION_VELOCITY {{{TRANSITION}}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{pin}} {{ @CONNECTED_TO_BODIES {{cart, rod}} @AT_POINT {{O}} @TRIAD_NAME {{pin}}
    @INITIAL_COORDINATE {{1.2}} @FRICTION {{{", ".join(map(str, PIN))}}} @FRICTION_VELOCITY {{{TRANSITION}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1.5}} @TIME_STEP_SIZE {{0.001}} @OUTPUT_STEP_SIZE {{0.01}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{cart}} }}
    @SENSOR_NAME {{angle}} {{ @SENSOR_TYPE {{RELATIVE_ROTATION}} @OBJECT_NAME {{pin}} }}
    @SENSOR_NAME {{slide}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{slide}} }}
    @SENSOR_NAME {{pin}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{pin}} }}
    @SENSOR_NAME {{moment}} {{ @SENSOR_TYPE {{DRIVE_FORCE}} @OBJECT_NAME {{pin}} }} }}
"""
FORWARD, BACKWARD = CART % "GROUND, cart", CART % "cart, GROUND"


def mu(friction, rate):
    dynamic, static, decay, *_ = friction
    falls = (static - dynamic) * np.exp(-((rate / decay) ** 2)) if static else 0.0
    return (dynamic + falls) * np.tanh(rate / TRANSITION)


def accelerations(x, u, angle, w):
    """Return the accelerations from free-body diagrams. The unknowns are x'', angle'', and the forces of pin and rail,
    found by fixed-point iteration on the normal forces.
    """
    s, c = np.sin(angle), np.cos(angle)
    pin_N, rail_N, change = ROD_M * G, (ROD_M + SLIDE_M) * G, np.inf
    while change > 1e-14 * rail_N:
        Q = -(PIN[4] * mu(PIN, w) * pin_N + PIN[3] * w)
        R = -(mu(SLIDE, u) * rail_N + SLIDE[3] * u)
        # The equations are (M + m) x'' + m l (c a - s w^2) = R and (J + m l^2) a + m l c x'' + m g l s = Q.
        M = [[SLIDE_M + ROD_M, ROD_M * LENGTH * c], [ROD_M * LENGTH * c, ROD_J + ROD_M * LENGTH**2]]
        a, alpha = np.linalg.solve(M, [R + ROD_M * LENGTH * s * w * w, Q - ROD_M * G * LENGTH * s])
        pin = ROD_M * np.array([a + LENGTH * (c * alpha - s * w * w), LENGTH * (s * alpha + c * w * w) + G])
        before = pin_N, rail_N
        pin_N, rail_N = np.hypot(*pin), abs(SLIDE_M * G + pin[1])
        change = abs(pin_N - before[0]) + abs(rail_N - before[1])
    return a, alpha, pin, rail_N, Q


@pytest.fixture(scope="module")
def reference():
    def slopes(t, y):
        a, alpha, *_ = accelerations(*y)
        return [y[1], a, y[3], alpha]

    times = np.linspace(0.0, 1.5, 151)
    solution = solve_ivp(slopes, (0.0, 1.5), [0.0, 0.0, 1.2, 0.0], "DOP853", times, rtol=1e-11, atol=1e-12)
    return solution.y


@pytest.fixture(scope="module")
def reactions(reference):
    """Return the reference reactions: the forces of the pin, the force of the rail, and the moment of the pin."""
    found = [accelerations(*row)[2:] for row in reference.T]
    return [np.array(rows) for rows in zip(*found, strict=True)]


METHODS = {
    "joint coordinates": ({}, 2e-5),
    "constraints": ({"formulation": "LIE_R3_SO3"}, 2e-5),
    "Euler parameters": ({"formulation": "EULER_PARAMETERS_2"}, 2e-5),
    "modified Newton": ({"formulation": "LIE_SE3", "method_options": {"NEWTON": "MODIFIED"}}, 2e-5),
    "RK44": ({"integrator": "EXPLICIT_RUNGE_KUTTA"}, 1e-8),
    "adaptive": (
        {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "DOPRI5", "RELATIVE_TOLERANCE": 1e-9}},
        1e-7,
    ),
}


@pytest.mark.parametrize("deck", [FORWARD, BACKWARD], ids=["forward", "backward"])
@pytest.mark.parametrize(("options", "bound"), METHODS.values(), ids=METHODS)
def test_a_pendulum_on_a_slide_that_rubs(run_deck, reference, reactions, deck, options, bound):
    run = run_deck(deck, **options)
    sign = 1.0 if deck is FORWARD else -1.0
    np.testing.assert_allclose(run["x"][:, 0], reference[0], atol=bound)
    np.testing.assert_allclose(run["angle"][:, 0], reference[2], atol=bound)
    pins, rails, moments = reactions
    np.testing.assert_allclose(run["pin"][:, [0, 2]], pins, atol=3e3 * bound)
    np.testing.assert_allclose(sign * run["slide"][:, 2], rails, atol=3e3 * bound)
    np.testing.assert_allclose(run["moment"][:, 0], moments, atol=3e2 * bound)


def test_explicit_methods_keep_their_order(run_deck, reference):
    errors = []
    for step in (0.002, 0.001, 0.0005):
        run = run_deck(FORWARD, integrator="EXPLICIT_RUNGE_KUTTA", step=step, method_options={"TABLEAU": "RK44"})
        errors.append(abs(run["angle"][-1, 0] - reference[2, -1]))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    np.testing.assert_allclose(orders, 4.0, atol=0.1)


def test_newton_converges_as_without_friction(run_deck):
    rough = run_deck(FORWARD, formulation="LIE_R3_SO3").summary.newton_iterations
    smooth = run_deck(FORWARD.replace("@FRICTION {", "@COMMENTS {"), formulation="LIE_R3_SO3").summary.newton_iterations
    assert rough <= 1.5 * smooth


def test_the_law_at_its_corners():
    assert coefficient(0.2, 0.2, np.inf, 1e-3, 10.0) == (0.2, 0.0)
    assert coefficient(0.2, 0.5, 1.0, 1e-6, 1e-3)[0] == pytest.approx(0.5, rel=1e-6)
    assert coefficient(0.2, 0.5, 1.0, 1e-3, 9.0)[0] == pytest.approx(0.2)
    for rate in (-0.3, 1e-4, 0.7):
        value, slope = coefficient(0.2, 0.5, 0.4, 0.1, rate)
        assert coefficient(0.2, 0.5, 0.4, 0.1, -rate) == (-value, slope)
        near = [coefficient(0.2, 0.5, 0.4, 0.1, rate + d)[0] for d in (1e-6, -1e-6)]
        assert slope == pytest.approx((near[0] - near[1]) / 2e-6, rel=1e-8)


def test_a_start_and_a_prescribed_motion_have_its_reactions(run_deck):
    """With KINEMATIC, the drive works against friction. The start has the accelerations of the first row of a run."""
    first = run_deck(FORWARD, instant=0.0)
    run = run_deck(FORWARD)
    np.testing.assert_allclose(first["pin"], run["pin"][:1], atol=1e-9)
    moved = (
        INCLINE.replace(
            "@INITIAL_RATE {1}",
            "@PRESCRIBED_DISPLACEMENT {f}",
        )
        + "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 1} } }"
    )
    run = run_deck(
        moved.replace("@SIMULATION", "@ANALYSIS_TYPE {KINEMATIC} @SIMULATION").replace("@TIME_STEP_SIZE {1e-3}", "")
    )
    slope = np.radians(25.0)
    np.testing.assert_allclose(run["friction"][:, 0], -0.3 * 2.0 * G * np.cos(slope), rtol=1e-9)
    along = np.array([np.cos(slope), 0.0, -np.sin(slope)])
    # The drive and friction keep the block at rest on the slope.
    np.testing.assert_allclose(run["reaction"] @ along, 2.0 * G * (0.3 * np.cos(slope) - np.sin(slope)), rtol=1e-9)


def test_it_is_linearized_at_rest_only():
    with pytest.raises(Exception, match="only at rest"):
        linearize(INCLINE)
    found = linearize(
        INCLINE.replace("@INITIAL_RATE {1}", "").replace("{#slope} @SCALAR_VALUE {25}", "{#slope} @SCALAR_VALUE {0}")
    )
    assert found.damping[0, 0] == pytest.approx(0.3 * 2.0 * G / 1e-3)


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [("0.3, 0.2, 1, 0, 1", "is less than"), ("0.2, 0.3, 0, 0, 1", "velocity is zero")],
)
def test_friction_without_sense_is_refused(numbers, reason):
    (finding,) = check_deck(INCLINE.replace("0.3, 0, 0, 0, 1", numbers)).diagnostics
    assert finding.code.value == "invalid-value"
    assert reason in finding.message


def test_a_joint_that_jams_is_named(run_deck):
    """The radius of the pin is so large that its friction increases its own reaction without bound."""
    jams = FORWARD.replace(", ".join(map(str, PIN)), "0.9, 0, 0, 0, 20")
    run = run_deck(
        jams.replace("@INITIAL_COORDINATE {1.2}", "@INITIAL_COORDINATE {1.2} @INITIAL_RATE {1}"),
        integrator="EXPLICIT_RUNGE_KUTTA",
    )
    assert "jams" in run.summary.detail


def test_redundant_reactions_are_warned_of():
    twice = (
        FORWARD
        + """@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {other} {
        @CONNECTED_TO_BODIES {GROUND, cart} @AT_POINT {C} @TRIAD_NAME {x} } }"""
    )
    found = check_deck(twice, Options()).diagnostics
    assert any("the friction of joint slide depends on its reaction" in finding.message for finding in found)
