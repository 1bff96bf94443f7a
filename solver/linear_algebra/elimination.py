"""Plans a block elimination: the order, the fill, and the position of every block. The plan is computed once for a
deck.

A *vertex* is a body with the joint to its parent, or a joint that closes a loop. If a vertex has a body, its unknowns
are 6 increments of the body, followed by the joint's multipliers. Only the body of a pair is coupled with other
vertices. The multipliers of the pair's joint act on the body and on the parent. Eliminating the pair therefore changes
only the parent's 6 x 6 block. For this reason, chains and trees cause no fill, and the cost of their elimination is
linear. A loop joint is eliminated after all bodies of its loop except the topmost body. If a loop joint shares the rows
of another joint, both form one vertex, which is coupled with the bodies of both.

For vertex k with pivot block P (s x s), the neighbours that are eliminated later form the columns of two panels (s x
w). These are U = A[k, later] and L^T = A[later, k]^T.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rbsolve.solver.linear_algebra.forest import Edge, SpanningForest, spanning_forests
from rbsolve.solver.model.flat import Ints

BODY = 6  # number of unknowns of a body
PIVOT, SIZE, UNKNOWN, PANEL, WIDTH, LATER, UPDATE, UPDATE_END = range(8)
"""Columns of `Elimination.vertices`. The first four are the offset of P, its size s, the first unknown, and the offset
of U, which L^T follows. The others are the width w of U and L^T, the first entry in `columns`, and the range of rows of
`updates`. The first three columns are also the columns of `Slots.bodies`.
"""
ROW, ROWS, COLUMN, COLUMNS, TARGET, TARGET_STRIDE, MIRRORED_TARGET, COUNT, MIRRORED_COUNT = range(9)
"""Columns of `Elimination.updates`. The columns are the first panel column and the width of the rows, and the same for
the columns. The next are the position of the product, its stride, and the position of its transpose (negative if the
target is a diagonal block). The last two are the numbers of rows of L^T for the rows and for the columns. The rows of
the joint to the parent are nonzero only in the parent's columns.
"""
PLACE, MIRRORED, STRIDE, TURNED = range(4)
"""Columns of `Slots.joint_blocks`. The columns are the offsets of a block and of the transposed block (or -1), their
stride, and which of them is stored transposed. The first three columns are also the columns of `Slots.links`.
"""
FIRST_TURNED, NONE_TURNED, BOTH_TURNED = range(3)
"""Which of the two blocks of a joint is stored transposed: the first, none, or both."""


class Elimination(NamedTuple):
    """The data of the kernels. Offsets refer to the array of values. Unknowns are in the order of elimination."""

    vertices: Ints
    """The vertices (nv, 8), in the order of elimination."""
    columns: Ints
    """The unknowns of the columns of the panels."""
    updates: Ints
    """The updates (nu, 9)."""
    kinds: Ints
    """The kinds (nv,). A kind is 1 if the vertex is a loop joint."""


class Slots(NamedTuple):
    """The positions of the entries of model objects. A position is -1 for objects without entries (GROUND, free
    bodies).
    """

    bodies: Ints
    """(nb + 1, 3) places of the body's vertex. The 6 x 6 block of the body is the corner of P."""
    joint_rows: Ints
    """(nj,) first unknown of the multipliers."""
    joint_blocks: Ints
    """(nj, 2, 4) places of the Jacobian J (rows x 6) of each joint by its bodies 0 and 1."""
    links: Ints
    """(nl, 3) places of A[first, second] and A[second, first]^T for each pair of bodies. See also `swapped`."""
    swapped: Ints
    """(nl,) 1 if the second body of a pair is eliminated first. The two offsets are then the offsets of A[second,
    first] and A[first, second]^T.
    """


@dataclass(frozen=True, slots=True)
class EliminationPlan:
    """A complete plan."""

    elimination: Elimination
    slots: Slots
    unknowns: int
    values: int
    operations: float
    """Approximate number of multiplications of a factorization."""


@dataclass(slots=True)
class _Graph:
    """The vertices with the sizes of their blocks and their couplings. For each vertex, the graph also lists the
    vertices that must precede it.
    """

    size: list[int]
    coupling: list[int]
    adjacent: list[set[int]]
    waits: list[int]
    releases: list[list[int]]
    depth: list[int]
    parent: list[int]
    """The parent of each body, or -1 for other vertices."""


def _loop_vertices(bodies: int, forest: SpanningForest, owner: Sequence[int]) -> dict[int, int]:
    """Return the vertices of joints that close loops, by the joint that owns their rows."""
    owners = [j for j in forest.loops if owner[j] == j]
    return {j: bodies + k for k, j in enumerate(owners)}


