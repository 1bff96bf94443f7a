"""Arrays of the couplings among the joints: what their blocks say, and the shares of gears."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.joints.blocks import kind_of, noun
from rbsolve.solver.joints.couplings.point_on_curve import FIRST
from rbsolve.solver.joints.couplings.registry import COUPLING_OF, COUPLINGS
from rbsolve.solver.joints.kinds import Coordinate, JointKind
from rbsolve.solver.model.flat import WIDTH
from rbsolve.solver.model.joints import Couplings

if TYPE_CHECKING:
    from rbsolve.solver.assembly.joints import JointData

MESHING = (Coordinate.ROTATION, Coordinate.DISPLACEMENT, Coordinate.DISPLACEMENT_1, Coordinate.DISPLACEMENT_2)
"""Coordinates that gears hold: displacements, and the rotation that is counted over turns."""


def report_unsound(block: Described, numbers: Sequence[float], diagnostics: Diagnostics) -> bool:
    """Report a coupling that cannot hold; whether it can."""
    found = COUPLING_OF[kind_of(block)].unsound(numbers)
    if found is not None:
        what, hint = found
        diagnostics.error(Code.DEGENERATE_GEOMETRY, f"{noun(block)} {block.name} cannot hold: {what}", block.span, hint)
    return found is None


def shares(blocks: list[Described], data: dict[int, JointData], diagnostics: Diagnostics) -> dict[int, JointData]:
    """The shares of gears, each on the bodies of a joint."""
    joints = {block.name: j for j, block in enumerate(blocks) if not kind_of(block).record.couples}
    places: dict[str, list[int]] = {}
    for j, block in enumerate(blocks):
        if kind_of(block).record.shares > 1:
            places.setdefault(block.name, []).append(j)
    found = {}
    for pair in places.values():
        block = blocks[pair[0]]
        report_unsound(block, (block["RATIO"],), diagnostics)
        bases = [joints[name] for name in block["JOINT_NAMES"]]
        for k, (j, other) in enumerate(zip(pair, reversed(pair), strict=True)):
            found[j] = data[bases[k]]._replace(
                kind=kind_of(block),
                prescribed=(),
                numbers=(1.0 if k else -block["RATIO"],),
                base=bases[k],
                coordinate=_meshing(block, k, data[bases[k]].kind, diagnostics),
                partner=other,
            )
    return found


def _meshing(block: Described, k: int, kind: JointKind, diagnostics: Diagnostics) -> Coordinate:
    """The coordinate of a joint that a gear holds."""
    coordinates, number = kind.record.coordinates, block["COORDINATE_NUMBERS"][k]
    what = f"{kind.title} joint {block['JOINT_NAMES'][k]}"
    if number > len(coordinates):
        what += f" has no coordinate {number}"
    elif coordinates[number - 1] not in MESHING:
        what = f"coordinate {number} of {what} is not continuous over turns"
    else:
        return Coordinate(coordinates[number - 1])
    diagnostics.error(
        Code.INVALID_VALUE,
        f"gear {block.name} cannot hold its joints: {what}",
        block.span_of("JOINT_NAMES"),
        "take coordinates that slide or turn about e3 (revolute, cylindrical, screw, planar joints); @COORDINATE_NUMBERS counts from 1",
    )
    return Coordinate.ROTATION


def coupling_arrays(data: list[JointData]) -> Couplings:
    """The couplings among joints, kind by kind."""
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
