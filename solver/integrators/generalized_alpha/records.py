"""The record of a body, a row of one array: few large arrays keep the kernels' argument lists, and so their compilation, short.

Columns of `Workspace.body`; a formulation uses up to seven velocity coordinates, translation first.
"""

from __future__ import annotations

from rbsolve.solver.kernel import subroutine

WIDTH = 7
Q = 0  # coordinates at t_n
V = Q + WIDTH  # velocity coordinates at t_n
DERIVATIVE = V + WIDTH  # v' at t_n
BEFORE = DERIVATIVE + WIDTH  # v' at t_{n-1}
AUXILIARY = BEFORE + WIDTH  # a at t_n
START_D = AUXILIARY + WIDTH  # predicted D, v and v'
START_V = START_D + WIDTH
START_DERIVATIVE = START_V + WIDTH
CORRECTION = START_DERIVATIVE + WIDTH  # Newton's correction of D
NEW_D = CORRECTION + WIDTH  # current iterate
NEW_V = NEW_D + WIDTH
NEW_DERIVATIVE = NEW_V + WIDTH
SHIFT = NEW_DERIVATIVE + WIDTH  # increment of the angles of CARDAN_ANGLES_1
ACCELERATION = SHIFT + 3  # u' (inertial), w' (body axes)
SPEED = ACCELERATION + 6  # Vxx, Vxr, Vrr of increments.py
RISE = SPEED + 27  # Axx, Axr, Arr
COLUMNS = RISE + 27


@subroutine
def three(body, b, at):
    """Three entries of a record."""
    return body[b, at], body[b, at + 1], body[b, at + 2]


@subroutine
def four(body, b, at):
    """Four entries of a record."""
    return body[b, at], body[b, at + 1], body[b, at + 2], body[b, at + 3]


@subroutine
def nine(body, b, at):
    """A matrix of a record."""
    return (
        body[b, at],
        body[b, at + 1],
        body[b, at + 2],
        body[b, at + 3],
        body[b, at + 4],
        body[b, at + 5],
        body[b, at + 6],
        body[b, at + 7],
        body[b, at + 8],
    )


@subroutine
def set_three(body, b, at, value):
    """Store three entries."""
    body[b, at], body[b, at + 1], body[b, at + 2] = value


@subroutine
def add_three(body, b, at, value):
    """Add to three entries."""
    for k in range(3):
        body[b, at + k] += value[k]


@subroutine
def set_four(body, b, at, value):
    """Store four entries."""
    body[b, at], body[b, at + 1], body[b, at + 2], body[b, at + 3] = value


@subroutine
def set_nine(body, b, at, M):
    """Store a matrix."""
    body[b, at], body[b, at + 1], body[b, at + 2] = M[0], M[1], M[2]
    body[b, at + 3], body[b, at + 4], body[b, at + 5] = M[3], M[4], M[5]
    body[b, at + 6], body[b, at + 7], body[b, at + 8] = M[6], M[7], M[8]
