"""The woodpecker toy with rigid contacts, by Moreau's time stepping. One of two laws for impacts can be chosen.

`newton` is the model of the literature, with Newton's law. The velocities at the end of a step determine the direction
of friction. `incremental` resolves each impact at a fixed configuration, by Hunt and Crossley's law with Coulomb's
friction. The direction of friction may change during the impact. The result is the limit of compliant contacts of
increasing stiffness.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

SLEEVE, J_SLEEVE, BIRD, J_BIRD, SPRING, G, MU = 3e-4, 5e-9, 4.5e-3, 7e-7, 5.6e-3, 9.81, 0.3
POLE, INNER, HALF, TO_SPRING, TO_BIRD, UP, BACK = 2.5e-3, 3.1e-3, 5.8e-3, 1e-2, 1.5e-2, 2e-2, 2.01e-2
RESTITUTION = (0.5, 0.0, 0.0)  # points of the beak, and of the lower and upper edge of the sleeve


class Terms(NamedTuple):
    """Mass matrix, forces, gaps, and the directions of gaps and of sliding, all for (y, sleeve's angle, bird's angle)."""

    M: np.ndarray
    h: np.ndarray
    gap: np.ndarray
    N: np.ndarray
    T: np.ndarray


def small_angles(q, u):
    """Return the terms with forces and gaps that are linear in the angles, as published."""
    _, p, s = q
    m, a, b = BIRD, TO_SPRING, TO_BIRD
    M = np.array(
        [[m + SLEEVE, m * a, m * b], [m * a, J_SLEEVE + m * a * a, m * a * b], [m * b, m * a * b, J_BIRD + m * b * b]]
    )
    h = np.array([-(m + SLEEVE) * G, SPRING * (s - p) - m * a * G, SPRING * (p - s) - m * b * G])
    gap = np.array([a + b - BACK - POLE - UP * s, INNER - POLE + HALF * p, INNER - POLE - HALF * p])
    N = np.array([[0.0, 0.0, -UP], [0.0, HALF, 0.0], [0.0, -HALF, 0.0]])
    return Terms(M, h, gap, N, np.array([[1.0, a, b - BACK], [1.0, INNER, 0.0], [1.0, INNER, 0.0]]))


def large_angles(q, u):
    """Return the terms of the exact geometry."""
    _, p, s = q
    dp, ds = u[1:]
    m, a, b, tip = BIRD, TO_SPRING, TO_BIRD, TO_BIRD - BACK
    cp, sp, cs, ss = math.cos(p), math.sin(p), math.cos(s), math.sin(s)
    both, turned = m * a * b * math.cos(p - s), m * a * b * math.sin(p - s)
    M = np.array(
        [[m + SLEEVE, m * a * cp, m * b * cs], [m * a * cp, J_SLEEVE + m * a * a, both], [m * b * cs, both, J_BIRD + m * b * b]]
    )  # fmt: skip
    h = np.array(
        [
            m * (a * sp * dp * dp + b * ss * ds * ds) - (m + SLEEVE) * G,
            SPRING * (s - p) - m * a * G * cp - turned * ds * ds,
            SPRING * (p - s) - m * b * G * cs + turned * dp * dp,
        ]
    )
    gap = np.array([a * cp + tip * cs - UP * ss, INNER * cp + HALF * sp, INNER * cp - HALF * sp]) - POLE
    N = np.array(
        [[0.0, -a * sp, -tip * ss - UP * cs], [0.0, HALF * cp - INNER * sp, 0.0], [0.0, -HALF * cp - INNER * sp, 0.0]]
    )
    T = np.array(
        [[1.0, a * cp, tip * cs - UP * ss], [1.0, INNER * cp + HALF * sp, 0.0], [1.0, INNER * cp - HALF * sp, 0.0]]
    )
    return Terms(M, h, gap, N, T)


Kinematics = Callable[[np.ndarray, np.ndarray], Terms]


def _impulses(W: list[list[float]], speeds: list[float], P: list[float]) -> list[float]:
    """Alternate between the normal and the tangential impulses. The impulses P change `speeds` by W P, and the contacts
    stop or open. For so few contacts, a plain loop suffices.
    """
    for _ in range(2000):
        change = 0.0
        for k, row in enumerate(W):
            speed = speeds[k]
            for w, p in zip(row, P, strict=True):
                speed += w * p
            wanted = P[k] - speed / row[k]
            most = MU * P[k - 1] if k % 2 else math.inf
            wanted = min(max(wanted, -most if k % 2 else 0.0), most)
            change, P[k] = max(change, abs(wanted - P[k])), wanted
        if change < 1e-14:
            break
    return P


def _step(terms: Terms, q, u, dt, P, restitution):
    """Take a step of Moreau's method. The terms are evaluated at its midpoint, and projected Gauss-Seidel gives the
    impulses."""
    middle = q + 0.5 * dt * u
    M, h, gap, N, T = terms
    v = u + dt * np.linalg.solve(M, h)
    closed = [i for i in range(3) if gap[i] <= 0.0]
    if not closed:
        return middle + 0.5 * dt * v, v, {}
    rows = np.array([row[i] for i in closed for row in (N, T)])  # the normal and the tangent of each contact
    moved = np.linalg.solve(M, rows.T)
    wanted = rows @ v
    wanted[::2] += [restitution[i] * (N[i] @ u) for i in closed]
    impulses = _impulses(
        (rows @ moved).tolist(), wanted.tolist(), [part for i in closed for part in P.get(i, (0.0, 0.0))]
    )
    v = v + moved @ impulses
    P = {i: impulses[2 * n : 2 * n + 2] for n, i in enumerate(closed)}
    return middle + 0.5 * dt * v, v, P


def _damping_factor(e: float) -> float:
    """Return Hunt and Crossley's factor `d` for the restitution `e`, from `(1 + e) d = ln((1 + d)/(1 - e d))`."""
    e = max(e, 0.01)
    d = 1.0 / e
    for _ in range(500):
        d = (1.0 - (1.0 + d) * math.exp(-(1.0 + e) * d)) / e
    return d


