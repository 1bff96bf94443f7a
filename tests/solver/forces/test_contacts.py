"""Compare contacts with closed forms, quadratures and conserved quantities."""

from __future__ import annotations

import itertools

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.analyses.linearized.linearize import linearize
from rbsolve.solver.contacts.law import damping_factor, friction_ratio

MASS, RADIUS, K = 2.0, 0.1, 1e7
ADAPTIVE = "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-10} @ABSOLUTE_TOLERANCE {1e-10}"
BALL = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{ball}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.008, 0.008, 0.008}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{up}} {{ @COORDINATES {{0, 0, {height}}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{up}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{ball}} {{ @MASS_PROPERTY_NAME {{ball}} @FRAME_NAME {{F}}
    @INITIAL_VELOCITY {{{velocity}}} @INITIAL_ANGULAR_VELOCITY {{{spin}}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }}
    @SHAPE_NAME {{ball}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{ball}} @DIMENSIONS {{0.1}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{{gravity}}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONNECTED_TO_BODIES {{GROUND, ball}} @CONTACT_SHAPES {{floor, ball}}
    @STIFFNESS {{1e7}} {law} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {integrator} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ {analysis} @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}}
    @OUTPUT_STEP_SIZE {{{output}}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{ball}} }}
    @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{ball}} }}
    @SENSOR_NAME {{a}} {{ @SENSOR_TYPE {{ACCELERATION}} @OBJECT_NAME {{ball}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{ball}} }}
    @SENSOR_NAME {{depth}} {{ @SENSOR_TYPE {{PENETRATION}} @OBJECT_NAME {{c}} }}
    @SENSOR_NAME {{N}} {{ @SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{c}} }}
    @SENSOR_NAME {{R}} {{ @SENSOR_TYPE {{REACTION_FORCE}} @OBJECT_NAME {{c}} }}
    @SENSOR_NAME {{slip}} {{ @SENSOR_TYPE {{SLIDING_VELOCITY}} @OBJECT_NAME {{c}} }}
    @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
