"""Finds islands, which are groups of bodies coupled by forces, and the positions of their unknowns in Newton's matrix.

Springs, bushings and loads in the axes of another body couple bodies. Islands are solved separately, so the cost is
linear in the number of free bodies. Within an island, the bodies are in reverse Cuthill-McKee order and the matrix is
banded. The cost of a chain is therefore also linear.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.forces.tangents.links import force_links
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.flat import Floats, Ints


class IslandLayout(NamedTuple):
    """Unknowns, and the storage of the Newton matrix. Entry (i, j) of island k is at `origin[k] + i stride[k] + j`.

    The unknowns i and j are counted within the island. With the stride of a band, entries outside the band are not
    stored.
    """

    first: Ints  # (nb,) first unknown of a body, among all unknowns
    row: Ints  # (nb,) first unknown of a body, within its island
    size: Ints  # (nb,)
    island: Ints  # (nb,)
    begin: Ints  # (ni + 1,) unknowns begin[k] .. begin[k + 1] - 1 belong to island k
    band: Ints  # (ni,) largest |i - j| of an entry
    origin: Ints  # (ni,)
    stride: Ints  # (ni,)
    entries: int  # total number of stored entries


class BodyPairs(NamedTuple):
    """Ordered pairs (row, column) of bodies. The wrench on the first body depends on the motion of the second body.

    The first nb links are pairs of a body with itself. `forces` lists the links of each force
    (forces/tangents/links.py). Its columns (00, 01, 10, 11) are pairs of the two bodies of the force. If a body is
    GROUND or is not affected, the entry is -1.
    """

    row: Ints  # (nl,)
    column: Ints  # (nl,)
    forces: Ints  # (n, 4)


def make_pairs(model: Model) -> BodyPairs:
    """Return the links of all applied forces of a model."""
    nb = len(model.bodies.mass)
    index = {(b, b): b for b in range(nb)}

    def link(row: int, column: int) -> int:
        if row == nb or column == nb:
            return -1
        return index.setdefault((row, column), len(index))

    forces = [
        [link(a, a), link(a, b), *([link(b, a), link(b, b)] if mutual else [-1, -1])]
        for a, b, mutual in force_links(model)
    ]
    pairs = np.array(list(index), dtype=np.int64).reshape(-1, 2)
    return BodyPairs(
        row=np.ascontiguousarray(pairs[:, 0]),
        column=np.ascontiguousarray(pairs[:, 1]),
        forces=np.array(forces, dtype=np.int64).reshape(-1, 4),
    )


def make_layout(links: BodyPairs, size: Ints) -> IslandLayout:
    """Return the layout of the Newton matrix for bodies with `size` unknowns each."""
    labels, order = _order(links, len(size))
    ni = int(labels.max(initial=-1)) + 1
    first = np.zeros(len(size), dtype=np.int64)
    begin = np.zeros(ni + 1, dtype=np.int64)
    np.add.at(begin[1:], labels, size)
    begin = np.cumsum(begin)
    filled = begin[:-1].copy()
    for b in order:
        first[b] = filled[labels[b]]
        filled[labels[b]] += size[b]
    row = first - begin[labels]
    band = np.zeros(ni, dtype=np.int64)
    reach = np.maximum(row[links.row] + size[links.row] - 1 - row[links.column], 0)
    np.maximum.at(band, labels[links.row], reach)
    np.maximum.at(band, labels[links.row], np.maximum(row[links.column] + size[links.column] - 1 - row[links.row], 0))
    n = np.diff(begin)
    is_dense = 3 * band + 1 >= n
    stored = n * np.where(is_dense, n, 3 * band + 1)
    origin = np.concatenate([[0], np.cumsum(stored)[:-1]]) if ni else np.zeros(0)
    return IslandLayout(
        first=first,
        row=row,
        size=size,
        island=labels,
        begin=begin,
        band=band,
        origin=(origin + np.where(is_dense, 0, band)).astype(np.int64),
        stride=np.where(is_dense, n, 3 * band).astype(np.int64),
        entries=int(stored.sum()),
    )


def _order(links: BodyPairs, nb: int) -> tuple[Ints, list[int]]:
    """Return the island of every body, numbered by the first bodies of islands. Also return all bodies in an order that
    keeps coupled bodies close to each other.
    """
    if len(links.row) == nb:
        return np.arange(nb, dtype=np.int64), list(range(nb))
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components, reverse_cuthill_mckee

    graph = coo_matrix((np.ones(len(links.row)), (links.row, links.column)), shape=(nb, nb)).tocsr()
    graph = graph + graph.T
    _, labels = connected_components(graph, directed=False)
    order = reverse_cuthill_mckee(graph, symmetric_mode=True)
    return labels.astype(np.int64), [int(b) for b in order]


def pivot_storage(layout: IslandLayout) -> tuple[Floats, Ints]:
    """Return arrays for the matrix, and for the rows that elimination exchanges."""
    return np.zeros(layout.entries), np.zeros(int(layout.begin[-1]), dtype=np.int64)
