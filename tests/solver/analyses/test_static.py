"""Equilibria against closed forms and the minimum of the potential energy."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from rbsolve.parser.diagnostics import Code, Severity
from rbsolve.pipeline import Options, check_deck
from rbsolve.running import describe_end
from rbsolve.solver.analyses.equilibrium import MOST_TRIALS
from rbsolve.solver.outcome import Outcome
from rbsolve.solver.run import simulate

G = 9.81
FRAME = """
@TRIAD_DEFINITION { @TRIAD_NAME {y} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 1, 0} }
    @TRIAD_NAME {z} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 0, 1} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.3} } }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
"""
WEIGHTLESS = FRAME.replace("{0, 0, -9.81}", "{0, 0, 0}")
ANALYSIS = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }\n"


def point(name, x, y, z):
    return f"@POINT_DEFINITION {{ @POINT_NAME {{{name}}} {{ @COORDINATES {{{float(x)!r}, {float(y)!r}, {float(z)!r}}} }} }}\n"


def body(name, x, y, z):
    frame = f"@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F{name}}} {{ @POINT1_NAME {{C{name}}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}\n"
    rigid = f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{{name}}} {{ @FRAME_NAME {{F{name}}} @MASS_PROPERTY_NAME {{m}} }} }}\n"
    return point(f"C{name}", x, y, z) + frame + rigid


def joint(kind, name, bodies, at="O", triad="y", more=""):
    kind = f"{kind}_JOINT"
    triad = "" if kind == "SPHERICAL_JOINT" else f"@TRIAD_NAME {{{triad}}}"
    return f"@{kind}_DEFINITION {{ @{kind}_NAME {{{name}}} {{ @CONNECTED_TO_BODIES {{{bodies}}} @AT_POINT {{{at}}} {triad} {more} }} }}\n"


def load(name, on, at, force="0,0,0", moment="0,0,0", more=""):
    return (
        f"@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{{name}}} {{ @CONNECTED_TO_BODY {{{on}}} @AT_POINT {{{at}}} "
        f"@APPLIED_FORCES {{{force}}} @APPLIED_MOMENTS {{{moment}}} {more} }} }}\n"
    )


def sensor(kind, of, name=None, more=""):
    return f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{{name or kind}}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{of}}} {more} }} }}\n"


@pytest.fixture
def solve(run_deck):
    return lambda *parts, **options: run_deck("".join((*parts, ANALYSIS)), **options)


@pytest.mark.parametrize("degrees", [7, 60, 120, 179.9])
@pytest.mark.parametrize("kind", ["REVOLUTE", "SPHERICAL", "UNIVERSAL"])
def test_pendulum_hangs_from_far_starts(solve, kind, degrees):
    angle = np.radians(degrees)
    start = (0.5 * np.sin(angle), 0.0, -0.5 * np.cos(angle))
    triad = "y, z" if kind == "UNIVERSAL" else "y"
    parts = body("B", *start) + joint(kind, "J", "GROUND, B", triad=triad)
    run = solve(FRAME, parts, sensor("POSITION", "B"), sensor("REACTION_FORCE", "J"), sensor("REACTION_MOMENT", "J"))
    assert run["POSITION"][0] == pytest.approx((0, 0, -0.5), abs=1e-10)
    assert run["REACTION_FORCE"][0] == pytest.approx((0, 0, 2 * G), abs=1e-9)
    assert run["REACTION_MOMENT"][0] == pytest.approx((0, 0, 0), abs=1e-9)
    unique = "not unique" if kind == "SPHERICAL" else "is stable"
    assert unique in run.summary.notes[0]


def test_pendulum_that_starts_upside_down_is_in_unstable_equilibrium(solve):
    run = solve(FRAME, body("B", 0.0, 0.0, 0.5), joint("REVOLUTE", "J", "GROUND, B"))
    assert run.summary.newton_iterations == 0
    assert run.summary.notes == ("the equilibrium is unstable: it gives way with joint J turning",)


def test_mass_on_springs(solve):
    springs = "".join(
        point(f"P{k}", x, y, 1.0)
        + f"@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{s{k}}} {{ @CONNECTED_TO_BODIES {{GROUND, B}} @POINT1_NAME {{P{k}}} "
        "@POINT2_NAME {CB} @STIFFNESS {200} @REST_LENGTH {0.5} @DAMPING {3} } }\n"
        for k, (x, y) in enumerate([(0.0, 0.0)])
    )
    run = solve(FRAME, body("B", 0.3, 0.2, 0.1), springs, sensor("POSITION", "B"), sensor("ELONGATION", "s0"))
    assert run["ELONGATION"][0, 0] == pytest.approx(2 * G / 200, rel=1e-11)
    assert run["POSITION"][0] == pytest.approx((0, 0, 1 - 0.5 - 2 * G / 200), abs=1e-10)


def _chain_energy(angles, length, weight, end):
    """Potential energy of links hinged in a row from the origin, and where the last one ends."""
    x, z = length * np.cumsum(np.cos(angles)), length * np.cumsum(np.sin(angles))
    return weight * np.sum(z - 0.5 * length * np.sin(angles)), np.array([x[-1] - end[0], z[-1] - end[1]])


@pytest.mark.parametrize("links", [3, 8])
@pytest.mark.parametrize("upwards", [1, -1])
def test_chain_between_two_hinges(solve, links, upwards):
    """A chain that starts as an arch over or under its supports hangs where its potential energy is least."""
    length, rise = 0.4, 0.35
    start = upwards * np.linspace(rise * 3.3, -rise * 3, links)
    knots = np.vstack([[0, 0], np.cumsum(length * np.stack([np.cos(start), np.sin(start)], axis=1), axis=0)])
    parts = "".join(point(f"K{k}", float(x), 0.0, float(z)) for k, (x, z) in enumerate(knots))
    for k, (a, b) in enumerate(itertools.pairwise(knots)):
        parts += body(f"L{k}", float((a[0] + b[0]) / 2), 0.0, float((a[1] + b[1]) / 2))
        parts += joint("REVOLUTE", f"J{k}", f"{f'L{k - 1}' if k else 'GROUND'}, L{k}", f"K{k}")
    parts += joint("SPHERICAL", "end", f"L{links - 1}, GROUND", f"K{links}")
    run = solve(FRAME, parts, *(sensor("POSITION", f"L{k}", f"p{k}") for k in range(links)))
    end = knots[-1]
    best = minimize(
        lambda q: _chain_energy(q, length, 2 * G, end)[0],
        np.linspace(-1, 1, links),
        constraints={"type": "eq", "fun": lambda q: _chain_energy(q, length, 2 * G, end)[1]},
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    x = length * (np.cumsum(np.cos(best.x)) - 0.5 * np.cos(best.x))
    z = length * (np.cumsum(np.sin(best.x)) - 0.5 * np.sin(best.x))
    found = np.array([run[f"p{k}"][0] for k in range(links)])
    assert found[:, [0, 2]] == pytest.approx(np.stack([x, z], axis=1), abs=1e-5)
    assert run.diagnostics["energy"][0] <= 2 * G * np.sum(z) + 1e-12
    assert "is stable" in run.summary.notes[0]


@pytest.mark.parametrize("ratio", [0.9, 1.1, 2.0])
def test_inverted_pendulum_on_a_spring_buckles(solve, ratio):
    """k q = m g l sin q: upright below the critical weight, tilted above."""
    k = 2 * G * 0.5 / ratio
    tilt = 0.01
    parts = body("B", 0.5 * np.sin(tilt), 0.0, 0.5 * np.cos(tilt))
    hinge = joint("REVOLUTE", "J", "GROUND, B", more=f"@SPRING {{{float(k)!r}, {-tilt!r}}}")
    run = solve(FRAME, parts, hinge, sensor("RELATIVE_ROTATION", "J"))
    angle = run["RELATIVE_ROTATION"][0, 0] + tilt
    expected = 0.0 if ratio < 1 else brentq(lambda q: q - ratio * np.sin(q), 0.05, np.pi, xtol=1e-15)
    assert angle == pytest.approx(expected, abs=1e-9)
    assert "is stable" in run.summary.notes[0]
    upright = body("B", 0.0, 0.0, 0.5) + joint("REVOLUTE", "J", "GROUND, B", more=f"@SPRING {{{float(k)!r}, 0}}")
    assert ("unstable" in solve(FRAME, upright).summary.notes[0]) == (ratio > 1)


def test_bushing_under_a_load(solve):
    """Small loads: the compliance; the deflection is that of six springs at the point."""
    stiffness = "@STIFFNESS {1e4, 2e4, 3e4} @ROTATIONAL_STIFFNESS {100, 200, 300}"
    bushing = f"@BUSHING_DEFINITION {{ @BUSHING_NAME {{b}} {{ @CONNECTED_TO_BODIES {{GROUND, B}} @AT_POINT {{CB}} {stiffness} }} }}\n"
    parts = body("B", 0.3, 0.0, 0.0) + bushing + load("L", "B", "CB", "10, 20, 60", "0.5, 0, 0")
    run = solve(
        WEIGHTLESS,
        parts,
        sensor("DISPLACEMENT", "B"),
        sensor("ROTATION", "B", more="@ROTATION_PARAMETERS {ROTATION_VECTOR}"),
    )
    assert run["DISPLACEMENT"][0] == pytest.approx((1e-3, 1e-3, 2e-3), rel=1e-9)
    assert run["ROTATION"][0] == pytest.approx((5e-3, 0, 0), abs=1e-12)


def test_screw_with_a_load(solve):
    """An axial force F turns a screw of lead L against its spring: k q = F L."""
    parts = body("B", 0.0, 0.0, 0.0) + joint(
        "SCREW", "J", "GROUND, B", triad="z", more="@PITCH {0.02} @SPRING {0.7, 0}"
    )
    run = solve(
        WEIGHTLESS,
        parts,
        load("L", "B", "O", "0, 0, 300"),
        sensor("RELATIVE_ROTATION", "J"),
        sensor("RELATIVE_DISPLACEMENT", "J"),
    )
    turn = 300 * 0.02 / (2 * np.pi) / 0.7
    assert run["RELATIVE_ROTATION"][0, 0] == pytest.approx(turn, rel=1e-11)
    assert run["RELATIVE_DISPLACEMENT"][0, 0] == pytest.approx(turn * 0.02 / (2 * np.pi), rel=1e-11)


def test_cantilever_reactions(solve):
    parts = (
        body("B", 0.7, 0.0, 0.0) + joint("RIGID", "J", "GROUND, B", triad="TRIAD_INERTIAL") + point("T", 1.5, 0.0, 0.0)
    )
    run = solve(
        FRAME,
        parts,
        load("L", "B", "T", "3, -5, 7", "1, 2, 4"),
        sensor("REACTION_FORCE", "J"),
        sensor("REACTION_MOMENT", "J"),
    )
    weight, force = np.array([0, 0, -2 * G]), np.array([3, -5, 7])
    assert run["REACTION_FORCE"][0] == pytest.approx(-(weight + force), abs=1e-10)
    moment = np.cross([0.7, 0, 0], weight) + np.cross([1.5, 0, 0], force) + [1, 2, 4]
    assert run["REACTION_MOMENT"][0] == pytest.approx(-moment, abs=1e-10)


def test_four_bar_hangs(run_deck):
    text = (run_deck.__globals__["DECKS"] / "four_bar.deck").read_text()
    static = text.replace(
        "@SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1e-2}", "@ANALYSIS_TYPE {STATIC}"
    )
    run = run_deck(static)
    assert run["angle"][0, 0] == pytest.approx(-np.pi / 3, abs=1e-9)
    assert run["coupler"][0] == pytest.approx((0.5, -0.5, 0), abs=1e-9)
    assert run.checked.diagnostics  # its redundant constraints are reported as ever


FOLLOWER = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {ramp} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 1} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} @SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.25} } }
"""


