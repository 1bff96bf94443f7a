"""Describes joints, couplings and drives as records, and converts these records to arrays."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from rbsolve.solver.joints.couplings.point_on_curve import FIRST
from rbsolve.solver.joints.couplings.registry import COUPLING_OF, COUPLINGS
from rbsolve.solver.joints.kinds import Coordinate, JointKind, Row, row_of
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.model.flat import WIDTH, Floats, Ints, floats_of
from rbsolve.solver.model.joints import Couplings, Drives, Joints


class JointData(NamedTuple):
    """The numbers of one joint. `Joints` describes their meaning."""

    kind: JointKind
    body0: int
    body1: int
    point0: Floats
    point1: Floats
    axes0: Floats
    axes1: Floats
    pitch: float = 0.0  # metres per turn
    # The function that prescribes each coordinate, or -1 if the coordinate is free.
    prescribed: tuple[int, ...] = ()
    numbers: tuple[float, ...] = ()  # parameters of a coupling
    table: Floats | None = None
    base: int = -1  # for a share of a coupling: the index of the joint with the constrained coordinate
    coordinate: int = -1
    partner: int = -1  # for a share of a coupling: the index of the joint with the other share

    @property
    def motions(self) -> tuple[tuple[Coordinate, int], ...]:
        """Return the prescribed coordinates of the joint, with their functions."""
        pairs = zip(self.kind.record.coordinates, self.prescribed, strict=False)
        return tuple((coordinate, function) for coordinate, function in pairs if function >= 0)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return the constraint rows of the joint. The rows of prescribed motions come last."""
        return (*self.kind.record.rows, *(row_of(coordinate) for coordinate, _ in self.motions))


class DriveData(NamedTuple):
    """The numbers of one drive. `Drives` describes their meaning."""

    joint: int
    coordinate: int
    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0
    reference: int = -1
    feedforward: int = -1
    limit: float = math.inf
    law: Law = Law.LINEAR
    signal: int = -1


def joint_arrays(data: list[JointData]) -> Joints:
    """Return the arrays of joints from their records."""
    rows = [row for joint in data for row in joint.rows]
    return Joints(
        kind=_ints([joint.kind for joint in data]),
        body0=_ints([joint.body0 for joint in data]),
        body1=_ints([joint.body1 for joint in data]),
        point0=_floats([joint.point0 for joint in data], (3,)),
        point1=_floats([joint.point1 for joint in data], (3,)),
        axes0=_floats([joint.axes0 for joint in data], (3, 3)),
        axes1=_floats([joint.axes1 for joint in data], (3, 3)),
        lead=_floats([joint.pitch / (2.0 * math.pi) for joint in data]),
        rotates=_ints([joint.kind.record.rotates for joint in data]),
        second=_second_angles([joint.kind for joint in data]),
        first_row=np.cumsum([0, *(len(joint.rows) for joint in data)], dtype=np.int64),
        row_code=_ints([row.code for row in rows]),
        row_axis0=_ints([row.axis0 for row in rows]),
        row_axis1=_ints([row.axis1 for row in rows]),
        row_coordinate=_ints([int(c) for joint in data for c in (*_free_coordinates(joint), *dict(joint.motions))]),
        row_function=_ints([f for joint in data for f in (*_free_coordinates(joint), *dict(joint.motions).values())]),
        couplings=coupling_arrays(data),
    )


def _second_angles(kinds: list[JointKind]) -> Ints:
    crosses = np.array([Coordinate.ROTATION_2 in kind.record.coordinates for kind in kinds], dtype=bool)
    return np.where(crosses, len(kinds) - 1 + np.cumsum(crosses), -1).astype(np.int64)


def _free_coordinates(joint: JointData) -> list[int]:
    return [-1] * len(joint.kind.record.rows)


def coupling_arrays(data: list[JointData]) -> Couplings:
    """Return the arrays of couplings, sorted by kind."""
    owners = [[j for j, joint in enumerate(data) if joint.kind == coupling.kind] for coupling in COUPLINGS]
    if not any(owners):
        return Couplings()
    found = [j for of_kind in owners for j in of_kind]
    numbers = np.zeros((len(found), WIDTH))
    for row, j in zip(numbers, found, strict=True):
        row[: len(data[j].numbers)] = data[j].numbers
    tables = [np.zeros(0) if (table := data[j].table) is None else np.ravel(table) for j in found]
    firsts = np.cumsum([0, *map(len, tables)])
    for i, table in enumerate(tables):
        if len(table):
            numbers[i, FIRST] = firsts[i]
    place = {j: i for i, j in enumerate(found)}
    first_row = np.cumsum([0, *(len(joint.rows) for joint in data)]).tolist()
    tied = [(first_row[j], first_row[data[j].partner]) for j in found if j < data[j].partner]
    return Couplings(
        first=np.cumsum([0, *map(len, owners)], dtype=np.int64),
        joint=np.array(found, dtype=np.int64),
        base=np.array([data[j].base for j in found], dtype=np.int64),
        coordinate=np.array([int(data[j].coordinate) for j in found], dtype=np.int64),
        partner=np.array([place.get(data[j].partner, -1) for j in found], dtype=np.int64),
        tied=np.array(tied, dtype=np.int64).reshape(-1, 2),
        on_velocities=np.array(
            [first_row[j] + row for j in found for row in COUPLING_OF[data[j].kind].velocity_rows], dtype=np.int64
        ),
        numbers=numbers,
        tables=np.concatenate(tables),
    )


def drive_arrays(data: list[DriveData]) -> Drives:
    """Return the arrays of drives from their records."""
    return Drives(
        joint=_ints([drive.joint for drive in data]),
        coordinate=_ints([drive.coordinate for drive in data]),
        stiffness=_floats([drive.stiffness for drive in data]),
        damping=_floats([drive.damping for drive in data]),
        rest=_floats([drive.rest for drive in data]),
        reference=_ints([drive.reference for drive in data]),
        feedforward=_ints([drive.feedforward for drive in data]),
        limit=_floats([drive.limit for drive in data]),
        law=_ints([drive.law for drive in data]),
        signal=_ints([drive.signal for drive in data]),
    )


def _floats(values: list[Any], shape: tuple[int, ...] = ()) -> Floats:
    return floats_of(values, shape)


def _ints(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int64)
