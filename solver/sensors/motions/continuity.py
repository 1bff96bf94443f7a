"""Computes rotation parameters without jumps. If the parameters of a rotation are not unique, they are chosen to
continue the parameters of the previous row.

The objects store the last row of a chunk for the next chunk. A decrease of the time indicates that another run starts.
The objects `OF_RUNS` support several runs in one chunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from rbsolve.geometry.rotation_parameters import ROTATION_PARAMETERS, continuous, euler_parameters_from_matrix
from rbsolve.solver.model.flat import Floats

FULL_TURNS = 4.0 * np.pi  # change of the rotation angle after which the Euler parameters repeat, including their signs
HALF_TURN = 1e-12  # cosine of half the angle, below which the sign of the axis is round-off
NO_AXIS = 1e-9  # sine of half the angle, below which the axis is round-off


class ContinuousSigns:
    """Euler parameters (rows, 4), or motion parameters (rows, 8), with signs that do not jump."""

    MEMORY = ("_time", "_last")

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget the previous row, because another run follows."""
        self._time = np.inf
        self._last: Floats | None = None

    def __call__(self, time: Floats, e: Floats, starts: Sequence[int] = ()) -> Floats:
        """Return the rows of `e` at the times (rows,). The sign of each row is closest to the previous row. The first
        row of a run has e0 >= 0.

        Runs start at the rows `starts`.
        """
        if len(time) == 0:
            return e
        if self._last is not None and not starts and time[0] > self._time:
            rows = continuous(e, self._last)
        else:
            rows = continuous(e, starts=starts or (0,))
        self._time, self._last = float(time[-1]), rows[-1]
        return rows


class ContinuousRotationVector:
    """Rotation vectors (rows, 3) that continue beyond half a turn while the axis of rotation is continuous."""

    MEMORY = ("_signs._time", "_signs._last", "_time", "_axis", "_angle", "_turns")

    def __init__(self) -> None:
        self._signs = ContinuousSigns()
        self.forget()

    def forget(self) -> None:
        """Forget the previous row, because another run follows."""
        self._signs.forget()
        self._time = np.inf
        self._axis = np.zeros(3)
        self._angle, self._turns = 0.0, 0.0

    def __call__(self, time: Floats, R: Floats, starts: Sequence[int] = ()) -> Floats:
        """Return the rotation vectors of R (rows, 3, 3) at the times (rows,). Runs start at the rows `starts`."""
        if len(time) == 0:
            return np.zeros((0, 3))
        if len(starts) > 1:
            runs = [slice(start, end) for start, end in pairwise((*starts, len(time)))]
            return np.concatenate([self(time[run], R[run], (0,)) for run in runs])
        if starts:
            self.forget()
        goes_on = bool(time[0] > self._time)
        e = self._signs(time, euler_parameters_from_matrix(R))
        axis = self._axes(e, self._axis if goes_on else np.zeros(3))
        principal = 2.0 * np.arctan2(np.sum(axis * e[:, 1:], axis=-1), e[:, 0])
        before, counted = (self._angle, self._turns) if goes_on else (float(principal[0]), 0.0)
        # Turns are counted, not added up as angles, so that a row does not depend on where its chunk starts.
        turns = counted - np.cumsum(np.rint(np.diff(principal, prepend=before) / FULL_TURNS))
        angle = principal + FULL_TURNS * turns
        self._time, self._axis = float(time[-1]), axis[-1]
        self._angle, self._turns = float(principal[-1]), float(turns[-1])
        within_half_turn = np.abs(angle)[:, None] <= np.pi
        principal = ROTATION_PARAMETERS["ROTATION_VECTOR"].from_matrix(R)
        return np.where(within_half_turn, principal, angle[:, None] * axis)

    @staticmethod
    def _axes(e: Floats, before: Floats) -> Floats:
        """Return axes of rotation with continuous signs. If a row has no axis, it gets the axis of the previous row."""
        sine = np.linalg.norm(e[:, 1:], axis=-1)
        has_axis = sine > NO_AXIS
        axis = np.concatenate([before[None], e[:, 1:] / np.where(has_axis, sine, 1.0)[:, None]])
        known = np.concatenate([[True], has_axis])
        axis = axis[np.maximum.accumulate(np.where(known, np.arange(len(known)), 0))]
        flips = np.where(np.sum(axis[1:] * axis[:-1], axis=-1) < 0.0, -1.0, 1.0)
        return np.asarray(axis[1:] * np.cumprod(flips)[:, None], dtype=float)


OF_RUNS = ContinuousSigns, ContinuousRotationVector
"""The objects that support several runs in one chunk."""


class TurnedRotationVector:
    """Rotation vectors (rows, 3) of spherical joints, from unlimited angles that an integrator has followed from step
    to step.
    """

    MEMORY = ("_axis",)

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget the previous row, because another run follows."""
        self._axis = np.zeros(3)

    def __call__(self, angle: Floats, R: Floats, spin: Floats) -> Floats:
        """Return the rotation vectors of R (rows, 3, 3). Their length is the absolute value of `angle` (rows,). The
        angle may be negative.

        After whole turns, R does not determine the axis, so the axis of the previous row is used. If no previous row
        has an axis, the axis is along the angular velocity `spin` (rows, 3). The axes of `spin` are the axes relative
        to which R is measured.
        """
        e = euler_parameters_from_matrix(R)
        axis = np.empty((len(e), 3))
        for row, (half, (e0, *vector)) in enumerate(zip(0.5 * angle, e, strict=True)):
            cosine, sine = np.cos(half), np.sin(half)
            if abs(sine) > NO_AXIS:
                near = cosine * e0 if abs(cosine) > HALF_TURN else sine * float(np.dot(self._axis, vector))
                self._axis = np.where(near < 0.0, -1.0, 1.0) * np.array(vector) / sine
                self._axis /= np.linalg.norm(self._axis)
            elif not self._axis.any():
                self._axis = np.sign(half) * spin[row] / (np.linalg.norm(spin[row]) or 1.0)
            axis[row] = self._axis
        principal = ROTATION_PARAMETERS["ROTATION_VECTOR"].from_matrix(R)
        return np.where(np.abs(angle)[:, None] < 3.0, principal, angle[:, None] * axis)
