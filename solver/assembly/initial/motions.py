"""The motions that the joints of a part of a model allow, by the rates of a spanning tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.many import common_answer
from rbsolve.solver.assembly.initial.carrying import Link, carried_velocities, carry
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats


def slides(rows: Floats) -> NDArray[np.bool_]:
    """Return which rows measure speeds. The other rows measure rates of rotation."""
    return common_answer(_any_speed, rows)


def _any_speed(rows: Floats) -> NDArray[np.bool_]:
    return np.asarray(np.any(rows.reshape(len(rows), -1, 4, 3)[:, :, ::2], axis=(2, 3)))


class Motions:
    """The motions of a part of the model, given by the velocities v0 + V q of its bodies.

    q contains the rates of its tree's joints, with speeds relative to `size`. The six rates of a floating root come
    first.
    """

    def __init__(self, links: Sequence[Link], part: Sequence[int], root: int, state: State, size: float) -> None:
        nb = len(state.x) - 1
        forest = carry(links, part, [[root]], nb)
        self.links = {j: links[j] for j in part}
        self.chords = forest.loops
        at = 0 if root == nb else 6
        count = at + sum(len(links[forest.joint[b]].rates) for b in forest.order)
        self.v0 = np.zeros((nb + 1, 6))
        self.V = {b: np.zeros((6, count)) for b in (root, *forest.order)}
        self.root, self.size, self.count = root, size, count
        if at:
            self.V[root][:, :6] = np.diag([size, size, size, 1.0, 1.0, 1.0])
        for b in forest.order:
            link, parent = links[forest.joint[b]], forest.parent[b]
            motions, held = link.motions(b), len(link.held)
            self.v0[b] = (
                carried_velocities(state, b, parent, self.v0[parent][:, None])[:, 0] + motions[:, :held] @ link.wanted
            )
            self.V[b] = carried_velocities(state, b, parent, self.V[parent])
            width = len(link.rates)
            self.V[b][:, at : at + width] += motions[:, held:] * link.lengths
            at += width

    def rows_of_link(self, link: Link) -> tuple[Floats, Floats]:
        """Return the constraint rows of a link, as conditions on q."""
        A, left = self._on_rates(link.body0, link.body1, link.held, link.wanted)
        if link.share is not None:
            more, taken = self._on_rates(*link.share, np.zeros(len(left)))
            A, left = A + more, left + taken
        unit = np.where(slides(link.held), 1.0 / self.size, 1.0)
        return A * unit[:, None], left * unit

    def conditions(self, a: int, b: int, rows: Floats, values: Floats) -> tuple[Floats, Floats]:
        """Convert rows on the velocities of two bodies to conditions on q. Speeds are relative to `size`."""
        A, left = self._on_rates(a, b, rows, values)
        unit = np.where(slides(rows), 1.0 / self.size, 1.0)
        return A * unit[:, None], left * unit

    def _on_rates(self, a: int, b: int, rows: Floats, values: Floats) -> tuple[Floats, Floats]:
        A = rows[:, 6:] @ self.V[b] if b in self.V else np.zeros((len(rows), self.count))
        if a in self.V:
            A = A + rows[:, :6] @ self.V[a]
        return A, values - rows @ np.concatenate([self.v0[a], self.v0[b]])
