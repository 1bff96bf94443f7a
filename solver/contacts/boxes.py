"""Finds the contact points of two boxes: corners on faces, and crossing edges. The geometry is in
`geometry/shapes/box_pairs.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.shapes import box_pairs
from rbsolve.geometry.shapes.box_pairs import (
    CORNERS,
    Border,
    Box,
    Meeting,
    corner_on_face,
    edges_crossing,
    opposite_faces,
)
from rbsolve.geometry.vector import add, matrix_product, matrix_vector
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Contacts, State

Faces = tuple[int, int, float]
"""The facing faces of the boxes of bodies 0 and 1, and a lower bound of the distance between the boxes [m]."""

plain_functions(box_pairs.__name__)


@subroutine
def _box_of_probe(contacts: Contacts, i: int, probe: int, state: State) -> Box:
    R = row9(state.R, probe)
    centre = add(row3(state.x, probe), matrix_vector(R, row3(contacts.centre, i)))
    return Box(centre, matrix_product(R, row9(contacts.axes, i)), row3(contacts.half, i))


@subroutine
def _box_of_solid(contacts: Contacts, i: int, solid: int, state: State) -> Box:
    R = row9(state.R, solid)
    centre = add(row3(state.x, solid), matrix_vector(R, row3(contacts.solid_centre, i)))
    return Box(centre, matrix_product(R, row9(contacts.solid_axes, i)), row3(contacts.size, i))


@part
def _faces(one: Box, other: Box) -> Faces:
    return opposite_faces(one, other)


@part
def _place_of_feature(feature: int, P: Box, T: Box, face_P: int, face_T: int) -> Meeting:
    if feature < CORNERS:
        return corner_on_face(feature, P, T, face_T)
    return edges_crossing(feature - CORNERS, P, T, face_P, face_T)


@subroutine
def faces_of(contacts: Contacts, k: int, state: State) -> Faces:
    """Return the facing faces of two boxes. The result has no meaning for other shapes."""
    i = contacts.first[k]
    if contacts.feature[i] < 0:
        return 0, 0, 0.0
    one = _box_of_solid(contacts, i, contacts.body0[k], state)
    return _faces(one, _box_of_probe(contacts, i, contacts.body1[k], state))


@subroutine
def meeting_of(contacts: Contacts, i: int, probe: int, solid: int, faces: Faces, state: State) -> Meeting:
    """Return the place where contact point `i` of two boxes touches."""
    P, T = _box_of_probe(contacts, i, probe, state), _box_of_solid(contacts, i, solid, state)
    own = contacts.end[i]
    face_P, face_T = (faces[1], faces[0]) if own == 1 else (faces[0], faces[1])
    gap, normal, place, weight, border = _place_of_feature(contacts.feature[i], P, T, face_P, face_T)
    # a kernel part returns a plain tuple without field names
    kind, u, v, along_u, along_v, out_P, out_T, sense = border
    return Meeting(gap, normal, place, weight, Border(kind, u, v, along_u, along_v, out_P, out_T, sense))
