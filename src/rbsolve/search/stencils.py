"""Computes derivatives by differences of two runs near a point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.case import CaseRows
from rbsolve.pipeline import Parameter
from rbsolve.search.variables import Variable

Floats = NDArray[np.float64]


class Point(NamedTuple):
    """Values of design parameters. `by` contains the parameters for which derivatives are required."""

    values: Mapping[str, Parameter]
    by: tuple[Variable, ...] = ()

    def number(self, name: str) -> float:
        """Return the value of a parameter with derivatives, which is a number rather than a text or vector."""
        value = self.values[name]
        assert isinstance(value, SupportsFloat)
        return float(value)


class Stencil:
    """The two runs beside a point that give a derivative."""

    def __init__(self, point: Point, name: str, value: float, step: float, places: tuple[int, int]) -> None:
        self._values, self.name, self._value, self._step = point.values, name, value, step
        self.places = places
        self.rows: list[CaseRows] = []

    def cases(self) -> list[dict[str, Parameter]]:
        """Return the parameters of its two runs."""
        return [{**self._values, self.name: self._value + place * self._step} for place in self.places]

    @property
    def is_broken(self) -> bool:
        """Return whether one run of a central difference failed."""
        return self.places == (1, -1) and any(rows.status != "complete" for rows in self.rows)

    def turn(self) -> None:
        """Move both runs to the side of the run that succeeded."""
        self.places = (1, 2) if self.rows[0].status == "complete" else (-1, -2)

    @property
    def failure(self) -> str:
        """Return the reason why a run failed, or an empty text."""
        return next((rows.message for rows in self.rows if rows.status != "complete"), "")

    def derivative(self, name: str, centre: Floats) -> Floats:
        """Return the derivative of a sensor (n, k), or of the times if the name is empty. `centre` is the value at the
        point.

        The derivative is NaN in rows that not all runs reached.
        """
        one, other = (rows.sensors[name] if name else rows.time for rows in self.rows)
        found = np.full_like(centre, np.nan)
        n = min(len(one), len(other), len(centre))
        if {len(one), len(other)} != {len(centre)} and n:
            # An event ended the runs in different output intervals. So the last rows of the runs correspond to each
            # other. All earlier rows correspond by their row numbers.
            found[: n - 1] = self._quotient(one[: n - 1], other[: n - 1], centre[: n - 1])
            found[-1] = self._quotient(one[-1], other[-1], centre[-1])
            return found
        return self._quotient(one, other, centre)

    def _quotient(self, one: Floats, other: Floats, centre: Floats) -> Floats:
        """Return the slope of the parabola through three points. The spacing of the points is the step after rounding
        to floating-point numbers.
        """
        first, second = self.places
        a = self._value + first * self._step - self._value
        b = self._value + second * self._step - self._value
        slope: Floats = ((one - centre) * b / a - (other - centre) * a / b) / (b - a)
        return slope
