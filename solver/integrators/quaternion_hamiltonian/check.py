"""Checks the restrictions of QUATERNION_HAMILTONIAN. The check of a deck calls it, without numba."""

from __future__ import annotations

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.table import GROUND
from rbsolve.parser.schema.integrators import FORMULATIONS_OF
from rbsolve.solver.integrators.quaternion_hamiltonian.inertia_parameter import SPIN, spin_ratio
from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import inertia_about, pivots
from rbsolve.solver.joints.blocks import joint_blocks, kind_of
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.model.options import QuaternionOptions

FORMULATION = "QUATERNION_HAMILTONIAN"
FITTING = f"{FORMULATION} supports free bodies, and bodies with one SPHERICAL joint to GROUND"


def check(description: Description, model: Model, method: Method, diagnostics: Diagnostics) -> None:
    """Report every joint and every body that the quaternion-based integrators do not support."""
    if method.formulation != FORMULATION:
        return
    _note_idle_spin(method, diagnostics)
    if _joints_fit(description, diagnostics):
        _check_inertia(description, model, method, diagnostics)


def _note_idle_spin(method: Method, diagnostics: Diagnostics) -> None:
    """Add a note for each SPIN of the deck if the parameter of the inertia does not affect a spin."""
    options, block = method.options_as(QuaternionOptions), method.described
    if block is None or "INERTIA_PARAMETER" not in block or options.inertia_parameter != SPIN:
        return
    if spin_ratio(method.integrator, options) is None:
        kind = method.keywords["INERTIA_REPRESENTATION"]
        stages = f" with {options.stages} stages" if options.stages else ""
        message = f"{kind} has no optimum for a spin in {method.integrator}{stages}, so SPIN has the value of AUTO"
        diagnostics.note(Code.CONFLICTING_KEYWORDS, message, block.span_of("INERTIA_PARAMETER"))


def _joints_fit(description: Description, diagnostics: Diagnostics) -> bool:
    """Return whether each joint is a spherical joint to GROUND and the only joint of its body. Other joints are
    reported as errors.
    """
    holds: dict[str, Described] = {}
    fit = True
    # The blocks of a coupling occur once for each of its shares.
    for joint in {joint.span: joint for joint in joint_blocks(description)}.values():
        ends = [name for name in joint.get("CONNECTED_TO_BODIES", ()) if name != GROUND]
        if joint.kind != "SPHERICAL_JOINT":
            message = f"{FORMULATION} does not support {_plural(joint)}"
        elif len(ends) != 1:
            message = f"{FORMULATION} does not support joints between two bodies"
        elif ends[0] in holds:
            message = (
                f"body {ends[0]} has a second fixed point: joint {holds[ends[0]].name} already fixes a point of it"
            )
        else:
            holds[ends[0]] = joint
            continue
        fit = False
        hint = (
            f"{FITTING}; for other joints use GENERALIZED_ALPHA with {', '.join(FORMULATIONS_OF['GENERALIZED_ALPHA'])}"
        )
        diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, joint.span, hint)
    return fit


def _plural(joint: Described) -> str:
    kind = kind_of(joint)
    return f"{kind.title}s" if kind.record.has_own_block else f"{kind.title} joints"


def _check_inertia(description: Description, model: Model, method: Method, diagnostics: Diagnostics) -> None:
    """Report bodies with a singular inertia about the pivot, because the Hamiltonian contains the inverse of the
    inertia.
    """
    pivot, _ = pivots(model)
    for b, body in enumerate(description.all_of("RIGID_BODY")):
        moments = np.linalg.eigvalsh(inertia_about(model.bodies, b, pivot[b]))
        if not moments[0] > 1e-13 * moments[2]:
            diagnostics.error(
                Code.INVALID_VALUE,
                f"body {body.name} has no inertia about an axis: {method.integrator} cannot solve for its rotation",
                body.span_of("MASS_PROPERTY_NAME"),
                "give all three moments of inertia; they can be small for a point mass",
            )
