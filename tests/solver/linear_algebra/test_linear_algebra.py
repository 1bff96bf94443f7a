"""Compare the block elimination with numpy on random systems of bodies and joints. Also compare the ranks of these
systems.
"""

from decimal import Decimal, localcontext

import numpy as np
import pytest

from rbsolve.solver.kernel import kernel
from rbsolve.solver.linear_algebra.block_lu import factorize, solve
from rbsolve.solver.linear_algebra.dense import subtract_product
from rbsolve.solver.linear_algebra.elimination import plan_elimination


@kernel
def factorized_solution(plan, values, swaps, references, b):
    status = factorize(plan, values, swaps, references)
    if status < 0:
        solve(plan, values, swaps, b)
    return status


@kernel
def less_product(values, target, target_stride, rows, columns, factors, panel, stride, count):
    subtract_product(values, target, target_stride, (rows, columns), factors, panel, stride, count)


@pytest.mark.parametrize("rows", range(1, 8))
@pytest.mark.parametrize("columns", [1, 5, 6, 7, 8, 9, 17])
def test_a_product_is_subtracted_from_its_block_alone(rows, columns):
    rng = np.random.default_rng(rows)
    count, stride, target_stride = 5, 20, 19
    values = rng.normal(size=1000)
    expected = values.copy()
    L = expected[600 : 600 + count * stride].reshape(count, stride)[:, 1 : 1 + rows]
    U = expected[800 : 800 + count * stride].reshape(count, stride)[:, 2 : 2 + columns]
    expected[100 : 100 + rows * target_stride].reshape(rows, target_stride)[:, :columns] -= L.T @ U
    less_product(values, 100, target_stride, rows, columns, 601, 802, stride, count)
    assert values == pytest.approx(expected, rel=1e-13, abs=1e-13)
    outside = values != expected
    outside[100 : 100 + rows * target_stride].reshape(rows, target_stride)[:, :columns] = False
    assert not outside.any()


def chain(bodies):
    return [(bodies, 0), *((b - 1, b) for b in range(1, bodies))]


def tree(bodies, rng):
    return [(int(rng.integers(-1, b)) % (bodies + 1), b) for b in range(bodies)]


def free_pairs(bodies):
    return [(b, b + 1) for b in range(0, bodies - 1, 2)]


