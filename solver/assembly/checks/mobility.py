"""The mobility of bodies at contacts and of joint coordinates. A run uses it to judge the size of its steps.

The mobility of bodies is the matrix that gives their accelerations from the wrenches on them, under the constraints of
their joints. Bodies that are many joints away are ignored, so the mobility tends to be too large. It is computed at the
configuration of the deck.
"""

from __future__ import annotations

import numpy as np

from rbsolve.language.recall import recallable
from rbsolve.solver.assembly.initial.closure import conditions
from rbsolve.solver.assembly.initial.saddle import Conditions, mass_matrices
from rbsolve.solver.joints.gradients import rate_gradient
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats, Ints

NEIGHBOURS = 8  # largest number of bodies in a patch; a patch consists of some bodies and their nearest neighbours
# This fraction of a typical mobility is added, so that redundant constraints and missing inertia do not make the matrix
# singular.
GIVES_WAY = 1e-10


@recallable
def with_mobilities(model: Model, state: State) -> Model:
    """Return the model with the mobilities of contacts, and of joint coordinates with friction or stops."""
    contacts, drives, frictions = model.contacts, model.drives, model.frictions
    resisting = np.flatnonzero(drives.law != int(Law.LINEAR))
    if not len(contacts.body0) and not len(resisting) and not len(frictions.joint):
        return model
    mobilities = _Mobilities(model, state)
    of_bodies = {b: mobilities.of_body(b) for b in {*contacts.body0.tolist(), *contacts.body1.tolist()}}
    touching = [
        [of_bodies[b] for b in pair] for pair in zip(contacts.body0.tolist(), contacts.body1.tolist(), strict=True)
    ]
    resisted = np.zeros(len(drives.joint))
    resisted[resisting] = mobilities.along(drives.joint[resisting], drives.coordinate[resisting])
    return model._replace(
        contacts=contacts._replace(mobility=np.array(touching).reshape(-1, 2, 6, 6)),
        drives=drives._replace(mobility=resisted),
        frictions=frictions._replace(mobility=mobilities.along(frictions.joint, frictions.coordinate)),
    )


class _Mobilities:
    """The bodies of a model in one configuration, for the computation of mobilities."""

    def __init__(self, model: Model, state: State) -> None:
        self._joints, self._state = model.joints, state
        self._ground = len(model.bodies.mass)
        self._masses = mass_matrices(model.bodies, state)
        self._rows = conditions(model, state)
        self._found: dict[tuple[int, ...], tuple[list[int], Floats]] = {}

    def of_body(self, body: int) -> Floats:
        """Return the matrix (6, 6) that gives the acceleration of a body from a wrench. Both are about the body's
        origin, in its axes.
        """
        if body == self._ground:
            return np.zeros((6, 6))
        patch, mobility = self._of((body,))
        first, R = 6 * patch.index(body), np.eye(6)
        R[:3, :3] = self._state.R[body]
        own = mobility[first : first + 6, first : first + 6]
        return np.asarray(R.T @ own @ R, dtype=np.float64)

    def along(self, joints: Ints, coordinates: Ints) -> Floats:
        """Return the mobility of joint coordinates: the acceleration of each coordinate due to a unit force or torque
        along it.
        """
        return np.array([self._along(int(j), int(c)) for j, c in zip(joints, coordinates, strict=True)])

    def _along(self, joint: int, coordinate: int) -> float:
        pair = int(self._joints.body0[joint]), int(self._joints.body1[joint])
        gradient = rate_gradient(ends(self._joints, joint, self._state), coordinate)
        force, zero = np.array(gradient.force), np.zeros(3)
        patch, mobility = self._of(tuple(body for body in pair if body != self._ground))
        wrench = np.zeros(len(mobility))
        for body, pull, moment in zip(pair, (-force, force), (gradient.moment0, gradient.moment1), strict=True):
            if body != self._ground:
                first = 6 * patch.index(body)
                wrench[first : first + 6] += np.concatenate([pull + zero, moment])
        return float(wrench @ mobility @ wrench)

    def _of(self, bodies: tuple[int, ...]) -> tuple[list[int], Floats]:
        """Return the patch around some bodies, and the mobility (6 n, 6 n) of this patch. Forces are in inertial
        components, and moments in body axes.
        """
        if bodies not in self._found:
            patch = _patch(bodies, self._rows, self._ground)
            self._found[bodies] = patch, self._inverse(patch)
        return self._found[bodies]

    def _inverse(self, patch: list[int]) -> Floats:
        rows, place = self._rows, {body: 6 * k for k, body in enumerate(patch)}
        n = 6 * len(patch)
        M = np.zeros((n, n))
        for body, first in place.items():
            M[first : first + 6, first : first + 6] = self._masses[body]
        M += GIVES_WAY * np.diag(np.maximum(M.diagonal(), np.trace(M) / n))
        within = [
            r
            for r, (a, b) in enumerate(zip(rows.body0.tolist(), rows.body1.tolist(), strict=True))
            if (a == self._ground or a in place) and (b == self._ground or b in place) and (a in place or b in place)
        ]
        J = np.zeros((len(within), n))
        for k, r in enumerate(within):
            for body, entries in ((int(rows.body0[r]), rows.rows[r, :6]), (int(rows.body1[r]), rows.rows[r, 6:])):
                if body != self._ground:
                    J[k, place[body] : place[body] + 6] += entries
        J = _with_whole_conditions(J, within, rows)
        inverse = np.linalg.inv(M)
        if not len(J):
            return np.asarray(inverse)
        moved = J @ inverse
        held = moved @ J.T
        held += GIVES_WAY * np.diag(held.diagonal())
        return np.asarray(inverse - moved.T @ np.linalg.solve(held, moved))


def _with_whole_conditions(J: Floats, within: list[int], rows: Conditions) -> Floats:
    """Return the Jacobian in which all shares of a condition are added to one row. A condition is omitted if one of its
    shares is missing.
    """
    if not len(rows.tied):
        return J
    owner, place = rows.owner, {r: k for k, r in enumerate(within)}
    shares: dict[int, list[int]] = {}
    for r in range(len(owner)):
        shares.setdefault(int(owner[r]), []).append(r)
    whole = [[place[r] for r in each] for each in shares.values() if all(r in place for r in each)]
    return np.array([J[each].sum(axis=0) for each in whole]).reshape(-1, J.shape[1])


def _patch(start: tuple[int, ...], rows: Conditions, ground: int) -> list[int]:
    """Return some bodies and their nearest neighbours, at most NEIGHBOURS in total."""
    patch = list(dict.fromkeys(start))
    for body in patch:
        ends_here = np.concatenate([rows.body1[rows.body0 == body], rows.body0[rows.body1 == body]])
        for other in np.unique(ends_here).tolist():
            if other != ground and other not in patch and len(patch) < NEIGHBOURS:
                patch.append(other)
    return patch
