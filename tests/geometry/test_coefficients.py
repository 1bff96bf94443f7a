"""Compare the coefficients of the tangent operators with 50-digit arithmetic, on both sides of every switch."""

from __future__ import annotations

import math
from collections.abc import Callable

import mpmath as mp
import numpy as np
import pytest

from rbsolve.geometry import so3

EPS = 2.0**-52
FULL_TURN = (2 * math.pi) ** 2


def _a(p: mp.mpf) -> mp.mpf:
    return (1 - p / 2 * mp.cot(p / 2)) / p**2


def _c1(p: mp.mpf) -> mp.mpf:
    return (1 - mp.cos(p)) / p**2


def _c2(p: mp.mpf) -> mp.mpf:
    return (1 - mp.sin(p) / p) / p**2


# Each entry has the coefficient as a function of phi, and the limit of the coefficient at 0.
EXACT: dict[str, tuple[Callable[[mp.mpf], mp.mpf], float]] = {
    "c1": (_c1, 1 / 2),
    "c2": (_c2, 1 / 6),
    "a": (_a, 1 / 12),
    "b": (lambda p: (p**2 / (1 - mp.cos(p)) + p * mp.cot(p / 2) - 4) / (2 * p**4), 1 / 360),
    "c1_slope": (lambda p: (p * mp.sin(p) - 2 * (1 - mp.cos(p))) / p**4, -1 / 12),
    "c2_slope": (lambda p: (3 * mp.sin(p) - 2 * p - p * mp.cos(p)) / p**5, -1 / 60),
}

SWITCHES = [so3.SMALL, so3.MIDDLE]
SQUARES = [
    *np.logspace(-12, -1.3, 25),
    *np.linspace(0.06, 12.0, 60),
    *np.linspace(12.0, 39.0, 30),
    *[math.nextafter(s, 0.0) for s in SWITCHES],
    *SWITCHES,
    *[math.nextafter(s, 100.0) for s in SWITCHES],
    math.pi**2,
    FULL_TURN - 1e-4,
    FULL_TURN + 1e-4,
    (3 * math.pi) ** 2,
]


@pytest.mark.parametrize("name", EXACT)
def test_few_ulp_over_the_whole_range(name: str) -> None:
    exact, _ = EXACT[name]
    mine = getattr(so3, name)
    with mp.workdps(60):
        for square in SQUARES:
            s = mp.mpf(float(square))
            value = exact(mp.sqrt(s))
            # The closed forms round the angle once, which causes an error of half an ulp times the condition number.
            condition = abs(s * mp.diff(lambda t: exact(mp.sqrt(t)), s) / value) if s > so3.MIDDLE else 0
            error = abs(mp.mpf(mine(float(square))) - value) / abs(value)
            assert error <= (4 + 2 * condition) * EPS, (name, square, float(error / EPS))


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("square", [0.0, 1e-300, 1e-40])
def test_limit_at_zero(name: str, square: float) -> None:
    assert getattr(so3, name)(square) == pytest.approx(EXACT[name][1], rel=2 * EPS)
