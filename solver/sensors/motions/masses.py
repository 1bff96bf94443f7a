"""Computes the motion of the masses of a model, for momentum and kinetic energy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.arrays import cross, rotate
from rbsolve.geometry.observer import AT_REST, INERTIAL_AXES, Motion, carry
from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.solver.model.arrays import Bodies
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Request


def selected_bodies(request: Request) -> Ints:
    """Return the indices of the bodies with mass that a sensor observes: one body, all bodies for SYSTEM, or no body
    for GROUND.
    """
    bodies = np.arange(request.compiled.bodies)
    return bodies if request.family == "SYSTEM" else bodies[bodies == request.index]


class MovingMasses(NamedTuple):
    """Centres of mass and spins of the selected bodies, in inertial components."""

    mass: Floats  # (m,), or (rows, m) if the mass differs from row to row
    centre: Floats  # (rows, m, 3)
    velocity: Floats  # (rows, m, 3) of the centres of mass
    w: Floats  # (rows, m, 3)
    spin: Floats  # (rows, m, 3) angular momentum about the centres of mass

    @property
    def common_centre(self) -> Floats:
        """Return the common centre of mass (rows, 3)."""
        return sum_of_bodies(self.mass[:, None] * self.centre) / np.sum(self.mass)


def sum_of_bodies(parts: Floats) -> Floats:
    """Return the sum over the bodies of parts (rows, m, ...). The order of summation, and so the round-off, depends on
    the order in memory. This order therefore is always the same.
    """
    return np.asarray(np.sum(np.ascontiguousarray(parts), axis=1), dtype=float)


def moving_masses(chunk: Chunk | Rows, bodies: Bodies, selected: Ints) -> MovingMasses:
    """Return the masses in every row of a chunk. If arrays of `bodies` have a leading axis for rows, each row has its
    own bodies.
    """
    rows = Rows.of(chunk)
    return rows.remember(("masses", selected.tobytes()), lambda: _moving_masses(rows, bodies, selected))


def _moving_masses(rows: Rows, bodies: Bodies, selected: Ints) -> MovingMasses:
    some = _slice_of(selected)
    motion, w = _of_bodies(rows, some)
    arm = rotate(motion.R, bodies.centre[..., some, :])
    return MovingMasses(
        mass=bodies.mass[..., some],
        centre=motion.x + arm,
        velocity=motion.v + cross(motion.w, arm),
        w=motion.w,
        spin=rotate(motion.R, rotate(bodies.inertia[..., some, :, :], w)),
    )


def _slice_of(selected: Ints) -> slice:
    """Return the selected bodies, which are consecutive, as a slice. An array is not copied when it is sliced."""
    return slice(int(selected[0]), int(selected[-1]) + 1) if len(selected) else slice(0, 0)


def _of_bodies(rows: Rows, some: slice) -> tuple[Motion, Floats]:
    """Return the motion of bodies (rows, m, 3), and their angular velocities in body axes.

    The rows of a component are contiguous in memory. Arithmetic is then several times faster. For one body, the arrays
    are views of its motion, which other sensors use too.
    """
    if some.stop - some.start == 1:
        one = rows.motion(some.start)
        parts = (lambda: one.x, lambda: one.R, lambda: one.v, lambda: one.w, lambda: one.a, lambda: one.alpha)
        spin = np.asfortranarray(rows.w[:, some.start])[:, None]
        return Motion(*(partial(_with_bodies, part) for part in parts)), spin
    x, e, v, w, a, alpha = (
        partial(np.asfortranarray, field[:, some]) for field in (rows.x, rows.e, rows.u, rows.w, rows.a, rows.alpha)
    )
    R, spin = matrix_from_euler_parameters(e()), w()
    return Motion(x, R, v, lambda: rotate(R, spin), a, lambda: rotate(R, alpha())), spin


def _with_bodies(part: Callable[[], Floats]) -> Floats:
    """Convert an array (rows, ...) into an array (rows, 1, ...) with an axis for bodies."""
    return part()[:, None]


def motion_of_centre(chunk: Chunk | Rows, bodies: Bodies, selected: Ints) -> Motion:
    """Return the motion of the common centre of mass, as the origin of a frame with inertial axes."""
    motion = Rows.of(chunk).motion(selected)
    share = bodies.mass[selected] / np.sum(bodies.mass[selected])
    whole = carry(motion, bodies.centre[selected], INERTIAL_AXES)
    x, v, a = (sum_of_bodies(share[:, None] * part) for part in (whole.x, whole.v, whole.a))
    return Motion(x, INERTIAL_AXES, v, AT_REST, a, AT_REST)
