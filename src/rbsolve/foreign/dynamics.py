"""Defines the records for the comparison of a deck with its source: a state, and the terms of the equations of motion
at this state.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.model.flat import Floats


class Motion(NamedTuple):
    """A state of the source's joints by name, with the coordinates of a deck (quaternions scalar first), and their
    rates.
    """

    coordinates: dict[str, Floats]
    rates: dict[str, Floats]


class Dynamics(NamedTuple):
    """Mass matrix (n, n), gravity and bias forces (n,), with the coordinates in the order of `names`."""

    mass: Floats
    gravity: Floats
    bias: Floats
