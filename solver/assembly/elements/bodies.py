"""Computes the mass properties, and the reference and initial configurations of the bodies."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rbsolve.geometry.definitions import mass_and_centre
from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix
from rbsolve.geometry.vector import Matrix, Vector, cross, matrix_vector, skew, subtract, transpose_vector
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import float_array, has_any, largest, of_each
from rbsolve.language.recall import recallable
from rbsolve.language.table import GROUND
from rbsolve.solver.assembly.elements.projection import initial_projections
from rbsolve.solver.contacts.neighbours import empty_list
from rbsolve.solver.model.arrays import BRISTLE, UNDECIDED, WATCH, Bodies, State, initial_contact_memory
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.inertia import parallel_axes

_ZERO = 0.0, 0.0, 0.0
UNPHYSICAL = "break the triangle inequality"
"""The end of a warning. No mass distribution can have the principal moments of inertia of the warning."""


SINGULAR = 1e13
"""The condition number above which an inertia counts as singular."""


def _condition(inertia: Floats) -> Floats:
    """Return the condition numbers (...,) of inertias (..., 3, 3). The results are finite even if an inertia is
    singular.
    """
    numbers: Floats = np.minimum(np.linalg.cond(inertia), 10.0 * SINGULAR)
    return numbers


class MassProperties(NamedTuple):
    """Mass [kg], centre of mass from the body's origin [m], and inertia about the centre of mass [kg m^2], in body
    axes.
    """

    mass: float
    centre: Floats
    inertia: Floats
    inverse_inertia: Floats
    """The inverse of the inertia, or NaN if the inertia is singular."""

    @classmethod
    def of(cls, mass: float, centre: Floats, inertia: Floats) -> MassProperties:
        """Return the mass properties with the inverse of the inertia."""
        if not has_any(inertia) or of_each(_condition, inertia) > SINGULAR:
            return cls(mass, centre, inertia, np.full((3, 3), np.nan))
        return cls(mass, centre, inertia, np.asarray(of_each(np.linalg.inv, inertia)))

    @property
    def is_singular(self) -> bool:
        """Return whether the inertia about some axis is zero."""
        return bool((self.inverse_inertia != self.inverse_inertia).any())


@recallable
def mass_properties(described: Described, diagnostics: Diagnostics) -> MassProperties | None:
    """Return the mass properties about the centre of mass, from either form of the block. If they are not physical,
    report errors and return None.
    """
    if "MASS_MATRIX" in described:
        properties = _from_mass_matrix(described, diagnostics)
    else:
        properties = _from_moments(described)
    if properties is None or not _is_physical(properties, described, diagnostics):
        return None
    return properties


def _from_moments(described: Described) -> MassProperties:
    mass, c = mass_and_centre(described)
    centre = np.array(c)
    I11, I22, I33 = described.get("MOMENTS_OF_INERTIA", (0.0, 0.0, 0.0))
    I12, I13, I23 = described["PRODUCTS_OF_INERTIA"]
    inertia = np.array([[I11, I12, I13], [I12, I22, I23], [I13, I23, I33]])
    if described["INERTIA_REFERENCE_POINT"] == "BODY_ORIGIN":
        inertia = inertia - parallel_axes(mass, centre)
    return MassProperties.of(mass, centre, inertia)


def _from_mass_matrix(described: Described, diagnostics: Diagnostics) -> MassProperties | None:
    """Return the mass properties from `M = [[m I, m c~^T], [m c~, J_O]]` about the body origin, with translations first
    (Kynema).
    """
    M = np.array(described["MASS_MATRIX"]).reshape(6, 6)
    span = described.span_of("MASS_MATRIX")
    mass, c = mass_and_centre(described)
    if mass <= 0.0:
        diagnostics.error(Code.INVALID_VALUE, "the mass in @MASS_MATRIX must be positive", span)
        return None
    centre, lever = np.array(c), np.reshape(skew(c), (3, 3))
    expected = np.block([[mass * np.eye(3), mass * lever.T], [mass * lever, M[3:, 3:]]])
    tolerance = 1e-9 * np.max(np.abs(M))
    if np.max(np.abs(M - expected)) > tolerance or np.max(np.abs(M - M.T)) > tolerance:
        row, column = np.unravel_index(np.argmax(np.abs(M - expected) + np.abs(M - M.T)), M.shape)
        diagnostics.error(
            Code.INVALID_VALUE,
            f"@MASS_MATRIX is not the mass matrix of a rigid body: see row {row + 1}, column {column + 1}",
            span,
            "the matrix must be symmetric: [[m I, m c~^T], [m c~, J]] about the body origin, translations first",
        )
        return None
    return MassProperties.of(mass, centre, M[3:, 3:] - parallel_axes(mass, centre))


def _is_physical(properties: MassProperties, described: Described, diagnostics: Diagnostics) -> bool:
    keyword = "MASS_MATRIX" if "MASS_MATRIX" in described else "MOMENTS_OF_INERTIA"
    span = described.span_of(keyword)
    principal = of_each(np.linalg.eigvalsh, properties.inertia)
    size = largest([*np.abs(principal), properties.mass * (properties.centre @ properties.centre)])
    if principal[0] < -1e-12 * size:
        diagnostics.error(
            Code.INVALID_VALUE,
            f"the inertia about the centre of mass is not positive semidefinite: smallest principal moment {principal[0]:.6g}",
            span,
            "check @INERTIA_REFERENCE_POINT and the signs of @PRODUCTS_OF_INERTIA (I12 = - integral x1 x2 dm)",
        )
        return False
    if principal[0] + principal[1] < principal[2] * (1.0 - 1e-9):
        moments = ", ".join(f"{moment:.6g}" for moment in principal)
        diagnostics.warning(
            Code.INVALID_VALUE,
            f"no distribution of mass has these principal moments of inertia: {moments} {UNPHYSICAL}",
            span,
        )
    return True


@recallable
def reference_poses(description: Description, geometry: ResolvedGeometry) -> tuple[Floats, Floats]:
    """Return the origins (nb + 1, 3) and axes (nb + 1, 3, 3) of the body frames at the reference configuration. GROUND
    comes last.
    """
    return _poses([body["FRAME_NAME"] for body in description.all_of("RIGID_BODY")], geometry)


@recallable
def at_rest(
    description: Description,
    geometry: ResolvedGeometry,
    joints: int,
    pairs: int,
    contacts: int,
    bristles: int,
    frictions: int,
    stops: int,
) -> State:
    """Return the bodies at their start positions, at rest. Angles that are continuous over turns are zero. Contacts,
    friction and stops have no memory of earlier steps.
    """
    x, e, R = _initial_poses(description, geometry)
    still = np.zeros((4, *x.shape))
    neighbours = empty_list(len(x), pairs)
    return State(
        x=x,
        e=e,
        R=R,
        u=still[0],
        w=still[1],
        force=still[2],
        moment=still[3],
        turned=np.zeros(joints),
        ball=np.zeros((joints, 5)),
        contact=initial_contact_memory(contacts),
        watch=np.zeros(WATCH),
        bristle=np.zeros((bristles, BRISTLE)),
        normal=np.zeros(frictions),
        stop=np.full(stops, UNDECIDED),
        stop_rate=np.zeros(stops),
        **neighbours,
    )


class Placing(NamedTuple):
    """Arrays that convert given velocities, without objects of the deck."""

    rotations: list[Matrix]
    """Rotations of all bodies (nb + 1, 3, 3)."""
    centres: list[Vector]
    """Centres of mass in body axes (nb, 3)."""
    projections: dict[int, Floats]
    """D^-1 (6, 6) of the bodies with given unified velocities."""


def placing_of(R: Floats, centres: Floats, projections: dict[int, Floats]) -> Placing:
    """Return the data that convert given velocities. They are rotations `R` (nb + 1, 3, 3), centres of mass (nb, 3) in
    body axes, and D^-1 of some bodies.
    """
    rotations: Any = R.reshape(-1, 9).tolist()
    return Placing(rotations, centres.tolist(), projections)


def written_start(still: State, placing: Placing, description: Description) -> State:
    """Return the state at rest `still` with the given velocities of the deck."""
    u, w = _written_velocities(placing, description)
    return State(*still[:3], u, w, *still[5:])


def with_own_memory(state: State) -> State:
    """Return the state with separate arrays for the results of the start computation. Poses and velocities are still
    shared, because the computation replaces them as a whole.
    """
    return State(*state[:5], *(array.copy() for array in state[5:]))


@recallable
def _initial_poses(description: Description, geometry: ResolvedGeometry) -> tuple[Floats, Floats, Floats]:
    """Return the origins, Euler parameters and axes of the body frames at the start. GROUND comes last."""
    bodies = description.all_of("RIGID_BODY")
    names = [body.get("INITIAL_FRAME_NAME", body["FRAME_NAME"]) for body in bodies]
    x, R = _poses(names, geometry)
    return x, of_each(euler_parameters_from_matrix, R), R


def _poses(names: list[str], geometry: ResolvedGeometry) -> tuple[Floats, Floats]:
    frames = [geometry.frames[name] for name in names]
    x = float_array([*(frame[:3, 3] for frame in frames), np.zeros(3)])
    return x, float_array([*(frame[:3, :3] for frame in frames), np.eye(3)])


def written_velocity(body: Described, centre: Vector, R: Matrix) -> tuple[Vector, Vector]:
    """Return the velocity of the origin (inertial) and the angular velocity (body axes) that the deck gives for a body
    with the rotation `R`. The default is zero.
    """
    u, w = body.get("INITIAL_VELOCITY", _ZERO), body.get("INITIAL_ANGULAR_VELOCITY", _ZERO)
    if body["VELOCITIES_RESOLVED_IN"] == "BODY":
        u = matrix_vector(R, u)
    else:
        w = transpose_vector(R, w)
    if body["INITIAL_VELOCITY_POINT"] == "CENTRE_OF_MASS":
        u = subtract(u, matrix_vector(R, cross(w, centre)))
    return u, w


def with_written_velocities(state: State, description: Description, bodies: Bodies) -> State:
    """Return the state with the velocities that the deck gives. The rotations of the state convert the velocities to the
    axes of the state."""
    placing = placing_of(state.R, bodies.centre, initial_projections(description, bodies))
    u, w = _written_velocities(placing, description)
    return state._replace(u=u, w=w)


def _written_velocities(placing: Placing, description: Description) -> tuple[Floats, Floats]:
    """Return the given linear and angular velocities of all bodies, (nb + 1, 3) each. GROUND comes last."""
    u: list[float] = []
    w: list[float] = []
    bodies = description.of_kind("RIGID_BODY").values()
    for b, (body, rotation, centre) in enumerate(zip(bodies, placing.rotations, placing.centres, strict=False)):
        if b in placing.projections:
            local = (placing.projections[b] @ body["INITIAL_UNIFIED_VELOCITIES"]).tolist()
            velocity, spin = matrix_vector(rotation, (local[0], local[1], local[2])), (local[3], local[4], local[5])
        else:
            velocity, spin = written_velocity(body, centre, rotation)
        u += velocity
        w += spin
    both = np.array([*u, *_ZERO, *w, *_ZERO]).reshape(2, -1, 3)
    return both[0], both[1]


@recallable
def bodies_of(description: Description) -> dict[str, int]:
    """Return the indices of the bodies in deck order, followed by GROUND."""
    names = [*description.of_kind("RIGID_BODY"), GROUND]
    return {name: index for index, name in enumerate(names)}
