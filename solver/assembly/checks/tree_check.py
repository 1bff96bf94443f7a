"""Checks the restrictions of MINIMAL_COORDINATES, and finds jumps of prescribed rates. Both are reported when a deck is
checked, without numba.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.recall import recallable
from rbsolve.language.table import GROUND
from rbsolve.parser.schema.integrators import FORMULATIONS_OF
from rbsolve.solver.assembly.elements.carried import moving_functions
from rbsolve.solver.assembly.elements.prescriptions import prescriptions_of
from rbsolve.solver.functions.corners import ENTRY, MANY
from rbsolve.solver.functions.jumps import Jump, first_jump
from rbsolve.solver.functions.registry import CODES, COMPOSED
from rbsolve.solver.functions.switching import MOST, switches
from rbsolve.solver.joints.blocks import carries, ends_of, items, joint_blocks, kind_of, noun, prescriptions
from rbsolve.solver.joints.resistance import has_stops
from rbsolve.solver.model.arrays import Functions, Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.trees.topology import carrying_joints, has_face, in_forest, slot_of

FORMULATION = "MINIMAL_COORDINATES"


class JumpingMotion(NamedTuple):
    """A prescribed motion whose rate jumps during a run. Joint coordinates do not support the resulting impulse."""

    joint: Described
    keyword: str
    jump: Jump
    dense: str
    """The reason why steps cannot end at each jump, in words. It is empty if they can."""


@recallable
def jumping_motion(
    description: Description, functions: Functions, function_index: dict[str, int], start: float, stop: float
) -> JumpingMotion | None:
    """Return the first joint whose prescribed rate jumps between two times. A joint has priority if it has so many
    jumps that steps cannot end at each of them.
    """
    found: list[JumpingMotion] = []
    for joint in joint_blocks(description):
        for block, keyword, name in _motions(joint, description):
            jump = first_jump(functions, function_index[name], start, stop)
            if jump is not None:
                dense = _why_dense(functions, function_index[name], start, stop)
                found.append(JumpingMotion(block, keyword, jump, dense))
    return next((jumping for jumping in found if jumping.dense), found[0] if found else None)


def _why_dense(functions: Functions, index: int, start: float, stop: float) -> str:
    """Return why steps cannot end at all corners of a function and of the functions that it may call. The text is empty
    if they can.
    """
    places = np.diff(functions.first) // ENTRY
    is_dense = (functions.kind == CODES["TABULATED"]) & (places > MANY)
    if is_dense.any() if functions.kind[index] == COMPOSED else is_dense[index]:
        return f"a table of more than {MANY} places"
    if functions.kind[index] in (COMPOSED, CODES["EXPRESSION"]):
        found = switches(functions, start, stop, lambda ahead: ahead.function(index, ahead.time()))
        if len(found.times) >= MOST - 1 and not found.are_all:
            return f"a formula that switches more than {MOST:,} times"
    return ""


def _motions(joint: Described, description: Description) -> Iterator[tuple[Described, str, str]]:
    """Yield the functions that prescribe motions of a joint, as the block, the keyword and the name of each function."""
    if carries(joint):
        yield from moving_functions(joint, description)
    for keyword in ("PRESCRIBED_ROTATION", "PRESCRIBED_DISPLACEMENT"):
        yield from ((joint, keyword, name) for name in items(joint, keyword))


def check(
    description: Description, model: Model, method: Method, jumping: JumpingMotion | None, diagnostics: Diagnostics
) -> None:
    """Report joints that close loops if the integrator requires a forest. Also report prescribed motions whose rates
    jump.
    """
    if jumping is not None and not in_forest(model.bodies).any():
        _warn_of_jump(jumping, model, diagnostics)
    if not in_forest(model.bodies).any():
        return
    if jumping is not None:
        _report_jump(jumping, diagnostics)
    _check_faces(description, model, diagnostics)


def _check_faces(description: Description, model: Model, diagnostics: Diagnostics) -> None:
    """Report joints whose coordinates a tree does not support, or whose prescribed coordinates it does not support."""
    others = [name for name in FORMULATIONS_OF["GENERALIZED_ALPHA"] if name != FORMULATION]
    blocks = joint_blocks(description)
    for j, body in carrying_joints(model):
        block = blocks[j]
        onward = bool(model.joints.body1[j] == body)
        reason = ""
        if not has_face(kind_of(block)):
            reason = f"has no coordinates of the {kind_of(block).title} joint"
        elif any(slot_of(coordinate, onward) < 0 for coordinate in prescriptions_of(model.joints, j)):
            reason = "cannot prescribe that coordinate of"
        if reason:
            diagnostics.error(
                Code.INCOMPATIBLE_FORMULATION,
                f"{FORMULATION} {reason} {block.name}",
                block.span,
                f"possible: GENERALIZED_ALPHA on {', '.join(others)}",
            )


def fits_tree(block: Described, description: Description) -> bool:
    """Return whether joint coordinates can be the default for a joint, whichever of its bodies is the parent."""
    if carries(block):
        return ends_of(block, description)[0] == GROUND
    return has_face(kind_of(block)) and all(slot_of(coordinate, False) >= 0 for coordinate in prescriptions(block))


def describe_jump(jumping: JumpingMotion) -> str:
    """Return the message about a jump: the motion, the time, and the rates before and after the jump."""
    block, keyword, (t, before, after), _ = jumping
    what = "rotation" if "ROTATION" in keyword else "displacement"
    owner = "frame" if block.kind == "MOVING_FRAME" else noun(block)
    unit = "rad/s" if what == "rotation" else "m/s"
    return (
        f"the prescribed {what} of {owner} {block.name} jumps at t = {t:.9g} s from {before:.6g} to {after:.6g} {unit}"
    )


def _warn_of_jump(jumping: JumpingMotion, model: Model, diagnostics: Diagnostics) -> None:
    """Warn of a jump of a prescribed rate at which no step ends. The error is then proportional to the step
    (integrators/generalized_alpha/impulses.py).
    """
    span = jumping.joint.span_of(jumping.keyword)
    if jumping.dense:
        diagnostics.warning(
            Code.INCOMPATIBLE_FORMULATION,
            f"{describe_jump(jumping)}: {jumping.dense} has too many jumps. Steps do not end at each jump, so the "
            "errors after a jump are proportional to the step",
            span,
            "make the function smooth (@INTERPOLATION {CUBIC})",
        )
    elif len(model.frictions.joint):
        diagnostics.warning(
            Code.INCOMPATIBLE_FORMULATION,
            f"{describe_jump(jumping)}: this impulse ignores joint friction",
            span,
            "make the function smooth (@INTERPOLATION {CUBIC}), so that friction acts during the change",
        )
    elif len(model.contacts.end) or has_stops(model.drives):
        what = "contacts" if len(model.contacts.end) else "stops of joints"
        diagnostics.warning(
            Code.INCOMPATIBLE_FORMULATION,
            f"{describe_jump(jumping)}: {what} do not affect this impulse, and their damping uses the velocity "
            "before the impulse",
            span,
            "make the function smooth (@INTERPOLATION {CUBIC}), so that they also act during the change",
        )


def _report_jump(jumping: JumpingMotion, diagnostics: Diagnostics) -> None:
    others = [name for name in FORMULATIONS_OF["GENERALIZED_ALPHA"] if name != FORMULATION]
    diagnostics.error(
        Code.INCOMPATIBLE_FORMULATION,
        f"{describe_jump(jumping)}: {FORMULATION} does not support the resulting impulse",
        jumping.joint.span_of(jumping.keyword),
        f"make its function smooth (@INTERPOLATION {{CUBIC}}), or choose GENERALIZED_ALPHA on {', '.join(others)}",
    )
