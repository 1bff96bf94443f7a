"""Checks that couplings of joints can be satisfied, and computes the shares of gears."""

from __future__ import annotations

from collections.abc import Sequence

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.solver.assembly.elements.joint_data import JointData
from rbsolve.solver.joints.blocks import kind_of, noun
from rbsolve.solver.joints.couplings.registry import COUPLING_OF
from rbsolve.solver.joints.kinds import Coordinate, JointKind

MESHING = (Coordinate.ROTATION, Coordinate.DISPLACEMENT, Coordinate.DISPLACEMENT_1, Coordinate.DISPLACEMENT_2)
"""The coordinates that gears can constrain: displacements, and rotations that are continuous over whole turns."""


def report_unsound(block: Described, numbers: Sequence[float], diagnostics: Diagnostics) -> bool:
    """Return whether a coupling can be satisfied. If not, report an error."""
    found = COUPLING_OF[kind_of(block)].unsound(numbers)
    if found is not None:
        what, hint = found
        diagnostics.error(
            Code.DEGENERATE_GEOMETRY, f"{noun(block)} {block.name} cannot be satisfied: {what}", block.span, hint
        )
    return found is None


def shares(blocks: list[Described], data: dict[int, JointData], diagnostics: Diagnostics) -> dict[int, JointData]:
    """Return the shares of gears. Each share acts on the two bodies of one of the coupled joints."""
    joints = {block.name: j for j, block in enumerate(blocks) if not kind_of(block).record.has_own_block}
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
                coordinate=_meshed_coordinate(block, k, data[bases[k]].kind, diagnostics),
                partner=other,
            )
    return found


def _meshed_coordinate(block: Described, k: int, kind: JointKind, diagnostics: Diagnostics) -> Coordinate:
    """Return the coordinate of a joint that a gear constrains."""
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
        f"gear {block.name} cannot couple its joints: {what}",
        block.span_of("JOINT_NAMES"),
        "use coordinates along or about e3 (revolute, cylindrical, screw, planar joints); @COORDINATE_NUMBERS counts from 1",
    )
    return Coordinate.ROTATION
