"""Describes the independent motions of a model by joint coordinates, for trees and for closed loops.

A spanning forest of joints reaches every body. The constraints and the free coordinates of the joint to the parent
together have six rows. The rates of the tree's coordinates therefore determine all motions, body by body, from the
ground outwards. A body without a joint to a parent has six coordinates of its own. Joints that close loops make some
coordinates dependent. The independent coordinates are the first well-conditioned coordinates in the order of the deck.

The rotation of a spherical joint is a rotation vector in axes fixed in the joint's first body. For a body without a
joint, these axes are inertial. Variations of the rotation vector are not derivatives of coordinates. `Basis` corrects
for this.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rbsolve.language.joints.record import VECTOR
from rbsolve.solver.analyses.constraint_rows import RowSet, Spins, times
from rbsolve.solver.assembly.elements.prescriptions import prescriptions_of
from rbsolve.solver.joints.kinds import COMPONENT, DIRECTION, Coordinate, JointKind
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.trees.topology import forest_of_joints

RANK_TOLERANCE = (
    1e-8  # singular values of the rows that close loops count as zero below this value, relative to the largest
)
# A coordinate is chosen if its share of the motion is at least this fraction of the largest share.
GOOD_PIVOT = 0.3

# The kinds of free coordinates: a displacement along a joint axis, or a rotation about it. The last item is the body in
# which the axis is fixed.
_SLIDE, _TURN = "displacement", "rotation"
_AXES = {c: (_SLIDE if c.slides else _TURN, c.record.axis, c.record.side) for c in Coordinate}
_FLOATING = (
    *((_SLIDE, 0, 0), (_SLIDE, 1, 0), (_SLIDE, 2, 0)),
    *((_TURN, 0, 0), (_TURN, 1, 0), (_TURN, 2, 0)),
)


class Move(NamedTuple):
    """The effect of a joint coordinate on its joint."""

    slides: bool
    axis: int  # index of the joint axis: 0, 1, 2
    side: int  # the body in which the axis is fixed
    coordinate: int  # index of the tree's coordinate, or -1 for a prescribed coordinate
    row: int  # the constraint row that prescribes the coordinate, or -1
    is_component: bool = False  # whether the coordinate belongs to a fully prescribed rotation vector


class TreeCoordinate(NamedTuple):
    """A coordinate of the tree."""

    name: str  # "hinge.rotation", "ball.rotation_2", "body.displacement_1"
    unit: str  # "rad" or "m"
    joint: int  # -1 for a body without an inboard joint
    body: int  # the body that the coordinate moves
    row: int  # index in the rows of the tree


class SpanningTree:
    """The tree's coordinates and all constraint rows of a model. Neither depends on the state."""

    def __init__(self, model: Model, joint_names: Sequence[str], body_names: Sequence[str]) -> None:
        joints, self.bodies = model.joints, len(model.bodies.mass)
        count = len(joints.kind)
        forest = forest_of_joints(joints, np.ones(self.bodies, dtype=np.bool_))
        carried = {j: body for body, j in enumerate(forest.joint) if j >= 0}
        floating = [body for body in range(self.bodies) if forest.joint[body] < 0]
        layout = _Layout(joints, self.bodies, floating)
        carrier = {**carried, **{count + k: body for k, body in enumerate(floating)}}
        for j, body in sorted(carrier.items()):
            name = joint_names[j] if j < count else body_names[body]
            layout.add_coordinates(j, body, name, real=j < count)
        self.set, self.coordinates, self.triples = layout.finish()
        constraint_rows = layout.constraint_rows
        none = np.zeros(0, dtype=np.int64)
        first = joints.first_row
        closing = np.concatenate([none, *(constraint_rows[j] for j in forest.loops)])
        rows = np.concatenate([none, *(np.arange(first[j], first[j + 1]) for j in forest.loops)])
        has_integral = ~np.isin(rows, joints.couplings.on_velocities)
        self.loops, self.velocity_rows = closing[has_integral], closing[~has_integral]
        self.loop_joints, rows = tuple(forest.loops), rows[has_integral]
        shares = {int(other): int(owner) for owner, other in joints.couplings.tied}
        owned = np.array([shares.get(row, row) for row in rows.tolist()], dtype=np.int64)
        self.loop_rows, self._loop_of = np.unique(owned, return_inverse=True)
        own = {body: list(constraint_rows[j]) for j, body in carrier.items()}
        for coordinate in self.coordinates:
            own[coordinate.body].append(coordinate.row)
        self.rows_of = np.array([own[body] for body in range(self.bodies)], dtype=np.int64)
        self.parent = np.array(forest.parent_or_ground, dtype=np.int64)
        self.order = sorted(range(self.bodies), key=lambda body: forest.depth[body])
        self.carrier = {body: j for j, body in carrier.items()}
        self.moves = {body: tuple(layout.moves[j]) for j, body in carrier.items()}
        self.is_driven = any(move.row >= 0 for moves in self.moves.values() for move in moves)
        self.coordinate_rows = np.array([coordinate.row for coordinate in self.coordinates], dtype=np.int64)

    def of_loops(self, values: Floats) -> Floats:
        """Return values on the rows `loops` (l, k), summed to values of the constraints. A constraint may have rows on
        several pairs of bodies.
        """
        if len(self.loop_rows) == len(self.loops):
            return values[np.argsort(self._loop_of)]
        out = np.zeros((len(self.loop_rows), values.shape[1]))
        np.add.at(out, self._loop_of, values)
        return out

    def loop_gradient(self, state: State) -> Floats:
        """Return the derivatives of the constraints of loops with respect to the coordinates of the tree."""
        return Basis(self, state).loop_gradient


