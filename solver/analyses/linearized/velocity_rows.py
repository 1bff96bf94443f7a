"""Treats constraints of velocities that do not constrain positions (nonholonomic constraints), such as rolling without
slip, in the linearized equations.

The independent coordinates y satisfy the other rows. With G = J N, and with N1, N2, N3 of linearize.py, the varied rows
are

    G y' + P y = 0,                P  = J N1 + (J v)_q N,
    G y'' + G2 y' + G3 y = 0,      G2 = J N2 + (J v' + gamma)_v N,    G3 = J N3 + (J v' + gamma)_v N1 + (J v' + gamma)_q N.

Some rates s of y remain independent: `y' = Z s + Y y` and `y'' = Z s' + W2 y' + W3 y`. Z^T eliminates the multipliers
of the rows. (These are the equations of motion of a nonholonomic system: Neimark and Fufaev, Dynamics of Nonholonomic
Systems, 1972.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.analyses.constraint_rows import RowChanges, times
from rbsolve.solver.analyses.independent_coordinates import RANK_TOLERANCE, Basis, pivots
from rbsolve.solver.model.flat import Floats, Ints


class IndependentRates(NamedTuple):
    """The independent rates among the rates of the f coordinates, and the matrices that determine all rates from them."""

    chosen: Ints  # (r,) indices of the coordinates with independent rates
    directions: Floats  # (f, r) Z
    drift: Floats  # (f, f) Y
    by_rates: Floats  # (f, f) W2
    by_coordinates: Floats  # (f, f) W3
    rows_by_rates: Floats  # (m, f) G
    rows_by_coordinates: Floats  # (m, f) P

    @property
    def sizes(self) -> IndependentRates:
        """Return the same matrices with absolute values, which are the scale of round-off."""
        return IndependentRates(
            chosen=self.chosen,
            directions=np.abs(self.directions),
            drift=np.abs(self.drift),
            by_rates=np.abs(self.by_rates),
            by_coordinates=np.abs(self.by_coordinates),
            rows_by_rates=np.abs(self.rows_by_rates),
            rows_by_coordinates=np.abs(self.rows_by_coordinates),
        )


class MovingBasis(NamedTuple):
    """The changes of a basis N of a moving model, each (nb + 1, 6, f). The changes satisfy `dv = N y' + N1 y` and
    `dv' = N y'' + N2 y' + N3 y`.
    """

    N1: Floats
    N2: Floats
    N3: Floats
    changes: RowChanges
    """The derivatives of the constraint rows."""

    @property
    def sizes(self) -> MovingBasis:
        """Return the same matrices with absolute values, which are the scale of round-off."""
        return MovingBasis(np.abs(self.N1), np.abs(self.N2), np.abs(self.N3), self.changes)


def independent_rates(basis: Basis, moving: MovingBasis | None) -> IndependentRates:
    """Return the independent rates in a state. `moving` is None if the model is at rest."""
    rows, chosen = basis.rows, basis.tree.velocity_rows
    f, m = basis.free, len(chosen)
    if m == 0:
        none, nothing = np.zeros((f, f)), np.zeros((0, f))
        return IndependentRates(np.arange(f), np.eye(f), none, none, none, nothing, nothing)

    def over(coefficients: Floats, motions: Floats) -> Floats:
        return times(rows, coefficients, motions, chosen)

    N, g = basis.N, rows.gradient
    G, P, G2, G3 = over(g, N), np.zeros((m, f)), np.zeros((m, f)), np.zeros((m, f))
    if moving is not None:
        N1, N2, N3, changes = moving
        P = over(g, N1) + over(changes.rate_q, N)
        G2 = over(g, N2) + over(changes.acceleration_v, N)
        G3 = over(g, N3) + over(changes.acceleration_v, N1) + over(changes.acceleration_q, N)
    _, values, vh = np.linalg.svd(G)
    rank = int(np.sum(values > RANK_TOLERANCE * max(float(values[0]), 1e-300)))
    free = pivots(vh[rank:].T)
    others = np.setdiff1d(np.arange(f), free)

    def dependent(right: Floats) -> Floats:
        """Return the rates that satisfy `G y' = -right` with zero independent rates."""
        out = np.zeros((f, right.shape[1]))
        out[others] = -np.linalg.lstsq(G[:, others], right, rcond=1e-10)[0]
        return out

    Z = dependent(G[:, free])
    Z[free] = np.eye(len(free))
    return IndependentRates(free, Z, dependent(P), dependent(G2), dependent(G3), G, P)
