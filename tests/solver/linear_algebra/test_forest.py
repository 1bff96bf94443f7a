"""Forests of random graphs of bodies and joints. The references are scipy's distances, components and spanning trees of
least weight.
"""

from typing import NamedTuple

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree, shortest_path

from rbsolve.solver.linear_algebra.forest import breadth_first, spanning_forest, spanning_forests


class Graph(NamedTuple):
    bodies: int
    ends: list[tuple[int, int]]
    rows: list[int]

    def matrix(self, weights):
        """Return the smallest weight between each pair of bodies, including the ground, (nb + 1, nb + 1)."""
        least = {}
        for ends, weight in zip(self.ends, weights, strict=True):
            least[min(ends), max(ends)] = min(weight, least.get((min(ends), max(ends)), weight))
        size = self.bodies + 1
        first, second = np.array(list(least)).reshape(-1, 2).T
        return coo_array((np.array(list(least.values()), dtype=float), (first, second)), shape=(size, size))


@pytest.fixture(params=range(20))
def graph(request):
    rng = np.random.default_rng(request.param)
    bodies = int(rng.integers(2, 15))
    ends = [tuple(rng.permutation(bodies + 1)[:2].tolist()) for _ in range(rng.integers(1, 2 * bodies))]
    return Graph(bodies, ends, rng.integers(1, 7, len(ends)).tolist())


def test_every_body_has_one_joint_but_the_roots_and_all_others_close_loops(graph):
    components, part = connected_components(graph.matrix([1] * len(graph.ends)), directed=False)
    for forest in (breadth_first(graph.bodies, graph.ends), *spanning_forests(graph.bodies, graph.ends, graph.rows)):
        roots = [body for body in range(graph.bodies) if forest.joint[body] < 0]
        assert len({part[body] for body in (*roots, graph.bodies)}) == components == len(roots) + 1
        assert sorted([*forest.order, *roots]) == list(range(graph.bodies))
        assert sorted([*forest.loops, *(forest.joint[body] for body in forest.order)]) == list(range(len(graph.ends)))
        reached = {graph.bodies, *roots}
        for body in forest.order:
            assert {body, forest.parent[body]} == set(graph.ends[forest.joint[body]])
            assert forest.parent[body] in reached
            reached.add(body)


def test_breadth_first_takes_the_shortest_ways(graph):
    roots = [graph.bodies, 0]
    forest = breadth_first(graph.bodies, graph.ends, roots=[roots])
    ways = shortest_path(graph.matrix([1] * len(graph.ends)), directed=False, unweighted=True, indices=roots).min(
        axis=0
    )
    for body in range(graph.bodies):
        steps, at = 0, body
        while at not in roots and forest.joint[at] >= 0:
            steps, at = steps + 1, forest.parent[at]
        assert steps == ways[body] if at in roots else np.isinf(ways[body])
        assert (forest.depth[body] < 0) == np.isinf(ways[body])


def test_the_preferred_forest_has_the_joints_with_most_rows(graph):
    forest = spanning_forest(graph.bodies, graph.ends, graph.rows)
    least = minimum_spanning_tree(graph.matrix([10 - count for count in graph.rows])).sum()
    assert sum(10 - graph.rows[forest.joint[body]] for body in forest.order) == least


def test_joints_that_may_not_carry_close_loops(graph):
    carries = [count > 2 for count in graph.rows]
    forest = spanning_forest(graph.bodies, graph.ends, graph.rows, carries)
    assert {j for j, may in enumerate(carries) if not may} <= set(forest.loops)
    assert all(carries[forest.joint[body]] for body in forest.order)


def test_branches_lead_from_both_ends_of_a_loop_to_where_they_meet(graph):
    forest = breadth_first(graph.bodies, graph.ends)
    for ends in (graph.ends[j] for j in forest.loops):
        meet = []
        for end, branch in zip(ends, forest.branches(ends), strict=True):
            at = end
            for body in branch:
                assert at == body
                at = forest.parent[body]
            meet.append(at)
        assert meet[0] == meet[1]
