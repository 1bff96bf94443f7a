"""The geometry of a point contact: the gap, the normal, and the point of the force.

The probe is a ball or an ellipsoid about a point of one body. A ball of radius zero is a corner. The solid belongs to
the other body.

An ellipsoid can touch only planes. Its lowest point is `b = S n / sqrt(n·S n)` below its centre, where S is the tensor
of its squared half axes. For a ball, b is `r n`. A ball may slide along a straight segment of its body, to the place
nearest to the solid. A capsule is such a ball, and bulges in its middle (geometry/shapes/types/line.py). The force acts
midway between the two surfaces, along the normal. The points of two boxes have weights (boxes.py). All other points
have the weight 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry.distance import FLAT, Distance
from rbsolve.geometry.shapes.box_pairs import NO_BORDER, Border
from rbsolve.geometry.shapes.faces import FACING, distance_from_planes
from rbsolve.geometry.shapes.registry import SURFACES
from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    product_transpose,
    scale,
    subtract,
    transpose_vector,
)
from rbsolve.solver.compiler.branches import by_code
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.contacts.boxes import Faces, faces_of, meeting_of
from rbsolve.solver.contacts.convex_pairs import convex_meeting
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import IS_CLOSED, OPEN
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Contacts, State


BULGE = 2  # column of `Contacts.size` with the bulge of a capsule along which a ball slides [m]
FIXED = (0.0, 0.0, 0.0)
"""The value of `Touch.slide` for a point that does not slide."""


class Touch(NamedTuple):
    """The geometry of a contact point, in inertial components."""

    gap: float
    """Distance of the surfaces, which is negative if they overlap."""
    normal: Vector
    """The normal, from the solid to the probe."""
    bend: Matrix
    """The derivative of the normal with respect to the position of the probe's centre."""
    reach: Vector
    """The reach: the vector from the probe's nearest point to its centre."""
    centre: Vector
    """The centre of the probe."""
    slide: Vector
    """The direction in which the probe slides on its body, or zero if it does not slide."""
    place: Vector
    """The point where the force acts."""
    weight: float
    """The factor of the contact force. It is 1 except between boxes."""
    border: Border
    """The derivatives of the weight with respect to the position (geometry/shapes/box_pairs.py)."""


plain_functions(distance_from_planes.__module__)
for _surface in SURFACES.values():
    plain_functions(_surface.distance.__module__)
_distance = subroutine(
    by_code(
        __name__,
        "_distance",
        "kind, q, size",
        "kind",
        {code: surface.distance for code, surface in enumerate(SURFACES.values())},
        (0.0, (0.0, 0.0, 1.0), FLAT),
        "q, size",
    )
)
"""Return the distance from a solid, with its derivatives, in the axes of the solid."""
_nearest = subroutine(
    by_code(
        __name__,
        "_nearest",
        "kind, q, slide, size, ball",
        "kind",
        {code: surface.nearest for code, surface in enumerate(SURFACES.values()) if surface.nearest is not None},
        (0.0, (0.0, (0.0, 0.0, 1.0), FLAT)),
        "q, slide, size, ball",
    )
)
"""Return the position of a sliding ball on its segment that is nearest to a solid, and its distance from the solid, with
derivatives, in the axes of the solid.
"""


@subroutine
def _distance_from_hull(contacts: Contacts, t: int, q: Vector) -> Distance:
    """Return the distance from the faces of hull `t`, and the derivatives of the distance, in the axes of the hull."""
    return distance_from_planes(contacts.planes, contacts.plane_ranges[t, 0], contacts.plane_ranges[t, 1], q)


@subroutine
def is_ball(half: Vector) -> bool:
    """Return whether an ellipsoid's half axes are equal."""
    return half[0] == half[1] and half[0] == half[2]


@subroutine
def squared_axes(R_IE: Matrix, half: Vector, v: Vector) -> Vector:
    """Return S v, where S is the tensor of the squared half axes."""
    local = transpose_vector(R_IE, v)
    return matrix_vector(
        R_IE, (half[0] * half[0] * local[0], half[1] * half[1] * local[1], half[2] * half[2] * local[2])
    )


@subroutine
def ends_of(contacts: Contacts, k: int, i: int) -> tuple[int, int]:
    """Return the bodies of the probe and of the solid of point `i` of contact `k`."""
    if contacts.end[i] == 0:
        return contacts.body0[k], contacts.body1[k]
    return contacts.body1[k], contacts.body0[k]


