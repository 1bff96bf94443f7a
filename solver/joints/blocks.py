"""The joints' blocks of a description: their order, names, kinds and keywords. Plain Python."""

from __future__ import annotations

from typing import Any

from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.description.recall import recalled
from rbsolve.solver.joints.kinds import Coordinate, JointKind

JOINT_KINDS = tuple(f"{kind.name}_JOINT" for kind in JointKind)


@recalled
def joint_blocks(description: Description) -> list[Described]:
    """The joints' blocks in the order of the arrays: as they stand in the deck."""
    files = {source.name: place for place, source in enumerate(description.sources)}

    def place(block: Described) -> tuple[int, int, int]:
        return files.get(block.span.source.name, len(files)), block.span.line, block.span.column

    return sorted(description.all_of(*JOINT_KINDS), key=place)


def label(description: Description, joint: int) -> str:
    """A joint by its name and its line in the deck."""
    block = joint_blocks(description)[joint]
    return f"joint {block.name} (line {block.span.line})"


def kind_of(block: Described) -> JointKind:
    """The kind of a joint's block."""
    return JointKind[block.kind.removesuffix("_JOINT")]


def items(block: Described, keyword: str) -> tuple[Any, ...]:
    """The items of a keyword that holds one item or a tuple; none when it is not given."""
    data = block.get(keyword, ())
    return data if isinstance(data, tuple) else (data,)


def prescriptions(block: Described) -> dict[Coordinate, str]:
    """The names of the functions that prescribe coordinates of a joint."""
    found: dict[Coordinate, str] = {}
    for keyword, slides in (("PRESCRIBED_ROTATION", False), ("PRESCRIBED_DISPLACEMENT", True)):
        alike = [coordinate for coordinate in kind_of(block).record.coordinates if coordinate.slides == slides]
        found.update(zip(alike, items(block, keyword), strict=False))
    return found
