"""Bushings with full stiffness and damping matrices and with force functions. They act on six coordinates between two
points, in axes fixed in body 0.

As in plain bushings, the coordinates q are the displacement of point 1 from point 0 and the rotation vector of the
relative rotation. With the matrices K and C (6 x 6) and functions f, the forces along the coordinates are

    Q = K q + C q' + f(q),

and the wrenches on both bodies are `-Q` along the gradients g of the coordinates. The matrix K is symmetric. Without
damping C, the total energy is conserved. The stored energy is q.K.q / 2 plus the integrals of f.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.arrays import rotate
from rbsolve.geometry.rotation_parameters import rotation_vector_from_matrix
from rbsolve.language.described import Described, Description
from rbsolve.language.recall import recallable
from rbsolve.language.table import INERTIAL_TRIAD, ZERO, BlockSchema, numbers, reference
from rbsolve.solver.forces.kind import ForceKind, Measure, Seen, between_bodies
from rbsolve.solver.forces.tangents.blocks import clear
from rbsolve.solver.functions.law import SpringLaw
from rbsolve.solver.joints.drives import add_wrench, rate_of
from rbsolve.solver.joints.gradients import put_gradient
from rbsolve.solver.joints.kinds import VECTOR_1
from rbsolve.solver.joints.placement import column, ends
from rbsolve.solver.joints.second_order import add_direction, add_turning
from rbsolve.solver.joints.second_order import clear as clear_part
from rbsolve.solver.joints.turning import turning_slopes, turning_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.general_bushing import forces_along, gradient_of
from rbsolve.solver.model.arrays import GeneralBushings, Model
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.flat import Floats, Ints, floats_of, ints_of

if TYPE_CHECKING:
    from rbsolve.solver.forces.anatomy import Anatomy
    from rbsolve.solver.joints.placement import Ends
    from rbsolve.solver.model.arrays import State

LAWS = "FORCE_FUNCTIONS", "MOMENT_FUNCTIONS"


@subroutine
def apply(model: Model, t: float, state: State) -> None:
    """Add the wrenches of all general bushings to both of their bodies."""
    bushings = model.general_bushings
    for i in range(bushings.body0.shape[0]):
        end = ends(bushings, i, state)
        for k in range(6):
            stored, resisted, _ = forces_along(model, i, state, end, k)
            gradient = gradient_of(end, k)
            add_wrench(bushings, i, -(stored + resisted), gradient, state)
            add_power(state, -resisted * rate_of(bushings, i, state, gradient))


@subroutine
def _velocity(bushings: GeneralBushings, i: int, state: State, a: int) -> float:
    """Return entry `a` of the velocities [u0, w0, u1, w1]."""
    body = bushings.body0[i] if a < 6 else bushings.body1[i]
    n = a % 6
    velocity: float = state.u[body, n] if n < 3 else state.w[body, n - 3]
    return velocity


@subroutine
def _put_bend(end: Ends, k: int, element: Floats) -> None:
    """Write the derivatives of gradient `k` with respect to increments of the bodies to element[2]."""
    clear_part(element, 2)
    if k < 3:
        add_direction(element, 2, end, column(end.axes0, k))
    else:
        by0, by1 = turning_slopes(end, VECTOR_1 + k - 3)
        add_turning(element, 2, end, 1.0, turning_vector(end, VECTOR_1 + k - 3), by0, by1)


@subroutine
def tangent(model: Model, t: float, i: int, state: State, element: Floats) -> None:
    """Compute the negative derivatives of the wrenches of general bushing `i`. The derivatives are sums of
    `g_k dQ_k + Q_k dg_k`.

    element[3] is work space for the gradients and the derivatives of the rates.
    """
    clear(element)
    bushings = model.general_bushings
    end = ends(bushings, i, state)
    for k in range(6):
        put_gradient(element[3], k, gradient_of(end, k))
        _put_bend(end, k, element)
        stored, resisted, _ = forces_along(model, i, state, end, k)
        for n in range(12):
            rate = 0.0
            for a in range(12):
                rate += _velocity(bushings, i, state, a) * element[2, a, n]
                element[0, a, n] += (stored + resisted) * element[2, a, n]
            element[3, 6 + k, n] = rate
    for k in range(6):
        _, _, slope = forces_along(model, i, state, end, k)
        for n in range(12):
            by_motion, by_velocity = slope * element[3, k, n], 0.0
            for m in range(6):
                by_motion += bushings.stiffness[i, k, m] * element[3, m, n]
                by_motion += bushings.damping[i, k, m] * element[3, 6 + m, n]
                by_velocity += bushings.damping[i, k, m] * element[3, m, n]
            for a in range(12):
                element[0, a, n] += element[3, k, a] * by_motion
                element[1, a, n] += element[3, k, a] * by_velocity


@recallable
def arrays(description: Description, anatomy: Anatomy) -> GeneralBushings:
    """Return general bushings between particles of two bodies. The particles coincide in the reference configuration,
    where the bushings are undeformed.
    """
    blocks = list(description.all_of("GENERAL_BUSHING"))
    ends_of = [[anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]] for block in blocks]
    pairs = list(zip(blocks, ends_of, strict=True))
    zero = (0.0,) * 36
    return GeneralBushings(
        body0=ints_of([pair[0] for pair in ends_of]),
        body1=ints_of([pair[1] for pair in ends_of]),
        point0=floats_of([anatomy.point(pair[0], block["AT_POINT"]) for block, pair in pairs], (3,)),
        point1=floats_of([anatomy.point(pair[1], block["AT_POINT"]) for block, pair in pairs], (3,)),
        axes0=floats_of([anatomy.axes(pair[0], block.get("TRIAD_NAME")) for block, pair in pairs], (3, 3)),
        axes1=floats_of([anatomy.axes(pair[1], block.get("TRIAD_NAME")) for block, pair in pairs], (3, 3)),
        stiffness=floats_of([block.get("STIFFNESS_MATRIX", zero) for block in blocks], (36,)).reshape(-1, 6, 6),
        damping=floats_of([block.get("DAMPING_MATRIX", zero) for block in blocks], (36,)).reshape(-1, 6, 6),
        function=ints_of([index for block in blocks for index in _functions(block, anatomy)]).reshape(-1, 6),
        interval=ints_of([anatomy.interval(block.kind, block.name, k) for block in blocks for k in range(6)]).reshape(
            -1, 6
        ),
    )


def _functions(block: Described, anatomy: Anatomy) -> list[int]:
    named = [name for keyword in LAWS for name in block.get(keyword, (ZERO,) * 3)]
    return [-1 if name == ZERO else anatomy.function(name) for name in named]


def _coordinates(seen: Seen) -> Floats:
    """Return displacements and rotation vectors (rows, n, 6)."""
    psi = rotation_vector_from_matrix(observer.orientation(seen.end0, seen.end1))
    return np.concatenate(np.broadcast_arrays(observer.position(seen.end0, seen.end1), psi), axis=-1)


def _rates(seen: Seen) -> Floats:
    """Return the rates of the coordinates (rows, n, 6). The rate of a rotation vector is T^-1(psi) w, with w in the
    axes of body 1.
    """
    psi = rotation_vector_from_matrix(observer.orientation(seen.end0, seen.end1))
    w = observer.angular_velocity(seen.end0, seen.end1)  # these are in the axes of body 0, so `psi' = T^-1(-psi) w`
    return np.concatenate(np.broadcast_arrays(observer.velocity(seen.end0, seen.end1), _by_tangent(psi, w)), axis=-1)


def _by_tangent(psi: Floats, w: Floats) -> Floats:
    """Return `T^-1(-psi) w` for each row."""
    angle = np.linalg.norm(psi, axis=-1, keepdims=True)
    half = 0.5 * angle
    small = half < 1e-4
    safe = np.where(small, 1.0, half)
    factor = np.where(small, 1.0 / 12.0 + angle**2 / 720.0, (1.0 - safe / np.tan(safe)) / (4.0 * safe**2))
    once = np.cross(psi, w)
    return np.asarray(w - 0.5 * once + factor * np.cross(psi, once), dtype=float)


def _along(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the forces Q (rows, n, 6)."""
    bushings, q = model.general_bushings, _coordinates(seen)
    forces = rotate(bushings.stiffness[which], q) + rotate(bushings.damping[which], _rates(seen))
    for n, k in zip(*np.nonzero(bushings.function[which] >= 0), strict=True):
        law = SpringLaw(model.functions, int(bushings.function[which[n], k]))
        forces[:, n, k] += law.force(q[:, n, k])
    return np.asarray(forces, dtype=float)


