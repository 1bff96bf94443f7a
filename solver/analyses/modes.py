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
    """All modes. Motions that nothing holds or resists give a double zero, which is split off exactly."""
    f = len(mass)
    heaviest = float(np.max(np.diag(mass), initial=1e-300))
    scale = 1.0 / np.sqrt(np.where(np.diag(mass) > SINGULAR_MASS * heaviest, np.diag(mass), heaviest))
    M, C, K = (scale[:, None] * A * scale for A in (mass, damping, stiffness))
    free, held = _free_directions(C, K)
    values, positions = _eigen(M, C, K, held)
    largest = float(np.max(np.abs(values), initial=0.0))
    values = np.where(np.abs(values) <= ZERO * largest, 0.0, values)
    values = np.where(np.abs(values.imag) <= ZERO * np.abs(values), values.real, values)
    values = np.where(np.abs(values.real) <= ROUNDING * largest, 1j * values.imag, values)
    kept = np.flatnonzero(values.imag >= 0.0)
    kept = kept[np.lexsort((values[kept].imag, np.abs(values[kept])))]
    values, vectors = values[kept], positions[:, kept]
    multiplicity = np.ones(len(values), dtype=np.int64)
    at_rest = np.concatenate([free, held @ _null_space(K @ held)], axis=1)
    zeros = np.flatnonzero(values == 0.0)[: at_rest.shape[1]]
    vectors[:, zeros] = at_rest[:, : len(zeros)]
    multiplicity[zeros[: free.shape[1]]] = 2
    largest_entry = np.argmax(np.abs(vectors), axis=0) if f else np.zeros(0, dtype=np.int64)
    top = vectors[largest_entry, np.arange(len(values))]
    shapes = (scale[:, None] * vectors / np.where(top == 0.0, 1.0, top)).T
    biggest = np.max(np.abs(shapes), axis=1, initial=0.0)
    shapes = shapes / np.where(biggest == 0.0, 1.0, biggest)[:, None]
    return Modes(values.astype(np.complex128), shapes.astype(np.complex128), multiplicity)


def _free_directions(C: Floats, K: Floats) -> tuple[Floats, Floats]:
    """Orthonormal directions that neither stiffness nor damping resists, and those orthogonal to them."""
    f = len(K)
    size_K, size_C = np.max(np.abs(K), initial=0.0), np.max(np.abs(C), initial=0.0)
    rows = [A / size for A, size in ((K, size_K), (C, size_C)) if size > 0.0]
    if not rows:
        return np.eye(f), np.zeros((f, 0))
    free = _null_space(np.concatenate(rows))
    u, _ = np.linalg.qr(np.concatenate([free, np.eye(f)], axis=1))
    return free, np.asarray(u[:, free.shape[1] :])


def _null_space(A: Floats) -> Floats:
    """Orthonormal columns that A takes to zero."""
    if not np.any(A):
        return np.eye(A.shape[1])
    _, s, vh = np.linalg.svd(A)
    return np.asarray(vh[int(np.sum(s > FREE * s[0])) :].T)


def _eigen(M: Floats, C: Floats, K: Floats, held: Floats) -> tuple[Complexes, Complexes]:
    """Eigenvalues, and the positions (f, n) in their vectors, of the states (positions along `held`, velocities)."""
    f, h = len(M), held.shape[1]
    A, B = np.zeros((h + f, h + f)), np.eye(h + f)
    A[:h, h:] = held.T
    A[h:, :h], A[h:, h:], B[h:, h:] = -K @ held, -C, M
    if np.linalg.cond(M) < 1.0 / SINGULAR_MASS:
        A[h:] = np.linalg.solve(M, A[h:])
        values, vectors = np.linalg.eig(A) if len(A) else (np.zeros(0), np.zeros((0, 0)))
    else:
        from scipy.linalg import eig

        values, vectors = eig(A, B)
        finite = np.isfinite(values) & (np.abs(values) < 1e12)
        values, vectors = values[finite], vectors[:, finite]
    return values.astype(complex), (held @ vectors[:h]).astype(complex)
