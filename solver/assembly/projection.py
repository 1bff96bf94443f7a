"""The projection of UNIFIED_VELOCITIES: six points of a body and six directions (Seed 000, section 4)."""

from __future__ import annotations

import numpy as np

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.parser.schema.integrators import FORMULATION_DEFAULTS
from rbsolve.solver.model.arrays import Bodies, Projection
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.inertia import parallel_axes
from rbsolve.solver.model.options import ProjectionOptions

LARGEST_CONDITION = 1e12
UNIT_HEXAHEDRON = ProjectionOptions.of(FORMULATION_DEFAULTS["UNIFIED_VELOCITIES"])


def projection_matrix(points: Floats, directions: Floats) -> Floats:
    """D (6, 6) with rows `(b_i, y_i x b_i)`: `w_i = b_i . (U + Omega x y_i)` (Seed 000, eqs. (65)-(66)).

    `points` y_i [m] and `directions` b_i [1] are (6, 3), in body axes from the origin of the body frame.
    """
    return np.hstack([directions, np.cross(points, directions)])


def hexahedron(lengths: tuple[float, float, float], scale: float) -> Floats:
    """D of vectors in the faces of a hexahedron (Seed 000, eqs. (26)-(31), signs by the errata)."""
    l1, l2, l3 = lengths
    e1, e2, e3 = scale * np.eye(3)
    directions = np.array([e1, -e1, e2, -e2, e3, -e3])
    points = np.array([[0, -l2, 0], [0, l2, 0], [0, 0, -l3], [0, 0, l3], [-l1, 0, 0], [l1, 0, 0]])
    return projection_matrix(points, directions)


def tetrahedron(length: float, scale: float) -> Floats:
    """D of vectors along the edges of a tetrahedron (Seed 000, eqs. (74)-(79), signs by the errata)."""
    e1, e2, e3 = np.eye(3)
    directions = scale * np.array([e1, e2, e3, e2 - e1, e3 - e2, e1 - e3])
    points = 0.5 * length * np.array([e1, e2, e3, e1 + e2, e2 + e3, e1 + e3])
    return projection_matrix(points, directions)


def chosen_matrix(options: ProjectionOptions) -> Floats:
    """D of the options of a TIME_INTEGRATOR."""
    if options.kind == "CUSTOM":
        points, directions = (np.array(numbers).reshape(6, 3) for numbers in (options.points, options.directions))
        return projection_matrix(points, directions)
    l1, l2, l3 = options.lengths if len(options.lengths) == 3 else 3 * options.lengths
    if options.kind == "TETRAHEDRON":
        return tetrahedron(l1, options.scale)
    return hexahedron((l1, l2, l3), options.scale)


def projection(matrix: Floats, bodies: Bodies) -> Projection:
    """The arrays for the given bodies: `M_w^-1 = D M^-1 D^T` with M about the body origin (Seed 000, eqs. (85), (93), errata)."""
    inverse_mass = [
        matrix @ np.linalg.inv(spatial_mass(m, c, J)) @ matrix.T
        for m, c, J in zip(bodies.mass, bodies.centre, bodies.inertia, strict=True)
    ]
    return Projection(
        matrix, np.asarray(np.linalg.inv(matrix), dtype=np.float64), np.array(inverse_mass).reshape(-1, 6, 6)
    )


def spatial_mass(mass: float, centre: Floats, inertia: Floats) -> Floats:
    """The 6x6 mass matrix about the body origin, translations first, in body axes (Seed 004)."""
    c = np.array([[0, -centre[2], centre[1]], [centre[2], 0, -centre[0]], [-centre[1], centre[0], 0]])
    return np.block([[mass * np.eye(3), mass * c.T], [mass * c, inertia + parallel_axes(mass, centre)]])


def check_matrix(matrix: Floats, described: Described, diagnostics: Diagnostics) -> bool:
    """Report a projection that cannot represent every motion."""
    condition = float(np.linalg.cond(matrix))
    if condition < LARGEST_CONDITION:
        return True
    diagnostics.error(
        Code.INVALID_VALUE,
        f"the projection points and directions do not determine every motion: D is singular (condition number {condition:.3g})",
        described.span_of("PROJECTION_DIRECTIONS" if "PROJECTION_DIRECTIONS" in described else "PROJECTION"),
        "no direction may be moment-free in all motions; a hexahedron or a tetrahedron of lengths > 0 always works",
    )
    return False
