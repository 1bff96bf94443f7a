"""Checks the conditions of analyses without an integrator. Joint coordinates must determine the poses of bodies, and
KINEMATIC requires that all motions are prescribed.

The module uses only numpy, because it runs when a deck is checked.
"""

from __future__ import annotations

from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.joints.record import VECTOR, Coordinate
from rbsolve.language.words import listed
from rbsolve.solver.analyses.independent_coordinates import Basis, SpanningTree
from rbsolve.solver.assembly.checks.rest_start import begins_at_rest
from rbsolve.solver.assembly.elements.bodies import bodies_of
from rbsolve.solver.assembly.elements.prescriptions import prescriptions_of
from rbsolve.solver.joints.blocks import joint_blocks, kind_of
from rbsolve.solver.joints.couplings.registry import COUPLING_OF
from rbsolve.solver.model.analyses import DYNAMIC, KINEMATIC, STATIC
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.compiled import CompiledModel

MOVES = 1e-6  # smallest component of a free motion for which a coordinate counts as moving
MOST_NAMED = 6


def check_analysis(compiled: CompiledModel, linearizes: bool, diagnostics: Diagnostics) -> None:
    """Report what a model lacks for its analysis, or for a linearization at rest."""
    kind = compiled.analysis
    rests = kind in (STATIC, KINEMATIC)
    if rests or linearizes:
        check_placing(compiled, "linearization" if linearizes else kind, diagnostics, may_roll=not rests)
    if kind == DYNAMIC and begins_at_rest(compiled.description):
        check_placing(compiled, "@START_FROM {STATIC}", diagnostics)
    if kind == KINEMATIC and not diagnostics.has_errors:
        check_prescribed(compiled.model, compiled.initial, compiled.description, diagnostics)


def check_placing(compiled: CompiledModel, what: str, diagnostics: Diagnostics, *, may_roll: bool = False) -> None:
    """Report joints whose coordinates an analysis cannot use to move bodies. Without `may_roll`, also report rolling
    contacts.
    """
    model = compiled.model
    for j, block in enumerate(joint_blocks(compiled.description)):
        reason = ""
        if not kind_of(block).record.moves_exactly:
            reason = f"changes of the coordinates of {kind_of(block).title} joint {block.name} violate its constraints"
        elif why := _vector(set(VECTOR) & set(prescriptions_of(model.joints, j)), what):
            reason = f"{why} (joint {block.name}) is not such a coordinate"
        if not may_roll and kind_of(block).record.couples and COUPLING_OF[kind_of(block)].velocity_rows:
            reason = f"{kind_of(block).title} {block.name} constrains velocities: the position depends on the path"
        if reason:
            message = f"{what} positions the bodies by joint coordinates, but {reason}"
            diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, block.span, "use a DYNAMIC analysis")


def _vector(prescribed: set[Coordinate], what: str) -> str:
    """Return a description of a prescribed rotation vector in an analysis that does not support it. KINEMATIC supports
    rotation vectors by its constraints.
    """
    if not prescribed or what == KINEMATIC or (what == STATIC and len(prescribed) == len(VECTOR)):
        return ""
    return "a prescribed rotation vector" if what != STATIC else "a component of a prescribed rotation vector"


def check_prescribed(model: Model, state: State, description: Description, diagnostics: Diagnostics) -> None:
    """Report the remaining degrees of freedom, and the joints and bodies that they move."""
    blocks = joint_blocks(description)
    bodies = list(bodies_of(description))
    tree = SpanningTree(model, [block.name for block in blocks], bodies)
    basis = Basis(tree, state)
    if basis.free == 0:
        return
    moving = [c for c, part in zip(tree.coordinates, basis.H, strict=True) if abs(part).max() > MOVES]
    named = dict.fromkeys(
        f"joint {blocks[c.joint].name} (line {blocks[c.joint].span.line})" if c.joint >= 0 else f"body {bodies[c.body]}"
        for c in moving
    )
    count = "1 degree of freedom is" if basis.free == 1 else f"{basis.free} degrees of freedom are"
    analysis = next(description.all_of("ANALYSIS"))
    driven = [c for c in moving if c.joint >= 0]
    hint = (
        "prescribe this number of motions (@PRESCRIBED_ROTATION, @PRESCRIBED_DISPLACEMENT), or choose DYNAMIC or STATIC"
    )
    if not driven:
        hint = "connect the bodies by joints with prescribed motions, or choose DYNAMIC"
    elif len(tree.loop_joints):
        hint += "; at a dead centre, start a small distance away from it"
    diagnostics.error(
        Code.INVALID_VALUE,
        f"a KINEMATIC analysis needs a prescribed motion for every degree of freedom: {count} free, in {listed(list(named), MOST_NAMED)}",
        analysis.span_of("ANALYSIS_TYPE"),
        hint,
    )
