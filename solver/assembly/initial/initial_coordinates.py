"""Computes the initial positions from `@INITIAL_COORDINATE`. First the bodies outboard of each joint are moved with it,
then loops are closed.

Outboard means away from the ground. In a part of the model without connection to ground, it means away from the first
body that is not B1 of a joint. Newton's iteration closes the loops by the smallest changes of the coordinates that are
not given (translations relative to the extent of the model). If this leaves some freedom, the sum of squares of all
changes from the start is minimized.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix
from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import need_floats
from rbsolve.solver.assembly.elements.prescriptions import counted_angles, prescriptions_of
from rbsolve.solver.assembly.initial.carrying import Link, carry, make_links, parts
from rbsolve.solver.assembly.initial.closure import (
    assembly_error,
    coordinate_value,
    move,
    position_residuals,
    start_turns,
    typical_length,
)
from rbsolve.solver.assembly.initial.gaps import gap_among
from rbsolve.solver.assembly.initial.given import coordinates_of, rate_rows
from rbsolve.solver.assembly.initial.motions import Motions
from rbsolve.solver.assembly.initial.saddle import Conditions
from rbsolve.solver.assembly.initial.velocities import anchors_of, smallest_rates
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.joints.blocks import items
from rbsolve.solver.joints.coordinates import unwrap
from rbsolve.solver.joints.kinds import Coordinate, JointKind, row_of
from rbsolve.solver.joints.placement import Ends, ends
from rbsolve.solver.linear_algebra.forest import SpanningForest
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.newton import BEGIN, GO_ON, NEVER, Rules, assess

MOST_ITERATIONS = 50
RULES = Rules(limit=MOST_ITERATIONS + 1, slow=0.5, growth=NEVER, patience=0)
CLOSED = 1e-12  # tolerance of the residuals of closed loops, with lengths relative to the size of the model
OPEN = 1e-8  # smallest residuals that are reported
NEAREST = 1e-9  # the search for the nearest position ends after a step of at most this size [rad, or relative to the size of the model]
LONGEST = 0.5  # largest change of a coordinate in one iteration [rad, or relative to the size of the model]

PLACING = (
    "INITIAL_COORDINATE",
    "PRESCRIBED_ROTATION",
    "PRESCRIBED_DISPLACEMENT",
    "DISPLACEMENT_FUNCTIONS",
    "ROTATION_FUNCTIONS",
    "CONNECTED_TO_BODY",
)

Wanted = Mapping[int, Mapping[Coordinate, float]]
"""Values of coordinates, by joint."""


def wanted_coordinates(model: Model, blocks: Sequence[Described]) -> Wanted:
    """Return the coordinates that the deck gives."""
    given = {j: items(block, "INITIAL_COORDINATE") for j, block in enumerate(blocks)}
    return {j: dict(zip(coordinates_of(model, j), values, strict=False)) for j, values in given.items() if values}


def wanted_turns(model: Model, wanted: Wanted) -> dict[int, float]:
    """Return the given angles that are continuous over turns, by their index in `State.turned`."""
    places = {j: counted_angles(model.joints, j) for j in wanted}
    return {place: wanted[j][c] for j, counted in places.items() for c, place in counted.items() if c in wanted[j]}


def motion_targets(model: Model, t: float, all_of_them: bool = True) -> Wanted:
    """Return the values of prescribed coordinates at a given time. The result contains all of them, or only the
    coordinates of prescribed motions of bodies.
    """
    joints = model.joints
    motions = {j: prescriptions_of(joints, j) for j in range(len(joints.kind))}
    return {
        j: {coordinate: value_at(model.functions, function, t)[0] for coordinate, (_, function) in of_joint.items()}
        for j, of_joint in motions.items()
        if of_joint and (all_of_them or JointKind(joints.kind[j]).record.carries)
    }


def place_by_coordinates(
    model: Model, state: State, blocks: Sequence[Described], t: float, assembles: bool, diagnostics: Diagnostics
) -> State | None:
    """Return the state in which all coordinates have their given values. With `assembles`, coordinates also have their
    prescribed values. If loops cannot be closed, report an error and return None.

    The function also sets `turned` in the state.
    """
    wanted = wanted_coordinates(model, blocks)
    if prescribed := motion_targets(model, t, assembles):
        wanted = {j: {**wanted.get(j, {}), **prescribed.get(j, {})} for j in {*wanted, *prescribed}}
    rotations = wanted_turns(model, wanted)
    start_turns(model, state, t)
    if not wanted:
        return state
    need_floats(model.joints, model.bodies, state, *(value for each in wanted.values() for value in each.values()))
    size, nb = typical_length(model, state), len(model.bodies.mass)
    links = make_links(model, state, t, (), size)
    anchors = anchors_of(links, nb, set())
    before = _values(model, state)
    given_first = sorted(range(len(links)), key=lambda j: j not in wanted)
    forest = carry(links, given_first, [[nb], *([b] for b in anchors)], nb)
    state = _carry_along(model, state, forest, wanted)
    start_turns(model, state, t, rotations)
    chords = set(forest.loops)
    for part in parts(links, nb):
        if chords & set(part) and set(part) & set(wanted):
            closed = _close(model, state, part, anchors, wanted, rotations, t)
            if closed is None:
                report_open(model, state, part, blocks, wanted, t, diagnostics)
                return None
            state = _nearest(model, closed, part, anchors, wanted, rotations, t, before)
    return state


def _carry_along(model: Model, state: State, forest: SpanningForest, wanted: Wanted) -> State:
    """Move every body along with its neighbour. The joint between them has its given coordinates, or else its previous
    relative pose.
    """
    joints = model.joints
    x, R = state.x.copy(), state.R.copy()
    for b in forest.order:
        j, p = forest.joint[b], forest.parent[b]
        if j not in wanted:
            R[b] = R[p] @ state.R[p].T @ state.R[b]
            x[b] = x[p] + R[p] @ state.R[p].T @ (state.x[b] - state.x[p])
            continue
        Q, gap = _relative_pose(model, state, j, wanted[j])
        A0, A1, p0, p1 = joints.axes0[j], joints.axes1[j], joints.point0[j], joints.point1[j]
        if b == joints.body1[j]:
            R[b] = R[p] @ A0 @ Q @ A1.T
            x[b] = x[p] + R[p] @ (p0 + A0 @ gap) - R[b] @ p1
        else:
            R[b] = R[p] @ A1 @ Q.T @ A0.T
            x[b] = x[p] + R[p] @ p1 - R[b] @ (p0 + A0 @ gap)
    return state._replace(x=x, R=R, e=euler_parameters_from_matrix(R))


def _relative_pose(model: Model, state: State, j: int, values: Mapping[Coordinate, float]) -> tuple[Floats, Floats]:
    """Return the rotation from the joint axes in body 0 to the joint axes in body 1 at the given coordinates. Also
    return the displacement of the joint points, in the axes in body 0.
    """
    joints, end = model.joints, ends(model.joints, j, state)
    axes0 = np.array(end.axes0).reshape(3, 3)
    Q, gap = axes0.T @ np.array(end.axes1).reshape(3, 3), axes0.T @ np.array(end.gap)
    psi = np.array(so3.log(_flat(Q)))
    turns_vector = False
    for coordinate, value in values.items():
        change = value - coordinate_value(state, j, coordinate, end)
        if coordinate.slides:
            gap[row_of(coordinate).axis0] = value
        elif coordinate in (Coordinate.ROTATION, Coordinate.ROTATION_1):
            Q = _about_e3(change) @ Q
            gap[2] += joints.lead[j] * change
        elif coordinate == Coordinate.ROTATION_2:
            Q = Q @ _about_e3(change)
        else:
            psi[coordinate.record.axis] = value
            turns_vector = True
    if turns_vector:
        Q = np.array(so3.exp((float(psi[0]), float(psi[1]), float(psi[2])))).reshape(3, 3)
    return Q, gap


def _flat(Q: Floats) -> tuple[float, float, float, float, float, float, float, float, float]:
    a, b, c, d, e, f, g, h, i = Q.ravel().tolist()
    return a, b, c, d, e, f, g, h, i


def _about_e3(angle: float) -> Floats:
    return np.array(quaternion.to_matrix((math.cos(0.5 * angle), 0.0, 0.0, math.sin(0.5 * angle)))).reshape(3, 3)


def _close(
    model: Model,
    state: State,
    part: Sequence[int],
    anchors: Sequence[int],
    wanted: Wanted,
    rotations: Mapping[int, float],
    t: float,
) -> State | None:
    """Return the state in which the loops of a part of the model are closed, or None if they cannot be closed."""
    nb, size = len(model.bodies.mass), typical_length(model, state)
    search = BEGIN
    while True:
        links = _as_changes(model, state, wanted, t, size)
        gap = max(assembly_error(model, state, t, size, part), *(_largest(links[j]) for j in part))
        search = assess(search, RULES, gap, gap / CLOSED, gap / OPEN)
        if search.verdict != GO_ON:
            return state if gap <= OPEN else None
        step = _smallest_step(links, part, _root(links, part, anchors, nb), state, size)
        state = move(state, damp(step, size))
        start_turns(model, state, t, rotations)


def _root(links: Sequence[Link], part: Sequence[int], anchors: Sequence[int], ground: int) -> int:
    bodies = {b for j in part for b in links[j].bodies}
    return ground if ground in bodies else next(b for b in anchors if b in bodies)


def _smallest_step(links: Sequence[Link], part: Sequence[int], root: int, state: State, size: float) -> Floats:
    """Return the smallest increment (nb + 1, 6) of the bodies of a part with which its linearized links are satisfied."""
    motions = Motions(links, part, root, state, size)
    change = smallest_rates(motions, root != len(state.x) - 1)
    step = np.zeros_like(motions.v0)
    for b in motions.V:
        step[b] = motions.velocities(b, change)
    step[-1] = 0.0
    return step


def _nearest(
    model: Model,
    state: State,
    part: Sequence[int],
    anchors: Sequence[int],
    wanted: Wanted,
    rotations: Mapping[int, float],
    t: float,
    before: Wanted,
) -> State:
    """Return the closed state whose free coordinates differ least from `before`. The method takes Gauss-Newton steps
    tangential to the constraints.

    After each step, the loops are closed again. A step is accepted if it makes the change smaller.
    """
    size = typical_length(model, state)

    def aim(at: State) -> tuple[list[Link], float]:
        links = _as_changes(model, at, wanted, t, size, before)
        changes = [k.values[~k.is_given] / k.lengths[~k.is_given] for k in (links[j] for j in part)]
        return links, float(sum(change @ change for change in changes))

    links, change = aim(state)
    for _ in range(MOST_ITERATIONS):
        step = damp(_smallest_step(links, part, _root(links, part, anchors, len(state.x) - 1), state, size), size)
        if max(float(np.max(np.abs(step[:, :3]))) / size, float(np.max(np.abs(step[:, 3:])))) <= NEAREST:
            break
        for share in (1.0, 0.5, 0.25, 0.1):
            tried = move(state, share * step)
            start_turns(model, tried, t, rotations)
            closed = _close(model, tried, part, anchors, wanted, rotations, t)
            if closed is not None and (found := aim(closed))[1] < change:
                state, (links, change) = closed, found
                break
        else:
            break
    start_turns(model, state, t, rotations)  # states share the array `turned`, and the last trial may have changed it
    return state


def damp(step: Floats, size: float) -> Floats:
    """Return an increment (nb + 1, 6) of all bodies. It is shortened if it is too large for the linearization."""
    reach = max(float(np.max(np.abs(step[:, :3]))) / size, float(np.max(np.abs(step[:, 3:]))), 1e-300)
    return min(1.0, LONGEST / reach) * step


def _largest(link: Link) -> float:
    """Return the largest error of the given coordinates. Lengths are relative to the size of the model."""
    return float(np.max(np.abs(link.values[link.is_given] / link.lengths[link.is_given]), initial=0.0))


def _values(model: Model, state: State) -> Wanted:
    """Return the coordinates of all joints."""
    every = [(j, ends(model.joints, j, state)) for j in range(len(model.joints.kind))]
    return {j: {c: coordinate_value(state, j, c, end) for c in coordinates_of(model, j)} for j, end in every}


def _as_changes(
    model: Model, state: State, wanted: Wanted, t: float, size: float, before: Wanted | None = None
) -> list[Link]:
    """Return the joints with changes of position in place of rates. The changes remove the residuals of their
    constraints, and the errors of their given coordinates.

    Free coordinates return to `before`, or keep their values if `before` is None.
    """
    joints, phi = model.joints, position_residuals(model, state, t)
    links = []
    for j, link in enumerate(make_links(model, state, t, (), size)):
        if j >= len(joints.kind):  # the link that represents a coupling has no joint
            links.append(link)
            continue
        own = slice(joints.first_row[j], joints.first_row[j + 1])
        end = ends(joints, j, state)
        free = [c for c in coordinates_of(model, j) if c not in _prescribed_coordinates(model, j)]
        aims = {**(before or {}).get(j, {}), **wanted.get(j, {})}
        left = np.array([shortfall_of(state, j, c, end, aims) for c in free])
        given = np.array([c in wanted.get(j, {}) for c in free], dtype=bool)
        links.append(link._replace(wanted=-phi[own][: len(link.held)], values=left, is_given=given))
    return links


def _prescribed_coordinates(model: Model, j: int) -> set[int]:
    rows = range(model.joints.first_row[j], model.joints.first_row[j + 1])
    return {int(model.joints.row_coordinate[row]) for row in rows if model.joints.row_function[row] >= 0}


def shortfall_of(state: State, j: int, coordinate: Coordinate, end: Ends, values: Mapping[Coordinate, float]) -> float:
    """Return the given value minus the current value of a coordinate of joint `j`, or zero if no value is given."""
    if coordinate not in values:
        return 0.0
    left = values[coordinate] - coordinate_value(state, j, coordinate, end)
    return left if coordinate.slides or coordinate == Coordinate.ROTATION else unwrap(left, 0.0)


def given_conditions(model: Model, state: State, wanted: Wanted) -> tuple[Conditions, Floats]:
    """Return the given coordinates as conditions on the increments of the bodies, and the remaining error of each
    coordinate.
    """
    joints = model.joints
    body0, body1, rows, left = [], [], [np.zeros((0, 12))], []
    for j, values in wanted.items():
        end, all_rows = ends(joints, j, state), rate_rows(model, state, j)
        for k, coordinate in enumerate(coordinates_of(model, j)):
            if coordinate in values:
                body0.append(joints.body0[j])
                body1.append(joints.body1[j])
                rows.append(all_rows[k : k + 1])
                left.append(shortfall_of(state, j, coordinate, end, values))
    pair = np.array([body0, body1], dtype=np.int64).reshape(2, -1)
    return Conditions(pair[0], pair[1], np.concatenate(rows)), np.array(left)


def _gap(model: Model, state: State, part: Sequence[int], blocks: Sequence[Described], wanted: Wanted, t: float) -> str:
    """Return in words which joint of a part cannot be closed, and its smallest gap, if all coordinates have their
    wanted values. The text is empty if the search finds no such joint. The joint that is most open is examined first.
    """
    size, rotations = typical_length(model, state), wanted_turns(model, wanted)
    lengths = np.array([size if c.slides else 1.0 for j in wanted for c in coordinates_of(model, j) if c in wanted[j]])

    def given(at: State) -> tuple[Conditions, Floats]:
        start_turns(model, at, t, rotations)
        held, left = given_conditions(model, at, wanted)
        return held._replace(rows=held.rows / lengths[:, None]), left / lengths

    joints = [j for j in part if j < len(blocks)]
    joints.sort(key=lambda j: -assembly_error(model, state, t, size, [j]))
    gap = gap_among(model, state, t, size, joints, blocks, given)
    start_turns(model, state, t, rotations)  # states share the array `turned`
    return gap


def report_open(
    model: Model,
    state: State,
    part: Sequence[int],
    blocks: Sequence[Described],
    wanted: Wanted,
    t: float,
    diagnostics: Diagnostics,
) -> None:
    """Report given coordinates with which the joints of a part of the model cannot be closed, and the smallest gap of a
    joint. `state` is where the search for this gap starts.
    """
    gap = _gap(model, state, part, blocks, wanted, t)
    given = [j for j in part if j in wanted]
    keywords = {j: next((key for key in PLACING if key in blocks[j]), "") for j in given}
    named = " and ".join(f"@{keywords[j]} of {blocks[j].name}" for j in given)
    loop = ", ".join(dict.fromkeys(f"{blocks[j].name} (line {blocks[j].span.line})" for j in part if j < len(blocks)))
    diagnostics.error(
        Code.INCONSISTENT_INITIAL_CONDITIONS,
        f"with {named}, the loops of the joints {loop} do not close{gap and f'; {gap}'}",
        blocks[given[-1]].span_of(keywords[given[-1]]),
        "give coordinates that the mechanism can reach, and at most as many as it has degrees of freedom",
    )
