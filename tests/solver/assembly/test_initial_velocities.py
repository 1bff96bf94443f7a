"""Velocities at the start of mechanisms with known answers. Bodies start with the given velocities. All other
velocities follow from them.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from mechanisms import Deck, four_bar, messages

from rbsolve.language.diagnostics import Severity


def test_given_velocity_that_had_to_change_is_a_warning_with_the_amount():
    """A rod of mass 1, with moment J about its middle, is hinged at its end. The smallest change of (v, w) satisfies v
    = w/2 x.

    The conserved quantity is the moment of momentum about the hinge, so w' = (J w + v/2)/(J + 1/4).
    """
    deck = Deck()
    deck.body("rod", (0.5, 0, 0), J=(0.1, 0.1, 0.1), INITIAL_VELOCITY=(0, 2.0, 0), INITIAL_ANGULAR_VELOCITY=(0, 0, 1.0))
    deck.joint("REVOLUTE", "J", ("GROUND", "rod"), (0, 0, 0))
    _, state, findings = deck.started()
    spin = (0.1 * 1.0 + 0.5 * 2.0) / (0.1 + 0.25)
    np.testing.assert_allclose(state.w[0], [0, 0, spin], atol=1e-12)
    np.testing.assert_allclose(state.u[0], [0, spin / 2, 0], atol=1e-12)
    linear, angular = messages(findings, Severity.WARNING)
    assert f"changed by {2.0 - spin / 2:.6g} m/s" in linear
    assert f"changed by {spin - 1.0:.6g} rad/s" in angular


def test_consistent_velocities_are_left_alone():
    deck = Deck()
    deck.body("rod", (0.5, 0, 0), INITIAL_VELOCITY=(0, 1.5, 0), INITIAL_ANGULAR_VELOCITY=(0, 0, 3.0))
    deck.joint("REVOLUTE", "J", ("GROUND", "rod"), (0, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    assert state.u[0].tolist() == [0, 1.5, 0]


@pytest.mark.parametrize("kind", ["CYLINDRICAL", "SCREW"])
def test_prescribed_motions_and_rates_of_two_coordinates(kind):
    deck = Deck(functions=[[0.3, 2.0], [0.1, -1.0]])
    deck.body("B", turn=(0, 0, 0.3), shift=(0, 0, 0.1))
    if kind == "CYLINDRICAL":
        values = {"PRESCRIBED_ROTATION": "f0", "PRESCRIBED_DISPLACEMENT": "f1"}
        speed = -1.0
    else:
        values = {"PRESCRIBED_ROTATION": "f0", "PITCH": 2 * math.pi / 3}
        speed = 2.0 / 3.0
    deck.joint(kind, "J", ("GROUND", "B"), (0, 0, 0), **values)
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.w[0], [0, 0, 2.0], atol=1e-13)
    np.testing.assert_allclose(state.u[0], [0, 0, speed], atol=1e-13)


@pytest.mark.parametrize(
    ("kind", "bodies", "rate", "spin", "speed"),
    [
        ("CYLINDRICAL", ("GROUND", "B"), (2.0, -0.5), 2.0, -0.5),
        ("CYLINDRICAL", ("B", "GROUND"), (2.0, -0.5), -2.0, 0.5),
        ("SCREW", ("GROUND", "B"), 3.0, 3.0, 0.6),
        ("PRISMATIC", ("GROUND", "B"), 0.7, 0.0, 0.7),
        ("REVOLUTE", ("B", "GROUND"), 1.5, -1.5, 0.0),
    ],
)
def test_initial_rates_are_those_of_the_second_body_relative_to_the_first(kind, bodies, rate, spin, speed):
    deck = Deck()
    deck.body("B")
    pitch = {"PITCH": 0.4 * math.pi} if kind == "SCREW" else {}
    deck.joint(kind, "J", bodies, (0, 0, 0), INITIAL_RATE=rate, **pitch)
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.w[0], [0, 0, spin], atol=1e-13)
    np.testing.assert_allclose(state.u[0], [0, 0, speed], atol=1e-13)


@pytest.mark.parametrize(
    ("values", "spin", "changes"),
    [
        ({"INITIAL_RATE": 2.5}, (0.35 * 3.0 + 1.1 * 2.5) / 1.45, {"A": 3.0, "D": 2.5}),
        ({"PRESCRIBED_ROTATION": "f0"}, 2.5, {"A": 3.0}),
    ],
)
def test_contradicting_rates_give_way_by_the_inertia_that_they_move(values, spin, changes):
    """Crank and rocker of a parallelogram rotate equally, with moments of inertia about their hinges 0.1 + 1/4 and 0.1
    + 4/4.
    """
    deck = four_bar("REVOLUTE", "REVOLUTE", "REVOLUTE", "REVOLUTE", INITIAL_RATE=3.0)
    deck.masses[2] = (4.0, *deck.masses[2][1:])
    deck.functions = [[0.0, 2.5]]
    deck.objects["REVOLUTE_JOINT"].pop("D")
    deck.joint("REVOLUTE", "D", ("GROUND", "rocker"), (2, 0, 0), **values)
    _, state, findings = deck.started()
    np.testing.assert_allclose(state.w[:3, 2], [spin, 0, spin], atol=1e-12)
    warnings = [text for text in messages(findings, Severity.WARNING) if text.startswith("inconsistent")]
    assert len(warnings) == len(changes)
    for warning, (joint, given) in zip(warnings, changes.items(), strict=True):
        assert f"@INITIAL_RATE of joint {joint} was changed by {abs(spin - given):.6g} rad/s" in warning
        assert f"({given:.6g} before, {spin:.6g} after)" in warning


def test_a_driven_shaft_carries_its_blades():
    """The deck gives only the shaft's prescribed 30 rad/s. The lag hinge is at rest, and the blade's origin at 1.3 m
    moves at 39 m/s.
    """
    deck = Deck(functions=[[0.0, 30.0]])
    deck.body("blade", (1.3, 0, 0), m=5.0, J=(0.2, 0.3, 0.4))
    deck.body("shaft")
    deck.joint("REVOLUTE", "lag", ("blade", "shaft"), (0.3, 0, 0))
    deck.joint("REVOLUTE", "bearing", ("GROUND", "shaft"), (0, 0, 0), PRESCRIBED_ROTATION="f0")
    _, state, findings = deck.started()
    assert not findings
    assert state.w[:2].tolist() == [[0, 0, 30.0], [0, 0, 30.0]]
    np.testing.assert_allclose(state.u[:2], [[0, 39.0, 0], [0, 0, 0]], atol=1e-13)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_wheels_with_rates_ride_on_a_turning_spacecraft(order):
    """The bus rotates at 0.05 rad/s about z with its origin at rest. The wheels rotate in the bus at 300 and 200 rad/s
    about z and x.
    """
    deck = Deck()
    deck.triads["x"] = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    bodies = (
        ("bus", {"m": 500.0, "J": (120.0, 150.0, 100.0), "INITIAL_ANGULAR_VELOCITY": (0, 0, 0.05)}),
        ("first", {"x": (0.3, 0.1, 0), "m": 5.0, "J": (0.02, 0.02, 0.04)}),
        ("second", {"x": (-0.2, 0, 0.4), "m": 5.0, "J": (0.04, 0.02, 0.02)}),
    )
    for k in order:
        deck.body(bodies[k][0], **bodies[k][1])
    deck.joint("REVOLUTE", "z", ("bus", "first"), (0.3, 0.1, 0), INITIAL_RATE=300.0)
    deck.joint("REVOLUTE", "y", ("second", "bus"), (-0.2, 0, 0.4), "x", INITIAL_RATE=-200.0)
    _, state, findings = deck.started()
    assert not findings
    w, u = state.w[list(order)], state.u[list(order)]
    np.testing.assert_allclose(w, [[0, 0, 0.05], [0, 0, 300.05], [200, 0, 0.05]], atol=1e-12)
    np.testing.assert_allclose(u, [[0, 0, 0], [-0.005, 0.015, 0], [0, -0.01, 0]], atol=1e-15)


def test_without_written_velocities_the_first_body_of_a_floating_part_rests():
    deck = Deck()
    deck.body("wheel", (1, 0, 0))
    deck.body("hub")
    deck.joint("REVOLUTE", "J", ("hub", "wheel"), (0, 0, 0), INITIAL_RATE=3.0)
    state = deck.started()[1]
    np.testing.assert_allclose(state.w[:2], [[0, 0, 3.0], [0, 0, 0]], atol=1e-15)
    np.testing.assert_allclose(state.u[:2], [[0, 3.0, 0], [0, 0, 0]], atol=1e-15)


def test_a_written_zero_holds():
    """A body at rest is on a rotating table, so its own hinge rotates backwards."""
    deck = Deck()
    deck.body("table", INITIAL_ANGULAR_VELOCITY=(0, 0, 2.0))
    deck.body("puck", (0.5, 0, 0), INITIAL_ANGULAR_VELOCITY=(0, 0, 0))
    deck.joint("REVOLUTE", "bearing", ("GROUND", "table"), (0, 0, 0))
    deck.joint("REVOLUTE", "pin", ("table", "puck"), (0.5, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.w[:2], [[0, 0, 2.0], [0, 0, 0]], atol=1e-13)
    np.testing.assert_allclose(state.u[1], [0, 1.0, 0], atol=1e-13)


def test_rates_between_two_given_bodies_share_what_they_make_up():
    """A slide along x connects the ground with A. A hinge connects A with B, 0.8 m below. The origin of B must move at
    3 m/s along x. The smallest rates minimize (x'/L)^2 + theta'^2 with x' + 0.8 theta' = 3 and the model's extent L =
    0.8.
    """
    deck = Deck()
    deck.triads["x"] = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    deck.body("A", m=5.0)
    deck.body("B", (0, -0.8, 0), INITIAL_VELOCITY=(3.0, 0, 0))
    deck.joint("PRISMATIC", "slide", ("GROUND", "A"), (0, 0, 0), "x")
    deck.joint("REVOLUTE", "hinge", ("A", "B"), (0, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.u[:2], [[1.5, 0, 0], [3.0, 0, 0]], atol=1e-13)
    np.testing.assert_allclose(state.w[1], [0, 0, 1.5 / 0.8], atol=1e-13)


def test_a_loop_takes_the_smallest_rates_that_are_not_given():
    """A loop drives a body on two slides in line at 3 m/s, so the rate of each slide is half of this speed. If one rate
    is given, the other slide has the remaining rate.
    """
    for given, expected in ((None, 1.5), (2.0, 2.0)):
        deck = Deck(functions=[[0.0, 3.0]])
        deck.body("middle")
        deck.body("end")
        values = {} if given is None else {"INITIAL_RATE": given}
        deck.joint("PRISMATIC", "P", ("GROUND", "middle"), (0, 0, 0), **values)
        deck.joint("PRISMATIC", "Q", ("middle", "end"), (0, 0, 0))
        deck.joint("PRISMATIC", "R", ("GROUND", "end"), (0, 0, 0), PRESCRIBED_DISPLACEMENT="f0")
        state = deck.started()[1]
        np.testing.assert_allclose(state.u[:2], [[0, 0, expected], [0, 0, 3.0]], atol=1e-13)


def test_a_velocity_written_for_the_centre_of_mass_alone_is_that_of_the_centre_of_mass():
    deck = Deck()
    deck.body("B", centre=(0.5, 0, 0), INITIAL_VELOCITY=(0, 1.0, 0), INITIAL_VELOCITY_POINT="CENTRE_OF_MASS")
    deck.joint("SPHERICAL", "J", ("GROUND", "B"), (0, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.w[0], [0, 0, 2.0], atol=1e-13)
    np.testing.assert_allclose(state.u[0], 0.0, atol=1e-13)
