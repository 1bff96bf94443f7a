"""Collects the velocities that the deck gives for the start: velocities of bodies, and each `@INITIAL_RATE`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Span
from rbsolve.language.many import float_array, need_floats
from rbsolve.solver.assembly.elements.prescriptions import prescriptions_of
from rbsolve.solver.assembly.initial.saddle import Conditions, cross_matrices, mass_matrices
from rbsolve.solver.joints.blocks import items, kind_of
from rbsolve.solver.joints.gradients import rate_gradient
from rbsolve.solver.joints.kinds import Coordinate, JointKind
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.joints.rows import jacobians
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats


class Given(NamedTuple):
    """A given velocity of a body, or the given rates of a joint. The `rows` (k, 12), multiplied by the velocities of
    two bodies, give the `values` (k,).

    `weigh` returns the inertia (k, k) that resists a change of the values. Exactly one of `body` and `joint` differs
    from -1.
    """

    body: int
    joint: int
    keyword: str
    span: Span
    body0: int
    body1: int
    rows: Floats
    values: Floats
    weigh: Callable[[], Floats]
    units: tuple[str, ...]

    @property
    def conditions(self) -> Conditions:
        """Return the given velocities as conditions: their rows, each with its two bodies."""
        count = len(self.values)
        return Conditions(np.full(count, self.body0), np.full(count, self.body1), self.rows)


def written_velocities(model: Model, state: State, description: Description) -> list[Given]:
    """Return the given velocities of bodies. `state` already contains these velocities."""
    found = []
    ground = len(model.bodies.mass)
    for b, block in enumerate(description.of_kind("RIGID_BODY").values()):
        unified = "INITIAL_UNIFIED_VELOCITIES" in block
        u, w = unified or "INITIAL_VELOCITY" in block, unified or "INITIAL_ANGULAR_VELOCITY" in block
        if not u and not w:
            continue
        rows = np.zeros((6, 12))
        rows[:, 6:] = np.eye(6)
        if u and not w and block.get("INITIAL_VELOCITY_POINT") == "CENTRE_OF_MASS":
            need_floats(state.R, model.bodies.centre)
            rows[:3, 9:] = -state.R[b] @ cross_matrices(model.bodies.centre[b : b + 1])[0]
        values = np.concatenate([state.u[b], state.w[b]])
        kept = slice(0, 6) if u and w else slice(0, 3) if u else slice(3, 6)
        keyword = "INITIAL_VELOCITY" if u else "INITIAL_ANGULAR_VELOCITY"
        keyword = "INITIAL_UNIFIED_VELOCITIES" if unified else keyword
        units = ("m/s", "rad/s") if u and w else ("m/s",) if u else ("rad/s",)
        found.append(
            Given(
                b,
                -1,
                keyword,
                block.span_of(keyword),
                ground,
                b,
                rows[kept],
                values[kept],
                partial(_body_inertia, model, state, b, kept),
                units,
            )
        )
    return found


def _body_inertia(model: Model, state: State, b: int, kept: slice) -> Floats:
    """Return the inertia that resists changes of the velocity [u, w] of a body, or of one part of it. For a part, this
    is the mass, or the moments of inertia about the centre of mass.
    """
    if kept == slice(0, 6):
        matrix: Floats = mass_matrices(model.bodies, state)[b]
        return matrix
    part: Floats = model.bodies.mass[b] * np.eye(3) if kept == slice(0, 3) else model.bodies.inertia[b]
    return part


def coordinates_of(model: Model, j: int) -> tuple[Coordinate, ...]:
    """Return the coordinates of joint `j`."""
    return JointKind(model.joints.kind[j]).record.coordinates


def prescribed_coordinates(model: Model, j: int) -> set[Coordinate]:
    """Return the coordinates of joint `j` whose rates functions of time prescribe."""
    return set(prescriptions_of(model.joints, j))


def rate_rows(model: Model, state: State, j: int) -> Floats:
    """Return the rows (k, 12) on [u0, w0, u1, w1] that give the rates of the k coordinates of joint `j`."""
    end = ends(model.joints, j, state)
    rows = []
    for coordinate in coordinates_of(model, j):
        gradient = rate_gradient(end, coordinate)
        back = [-component for component in gradient.force]
        rows.append([*back, *gradient.moment0, *gradient.force, *gradient.moment1])
    return np.array(rows).reshape(-1, 12)


def written_rates(model: Model, state: State, blocks: list[Described]) -> list[Given]:
    """Return the rates that the deck gives by `@INITIAL_RATE`."""
    found: list[Given] = []
    joints = model.joints
    if not any("INITIAL_RATE" in block for block in blocks):
        return found
    for j, block in enumerate(blocks):
        values = float_array(items(block, "INITIAL_RATE"))
        if not len(values):
            continue
        rows = rate_rows(model, state, j)[: len(values)]
        weigh = partial(_inertia_along, model, state, j, len(values))
        units = tuple("m/s" if coordinate.slides else "rad/s" for coordinate in kind_of(block).record.coordinates)[
            : len(values)
        ]
        span = block.span_of("INITIAL_RATE")
        body0, body1 = int(joints.body0[j]), int(joints.body1[j])
        found.append(Given(-1, j, "INITIAL_RATE", span, body0, body1, rows, values, weigh, units))
    return found


def _inertia_along(model: Model, state: State, j: int, count: int) -> Floats:
    """Return the inertia (count, count) that the first rates of joint `j` move. The two bodies act in series, and the
    other coordinates and all further bodies are fixed.
    """
    joints, M = model.joints, mass_matrices(model.bodies, state)
    constraints = np.zeros((len(joints.row_code), 12))
    jacobians(joints, state, constraints)
    rates = rate_rows(model, state, j)
    rows = np.concatenate([constraints[joints.first_row[j] : joints.first_row[j + 1]], rates])
    k = len(rates)
    compliance = np.zeros((k, k))
    for body, part in ((int(joints.body0[j]), rows[:, :6]), (int(joints.body1[j]), rows[:, 6:])):
        if body < len(M):
            motion = np.linalg.pinv(part)[:, len(rows) - k :]
            inertia = motion.T @ M[body] @ motion
            compliance += np.linalg.pinv(inertia + 1e-12 * np.trace(inertia) * np.eye(k))
    return np.asarray(np.linalg.pinv(compliance)[:count, :count], dtype=np.float64)
