"""Finds circular definitions, which are the strongly connected components of a dependency graph. The algorithm takes
linear time, without recursion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def circles(nodes: Iterable[int], dependencies: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the sets of nodes that depend on one another, directly or indirectly (Tarjan's algorithm).

    Dependencies on nodes outside `nodes` are ignored. In a simple cycle, each node precedes the node on which it
    depends.
    """
    inside = set(nodes)
    index: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_nodes: list[int] = []
    is_open: set[int] = set()
    found: list[list[int]] = []
    for root in inside:
        if root in index:
            continue
        path = [(root, iter(dependencies[root]))]
        while path:
            node, remaining = path[-1]
            if node not in index:
                index[node] = lowest[node] = len(index)
                open_nodes.append(node)
                is_open.add(node)
            for other in remaining:
                if other not in inside:
                    continue
                if other not in index:
                    path.append((other, iter(dependencies[other])))
                    break
                if other in is_open:
                    lowest[node] = min(lowest[node], index[other])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == index[node]:
                    start = _position(open_nodes, node)
                    members = open_nodes[start:]
                    del open_nodes[start:]
                    is_open.difference_update(members)
                    if len(members) > 1 or node in dependencies[node]:
                        found.append(members)
    return found


def _position(stack: list[int], node: int) -> int:
    """Return the index of `node` in `stack`, searched from the end."""
    position = len(stack) - 1
    while stack[position] != node:
        position -= 1
    return position
