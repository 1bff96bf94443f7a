"""The stages of a SPARK method: its unknowns, the poses of the bodies, and their memory.

The unknowns of a body are the stage rates `k_i = H_p` and `kh_i = -H_q` (4 numbers each), and the multipliers 0 .. p-1.
If the pivot of the body is free, the stage accelerations a_i (3 numbers each) are also unknowns. The same scheme then
gives `X_i = x + h c_i v + h^2 (A A-hat a)_i` and `V_i = v + h (A-hat a)_i`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import add, scale
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.integrators.quaternion_hamiltonian.hamiltonian import add4, dot4, vector_part
from rbsolve.solver.integrators.quaternion_hamiltonian.system import place, set_quaternion
from rbsolve.solver.integrators.quaternion_hamiltonian.tableaux import SparkTableau
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import row3, row4

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.quaternion_hamiltonian.islands import IslandLayout
    from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import RotorMotion
    from rbsolve.solver.model.arrays import State


class Coefficients(NamedTuple):
    """The arrays of a tableau (`SparkTableau`) for the kernel, and the product A A-hat."""

    c: Floats
    a: Floats
    a_hat: Floats
    b: Floats
    a_tilde: Floats
    b_tilde: Floats
    a_bar: Floats
    a_a_hat: Floats

    @classmethod
    def of(cls, tableau: SparkTableau) -> Coefficients:
        """Return the coefficients of a tableau."""
        arrays = tableau.c, tableau.a, tableau.a_hat, tableau.b, tableau.a_tilde, tableau.b_tilde, tableau.a_bar
        return cls(*arrays, tableau.a @ tableau.a_hat)


class Columns(NamedTuple):
    """The offsets of each kind of unknown of a body, and their number."""

    stages: int  # s, the number of stages
    multipliers: int  # p, the number of multipliers
    k: int  # stage i has the unknowns k_i starting at k + 4 i
    k_hat: int  # stage i has the unknowns kh_i starting at k_hat + 4 i
    multiplier: int
    a: int  # stage i has the unknowns a_i starting at a + 3 i, for a body with a free pivot


@subroutine
def columns_of(tableau: Coefficients | SparkTableau) -> Columns:
    """Return the offsets of the unknowns of a body for these coefficients."""
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    return Columns(s, p, 0, 4 * s, 8 * s, 8 * s + p)


@subroutine
def is_free(layout: IslandLayout, columns: Columns, b: int) -> bool:
    """Return whether the acceleration of the body's pivot is unknown."""
    has_more: bool = layout.size[b] > columns.a
    return has_more


class Stages(NamedTuple):
    """Memory of the stages."""

    q: Floats  # (nb, s, 4) Q_i
    p: Floats  # (nb, s, 4) P_i
    x: Floats  # (nb, s, 3) X_i
    v: Floats  # (nb, s, 3) V_i
    node: Floats  # (nb, p + 1, 4) quaternions at the nodes of the constraint
    alpha: Floats  # (nb, 3) mean angular acceleration of the last step, for the prediction
    a: Floats  # (nb, 3) mean acceleration of the pivot
    by_q: Floats  # (8, 4) derivative of (H_p, -H_q + f) at a stage with respect to Q_i
    by_p: Floats  # (8, 4) derivative of (H_p, -H_q + f) at a stage with respect to P_i

    @classmethod
    def of(cls, bodies: int, stages: int, multipliers: int) -> Stages:
        """Return memory for the given numbers of bodies, stages and multipliers."""
        return cls(
            q=np.zeros((bodies, stages, 4)),
            p=np.zeros((bodies, stages, 4)),
            x=np.zeros((bodies, stages, 3)),
            v=np.zeros((bodies, stages, 3)),
            node=np.zeros((bodies, multipliers + 1, 4)),
            alpha=np.zeros((bodies, 3)),
            a=np.zeros((bodies, 3)),
            by_q=np.zeros((8, 4)),
            by_p=np.zeros((8, 4)),
        )


@subroutine
def quad(array: Floats, k: int) -> Quaternion:
    """Return four entries of a flat array starting at index `k`."""
    return array[k], array[k + 1], array[k + 2], array[k + 3]


@subroutine
def triple(array: Floats, k: int) -> Vector:
    """Return three entries of a flat array starting at index `k`."""
    return array[k], array[k + 1], array[k + 2]


@part
def move_to_stages(
    motion: RotorMotion, layout: IslandLayout, unknown: Floats, stages: Stages, tableau: Coefficients, h: float
) -> None:
    """Compute Q_i, P_i, X_i, V_i and the quaternions at the nodes (A.7), for the current unknowns."""
    columns = columns_of(tableau)
    for b in range(motion.q.shape[0]):
        first = layout.first[b]
        k, k_hat, a = first + columns.k, first + columns.k_hat, first + columns.a
        for j in range(columns.multipliers + 1):
            node = row4(motion.q, b)
            for m in range(columns.stages):
                node = add4(node, h * tableau.a_bar[j, m], quad(unknown, k + 4 * m))
            set_quaternion(stages.node[b], j, node)
        for i in range(columns.stages):
            Q, P = row4(motion.q, b), row4(motion.p, b)
            for m in range(columns.stages):
                Q = add4(Q, h * tableau.a[i, m], quad(unknown, k + 4 * m))
                P = add4(P, h * tableau.a_hat[i, m], quad(unknown, k_hat + 4 * m))
            for j in range(columns.multipliers):
                multiplier = unknown[first + columns.multiplier + j]
                P = add4(P, -h * tableau.a_tilde[i, j] * multiplier, row4(stages.node[b], j))
            set_quaternion(stages.q[b], i, Q)
            set_quaternion(stages.p[b], i, P)
            x, v = add(row3(motion.x, b), scale(h * tableau.c[i], row3(motion.v, b))), row3(motion.v, b)
            if is_free(layout, columns, b):
                for m in range(columns.stages):
                    acceleration = triple(unknown, a + 3 * m)
                    x = add(x, scale(h * h * tableau.a_a_hat[i, m], acceleration))
                    v = add(v, scale(h * tableau.a_hat[i, m], acceleration))
            set_vector(stages.x[b], i, x)
            set_vector(stages.v[b], i, v)


@subroutine
def stage_spin(stages: Stages, rate: Quaternion, b: int, i: int) -> Vector:
    """Return the angular velocity at a stage: `2 G(Q_i) k_i/|Q_i|^2`."""
    Q = row4(stages.q[b], i)
    return scale(2.0 / dot4(Q, Q), vector_part(Q, rate))


@subroutine
def place_at_stage(
    pivot: Floats, layout: IslandLayout, columns: Columns, unknown: Floats, stages: Stages, i: int, state: State
) -> None:
    """Set the common state at stage `i`, with normalised quaternions."""
    for b in range(layout.first.shape[0]):
        q = quaternion.normalise(row4(stages.q[b], i))
        w = stage_spin(stages, quad(unknown, layout.first[b] + columns.k + 4 * i), b, i)
        place(row3(pivot, b), b, state, row3(stages.x[b], i), q, row3(stages.v[b], i), w)