"""


def ball(
    integrator=ADAPTIVE,
    height=0.11,
    velocity="0, 0, -2",
    spin="0, 0, 0",
    gravity="0, 0, 0",
    law="",
    end=0.02,
    step=1e-4,
    output=1e-3,
    analysis="",
):
    return BALL.format(**locals())


@pytest.mark.parametrize("e", [0.1, 0.3, 0.5, 0.9, 0.999])
def test_damping_factor_gives_the_restitution(e):
    """The work of both phases is equal, which is tested by quadrature. The work is the integral of v dv/(1 + d v) from
    1 to 0 and from 0 to -e.
    """
    with mpmath.workdps(30):
        d = mpmath.mpf(damping_factor(e))
        down = mpmath.quad(lambda v: v / (1 + d * v), [0, 1])
        up = mpmath.quad(lambda v: v / (1 - d * v), mpmath.linspace(0, e, 20))
        assert float(up / down) == pytest.approx(1.0, abs=1e-9 if e < 0.99 else 1e-6)


def test_damping_factor_at_its_ends():
    assert damping_factor(1.0) == pytest.approx(0.0, abs=1e-12)
    assert damping_factor(0.0) == damping_factor(0.01) == pytest.approx(100.0, rel=1e-12)
    assert damping_factor(0.999) == pytest.approx(1.5 * 0.001, rel=2e-3)  # the limit of Hunt and Crossley


@pytest.mark.parametrize("x", [0.0, 1e-6, 0.0199, 0.0201, 0.3, 1.0, 7.0])
def test_friction_is_brown_and_mcphees(x):
    """Compare with 40 digits, on both sides of the switch to the series."""
    static, dynamic, transition = 0.5, 0.3, 0.01
    with mpmath.workdps(40):

        def ratio(s):
            y = s / mpmath.mpf(transition)
            steady = 4 if y == 0 else mpmath.tanh(4 * y) / y
            return (mpmath.mpf(dynamic) * steady + (mpmath.mpf(static) - dynamic) / (y**2 / 4 + 0.75) ** 2) / transition

        s = mpmath.mpf(x) * transition
        slope = mpmath.diff(ratio, s) / s if x else mpmath.diff(ratio, mpmath.mpf(1) / 10**12) * 10**12
    m, m_slope = friction_ratio(static, dynamic, transition, x * transition)
    assert m == pytest.approx(float(ratio(s)), rel=1e-13)
    assert m_slope == pytest.approx(float(slope), rel=1e-9)
    if x == 1.0:
        assert m * transition == pytest.approx(static, abs=3e-4)


@pytest.mark.parametrize("e", [1.0, 0.8, 0.5, 0.1])
def test_a_ball_comes_back_with_the_restitution(run_deck, e):
    run = run_deck(ball(law=f"@RESTITUTION {{{e}}}"))
    assert run["depth"][-1, 0] < 0.0
    assert run["v"][-1, 2] == pytest.approx(2.0 * e, rel=2e-7)
    assert run["N"].min() == 0.0


@pytest.mark.parametrize(("n", "k"), [(1.5, 1e7), (1.0, 1e6), (2.2, 1e9)])
def test_an_elastic_impact_has_the_depth_and_duration_of_hertz(run_deck, n, k):
    """With v^2 = v0^2 - 2 K d^(n + 1)/((n + 1) m), the depth has a closed form, and quadrature gives the duration."""
    law = f"@EXPONENT {{{n}}}"
    deck = ball(law=law, height=0.1, end=0.01, output=1e-5).replace("{1e7}", f"{{{k}}}")
    run = run_deck(deck)
    deepest = ((n + 1) * MASS * 4.0 / (2 * k)) ** (1 / (n + 1))
    with mpmath.workdps(20):
        integral = mpmath.quad(lambda s: 2 / (mpmath.sqrt(1 - s ** (n + 1))), mpmath.linspace(0, 1, 9))
    duration = float(integral) * deepest / 2.0
    assert run["depth"].max() == pytest.approx(deepest, rel=1e-4)
    after = run["x"][run["depth"][:, 0] < 0.0]
    left = run.time[-1] - (after[-1, 2] - 0.1) / run["v"][-1, 2]
    assert left == pytest.approx(duration, rel=1e-7)
    np.testing.assert_allclose(run["E"][:, 0], 4.0, rtol=1e-8)
    np.testing.assert_allclose(run["R"], MASS * run["a"], atol=1e-6 * run["N"].max())
    np.testing.assert_allclose(run["R"][:, 2], run["N"][:, 0], rtol=1e-12)


def test_errors_of_impacts_follow_the_tolerance(run_deck):
    """The test compares time and speed at the end of four bounces with a reference that has more digits than any of the
    runs.
    """
    law, options = "@RESTITUTION {0.8}", {"gravity": "0, 0, -9.81", "height": 0.3, "velocity": "0, 0, 0"}
    tolerances = [1e-5, 1e-6, 1e-7, 1e-8, 1e-9]
    ends = []
    for tolerance in [*tolerances, 1e-12]:
        integrator = ADAPTIVE.replace("1e-10", f"{tolerance}")
        run = run_deck(ball(integrator, law=law, end=1.0, output=0.5, **options))
        ends.append(run["x"][-1, 2])
    errors = np.abs(np.array(ends[:-1]) - ends[-1])
    slope = np.polyfit(np.log(tolerances), np.log(errors), 1)[0]
    assert 0.8 < slope < 1.3, errors
    assert errors[-1] < 1e-7


def test_bounces_are_those_of_the_law_by_another_integrator(run_deck):
    """The reference is the same law in scipy, with scipy's own events."""
    e, g = 0.6, 9.81
    d = damping_factor(e)
    run = run_deck(
        ball(law=f"@RESTITUTION {{{e}}}", gravity="0, 0, -9.81", height=0.3, velocity="0, 0, 0", end=0.6, output=0.01)
    )
    t, y, peer, largest = 0.0, np.array([0.3, 0.0]), [], 0.0
    while t < 0.6:
        closed = largest > 0.0

        def slope(_, y, closed=closed, v0=largest):
            depth = RADIUS - y[0]
            if not closed or depth <= 0.0:
                return [y[1], -g]
            return [y[1], -g + max(0.0, K * depth**1.5 * (1 - d * y[1] / max(v0, -y[1])) / MASS)]

        def surface(_, y):
            return y[0] - RADIUS

        surface.terminal, surface.direction = True, 1 if closed else -1
        piece = solve_ivp(
            slope, (t, 0.6), y, "DOP853", events=surface, rtol=1e-11, atol=1e-12, dense_output=True, max_step=0.01
        )
        peer.append(piece.sol)
        t, y = piece.t[-1], piece.y[:, -1]
        largest = 0.0 if closed else -y[1]
    starts = [sol.t_min for sol in peer]
    heights = [peer[max(0, np.searchsorted(starts, time, "right") - 1)](time)[0] for time in run.time]
    np.testing.assert_allclose(run["x"][:, 2], heights, atol=2e-7)
    assert len(peer) == 6


