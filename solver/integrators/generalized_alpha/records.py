"""The data of Newmark's formulas. Each quantity is a matrix with a row for each body and a last row for the ground.

A formulation uses up to seven velocity coordinates. Translation comes first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.model.flat import Floats

WIDTH = 7


class BodyRecords(NamedTuple):
    """Fields of Holzinger et al. (2024), Algorithm 5. Their shape is (nb + 1, WIDTH) unless another shape is given."""

    q: Floats  # coordinates at t_n
    v: Floats  # velocity coordinates at t_n
    derivative: Floats  # v' at t_n
    before: Floats  # v' at t_{n-1}
    auxiliary: Floats  # a at t_n (auxiliary accelerations)
    start_d: Floats  # predicted D, v and v'
    start_v: Floats
    start_derivative: Floats
    nudge: Floats  # addition to the predicted D (signal_jumps.py)
    correction: Floats  # Newton correction of D
    new_d: Floats  # quadrature D of the current iterate
    new_v: Floats
    new_derivative: Floats
    shift: Floats  # (nb + 1, 3) increment of the angles of CARDAN_ANGLES_1
    acceleration: Floats  # (nb + 1, 6) u' (inertial), w' (body axes)
    speed: Floats  # (nb + 1, 27) Vxx, Vxr, Vrr of increments.py
    rise: Floats  # (nb + 1, 27) Axx, Axr, Arr


def make_records(bodies: int) -> BodyRecords:
    """Return records of a model, filled with zeros."""
    widths = {"shift": 3, "acceleration": 6, "speed": 27, "rise": 27}
    return BodyRecords(*(np.zeros((bodies + 1, widths.get(field, WIDTH))) for field in BodyRecords._fields))
