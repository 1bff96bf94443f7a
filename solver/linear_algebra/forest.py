"""Computes a spanning forest of the graph of bodies and joints. It determines which joints carry bodies, and which
joints close loops. The module is plain Python.

The elimination pairs each body with the joint to its parent, and eliminates both as one block. This block is regular if
the body has inertia along its free directions. No pivoting across blocks is therefore needed, as in the
articulated-body algorithm. Trees in joint coordinates, analyses, the consistent start and the search for redundant
constraints use the same kind of forest.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from itertools import count, takewhile
from typing import NamedTuple

Edge = tuple[int, int]
Priority = Callable[[int, int], tuple[int, int]]
"""The priority of a joint, from its index and the depth of the body that it would add. The joint with the smallest
value is added next.
"""


class SpanningForest(NamedTuple):
    """The parents and inboard joints of the bodies, or -1. The parent of a child of the ground is the number of bodies."""

    parent: list[int]
    joint: list[int]
    depth: list[int]
    """The depth of each body: zero for roots and for children of the ground, -1 for a body that cannot be reached from
    the roots.
    """
    order: list[int]
    """The bodies that joints carry. Each body follows its parent."""
    loops: list[int]
    """Joints that carry no body, such as joints that close loops, in increasing order."""

    @property
    def parent_or_ground(self) -> list[int]:
        """Return the parents of all bodies. The ground is also the parent of a floating root."""
        return [len(self.parent) if parent < 0 else parent for parent in self.parent]

    def loop_path(self, ends: Iterable[int]) -> list[int]:
        """Return the bodies on the paths from all ends of a loop joint to their nearest common ancestor. The ancestor
        is excluded.

        The ground and the roots of floating parts count as one common ancestor.
        """
        ground, beyond = len(self.parent), -1
        depths = {ground: -1, beyond: -2}
        at, path = set(ends), []
        while len(at) > 1:
            deepest = max(at, key=lambda body: depths[body] if body in depths else self.depth[body])
            at.remove(deepest)
            if deepest == ground:
                at.add(beyond)
            else:
                path.append(deepest)
                at.add(self.parent[deepest])
        return path

    def branches(self, ends: Edge) -> tuple[list[int], list[int]]:
        """Return the bodies of `loop_path` on the branch of each end, from the end inwards."""
        path = set(self.loop_path(ends))
        first, second = (list(takewhile(path.__contains__, self._inwards(end))) for end in ends)
        return first, second

    def _inwards(self, body: int) -> Iterable[int]:
        """Yield a body, its parent, and all further ancestors up to a root."""
        while body >= 0:
            yield body
            body = self.parent[body] if body < len(self.parent) else -1


def _grow(
    bodies: int,
    joints: Sequence[Edge],
    carries: Sequence[bool] | None,
    roots: Iterable[Iterable[int]] | None,
    priority: Priority,
) -> SpanningForest:
    """Grow the forest by Prim's algorithm, from one group of roots after another."""
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(bodies + 1)]
    for j, (a, b) in enumerate(joints):
        if a != b and (carries is None or carries[j]):
            neighbours[a].append((b, j))
            neighbours[b].append((a, j))
    parent, joint, depth = [-1] * bodies, [-1] * bodies, [-1] * (bodies + 1)
    reached = [False] * (bodies + 1)
    order: list[int] = []
    heap: list[tuple[tuple[int, int], int, int, int]] = []

    def look_around(body: int) -> None:
        for other, j in neighbours[body]:
            if other < bodies and not reached[other]:
                heapq.heappush(heap, (priority(j, depth[body] + 1), j, body, other))

    for group in roots if roots is not None else ([root] for root in (bodies, *range(bodies))):
        fresh = [root for root in group if not reached[root]]
        for root in fresh:
            reached[root] = True
            depth[root] = 0 if root < bodies else -1
        for root in fresh:
            look_around(root)
        while heap:
            _, j, body, other = heapq.heappop(heap)
            if reached[other]:
                continue
            reached[other] = True
            parent[other], joint[other], depth[other] = body, j, depth[body] + 1
            order.append(other)
            look_around(other)
    paired = set(joint)
    loops = [j for j, (a, b) in enumerate(joints) if j not in paired and a != b]
    return SpanningForest(parent, joint, depth[:bodies], order, loops)


def spanning_forest(
    bodies: int, joints: Sequence[Edge], rows: Sequence[int], carries: Sequence[bool] | None = None
) -> SpanningForest:
    """Return the forest from the ground and from the first body of each floating part.

    Joints with many constraint rows carry bodies, so that few rows remain for the loops. Among joints with equal
    numbers of rows, the trees are as shallow as possible. `carries` marks the joints that may carry a body. By default,
    all joints may.
    """
    return _grow(bodies, joints, carries, None, lambda j, depth: (-rows[j], depth))


def spanning_forests(
    bodies: int, joints: Sequence[Edge], rows: Sequence[int], carries: Sequence[bool] | None = None
) -> list[SpanningForest]:
    """Return candidate forests for a plan. There is only one forest if there are no loops.

    The forests differ in the shape of the tree. Shallow trees suit loops through the ground, and deep trees suit
    lattices with short loops.
    """
    shallow = spanning_forest(bodies, joints, rows, carries)
    if not shallow.loops:
        return [shallow]
    deep = _grow(bodies, joints, carries, None, lambda j, depth: (-rows[j], -depth))
    breadth = _grow(bodies, joints, carries, None, lambda j, depth: (depth, -rows[j]))
    return [shallow, deep, breadth]


def breadth_first(
    bodies: int,
    joints: Sequence[Edge],
    carries: Sequence[bool] | None = None,
    roots: Iterable[Iterable[int]] | None = None,
) -> SpanningForest:
    """Return the forest with the shortest paths from its roots. If several paths are equally short, the path with the
    first joints is taken.

    `roots` contains groups of bodies in order of preference. A body is carried from the first group that reaches the
    body. By default, the ground is the first group, and each body follows as one group.
    """
    found = count()
    return _grow(bodies, joints, carries, roots, lambda j, depth: (next(found), 0))