@pytest.mark.parametrize("integrator", ["GENERALIZED_ALPHA", "IMPLICIT_MIDPOINT", "GAUSS_LOBATTO", "RK44"])
def test_fixed_steps_reach_the_restitution(run_deck, integrator):
    kind = "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}" if integrator == "RK44" else f"{{{integrator}}}"
    errors = []
    for step in (2e-5, 1e-5):
        run = run_deck(ball(kind, law="@RESTITUTION {0.6}", step=step, end=0.014))
        errors.append(abs(run["v"][-1, 2] / 2.0 - 0.6))
    assert errors[0] < 2e-3
    assert errors[1] < 1e-3


def test_rk44_keeps_its_order_while_a_contact_stays_closed(run_deck):
    """A ball oscillates about its rest position on the floor."""
    depth = (MASS * 9.81 / K) ** (2 / 3)
    ends, steps = [], np.array([4e-4, 2e-4, 1e-4, 1e-5])
    for step in steps:
        options = {"gravity": "0, 0, -9.81", "height": 0.1 - 1.5 * depth, "velocity": "0.1, 0, 0"}
        law = "@RESTITUTION {0.9} @FRICTION_COEFFICIENTS {0.3, 0.2} @TRANSITION_VELOCITY {0.5}"
        run = run_deck(
            ball("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", law=law, end=4e-3, step=step, output=4e-3, **options)
        )
        ends.append(np.r_[run["x"][-1], run["v"][-1] * 1e-3])
    errors = [np.linalg.norm(end - ends[-1]) for end in ends[:-1]]
    assert np.polyfit(np.log(steps[:-1]), np.log(errors), 1)[0] == pytest.approx(4.0, abs=0.2), errors


def test_static_finds_the_depth(run_deck):
    run = run_deck(
        ball(
            "{GENERALIZED_ALPHA}",
            gravity="0, 0, -9.81",
            height=0.0999,
            velocity="0, 0, 0",
            analysis="@ANALYSIS_TYPE {STATIC}",
        )
    )
    assert run["depth"][-1, 0] == pytest.approx((MASS * 9.81 / K) ** (2 / 3), rel=1e-9)
    assert run["N"][-1, 0] == pytest.approx(MASS * 9.81, rel=1e-9)


def test_linearization_has_the_stiffness_and_damping_of_rest():
    compiled = check_deck(
        ball(
            gravity="0, 0, -9.81",
            height=0.1 - (MASS * 9.81 / K) ** (2 / 3),
            velocity="0, 0, 0",
            law="@RESTITUTION {0.7}",
        ).encode(),
        Options(),
    ).compiled
    found = linearize(compiled, compiled.model, compiled.initial, 0.0, None)
    depth = (MASS * 9.81 / K) ** (2 / 3)
    assert found.stiffness.max() == pytest.approx(1.5 * K * depth**0.5, rel=1e-9)
    assert found.damping.max() == pytest.approx(MASS * 9.81 * damping_factor(0.7) / 0.01, rel=1e-9)