@subroutine
def touch_of(contacts: Contacts, i: int, probe: int, solid: int, faces: Faces, state: State) -> Touch:
    """Return the geometry of point `i` between the bodies `probe` and `solid`. `faces` are the faces of the contact
    (`faces_of`).
    """
    if contacts.feature[i] >= 0:
        met = meeting_of(contacts, i, probe, solid, faces, state)
        place = subtract(met.place, scale(0.5 * met.gap, met.normal))
        return Touch(met.gap, met.normal, FLAT, FIXED, met.place, FIXED, place, met.weight, met.border)
    if contacts.core[i, 0] >= 0:
        at = convex_meeting(contacts, i, probe, solid, state)
        place = subtract(subtract(at.centre, at.reach), scale(0.5 * at.gap, at.normal))
        return Touch(at.gap, at.normal, FLAT, at.reach, at.centre, FIXED, place, 1.0, NO_BORDER)
    R_P, R_T = row9(state.R, probe), row9(state.R, solid)
    R_IS = matrix_product(R_T, row9(contacts.solid_axes, i))
    centre = add(row3(state.x, probe), matrix_vector(R_P, row3(contacts.centre, i)))
    origin = add(row3(state.x, solid), matrix_vector(R_T, row3(contacts.solid_centre, i)))
    q = transpose_vector(R_IS, subtract(centre, origin))
    slide, half = row3(contacts.slide, i), row3(contacts.half, i)
    if slide != FIXED:
        slide = matrix_vector(R_P, slide)
        t, (d, n_S, H_S) = _nearest(
            contacts.solid[i], q, transpose_vector(R_IS, slide), row3(contacts.size, i), half[0]
        )
        centre = add(centre, scale(t, slide))
        if abs(t) >= 1.0:
            slide = FIXED
    elif contacts.core[i, 1] >= 0:
        d, n_S, H_S = _distance_from_hull(contacts, contacts.core[i, 1], q)
    else:
        d, n_S, H_S = _distance(contacts.solid[i], q, row3(contacts.size, i))
    n = matrix_vector(R_IS, n_S)
    H = product_transpose(matrix_product(R_IS, H_S), R_IS)
    if is_ball(half):
        reach, extent = scale(half[0], n), half[0]
    else:
        S_n = squared_axes(matrix_product(R_P, row9(contacts.axes, i)), half, n)
        extent = math.sqrt(dot(n, S_n))
        reach = scale(1.0 / extent, S_n)
    gap = d - extent
    if gap < 0.0 and contacts.core[i, 0] == FACING:
        axes = row9(contacts.axes, i)
        if dot(n, matrix_vector(R_P, (axes[2], axes[5], axes[8]))) > 0.5:
            gap = -gap  # the nearest face is on the far side, but only faces that face each other can touch
    place = subtract(subtract(centre, reach), scale(0.5 * gap, n))
    return Touch(gap, n, H, reach, centre, slide, place, 1.0, NO_BORDER)


@subroutine
def point_of(contacts: Contacts, k: int, i: int, state: State) -> Touch:
    """Return the geometry of point `i` of contact `k`."""
    probe, solid = ends_of(contacts, k, i)
    return touch_of(contacts, i, probe, solid, faces_of(contacts, k, state), state)


@subroutine
def velocity_at(state: State, body: int, place: Vector) -> tuple[Vector, Vector]:
    """Return the inertial velocity of the particle of a body at a position, and the angular velocity of the body."""
    spin = matrix_vector(row9(state.R, body), row3(state.w, body))
    return add(row3(state.u, body), cross(spin, subtract(place, row3(state.x, body)))), spin


@subroutine
def sliding_of(touch: Touch, probe: int, solid: int, state: State) -> tuple[float, Vector]:
    """Return the rate of the gap, and the sliding velocity. The sliding velocity is the component of the probe's
    relative velocity along the surface.
    """
    own, _ = velocity_at(state, probe, touch.place)
    other, _ = velocity_at(state, solid, touch.place)
    v = subtract(own, other)
    rate = dot(touch.normal, v)
    return rate, subtract(v, scale(rate, touch.normal))


@subroutine
def presses(state: State, i: int, gap: float) -> bool:
    """Return whether point `i` may exert a force. If a point was open at the start of the step, it exerts no force
    until its impact is located.
    """
    return gap < 0.0 and state.contact[i, IS_CLOSED] != OPEN


def at_points_of(visit: Callable[..., None]) -> Callable[..., None]:
    """Return a loop over the points of one contact. It calls `visit` with an output argument."""

    @subroutine
    def walk(contacts: Any, k: int, state: Any, out: Any) -> None:
        faces = faces_of(contacts, k, state)
        for i in range(contacts.first[k], contacts.first[k + 1]):
            probe, solid = ends_of(contacts, k, i)
            visit(contacts, k, i, touch_of(contacts, i, probe, solid, faces, state), probe, solid, state, out)

    return walk


@subroutine
def _all(contacts: Contacts, k: int, state: State) -> bool:
    return False


@subroutine
def _list_nothing(contacts: Contacts, state: State) -> int:
    return -1


@subroutine
def _hides_none(contacts: Contacts, state: State) -> bool:
    return False


def at_points(
    visit: Callable[..., None],
    leaves_out: Callable[..., bool] = _all,
    listed: Callable[..., int] = _list_nothing,
    hides: Callable[..., bool] = _hides_none,
) -> Callable[..., None]:
    """Return a loop over the points of all contacts except the contacts for which `leaves_out` (contacts, k, state) is
    true.

    `listed` (contacts, state) returns the number of contacts in `State.near` if the loop may skip all other contacts,
    and otherwise -1. After the listed contacts, the loop continues with the other contacts if `hides` (contacts, state)
    is true.
    """
    walk_one = at_points_of(visit)

    @subroutine
    def walk(contacts: Any, state: Any, out: Any) -> None:
        count, all_contacts = listed(contacts, state), contacts.body0.shape[0]
        has_list, passed, j = count >= 0, 0, 0
        end = count if has_list else all_contacts
        while True:
            if j == end:
                if not has_list or not hides(contacts, state):
                    break
                has_list, j, end = False, 0, all_contacts
                continue
            k = int(state.near[1 + j]) if has_list else j
            j += 1
            if not has_list and passed < count and k == int(state.near[1 + passed]):
                passed += 1  # the list contains this contact
            elif not leaves_out(contacts, k, state):
                walk_one(contacts, k, state, out)

    return walk


def face_at_points(
    visit: Callable[..., None],
    leaves_out: Callable[..., bool],
    listed: Callable[..., int],
    hides: Callable[..., bool],
) -> Callable[..., None]:
    """Return the entry point of the loop of `at_points`, for forces."""
    walk = at_points(visit, leaves_out, listed, hides)

    @subroutine
    def face(model: Any, t: float, state: Any) -> None:
        walk(model.contacts, state, state.watch)

    return face