def test_sequence_under_a_follower_moment_and_dead_load(run_deck):
    """A lever on a spring, loads raised in time: k q = t (M + F l cos q)."""
    parts = body("B", 1.0, 0.0, 0.0) + joint("REVOLUTE", "J", "GROUND, B", more="@SPRING {3, 0}")
    loads = load("F", "B", "CB", "0, 0, -4", "0, 1.5, 0", "@FUNCTION_1D_NAME {ramp}")
    run = run_deck(WEIGHTLESS + parts + loads + FOLLOWER + sensor("RELATIVE_ROTATION", "J"))
    assert run.time == pytest.approx(np.linspace(0, 1, 5), abs=1e-15)
    expected = [brentq(lambda q, t=t: 3 * q - t * (1.5 + 4 * np.cos(q)), -1, 3, xtol=1e-15) for t in run.time]
    assert run["RELATIVE_ROTATION"][:, 0] == pytest.approx(expected, abs=1e-10)
    assert run.diagnostics["step_size"] == pytest.approx([0, 0.25, 0.25, 0.25, 0.25])


def test_prescribed_motion_carries_the_rest_along(run_deck):
    """A rod hangs on a slider whose displacement is prescribed; dampers and rates count for nothing."""
    parts = body("S", 0.0, 0.0, 0.0) + body("B", 0.4, 0.0, -0.3)
    parts += joint("PRISMATIC", "P", "GROUND, S", triad="x", more="@PRESCRIBED_DISPLACEMENT {ramp}")
    parts += joint("REVOLUTE", "J", "S, B", more="@DAMPER {5}")
    triad = (
        "@TRIAD_DEFINITION { @TRIAD_NAME {x} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0, 0} } }"
    )
    run = run_deck(FRAME + triad + parts + FOLLOWER + sensor("POSITION", "B") + sensor("VELOCITY", "B"))
    assert run["POSITION"] == pytest.approx(np.stack([run.time, 0 * run.time, 0 * run.time - 0.5], axis=1), abs=1e-10)
    assert not run["VELOCITY"].any()


