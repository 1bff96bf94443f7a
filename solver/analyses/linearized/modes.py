"""Computes the eigenvalues of `M y'' + C y' + K y = 0`.

Error bounds of the matrices distinguish zero eigenvalues from round-off (`Rounding`). A zero eigenvalue can be multiple
but have a single shape. For example, a free body can be displaced, or it can move at a constant rate. Round-off would
scatter such eigenvalues by its square root or a higher root. Zero eigenvalues are therefore removed layer by layer (the
staircase form of the pencil). The equations map the directions of the first layer to zero, the directions of the second
layer to the first layer, and so on. Each layer is a null space within the error bound. Real and imaginary parts of
other eigenvalues count as zero if they are within the bound of their first-order change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.analyses.independent_coordinates import apart
from rbsolve.solver.analyses.linearized.record import Complexes
from rbsolve.solver.model.flat import Floats

EPS = float(np.finfo(np.float64).eps)
SINGULAR_MASS = 1e-12  # masses of a direction count as zero below this value, relative to the largest mass


class Rounding(NamedTuple):
    """Error bounds (f, f) of mass, damping and stiffness."""

    mass: Floats
    damping: Floats
    stiffness: Floats


@dataclass(frozen=True)
class Modes:
    """The modes of linear equations: eigenvalues, shapes in the coordinates, and multiplicities.

    The eigenvalues [1/s] are in increasing order of size. Of each conjugate pair, only the eigenvalue with a positive
    imaginary part is included. A zero eigenvalue is double if a motion at a constant rate is possible. It is triple or
    fourfold if other motions accelerate this motion, as in a fall.
    """

    eigenvalues: Complexes  # (m,)
    shapes: Complexes  # (m, f), scaled so that the largest entry (in coordinates of unit mass) is real, positive and 1
    multiplicity: NDArray[np.int64]  # (m,) multiplicity of the eigenvalue with this shape


def rounding_of(matrices: Sequence[Floats]) -> Rounding:
    """Return error bounds for matrices whose errors are not known. They are a few units in the last place of the
    largest entry.
    """
    return Rounding(*(np.full(A.shape, 8.0 * EPS * np.max(np.abs(A), initial=0.0)) for A in matrices))


def find_modes(mass: Floats, damping: Floats, stiffness: Floats, rounding: Rounding | None = None) -> Modes:
    """Return all modes. Zero eigenvalues come first, in order of decreasing multiplicity."""
    M, C, K = mass, damping, stiffness
    bounds = rounding if rounding is not None else rounding_of((M, C, K))
    scale = _unit_masses(M)
    M, C, K = (scale.T @ A @ scale for A in (M, C, K))
    size = np.abs(scale)
    dM, dC, dK = (float(np.linalg.norm(size.T @ A @ size)) for A in bounds)
    C, K = (A if np.linalg.norm(A) > bound else np.zeros_like(A) for A, bound in ((C, dC), (K, dK)))
    scale, (M, C, K) = _without_nothing(scale, (M, C, K), (dM, dC, dK))
    return _modes_of_pencil(_pencil(M, C, K, dC, dK), scale, mass)


def modes_of_states(A: Floats, errors: Floats, mass: Floats, rates: NDArray[np.int64]) -> Modes:
    """Return all modes of `z' = A z`. Here z contains coordinates with a mass (f, f), the rates of some coordinates,
    and other states.

    `errors` contains error bounds of A.
    """
    f, r = len(mass), len(rates)
    units = _units(mass)
    scale = np.concatenate([units, units[rates], np.ones(len(A) - f - r)])
    A, errors = (scale[:, None] * X / scale for X in (A, errors))
    pulls, others = A[f : f + r, :f], np.linalg.norm(A[f:, f:], 2) if len(A) > f else 0.0
    rate = max(float(others), float(np.linalg.norm(A[:f, :f], 2)), float(np.sqrt(np.linalg.norm(pulls, 2)))) or 1.0
    scale = np.concatenate([np.ones(f), np.full(r, 1.0 / rate), np.ones(len(A) - f - r)])
    A, errors = (scale[:, None] * X / scale / rate for X in (A, errors))
    pencil = _Pencil(A, np.eye(len(A)), float(np.linalg.norm(errors)) + len(A) * EPS, rate)
    return _modes_of_pencil(pencil, np.diag(1.0 / units), mass)


def _units(mass: Floats) -> Floats:
    """Return the square roots of the masses (f,) of coordinates. The square roots are at least a small fraction of the
    largest value.
    """
    diagonal: Floats = np.diag(mass)
    return np.asarray(np.sqrt(np.maximum(diagonal, SINGULAR_MASS * np.max(diagonal, initial=0.0))))


def _modes_of_pencil(pencil: _Pencil, scale: Floats, mass: Floats) -> Modes:
    """Return all modes of a pencil. The first states of the pencil are the coordinates `scale` (f, k)."""
    zeros = _split_zeros(pencil)
    values, states = _others(pencil, zeros)
    kept = np.flatnonzero(values.imag >= 0.0)
    kept = kept[np.lexsort((values[kept].imag, np.abs(values[kept])))]
    k, units = scale.shape[1], _units(mass)
    groups = [(m, apart(units[:, None] * (scale @ group[:k])) / units[:, None]) for m, group in _chains(zeros)]
    multiplicity = np.repeat([m for m, _ in groups], [group.shape[1] for _, group in groups]).astype(np.int64)
    shapes = np.concatenate([*(group for _, group in groups), scale @ states[:k, kept]], axis=1).T
    values = np.concatenate([np.zeros(len(multiplicity)), pencil.rate * values[kept]])
    multiplicity = np.concatenate([multiplicity, np.ones(len(kept), dtype=np.int64)])
    return Modes(values.astype(np.complex128), _normalize(shapes.astype(np.complex128), mass), multiplicity)


def modes_of(A: Floats, mass: Floats) -> Modes:
    """Return all modes of `z' = A z`, whose first states are coordinates with mass. Real and imaginary parts within
    round-off become zero.
    """
    values, states = np.linalg.eig(A)
    least = 16.0 * EPS * len(A) * np.linalg.norm(A, 2)
    values = np.where(np.abs(values.imag) <= least, values.real, values).astype(np.complex128)
    values = np.where(np.abs(values.real) <= least, 1j * values.imag, values)
    kept = np.flatnonzero(values.imag >= 0.0)
    kept = kept[np.lexsort((values[kept].imag, np.abs(values[kept])))]
    shapes = states[: len(mass), kept].T.astype(np.complex128)
    return Modes(values[kept], _normalize(shapes, mass), np.ones(len(kept), dtype=np.int64))


def _unit_masses(M: Floats) -> Floats:
    """Return coordinates (f, f), as columns, with a unit mass matrix. If some coordinates have almost no mass, the mass
    matrix has a unit diagonal.
    """
    f = len(M)
    diagonal = np.diag(M)
    heaviest = float(np.max(diagonal, initial=1e-300))
    units = 1.0 / np.sqrt(np.where(diagonal > SINGULAR_MASS * heaviest, diagonal, heaviest))
    scaled = units[:, None] * M * units
    if f == 0 or np.linalg.cond(scaled) > 1.0 / SINGULAR_MASS:
        return np.diag(units)
    return np.asarray(units[:, None] * np.linalg.inv(np.linalg.cholesky(scaled)).T)


def _without_nothing(
    scale: Floats, matrices: tuple[Floats, Floats, Floats], bounds: tuple[float, float, float]
) -> tuple[Floats, tuple[Floats, ...]]:
    """Return the matrices without the coordinates that have neither inertia nor force."""
    stacked = np.concatenate(
        [A / max(float(np.linalg.norm(A)), 1e-300) for A in matrices if np.any(A)] or [np.zeros((1, len(scale)))]
    )
    errors = [bound / float(np.linalg.norm(A)) for A, bound in zip(matrices, bounds, strict=True) if np.any(A)]
    nothing = null_space(stacked, max(errors, default=0.0))
    if nothing.shape[1] == 0:
        return scale, matrices
    moving = np.linalg.qr(nothing, mode="complete")[0][:, nothing.shape[1] :]
    return np.asarray(scale @ moving), tuple(moving.T @ A @ moving for A in matrices)


class _Pencil(NamedTuple):
    """The pencil `A z = value B z` for states z = (x, x' / rate). The values are in units of `rate` [1/s]."""

    A: Floats  # (2 f, 2 f)
    B: Floats
    error: float  # bound of the 2-norm of the error of A
    rate: float


def _pencil(M: Floats, C: Floats, K: Floats, dC: float, dK: float) -> _Pencil:
    f = len(M)
    if f == 0:
        return _Pencil(np.zeros((0, 0)), np.zeros((0, 0)), 0.0, 1.0)
    rate = max(float(np.linalg.norm(C, 2)), float(np.sqrt(np.linalg.norm(K, 2)))) or 1.0
    A, B = np.zeros((2 * f, 2 * f)), np.eye(2 * f)
    A[:f, f:], A[f:, :f], A[f:, f:], B[f:, f:] = np.eye(f), -K / rate**2, -C / rate, M
    error = np.hypot(dK / rate**2 if np.any(K) else 0.0, dC / rate if np.any(C) else 0.0)
    return _Pencil(A, B, float(error) + 2.0 * f * EPS, rate)


class _Zeros(NamedTuple):
    """The states of the eigenvalue zero. Orthogonal transformations separate them from the other states.

    `left.T A right` and `left.T B right` are zero below their first `sum(layers)` columns. A is also zero within the
    layers, up to the diagonal.
    """

    left: Floats  # (2 f, 2 f) orthogonal
    right: Floats
    A: Floats  # (2 f, 2 f) transformed
    B: Floats
    layers: tuple[int, ...]  # numbers of shapes with a multiplicity of at least one, at least two, and so on


def _split_zeros(pencil: _Pencil) -> _Zeros:
    """Separate the null spaces from the pencil, layer by layer."""
    A, B, n = pencil.A.copy(), pencil.B.copy(), len(pencil.A)
    left, right = np.eye(n), np.eye(n)
    layers: list[int] = []
    done = 0
    while done < n:
        null = null_space(A[done:, done:], pencil.error)
        count = null.shape[1]
        if count == 0:
            break
        images = B[done:, done:] @ null
        if np.linalg.svd(images, compute_uv=False)[-1] <= SINGULAR_MASS:
            # a zero and an infinite eigenvalue mean that the coordinate has neither inertia nor force, up to round-off
            break
        Q, P = (np.linalg.qr(X, mode="complete")[0] for X in (images, null))
        for X in (A, B):
            X[done:, done:] = Q.T @ X[done:, done:]
            X[:, done:] = X[:, done:] @ P
        left[:, done:], right[:, done:] = left[:, done:] @ Q, right[:, done:] @ P
        A[done:, done : done + count] = 0.0
        B[done + count :, done : done + count] = 0.0
        layers.append(count)
        done += count
    return _Zeros(left, right, A, B, tuple(layers))


def _chains(zeros: _Zeros) -> list[tuple[int, Floats]]:
    """Return the shapes of the eigenvalue zero with their multiplicity, in decreasing order, as states (2 f, k).

    The nilpotent matrix J maps the states of the eigenvalue zero to each other. The shapes of multiplicity m or more
    are the null vectors of J in the range of J^(m-1).
    """
    layers, total = zeros.layers, sum(zeros.layers)
    first = layers[0] if layers else 0
    J = np.linalg.solve(zeros.B[:total, :total], zeros.A[:total, :total]) if total else np.zeros((0, 0))
    found = np.zeros((first, 0))
    groups = []
    for m in range(len(layers), 0, -1):
        reached = np.linalg.svd(np.linalg.matrix_power(J, m - 1))[0][:, : sum(layers[m - 1 :])]
        _, _, vh = np.linalg.svd(reached[first:])
        these = (reached @ vh[len(vh) - layers[m - 1] :].T)[:first]
        these = these - found @ (found.T @ these)
        new = np.linalg.svd(these)[0][:, : layers[m - 1] - found.shape[1]]
        found = np.concatenate([found, new], axis=1)
        if new.shape[1]:
            groups.append((m, zeros.right[:, :first] @ new))
    return groups


def _others(pencil: _Pencil, zeros: _Zeros) -> tuple[Complexes, Complexes]:
    """Return the other eigenvalues, in units of the rate, and their states (2 f, m)."""
    k = sum(zeros.layers)
    A, B = zeros.A[k:, k:], zeros.B[k:, k:]
    n = len(A)
    if n == 0:
        return np.zeros(0, np.complex128), np.zeros((len(pencil.A), 0), np.complex128)
    values, left, vectors = _eigen(A, B)
    weights = np.abs(np.sum(left.conj() * (B @ vectors), axis=0))
    size = np.linalg.norm(left, axis=0) * np.linalg.norm(vectors, axis=0)
    error = pencil.error + n * EPS * (np.linalg.norm(A, 2) + np.abs(values) * np.linalg.norm(B, 2))
    bounds = np.divide(error * size, weights, out=np.full(len(values), np.sqrt(EPS)), where=weights > 0.0)
    values = np.where(np.abs(values.imag) <= bounds, values.real, values)
    values = np.where(np.abs(values.real) <= bounds, 1j * values.imag, values)
    whole = np.zeros((len(pencil.A), len(values)), dtype=np.complex128)
    whole[k:] = vectors
    if k:
        moving = values != 0.0
        whole[:k, moving] = _drive(zeros, values[moving], vectors[:, moving])
    return values, np.asarray(zeros.right @ whole)


def _drive(zeros: _Zeros, values: Complexes, vectors: Complexes) -> Complexes:
    """Return the components (k, m) that the other modes have in the states of zero eigenvalues. The other modes have
    eigenvalues (m,) and states (n, m).

    The map J of `B x' = A x` is nilpotent, so `(A - value B) x = (value B - A) vector` needs only one iteration per
    layer.
    """
    k = sum(zeros.layers)
    inward = np.linalg.solve(zeros.B[:k, :k], np.concatenate([zeros.A[:k], zeros.B[:k, k:]], axis=1))
    J, by_A, by_B = np.split(inward, [k, len(zeros.A)], axis=1)
    right = by_A @ vectors - (by_B @ vectors) * values
    x = right / values
    for _ in zeros.layers[1:]:
        x = (J @ x + right) / values
    return np.asarray(x)


def _eigen(A: Floats, B: Floats) -> tuple[Complexes, Complexes, Complexes]:
    """Return finite eigenvalues, left eigenvectors and right eigenvectors of `A x = value B x`."""
    if np.linalg.cond(B) < 1.0 / SINGULAR_MASS:
        values, vectors = np.linalg.eig(np.linalg.solve(B, A))
        left = np.linalg.pinv(B @ vectors).conj().T
        return values.astype(np.complex128), left.astype(np.complex128), vectors.astype(np.complex128)
    from scipy.linalg import eig

    (alpha, beta), left, vectors = eig(A, B, left=True, right=True, homogeneous_eigvals=True)
    finite = np.abs(beta) > SINGULAR_MASS * np.abs(alpha)
    return alpha[finite] / beta[finite], left[:, finite], vectors[:, finite]


def _normalize(shapes: Complexes, mass: Floats) -> Complexes:
    """Return shapes (m, f), scaled so that the leading entry in coordinates of unit mass is real and positive. The
    largest entry has the size 1.
    """
    if not shapes.size:
        return shapes
    diagonal = np.diag(mass)
    units = np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
    sizes = np.abs(shapes) * units
    leading = np.argmax(sizes >= (1.0 - 1e-9) * np.max(sizes, axis=1)[:, None], axis=1)
    top = shapes[np.arange(len(shapes)), leading]
    shapes = shapes / np.where(top == 0.0, 1.0, top)[:, None]
    biggest = np.max(np.abs(shapes), axis=1)
    return np.asarray(shapes / np.where(biggest == 0.0, 1.0, biggest)[:, None])


def null_space(A: Floats, bound: float) -> Floats:
    """Return an orthonormal basis (columns) of the null space of A within `bound`."""
    if not np.any(A):
        return np.eye(A.shape[1])
    _, s, vh = np.linalg.svd(A)
    return np.asarray(vh[int(np.sum(s > bound)) :].T)
