"""Refusal of forces that lack what an integrator or an analysis needs of them."""

from __future__ import annotations

from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.forces.catalogue import KINDS, lacking
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.model.arrays import Model

ABLE = ("GENERALIZED_ALPHA", "EXPLICIT_RUNGE_KUTTA")


def check_faces(description: Description, model: Model, needed_by: str, diagnostics: Diagnostics) -> None:
    """Report every force of a kind that lacks a face which `needed_by`, an integrator or an analysis, needs."""
    for kind in KINDS:
        faces = lacking(kind, needed_by) if kind.count(model) else []
        for block in _blocks(description, model, kind) if faces else ():
            able = [name for name in ABLE if name != needed_by and not lacking(kind, name)]
            diagnostics.error(
                Code.INCOMPATIBLE_FORMULATION,
                f"{needed_by} needs the {faces[0].replace('_', ' ')} of each force, which a {kind.name} has not",
                block.span,
                f"use {' or '.join(able)}, or another kind of force",
            )


def _blocks(description: Description, model: Model, kind: ForceKind) -> list[Described]:
    """The blocks that are forces of a kind; of drives, the joints."""
    if kind.blocks:
        return list(description.all_of(*kind.blocks))
    blocks = joint_blocks(description)
    return [blocks[j] for j in dict.fromkeys(model.drives.joint.tolist())]