NOTHING_HOLDS = {
    "free body": (FRAME + body("B", 0, 0, 0), "nothing holds body B along (0, 0, -1)"),
    "slider": (
        FRAME + body("B", 0, 0, 0) + joint("PRISMATIC", "P", "GROUND, B", triad="z"),
        "nothing holds joint P sliding",
    ),
    "torque on a hinge": (
        WEIGHTLESS + body("B", 0, 0, 0) + joint("REVOLUTE", "J", "GROUND, B") + load("L", "B", "O", moment="0, 3, 0"),
        "joint J turning goes on without end",
    ),
    "torque that overcomes the weight": (
        FRAME + body("B", 0.5, 0, 0) + joint("REVOLUTE", "J", "GROUND, B") + load("L", "B", "O", moment="0, 10, 0"),
        "joint J turning goes on without end",
    ),
}


@pytest.mark.parametrize(("text", "message"), NOTHING_HOLDS.values(), ids=NOTHING_HOLDS)
def test_it_says_when_there_is_none(text, message, tmp_path):
    import rbsolve

    with pytest.raises(rbsolve.SolveError, match=r"there is no equilibrium") as caught:
        rbsolve.solve(text + ANALYSIS)
    assert caught.value.outcome is Outcome.NO_EQUILIBRIUM
    assert message in str(caught.value)


