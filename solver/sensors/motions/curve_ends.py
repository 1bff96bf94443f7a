"""Points that leave the ends of their curves. There, an open curve continues as a straight line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.geometry.arrays import rotate_back
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.joints.couplings.curve_table import KNOT, put_places
from rbsolve.solver.joints.couplings.point_on_curve import CLOSED, COUNT, FIRST
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import WARNING, FindingLog
from rbsolve.solver.sensors.motions.carried import CarriedEnds, ends_of
from rbsolve.solver.sensors.motions.rows import Rows

ROUNDING = 1e-9  # distance beyond an end that does not count, relative to the length of the curve


class _Curve(NamedTuple):
    label: str
    ends: CarriedEnds
    begin: int
    knots: int
    """The first index of the curve in the tables, and its number of knots."""


class CurveEnds:
    """Reports points that leave an open curve at one of its ends."""

    def __init__(self, compiled: CompiledModel, log: FindingLog) -> None:
        """Watch the points on open curves. The log stores whether each point was between the ends in the last row."""
        joints = compiled.model.joints
        self._tables, self._log = joints.couplings.tables, log
        self._curves: list[_Curve] = []
        if not np.any(joints.kind == JointKind.POINT_ON_CURVE):
            return
        names = [block.name for block in joint_blocks(compiled.description)]
        for j, numbers in zip(joints.couplings.joint.tolist(), joints.couplings.numbers, strict=True):
            if joints.kind[j] == JointKind.POINT_ON_CURVE and not numbers[CLOSED]:
                ends = ends_of(compiled, joints, j)
                self._curves.append(
                    _Curve(f"point on curve {names[j]}", ends, int(numbers[FIRST]), int(numbers[COUNT]))
                )

    def __call__(self, rows: Rows, first: int = 0, end: int | None = None) -> None:
        """Examine rows of a run, from `first` up to `end`."""
        for curve in self._curves:
            seen, point = curve.ends.poses(rows)
            places = np.empty((len(rows.time), 7))
            points = np.broadcast_to(rotate_back(seen.R, point.x - seen.x), (len(places), 3))
            put_places(self._tables, curve.begin, curve.knots, 0.0, np.ascontiguousarray(points), places)
            begin, last = self._tables[curve.begin], self._tables[curve.begin + KNOT * (curve.knots - 1)]
            s, near = places[first:end, 0], ROUNDING * (last - begin)
            is_inside = (s >= begin - near) & (s <= last + near)
            last = self._log.last_of(curve.label)
            before = np.concatenate([[last is None or last[0] != 0.0], is_inside[:-1]])
            for row in np.flatnonzero(before & ~is_inside).tolist():
                side = "first" if s[row] < begin else "last"
                message = (
                    f"the point has left the {side} end of the curve, where the curve continues as a straight line; add "
                    "points to @CURVE_POINTS, or @CLOSED {YES}"
                )
                rows.report(first + row, WARNING, "beyond-curve", message, curve.label)
            self._log.keep_last(curve.label, is_inside[-1:])
