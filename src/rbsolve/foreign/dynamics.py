"""Defines the records that serve to compare a deck with its source. They contain a state, and the mass matrix and the
forces at this state.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.model.flat import Floats


class Motion(NamedTuple):
    """A state of the source's joints: coordinates as in a deck and their rates, by the name of the joint. Quaternions
    have the scalar first.
    """

    coordinates: dict[str, Floats]
    rates: dict[str, Floats]


class Dynamics(NamedTuple):
    """The mass matrix (n, n), the gravity forces (n,) and the bias forces (n,). The coordinates are in the order of
    `names`.
    """

    mass: Floats
    gravity: Floats
    bias: Floats