def _graph(
    bodies: int,
    joints: Sequence[Edge],
    rows: Sequence[int],
    links: Iterable[Edge],
    forest: SpanningForest,
    owner: Sequence[int],
) -> _Graph:
    vertices = _loop_vertices(bodies, forest, owner)
    count = bodies + len(vertices)
    size = [BODY + (rows[j] if j >= 0 else 0) for j in forest.joint] + [rows[j] for j in vertices]
    graph = _Graph(
        size=size,
        coupling=[BODY] * bodies + size[bodies:],
        adjacent=[set() for _ in range(count)],
        waits=[0] * count,
        releases=[[] for _ in range(count)],
        depth=[*forest.depth, *(0 for _ in vertices)],
        parent=[*forest.parent, *(-1 for _ in vertices)],
    )

    def couple(a: int, b: int) -> None:
        if a != b and bodies not in (a, b):
            graph.adjacent[a].add(b)
            graph.adjacent[b].add(a)

    def wait(later: int, earlier: int) -> None:
        graph.releases[earlier].append(later)
        graph.waits[later] += 1

    for child, parent in enumerate(forest.parent):
        if 0 <= parent < bodies:
            couple(child, parent)
            wait(parent, child)
    for a, b in links:
        couple(a, b)
    ends: dict[int, list[int]] = {}
    for j in forest.loops:
        ends.setdefault(vertices[owner[j]], []).extend(joints[j])
    for vertex, bound in ends.items():
        for end in bound:
            if end < bodies:
                graph.adjacent[end].add(vertex)
                graph.adjacent[vertex].add(end)
        for body in forest.loop_path(bound):
            wait(vertex, body)
    return graph


def _order(graph: _Graph) -> tuple[list[int], list[list[int]]]:
    """Return the order of elimination by minimum degree, among the permitted vertices. Also return the later neighbours
    of each vertex at the time of its elimination.
    """
    count = len(graph.size)
    adjacent = [set(neighbours) for neighbours in graph.adjacent]
    waits = list(graph.waits)

    def key(v: int) -> tuple[int, int, int]:
        return len(adjacent[v]), -graph.depth[v], v

    heap = [key(v) for v in range(count) if waits[v] == 0]
    heapq.heapify(heap)
    done = [False] * count
    order: list[int] = []
    fronts: list[list[int]] = []
    while heap:
        entry = heapq.heappop(heap)
        v = entry[2]
        if done[v]:
            continue
        if entry != key(v):
            heapq.heappush(heap, key(v))
            continue
        done[v] = True
        order.append(v)
        front = sorted(adjacent[v])
        fronts.append(front)
        for n in front:
            adjacent[n].discard(v)
            adjacent[n].update(m for m in front if m != n)
        for n in graph.releases[v]:
            waits[n] -= 1
            if waits[n] == 0:
                heapq.heappush(heap, key(n))
        for n in front:
            if waits[n] == 0:
                heapq.heappush(heap, key(n))
    return order, fronts


@dataclass(slots=True)
class _Layout:
    """Places of the blocks of each vertex."""

    rank: list[int]
    pivot: list[int]
    first: list[int]
    panel: list[int]
    width: list[int]
    column: list[dict[int, int]]
    values: int
    unknowns: int


def _lay_out(graph: _Graph, order: list[int], fronts: list[list[int]]) -> _Layout:
    count = len(order)
    layout = _Layout([0] * count, [0] * count, [0] * count, [0] * count, [0] * count, [{} for _ in order], 0, 0)
    for rank, v in enumerate(order):
        layout.rank[v] = rank
    for v, front in zip(order, fronts, strict=True):
        front.sort(key=layout.rank.__getitem__)
        for n in front:
            layout.column[v][n] = layout.width[v]
            layout.width[v] += graph.coupling[n]
        s = graph.size[v]
        layout.first[v] = layout.unknowns
        layout.pivot[v] = layout.values
        layout.panel[v] = layout.values + s * s
        layout.values += s * s + 2 * s * layout.width[v]
        layout.unknowns += s
    return layout


def _elimination(
    bodies: int, graph: _Graph, order: list[int], fronts: list[list[int]], at: _Layout
) -> tuple[Elimination, float]:
    vertices: list[tuple[int, ...]] = []
    columns: list[int] = []
    updates: list[tuple[int, ...]] = []
    operations = 0.0
    for v, front in zip(order, fronts, strict=True):
        first_column, first_update = len(columns), len(updates)
        s, w = graph.size[v], at.width[v]
        count = {n: s if v >= bodies or n == graph.parent[v] else BODY for n in front}
        for n in front:
            columns.extend(range(at.first[n], at.first[n] + graph.coupling[n]))
        for position, i in enumerate(front):
            rows = (at.column[v][i], graph.coupling[i])
            updates.append((*rows, *rows, at.pivot[i], graph.size[i], -1, count[i], count[i]))
            for j in front[position + 1 :]:
                target = at.panel[i] + at.column[i][j]
                mirrored = target + graph.size[i] * at.width[i]
                updates.append(
                    (*rows, at.column[v][j], graph.coupling[j], target, at.width[i], mirrored, count[i], count[j])
                )
        vertices.append((at.pivot[v], s, at.first[v], at.panel[v], w, first_column, first_update, len(updates)))
        operations += s * s * s / 3.0 + s * s * w + s * w * w
    elimination = Elimination(
        vertices=np.array(vertices, dtype=np.int64).reshape(-1, 8),
        columns=np.array(columns, dtype=np.int64),
        updates=np.array(updates, dtype=np.int64).reshape(-1, 9),
        kinds=np.array([v >= bodies for v in order], dtype=np.int64),
    )
    return elimination, operations


