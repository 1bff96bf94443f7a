"""The valid rows of a chunk, with what several sensors need of them computed once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import numpy as np

from rbsolve.geometry.arrays import turned
from rbsolve.geometry.observer import Motion, once
from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.model.arrays import Floats, Ints

T = TypeVar("T")


class Rows:
    """A chunk cut to its valid rows: the same fields, and rotations and motions of bodies that are remembered.

    Valid until the chunk is filled again.
    """

    def __init__(self, chunk: Chunk, starts: tuple[int, ...] = ()) -> None:
        """`starts` are the rows at which runs begin, in a chunk that holds several; none where its rows go on from the chunk before."""
        n = int(chunk.count[0])
        self._chunk, self.starts = chunk, starts
        self.count = np.array([n])
        self.time, self.x, self.e, self.u, self.w = (
            array[:n] for array in (chunk.time, chunk.x, chunk.e, chunk.u, chunk.w)
        )
        self.a, self.alpha, self.multipliers = chunk.a[:n], chunk.alpha[:n], chunk.multipliers[:n]
        self.joint_rotation, self.contact_speed = chunk.joint_rotation[:n], chunk.contact_speed[:n]
        self.bristle = chunk.bristle[:n]
        self.unit_norm_error, self.determinant_error = chunk.unit_norm_error[:n], chunk.determinant_error[:n]
        self.step_size, self.newton_iterations = chunk.step_size[:n], chunk.newton_iterations[:n]
        self.hidden_constraint, self.signal = chunk.hidden_constraint[:n], chunk.signal[:n]
        self._known: dict[object, Any] = {}

    @classmethod
    def of(cls, chunk: Chunk | Rows) -> Rows:
        """The rows of a chunk; rows are returned as they are."""
        return chunk if isinstance(chunk, Rows) else cls(chunk)

    def runs(self) -> Iterator[Rows]:
        """The rows of each run by itself."""
        ends = (*self.starts[1:], int(self.count[0]))
        for start, end in zip(self.starts, ends, strict=True):
            parts = {name: getattr(self._chunk, name)[start:] for name in Chunk._fields if name != "count"}
            yield Rows(Chunk(count=np.array([end - start]), **parts), (0,))

    def remembered(self, key: object, compute: Callable[[], T]) -> T:
        """What `compute` gives, computed once for each key."""
        if key not in self._known:
            self._known[key] = compute()
        value: T = self._known[key]
        return value

    def parameters(self, body: int | Ints) -> Floats:
        """Euler parameters in every row: (rows, 4) of one body, (rows, m, 4) of m bodies."""
        return self.remembered(("e", _key(body)), lambda: _columns(self.e[:, body]))

    def rotation(self, body: int | Ints) -> Floats:
        """R_IB in every row: (rows, 3, 3) of one body, (rows, m, 3, 3) of m bodies."""
        return self.motion(body).R

    def motion(self, body: int | Ints) -> Motion:
        """Motion of body frames in inertial components, (rows, 3) for one body and (rows, m, 3) for m bodies."""
        return self.remembered(("motion", _key(body)), lambda: self._motion(body))

    def _motion(self, body: int | Ints) -> Motion:
        # Nothing in it knows these rows: a cycle would keep the arrays of chunk after chunk in memory.
        e, x, u, w, a, alpha = (
            self.parameters(body),
            *(part[:, body] for part in (self.x, self.u, self.w, self.a, self.alpha)),
        )
        R = once(partial(matrix_from_euler_parameters, e))
        return Motion(
            partial(_columns, x),
            R,
            partial(_columns, u),
            lambda: turned(R(), _columns(w)),
            partial(_columns, a),
            lambda: turned(R(), _columns(alpha)),
        )


def _columns(rows: Floats) -> Floats:
    """A history in Fortran order, in which computing with it is fastest (`geometry/arrays.py`); those of several bodies as they are."""
    return rows if rows.ndim > 2 else np.asfortranarray(rows)


def _key(body: int | Ints) -> object:
    return body if isinstance(body, int) else np.asarray(body).tobytes()
