"""Accelerations and reactions at the start of mechanisms with known answers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from mechanisms import Deck, four_bar

from rbsolve.solver.assembly.initial.accelerations import consistent_accelerations
from rbsolve.solver.assembly.initial.closure import conditions


def weigh(model, state, gravity):
    """Write the weights of the bodies into the state, from their masses and centres of mass."""
    bodies = model.bodies
    for b, (m, c) in enumerate(zip(bodies.mass, bodies.centre, strict=True)):
        state.force[b] = m * np.array(gravity)
        state.moment[b] = np.cross(c, state.R[b].T @ state.force[b])


def test_first_acceleration_and_reaction_of_a_physical_pendulum():
    """With the angle from the x axis and gravity along -y, theta'' = -m g l cos(theta)/(J + m l^2). The force of the
    hinge is m (a_C - g).
    """
    m, J, length, g, angle, rate = 2.0, 0.3, 0.7, 9.81, 0.4, 3.0
    deck = Deck()
    deck.body("rod", m=m, J=(0.1, 0.2, J), centre=(length, 0, 0), turn=(0, 0, angle))
    deck.joint("REVOLUTE", "J", ("GROUND", "rod"), (0, 0, 0), INITIAL_RATE=rate)
    model, state, findings = deck.started()
    assert not findings
    weigh(model, state, (0, -g, 0))
    solution = consistent_accelerations(model, state, 0.0)
    alpha = -m * g * length * math.cos(angle) / (J + m * length**2)
    np.testing.assert_allclose(solution.change[0], [0, 0, 0, 0, 0, alpha], atol=1e-11)
    along, across = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    reaction = m * (length * (alpha * across - rate**2 * along) + np.array([0, g]))
    np.testing.assert_allclose(-solution.multipliers[:3], [*reaction, 0], atol=1e-10)


@pytest.mark.parametrize("kinds", [("REVOLUTE",) * 4, ("REVOLUTE", "SPHERICAL", "CYLINDRICAL", "REVOLUTE")])
def test_first_acceleration_of_a_four_bar_with_and_without_redundancy(kinds):
    """A parallelogram has a constant inertia about its crank, 2 (0.1 + 1/4) + 2 * 1. The moment arm of the force along
    x is the sine of the crank's angle.
    """
    model, state, _ = four_bar(*kinds, INITIAL_RATE=2.0).started()
    weigh(model, state, (5.0, 0, 0))
    solution = consistent_accelerations(model, state, 0.0)
    alpha = -(2 * 1.0 * 0.5 + 2.0 * 1.0) * 5.0 / (2 * 0.35 + 2.0)
    np.testing.assert_allclose(solution.change[[0, 2], 5], alpha, atol=1e-10)
    np.testing.assert_allclose(solution.change[1], [-alpha, -4.0, 0, 0, 0, 0], atol=1e-10)
    assert np.max(np.abs(solution.residual)) < 1e-11


def test_reactions_of_redundant_constraints_are_those_of_smallest_norm():
    """The general solution is any solution plus the null space of J^T. The solution of rbsolve is orthogonal to this
    null space.
    """
    model, state, _ = four_bar(*("REVOLUTE",) * 4, INITIAL_RATE=2.0).started()
    weigh(model, state, (5.0, 1.0, 3.0))
    multipliers = consistent_accelerations(model, state, 0.0).multipliers
    rows = conditions(model, state)
    J = np.zeros((len(multipliers), 24))
    for k, (a, b) in enumerate(zip(rows.body0, rows.body1, strict=True)):
        J[k, 6 * a : 6 * a + 6] += rows.rows[k, :6]
        J[k, 6 * b : 6 * b + 6] += rows.rows[k, 6:]
    u, s, _ = np.linalg.svd(J[:, :18])
    null = u[:, np.sum(s > 1e-10) :]
    assert null.shape[1] == 3
    np.testing.assert_allclose(null.T @ multipliers, 0.0, atol=1e-6 * np.max(np.abs(multipliers)))


@pytest.mark.parametrize(("fork", "bob"), [(1e-3, 1e-9), (1e-3, 1e-13), (1e-9, 1e-3), (1.0, 1.0)])
def test_bodies_with_hardly_any_mass_or_inertia(fork, bob):
    """A bob of 2 kg at 0.8 m is in a fork that rotates about z. The bob is hinged about y, so it is only pulled
    inwards.
    """
    deck = Deck()
    deck.triads["y"] = np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]).T
    deck.body("fork", m=fork, J=(fork / 100,) * 3)
    deck.body("bob", (0.8, 0, 0), m=2.0, J=(bob,) * 3)
    deck.joint("REVOLUTE", "A", ("GROUND", "fork"), (0, 0, 0), INITIAL_RATE=3.0)
    deck.joint("REVOLUTE", "B", ("fork", "bob"), (0, 0, 0), "y", INITIAL_RATE=0.0)
    model, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.u[1], [0, 2.4, 0], atol=1e-9)
    solution = consistent_accelerations(model, state, 0.0)
    np.testing.assert_allclose(solution.change[1, :3], [-7.2, 0, 0], atol=1e-8)
    np.testing.assert_allclose(-solution.multipliers[5:10], [-14.4, 0, 0, 0, 0], atol=1e-8)


def test_prescribed_acceleration_is_met():
    deck = Deck(functions=[[0.0, 2.0, 3.5]])
    deck.body("B", (1, 0, 0))
    deck.joint("REVOLUTE", "J", ("GROUND", "B"), (0, 0, 0), PRESCRIBED_ROTATION="f0")
    model, state, _ = deck.started()
    solution = consistent_accelerations(model, state, 0.0)
    np.testing.assert_allclose(solution.change[0], [-4.0, 7.0, 0, 0, 0, 7.0], atol=1e-11)
