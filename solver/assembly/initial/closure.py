"""Measures how far each joint is open at the start, and removes the remaining round-off."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix
from rbsolve.geometry.vector import Matrix, cross, dot, norm, transpose_product
from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import (
    float_array,
    largest_size,
    matmul,
    number,
    of_cases,
    of_each,
    widen,
    zeros_beside,
)
from rbsolve.language.stacks import choose, stacked, unstacked
from rbsolve.solver.assembly.elements.prescriptions import counted_angles, prescriptions_of, without_motions
from rbsolve.solver.assembly.initial.saddle import DENSE, Conditions, mass_matrices, solve
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.joints.blocks import noun
from rbsolve.solver.joints.coordinates import displacement, principal_rotation, rotation, unwrap
from rbsolve.solver.joints.couplings.gear import FACTOR
from rbsolve.solver.joints.couplings.registry import COUPLING_OF
from rbsolve.solver.joints.kinds import (
    ANGLE,
    COMPONENT,
    COSINE,
    DIRECTION,
    TURNING,
    VECTOR_1,
    Coordinate,
    JointKind,
    Mode,
    Row,
    row_of,
)
from rbsolve.solver.joints.placement import Ends, column, ends
from rbsolve.solver.joints.primitives.registry import ANGLES
from rbsolve.solver.joints.rows import jacobians, residuals
from rbsolve.solver.joints.turning import turning_value
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.newton import BEGIN, CLOSED_TO, CLOSING, DIVERGED, GO_ON, NEVER, assess

ROUNDING = 1e-12  # round-off of positions, relative to the larger of the position and 1 m
ASSEMBLY_TOLERANCE = 1e-6  # tolerance of lengths relative to the size of the model, and of angles [rad]


def start_turns(model: Model, state: State, t: float, given: Mapping[int, float] | None = None) -> None:
    """Set `state.turned` within half a turn of a reference. The reference is the prescribed or `given` rotation, the
    rotation that follows from the displacement of a screw, or zero.
    """
    joints = model.joints
    for j in range(len(joints.kind)):
        for coordinate, place in counted_angles(joints, j).items():
            end = ends(joints, j, state)
            function = prescriptions_of(joints, j).get(coordinate)
            near = (given or {}).get(place, 0.0) if function is None else value_at(model.functions, function[1], t)[0]
            if joints.kind[j] == JointKind.SCREW and joints.lead[j] != 0.0:
                near = displacement(end) / joints.lead[j]
            is_twist = coordinate == Coordinate.ROTATION
            if is_twist:
                angle = of_cases(principal_rotation, end.axes0, end.axes1)
            else:
                angle = of_cases(turning_value, end, int(coordinate))
            state.turned[place] = of_cases(unwrap, angle, near)
    _mesh_turns(joints, state, set(given or {}) | {j for j in range(len(joints.kind)) if prescriptions_of(joints, j)})


def _mesh_turns(joints: Joints, state: State, known: Collection[int]) -> None:
    """Determine the whole turns of gears from the joints whose turns are `known`."""
    couplings, known = joints.couplings, set(known)
    gears = [(i, k) for i, k in enumerate(couplings.partner.tolist()) if i < k]
    while gears:
        pair = next((pair for pair in gears if known & {int(couplings.base[i]) for i in pair}), gears[0])
        gears.remove(pair)
        i, k = pair if int(couplings.base[pair[0]]) in known or not known else pair[::-1]
        driver, driven = int(couplings.base[i]), int(couplings.base[k])
        if joints.rotates[driven] and driven not in known:
            q = coordinate_value(state, driver, Coordinate(couplings.coordinate[i]), ends(joints, driver, state))
            wanted = -couplings.numbers[i, FACTOR] * q / couplings.numbers[k, FACTOR]
            state.turned[driven] = unwrap(float(state.turned[driven]), float(wanted))
        known |= {driver, driven}


class RowsAtStart:
    """The constraint rows of all joints in one state. They are computed when they are first used."""

    def __init__(self, model: Model, state: State) -> None:
        self._model, self._state = model, state

    @cached_property
    def residuals(self) -> Floats:
        """Return the position residuals (nc,)."""
        phi = np.zeros(len(self._model.joints.row_code))
        residuals(self._model.joints, self._state, phi)
        return phi

    @cached_property
    def jacobian(self) -> Floats:
        """Return the Jacobian rows (nc, 12). If the direction of a row is undefined, the row is not finite."""
        with np.errstate(divide="ignore", invalid="ignore"):  # directions may be undefined
            return conditions(self._model, self._state).rows


def conditions(model: Model, state: State) -> Conditions:
    """Return the Jacobian rows of all joints."""
    joints = model.joints
    J = zeros_beside((len(joints.row_code), 12), joints, state)
    jacobians(joints, state, J)
    owner = np.repeat(np.arange(len(joints.kind)), np.diff(joints.first_row))
    return Conditions(joints.body0[owner], joints.body1[owner], J, joints.couplings.tied)


def typical_length(model: Model, state: State) -> float:
    """Return the largest distance between bodies, or between a joint and the origin of its body."""
    return number(of_each(largest_distance, state.x, model.joints.point0, model.joints.point1)) or 1.0


def largest_distance(x: Floats, point0: Floats, point1: Floats) -> Floats:
    """Return the largest distance (...,) between points x (..., n, 3), or of other points (..., m, 3) from zero.

    Round-off of positions counts as zero.
    """
    arms = [np.max(np.abs(points), axis=(-2, -1), initial=0.0) for points in (point0, point1)]
    length = np.maximum(np.max(np.ptp(x, axis=-2), axis=-1), np.maximum(*arms))
    return np.where(length > ROUNDING * (1.0 + np.max(np.abs(x), axis=(-2, -1))), length, 0.0)


def _misalignment(kind: JointKind, end: Ends) -> float:
    """Return the angle [rad] between joint axes that should coincide. Unlike the residuals, this angle also detects
    opposite axes.
    """
    a, b = column(end.axes0, 2), column(end.axes1, 2)
    if Row(ANGLE) in kind.record.rows:
        return abs(principal_rotation(end.axes0, end.axes1))
    cosines = sum(row.code == COSINE for row in kind.record.rows)
    if cosines == 3:
        return norm(so3.log(transpose_product(end.axes0, end.axes1)))
    if cosines == 2:
        return math.atan2(norm(cross(a, b)), dot(a, b))
    return abs(math.asin(max(-1.0, min(1.0, dot(a, b))))) if cosines == 1 else 0.0


def _separation(kind: JointKind, end: Ends) -> float:
    """Return the distance [m] between the points of a joint, in its constrained directions."""
    held = [row for row in kind.record.rows if row.code in (COMPONENT, DIRECTION)]
    if any(row.code == COMPONENT for row in held):
        return norm(end.gap)
    return math.hypot(*(dot(column(end.axes0, row.axis0), end.gap) for row in held))


def openings(kind: JointKind, end: Ends, size: float) -> list[str]:
    """Return in words how far the points and the axes of a joint are apart. The list is empty for a closed joint."""
    faults = []
    separation, misalignment = of_cases(_separation, kind, end), of_cases(_misalignment, kind, end)
    if separation > ASSEMBLY_TOLERANCE * size:
        faults.append(f"its two points are {separation:.6g} m apart")
    if misalignment > ASSEMBLY_TOLERANCE:
        faults.append(f"its axes are off by {math.degrees(misalignment):.6g} deg")
    return faults


CORRECT_FRAMES = (
    "joints are closed at the reference configuration, so correct @INITIAL_FRAME_NAME of its bodies; `@ASSEMBLE "
    "{YES}` in the analysis closes small gaps"
)
"""The remedy for a joint that is open at the start of a deck."""


def check_assembly(
    model: Model,
    state: State,
    t: float,
    size: float,
    blocks: Sequence[Described],
    diagnostics: Diagnostics,
    hint: str = CORRECT_FRAMES,
) -> bool:
    """Return whether all joints are assembled. Each open joint is reported, with `hint` as its remedy."""
    rows = RowsAtStart(model, state)
    checked = [
        _check_coupling(j, block, model, rows, size, diagnostics)
        if JointKind(model.joints.kind[j]).record.couples
        else _check_joint(j, block, model, state, t, size, diagnostics, hint)
        for j, block in enumerate(blocks)
    ]
    return all(checked)


def _check_joint(
    j: int, block: Described, model: Model, state: State, t: float, size: float, diagnostics: Diagnostics, hint: str
) -> bool:
    """Return whether joint `j` is assembled. If not, report its error."""
    joints = model.joints
    kind, end = JointKind(joints.kind[j]), ends(joints, j, state)
    faults = openings(kind, end, size)
    if kind == JointKind.SCREW and not faults:
        slip = displacement(end) - joints.lead[j] * rotation(state, j, end)
        if abs(slip) > ASSEMBLY_TOLERANCE * size:
            faults.append(f"its displacement differs by {slip:.6g} m from its rotation times @PITCH")
    if not faults:
        faults = _prescription_faults(j, model, state, end, t, size)
        hint = (
            "the value of the function at the start must equal the joint's coordinate, which @INITIAL_COORDINATE "
            "sets; `@ASSEMBLE {YES}` in the analysis moves the bodies to this value"
        )
    if faults:
        message = f"{noun(block)} {block.name} is not assembled at the start: {' and '.join(faults)}"
        diagnostics.error(Code.INCONSISTENT_INITIAL_CONDITIONS, message, block.span, hint)
    return not faults


def _check_coupling(
    j: int, block: Described, model: Model, rows: RowsAtStart, size: float, diagnostics: Diagnostics
) -> bool:
    """Return whether a coupling is satisfied at the start. If not, report an error that names the coupling."""
    joints = model.joints
    if joints.first_row[j] in joints.couplings.tied[:, 1]:  # the other share has the same residual and reports it
        return True
    missing = rows.residuals[joints.first_row[j] : joints.first_row[j + 1]]
    if np.max(np.abs(missing)) <= ASSEMBLY_TOLERANCE * size:
        return _check_directions(j, block, model, rows, diagnostics)
    i = int(np.flatnonzero(joints.couplings.joint == j)[0])
    what = COUPLING_OF[int(joints.kind[j])].fault(joints.couplings.numbers[i], missing)
    message = f"{noun(block)} {block.name} is not assembled at the start: {what}"
    hint = "correct @INITIAL_FRAME_NAME or @INITIAL_COORDINATE of the bodies or joints that it couples"
    diagnostics.error(Code.INCONSISTENT_INITIAL_CONDITIONS, message, block.span, hint)
    return False


def _check_directions(j: int, block: Described, model: Model, rows: RowsAtStart, diagnostics: Diagnostics) -> bool:
    """Return whether the directions of a coupling are defined. For example, a disc that lies flat on its plane has no
    lowest point.
    """
    first_row = model.joints.first_row
    if np.all(np.isfinite(rows.jacobian[first_row[j] : first_row[j + 1]])):
        return True
    message = f"{noun(block)} {block.name} has no effect, because its initial position is singular"
    hint = "a disc must not lie flat on its plane: correct @INITIAL_FRAME_NAME or @INITIAL_COORDINATE"
    diagnostics.error(Code.INCONSISTENT_INITIAL_CONDITIONS, message, block.span, hint)
    return False


def _prescription_faults(j: int, model: Model, state: State, end: Ends, t: float, size: float) -> list[str]:
    if JointKind(model.joints.kind[j]).record.carries:
        return _carried_faults(j, model, state, t, size)
    faults = []
    for coordinate, (_, function) in prescriptions_of(model.joints, j).items():
        value = coordinate_value(state, j, coordinate, end)
        wanted = value_at(model.functions, function, t)[0]
        off = wanted - value if coordinate.slides else unwrap(wanted - value, 0.0)
        if coordinate == Coordinate.ROTATION:
            off = wanted - value
        if not abs(off) <= ASSEMBLY_TOLERANCE * (size if coordinate.slides else 1.0):
            name, unit = "displacement" if coordinate.slides else "rotation", coordinate.unit
            faults.append(f"its {name} is {value:.6g} {unit}, the prescribed one {wanted:.6g} {unit}")
    return faults


def _carried_faults(j: int, model: Model, state: State, t: float, size: float) -> list[str]:
    """Return in words how far a body is away from the pose that functions of time prescribe."""
    first = int(model.joints.first_row[j])
    off = position_residuals(model, state, t)[first : first + 6]
    away, turned = float(np.linalg.norm(off[:3])), float(np.linalg.norm(off[3:]))
    if away <= ASSEMBLY_TOLERANCE * size and turned <= ASSEMBLY_TOLERANCE:
        return []
    return [
        f"its body is {away:.6g} m and {math.degrees(turned):.6g} deg away from the values of its functions of time"
    ]


def coordinate_value(state: State, j: int, coordinate: Coordinate, end: Ends) -> float:
    """Return a coordinate of joint `j` [rad or m]. The rotation about e3 is continuous over turns, and other angles are
    within half a turn.
    """
    if coordinate == Coordinate.ROTATION:
        return rotation(state, j, end)
    if coordinate.slides:
        return dot(column(end.axes0, row_of(coordinate).axis0), end.gap)
    if coordinate.record.mode is Mode.SPIN:
        return turning_value(end, VECTOR_1 + coordinate.record.axis)
    return turning_value(end, int(coordinate))


def position_residuals(model: Model, state: State, t: float) -> Floats:
    """Return the residuals of all rows (nc,), disregarding prescribed motions."""
    phi = zeros_beside((len(model.joints.row_code),), model.joints, state)
    residuals(model.joints, state, phi)
    phi = without_motions(model, t, phi)
    turning = model.joints.row_code == TURNING
    if not turning.any():
        return phi
    return np.where(turning, (phi + math.pi) % (2.0 * math.pi) - math.pi, phi)


def assembly_error(model: Model, state: State, t: float, size: float, chosen: Sequence[int] | None = None) -> float:
    """Return the largest residual of all joints, or of the chosen joints. Lengths are relative to `size`."""
    is_angle = np.isin(model.joints.row_code, ANGLES)
    errors = np.abs(position_residuals(model, state, t)) / np.where(is_angle, 1.0, size)
    if chosen is not None:
        errors = errors[np.isin(np.repeat(np.arange(len(model.joints.kind)), np.diff(model.joints.first_row)), chosen)]
    found: float = largest_size(errors)
    return found


def close(model: Model, state: State, t: float, size: float, dense: int = DENSE) -> State:
    """Return the nearest state, by mass-weighted distance, that satisfies all position constraints to round-off. If
    there are more than `dense` unknowns, scipy factorizes a sparse matrix.
    """
    found = closer = state  # `found` is the result of the cases that have ended, and the last state of the other cases
    searches, goes_on = [BEGIN], np.ones(1, dtype=bool)
    while True:
        (opening,) = stacked(np.asarray(assembly_error(model, closer, t, size)))
        errors = np.atleast_1d(opening)
        goes_on = np.broadcast_to(goes_on, errors.shape)
        is_closed = errors / CLOSED_TO <= 1.0
        found, goes_on = _choose(goes_on & is_closed, closer, found), goes_on & ~is_closed
        if not goes_on.any():
            return found
        searches = [
            assess(search, CLOSING, error, error / CLOSED_TO, NEVER)
            for search, error in zip(searches * (len(errors) // len(searches)), errors.tolist(), strict=True)
        ]
        verdicts = np.array([search.verdict for search in searches])
        found, goes_on = _choose(goes_on & (verdicts != DIVERGED), closer, found), goes_on & (verdicts == GO_ON)
        if not goes_on.any():
            return found
        held = conditions(model, found)
        M, rows, phi = stacked(mass_matrices(model.bodies, found), held.rows, position_residuals(model, found, t))
        nothing = np.zeros((M.shape[-3] + 1, 6))
        closer = move(found, unstacked(solve(M, held._replace(rows=rows), nothing, -phi, dense).change, 2))


def _choose(chosen: NDArray[np.bool_], one: State, other: State) -> State:
    """Return the poses of `one` state in the chosen cases (n,), and of the `other` state in the other cases."""
    poses = {name: choose(chosen, getattr(one, name), getattr(other, name)) for name in ("x", "R", "e")}
    return other._replace(**poses)


def move(state: State, change: Floats) -> State:
    """Return the state after increments [dx, dpsi] of every body. The rotations dpsi are on the right."""
    R = widen(state.R.copy(), change)
    (increments,) = stacked(change)
    turns = np.atleast_2d(np.any(increments[..., 3:] != 0.0, axis=-1))  # (n, nb + 1)
    for b in np.flatnonzero(turns.any(axis=0)):
        turn = float_array(of_cases(_matrix, *change[b, 3:].tolist())).reshape(3, 3)
        R[b] = choose(turns[:, b], matmul(R[b], turn), R[b])
    e = of_each(euler_parameters_from_matrix, R)
    return state._replace(x=state.x + change[:, :3], R=R, e=e)


def _matrix(x: float, y: float, z: float) -> Matrix:
    """Return the rotation matrix of a rotation vector."""
    return quaternion.to_matrix(quaternion.exp((x, y, z)))
