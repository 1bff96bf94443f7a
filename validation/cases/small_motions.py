"""Linearizations with frequencies and stability about equilibria and steady motions."""

from __future__ import annotations

import numpy as np
from numpy.polynomial.laguerre import lagroots
from numpy.typing import NDArray

from rbsolve.solver.analyses.linearized.record import Linearization
from rbsolve.validation.case import Case, Floats, Quantity

GROUP = "small-motions"
G = 9.81


def _frequencies(small: Linearization) -> Floats:
    """Return the imaginary parts [rad/s] in ascending order, without rigid-body modes."""
    rates = np.sort(np.abs(small.eigenvalues.imag))
    return rates[rates > 1e-6]


def _growth_and_frequencies(small: Linearization) -> Floats:
    """Return the real and imaginary parts [1/s] of the eigenvalues with the largest growth. Each conjugate pair is
    represented by one eigenvalue.
    """
    pair = max(small.eigenvalues, key=lambda s: (round(s.real, 9), abs(s.imag)))
    return np.array([pair.real, abs(pair.imag)])


def _case(name: str, deck: str, source: str, expected: Floats, bound: float, **parameters: float) -> Case:
    reference = np.sort(np.asarray(expected, dtype=float))
    quantities = (Quantity("frequencies", _frequencies, lambda t: reference[None, :], bound, "rad/s"),)
    return Case(name, GROUP, deck, source, quantities, parameters, linearized_at="start")


def _chain(n: int) -> Case:
    source = "closed form: D. Bernoulli (1738), roots of Laguerre's polynomial"
    rates = np.sqrt(G / 0.4 * lagroots([0] * n + [1]))
    return _case(f"hanging-chain-of-{n}", "hanging_chain.deck", source, rates, 1e-9, N=n)


def _row(n: int) -> Case:
    rates = 2 * np.sqrt(50 / 0.2) * np.sin(np.arange(1, n + 1) * np.pi / (2 * (n + 1)))
    source = "closed form: frequencies of a string with masses (Lagrange, 1788)"
    return _case(f"row-of-{n}-masses", "row_of_masses.deck", source, rates, 1e-9, N=n)


def _ziegler(load: float) -> NDArray[np.complexfloating]:
    """Return the squares of the eigenvalues s of exp(s t), from the textbook's matrices with m = l = 1, k = 10."""
    stiffness = np.array([[20 - load, load - 10], [-10.0, 10.0]])
    mass = np.array([[3.0, 1.0], [1.0, 1.0]])
    return np.linalg.eigvals(-np.linalg.solve(mass, stiffness)).astype(complex)


def _flutter(t: Floats) -> Floats:
    rate = np.sqrt(_ziegler(25.0)).max()
    return np.array([[abs(rate.real), abs(rate.imag)]])


def _whirl(spin: float) -> Case:
    rates = np.abs(np.roots([0.3, -0.5 * spin, -200]))
    return _case(
        f"whirl-at-{spin:g}",
        "whirling_disc.deck",
        "closed form: the rates r satisfy J1 r^2 -+ J3 W r - k = 0",
        rates,
        1e-9,
        W=spin,
    )


def _bicycle(v: float) -> Case:
    """Return the case of lean and steer of the benchmark bicycle. The equations are
    `M q'' + v C1 q' + (g K0 + v^2 K2) q = 0`, with the paper's 15 digits.
    """
    mass = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
    damping = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
    weight = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
    speed = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])
    pulls = np.concatenate([G * weight + v * v * speed, v * damping], axis=1)
    A = np.concatenate([np.eye(4)[2:], -np.linalg.solve(mass, pulls)])
    reference = _moving(np.linalg.eigvals(A).astype(np.complex128))
    quantities = (
        Quantity(
            "real parts", lambda small: _moving(small.eigenvalues).real, lambda t: reference.real[None, :], 1e-11, "1/s"
        ),
        Quantity(
            "frequencies",
            lambda small: _moving(small.eigenvalues).imag,
            lambda t: reference.imag[None, :],
            1e-11,
            "rad/s",
        ),
    )
    source = "Meijaard, Papadopoulos, Ruina, Schwab, Proc. R. Soc. A 463 (2007) 1955"
    return Case(f"bicycle-at-{v:g}-m-s", GROUP, "bicycle.deck", source, quantities, {"v": v, "lean": 0}, "start")


def _moving(eigenvalues: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Return the eigenvalues that are not zero, ordered by their magnitude. Each conjugate pair is represented by one
    eigenvalue."""
    kept = eigenvalues[(eigenvalues.imag >= 0.0) & (eigenvalues != 0.0)]
    return np.asarray(kept[np.argsort(np.abs(kept))])


_SEPARATE = np.sqrt(-_ziegler(15.0).real)
_RING = 7 * np.sqrt(1 - (G / (49 * 0.5)) ** 2)
_CORDS = [np.sqrt(G / 1.1), np.sqrt(G / 1.1), np.sqrt(3 * G * 0.16 / (0.2 * 1.1)), np.sqrt(100 / 0.01)]

CASES = (
    _chain(2),
    _chain(6),
    _chain(12),
    _row(3),
    _row(20),
    _case("ziegler-column", "ziegler_column.deck", "H. Ziegler, Ingenieur-Archiv 20 (1952) 49", _SEPARATE, 1e-9),
    Case(
        "ziegler-column-in-flutter",
        GROUP,
        "ziegler_column.deck",
        "H. Ziegler, Ingenieur-Archiv 20 (1952) 49",
        (Quantity("growth and frequency", _growth_and_frequencies, _flutter, 1e-9, "1/s"),),
        {"P": 25},
        "start",
    ),
    _whirl(20.0),
    _whirl(200.0),
    _case(
        "bead-on-a-turning-ring",
        "bead_on_a_turning_ring.deck",
        "closed form: Landau and Lifshitz, Mechanics (1976), section 14",
        np.array([_RING]),
        1e-9,
    ),
    _case(
        "bifilar",
        "bifilar.deck",
        "closed form: S. Timoshenko, Vibration Problems in Engineering (1937)",
        np.array(_CORDS),
        1e-9,
    ),
    _bicycle(2.5),
    _bicycle(5.0),
    _bicycle(10.0),
)