def test_it_says_from_when_on_there_is_none(run_deck):
    """A torque of 10 t on a pendulum that 2 kg at half a metre hold back until it is 9.81 N m."""
    ramp = (
        "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 10} } }\n"
    )
    steps = ANALYSIS.replace("{STATIC}", "{STATIC} @SIMULATION_TIME_RANGE {0, 2} @OUTPUT_STEP_SIZE {0.25}")
    hinge = joint("REVOLUTE", "J", "GROUND, B", more="@ACTUATOR {f}")
    run = run_deck(FRAME + ramp + body("B", 0, 0, -0.5) + hinge + sensor("RELATIVE_ROTATION", "J", "q") + steps)
    assert run["q"][:, 0] == pytest.approx(np.arcsin(10 * np.array([0, 0.25, 0.5, 0.75]) / 9.81), abs=1e-10)
    assert "there is no equilibrium at t = 1 s: joint J turning goes on" in describe_end(run.summary)


def test_it_says_when_it_is_not_unique(solve):
    run = solve(FRAME, body("B", 0.5, 0.0, 0.0), joint("REVOLUTE", "J", "GROUND, B", triad="z"))
    assert run.summary.notes == ("the equilibrium is not unique: it stays one with joint J turning",)
    assert describe_end(run.summary).startswith("The run reached")


