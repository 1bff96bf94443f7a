"""Compare equilibria with closed forms and the minimum of the potential energy."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from scipy.optimize import brentq, minimize
from static_parts import FRAME, WEIGHTLESS, G, body, joint, load, point, sensor
from told import messages_of


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
    assert unique in messages_of(run)[0]


def test_pendulum_that_starts_upside_down_is_in_unstable_equilibrium(solve):
    run = solve(FRAME, body("B", 0.0, 0.0, 0.5), joint("REVOLUTE", "J", "GROUND, B"))
    assert run.summary.newton_iterations == 0
    assert messages_of(run) == ["the equilibrium is unstable: it diverges in joint J turning"]


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
    """Return the potential energy of links that are hinged in a row from the origin, and the position of the last
    link's end.
    """
    x, z = length * np.cumsum(np.cos(angles)), length * np.cumsum(np.sin(angles))
    return weight * np.sum(z - 0.5 * length * np.sin(angles)), np.array([x[-1] - end[0], z[-1] - end[1]])


@pytest.mark.parametrize("links", [3, 8])
@pytest.mark.parametrize("upwards", [1, -1])
def test_chain_between_two_hinges(solve, links, upwards):
    """A chain that starts as an arch above or below its supports hangs with the least potential energy."""
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
    assert "is stable" in messages_of(run)[0]


@pytest.mark.parametrize("ratio", [0.9, 1.1, 2.0])
def test_inverted_pendulum_on_a_spring_buckles(solve, ratio):
    """The equation `k q = m g l sin q` gives an upright pendulum below the critical weight, and a tilted pendulum above
    this weight.
    """
    k = 2 * G * 0.5 / ratio
    tilt = 0.01
    parts = body("B", 0.5 * np.sin(tilt), 0.0, 0.5 * np.cos(tilt))
    hinge = joint("REVOLUTE", "J", "GROUND, B", more=f"@SPRING {{{float(k)!r}, {-tilt!r}}}")
    run = solve(FRAME, parts, hinge, sensor("RELATIVE_ROTATION", "J"))
    angle = run["RELATIVE_ROTATION"][0, 0] + tilt
    expected = 0.0 if ratio < 1 else brentq(lambda q: q - ratio * np.sin(q), 0.05, np.pi, xtol=1e-15)
    assert angle == pytest.approx(expected, abs=1e-9)
    assert "is stable" in messages_of(run)[0]
    upright = body("B", 0.0, 0.0, 0.5) + joint("REVOLUTE", "J", "GROUND, B", more=f"@SPRING {{{float(k)!r}, 0}}")
    assert ("unstable" in messages_of(solve(FRAME, upright))[0]) == (ratio > 1)


def test_bushing_under_a_load(solve):
    """For small loads, the compliance gives the deflection. It equals the deflection of six springs at the point."""
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
    """An axial force F rotates a screw of lead L against its spring, with `k q = F L`."""
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
    assert run.checked.diagnostics  # redundant constraints are reported as in other analyses


FOLLOWER = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {ramp} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 1} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} @SIMULATION_TIME_RANGE {0, 1} @OUTPUT_STEP_SIZE {0.25} } }
"""


def test_sequence_under_a_follower_moment_and_dead_load(run_deck):
    """A lever on a spring has loads that are raised in time, with `k q = t (M + F l cos q)`."""
    parts = body("B", 1.0, 0.0, 0.0) + joint("REVOLUTE", "J", "GROUND, B", more="@SPRING {3, 0}")
    loads = load("F", "B", "CB", "0, 0, -4", "0, 1.5, 0", "@FUNCTION_1D_NAME {ramp}")
    run = run_deck(WEIGHTLESS + parts + loads + FOLLOWER + sensor("RELATIVE_ROTATION", "J"))
    assert run.time == pytest.approx(np.linspace(0, 1, 5), abs=1e-15)
    expected = [brentq(lambda q, t=t: 3 * q - t * (1.5 + 4 * np.cos(q)), -1, 3, xtol=1e-15) for t in run.time]
    assert run["RELATIVE_ROTATION"][:, 0] == pytest.approx(expected, abs=1e-10)
    assert run.diagnostics["step_size"] == pytest.approx([0, 0.25, 0.25, 0.25, 0.25])


