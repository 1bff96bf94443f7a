"""The motions that the joints of a part of a model allow, expressed by the joint rates of a spanning tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.stacks import agreed, stacked, times
from rbsolve.solver.assembly.initial.carrying import Link, carried_velocities, carry
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats


def slides(rows: Floats) -> NDArray[np.bool_]:
    """Return which rows (..., k, 12) measure speeds. The other rows measure rates of rotation."""
    (rows,) = stacked(rows)
    parts = rows.reshape(*rows.shape[:-1], 4, 3)
    speeds: NDArray[np.bool_] = agreed(np.any(parts[..., ::2, :] != 0.0, axis=(-2, -1)), 1)
    return speeds


class Motions:
    """The motions of a part of the model. The velocities of its bodies are v0 + V q.

    q contains the rates of its tree's joints, with speeds relative to `size`. The six rates of a floating root come
    first. With numbers of many cases, all arrays have a leading axis of cases (`language/stacks.py`).
    """

    def __init__(
        self, links: Sequence[Link], part: Sequence[int], root: int, state: State, size: float, beside: Any = 0.0
    ) -> None:
        """`beside` is an array that contains numbers of many cases if other conditions on q contain such numbers."""
        nb = len(state.x) - 1
        forest = carry(links, part, [[root]], nb)
        (x, R, self.size, _), self.links = _stack_links(part, links, state.x, state.R, size, beside)
        state = state._replace(x=x, R=R)
        self.chords = forest.loops
        at = 0 if root == nb else 6
        self.cases = x.shape[:-2]
        self.root, self.count = root, at + sum(len(links[forest.joint[b]].rates) for b in forest.order)
        self.v0 = np.zeros((*self.cases, nb + 1, 6))
        self.V = {b: np.zeros((*self.cases, 6, self.count)) for b in (root, *forest.order)}
        for k in range(at):
            self.V[root][..., k, k] = self.size if k < 3 else 1.0
        for b in forest.order:
            link, parent = self.links[forest.joint[b]], forest.parent[b]
            motions, held = link.motions(b), link.held.shape[-2]
            carried = carried_velocities(state, b, parent, self.v0[..., parent, :, None])[..., 0]
            self.v0[..., b, :] = carried + times(motions[..., :held], link.wanted)
            self.V[b] = carried_velocities(state, b, parent, self.V[parent])
            width = link.rates.shape[-2]
            self.V[b][..., at : at + width] += motions[..., held:] * link.lengths[..., None, :]
            at += width

    def rows_of_link(self, link: Link) -> tuple[Floats, Floats]:
        """Return the constraint rows of a link, as conditions on q."""
        A, left = self._on_rates(link.body0, link.body1, link.held, link.wanted)
        if link.share is not None:
            more, taken = self._on_rates(*link.share, np.zeros(left.shape[-1]))
            A, left = A + more, left + taken
        return self._relative(link.held, A, left)

    def conditions(self, a: int, b: int, rows: Floats, values: Floats) -> tuple[Floats, Floats]:
        """Convert rows on the velocities of two bodies to conditions on q. Speeds are relative to `size`."""
        rows, values = self.stacked(rows, 2), self.stacked(values, 1)
        return self._relative(rows, *self._on_rates(a, b, rows, values))

    def velocities(self, body: int, q: Floats) -> Floats:
        """Return the velocities (..., 6) of a body for the rates q (..., n)."""
        return np.asarray(self.v0[..., body, :] + times(self.V[body], q))

    def stacked(self, values: Any, ndim: int) -> Floats:
        """Return floats, or an array with `ndim` axes that may contain `Many`, with the leading axis of these motions."""
        (found,) = stacked(np.asarray(values))
        return np.broadcast_to(found, (*self.cases, *found.shape[found.ndim - ndim :]))

    def _relative(self, rows: Floats, A: Floats, left: Floats) -> tuple[Floats, Floats]:
        unit = np.where(slides(rows), 1.0 / self.size[..., None], 1.0)
        return A * unit[..., None], left * unit

    def _on_rates(self, a: int, b: int, rows: Floats, values: Floats) -> tuple[Floats, Floats]:
        A = rows[..., 6:] @ self.V[b] if b in self.V else np.zeros((*self.cases, rows.shape[-2], self.count))
        if a in self.V:
            A = A + rows[..., :6] @ self.V[a]
        return A, values - times(rows, np.concatenate([self.v0[..., a, :], self.v0[..., b, :]], axis=-1))


def _stack_links(
    part: Sequence[int], links: Sequence[Link], *others: Any
) -> tuple[tuple[Floats, ...], dict[int, Link]]:
    """Return other arrays and the links of a part by index. If some contain numbers of many cases, all arrays get a
    leading axis of cases.
    """
    names = ("held", "wanted", "rates", "values", "lengths")
    arrays = [np.asarray(other) for other in others]
    for link in (links[j] for j in part):
        arrays += [getattr(link, name) for name in names]
        arrays += [] if link.share is None else [link.share.rows]
    found = iter(stacked(*arrays))
    first = tuple(next(found) for _ in others)
    made = {}
    for j in part:
        own: dict[str, Any] = {name: next(found) for name in names}
        link = links[j]._replace(**own)
        made[j] = link if link.share is None else link._replace(share=link.share._replace(rows=next(found)))
    return first, made
