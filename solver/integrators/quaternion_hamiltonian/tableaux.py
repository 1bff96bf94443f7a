"""Specialised partitioned additive Runge-Kutta (SPARK) coefficients as checked data (Seed 003, appendix A).

A record is an s-stage method with multipliers at p + 1 nodes: `a` and `a_hat` move positions and momenta to the stages, `a_tilde`
carries the constraint forces to the stages, `a_bar` the positions to the nodes of the constraint. A record proves the conditions
(A.8)-(A.12), with the index ranges of the errata, and symplecticity when it is made: a wrong digit cannot be imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TOLERANCE = 4e-16


class TableauError(ValueError):
    """Coefficients that break a condition; the message names it."""


@dataclass(frozen=True)
class SparkTableau:
    """An (s, p)-SPARK method of Gauss type; `b` are the weights of both partitions (b = b_hat)."""

    name: str
    order: int
    c: Floats  # (s,) nodes of the stages
    a: Floats  # (s, s)
    a_hat: Floats  # (s, s)
    b: Floats  # (s,)
    c_tilde: Floats  # (p + 1,) nodes of the constraint, first 0, last 1
    a_tilde: Floats  # (s, p + 1)
    b_tilde: Floats  # (p + 1,)
    a_bar: Floats  # (p + 1, s)
    # Highest k of each condition: B, C, C-hat, B-tilde, C-tilde, C-bar
    ranges: tuple[int, int, int, int, int, int] = field(repr=False)

    def __post_init__(self) -> None:
        _check_shapes(self)
        _check_quadrature(self)
        _check_endpoints(self)
        _check_symplecticity(self)

    @property
    def stages(self) -> int:
        """Number s of stages."""
        return len(self.b)

    @property
    def constraints(self) -> int:
        """Number p of constraint equations of a step, and of multipliers that are solved with the stages."""
        return len(self.b_tilde) - 1


def _require(name: str, condition: str, defect: Floats) -> None:
    worst = float(np.max(np.abs(defect), initial=0.0))
    if not worst <= TOLERANCE:
        raise TableauError(f"{name} breaks {condition} by {worst:.3g}")


def _check_shapes(t: SparkTableau) -> None:
    s, p = t.stages, t.constraints
    wanted = {"c": (s,), "a": (s, s), "a_hat": (s, s), "c_tilde": (p + 1,), "a_tilde": (s, p + 1), "a_bar": (p + 1, s)}
    for name, shape in wanted.items():
        if getattr(t, name).shape != shape:
            raise TableauError(f"{t.name}: {name} has shape {getattr(t, name).shape}, not {shape}")


def _check_quadrature(t: SparkTableau) -> None:
    """The quadrature of the weights, and of every row of every matrix: exact for monomials up to its range."""
    rows = np.ones(1)
    conditions: Sequence[tuple[str, Floats, Floats, Floats, int]] = (
        ("(A.8) B", t.b[None], t.c, rows, t.ranges[0]),
        ("(A.8) C", t.a, t.c, t.c, t.ranges[1]),
        ("(A.9) C-hat", t.a_hat, t.c, t.c, t.ranges[2]),
        ("(A.10) B-tilde", t.b_tilde[None], t.c_tilde, rows, t.ranges[3]),
        ("(A.11) C-tilde", t.a_tilde, t.c_tilde, t.c, t.ranges[4]),
        ("(A.12) C-bar", t.a_bar, t.c, t.c_tilde, t.ranges[5]),
    )
    for label, matrix, nodes, ends, highest in conditions:
        for k in range(1, highest + 1):
            _require(t.name, f"{label} at k = {k}", matrix @ nodes ** (k - 1) - ends**k / k)


def _check_endpoints(t: SparkTableau) -> None:
    """The constraint holds at both ends of a step, and the last multiplier does not enter the stages: (A.2), (A.13), (A.15)."""
    _require(t.name, "a_bar[0] = 0", t.a_bar[0])
    _require(t.name, "a_bar[p] = b", t.a_bar[-1] - t.b)
    _require(t.name, "a_tilde[:, 0] = b_tilde[0]", t.a_tilde[:, 0] - t.b_tilde[0])
    _require(t.name, "a_tilde[:, p] = 0", t.a_tilde[:, -1])


def _check_symplecticity(t: SparkTableau) -> None:
    """b_i a_hat_ij + b_j a_ji = b_i b_j, and b_i a_tilde_ij + b_tilde_j a_bar_ji = b_i b_tilde_j (errata, (A.11))."""
    outer = np.outer(t.b, t.b)
    _require(t.name, "symplecticity", t.b[:, None] * t.a_hat + t.b[None] * t.a.T - outer)
    outer = np.outer(t.b, t.b_tilde)
    mixed = t.b[:, None] * t.a_tilde + t.b_tilde[None] * t.a_bar.T
    _require(t.name, "symplecticity of the constraint", mixed - outer)


def lobatto_iiia_b(order: int, c: Floats, a: Floats, a_hat: Floats, b: Floats) -> SparkTableau:
    """The s-stage Lobatto IIIA-B method: constraint nodes are the stages (Seed 003, (A.13), (A.14); errata: B(2s - 2))."""
    s = len(b)
    ranges = (2 * s - 2, s, s - 2, 2 * s - 2, s - 2, s)
    return SparkTableau(f"LOBATTO_IIIA_B {s}", order, c, a, a_hat, b, c, a_hat, b, a, ranges)


def gauss_lobatto(
    order: int, c: Floats, a: Floats, b: Floats, c_tilde: Floats, a_tilde: Floats, b_tilde: Floats, a_bar: Floats
) -> SparkTableau:
    """The s-stage Gauss-Lobatto method: constraints at the s + 1 Lobatto nodes (Seed 003, (A.15), (A.16))."""
    s = len(b)
    # Errata: C-tilde(s - 2) means k = 1 .. s - 1 here, but the tableaux satisfy it up to s.
    return SparkTableau(
        f"GAUSS_LOBATTO {s}", order, c, a, a, b, c_tilde, a_tilde, b_tilde, a_bar, (2 * s, s, s, 2 * s, s, s)
    )


def _array(rows: object) -> Floats:
    return np.array(rows, dtype=np.float64)


_R3 = sqrt(3.0)

# Seed 003, A.2.1 and A.2.2, by (INTEGRATOR_TYPE, NUMBER_OF_STAGES)
SPARK_TABLEAUX: dict[tuple[str, int], SparkTableau] = {
    ("LOBATTO_IIIA_B", 2): lobatto_iiia_b(
        2, _array([0, 1]), _array([[0, 0], [1 / 2, 1 / 2]]), _array([[1 / 2, 0], [1 / 2, 0]]), _array([1 / 2, 1 / 2])
    ),
    ("LOBATTO_IIIA_B", 3): lobatto_iiia_b(
        4,
        _array([0, 1 / 2, 1]),
        _array([[0, 0, 0], [5 / 24, 1 / 3, -1 / 24], [1 / 6, 2 / 3, 1 / 6]]),
        _array([[1 / 6, -1 / 6, 0], [1 / 6, 1 / 3, 0], [1 / 6, 5 / 6, 0]]),
        _array([1 / 6, 2 / 3, 1 / 6]),
    ),
    ("GAUSS_LOBATTO", 1): gauss_lobatto(
        2,
        _array([1 / 2]),
        _array([[1 / 2]]),
        _array([1]),
        _array([0, 1]),
        _array([[1 / 2, 0]]),
        _array([1 / 2, 1 / 2]),
        _array([[0], [1]]),
    ),
    ("GAUSS_LOBATTO", 2): gauss_lobatto(
        4,
        _array([1 / 2 - _R3 / 6, 1 / 2 + _R3 / 6]),
        _array([[1 / 4, 1 / 4 - _R3 / 6], [1 / 4 + _R3 / 6, 1 / 4]]),
        _array([1 / 2, 1 / 2]),
        _array([0, 1 / 2, 1]),
        _array([[1 / 6, 1 / 3 - _R3 / 6, 0], [1 / 6, 1 / 3 + _R3 / 6, 0]]),
        _array([1 / 6, 2 / 3, 1 / 6]),
        _array([[0, 0], [1 / 4 + _R3 / 8, 1 / 4 - _R3 / 8], [1 / 2, 1 / 2]]),
    ),
}


def spark_tableau(integrator: str, stages: object = None) -> SparkTableau:
    """The record of an INTEGRATOR_TYPE with NUMBER_OF_STAGES, by default the smaller one; KeyError when there is none."""
    if stages is None:
        stages = min(s for name, s in SPARK_TABLEAUX if name == integrator)
    return SPARK_TABLEAUX[integrator, int(str(stages))]
