"""The projection of unified local velocities: six points and six directions of a body.

Seed 000, eqs. (26)-(31) for the hexahedron and (74)-(79) for the tetrahedron, errata.
"""

from __future__ import annotations

import math

import numpy as np

from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.model.arrays import Floats
from rbsolve.solver.model.compiled import Method

UNIFIED_VELOCITIES = "UNIFIED_VELOCITIES"
DEFAULT_SCALE = 1.0 / math.sqrt(2.0)

_HEXAHEDRON_DIRECTIONS = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
_HEXAHEDRON_POINTS = [[0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]]  # in units of l1, l2, l3
_TETRAHEDRON_DIRECTIONS = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 1, 0], [0, -1, 1], [1, 0, -1]]
_TETRAHEDRON_POINTS = [[0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5], [0.5, 0.5, 0], [0, 0.5, 0.5], [0.5, 0, 0.5]]


def projection_matrix(method: Method, diagnostics: Diagnostics) -> Floats | None:
    """D (6, 6) with w = D (U, Omega), U and Omega in body axes: the integrator's projection when its formulation is
    UNIFIED_VELOCITIES, else the hexahedron of unit lengths. None (and an error) when D is singular."""
    options = method.options if method.formulation == UNIFIED_VELOCITIES else {}
    kind = options.get("PROJECTION", "HEXAHEDRON")
    if kind == "CUSTOM":
        points = np.reshape(np.array(options["PROJECTION_POINTS"], dtype=float), (6, 3))
        directions = np.reshape(np.array(options["PROJECTION_DIRECTIONS"], dtype=float), (6, 3))
    else:
        lengths = np.broadcast_to(np.array(options.get("PROJECTION_LENGTHS", 1.0), dtype=float), 3)
        scale = float(str(options.get("PROJECTION_SCALE", DEFAULT_SCALE)))
        is_hexahedron = kind == "HEXAHEDRON"
        points = np.array(_HEXAHEDRON_POINTS if is_hexahedron else _TETRAHEDRON_POINTS) * lengths
        directions = scale * np.array(_HEXAHEDRON_DIRECTIONS if is_hexahedron else _TETRAHEDRON_DIRECTIONS)
    # b . (U + Omega x y) = b . U + (y x b) . Omega
    D = np.concatenate([directions, np.cross(points, directions)], axis=-1)
    condition = float(np.linalg.cond(D))
    if condition > 1.0 / np.finfo(float).eps and method.described is not None:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"the projection matrix D of the unified velocities is singular: its condition number is {condition:.3g}",
            method.described.span_of("PROJECTION"),
            "choose six points and directions that determine the motion of a rigid body",
        )
        return None
    return D
