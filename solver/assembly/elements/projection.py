"""Computes the projection of UNIFIED_VELOCITIES, which consists of six points of a body and six directions (Holzinger
et al. 2020, section 4).
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.parser.schema.integrators import FORMULATION_DEFAULTS, keywords_in_force
from rbsolve.solver.model.arrays import Bodies, Projection
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.inertia import parallel_axes
from rbsolve.solver.model.options import ProjectionOptions

LARGEST_CONDITION = 1e12
FORMULATION, INITIAL = "UNIFIED_VELOCITIES", "INITIAL_UNIFIED_VELOCITIES"
UNIT_HEXAHEDRON = ProjectionOptions.of(FORMULATION_DEFAULTS[FORMULATION])


def projection_matrix(points: Floats, directions: Floats) -> Floats:
    """Return the matrix D (6, 6) with rows `(b_i, y_i x b_i)`, so that `w_i = b_i·(U + Omega x y_i)` (Holzinger et al.
    2020, eqs. (67), (68)).

    `points` y_i [m] and `directions` b_i [1] are (6, 3), in body axes from the origin of the body frame.
    """
    return np.hstack([directions, np.cross(points, directions)])


def hexahedron_points(lengths: tuple[float, float, float]) -> tuple[Floats, Floats]:
    """Return points [m] in the faces of a hexahedron, and unit directions, (6, 3) (Holzinger et al. 2020, eqs.
    (26)-(31), with signs from the errata).
    """
    l1, l2, l3 = lengths
    e1, e2, e3 = np.eye(3)
    points = np.array([[0, -l2, 0], [0, l2, 0], [0, 0, -l3], [0, 0, l3], [-l1, 0, 0], [l1, 0, 0]], dtype=np.float64)
    return points, np.array([e1, -e1, e2, -e2, e3, -e3])


def tetrahedron_points(length: float) -> tuple[Floats, Floats]:
    """Return points [m] and directions along the edges of a tetrahedron, (6, 3) (Holzinger et al. 2020, eqs. (74)-(79),
    with signs from the errata).
    """
    e1, e2, e3 = np.eye(3)
    points = 0.5 * length * np.array([e1, e2, e3, e1 + e2, e2 + e3, e1 + e3])
    return points, np.array([e1, e2, e3, e2 - e1, e3 - e2, e1 - e3])


def hexahedron(
    lengths: tuple[float, float, float], scale: float, centre: Floats | None = None, axes: Floats | None = None
) -> Floats:
    """Return the matrix D (6, 6) of vectors in the faces of a hexahedron.

    The centre is `centre` (3,) [m], or by default the body's origin. The axes are the columns of `axes` (3, 3), or by
    default the body's axes.
    """
    points, directions = hexahedron_points(lengths)
    directions = scale * directions
    if centre is not None and axes is not None:
        directions, points = directions @ axes.T, centre + points @ axes.T
    return projection_matrix(points, directions)


def tetrahedron(length: float, scale: float) -> Floats:
    """Return the matrix D (6, 6) of vectors along the edges of a tetrahedron."""
    points, directions = tetrahedron_points(length)
    return projection_matrix(points, scale * directions)


def hexahedron_of_gyration(mass: float, centre: Floats, inertia: Floats, scale: float) -> Floats:
    """Return the matrix D of the hexahedron about the centre of mass, along the principal axes. The lengths of the
    hexahedron are radii of gyration: `l2^2 = J3/m`, `l3^2 = J1/m` and `l1^2 = J2/m`. The mass matrix `D^-T M D^-1`
    becomes m/(2 scale^2) times the identity.

    J1 is the moment about the principal axis that is nearest to the body's first axis. J2 and J3 belong to its second
    and third axes.
    """
    moments, axes = np.linalg.eigh(inertia)
    nearest = max(permutations(range(3)), key=lambda order: abs(np.prod([axes[k, order[k]] for k in range(3)])))
    axes, moments = axes[:, nearest], moments[list(nearest)]
    axes = axes * np.where(np.diag(axes) < 0.0, -1.0, 1.0)
    l3, l1, l2 = np.sqrt(np.maximum(moments, 0.0) / mass)
    return hexahedron((l1, l2, l3), scale, centre, axes)


def matrix_of(options: ProjectionOptions, mass: float, centre: Floats, inertia: Floats) -> Floats:
    """Return the matrix D of a body from its mass [kg], centre of mass [m], and inertia about the centre of mass [kg
    m^2]. All of these are in body axes.
    """
    if options.kind == "CUSTOM":
        points, directions = (np.array(numbers).reshape(6, 3) for numbers in (options.points, options.directions))
        return projection_matrix(points, directions)
    if options.by_gyration:
        return hexahedron_of_gyration(mass, centre, inertia, options.scale)
    l1, l2, l3 = options.lengths if len(options.lengths) == 3 else 3 * options.lengths
    if options.kind == "TETRAHEDRON":
        return tetrahedron(l1, options.scale)
    return hexahedron((l1, l2, l3), options.scale)


def matrices_of(options: ProjectionOptions, bodies: Bodies) -> Floats:
    """Return the matrices D of all bodies (nb, 6, 6)."""
    masses = zip(bodies.mass, bodies.centre, bodies.inertia, strict=True)
    return np.array([matrix_of(options, *mass) for mass in masses]).reshape(-1, 6, 6)


def projection_of_deck(description: Description) -> ProjectionOptions:
    """Return the projection of the time integrator in the deck. It defines the initial values, even if the run uses
    another integrator.

    The default is the hexahedron of unit lengths.
    """
    analysis = next(description.all_of("ANALYSIS"), None)
    name = None if analysis is None else analysis.get("TIME_INTEGRATOR_NAME")
    block = None if name is None else description.of_kind("TIME_INTEGRATOR").get(name)
    if block is None:
        return UNIT_HEXAHEDRON
    given = {keyword: value.data for keyword, value in block.values.items()}
    return ProjectionOptions.of(keywords_in_force(block["INTEGRATOR_TYPE"], (FORMULATION,), given))


def initial_projections(description: Description, bodies: Bodies) -> dict[int, Floats]:
    """Return the matrix D^-1 of each body whose initial unified velocities are given."""
    matrices = _initial_matrices(description, bodies)
    return {b: np.asarray(np.linalg.inv(matrix)) for b, matrix in matrices.items()}


def _initial_matrices(description: Description, bodies: Bodies) -> dict[int, Floats]:
    """Return the matrix D of each body whose initial unified velocities are given."""
    blocks = description.of_kind("RIGID_BODY").values()
    given = [b for b, block in enumerate(blocks) if INITIAL in block]
    if not given:
        return {}
    options = projection_of_deck(description)
    return {b: matrix_of(options, bodies.mass[b], bodies.centre[b], bodies.inertia[b]) for b in given}


def check_initial_projections(description: Description, bodies: Bodies, diagnostics: Diagnostics) -> bool:
    """Report projections that are singular, because they do not determine the initial velocities. Return True if no
    projection is singular.
    """
    matrices = _initial_matrices(description, bodies)
    blocks = list(description.of_kind("RIGID_BODY").values())
    wrong = [b for b, matrix in matrices.items() if not np.linalg.cond(matrix) < LARGEST_CONDITION]
    for b in wrong:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"the initial unified velocities of body {blocks[b].name} do not determine its motion: D is singular",
            blocks[b].span_of(INITIAL),
            "the time integrator of the deck defines the projection",
        )
    return not wrong


def projection(matrices: Floats, bodies: Bodies) -> Projection:
    """Return the arrays for the given bodies, with `M_w^-1 = D M^-1 D^T` and M about the body origin (Holzinger et al.
    2020, eqs. (85), (86), errata).
    """
    inverse_mass = [
        matrix @ np.linalg.inv(spatial_mass(m, c, J)) @ matrix.T
        for matrix, m, c, J in zip(matrices, bodies.mass, bodies.centre, bodies.inertia, strict=True)
    ]
    return Projection(
        matrices, np.asarray(np.linalg.inv(matrices), dtype=np.float64), np.array(inverse_mass).reshape(-1, 6, 6)
    )


def spatial_mass(mass: float, centre: Floats, inertia: Floats) -> Floats:
    """Return the 6x6 mass matrix about the body origin, with translations first, in body axes (Kynema)."""
    c = np.array([[0, -centre[2], centre[1]], [centre[2], 0, -centre[0]], [-centre[1], centre[0], 0]])
    return np.block([[mass * np.eye(3), mass * c.T], [mass * c, inertia + parallel_axes(mass, centre)]])


def check_matrices(matrices: list[tuple[str, Floats]], described: Described, diagnostics: Diagnostics) -> bool:
    """Report projections that cannot represent every motion of a body. `matrices` contains pairs of the name of a body
    and its matrix D.
    """
    for name, matrix in matrices:
        condition = float(np.linalg.cond(matrix))
        if condition < LARGEST_CONDITION:
            continue
        given = [key for key in ("PROJECTION_DIRECTIONS", "PROJECTION_LENGTHS", "PROJECTION") if key in described]
        diagnostics.error(
            Code.INVALID_VALUE,
            f"the projection points and directions do not determine every motion of body {name}: "
            f"D is singular (condition number {condition:.3g})",
            described.span_of(given[0] if given else "INTEGRATOR_TYPE"),
            "every motion must change at least one of the six velocities; a hexahedron or a tetrahedron with lengths > 0 satisfies this",
        )
        return False
    return True
