"""Specialised partitioned additive Runge-Kutta (SPARK) coefficients (Seed 003, appendix A).

A record is an s-stage method with multipliers at p + 1 nodes: `a` and `a_hat` move positions and momenta to the stages, `a_tilde`
carries the constraint forces to the stages, `a_bar` the positions to the nodes of the constraint. The conditions (A.8)-(A.12), with the
index ranges of the errata, and symplecticity are proved by `tests/solver/test_tableaux.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from rbsolve.solver.model.flat import Floats


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

    @property
    def stages(self) -> int:
        """Number s of stages."""
        return len(self.b)

    @property
    def constraints(self) -> int:
        """Number p of constraint equations of a step, and of multipliers that are solved with the stages."""
        return len(self.b_tilde) - 1


def lobatto_iiia_b(order: int, c: Floats, a: Floats, a_hat: Floats, b: Floats) -> SparkTableau:
    """The s-stage Lobatto IIIA-B method: constraint nodes are the stages (Seed 003, (A.13), (A.14))."""
    s = len(b)
    return SparkTableau(f"LOBATTO_IIIA_B {s}", order, c, a, a_hat, b, c, a_hat, b, a)


def gauss_lobatto(
    order: int, c: Floats, a: Floats, b: Floats, c_tilde: Floats, a_tilde: Floats, b_tilde: Floats, a_bar: Floats
) -> SparkTableau:
    """The s-stage Gauss-Lobatto method: constraints at the s + 1 Lobatto nodes (Seed 003, (A.15), (A.16))."""
    s = len(b)
    return SparkTableau(f"GAUSS_LOBATTO {s}", order, c, a, a, b, c_tilde, a_tilde, b_tilde, a_bar)


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
