"""The scheme of Holzinger et al. (2020), eqs. (115)-(125), independent of rbsolve. H is stored as in the paper, and the
stages are as printed.

The body rotates about a fixed point: without translation, SE(3) reduces to SO(3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry import so3

Floats = NDArray[np.float64]
Moment = Callable[[Floats], Floats]
"""The moment on the body in body axes, as a function of its rotation matrix."""


class Reading(NamedTuple):
    """An interpretation of eqs. (119)-(122)."""

    has_step: bool = True
    """Whether dt multiplies the arguments of the stages."""
    moves_forces: bool = True
    """Whether forces are evaluated at the configuration of the stage."""


LARGEST = 1e6  # in rad/s: a run with larger values has diverged
AS_PRINTED, FROZEN, CORRECTED = Reading(False, False), Reading(True, False), Reading()


def exponential(increment: Floats) -> Floats:
    """Return exp_SO(3) of an increment, eq. (19)."""
    return np.array(so3.exp(tuple(increment))).reshape(3, 3)


def run(
    J: Floats, spin: Floats, moment: Moment, step: float, steps: int, reading: Reading = CORRECTED
) -> tuple[Floats, Floats, Floats]:
    """Return the final angular velocity in body axes, the final rotation R, and det R - 1 after each step (steps + 1,).

    R is the product of the exponentials of all steps.
    """
    R, w = np.eye(3), np.array(spin, dtype=float)
    determinants = np.zeros(steps + 1)

    def rate(R: Floats, w: Floats) -> Floats:
        p = J * w
        gyroscopic = (p[1] * w[2] - p[2] * w[1], p[2] * w[0] - p[0] * w[2], p[0] * w[1] - p[1] * w[0])
        return np.asarray((moment(R) + gyroscopic) / J)

    h = step if reading.has_step else 1.0
    for n in range(steps):
        if not np.abs(w).max() < LARGEST:
            return np.full(3, np.nan), np.full((3, 3), np.nan), determinants
        K, k = w, rate(R, w)
        total_K, total_k = K.copy(), k.copy()
        for part, weight in ((0.5, 2.0), (0.5, 2.0), (1.0, 1.0)):
            increment, stage = part * h * K, w + part * h * k
            K = np.array(so3.apply_tangent_inverse(tuple(increment), tuple(stage)))
            k = rate(R @ exponential(increment) if reading.moves_forces else R, stage)
            total_K += weight * K
            total_k += weight * k
        R, w = R @ exponential(step / 6.0 * total_K), w + step / 6.0 * total_k
        determinants[n + 1] = np.linalg.det(R) - 1.0
    return w, R, determinants


def no_moment(R: Floats) -> Floats:
    """Return the zero moment of a free body."""
    return np.zeros(3)


def weight(R: Floats) -> Floats:
    """Return the moment of a top's weight, 9.81 N at 0.5 m on its third axis."""
    return np.cross([0.0, 0.0, 0.5], R.T @ [0.0, 0.0, -9.81])


def order(reading: Reading) -> float:
    """Return the slope of log error over log step for a top after 0.5 s; NaN if the error does not decrease."""
    J, spin = np.array([0.35, 0.25, 0.12]), np.array([1.0, 0.6, 8.0])

    def end(step: float, reading: Reading) -> Floats:
        w, R, _ = run(J, spin, weight, step, round(0.5 / step), reading)
        return np.append(w, R)

    exact = end(0.5 / 1024, CORRECTED)
    steps = np.array([0.5 / 64, 0.5 / 128])
    errors = [float(np.linalg.norm(end(step, reading) - exact)) for step in steps]
    return float(np.log2(errors[0] / errors[1])) if np.isfinite(errors).all() else np.nan