def energy(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the stored energy (rows, n), which is `q.K.q / 2` plus the integrals of the functions."""
    bushings, q = model.general_bushings, _coordinates(seen)
    stored = 0.5 * np.sum(q * rotate(bushings.stiffness[which], q), axis=-1)
    for n, k in zip(*np.nonzero(bushings.function[which] >= 0), strict=True):
        law = SpringLaw(model.functions, int(bushings.function[which[n], k]))
        stored[:, n] += law.energy(q[:, n, k])
    return np.asarray(stored, dtype=float)


BLOCK = BlockSchema(
    kind="GENERAL_BUSHING",
    definition="GENERAL_BUSHING_DEFINITION",
    name_keyword="GENERAL_BUSHING_NAME",
    title="General bushings",
    meaning="An elastic connection of two bodies with full stiffness and damping matrices, and a function for each axis.",
    family="FORCE",
    section="Forces",
    one_of=(("STIFFNESS_MATRIX", "DAMPING_MATRIX", *LAWS),),
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "The bodies B0 and B1.", counts=(2,), required=True),
        reference("AT_POINT", "POINT", "The position at the reference configuration.", required=True),
        reference("TRIAD_NAME", "TRIAD", "The axes, fixed in B0.", default=INERTIAL_TRIAD),
        numbers(
            "STIFFNESS_MATRIX",
            "A symmetric 6 x 6 matrix, row by row: displacements along the axes first, then the components of the rotation vector.",
            36,
            unit="N/m, N/rad, N m/m, N m/rad",
        ),
        numbers(
            "DAMPING_MATRIX",
            "The damping matrix, in the same order.",
            36,
            unit="N s/m, N s/rad, N m s/m, N m s/rad",
        ),
        reference(
            "FORCE_FUNCTIONS",
            "FUNCTION_OR_ZERO",
            "For each axis, the force as a function of the displacement x [m] along the axis (a table or a formula), or 0.",
            counts=(3,),
            unit="N",
        ),
        reference(
            "MOMENT_FUNCTIONS",
            "FUNCTION_OR_ZERO",
            "For each axis, the moment as a function of the component x [rad] of the rotation vector, or 0.",
            counts=(3,),
            unit="N m",
        ),
    ),
    notes=(
        "The forces of the matrices and of the functions are added. Positive forces pull the bodies together, as "
        "in a bushing. Moments act along the gradients of the components of the rotation vector. The rotation "
        "must stay below half a turn.",
        "ENERGY_MOMENTUM does not support general bushings.",
    ),
    example="""\
@GENERAL_BUSHING_DEFINITION {
  @GENERAL_BUSHING_NAME {Rubber} {
    @CONNECTED_TO_BODIES {GROUND, Tool} @AT_POINT {O} @TRIAD_NAME {Hinge} @FORCE_FUNCTIONS {Hardening, 0, Hardening}
    @STIFFNESS_MATRIX {1e5, 0, 0, 0, 0, 200,  0, 1e5, 0, 0, 0, 0,  0, 0, 2e5, 0, 0, 0,
                       0, 0, 0, 50, 0, 0,  0, 0, 0, 0, 50, 0,  200, 0, 0, 0, 0, 80}
  }
}""",
)

GENERAL_BUSHING = ForceKind(
    name="general bushing",
    plural="general bushings",
    block=BLOCK,
    field="general_bushings",
    arrays=arrays,
    apply=apply,
    **between_bodies("general_bushings"),
    tangent=tangent,
    energy=energy,
    keeps=lambda model: not model.general_bushings.damping.any(),
    measures=(
        Measure(
            "ELONGATION",
            ("d1", "d2", "d3"),
            "m",
            "displacement of the bushing's point on B1 relative to its point on B0",
            lambda model, which, seen: _coordinates(seen)[..., :3],
            along_axes=True,
        ),
        Measure(
            "FORCE",
            ("F1", "F2", "F3"),
            "N",
            "force along the bushing's axes, positive when it pulls",
            lambda model, which, seen: _along(model, which, seen)[..., :3],
            along_axes=True,
        ),
    ),
    glyph="bushing",
)
