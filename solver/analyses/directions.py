"""Describes directions of motion in words, for messages about unbalanced forces, neutral motions and unstable motions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rbsolve.language.words import listed
from rbsolve.solver.analyses.independent_coordinates import Basis, SpanningTree
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats

NOTABLE = 0.5  # smallest coordinate that a message names, relative to the largest coordinate
MOST_NAMED = 4
SHOWN = 5e-4  # smallest component of a direction in a message


def names(compiled: CompiledModel) -> tuple[Sequence[str], Sequence[str]]:
    """Return the names of joints and of bodies (GROUND last) by index."""
    return [block.name for block in joint_blocks(compiled.description)], list(compiled.body_index)


def movers(basis: Basis, y: Floats, size: float, compiled: CompiledModel) -> str:
    """Return the names of the joints and bodies that move along the change `y` (f,) of the chosen coordinates."""
    return parts_that_move(basis.tree, basis.H @ y, size, compiled)


def parts_that_move(tree: SpanningTree, change: Floats, size: float, compiled: CompiledModel) -> str:
    """Return the joints and bodies that move along a change (n,) of the tree's coordinates. Examples are "body B along
    (0, 0, -1)" and "joint A turning".
    """
    lengths = np.array([size if c.unit == "m" else 1.0 for c in tree.coordinates])
    relative = np.abs(change) / lengths
    notable = np.flatnonzero(relative >= NOTABLE * np.max(relative, initial=0.0))
    joints, bodies = names(compiled)
    found: dict[str, None] = {}
    for k in notable.tolist():
        coordinate = tree.coordinates[k]
        slides = coordinate.unit == "m"
        if coordinate.joint >= 0:
            found[f"joint {joints[coordinate.joint]} {'sliding' if slides else 'turning'}"] = None
        else:
            alike = [
                i
                for i, other in enumerate(tree.coordinates)
                if other.joint < 0 and other.body == coordinate.body and other.unit == coordinate.unit
            ]
            axis = change[alike] / np.linalg.norm(change[alike])
            text = ", ".join(f"{0.0 if abs(a) < SHOWN else a:.4g}" for a in axis)
            found[f"body {bodies[coordinate.body]} {'along' if slides else 'turning about'} ({text})"] = None
    return listed(list(found), MOST_NAMED)
