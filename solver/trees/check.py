"""What a model may contain for MINIMAL_COORDINATES; reported when a deck is checked, without numba."""

from __future__ import annotations

from rbsolve.parser.description.described import Description
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES, FORMULATIONS_OF
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.model.joints import joint_blocks
from rbsolve.solver.trees.topology import loops_of

FORMULATION = "MINIMAL_COORDINATES"


def check(description: Description, model: Model, method: Method, diagnostics: Diagnostics) -> None:
    """Report joints that close loops where an integrator needs a forest."""
    if method.formulation != FORMULATION or method.integrator not in EXPLICIT_TYPES:
        return
    loops = loops_of(len(model.bodies.mass), model.joints)
    if not loops:
        return
    block = joint_blocks(description)[loops[0]]
    message = f"{method.integrator} integrates trees of bodies, and joint {block.name} closes a loop"
    hint = f"what fits: GENERALIZED_ALPHA on {', '.join(FORMULATIONS_OF['GENERALIZED_ALPHA'])}"
    diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, block.span, hint)
