"""Computes the force of a spring whose law is a function of the elongation, and its stored energy."""

from __future__ import annotations

from functools import cache

import numpy as np

from rbsolve.solver.functions.dispatch import corners_of
from rbsolve.solver.model.arrays import Functions
from rbsolve.solver.model.flat import Floats


@cache
def _quadrature() -> tuple[Floats, Floats]:
    """Nodes and weights of Gauss quadrature on [-1, 1]."""
    return np.polynomial.legendre.leggauss(20)  # imported here, because the import of numpy.polynomial takes time


class SpringLaw:
    """The force law that function `index` of the model defines.

    The energy at an elongation is the integral of the force from 0. Gauss quadrature computes the integral between the
    kinks of the function. The integral is exact for tables and polynomials, and accurate to round-off for smooth laws
    without oscillation.
    """

    def __init__(self, functions: Functions, index: int) -> None:
        """Use function `index` of the arrays."""
        self._functions = functions
        self._index = index
        self._kinks = self._find_kinks()
        self._origin = int(np.searchsorted(self._kinks, 0.0))

    def force(self, elongation: Floats) -> Floats:
        """Return the forces (...,) at elongations (...,)."""
        # this module needs kernels, so it is imported only here
        from rbsolve.solver.functions.evaluate import function_values

        values = np.empty((elongation.size, 3))
        function_values(self._functions, self._index, np.ascontiguousarray(elongation).ravel(), values)
        return values[:, 0].reshape(elongation.shape)

    def energy(self, elongation: Floats) -> Floats:
        """Return the stored energies (n,) at elongations (n,)."""
        kinks = self._kinks
        pieces = self._integral(kinks[:-1], kinks[1:])
        at_kinks = np.concatenate([[0.0], np.cumsum(pieces)])
        at_kinks -= at_kinks[self._origin]
        before = np.clip(np.searchsorted(kinks, elongation, side="right") - 1, 0, None)
        return at_kinks[before] + self._integral(kinks[before], elongation)

    def _integral(self, start: Floats, stop: Floats) -> Floats:
        """Return the integrals (n,) of the force over intervals without kinks."""
        nodes, weights = _quadrature()
        half = 0.5 * (stop - start)
        points = (start + half)[:, None] + half[:, None] * nodes
        return np.asarray(half * (np.einsum("...i,i->...", self.force(points), weights)), dtype=float)

    def _find_kinks(self) -> Floats:
        """Return the elongations at which the function is not smooth, in increasing order, including 0."""
        every = np.array([0.0, *corners_of(self._functions, self._index)])
        return np.unique(every[np.isfinite(every)])