D = [_damping_factor(e) for e in RESTITUTION]


def _follow(terms: Terms, u, closed):
    """Return the velocities after an impact, by the midpoint rule. The unit of time belongs to a contact stiffness of 1
    N/m.
    """
    M, _, _, N, T = terms
    N, T, d = N[closed], T[closed], np.array(D)[closed]
    by_N, by_T = np.linalg.solve(M, N.T), np.linalg.solve(M, T.T)
    v0 = np.maximum(-(N @ u), 0.01)
    dt = 2e-3 / math.sqrt(max(np.einsum("ij,ji->i", N, by_N)))

    def slopes(u, depth):
        growth = 1.0 + d * np.minimum(-(N @ u), 1.02 * v0) / v0
        P = np.maximum(depth, 0.0) * np.maximum(growth, 0.0)
        return by_N @ P - MU * by_T @ (P * np.tanh(4e3 * (T @ u))), -(N @ u)

    depth, left = np.zeros(len(closed)), False
    while not left:
        du, dd = slopes(u, depth)
        du, dd = slopes(u + 0.5 * dt * du, depth + 0.5 * dt * dd)
        u, depth = u + dt * du, np.maximum(depth + dt * dd, 0.0)
        apart = N @ u
        left = bool(np.all((apart > -1e-9) & ((depth <= 0.0) | (1.0 - d * apart / v0 <= 1e-3))))
    return u


def run(kinematics: Kinematics, dt, end, q, u, incremental):
    """Return rows of time, (y, angles) and their rates."""
    q, u = np.array(q), np.array(u)
    rows, P = [], {}
    for n in range(round(end / dt) + 1):
        rows.append((n * dt, *q, *u))
        terms = kinematics(q + 0.5 * dt * u, u)
        if incremental:
            closed = [i for i in range(3) if terms.gap[i] <= 0.0]
            if any(terms.N[i] @ u < -0.01 for i in closed):
                u = _follow(terms, u, closed)
                terms = kinematics(q + 0.5 * dt * u, u)
        q, u, P = _step(terms, q, u, dt, P, (0.0, 0.0, 0.0) if incremental else RESTITUTION)
    return np.array(rows)
