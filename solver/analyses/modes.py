"""Eigenvalues of `M y'' + C y' + K y = 0`, and the record of a linearization with them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

FREE = 1e-12  # stiffness and damping that count as none, relative to the largest, in coordinates of unit mass
ZERO = 1e-9  # eigenvalues, and their real parts, that count as zero, relative to the largest
ROUNDING = 1e-13  # real parts that are left out, relative to the largest eigenvalue
SINGULAR_MASS = 1e-12


@dataclass(frozen=True)
class Modes:
    """Eigenvalues [1/s] in order of their size, of conjugate pairs the one with the positive imaginary part; the modes' shapes in
    the coordinates (modes, f); and how often each eigenvalue occurs (2 for a motion that nothing holds or resists)."""

    eigenvalues: Complexes  # (m,)
    shapes: Complexes  # (m, f), the largest entry (in coordinates of unit mass) real, positive and 1
    multiplicity: NDArray[np.int64]  # (m,)


@dataclass(frozen=True, eq=False)
class Linearization:
    """The equations of small motions `M y'' + C y' + K y = 0` about a state.

    `y` are changes of the `coordinates` (f names, e.g. "hinge.rotation"), in `units` "rad" or "m". `motions` (bodies, 6, f) are the
    motions of the bodies for unit changes: of the origin of the body frame [m], and a rotation vector, both in inertial components.
    `eigenvalues` (m,) [1/s] hold one of each conjugate pair; `shapes` (m, f) and `body_shapes` (m, bodies, 6) are their modes.
    """

    time: float
    coordinates: tuple[str, ...]
    units: tuple[str, ...]
    bodies: tuple[str, ...]
    mass: Floats
    damping: Floats
    stiffness: Floats
    motions: Floats
    eigenvalues: Complexes
    shapes: Complexes
    multiplicity: NDArray[np.int64]
    steady: bool
    """Whether the matrices are constant along the motion, so that the eigenvalues mean what they say."""

    @property
    def frequencies(self) -> Floats:
        """Of the oscillation, |Im| / 2 pi [Hz]; zero where nothing oscillates."""
        return np.asarray(np.abs(self.eigenvalues.imag) / (2.0 * np.pi))

    @property
    def damping_ratios(self) -> Floats:
        """-Re / |eigenvalue|: 0 undamped, 1 or more aperiodic, negative growing; NaN for a zero eigenvalue."""
        size = np.abs(self.eigenvalues)
        ratios: Floats = np.divide(-self.eigenvalues.real, size, out=np.full(len(size), np.nan), where=size > 0.0)
        return ratios

    @property
    def body_shapes(self) -> Complexes:
        """Motions of the bodies in each mode (m, bodies, 6): translation [m] and rotation vector, inertial components."""
        shapes: Complexes = np.einsum("bkf,mf->mbk", self.motions, self.shapes)
        return shapes

    @property
    def growth(self) -> NDArray[np.int64]:
        """1 for each mode that grows, -1 that decays, 0 for neither."""
        tolerance = ZERO * np.max(np.abs(self.eigenvalues), initial=0.0)
        return np.where(np.abs(self.eigenvalues.real) <= tolerance, 0, np.sign(self.eigenvalues.real)).astype(np.int64)

    @property
    def stability(self) -> str:
        """`unstable` when a mode grows, `stable` when all decay, else `neutral`: oscillating undamped, or free to move."""
        if np.any(self.growth > 0):
            return "unstable"
        return "stable" if np.all(self.growth < 0) else "neutral"

    def participants(self, mode: int, most: int = 3) -> list[str]:
        """The coordinates that move most in a mode, by their share of its kinetic energy."""
        part = np.abs(self.shapes[mode]) * np.sqrt(np.abs(np.diag(self.mass)))
        order = np.argsort(-part, kind="stable")[:most]
        return [self.coordinates[k] for k in order if part[k] >= 0.3 * part[order[0]]]

    def __repr__(self) -> str:
        return f"<Linearization at t = {self.time:g} s: {len(self.coordinates)} coordinates, {self.stability}>"


def find_modes(mass: Floats, damping: Floats, stiffness: Floats) -> Modes:
    """All modes. Zero eigenvalues are split off exactly: those of motions that nothing holds or resists, and of steady ones
    that start a slower or faster one, come twice."""
    f = len(mass)
    heaviest = float(np.max(np.diag(mass), initial=1e-300))
    scale = 1.0 / np.sqrt(np.where(np.diag(mass) > SINGULAR_MASS * heaviest, np.diag(mass), heaviest))
    M, C, K = (scale[:, None] * A * scale for A in (mass, damping, stiffness))
    scales = (max(float(np.max(np.abs(A), initial=0.0)), 1e-300) for A in (M, C, K))
    moving = _apart_from(_null_space(np.concatenate([A / size for A, size in zip((M, C, K), scales, strict=True)])))
    M, C, K = (moving.T @ A @ moving for A in (M, C, K))  # without what has no inertia, and no force either
    rest, drift, lag = _zeros(C, K)
    values, positions = _eigen(M, C, K, np.block([[rest, lag], [np.zeros_like(rest), drift]]))
    largest = float(np.max(np.abs(values), initial=0.0))
    values = np.where(np.abs(values) <= ZERO * largest, 0.0, values)
    values = np.where(np.abs(values.imag) <= ZERO * np.abs(values), values.real, values)
    values = np.where(np.abs(values.real) <= ROUNDING * largest, 1j * values.imag, values)
    kept = np.flatnonzero(values.imag >= 0.0)
    kept = kept[np.lexsort((values[kept].imag, np.abs(values[kept])))]
    twice = drift.shape[1]
    at_rest = np.concatenate([drift, _others(rest, drift)], axis=1)
    values = np.concatenate([np.zeros(at_rest.shape[1]), values[kept]])
    vectors = moving @ np.concatenate([at_rest, positions[:, kept]], axis=1)
    multiplicity = np.ones(len(values), dtype=np.int64)
    multiplicity[:twice] = 2
    sizes = np.abs(vectors)
    largest_entry = np.argmax(sizes >= (1.0 - ZERO) * np.max(sizes, axis=0, initial=0.0), axis=0) if f else []
    top = vectors[largest_entry, np.arange(len(values))]
    shapes = (scale[:, None] * vectors / np.where(top == 0.0, 1.0, top)).T
    biggest = np.max(np.abs(shapes), axis=1, initial=0.0)
    shapes = shapes / np.where(biggest == 0.0, 1.0, biggest)[:, None]
    return Modes(values.astype(np.complex128), shapes.astype(np.complex128), multiplicity)


def _zeros(C: Floats, K: Floats) -> tuple[Floats, Floats, Floats]:
    """The motions of the eigenvalue zero: `rest` (f, k), orthonormal directions without stiffness, which stay where they are put; among
    them `drift` (f, d), which may go on at a constant rate, y = drift t + lag, as K lag = -C drift has a solution."""
    rest = _null_space(K)
    size = np.max(np.abs(C), initial=0.0)
    if size == 0.0:
        return rest, rest, np.zeros_like(rest)
    drift = rest @ _null_space(_null_space(K.T).T @ (C / size) @ rest, 1.0)
    return rest, drift, -np.linalg.pinv(K, FREE) @ C @ drift


def _apart_from(directions: Floats) -> Floats:
    """Orthonormal columns that complete orthonormal columns (f, k): unit vectors where there are none."""
    f, k = directions.shape
    return np.asarray(np.linalg.qr(directions, mode="complete")[0][:, k:]) if k else np.eye(f)


def _others(directions: Floats, some: Floats) -> Floats:
    """Orthonormal directions in a space of `directions`, orthogonal to `some` of them; both orthonormal columns."""
    u, _, _ = np.linalg.svd(directions.T @ some)
    return np.asarray(directions @ u[:, some.shape[1] :])


def _null_space(A: Floats, size: float | None = None) -> Floats:
    """Orthonormal columns that A takes to zero, relative to `size`, by default its largest singular value."""
    if not np.any(A):
        return np.eye(A.shape[1])
    _, s, vh = np.linalg.svd(A)
    return np.asarray(vh[int(np.sum(s > FREE * (s[0] if size is None else size))) :].T)


def _eigen(M: Floats, C: Floats, K: Floats, known: Floats) -> tuple[Complexes, Complexes]:
    """Eigenvalues, and the positions (f, n) in their vectors, of the states (positions, velocities), less the states `known` (2 f, k)
    of the eigenvalue zero: these span a space that the equations A x = value B x leave, so that the others follow from the rest."""
    f = len(M)
    A, B = np.zeros((2 * f, 2 * f)), np.eye(2 * f)
    A[:f, f:], A[f:, :f], A[f:, f:], B[f:, f:] = np.eye(f), -K, -C, M
    regular = np.linalg.cond(M) < 1.0 / SINGULAR_MASS if f else False
    if regular:
        A[f:], B = np.linalg.solve(M, A[f:]), np.eye(2 * f)
    k = known.shape[1]
    right, _ = np.linalg.qr(known, mode="complete")
    left, _ = np.linalg.qr(B @ known, mode="complete")
    A, B = left.T @ A @ right, left.T @ B @ right
    if regular:
        values, vectors = np.linalg.eig(A[k:, k:]) if len(A) > k else (np.zeros(0), np.zeros((0, 0)))
    else:
        from scipy.linalg import eig

        values, vectors = eig(A[k:, k:], B[k:, k:])
        finite = np.isfinite(values) & (np.abs(values) < 1e12)
        values, vectors = values[finite], vectors[:, finite]
    whole: Complexes = np.zeros((2 * f, len(values)), dtype=np.complex128)
    whole[k:] = vectors
    for n, value in enumerate(values):
        coupling = (value * B[:k, k:] - A[:k, k:]) @ vectors[:, n]
        whole[:k, n] = np.linalg.lstsq(A[:k, :k] - value * B[:k, :k], coupling, rcond=None)[0]
    return values.astype(np.complex128), np.asarray((right @ whole)[:f])