def test_a_static_deck_needs_no_times():
    assert not check_deck(FRAME + body("B", 0, 0, 0) + ANALYSIS).has_errors


@pytest.mark.parametrize(
    ("more", "options", "message"),
    [
        ("@SIMULATION_TIME_RANGE {0, 1}", {}, "there is one equilibrium only, at t = 0 s"),
        ("@SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.1}", {}, None),
        ("@OUTPUT_STEP_SIZE {0.1}", {}, "there is one equilibrium only, at t = 0 s"),
        ("", {"t_end": 1.0}, "there is one equilibrium only, at t = 0 s"),
        ("", {"instant": 1.0}, None),
        (
            "",
            {"integrator": "LOBATTO_IIIA_B"},
            "a STATIC analysis uses no integrator and no formulation: LOBATTO_IIIA_B has no effect",
        ),
        ("@TIME_INTEGRATOR_NAME {ti}", {}, "a STATIC analysis uses no integrator and no formulation: ti has no effect"),
    ],
)
def test_a_note_tells_what_has_no_effect(more, options, message):
    method = "@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {ti} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} } }\n"
    deck = (
        FRAME + body("B", 0, 0, 0) + (method if "ti" in more else "") + ANALYSIS.replace("{STATIC}", "{STATIC} " + more)
    )
    found = [
        finding
        for finding in check_deck(deck, Options(**options)).diagnostics
        if finding.code is not Code.UNUSED_OBJECT
    ]
    assert [(finding.severity, finding.message) for finding in found] == ([(Severity.NOTE, message)] if message else [])


def column(follower_force):
    """Ziegler's column: two rods of length 1/2 with springs 50 in their hinges, masses 2 at the knee and 1 at the tip."""
    parts = "".join(
        f"@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{{name}}} {{ @MASS {{{mass}}} @MOMENTS_OF_INERTIA {{1e-9, 1e-9, 1e-9}} }} }}\n"
        + body(name, 0.0, 0.0, height).replace("@MASS_PROPERTY_NAME {m}", f"@MASS_PROPERTY_NAME {{{name}}}")
        for name, mass, height in (("lower", 2, 0.5), ("upper", 1, 1.0))
    )
    parts += joint("REVOLUTE", "J1", "GROUND, lower", more="@SPRING {50, 0}")
    parts += joint("REVOLUTE", "J2", "lower, upper", at="Clower", more="@SPRING {50, 0}")
    return parts + load("P", "upper", "Cupper", follower_force, more="@FOLLOWER_FORCE_FLAG {YES}")


def test_follower_loads_do_not_topple_but_flutter(solve):
    """Flutter begins at (7/2 - sqrt 2) k/l, with w^2 = sqrt(k^2 / 2) / (m l^2) (Ziegler 1952): M = [[3, 1], [1, 1]] m l^2 has the
    determinant 2, K = [[2k - Pl, Pl - k], [-k, k]] always k^2, and the symmetric part of K a negative one already before."""
    critical = (3.5 - np.sqrt(2)) * 50 / 0.5
    below, above = (
        solve(WEIGHTLESS, column(f"0, 0, {-ratio * critical}")).summary.notes[0] for ratio in (0.9999, 1.0001)
    )
    assert below == "the equilibrium is stable"
    found = re.fullmatch(
        r"the equilibrium is unstable: it flutters at (\S+) Hz under loads that turn with their bodies", above
    )
    assert float(found[1]) == pytest.approx(np.sqrt(50 / np.sqrt(2) / 0.25) / (2 * np.pi), rel=1e-3)


def test_loads_that_turn_with_bodies_may_topple_them(solve):
    """A rod that a load at its knee pushes out of line against too soft a spring: (k - P l) of the lower hinge alone."""
    parts = body("B", 0.0, 0.0, 0.5) + joint("REVOLUTE", "J", "GROUND, B", more="@SPRING {50, 0}")
    parts += body("W", 0.0, 0.0, 1.0) + joint("REVOLUTE", "JW", "B, W", at="CB", more="@SPRING {10, 0} @DAMPER {1}")
    follower = load("P", "W", "CW", "0, 0, -1", more="@FOLLOWER_FORCE_FLAG {YES}")
    dead = load("D", "B", "CB", "0, 0, -150")
    run = solve(WEIGHTLESS, parts, follower, dead)
    assert run.summary.notes[0].startswith("the equilibrium is unstable: it gives way with")