SHAPES = {
    "sphere": ("{SPHERE} @DIMENSIONS {0.1}", 0.1),
    "box": ("{BOX} @DIMENSIONS {0.2, 0.3, 0.24}", 0.15),
    "cylinder": ("{CYLINDER} @DIMENSIONS {0.1, 0.3}", 0.14),
    "rod": ("{CAPSULE} @DIMENSIONS {0.1, 0.12}", 0.16),
    "capsule": ("{LINE} @POINTS {-0.05, 0, 0, 0.06, 0.02, 0} @DIMENSIONS {0.1}", 0.12),
    "egg": ("{ELLIPSOID} @DIMENSIONS {0.1, 0.15, 0.12}", 0.12),
    "points": ("{LINE} @POINTS {0, 0, 0.1, 0, 0.1, -0.1, 0.1, 0, -0.1, -0.1, 0, 0, 0, -0.1, 0.1}", 0.12),
}
KNOWN = [
    *itertools.product(["sphere"], SHAPES),
    *(("box", "box"), ("cylinder", "box"), ("capsule", "box"), ("capsule", "cylinder"), ("points", "box")),
    *(("points", "sphere"), ("points", "cylinder"), ("capsule", "capsule")),
    *(("rod", "rod"), ("rod", "capsule"), ("rod", "points")),
    *(
        ("cylinder", "cylinder"),
        ("rod", "box"),
        ("rod", "cylinder"),
        ("egg", "box"),
        ("egg", "cylinder"),
        ("egg", "egg"),
    ),
]
TWO = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.008, 0.012, 0.01}} }}
    @MASS_PROPERTY_NAME {{n}} {{ @MASS {{3}} @MOMENTS_OF_INERTIA {{0.02, 0.01, 0.015}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{p}} {{ @COORDINATES {{0.03, 0.02, 0.4}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @EULER_ANGLES_321 {{25, 40, 15}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{p}} @TRIAD_NAME {{T}} }} }}
@RIGID_BODY_DEFINITION {{
    @RIGID_BODY_NAME {{a}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_ANGULAR_VELOCITY {{1, 3, 2}} }}
    @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{n}} @FRAME_NAME {{F}} @INITIAL_VELOCITY {{0.1, 0.3, -3}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{s}} {{ @CONNECTED_TO_BODY {{a}} @SHAPE_TYPE {0} }}
    @SHAPE_NAME {{r}} {{ @CONNECTED_TO_BODY {{b}} @SHAPE_TYPE {1} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONNECTED_TO_BODIES {{a, b}} @CONTACT_SHAPES {{s, r}} @STIFFNESS {{1e6}} {2} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {3} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, 0.12}} @TIME_STEP_SIZE {{1e-4}}
    @OUTPUT_STEP_SIZE {{4e-3}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{P}} {{ @SENSOR_TYPE {{LINEAR_MOMENTUM}} @OBJECT_NAME {{SYSTEM}} }}
    @SENSOR_NAME {{L}} {{ @SENSOR_TYPE {{ANGULAR_MOMENTUM}} @OBJECT_NAME {{SYSTEM}} }}
    @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }}
    @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }} }}
"""


STACK = """
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {a} { @AT_POINT {0, 0, 0.1} @MASS {1} @MOMENTS_OF_INERTIA {0.0067, 0.0067, 0.0067} }
  @RIGID_BODY_NAME {b} { @AT_POINT {OFFSET, 0, 0.3} @MASS {1} @MOMENTS_OF_INERTIA {0.0067, 0.0067, 0.0067} } }
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} }
  @SHAPE_NAME {a} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {a} @DIMENSIONS {0.2, 0.2, 0.2} }
  @SHAPE_NAME {b} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {b} @DIMENSIONS {0.2, 0.2, 0.2} } }
