"""What Newmark's formulas work on: numbers of each body, a matrix for each with a row for each body, the ground's the last.

A formulation uses up to seven velocity coordinates, translation first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats

WIDTH = 7


class BodyRecords(NamedTuple):
    """Of Seed 001, Algorithm 5; (nb + 1, WIDTH) where nothing else is said."""

    q: Floats  # coordinates at t_n
    v: Floats  # velocity coordinates at t_n
    derivative: Floats  # v' at t_n
    before: Floats  # v' at t_{n-1}
    auxiliary: Floats  # a at t_n
    start_d: Floats  # predicted D, v and v'
    start_v: Floats
    start_derivative: Floats
    correction: Floats  # Newton's correction of D
    new_d: Floats  # current iterate
    new_v: Floats
    new_derivative: Floats
    shift: Floats  # (nb + 1, 3) increment of the angles of CARDAN_ANGLES_1
    acceleration: Floats  # (nb + 1, 6) u' (inertial), w' (body axes)
    speed: Floats  # (nb + 1, 27) Vxx, Vxr, Vrr of increments.py
    rise: Floats  # (nb + 1, 27) Axx, Axr, Arr


def make_records(bodies: int) -> BodyRecords:
    """Records of a model, zero."""
    widths = {"shift": 3, "acceleration": 6, "speed": 27, "rise": 27}
    return BodyRecords(*(np.zeros((bodies + 1, widths.get(field, WIDTH))) for field in BodyRecords._fields))


@subroutine
def three(rows, b, at):
    """Three entries of a record."""
    return rows[b, at], rows[b, at + 1], rows[b, at + 2]


@subroutine
def four(rows, b, at):
    """Four entries of a record."""
    return rows[b, at], rows[b, at + 1], rows[b, at + 2], rows[b, at + 3]


@subroutine
def nine(rows, b, at):
    """A matrix of a record."""
    return (
        rows[b, at],
        rows[b, at + 1],
        rows[b, at + 2],
        rows[b, at + 3],
        rows[b, at + 4],
        rows[b, at + 5],
        rows[b, at + 6],
        rows[b, at + 7],
        rows[b, at + 8],
    )


@subroutine
def set_three(rows, b, at, value):
    """Store three entries."""
    rows[b, at], rows[b, at + 1], rows[b, at + 2] = value


@subroutine
def add_three(rows, b, at, value):
    """Add to three entries."""
    for k in range(3):
        rows[b, at + k] += value[k]


@subroutine
def set_four(rows, b, at, value):
    """Store four entries."""
    rows[b, at], rows[b, at + 1], rows[b, at + 2], rows[b, at + 3] = value


@subroutine
def set_nine(rows, b, at, M):
    """Store a matrix."""
    rows[b, at], rows[b, at + 1], rows[b, at + 2] = M[0], M[1], M[2]
    rows[b, at + 3], rows[b, at + 4], rows[b, at + 5] = M[3], M[4], M[5]
    rows[b, at + 6], rows[b, at + 7], rows[b, at + 8] = M[6], M[7], M[8]
