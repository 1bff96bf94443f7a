"""Fits of inertias at the edge of the physical set, where bodies are flat.

An inertia `I` about the centre of mass belongs to a distribution of mass if and only if its second moments
`S = tr(I)/2 1 - I` are positive semidefinite (Wensing, Kim, Slotine, "Linear Matrix Inequalities for Physically
Consistent Inertial Parameter Identification", IEEE Robotics and Automation Letters 3, 2018). At the edge, the smallest
second moment is zero. There, a fit changes the entries of `L` in `S = V L L^T V^T`. The last column of `L` is zero, and
the last axis in `V` is perpendicular to the flat body. All values of `L` are physical.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
ROWS, COLUMNS = (0, 1, 2, 1, 2, 2), (0, 1, 2, 0, 0, 1)
"""The entries of `L` and of the inertia: the diagonal, then 21, 31 and 32."""
STEP, LINEAR = 2.0**-10, 1e-9
"""The step relative to the scale of an unknown, and the relative error, at which an inertia counts as linear."""
AT_EDGE = 1e-5
"""The largest second moment that counts as zero, relative to the sum of the three moments."""


class Inertia(NamedTuple):
    """The unknowns that determine the inertia of a body: `I = slopes x + constant`, with six or three entries."""

    body: str
    unknowns: Ints  # (n,) in the vector of all unknowns
    slopes: Floats  # (n, n) [kg m^2 / unit of the unknown]
    constant: Floats  # (n,) [kg m^2]

    def is_at_edge(self, x: Floats) -> bool:
        """Return whether a second moment of the body is zero at the unknowns x (p,)."""
        moments = self.principal(x)[0]
        return bool(moments[-1] <= AT_EDGE * moments.sum())

    def principal(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the principal second moments (3,) [kg m^2] at the unknowns x (p,), the largest first, and their axes
        (3, 3).
        """
        inertia = _tensor(self.slopes @ x[self.unknowns] + self.constant)
        moments, axes = np.linalg.eigh(0.5 * np.trace(inertia) * np.eye(3) - inertia)
        return moments[::-1], axes[:, ::-1]

    def unknowns_of(self, inertia: Floats) -> Floats:
        """Return the unknowns (n,) for an inertia (3, 3) [kg m^2]."""
        return self.changes(inertia - _tensor(self.constant))

    def changes(self, inertia: Floats) -> Floats:
        """Return the changes (n,) of the unknowns for a change (3, 3) [kg m^2] of the inertia."""
        return np.asarray(np.linalg.solve(self.slopes, inertia[self.entries]), dtype=np.float64)

    def inward(self, x: Floats) -> Floats:
        """Return the change (n,) of the unknowns per change of the smallest second moment."""
        across = self.principal(x)[1][:, -1]
        return self.changes(_inertia_of(np.outer(across, across)))

    @property
    def entries(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the rows and columns of its entries."""
        return ROWS[: len(self.unknowns)], COLUMNS[: len(self.unknowns)]


class Edge:
    """The flat bodies near an inertia at the edge. Coordinates y (n - 1,) are entries of `L` divided by its size."""

    def __init__(self, inertia: Inertia, x: Floats) -> None:
        moments, self._axes = inertia.principal(x)
        self.inertia, self._size = inertia, float(np.sqrt(moments.sum() / 3.0))
        places = [(row, column) for row, column in zip(*inertia.entries, strict=True) if column < 2]
        self._places = tuple(zip(*places, strict=True))
        self.start = np.diag(np.sqrt(np.maximum(moments, 0.0)))[self._places] / self._size

    def unknowns(self, y: Floats) -> Floats:
        """Return the unknowns (n,) of the body."""
        L = self._factor(y)
        return self.inertia.unknowns_of(_inertia_of(L @ L.T))

    def derivatives(self, y: Floats) -> Floats:
        """Return the derivatives (n, n - 1) of the unknowns."""
        L, columns = self._factor(y), []
        for one in np.eye(len(y)):
            along = self._factor(one) @ L.T
            columns.append(self.inertia.changes(_inertia_of(along + along.T)))
        return np.stack(columns, axis=1)

    def _factor(self, y: Floats) -> Floats:
        L = np.zeros((3, 3))
        L[self._places] = y * self._size
        return self._axes @ L


class Coordinates:
    """Dimensionless coordinates z (q,) of the free unknowns of a fit: unknowns divided by their scales, followed by the
    coordinates of inertias that stay at the edge.
    """

    def __init__(self, x: Floats, free: NDArray[np.bool_], scales: Floats, at_edge: Sequence[Inertia]) -> None:
        self._x, direct = x.copy(), free.copy()
        self._edges = [Edge(inertia, x) for inertia in at_edge]
        for inertia in at_edge:
            direct[inertia.unknowns] = False
        self._places = np.flatnonzero(direct)
        self._scales = scales[direct]
        self.start = np.concatenate([x[direct] / self._scales, *(edge.start for edge in self._edges)])

    def bounds(self, bound: Floats, without: float) -> Floats:
        """Return the bounds (q,) for bounds (p,) of the unknowns. Coordinates at an edge have the bound `without`."""
        found = np.full(len(self.start), without)
        found[: len(self._places)] = bound[self._places] / self._scales
        return found

    def unknowns(self, z: Floats) -> Floats:
        """Return all unknowns (p,)."""
        x = self._x.copy()
        x[self._places] = z[: len(self._places)] * self._scales
        for edge, y in self._parts(z):
            x[edge.inertia.unknowns] = edge.unknowns(y)
        return x

    def derivatives(self, by_unknowns: Floats, z: Floats) -> Floats:
        """Return derivatives (N, q) with respect to z, from derivatives (N, p) with respect to all unknowns."""
        found = [by_unknowns[:, self._places] * self._scales]
        found += [by_unknowns[:, edge.inertia.unknowns] @ edge.derivatives(y) for edge, y in self._parts(z)]
        return np.concatenate(found, axis=1)

    def _parts(self, z: Floats) -> Iterator[tuple[Edge, Floats]]:
        first = len(self._places)
        for edge in self._edges:
            yield edge, z[first : first + len(edge.start)]
            first += len(edge.start)


def inertias_of(
    bodies: Callable[[Floats], Mapping[str, Floats] | None], start: Floats, scales: Floats
) -> Iterator[Inertia]:
    """Find the bodies whose inertias the unknowns (p,) determine. Bodies with impossible inertias at the start are
    omitted. `bodies` returns inertias (3, 3) [kg m^2] about the centres of mass at given unknowns, or None if the deck
    has errors there.
    """
    centre, aside = bodies(start), bodies(start + STEP * scales)
    if centre is None or aside is None or all(np.array_equal(centre[body], aside[body]) for body in centre):
        return
    steps = np.diag(STEP * scales)
    moved = [[each for times in (1.0, 2.0) if (each := bodies(start + times * step))] for step in steps]
    if any(len(pair) < 2 for pair in moved):
        return
    taken: set[int] = set()
    for body, inertia in centre.items():
        near, far = (np.array([(pair[k][body] - inertia)[ROWS, COLUMNS] for pair in moved]).T for k in (0, 1))
        unknowns = np.flatnonzero(np.abs(far).max(axis=0) > 0.0)
        count = len(unknowns)
        size = LINEAR * np.abs(near).max(initial=0.0)
        if count not in (3, 6) or taken & set(unknowns.tolist()) or np.abs(far - 2.0 * near).max() > size:
            continue
        slopes = near[:count, unknowns] / (STEP * scales[unknowns])
        is_diagonal = not near[3:].any() and not inertia[ROWS[3:], COLUMNS[3:]].any()
        if (count == 6 or is_diagonal) and np.linalg.cond(slopes * scales[unknowns]) < 1.0 / LINEAR:
            constant = inertia[ROWS[:count], COLUMNS[:count]] - slopes @ start[unknowns]
            found = Inertia(body, unknowns, slopes, constant)
            if found.principal(start)[0][-1] >= 0.0:
                taken |= set(unknowns.tolist())
                yield found


def _tensor(entries: Floats) -> Floats:
    """Return the symmetric tensor (3, 3) of three or six entries."""
    tensor, count = np.zeros((3, 3)), len(entries)
    tensor[ROWS[:count], COLUMNS[:count]] = tensor[COLUMNS[:count], ROWS[:count]] = entries
    return tensor


def _inertia_of(second_moments: Floats) -> Floats:
    """Return the inertia (3, 3) of second moments."""
    found: Floats = np.trace(second_moments) * np.eye(3) - second_moments
    return found