class _Block(NamedTuple):
    """The place of a joint's Jacobian with respect to a body. Its fields are the columns of `Slots.joint_blocks`."""

    place: int = -1
    mirrored: int = -1
    stride: int = 0
    turned: int = FIRST_TURNED


def _joint_slots(
    bodies: int, joints: Sequence[Edge], forest: SpanningForest, owner: Sequence[int], graph: _Graph, at: _Layout
) -> tuple[list[int], list[list[_Block]]]:
    """Return the first unknown of each joint's multipliers, and the blocks of its bodies 0 and 1."""
    child_of = {j: child for child, j in enumerate(forest.joint) if j >= 0}
    vertices = _loop_vertices(bodies, forest, owner)
    loop_of = {j: vertices[owner[j]] for j in forest.loops}

    def in_tree(child: int, body: int) -> _Block:
        """Return the block of the joint between a body and its parent."""
        s, w = graph.size[child], at.width[child]
        if body == child:
            corner = at.pivot[child]
            return _Block(corner + BODY, corner + BODY * s, s, FIRST_TURNED)
        u = at.panel[child] + BODY * w + at.column[child][body]
        return _Block(u + s * w, u, w, NONE_TURNED)

    def in_loop(vertex: int, body: int) -> _Block:
        """Return the block of a joint that closes a loop."""
        if at.rank[body] < at.rank[vertex]:
            u, w = at.panel[body] + at.column[body][vertex], at.width[body]
            # U contains A[body, multipliers] = J^T, and L^T contains A[multipliers, body]^T = J^T.
            return _Block(u, u + graph.size[body] * w, w, BOTH_TURNED)
        u, w = at.panel[vertex] + at.column[vertex][body], at.width[vertex]
        return _Block(u + graph.size[vertex] * w, u, w, NONE_TURNED)

    first_rows, blocks = [], []
    for j, ends in enumerate(joints):
        if j in child_of:
            child = child_of[j]
            first_rows.append(at.first[child] + BODY)
            blocks.append([in_tree(child, body) if body < bodies else _Block() for body in ends])
        elif j in loop_of:
            vertex = loop_of[j]
            first_rows.append(at.first[vertex])
            blocks.append([in_loop(vertex, body) if body < bodies else _Block() for body in ends])
        else:
            first_rows.append(-1)
            blocks.append([_Block(), _Block()])
    return first_rows, blocks


def _slots(
    bodies: int,
    joints: Sequence[Edge],
    links: Sequence[Edge],
    forest: SpanningForest,
    owner: Sequence[int],
    graph: _Graph,
    at: _Layout,
) -> Slots:
    body_slots = [(at.pivot[b], graph.size[b], at.first[b]) for b in range(bodies)] + [(-1, 0, -1)]
    rows, blocks = _joint_slots(bodies, joints, forest, owner, graph, at)
    places, swapped = [], []
    for a, b in links:
        if a == b or bodies in (a, b):
            places.append((-1, -1, 0))
            swapped.append(0)
            continue
        early, late = (a, b) if at.rank[a] < at.rank[b] else (b, a)
        u = at.panel[early] + at.column[early][late]
        places.append((u, u + graph.size[early] * at.width[early], at.width[early]))
        swapped.append(int(early != a))
    return Slots(
        bodies=np.array(body_slots, dtype=np.int64),
        joint_rows=np.array(rows, dtype=np.int64),
        joint_blocks=np.array(blocks, dtype=np.int64).reshape(-1, 2, 4),
        links=np.array(places, dtype=np.int64).reshape(-1, 3),
        swapped=np.array(swapped, dtype=np.int64),
    )


def plan_elimination(
    bodies: int, joints: Sequence[Edge], rows: Sequence[int], links: Sequence[Edge], owner: Sequence[int] | None = None
) -> EliminationPlan:
    """Return the cheapest plan for `bodies` bodies, joints between them with `rows` constraint rows each, and further
    couplings `links`.

    The ground has the index `bodies`. A joint also couples its two bodies directly, because its constraint forces
    depend on both poses. The two bodies of each assembled joint must therefore be among the links. `owner` is the joint
    that owns the rows of each joint. The default is the joint itself.
    """
    owner = range(len(joints)) if owner is None else owner
    alone = [owner[j] == j for j in range(len(joints))]
    for j in range(len(joints)):
        alone[owner[j]] &= alone[j]
    plans = []
    for forest in spanning_forests(bodies, joints, rows, alone):
        graph = _graph(bodies, joints, rows, links, forest, owner)
        order, fronts = _order(graph)
        at = _lay_out(graph, order, fronts)
        elimination, operations = _elimination(bodies, graph, order, fronts, at)
        slots = _slots(bodies, joints, links, forest, owner, graph, at)
        beyond = 16 + 2 * max(
            (*graph.size, *at.width), default=0
        )  # products of three rows by eight columns read these entries
        plans.append(EliminationPlan(elimination, slots, at.unknowns, at.values + beyond, operations))
    return min(plans, key=lambda plan: plan.operations)