def lattice(bodies, rng):
    """Return a chain with further joints between random bodies."""
    return chain(bodies) + [tuple(rng.choice(bodies + 1, 2, replace=False).tolist()) for _ in range(bodies // 2)]


GRAPHS = {
    "one free body": lambda rng: (1, []),
    "chain": lambda rng: (40, chain(40)),
    "tree": lambda rng: (60, tree(60, rng)),
    "pairs that float": lambda rng: (9, free_pairs(9)),
    "ring": lambda rng: (12, [*chain(12), (11, 12)]),
    "lattice": lambda rng: (20, lattice(20, rng)),
}


def orthonormal_rows(count, rng):
    """Return rows like the rows of joints, with which the motion of a body does not grow along a chain."""
    return np.linalg.qr(rng.normal(size=(6, 6)))[0][:count]


class System:
    """A system [[M, J^T], [J, 0]] in the solver's blocks and as a dense matrix. M has a mass, and couplings by joints."""

    def __init__(self, bodies, joints, rows, rng, mass=lambda b: 1.0):
        links = [*joints, *((b, b + 3) for b in range(0, bodies - 3, 7))]  # the springs are in addition to the joints
        self.plan = plan_elimination(bodies, joints, rows, links)
        slots, unknowns = self.plan.slots, self.plan.unknowns
        self.values, self.dense = np.zeros(self.plan.values), np.zeros((unknowns, unknowns))
        self.first_of_body = slots.bodies[:, 2]
        for b in range(bodies):
            self._put_body(b, mass(b), rng)
        for n, (a, b) in enumerate(links):
            self._put_link(n, a, b, rng)
        for j, ends in enumerate(joints):
            for side, body in enumerate(ends):
                if body < bodies:
                    self.put_jacobian(j, side, body, orthonormal_rows(rows[j], rng))

    def _put_body(self, b, mass, rng):
        at, stride, first = self.plan.slots.bodies[b]
        root = rng.normal(size=(6, 6))
        M = mass * (root @ root.T + 6.0 * np.eye(6) + 0.2 * rng.normal(size=(6, 6)))
        self._write(at, stride, M)
        self.dense[first : first + 6, first : first + 6] = M

    def _put_link(self, n, a, b, rng):
        u, mirrored, stride = self.plan.slots.links[n]
        if u < 0:
            return
        early, late = (b, a) if self.plan.slots.swapped[n] else (a, b)
        upper, lower = 0.2 * rng.normal(size=(2, 6, 6))
        self._write(u, stride, upper)
        self._write(mirrored, stride, lower.T)
        i, k = self.first_of_body[early], self.first_of_body[late]
        self.dense[i : i + 6, k : k + 6] = upper
        self.dense[k : k + 6, i : i + 6] = lower

    def put_jacobian(self, j, side, body, J):
        at, mirrored, stride, turned = self.plan.slots.joint_blocks[j, side]
        self._write(at, stride, J if turned == 1 else J.T)
        self._write(mirrored, stride, J.T if turned == 2 else J)
        first, row = self.first_of_body[body], self.plan.slots.joint_rows[j]
        self.dense[row : row + len(J), first : first + 6] = J
        self.dense[first : first + 6, row : row + len(J)] = J.T

    def _write(self, at, stride, block):
        for r, entries in enumerate(block):
            self.values[at + r * stride : at + r * stride + len(entries)] = entries

    def solution(self, b):
        x, references = b.copy(), np.ones(self.plan.unknowns)
        swaps = np.zeros(self.plan.unknowns, dtype=np.int64)
        status = factorized_solution(self.plan.elimination, self.values.copy(), swaps, references, x)
        return status, x


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("seed", range(5))
def test_solutions_are_those_of_a_dense_solver(graph, seed):
    rng = np.random.default_rng(seed)
    bodies, joints = GRAPHS[graph](rng)
    loops = range(bodies, len(joints))
    rows = [int(rng.integers(1, 3 if j in loops else 7)) for j in range(len(joints))]
    system = System(bodies, joints, rows, rng)
    b = rng.normal(size=system.plan.unknowns)
    status, x = system.solution(b)
    assert status == -1
    assert x == pytest.approx(np.linalg.solve(system.dense, b), rel=1e-9, abs=1e-9)


def solved_with_60_digits(A, b):
    """Return the solution by Gauss's elimination with column pivots, in decimal arithmetic."""
    with localcontext(prec=60):
        n, rows = len(b), np.vectorize(Decimal, otypes=[object])(np.column_stack([A, b]))
        for k in range(n):
            best = max(range(k, n), key=lambda i: abs(rows[i, k]))
            rows[[k, best]] = rows[[best, k]]
            for i in range(k + 1, n):
                if rows[i, k]:
                    rows[i, k:] -= rows[i, k] / rows[k, k] * rows[k, k:]
        x = rows[:, n]
        for k in reversed(range(n)):
            x[k] = (x[k] - rows[k, k + 1 : n] @ x[k + 1 :]) / rows[k, k]
    return x.astype(float)


def test_a_light_body_may_carry_a_heavy_one():
    """Masses grow by 1e9 along a chain, and pivots differ by the square of this factor. None of the pivots is
    round-off.
    """
    rng = np.random.default_rng(1)
    system = System(10, chain(10), [5] * 10, rng, mass=lambda b: 10.0**b)
    b = rng.normal(size=system.plan.unknowns)
    status, x = system.solution(b)
    assert status == -1
    assert x == pytest.approx(solved_with_60_digits(system.dense, b), rel=1e-8)


@pytest.mark.parametrize("copy", [0, 1], ids=["a free pair", "on the ground"])
def test_repeated_constraints_of_loops_are_left_out(copy):
    """Two joints have the same rows. The motion is the same as with a single joint, and the multipliers have no component of the
    second joint.
    """
    rng = np.random.default_rng(2)
    pair = (0, 1) if copy == 0 else (6, 0)
    system = System(6, [*chain(6)[1:], pair, pair], [3] * 5 + [2, 2], rng)
    J = rng.normal(size=(2, 2, 6))
    for j in (5, 6):
        for side, body in enumerate(pair):
            if body < 6:
                system.put_jacobian(j, side, body, J[side])
    b = rng.normal(size=system.plan.unknowns)
    first, second = (system.plan.slots.joint_rows[j] for j in (5, 6))
    b[second : second + 2] = b[first : first + 2]
    status, x = system.solution(b)
    assert status == -1
    assert np.abs(system.dense @ x - b).max() < 1e-11
    kept = np.count_nonzero(np.abs(x[[first, first + 1, second, second + 1]]) > 0.0)
    assert kept == 2
    assert np.linalg.matrix_rank(system.dense) == system.plan.unknowns - 2


@pytest.mark.parametrize("seed", range(5))
def test_a_singular_block_of_a_tree_is_found(seed):
    """The rows of a joint depend on each other."""
    rng = np.random.default_rng(seed)
    system = System(8, chain(8), [3] * 8, rng)
    bad = int(rng.integers(8))
    for side, body in enumerate((bad - 1, bad)):
        if body >= 0:
            J = orthonormal_rows(3, rng)
            J[2] = 0.3 * J[0] - 0.7 * J[1]
            system.put_jacobian(bad, side, body, J)
    status, _ = system.solution(np.ones(system.plan.unknowns))
    assert system.plan.elimination.vertices[status, 2] == system.first_of_body[bad]
