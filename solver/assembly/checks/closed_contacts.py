"""Reports contacts that are closed at the start of a run from an output row of other results.

The output row does not contain the memory of contacts.
"""

from __future__ import annotations

from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.words import listed
from rbsolve.solver.assembly.initial.given_start import StartRow
from rbsolve.solver.contacts.nearness import apart
from rbsolve.solver.contacts.touch import ends_of, point_of, sliding_of
from rbsolve.solver.model.arrays import BRISTLE_STIFFNESS, DAMPING, LEAST_SPEED, Model, State

MOST_NAMED = 4


def check_closed_contacts(
    description: Description, model: Model, initial: State, row: StartRow, diagnostics: Diagnostics
) -> None:
    """Warn of closed contacts whose force depends on the motion before the output row, through sticking or through the
    impact speed.
    """
    contacts = model.contacts
    blocks = list(description.all_of("CONTACT"))
    named = [block.name for k, block in enumerate(blocks[: len(contacts.body0)]) if _has_memory(model, k, initial)]
    if not named:
        return
    names = listed(named, MOST_NAMED)
    subject = f"contact {names} is" if len(named) == 1 else f"contacts {names} are"
    diagnostics.warning(
        Code.INCONSISTENT_INITIAL_CONDITIONS,
        f"{subject} closed at t = {row.time:g} s: {row.source} contains neither impact speeds nor sticking forces. "
        "These start anew, so the motion differs from that run",
        next(iter(description.all_of("ANALYSIS"))).span,
        "start from a row without contact, allow time to settle, or continue an interrupted run with `rbsolve resume`",
    )


def _has_memory(model: Model, k: int, state: State) -> bool:
    """Return whether contact `k` has a closed point that sticks, or that moves along the normal faster than the
    smallest impact speed.
    """
    contacts = model.contacts
    law = contacts.law[k]
    if apart(contacts, k, state) > 0.0:
        return False
    for i in range(contacts.first[k], contacts.first[k + 1]):
        probe, solid = ends_of(contacts, k, i)
        touch = point_of(contacts, k, i, state)
        if touch.gap >= 0.0:
            continue
        rate, _ = sliding_of(touch, probe, solid, state)
        if law[BRISTLE_STIFFNESS] > 0.0 or (law[DAMPING] > 0.0 and abs(rate) > law[LEAST_SPEED]):
            return True
    return False
