"""The valid rows of a chunk. Quantities that several sensors use are computed only once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np

from rbsolve.geometry.arrays import rotate
from rbsolve.geometry.observer import Motion, once
from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.solver.model.arrays import Functions
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.flat import Floats, Ints

T = TypeVar("T")


class Report(NamedTuple):
    """A diagnostic of a sensor about a row: the index of the row in its chunk, and the arguments of
    `FindingLog.report`.
    """

    row: int
    entry: tuple[float, str, str, str, str]


class Rows:
    """The valid rows of a chunk, with the fields of the chunk, and cached rotations and motions of bodies.

    The rows are valid until the chunk is filled again.
    """

    count: Ints
    time: Floats
    x: Floats
    e: Floats
    u: Floats
    w: Floats
    a: Floats
    alpha: Floats
    multipliers: Floats
    joint_rotation: Floats
    contact_speed: Floats
    bristle: Floats
    unit_norm_error: Floats
    determinant_error: Floats
    step_size: Floats
    newton_iterations: Floats
    jacobian_updates: Floats
    hidden_constraint: Floats
    signal: Floats
    work: Floats

    def __init__(self, chunk: Chunk, starts: tuple[int, ...] = ()) -> None:
        """`starts` contains the rows at which runs start, in a chunk of several runs. It is empty if the rows continue
        the previous chunk.
        """
        self._chunk, self.starts, self.count = chunk, starts, chunk.count.copy()
        self._known: dict[object, Any] = {}
        self.reports: list[Report] = []
        """Diagnostics of sensors about these rows."""
        self._first = 0  # index of the first row of this object in the chunk that was filled

    def __getattr__(self, name: str) -> Floats:
        """Return a field of the chunk, which is sliced on first use."""
        if name.startswith("_"):
            raise AttributeError(name)
        rows: Floats = getattr(self._chunk, name)[: int(self.count[0])]
        setattr(self, name, rows)
        return rows

    @classmethod
    def of(cls, chunk: Chunk | Rows) -> Rows:
        """Return the rows of a chunk. If the argument is already a `Rows` object, return it."""
        return chunk if isinstance(chunk, Rows) else cls(chunk)

    def runs(self) -> Iterator[Rows]:
        """Yield the rows of each run, as separate objects."""
        ends = (*self.starts[1:], int(self.count[0]))
        for start, end in zip(self.starts, ends, strict=True):
            yield self.part(start, end)

    def part(self, start: int, end: int) -> Rows:
        """Return the rows from `start` up to `end` as a separate object, without cached quantities of earlier rows."""
        fields = {name: getattr(self._chunk, name)[start:] for name in Chunk._fields if name != "count"}
        part = Rows(Chunk(count=np.array([end - start]), **fields), (0,))
        part.reports, part._first = self.reports, self._first + start
        return part

    def report(self, row: int, severity: str, code: str, message: str, about: str = "") -> None:
        """Report a diagnostic about a row. `code` is one of `RUN_CODES`, and `about` is an object of the deck such as
        `contact heel`.
        """
        self.reports.append(Report(self._first + row, (float(self.time[row]), severity, code, message, about)))

    def remember(self, key: object, compute: Callable[[], T]) -> T:
        """Return the result of `compute`. It is called only once for each key."""
        value: T | None = self._known.get(key)
        if value is None:
            value = self._known[key] = compute()
        return value

    def parameters(self, body: int | Ints) -> Floats:
        """Return Euler parameters in every row, with the shape (rows, 4) for one body or (rows, m, 4) for m bodies."""
        return self.remember(("e", _key(body)), partial(_columns, self._chunk.e, int(self.count[0]), body))

    def rotation(self, body: int | Ints) -> Floats:
        """Return R_IB in every row, with the shape (rows, 3, 3) for one body or (rows, m, 3, 3) for m bodies."""
        return self.motion(body).R

    def motion(self, body: int | Ints) -> Motion:
        """Return the motion of body frames in inertial components, with the shape (rows, 3) for one body or (rows, m,
        3) for m bodies.
        """
        return self.remember(("motion", _key(body)), lambda: self._motion(body))

    def function(self, functions: Functions, index: int) -> Floats:
        """Return the value, first derivative and second derivative of function `index` of the model in every row,
        (rows, 3).
        """
        return self.remember(("function", index), lambda: _history(functions, index, self.time))

    def _motion(self, body: int | Ints) -> Motion:
        # The function contains no reference to these rows, because a reference cycle would keep the arrays of every
        # chunk in memory.
        chunk, n, e = self._chunk, int(self.count[0]), self.parameters(body)
        R = once(partial(matrix_from_euler_parameters, e))
        return Motion(
            partial(_columns, chunk.x, n, body),
            R,
            partial(_columns, chunk.u, n, body),
            lambda: rotate(R(), _columns(chunk.w, n, body)),
            partial(_columns, chunk.a, n, body),
            lambda: rotate(R(), _columns(chunk.alpha, n, body)),
        )


def _history(functions: Functions, index: int, time: Floats) -> Floats:
    # this module needs kernels, so it is imported only here
    from rbsolve.solver.functions.evaluate import function_values

    values = np.empty((len(time), 3))
    function_values(functions, index, np.ascontiguousarray(time), values)
    return values


def _columns(field: Floats, n: int, body: int | Ints) -> Floats:
    """Return the first `n` rows of some bodies. The rows of one body are in Fortran order, which is fastest for
    arithmetic (`geometry/arrays.py`).
    """
    rows: Floats = field[:n, body]
    return rows if rows.ndim > 2 else np.asfortranarray(rows)


def _key(body: int | Ints) -> object:
    return body if isinstance(body, int) else np.asarray(body).tobytes()