def hardening(coefficients="0, 98.1, 0, 7357.5"):
    """A body of 1 kg under a spring of rest length 1 whose force is a polynomial of its elongation, at rest at no force."""
    return (
        point("T", 0, 0, 1)
        + "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {one} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }\n"
        + "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {one} } }\n"
        + f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{POLYNOMIAL}} @COEFFICIENTS {{{coefficients}}} }} }}\n"
        + "@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {T} @POINT2_NAME {O} "
        "@REST_LENGTH {1} @FORCE_FUNCTION_NAME {f} } }\n" + joint("PRISMATIC", "P", "GROUND, B", triad="z")
    )


@pytest.mark.parametrize("others", range(5))
def test_a_hardening_spring_whose_first_step_overshoots(solve, others):
    """The first full step leaves 0.75 of the force, reversed, whatever is fixed beside it."""
    fixed = "".join(body(f"F{k}", 1.0 + k, 0, 0) + joint("RIGID", f"R{k}", f"GROUND, F{k}") for k in range(others))
    run = solve(FRAME, hardening(), fixed, sensor("ELONGATION", "s"))
    x = brentq(lambda x: 98.1 * x + 7357.5 * x**3 - G, 0, 1)
    assert run["ELONGATION"][0, 0] == pytest.approx(x, rel=1e-10)
    assert run.summary.newton_iterations < 15


def with_force(expression):
    """The same under a force of any formula of its elongation."""
    law = "@FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 98.1, 0, 7357.5}"
    return hardening().replace(law, f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{expression}}}")


class Nowhere:
    """Takes the rows of a run, and keeps none."""

    def write(self, *rows):
        pass


def end_of(*parts, interrupted=lambda: False):
    checked = check_deck("".join((*parts, ANALYSIS)), Options())
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    return simulate(checked.compiled, checked.sensors, Nowhere(), interrupted=interrupted)


def test_a_force_that_jumps_ends_the_search_with_a_reason():
    """Less than the weight below an elongation, more than it above: nothing balances."""
    end = end_of(FRAME, with_force("10 + 5*sign(x - 0.05)"))
    assert end.outcome is Outcome.NO_EQUILIBRIUM
    assert "look for a function of force that jumps there" in describe_end(end)


@pytest.mark.parametrize("seed", range(40))
def test_every_search_ends(seed):
    """Forces that jump, wave, blow up or have no value, beside bodies that are fixed: never more than a bounded number of trials."""
    rng = np.random.default_rng(seed)
    a, b, c = 10 ** rng.uniform(-1, 3, 3)
    law = rng.choice(
        (
            f"{a}*sign(sin({b}*x)) + {c}*x",
            f"{a}*sin({b}*x) + {c}*x^3",
            f"{a}*x - {b}*x^3 + {c}*x^5",
            f"{a}*exp({b}*x) - {c}",
            f"{a}*log(x + {b}) + {c}*sign(x)",
            f"{a}/(x - {1 / b}) + {c}*sin({a * b}*x)",
        )
    )
    fixed = "".join(body(f"F{k}", 1.0 + k, 0, 0) + joint("RIGID", f"R{k}", f"GROUND, F{k}") for k in range(seed % 4))
    end = end_of(FRAME, with_force(law), fixed)
    assert end.outcome in (Outcome.COMPLETE, Outcome.NO_EQUILIBRIUM, Outcome.DIVERGED), end
    assert end.newton_iterations + end.rejected_steps <= MOST_TRIALS
    if end.outcome is not Outcome.COMPLETE:
        assert end.detail


def test_a_search_stops_when_it_is_interrupted(monkeypatch):
    """Within one of its trials: the run loop asks between them. It may bring a step to its end, but only while that takes no time."""
    monkeypatch.setattr("rbsolve.solver.run.PATIENCE", 0.0)
    asked = []
    end = end_of(FRAME, with_force("10 + 5*sign(x - 0.05)"), interrupted=lambda: asked.append(0) or len(asked) == 3)
    assert end.outcome is Outcome.INTERRUPTED
    assert len(asked) == 3