@CONTACT_MATERIAL_DEFINITION { @CONTACT_MATERIAL_NAME {m} { @STIFFNESS {1e5} @EXPONENT {1} @RESTITUTION {0.2} } }
@CONTACT_DEFINITION { @CONTACT_NAME {ground} { @CONTACT_SHAPES {a} @AGAINST {floor} @CONTACT_MATERIAL_NAME {m} }
  @CONTACT_NAME {pair} { @CONTACT_SHAPES {a, b} @CONTACT_MATERIAL_NAME {m} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} {
  @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {5e-4} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {a} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {a} }
  @SENSOR_NAME {b} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }
"""


@pytest.mark.parametrize("offset", ["0", "0.001"])
def test_equal_boxes_that_stand_flush_carry_each_other(run_deck, offset):
    """The contact has four corners on the floor, and the four corners of the outline that both boxes share. The result
    does not depend on the origin of these corners.
    """
    run = run_deck(STACK.replace("OFFSET", offset))
    below = 2 * 9.81 / (4 * 1e5)
    assert run["a"][-1, 2] == pytest.approx(0.1 - below, abs=1e-9)
    assert run["b"][-1, 2] == pytest.approx(0.3 - below - 9.81 / (4 * 1e5), abs=3e-8)


@pytest.mark.parametrize("names", KNOWN, ids="-".join)
def test_two_free_bodies_keep_their_momenta_and_lose_energy_only_by_damping(run_deck, names):
    shapes = [SHAPES[name][0] for name in names]
    elastic = run_deck(TWO.format(*shapes, "", ADAPTIVE))
    rough = run_deck(TWO.format(*shapes, "@RESTITUTION {0.5} @FRICTION_COEFFICIENTS {0.4, 0.3}", ADAPTIVE))
    for run in (elastic, rough):
        assert np.abs(np.diff(run["v"], axis=0)).max() > 0.1  # the bodies touched each other
        for momentum in ("P", "L"):
            np.testing.assert_allclose(run[momentum], run[momentum][:1].repeat(len(run.time), 0), atol=1e-9)
    np.testing.assert_allclose(elastic["E"][:, 0], elastic["E"][0, 0], rtol=1e-7)
    # An impact returns only a part of the energy that it stores.
    assert rough["E"][-1, 0] < 0.999 * rough["E"][0, 0]


@pytest.mark.parametrize("names", [("points", "points"), ("egg", "points")], ids="-".join)
def test_pairs_that_are_not_known_are_refused(names):
    checked = check_deck(TWO.format(*(SHAPES[name][0] for name in names), "", ADAPTIVE).encode(), Options())
    [finding] = [finding for finding in checked.diagnostics if finding.severity.value == "error"]
    assert finding.code.value == "invalid-value"
    assert "is not supported" in finding.message
    assert "LINE without a radius supports contact with BOX" in finding.hint


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("{floor, ball}", "{ball, floor}"), "belongs to ball, not to GROUND"),
        (("{floor, ball}", "{ball, ball}"), "to itself"),
        (("{PLANE}", "{CONE} @DIMENSIONS {1, 1}"), "SPHERE"),
        (
            ("@STIFFNESS {1e7}", "@STIFFNESS {1e7} @FRICTION_COEFFICIENTS {0.2, 0.3}"),
            "less than the dynamic coefficient",
        ),
        (("@STIFFNESS {1e7}", "@STIFFNESS {1e7} @RESTITUTION {1.1}"), "1.1"),
        (
            (
                "EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-10} @ABSOLUTE_TOLERANCE {1e-10}",
                "ENERGY_MOMENTUM}",
            ),
            "discrete gradient",
        ),
    ],
)
def test_what_is_wrong_is_said(change, words):
    deck = ball()
    assert change[0] in deck
    findings = check_deck(deck.replace(*change).encode(), Options()).diagnostics
    assert any(words in finding.message for finding in findings), [finding.message for finding in findings]