def test_prescribed_motion_carries_the_rest_along(run_deck):
    """A rod hangs on a slider whose displacement is prescribed. Dampers and rates have no effect."""
    parts = body("S", 0.0, 0.0, 0.0) + body("B", 0.4, 0.0, -0.3)
    parts += joint("PRISMATIC", "P", "GROUND, S", triad="x", more="@PRESCRIBED_DISPLACEMENT {ramp}")
    parts += joint("REVOLUTE", "J", "S, B", more="@DAMPER {5}")
    triad = (
        "@TRIAD_DEFINITION { @TRIAD_NAME {x} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0, 0} } }"
    )
    run = run_deck(FRAME + triad + parts + FOLLOWER + sensor("POSITION", "B") + sensor("VELOCITY", "B"))
    assert run["POSITION"] == pytest.approx(np.stack([run.time, 0 * run.time, 0 * run.time - 0.5], axis=1), abs=1e-10)
    assert not run["VELOCITY"].any()


def column(follower_force):
    """Return Ziegler's column. The two rods have the length 1/2, hinge springs of stiffness 50, and masses 2 at the
    knee and 1 at the tip.
    """
    parts = "".join(
        f"@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{{name}}} {{ @MASS {{{mass}}} @MOMENTS_OF_INERTIA {{1e-9, 1e-9, 1e-9}} }} }}\n"
        + body(name, 0.0, 0.0, height).replace("@MASS_PROPERTY_NAME {m}", f"@MASS_PROPERTY_NAME {{{name}}}")
        for name, mass, height in (("lower", 2, 0.5), ("upper", 1, 1.0))
    )
    parts += joint("REVOLUTE", "J1", "GROUND, lower", more="@SPRING {50, 0}")
    parts += joint("REVOLUTE", "J2", "lower, upper", at="Clower", more="@SPRING {50, 0}")
    return parts + load("P", "upper", "Cupper", follower_force, more="@FOLLOWER_FORCE_FLAG {YES}")


def test_follower_loads_do_not_topple_but_flutter(solve):
    """Flutter starts at (7/2 - sqrt 2) k/l, with w^2 = sqrt(k^2 / 2) / (m l^2) (Ziegler 1952).
    `M = [[3, 1], [1, 1]] m l^2` has the determinant `2 m^2 l^4`, and `K = [[2k - Pl, Pl - k], [-k, k]]` has the
    determinant `k^2` for any P. The symmetric part of K already has a negative determinant below this load.
    """
    critical = (3.5 - np.sqrt(2)) * 50 / 0.5
    below, above = (
        messages_of(solve(WEIGHTLESS, column(f"0, 0, {-ratio * critical}")))[0] for ratio in (0.9999, 1.0001)
    )
    assert below == "the equilibrium is stable"
    found = re.fullmatch(r"the equilibrium is unstable: it flutters at (\S+) Hz under follower loads", above)
    assert float(found[1]) == pytest.approx(np.sqrt(50 / np.sqrt(2) / 0.25) / (2 * np.pi), rel=1e-3)


def test_loads_that_turn_with_bodies_may_topple_them(solve):
    """A load at the knee of a rod pushes the rod out of line, because the spring is too soft. The equation of the
    lower hinge alone gives (k - P l).
    """
    parts = body("B", 0.0, 0.0, 0.5) + joint("REVOLUTE", "J", "GROUND, B", more="@SPRING {50, 0}")
    parts += body("W", 0.0, 0.0, 1.0) + joint("REVOLUTE", "JW", "B, W", at="CB", more="@SPRING {10, 0} @DAMPER {1}")
    follower = load("P", "W", "CW", "0, 0, -1", more="@FOLLOWER_FORCE_FLAG {YES}")
    dead = load("D", "B", "CB", "0, 0, -150")
    run = solve(WEIGHTLESS, parts, follower, dead)
    assert messages_of(run)[0].startswith("the equilibrium is unstable: it diverges in")
