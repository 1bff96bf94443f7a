"""Transfers velocities from body to body through joints. The module defines the rows of each joint, and spanning
forests.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rbsolve.language.many import matmul, of_each, zeros_beside
from rbsolve.solver.assembly.elements.prescriptions import prescribed_values
from rbsolve.solver.assembly.initial.closure import conditions
from rbsolve.solver.assembly.initial.given import Given, coordinates_of, prescribed_coordinates, rate_rows
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.linear_algebra.forest import SpanningForest, breadth_first
from rbsolve.solver.linear_algebra.groups import Groups
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats

# With this cutoff, rows of rotations beside levers of up to 1e7 m count as independent.
_pinv = partial(np.linalg.pinv, rcond=1e-14)


class Share(NamedTuple):
    """The second part of the constraint of a coupling. Its rows act on the velocities of two further bodies, and are
    added to the rows of the first part.
    """

    body0: int
    body1: int
    rows: Floats


class Link(NamedTuple):
    """A joint, described by rows that act on the velocities [u0, w0, u1, w1] of its two bodies.

    `held` (k, 12) contains the rows of the constraints, and `wanted` (k,) their rates. `rates` (f, 12) contains the
    rows of the coordinates that no function prescribes, and `values` (f,) their rates. If `is_given` (f,) is False, the
    rate is zero. `lengths` (f,) is the size of the model for translational coordinates, and 1 for other coordinates. If
    `carries` is False, the joint is a coupling, which does not move a body along with its neighbour.
    """

    body0: int
    body1: int
    held: Floats
    wanted: Floats
    rates: Floats
    values: Floats
    is_given: np.ndarray
    lengths: Floats
    carries: bool = True
    share: Share | None = None

    def other(self, body: int) -> int:
        """Return the body at the other end of the link."""
        return self.body0 if body == self.body1 else self.body1

    @property
    def bodies(self) -> tuple[int, ...]:
        """Return all bodies that the link connects."""
        return (self.body0, self.body1) if self.share is None else (self.body0, self.body1, *self.share[:2])

    def rates_of(self, v: Floats) -> Floats:
        """Return the rates of the held rows for velocities `v` (nb + 1, 6)."""
        rates = matmul(self.held, np.concatenate([v[self.body0], v[self.body1]]))
        if self.share is not None:
            rates = rates + matmul(self.share.rows, np.concatenate([v[self.share.body0], v[self.share.body1]]))
        return np.asarray(rates)

    def motions(self, body: int) -> Floats:
        """Velocities (6, k + f) of `body` relative to its neighbour for unit values of the held rows and of the rates."""
        rows = np.concatenate([self.held, self.rates], axis=-2)
        return np.asarray(of_each(_pinv, rows[..., 6:] if body == self.body1 else rows[..., :6]))


def make_links(model: Model, state: State, t: float, given: Sequence[Given], size: float) -> list[Link]:
    """Return the joints of a model in order, followed by links between bodies that only couplings connect."""
    joints, first = model.joints, model.joints.first_row
    held, wanted = conditions(model, state).rows, prescribed_values(model, t, 1)
    written = {item.joint: item for item in given if item.joint >= 0}
    links = []
    for j in range(len(joints.kind)):
        coordinates = coordinates_of(model, j)
        prescribed = prescribed_coordinates(model, j)
        free = [k for k, coordinate in enumerate(coordinates) if coordinate not in prescribed]
        count = len(written[j].values) if j in written else 0
        values = zeros_beside((len(coordinates),), written[j].values if j in written else 0.0)
        values[:count] = written[j].values if j in written else 0.0
        own = slice(first[j], first[j + 1])
        lengths = np.array([size if coordinate.slides else 1.0 for coordinate in coordinates])
        links.append(
            Link(
                int(joints.body0[j]),
                int(joints.body1[j]),
                held[own],
                wanted[own],
                rate_rows(model, state, j)[free],
                values[free],
                np.array([k < count for k in free], dtype=bool),
                lengths[free],
                not JointKind(joints.kind[j]).record.couples,
            )
        )
    for row, other in joints.couplings.tied.tolist():
        a, b = (int(np.searchsorted(first, k, side="right")) - 1 for k in (row, other))
        links[a] = links[a]._replace(share=Share(links[b].body0, links[b].body1, links[b].held))
        links[b] = links[b]._replace(held=np.zeros((0, 12)), wanted=np.zeros(0))
    return links + _loose(links, state, size)


def _loose(links: Sequence[Link], state: State, size: float) -> list[Link]:
    """Return links with six free coordinates, between bodies that are otherwise connected only by couplings."""
    groups: Groups[int] = Groups()
    for link in links:
        if link.carries:
            groups.join(link.body0, link.body1)
    found = []
    for link in links:
        if not link.carries and groups.join(link.body0, link.body1):
            rates = _relative(state, link.body0, link.body1)
            none, still = np.zeros(0), np.zeros(6)
            lengths = np.repeat([size, 1.0], 3)
            held = np.zeros((0, 12))
            found.append(Link(link.body0, link.body1, held, none, rates, still, np.zeros(6, dtype=bool), lengths))
    return found


def _relative(state: State, a: int, b: int) -> Floats:
    """Return rows (6, 12) that give the velocity of body b relative to body a. They give the velocity of the origin and
    the angular velocity, in inertial components.
    """
    rows = np.zeros((6, 12))
    x, y, z = state.x[b] - state.x[a]
    arm = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    rows[:3, :3], rows[:3, 3:6], rows[:3, 6:9] = -np.eye(3), arm @ state.R[a], np.eye(3)
    rows[3:, 3:6], rows[3:, 9:] = -state.R[a], state.R[b]
    return rows


def carried_velocities(state: State, body: int, parent: int, v: Floats) -> Floats:
    """Return the velocities (..., 6, k) of a body that moves together with its neighbour as one rigid body."""
    spin = matmul(state.R[..., parent, :, :], v[..., 3:, :])
    out: Floats = zeros_beside(v.shape, v, spin, state.x, state.R)
    arm = state.x[..., body, :] - state.x[..., parent, :]
    out[..., :3, :] = v[..., :3, :] + np.cross(spin, arm[..., None], axis=-2)
    out[..., 3:, :] = matmul(state.R[..., body, :, :].swapaxes(-1, -2), spin)
    return out


def carry(links: Sequence[Link], chosen: Iterable[int], roots: Iterable[Iterable[int]], ground: int) -> SpanningForest:
    """Return the spanning forest of the chosen links. A body is reached on the shortest path from the first group of
    roots that is connected to it.

    Links that come earlier in `chosen` are preferred. Chosen links outside of the forest close loops.
    """
    numbers = list(chosen)
    picked = [links[j] for j in numbers]
    forest = breadth_first(ground, [link[:2] for link in picked], [link.carries for link in picked], roots)
    inboard = [numbers[k] if k >= 0 else -1 for k in forest.joint]
    return forest._replace(joint=inboard, loops=[numbers[k] for k in forest.loops])


def parts(links: Sequence[Link], ground: int) -> list[list[int]]:
    """Return the links in groups. A group is connected without paths through the ground."""
    joined: Groups[int] = Groups()
    for link in links:
        for a, b in pairwise(body for body in link.bodies if body != ground):
            joined.join(a, b)
    groups: dict[int, list[int]] = {}
    for j, link in enumerate(links):
        groups.setdefault(joined.leader(min(link.bodies)), []).append(j)  # the ground has the largest number
    return list(groups.values())
