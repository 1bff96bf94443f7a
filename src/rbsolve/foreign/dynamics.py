"""Comparison of a model with its source: a state, and the terms of the equations of motion there."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.model.flat import Floats


class Motion(NamedTuple):
    """A state of the source's joints by name: coordinates as in a deck (quaternions scalar first), and rates in slots
    of a deck."""

    coordinates: dict[str, Floats]
    rates: dict[str, Floats]


class Dynamics(NamedTuple):
    """Mass matrix (n, n), gravity and bias forces (n,), with the coordinates in the order of `names`."""

    mass: Floats
    gravity: Floats
    bias: Floats
