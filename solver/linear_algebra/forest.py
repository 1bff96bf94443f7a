"""Spanning forest of the graph of bodies and joints.

Each body is paired with the joint towards its parent; the pair is eliminated as one block, which is regular whenever
the body has inertia along its free directions: the articulated-body argument, so that no pivoting across blocks is needed. Joints
that close loops stay unpaired.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Edge = tuple[int, int]


class SpanningForest(NamedTuple):
    """Parents and paired joints of the bodies; -1 for none, `bodies` (the ground) as the parent of what is joined to it."""

    parent: list[int]
    joint: list[int]
    depth: list[int]
    loops: list[int]
    """Joints that close loops, in deck order."""

    def loop_path(self, ends: Iterable[int]) -> list[int]:
        """The bodies on the paths from all ends of what closes a loop up to, and without, their nearest common ancestor; beyond the ground
        and the roots of parts that float there is one for all."""
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


def _grow(
    bodies: int, joints: Sequence[Edge], carries: Sequence[bool], priority: Callable[[int, int], tuple[int, int]]
) -> SpanningForest:
    """Prim's algorithm from the ground, then from the first body of each part that floats; the smallest priority goes first.

    The priority of a joint is a function of its index and of the depth of the body it would add.
    """
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(bodies + 1)]
    for j, (a, b) in enumerate(joints):
        if a != b and carries[j]:
            neighbours[a].append((b, j))
            neighbours[b].append((a, j))
    parent, joint, depth = [-1] * bodies, [-1] * bodies, [-1] * bodies
    paired = [False] * len(joints)
    for root in (bodies, *range(bodies)):
        if root < bodies and depth[root] >= 0:
            continue
        if root < bodies:
            depth[root] = 0
        heap: list[tuple[tuple[int, int], int, int, int]] = []
        fresh = [root]
        while fresh or heap:
            if fresh:
                body = fresh.pop()
                below = 0 if body == bodies else depth[body] + 1
                for other, j in neighbours[body]:
                    if other < bodies and depth[other] < 0:
                        heapq.heappush(heap, (priority(j, below), j, body, other))
                continue
            _, j, body, other = heapq.heappop(heap)
            if depth[other] >= 0:
                continue
            parent[other], joint[other], paired[j] = body, j, True
            depth[other] = 0 if body == bodies else depth[body] + 1
            fresh.append(other)
    loops = [j for j, (a, b) in enumerate(joints) if not paired[j] and a != b]
    return SpanningForest(parent, joint, depth, loops)


def spanning_forests(
    bodies: int, joints: Sequence[Edge], rows: Sequence[int], carries: Sequence[bool] | None = None
) -> list[SpanningForest]:
    """Candidates for a plan; just one where there are no loops. `carries` says which joints may be in the tree, all by default.

    All prefer joints with many rows in the tree, which leaves few for the loops; they differ in the shape of the tree: shallow trees suit
    loops through the ground, deep ones suit lattices, whose loops should stay short.
    """
    carries = [True] * len(joints) if carries is None else carries
    shallow = _grow(bodies, joints, carries, lambda j, depth: (-rows[j], depth))
    if not shallow.loops:
        return [shallow]
    deep = _grow(bodies, joints, carries, lambda j, depth: (-rows[j], -depth))
    breadth = _grow(bodies, joints, carries, lambda j, depth: (depth, -rows[j]))
    return [shallow, deep, breadth]