class _Layout:
    """Collects the rows of all joints. A body without an inboard joint is treated as if a joint with six coordinates
    connected it to the ground.
    """

    def __init__(self, joints: Joints, ground: int, floating: list[int]) -> None:
        count = len(floating)
        zero, eye = np.zeros((count, 3)), np.broadcast_to(np.eye(3), (count, 3, 3))
        self._joints = joints._replace(
            kind=np.concatenate([joints.kind, np.full(count, -1)]),
            body0=np.concatenate([joints.body0, np.full(count, ground)]),
            body1=np.concatenate([joints.body1, np.array(floating, dtype=np.int64)]),
            point0=np.concatenate([joints.point0, zero]),
            point1=np.concatenate([joints.point1, zero]),
            axes0=np.concatenate([joints.axes0, eye]),
            axes1=np.concatenate([joints.axes1, eye]),
            lead=np.concatenate([joints.lead, np.zeros(count)]),
        )
        first = joints.first_row.tolist()
        table = list(zip(joints.row_code.tolist(), joints.row_axis0.tolist(), joints.row_axis1.tolist(), strict=True))
        self._rows = [table[a:b] for a, b in pairwise(first)] + [[] for _ in floating]
        self._fixed = [len(rows) for rows in self._rows]
        self._spins: list[tuple[int, int, int]] = []
        self._found: list[tuple[str, str, int, int, int]] = []
        self._given = len(first) - 1
        self._first = first
        self._triples: list[int] = []
        self.moves: list[list[Move]] = [[] for _ in self._rows]

    def add_coordinates(self, j: int, body: int, name: str, real: bool) -> None:
        """Add the coordinates of joint `j`, the inboard joint of `body`."""
        free: tuple[tuple[str, int, int], ...] = _FLOATING
        if real:
            moved = prescriptions_of(self._joints, j)
            for coordinate, (row, _) in moved.items():
                what, axis, side = _AXES[coordinate]
                self.moves[j].append(Move(what == _SLIDE, axis, side, -1, row, coordinate in VECTOR))
            kind = JointKind(self._joints.kind[j])
            free = tuple(_AXES[coordinate] for coordinate in kind.record.coordinates if coordinate not in moved)
        for what, axis, side in free:
            alike = [item for item in free if item[0] == what]
            number = f"_{alike.index((what, axis, side)) + 1}" if len(alike) > 1 else ""
            if what == _SLIDE:
                place = len(self._rows[j])
                self._rows[j].append((DIRECTION if real else COMPONENT, axis, 2))
            else:
                place = len(self._spins)
                self._spins.append((j, side, axis))
                if len(alike) == 3 and alike[0][1] == axis:
                    self._triples.append(len(self._found))
            self.moves[j].append(Move(what == _SLIDE, axis, side, len(self._found), -1))
            self._found.append((f"{name}.{what}{number}", what, j, body, place))

    @property
    def constraint_rows(self) -> list[Ints]:
        """Return the constraint rows of each joint."""
        starts = np.cumsum([0, *(len(rows) for rows in self._rows)])
        return [start + np.arange(count) for start, count in zip(starts, self._fixed, strict=False)]

    def finish(self) -> tuple[RowSet, tuple[TreeCoordinate, ...], tuple[int, ...]]:
        """Return the rows, the coordinates, and the first coordinate of each triple of spins."""
        starts = np.cumsum([0, *(len(rows) for rows in self._rows)])
        table = np.array([row for rows in self._rows for row in rows], dtype=np.int64).reshape(-1, 3)
        joints = self._joints._replace(
            first_row=starts.astype(np.int64), row_code=table[:, 0], row_axis0=table[:, 1], row_axis1=table[:, 2]
        )
        spins = Spins(*np.array(self._spins, dtype=np.int64).reshape(-1, 3).T)
        coordinates = []
        for name, what, j, body, place in self._found:
            slides = what == _SLIDE
            row = int(starts[j]) + place if slides else len(table) + place
            joint = j if j < self._given else -1
            coordinates.append(TreeCoordinate(name, "m" if slides else "rad", joint, body, row))
        return RowSet(joints, spins), tuple(coordinates), tuple(self._triples)


