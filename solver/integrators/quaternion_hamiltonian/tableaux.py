"""Computes specialised partitioned additive Runge-Kutta (SPARK) coefficients for any number of stages (Xu et al. 2020,
appendix A).

A record is an s-stage method with multipliers at p + 1 nodes. `a` and `a_hat` advance positions and momenta to the
stages, and `a_bar` advances positions to the nodes of the constraint. `a_tilde` applies the constraint forces at the
stages. The nodes of two quadratures determine all coefficients. They are computed with many digits and rounded once.
`a` and `a_bar` integrate the polynomials through the stages, (A.8) and (A.12). `a_hat` and `a_tilde` make the method
symplectic (errata to (A.11)). `test_tableaux.py` proves (A.8)-(A.16).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import cache
from itertools import pairwise

import numpy as np

from rbsolve.solver.model.flat import Floats

Digits = tuple[Decimal, ...]
"""Numbers with many digits. A matrix is a tuple of rows."""


@dataclass(frozen=True)
class SparkTableau:
    """An (s, p)-SPARK method of Gauss type. `b` contains the weights of both partitions (b = b_hat)."""

    name: str
    order: int
    c: Floats  # (s,) nodes of the stages
    a: Floats  # (s, s)
    a_hat: Floats  # (s, s)
    b: Floats  # (s,)
    c_tilde: Floats  # (p + 1,) nodes of the constraint, from 0 to 1
    a_tilde: Floats  # (s, p + 1)
    b_tilde: Floats  # (p + 1,)
    a_bar: Floats  # (p + 1, s)

    @property
    def stages(self) -> int:
        """Return the number s of stages."""
        return len(self.b)

    @property
    def constraints(self) -> int:
        """Return the number p of constraint equations in a step. The number p is also the number of multipliers that
        are solved with the stages.
        """
        return len(self.b_tilde) - 1


@cache
def spark_tableau(integrator: str, stages: int) -> SparkTableau:
    """Return the method of an INTEGRATOR_TYPE with a NUMBER_OF_STAGES. LOBATTO_IIIA_B has at least 2 stages,
    GAUSS_LOBATTO at least 1.
    """
    with localcontext() as context:
        context.prec = 50 + 3 * stages
        return lobatto_iiia_b(stages) if integrator == "LOBATTO_IIIA_B" else gauss_lobatto(stages)


def lobatto_iiia_b(s: int) -> SparkTableau:
    """Return the s-stage Lobatto IIIA-B method of order 2s - 2. Its constraint nodes are the stages (Xu et al. 2020,
    (A.13), (A.14)).
    """
    c = lobatto_nodes(s)
    a, (b,) = integrals(c, c), integrals(c, (Decimal(1),))
    a_hat = _symplectic_partner(b, b, a)
    return _round(f"LOBATTO_IIIA_B {s}", 2 * s - 2, (c, a, a_hat, b, c, a_hat, b, a))


def gauss_lobatto(s: int) -> SparkTableau:
    """Return the s-stage Gauss-Lobatto method of order 2s. Its constraints are at the s + 1 Lobatto nodes (Xu et al.
    2020, (A.15), (A.16)).
    """
    c, c_tilde = gauss_nodes(s), lobatto_nodes(s + 1)
    a, (b,), (b_tilde,) = integrals(c, c), integrals(c, (Decimal(1),)), integrals(c_tilde, (Decimal(1),))
    a_bar = integrals(c, c_tilde)
    return _round(
        f"GAUSS_LOBATTO {s}", 2 * s, (c, a, a, b, c_tilde, _symplectic_partner(b, b_tilde, a_bar), b_tilde, a_bar)
    )


def _round(name: str, order: int, coefficients: Sequence[Digits | tuple[Digits, ...]]) -> SparkTableau:
    return SparkTableau(name, order, *(np.array(each, dtype=np.float64) for each in coefficients))


def gauss_nodes(s: int) -> Digits:
    """Return the s zeros of the shifted Legendre polynomial d^s/dx^s (x (x - 1))^s (Xu et al. 2020, (A.18))."""
    return _zeros(_derivative_of_power(s, s))


def lobatto_nodes(s: int) -> Digits:
    """Return 0, the s - 2 zeros of d^(s-2)/dx^(s-2) (x (x - 1))^(s-1) (Xu et al. 2020, (A.17)), and 1. s must be at
    least 2.
    """
    # At x = 0 and 1, the polynomial of (A.17) is zero. The derivative of P_(s-1) has only the other zeros, so no
    # division by x (x - 1) is needed.
    return Decimal(0), *_zeros(_derivative_of_power(s - 1, s)), Decimal(1)


def _derivative_of_power(n: int, m: int) -> list[int]:
    """Return the coefficients of d^m/dx^m (x (x - 1))^n, lowest power first; n <= m <= 2n."""
    terms = [(n + k, (-1) ** (n - k) * math.comb(n, k)) for k in range(n + 1)]
    return [value * math.perm(power, m) for power, value in terms if power >= m]


def _zeros(polynomial: Sequence[int]) -> Digits:
    """Return all zeros of a polynomial with simple zeros in (0, 1). Their spacing must be similar to the spacing of the
    zeros of Legendre's polynomials.
    """
    degree = len(polynomial) - 1
    slope = [k * value for k, value in enumerate(polynomial)][1:]
    grid = (
        [Decimal((1.0 - math.cos(math.pi * k / (8 * degree))) / 2.0) for k in range(8 * degree + 1)] if degree else []
    )
    zeros = tuple(
        _zero(polynomial, slope, left, right)
        for left, right in pairwise(grid)
        if (_value(polynomial, left) > 0) != (_value(polynomial, right) > 0)
    )
    assert len(zeros) == degree
    return zeros


def _zero(polynomial: Sequence[int], slope: Sequence[int], left: Decimal, right: Decimal) -> Decimal:
    """Return the zero between two points where the polynomial has different signs, by Newton's iteration."""
    x = (left + right) / 2
    for _ in range(30):
        change = _value(polynomial, x) / _value(slope, x)
        x = min(max(x - change, left), right)
        if abs(change) < Decimal("1e-45"):
            break
    return x


def _value(polynomial: Sequence[int | Decimal], x: Decimal) -> Decimal:
    """Return the value at x by Horner's rule."""
    value = Decimal(0)
    for coefficient in reversed(polynomial):
        value = value * x + coefficient
    return value


def integrals(nodes: Digits, ends: Digits) -> tuple[Digits, ...]:
    """Return the integrals of polynomials from 0 to each end (rows). Each polynomial has the value 1 at one node
    (columns) and 0 at the other nodes.
    """
    columns = []
    for j, node in enumerate(nodes):
        product = [Decimal(1)]
        for k, other in enumerate(nodes):
            if k != j:
                raised = [Decimal(0), *product]
                product = [
                    (high - other * low) / (node - other)
                    for high, low in zip(raised, [*product, Decimal(0)], strict=True)
                ]
        integral = [Decimal(0), *(value / (power + 1) for power, value in enumerate(product))]
        columns.append([_value(integral, end) for end in ends])
    return tuple(zip(*columns, strict=True))


def _symplectic_partner(b: Digits, weights: Digits, a: tuple[Digits, ...]) -> tuple[Digits, ...]:
    """Return `weights_j (1 - a_ji / b_i)` (s, len(weights)), the momentum coefficients that form a symplectic
    pair with the position coefficients `a`.
    """
    return tuple(
        tuple(weight * (1 - row[i] / share) for weight, row in zip(weights, a, strict=True))
        for i, share in enumerate(b)
    )
