"""Converts the points and axes of elements to the axes of bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.many import matmul
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.signals.interval import name_of_interval


@dataclass(frozen=True, slots=True)
class Anatomy:
    """Converts points and triads to body axes. The record contains the indices of objects, and the reference frames of
    bodies with GROUND last.
    """

    index: Mapping[str, int]
    reference_x: Floats  # (nb + 1, 3)
    reference_R: Floats  # (nb + 1, 3, 3)
    geometry: ResolvedGeometry
    moving_frames: Mapping[str, tuple[int, Floats, Floats]]
    functions: Mapping[str, int]
    signals: Mapping[str, int] = field(default_factory=dict)
    free: frozenset[str] = frozenset()
    """Moving frames that are not attached to a single body."""

    @property
    def ground(self) -> int:
        """Return the index of GROUND."""
        return len(self.index) - 1

    def point(self, body: int, name: str | None) -> Floats:
        """Return the named point of the reference configuration as a material point of `body`, in body axes. The
        default is the origin of the body.
        """
        if name is None:
            return np.zeros(3)
        return np.asarray(matmul(self.reference_R[body].T, self.geometry.points[name] - self.reference_x[body]))

    def axes(self, body: int, name: str | None) -> Floats:
        """Return the named triad of the reference configuration as material axes of `body`, R_BT. The default is the
        inertial axes.
        """
        R_IT = np.eye(3) if name is None else self.geometry.triads[name]
        return np.asarray(matmul(self.reference_R[body].T, R_IT))

    def function(self, name: str | None) -> int:
        """Return the index of a function by its name, or -1 for no function."""
        return -1 if name is None else self.functions[name]

    def interval(self, kind: str, name: str, place: int) -> int:
        """Return the index of the signal that stores the interval of a coordinate, or -1 (signals/interval.py)."""
        return self.signals.get(name_of_interval(kind, name, place), -1)

    def signal(self, name: str | None) -> int:
        """Return the index of a signal by its name, or -1 for no signal."""
        return -1 if name is None else self.signals[name]

    def driver(self, name: str | None, signal: str | None = None) -> tuple[int, int]:
        """Return the index of the function and the index of the signal that `name` or `signal` denotes. If there is no
        such object, the index is -1.
        """
        if name is None or name in self.functions:
            return self.function(name), self.signal(signal)
        return -1, self.signal(name)
