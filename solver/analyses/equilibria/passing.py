"""Finds the shapes that a body would pass through in a long step of the search for an equilibrium.

A step may be as long as the model, so a body could move through a thin shape without touching it at either end of the
step. Therefore the forces are evaluated at positions along the step. These positions are so close to each other that no
shape fits between them.
"""

from __future__ import annotations

import math

import numpy as np

from rbsolve.geometry.rotation_parameters import rotation_vector_from_matrix
from rbsolve.geometry.shapes.convex import EXTENT, RADIUS, ROUNDING, SHARPNESS
from rbsolve.geometry.shapes.registry import SURFACES
from rbsolve.solver.analyses.elements import applied_forces
from rbsolve.solver.analyses.independent_coordinates import SpanningTree
from rbsolve.solver.analyses.placing import move_along
from rbsolve.solver.model.arrays import Contacts, Model, State
from rbsolve.solver.model.flat import Floats, Ints

BORDER = 1.1  # enlargement of boxes, because their contact points exert forces slightly outside the faces
MOST_PLACES = 200  # largest number of positions along a step; longer steps are shortened


class Passing:
    """The shapes in the contacts of a model, with the sizes that determine whether a step could pass them."""

    def __init__(self, model: Model, tree: SpanningTree) -> None:
        self._model, self._tree = model, tree
        contacts = model.contacts
        self._contact = np.repeat(np.arange(len(contacts.body0)), np.diff(contacts.first))
        self._thickness, radius = _thickness_and_radius(contacts)
        own = np.linalg.norm(contacts.half, axis=1) + np.linalg.norm(contacts.slide, axis=1)
        is_convex = contacts.core[:, 0] >= 0
        own[is_convex] = contacts.cores[contacts.core[is_convex, 0], EXTENT]
        probe = np.linalg.norm(contacts.centre, axis=1) + own
        solid = np.linalg.norm(contacts.solid_centre, axis=1) + np.where(np.isfinite(radius), radius, 0.0)
        is_first = contacts.end == 0
        first, second = contacts.body0[self._contact], contacts.body1[self._contact]
        self._of_probe, self._of_solid = np.where(is_first, first, second), np.where(is_first, second, first)
        self._reach = BORDER * (own + radius)
        """For each point, the distance of the two centres beyond which the shapes cannot touch [m]."""
        self._arms = np.zeros(len(model.bodies.mass) + 1)
        """For each body, the largest distance of its shapes from the origin of the body [m]."""
        np.maximum.at(self._arms, contacts.body0[self._contact], np.where(is_first, probe, solid))
        np.maximum.at(self._arms, contacts.body1[self._contact], np.where(is_first, solid, probe))

    def first_against(self, state: State, change: Floats, motion: Floats, work: float, t: float) -> float | None:
        """Return the first fraction of a step at which the forces oppose the step, or None.

        `change` contains the changes of the tree's coordinates, and `motion` (nb + 1, 6) the motions of the bodies.
        `work` is the work of the initial forces along the step. If the step requires more than `MOST_PLACES` parts,
        return the fraction of the step that this number of parts covers.
        """
        count = self._places(state, motion)
        if count > MOST_PLACES:
            return MOST_PLACES / count
        here = move_along(self._tree, self._model, state, change / count, t) if count > 1 else state
        for k in range(1, count):
            force = applied_forces(self._model, here, t)
            there = move_along(self._tree, self._model, state, change * ((k + 1) / count), t)
            if not np.all(np.isfinite(force)) or count * _work(force, here, there) < -0.5 * work:
                return k / count
            here = there
        return None

    def _places(self, state: State, motion: Floats) -> int:
        """Return the number of parts into which a step must be divided."""
        contacts = self._model.contacts
        if not len(self._contact):
            return 1
        path = np.linalg.norm(motion[:, :3], axis=1) + self._arms * np.linalg.norm(motion[:, 3:], axis=1)
        together = path[self._of_probe] + path[self._of_solid]
        probe = _places_of(state, self._of_probe, contacts.centre)
        solid = _places_of(state, self._of_solid, contacts.solid_centre)
        meets = np.linalg.norm(probe - solid, axis=1) - self._reach <= together
        return max(1, math.ceil(float(np.max(np.where(meets, together, 0.0) / self._thickness))))


def _places_of(state: State, bodies: Ints, points: Floats) -> Floats:
    """Return the positions (np, 3) of points of bodies in the inertial frame."""
    return np.asarray(state.x[bodies] + (state.R[bodies] @ points[..., None])[..., 0])


def _thickness_and_radius(contacts: Contacts) -> tuple[Floats, Floats]:
    """Return two sizes (np,) [m] of the solid of each point: the smallest half size, and the radius. Both sizes are
    infinite for a plane.
    """
    radius = np.empty(len(contacts.solid))
    for code, surface in enumerate(SURFACES.values()):
        has_it = contacts.solid == code
        radius[has_it] = surface.radius(contacts.size[has_it])
    size = np.where(contacts.size > 0.0, contacts.size, np.inf)
    thickness = np.where(np.isfinite(radius), size.min(axis=1, initial=np.inf), np.inf)
    core = contacts.core[:, 1]
    is_convex = core >= 0
    numbers = contacts.cores[core[is_convex]]
    along = numbers[:, :RADIUS].reshape(-1, 3, 3).sum(axis=1).min(axis=1, initial=np.inf) + numbers[:, RADIUS]
    of_hull = numbers[:, RADIUS] / ROUNDING
    is_finite = np.isfinite(numbers[:, EXTENT])
    thickness[is_convex] = np.where(is_finite, np.where(numbers[:, SHARPNESS] > 0.0, of_hull, along), np.inf)
    radius[is_convex] = numbers[:, EXTENT]
    return thickness, radius


def _work(force: Floats, here: State, there: State) -> float:
    """Return the work of forces (nb + 1, 6) along the motion between two states."""
    total = float(np.sum(force[:, :3] * (there.x - here.x)))
    turns = rotation_vector_from_matrix(np.swapaxes(here.R, 1, 2) @ there.R)
    return total + float(np.sum(force[:, 3:] * turns))
