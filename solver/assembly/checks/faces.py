"""Reports forces that lack a function which an integrator or an analysis needs."""

from __future__ import annotations

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.solver.forces.catalogue import KINDS, missing_functions
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.model.arrays import Model

ABLE = ("GENERALIZED_ALPHA", "EXPLICIT_RUNGE_KUTTA")
_REASON = "{0} needs the {1} of each force; a {2} has none"
_REASONS = {"given_by_motion": "{0} supports only forces that are {1}; a {2} also depends on the joint's reaction"}


def check_faces(description: Description, model: Model, needed_by: str, diagnostics: Diagnostics) -> None:
    """Report each force that lacks a function for `needed_by`, the name of an integrator or an analysis."""
    for kind in KINDS:
        faces = missing_functions(kind, needed_by) if kind.count(model) else []
        for block in _blocks(description, model, kind) if faces else ():
            able = [name for name in ABLE if name != needed_by and not missing_functions(kind, name)]
            diagnostics.error(
                Code.INCOMPATIBLE_FORMULATION,
                _REASONS.get(faces[0], _REASON).format(needed_by, faces[0].replace("_", " "), kind.name),
                block.span,
                f"use {' or '.join(able)}, or another kind of force",
            )


def _blocks(description: Description, model: Model, kind: ForceKind) -> list[Described]:
    """Return the blocks of forces of a kind, or the blocks of joints that have such a force."""
    if kind.block is not None:
        return list(description.all_of(kind.block.kind))
    blocks = joint_blocks(description)
    return [blocks[j] for j in dict.fromkeys(kind.joints(model).tolist() if kind.joints else ())]