class Basis:
    """The independent directions at one state.

    `N` (nb + 1, 6, f) contains the motions [dx, dpsi] of all bodies for unit changes of the chosen coordinates.
    Translations are inertial. Rotations are in body axes and multiply from the right. `H` (n, f) contains the changes
    of all n coordinates of the tree.
    """

    def __init__(self, tree: SpanningTree, state: State, acceleration: Floats | None = None) -> None:
        """`acceleration` (nb + 1, 6) is None if the model is at rest."""
        self.tree = tree
        self.rows = tree.set.evaluate(state, acceleration)
        self._prepare()
        n = len(tree.coordinates)
        self.chosen, self.H = np.arange(n), np.eye(n)
        self.N = self._tree_motions = self._outwards(self._right_side(self.H))
        self.loop_gradient, self.closing_values = np.zeros((0, n)), np.zeros(0)
        if len(tree.loops):
            self._close()

    @property
    def free(self) -> int:
        """Return the number of independent directions."""
        return len(self.chosen)

    @property
    def coordinates(self) -> tuple[TreeCoordinate, ...]:
        """Return the chosen coordinates."""
        return tuple(self.tree.coordinates[k] for k in self.chosen)

    def _prepare(self) -> None:
        """Compute the inverse of the six rows of each body, and the columns of its parent."""
        tree, g = self.tree, self.rows.gradient[self.tree.rows_of]
        second = (self.rows.body1[tree.rows_of[:, 0]] == np.arange(tree.bodies))[:, None, None]
        self._by_parent = np.where(second, g[:, :, :6], g[:, :, 6:])
        self._inverse = np.linalg.inv(np.where(second, g[:, :, 6:], g[:, :, :6]))

    def _right_side(self, by_coordinates: Floats) -> Floats:
        out = np.zeros((len(self.rows.gradient), by_coordinates.shape[1]))
        out[self.tree.coordinate_rows] = by_coordinates
        return out

    def _outwards(self, right: Floats) -> Floats:
        """Return the motions (nb + 1, 6, k) for right-hand sides (m, k) of the tree's rows. They are computed from the
        ground outwards.
        """
        tree = self.tree
        X = np.zeros((tree.bodies + 1, 6, right.shape[1]))
        for body in tree.order:
            own = right[tree.rows_of[body]] - self._by_parent[body] @ X[tree.parent[body]]
            X[body] = self._inverse[body] @ own
        return X

    def _close(self) -> None:
        """Restrict the directions to motions that keep the loops closed."""
        tree, n = self.tree, len(self.H)
        self.loop_gradient = tree.of_loops(times(self.rows, self.rows.gradient, self._tree_motions, tree.loops))
        directions, self.closing_values = self._closed_directions()
        self.chosen = pivots(directions)
        self._others = np.setdiff1d(np.arange(n), self.chosen)
        self.H = np.zeros((n, self.free))
        self.H[self.chosen] = np.eye(self.free)
        self.H[self._others] = self._solve_loops(-self.loop_gradient[:, self.chosen])
        self.N = self._tree_motions @ self.H

    def _closed_directions(self) -> tuple[Floats, Floats]:
        """Return changes of the tree's coordinates that keep the loops closed, as orthonormal columns. Also return the
        singular values.
        """
        n = len(self.tree.coordinates)
        if n == 0:
            return np.eye(n), np.zeros(0)
        _, values, vh = np.linalg.svd(self.loop_gradient)
        rank = int(np.sum(values > RANK_TOLERANCE * max(float(values[0]), 1e-300)))
        return np.asarray(vh[rank:].T), values

    def _solve_loops(self, right: Floats) -> Floats:
        return np.asarray(np.linalg.lstsq(self.loop_gradient[:, self._others], right, rcond=1e-10)[0])

    def complete(self, right: Floats) -> tuple[Floats, Floats]:
        """Return motions X (nb + 1, 6, k) that have the values `right` (m, k) on the rows.

        Also return the values (n, k) that must be added on the rows of dependent coordinates, so that the loops stay
        closed.
        """
        X, extra = self._outwards(right), np.zeros((len(self.tree.coordinates), right.shape[1]))
        if len(self.tree.loops):
            left = right[self.tree.loops] - times(self.rows, self.rows.gradient, X, self.tree.loops)
            left = self.tree.of_loops(left)
            extra[self._others] = self._solve_loops(left)
            X = X + self._tree_motions @ extra
        return X, extra


def pivots(directions: Floats) -> Ints:
    """Return the indices of independent rows, as many as there are independent columns. Earlier rows are preferred if
    they are well conditioned.
    """
    left, chosen = directions.copy(), []
    for _ in range(directions.shape[1]):
        size = np.linalg.norm(left, axis=1)
        k = int(np.argmax(size >= GOOD_PIVOT * np.max(size)))
        chosen.append(k)
        unit = left[k] / size[k]
        left = left - np.outer(left @ unit, unit)
    return np.array(sorted(chosen), dtype=np.int64)


def apart(directions: Floats) -> Floats:
    """Return directions (f, k) that span the same space. Each of them has a coordinate that the other directions do not
    change.
    """
    chosen = pivots(directions)
    return np.asarray(directions @ np.linalg.inv(directions[chosen]))


def turn_matrices(tree: SpanningTree, values: Floats) -> Floats:
    """Return the matrix (n, n) of cross products with the values of the rows in the triples. All other entries are
    zero.

    The values are relative angular velocities or their derivatives.
    """
    n = len(tree.coordinates)
    out = np.zeros((n, n))
    for k in tree.triples:
        x, y, z = values[tree.coordinate_rows[k : k + 3]]
        out[k : k + 3, k : k + 3] = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
    return out
