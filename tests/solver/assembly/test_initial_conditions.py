"""Assembly, redundancy and drives at the start of mechanisms with known answers."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from mechanisms import Deck, four_bar, messages

from rbsolve.language.diagnostics import Severity
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.assembly.checks import redundancy

DECKS = Path(__file__).parents[3] / "decks"


@pytest.mark.parametrize(
    ("kinds", "excess"),
    [
        (("REVOLUTE",) * 4, 3),
        (("REVOLUTE", "SPHERICAL", "REVOLUTE", "REVOLUTE"), 1),
        (("REVOLUTE", "SPHERICAL", "CYLINDRICAL", "REVOLUTE"), 0),
        (("REVOLUTE", "REVOLUTE", "CYLINDRICAL", "REVOLUTE"), 2),
    ],
)
def test_redundant_constraints_of_a_planar_four_bar(kinds, excess):
    """The mobility of the three bodies is always 1, so the number of redundant rows is the excess over 17 rows. The
    parallelogram's coupler moves like the tip of the crank and does not rotate. The rocker rotates like the crank.
    """
    _, state, findings = four_bar(*kinds, INITIAL_RATE=2.0).started()
    np.testing.assert_allclose(state.w[:3], [[0, 0, 2.0], [0, 0, 0], [0, 0, 2.0]], atol=1e-12)
    np.testing.assert_allclose(state.u[:3], [[-1, 0, 0], [-2, 0, 0], [-1, 0, 0]], atol=1e-12)
    warnings = messages(findings, Severity.WARNING)
    assert not messages(findings, Severity.ERROR)
    if excess == 0:
        assert not warnings
        return
    assert len(warnings) == 1
    assert warnings[0].startswith("redundant-constraints")
    assert f"{excess} condition" in warnings[0]
    assert "D (line 7)" in warnings[0]


def test_joint_that_is_not_assembled_is_an_error_with_its_size():
    deck = Deck()
    deck.body("B", (1, 0, 0), shift=(0.03, 0.04, 0), turn=(0.0, math.radians(2.0), 0.0))
    deck.joint("REVOLUTE", "J", ("GROUND", "B"), (1, 0, 0))
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert error.startswith("inconsistent-initial-conditions: joint J")
    assert "0.05 m apart" in error
    assert "2 deg" in error


@pytest.mark.parametrize(
    ("kind", "turn"), [("RIGID", (math.pi, 0, 0)), ("REVOLUTE", (math.pi, 0, 0)), ("PRISMATIC", (0, 0, math.pi))]
)
def test_a_joint_flipped_over_is_not_assembled(kind, turn):
    """The residuals of such a joint vanish, or nearly vanish, but its axes are opposite."""
    deck = Deck()
    deck.body("B", turn=turn)
    deck.joint(kind, "J", ("GROUND", "B"), (0, 0, 0))
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert "180 deg" in error


def test_a_small_opening_is_closed():
    deck = Deck()
    deck.body("B", (1, 0, 0), shift=(3e-8, 0, 0), turn=(2e-8, 0, 0.4))
    deck.joint("REVOLUTE", "J", ("GROUND", "B"), (1, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.x[0], [1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(state.R[0][:, 2], [0, 0, 1], atol=1e-15)
    np.testing.assert_allclose(state.turned, 0.4, atol=1e-14)


def test_drives_from_the_keywords_of_joints_and_controllers():
    deck = Deck(functions=[[1.0], [2.0], [3.0]])
    for name in "BCD":
        deck.body(name)
    both = {"SPRING": (5.0, 0.1, 6.0, 0.2), "DAMPER": (7.0, 8.0), "ACTUATOR": ("f0", "f1")}
    deck.joint("CYLINDRICAL", "J", ("GROUND", "B"), (0, 0, 0), **both)
    deck.joint("PRISMATIC", "K", ("GROUND", "C"), (0, 0, 0), DAMPER=9.0)
    deck.joint("REVOLUTE", "L", ("GROUND", "D"), (0, 0, 0))
    gains = {"PROPORTIONAL_GAIN": 10.0, "DERIVATIVE_GAIN": 11.0, "TORQUE_LIMIT": 12.0}
    functions = {"REFERENCE_FUNCTION_NAME": "f1", "FEEDFORWARD_FUNCTION_NAME": "f2"}
    deck.add("JOINT_CONTROLLER", "c", JOINT_NAME="L", **gains, **functions)
    drives = deck.started()[0].drives
    *law, mobility = drives
    assert not mobility.size  # only friction and stops have numbers in `mobility`
    table = np.stack([np.asarray(part, float) for part in law], axis=1)
    expected = [  # in the order joint, coordinate, stiffness, damping, rest, reference, feedforward, limit, law, signal
        [0, 0, 5, 7, 0.1, -1, 0, math.inf, 0, -1],
        [0, 1, 6, 8, 0.2, -1, 1, math.inf, 0, -1],
        [1, 1, 0, 9, 0, -1, -1, math.inf, 0, -1],
        [2, 0, 10, 11, 0, 1, 2, 12, 0, -1],
    ]
    np.testing.assert_array_equal(table, expected)


def test_a_controller_of_a_joint_without_a_coordinate_is_an_error():
    deck = Deck()
    deck.body("B")
    deck.joint("RIGID", "J", ("GROUND", "B"), (0, 0, 0))
    deck.add("JOINT_CONTROLLER", "c", JOINT_NAME="J")
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert "controller c cannot drive 1 coordinate of joint J: it has no relative coordinate" in error


def test_prescribed_rotation_that_starts_elsewhere_is_an_error():
    deck = Deck(functions=[[0.5, 2.0]])
    deck.body("B")
    deck.joint("REVOLUTE", "J", ("GROUND", "B"), (0, 0, 0), PRESCRIBED_ROTATION="f0")
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert "its rotation is 0 rad, the prescribed one 0.5 rad" in error


def test_two_prescribed_motions_of_one_freedom_contradict_each_other():
    deck = four_bar("REVOLUTE", "SPHERICAL", "CYLINDRICAL", "REVOLUTE", PRESCRIBED_ROTATION="f0")
    deck.functions = [[0.0, 2.5], [0.0, 3.5]]
    deck.objects["REVOLUTE_JOINT"].pop("D")
    deck.joint("REVOLUTE", "D", ("GROUND", "rocker"), (2, 0, 0), PRESCRIBED_ROTATION="f1")
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert "@PRESCRIBED_ROTATION of A and @PRESCRIBED_ROTATION of D contradict each other" in error


@pytest.mark.parametrize(("ratio", "found"), [(1.0, False), (-1.0, True)])
def test_prescribed_motions_that_contradict_each_other_in_their_accelerations_are_an_error(ratio, found):
    """Two wheels start at rest and turn by the angle t^2 in the same sense. The wheels of a gear with ratio 1 turn by
    equal angles.
    """
    deck = Deck(functions=[[0.0, 0.0, 1.0]])
    for name, x in (("A", 0), ("B", 1)):
        deck.body(name, (x, 0, 0))
        deck.joint("REVOLUTE", f"J{name}", ("GROUND", name), (x, 0, 0), PRESCRIBED_ROTATION="f0")
    deck.add("GEAR", "g", JOINT_NAMES=("JA", "JB"), RATIO=ratio, COORDINATE_NUMBERS=(1, 1))
    errors = messages(deck.started()[2], Severity.ERROR)
    told = "@PRESCRIBED_ROTATION of JA and @PRESCRIBED_ROTATION of JB contradict each other: no accelerations satisfy"
    assert [told in error for error in errors] == ([True] if found else [])


def planar_slider_crank(angle):
    """Return a crank and a rod of length 1 with the hinges of a plane mechanism. The mechanism folds flat at 0 deg and
    at 90 deg.
    """
    deck = Deck()
    joint = np.array([math.cos(angle), math.sin(angle), 0])
    end = np.array([2 * math.cos(angle), 0, 0])
    deck.body("crank", joint / 2, J=(0.1, 0.1, 0.1))
    deck.body("rod", (joint + end) / 2, J=(0.1, 0.1, 0.1))
    deck.body("slider", end)
    deck.triads["X"] = np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]])
    deck.joint("REVOLUTE", "A", ("GROUND", "crank"), (0, 0, 0))
    deck.joint("SPHERICAL", "B", ("crank", "rod"), joint)
    deck.joint("CYLINDRICAL", "C", ("rod", "slider"), end)
    deck.joint("PRISMATIC", "D", ("GROUND", "slider"), end, "X")
    return deck


def test_a_planar_loop_moved_by_its_prescribed_drive_can_move():
    """There are three redundant conditions, and a single motion, which is prescribed."""
    text = (DECKS / "four_bar.deck").read_text()
    driven = text.replace("{GROUND, left} @AT_POINT {A}", "{GROUND, left} @AT_POINT {A} @PRESCRIBED_ROTATION {f}")
    driven += "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.3*sin(2*t)} } }"
    messages = [finding.message for finding in check_deck(driven, Options()).diagnostics]
    assert len(messages) == 1
    assert (
        "have 3 conditions more than necessary: the motion is correct, but their reactions are not unique"
        in messages[0]
    )


@pytest.mark.parametrize(("degrees", "singular"), [(40.0, False), (90.0, True)])
def test_a_singular_configuration_is_told_from_redundant_constraints(degrees, singular):
    """Both ends of the rod coincide, so the slider may rest while crank and rod rotate, or may move."""
    findings = planar_slider_crank(math.radians(degrees)).started()[2]
    assert ["singular configuration" in finding.message for finding in findings] == [True] * singular


@pytest.mark.parametrize(
    ("kinds", "remedy"),
    [
        (("REVOLUTE",) * 4, "make D spherical and C cylindrical"),
        (("REVOLUTE", "SPHERICAL", "REVOLUTE", "REVOLUTE"), "make D cylindrical"),
    ],
)
def test_the_hint_names_joints_that_remove_the_redundancy(kinds, remedy):
    (finding,) = four_bar(*kinds).started()[2]
    assert remedy in finding.hint


def test_a_warning_names_a_few_of_many_joints_and_counts_the_others():
    (warning,) = check_deck(DECKS / "n_four_bar.deck").diagnostics
    assert re.search(r"upper_0 \(line (\d+)\), upper_1 \(line \1\)", warning.message)
    named = warning.message.count("(line")
    assert 2 <= named <= 6
    assert f"{121 - named} more" in warning.message  # of 40 loops with 3 hinges and a first loop with 4 hinges
    assert len(warning.message) < 400
    assert len(warning.hint) < 400


def test_rank_of_a_long_closed_chain_of_spherical_joints():
    """A chain that is pinned at both ends has no redundancy for any length. A second wall pin at the same position
    makes three redundant rows.
    """
    deck = Deck()
    n = 400
    angles = np.linspace(0.0, math.pi, n + 1)
    nodes = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    for k in range(n):
        deck.body(f"b{k}", (nodes[k] + nodes[k + 1]) / 2)
    names = ["GROUND", *(f"b{k}" for k in range(n)), "GROUND"]
    for k in range(n + 1):
        deck.joint("SPHERICAL", f"J{k}", (names[k], names[k + 1]), nodes[k])
    assert not deck.started()[2]
    deck.joint("SPHERICAL", "twin", ("GROUND", "b0"), nodes[0])
    (warning,) = messages(deck.started()[2], Severity.WARNING)
    assert "J0 (line" in warning
    assert "twin (line" in warning
    assert "J1 (line" not in warning
    assert "3 conditions" in warning


DRIVEN_DOOR = """
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {1,2,3} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1,1,1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {door} { @FRAME_NAME {F} @MASS_PROPERTY_NAME {m} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {exp(2*t) - 1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
    @CONNECTED_TO_BODIES {GROUND, door} @AT_POINT {P} @TRIAD_NAME {TRIAD_INERTIAL} @PRESCRIBED_ROTATION {f} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} {
    @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
"""


def test_a_check_makes_a_deck_consistent_without_numba():
    program = (
        "import sys; from rbsolve.pipeline import check_deck; found = check_deck(sys.argv[1]); "
        "assert not found.has_errors, list(found.diagnostics); print(*found.compiled.initial.w[0]); "
        "print(*({'numba', 'scipy'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program, DRIVEN_DOOR], capture_output=True, text=True, check=True)
    rates, loaded = run.stdout.split("\n")[:2]
    np.testing.assert_allclose([float(rate) for rate in rates.split()], [0, 0, 2.0], atol=1e-14)
    assert not loaded


@pytest.mark.parametrize(("most", "found"), [(14, [(0, 1, 2, 3)]), (15, [])])
def test_loops_are_examined_up_to_a_number_of_entries(monkeypatch, most, found):
    """In a four-bar of revolute joints, the last joint has 5 rows, and the other joints have 3 degrees of freedom."""
    monkeypatch.setattr(redundancy, "MOST_ENTRIES", most)
    model = check_deck(DECKS / "four_bar.deck").compiled.model
    assert redundancy.unexamined_loops(model.joints, len(model.bodies.mass)) == found
