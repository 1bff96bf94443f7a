"""The kernel that removes self-stresses from the multipliers of output rows. Self-stresses are the left null space of a
constraint Jacobian.

Let J (n, m) be the Jacobian of n constraints on the increments of m / 6 bodies. The multipliers of smallest norm with
the same forces `J^T lambda` are `lambda + d`, where

    [0  J^T] [y]   [   0   ]
    [J  -I ] [d] = [-lambda]     (so lambda + d = J y, and J^T d = 0).

The body block of the matrix is zero, and the matrix is singular if the bodies can move. Therefore a small multiple of
the identity replaces this block. The matrix is then quasidefinite. Every order of elimination is then stable without
pivoting across blocks. Refinement with the residual of the true equations removes the error of this change. (In this
iterated Tikhonov regularization, the error along a singular value s of J is reduced by the factor
`(eps / (s^2 + eps))^k` in k steps.) The cost is the cost of the sparse factorization. It is linear for chains and
ladders of loops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbsolve.solver.formulations.faces import set_rotation
from rbsolve.solver.joints.kernels import jacobians
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.linear_algebra.block_lu import factorize, solve
from rbsolve.solver.linear_algebra.elimination import (
    BODY,
    BOTH_TURNED,
    MIRRORED,
    NONE_TURNED,
    PIVOT,
    PLACE,
    SIZE,
    STRIDE,
    TURNED,
    UNKNOWN,
)
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import row4

if TYPE_CHECKING:
    from rbsolve.solver.linear_algebra.elimination import Elimination
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.joints import Joints

SMALLEST = (
    # The body block, relative to the squared norms of the columns of J. Constraints with singular values below its
    # square root count as dependent.
    1e-12
)
LARGEST = 1e-6  # the largest body block that is tried if the factorization is singular
ACCURATE = 1e-14  # a correction below this fraction of the multipliers ends the refinement
BALANCED = 1e-8  # if the resultants of a change are below this fraction of their terms, they are round-off
ROUNDING = 1e-12  # round-off in entries of J that should be zero, relative to the other terms of a body
SHRINKING = 1e-4  # reduction of the body block if the resultants of a change are larger than BALANCED
MOST_SHRINKINGS = 2
STALLED = 0.5  # a correction above this fraction of the previous correction ends the refinement
MOST_STEPS = 12
FIRST_ROW, COUNT, MULTIPLIER, DIAGONAL, DIAGONAL_STRIDE, IS_SHARE = range(6)
"""Columns of `Group.joints`. The columns are the first row, the number of rows and the first unknown. The place of the
first diagonal entry, and the distance to the next diagonal entry, follow. The last is 1 for a share of a constraint
that another joint owns.
"""
PLACES = 1
"""From this column on, `Group.ends` contains the places of the Jacobian (`Slots.joint_blocks`). Column 0 is the body's
first unknown.
"""


class Group(NamedTuple):
    """Joints with common self-stresses, the plan of their elimination, and work space."""

    plan: Elimination
    bodies: Ints  # (bodies, 3) Slots.bodies
    joints: Ints  # (joints, 6)
    ends: Ints  # (joints, 2, 5) -1 in the first two columns for GROUND
    J: Floats  # (nc, 12) Jacobian of all joints
    values: Floats  # values of the factorization
    swaps: Ints  # (unknowns,)
    references: Floats  # (unknowns,)
    size: Floats  # (unknowns,) squared norms of the columns of J
    x: Floats  # (unknowns,) y and d
    b: Floats  # (unknowns,) residual, then the correction of x


@subroutine
def _measure(group: Group) -> None:
    """Write the squared norms of the columns of the Jacobian. All translations of a body get the largest value of the
    three translations. All rotations get the largest value of the three rotations.
    """
    size = group.size
    for i in range(size.shape[0]):
        size[i] = 0.0
    for j in range(group.joints.shape[0]):
        for side in range(2):
            unknown = group.ends[j, side, 0]
            if unknown >= 0:
                for r in range(group.joints[j, FIRST_ROW], group.joints[j, FIRST_ROW] + group.joints[j, COUNT]):
                    for k in range(BODY):
                        size[unknown + k] += group.J[r, BODY * side + k] ** 2
    for n in range(group.bodies.shape[0]):
        for first in range(group.bodies[n, UNKNOWN], group.bodies[n, UNKNOWN] + BODY, 3):
            largest = max(size[first], size[first + 1], size[first + 2])
            for k in range(3):
                size[first + k] = largest if largest > 0.0 else 1.0


@subroutine
def _assemble(group: Group, eps: float) -> None:
    """Write the matrix to the values of the factorization."""
    values = group.values
    for i in range(values.shape[0]):
        values[i] = 0.0
    for i in range(group.references.shape[0]):
        group.references[i] = 1.0
    for n in range(group.bodies.shape[0]):
        at, stride, unknown = group.bodies[n, PIVOT], group.bodies[n, SIZE], group.bodies[n, UNKNOWN]
        for k in range(BODY):
            values[at + k * (stride + 1)] = eps * group.size[unknown + k]
    for j in range(group.joints.shape[0]):
        first, count = group.joints[j, FIRST_ROW], group.joints[j, COUNT]
        for r in range(count):
            values[group.joints[j, DIAGONAL] + r * group.joints[j, DIAGONAL_STRIDE]] = -1.0
        for side in range(2):
            if group.ends[j, side, 0] < 0:
                continue
            at, mirrored = group.ends[j, side, PLACES + PLACE], group.ends[j, side, PLACES + MIRRORED]
            stride, turned = group.ends[j, side, PLACES + STRIDE], group.ends[j, side, PLACES + TURNED]
            for r in range(count):
                for k in range(BODY):
                    entry = group.J[first + r, BODY * side + k]
                    values[at + r * stride + k if turned == NONE_TURNED else at + k * stride + r] += entry
                    values[mirrored + k * stride + r if turned == BOTH_TURNED else mirrored + r * stride + k] += entry


@subroutine
def _residual(group: Group, multipliers: Floats) -> None:
    """Write the residual of the true equations to `b`. The residual is `-J^T d` for the bodies, and `d + lambda - J y`
    for the constraints.
    """
    x, b = group.x, group.b
    for i in range(b.shape[0]):
        b[i] = 0.0
    for j in range(group.joints.shape[0]):
        first, unknown = group.joints[j, FIRST_ROW], group.joints[j, MULTIPLIER]
        for r in range(group.joints[j, COUNT]):
            total = 0.0 if group.joints[j, IS_SHARE] == 1 else x[unknown + r] + multipliers[first + r]
            for side in range(2):
                body = group.ends[j, side, 0]
                if body >= 0:
                    for k in range(BODY):
                        entry = group.J[first + r, BODY * side + k]
                        total -= entry * x[body + k]
                        b[body + k] -= entry * x[unknown + r]
            b[unknown + r] += total


@subroutine
def _largest(group: Group, values: Floats) -> float:
    """Return the largest magnitude among the multipliers in a vector of unknowns."""
    largest = 0.0
    for j in range(group.joints.shape[0]):
        unknown = group.joints[j, MULTIPLIER]
        for r in range(group.joints[j, COUNT]):
            largest = max(largest, abs(values[unknown + r]))
    return largest


@subroutine
def _is_balanced(group: Group, multipliers: Floats) -> bool:
    """Return whether the change of the multipliers in `x` is a self-stress, which exerts no resultant on any body.

    In a small mechanism, the levers are much smaller than 1. The entries of constraints on rotations have the size 1.
    The body block may then be larger than the squared levers, and refinement does not remove its error.
    """
    x, b, size = group.x, group.b, group.size
    for n in range(group.bodies.shape[0]):
        for k in range(group.bodies[n, UNKNOWN], group.bodies[n, UNKNOWN] + BODY):
            b[k], size[k] = 0.0, 0.0
    for j in range(group.joints.shape[0]):
        first, unknown = group.joints[j, FIRST_ROW], group.joints[j, MULTIPLIER]
        for r in range(group.joints[j, COUNT]):
            for side in range(2):
                body = group.ends[j, side, 0]
                if body >= 0:
                    for k in range(BODY):
                        entry = group.J[first + r, BODY * side + k]
                        b[body + k] += entry * x[unknown + r]
                        size[body + k] += abs(entry) * (abs(x[unknown + r]) + abs(multipliers[first + r]))
    for n in range(group.bodies.shape[0]):
        for first in range(group.bodies[n, UNKNOWN], group.bodies[n, UNKNOWN] + BODY, 3):
            largest = max(size[first], size[first + 1], size[first + 2])
            for k in range(first, first + 3):
                if not abs(b[k]) <= BALANCED * size[k] + ROUNDING * largest:
                    return False
    return True


@subroutine
def _factorize(group: Group, smallest: float) -> bool:
    """Factorize the matrix with a body block of at least `smallest`. Return whether it is regular."""
    _measure(group)
    eps = smallest
    while eps <= LARGEST:
        _assemble(group, eps)
        if factorize(group.plan, group.values, group.swaps, group.references) < 0:
            return True
        eps *= 100.0
    return False


@subroutine
def _refine(group: Group, multipliers: Floats) -> None:
    """Write the change of the multipliers to `x`."""
    x, b = group.x, group.b
    for i in range(x.shape[0]):
        x[i] = 0.0
    given, before = 0.0, 0.0
    for step in range(MOST_STEPS):
        _residual(group, multipliers)
        if step == 0:
            given = _largest(group, b)
        solve(group.plan, group.values, group.swaps, b)
        for i in range(x.shape[0]):
            x[i] += b[i]
        change = _largest(group, b)
        if not change > ACCURATE * given or (step > 1 and change > STALLED * before):
            return
        before = change


@kernel
def remove_self_stresses(joints: Joints, group: Group, chunk: Chunk, first: int, state: State) -> None:
    """Replace the multipliers of a group by multipliers of the smallest norm, in the rows of `chunk` starting at
    `first`. `state` is work space.
    """
    for row in range(first, chunk.count[0]):
        for b in range(state.x.shape[0]):
            set_rotation(state, b, row4(chunk.e[row], b))
            for k in range(3):
                state.x[b, k] = chunk.x[row, b, k]
        jacobians(joints, state, group.J)
        if not _factorize(group, SMALLEST):
            continue
        _refine(group, chunk.multipliers[row])
        is_balanced, eps = _is_balanced(group, chunk.multipliers[row]), SMALLEST
        for _ in range(MOST_SHRINKINGS):
            eps *= SHRINKING
            if not is_balanced and _factorize(group, eps):
                _refine(group, chunk.multipliers[row])
                is_balanced = _is_balanced(group, chunk.multipliers[row])
        if not is_balanced:
            continue  # the multipliers of the integrator are in equilibrium, but other multipliers have a smaller norm
        for j in range(group.joints.shape[0]):
            at, unknown = group.joints[j, FIRST_ROW], group.joints[j, MULTIPLIER]
            for r in range(group.joints[j, COUNT]):
                chunk.multipliers[row, at + r] += group.x[unknown + r]
