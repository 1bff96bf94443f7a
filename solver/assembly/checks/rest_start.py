"""Checks decks whose run starts at equilibrium (`@START_FROM {STATIC}`)."""

from __future__ import annotations

import numpy as np

from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.solver.assembly.checks.faces import check_faces
from rbsolve.solver.assembly.elements.prescriptions import prescribed_values
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.model.analyses import STATIC
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.signals.driving import remembering_signals

START_FROM = "START_FROM"
_VELOCITIES = ("INITIAL_VELOCITY", "INITIAL_ANGULAR_VELOCITY", "INITIAL_UNIFIED_VELOCITIES", "INITIAL_RATE")


def begins_at_rest(description: Description) -> bool:
    """Return whether a dynamic run of the deck starts at equilibrium."""
    return any(analysis.get(START_FROM) == STATIC for analysis in description.all_of("ANALYSIS"))


def check_rest_start(description: Description, model: Model, start: float, diagnostics: Diagnostics) -> None:
    """Report objects of the deck that prevent a start at rest."""
    analysis = next(description.all_of("ANALYSIS"))
    place = analysis.span_of(START_FROM)
    check_faces(description, model, STATIC, diagnostics)
    if len(remembering_signals(model)):
        message = "@START_FROM {STATIC} does not support signals that depend on the past (delays, samples, hysteresis)"
        diagnostics.error(
            Code.INCOMPATIBLE_FORMULATION,
            message,
            place,
            "start from the given state, and allow time for the signals to settle",
        )
    blocks = joint_blocks(description)
    rates = prescribed_values(model, start, 1)
    owner = np.searchsorted(model.joints.first_row, np.arange(len(rates)), side="right") - 1
    for row in np.flatnonzero(rates != 0.0):
        block = blocks[int(owner[row])]
        diagnostics.error(
            Code.INCONSISTENT_INITIAL_CONDITIONS,
            f"the run starts at rest, but the prescribed motion of {block.name} starts with the rate {rates[row]:.6g}",
            block.span,
            "use a function with zero rate at the start",
        )
    for block in (*description.all_of("RIGID_BODY"), *blocks):
        for keyword in _VELOCITIES:
            if np.any(np.asarray(block.get(keyword, 0.0)) != 0.0):
                message = f"`@{keyword}` of {block.name} has no effect: the run starts at rest"
                diagnostics.warning(Code.CONFLICTING_KEYWORDS, message, block.span_of(keyword))
