"""Reads the blocks of joints in a description: their order, names, kinds and keywords."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from rbsolve.language.described import Described, Description
from rbsolve.language.recall import recallable
from rbsolve.language.table import GROUND, INERTIAL_FRAME
from rbsolve.solver.joints.kinds import Coordinate, JointKind

_KIND_OF = {kind.block: kind for kind in JointKind}
JOINT_KINDS = tuple(_KIND_OF)


@recallable
def joint_blocks(description: Description) -> list[Described]:
    """Return the blocks of joints in the order of the arrays: the order of the deck, followed by the second shares of
    couplings.
    """
    files = {source.name: place for place, source in enumerate(description.sources)}

    def place(block: Described) -> tuple[int, int, int]:
        return files.get(block.span.source.name, len(files)), block.span.line, block.span.column

    blocks = sorted(description.all_of(*JOINT_KINDS), key=place)
    return blocks + [block for block in blocks for _ in range(1, kind_of(block).record.shares)]


def label(description: Description, joint: int) -> str:
    """Return the name of a joint and its line in the deck."""
    block = joint_blocks(description)[joint]
    return f"{noun(block)} {block.name} (line {block.span.line})"


def noun(block: Described) -> str:
    """Return the noun with which messages name a block: "joint", or the kind of coupling."""
    kind = kind_of(block)
    return kind.title if kind.record.has_own_block else "joint"


def carries(block: Described) -> bool:
    """Return whether the block is a prescribed motion, in which functions of time move a body."""
    return kind_of(block).record.carries


def ends_of(block: Described, description: Description) -> tuple[str, str]:
    """Return the bodies B0 and B1 of a joint. For a prescribed motion, B0 is the observer's body, or GROUND, and B1 is
    the carried body.
    """
    if not carries(block):
        body0, body1 = block["CONNECTED_TO_BODIES"]
        return body0, body1
    frames = description.of_kind("MOVING_FRAME")
    frame = frames.get(block.get("FRAME_NAME", INERTIAL_FRAME))
    while frame is not None and "CONNECTED_TO_BODY" not in frame:
        frame = frames.get(frame.get("IS_DEFINED_IN_FRAME", INERTIAL_FRAME))
    return GROUND if frame is None else frame["CONNECTED_TO_BODY"], block["CONNECTED_TO_BODY"]


def kind_of(block: Described) -> JointKind:
    """Return the kind of the joint that a block defines."""
    return _KIND_OF[block.kind]


def items(block: Described, keyword: str) -> tuple[Any, ...]:
    """Return the items of a keyword as a tuple, even if the keyword has a single item. The tuple is empty if the
    keyword is not given.
    """
    data = block.get(keyword, ())
    return data if isinstance(data, tuple) else (data,)


def driving_signals_of(description: Description, joint: str, functions: Container[str]) -> list[str]:
    """Return the names of the signals that drive a joint, directly or through a controller. `functions` contains the
    names of all functions. A driver with such a name is a function, not a signal.
    """
    own = [(block, "ACTUATOR") for block in joint_blocks(description) if block.name == joint]
    controllers = description.all_of("JOINT_CONTROLLER")
    own += [(block, "FEEDFORWARD_FUNCTION_NAME") for block in controllers if block["JOINT_NAME"] == joint]
    found = [name for block, keyword in own for name in items(block, keyword) if name not in functions]
    return found + [name for block, _ in own for name in items(block, "SIGNAL_NAME")]


def prescriptions(block: Described) -> dict[Coordinate, str]:
    """Return the names of the functions that prescribe coordinates of a joint."""
    found: dict[Coordinate, str] = {}
    for keyword, slides in (("PRESCRIBED_ROTATION", False), ("PRESCRIBED_DISPLACEMENT", True)):
        alike = [coordinate for coordinate in kind_of(block).record.coordinates if coordinate.slides == slides]
        found.update(zip(alike, items(block, keyword), strict=False))
    return found
