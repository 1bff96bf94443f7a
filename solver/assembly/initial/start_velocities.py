"""Computes the initial velocities (`velocities.py`), and reports the diagnostics about them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.many import largest, largest_size, of_each
from rbsolve.solver.assembly.initial.given import Given, written_rates, written_velocities
from rbsolve.solver.assembly.initial.velocities import start_velocities
from rbsolve.solver.joints.blocks import carries, joint_blocks, noun
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats

TOLERANCE = 1e-8  # a warning follows if the relative change of a given value exceeds this value
PRESCRIBED = ("PRESCRIBED_ROTATION", "PRESCRIBED_DISPLACEMENT")


def with_start_velocities(
    model: Model,
    state: State,
    description: Description,
    t: float,
    size: float,
    starts_moving: bool,
    diagnostics: Diagnostics,
) -> State:
    """Return the assembled `state`, with consistent velocities of all bodies instead of the given velocities. `size` is
    the extent of the model.

    If `starts_moving` is false, given velocities are ignored.
    """
    blocks = joint_blocks(description)
    given: list[Given] = []
    if starts_moving:
        given = [*written_velocities(model, state, description), *written_rates(model, state, blocks)]
    found = start_velocities(model, state, given, t, size)
    if found.contradicting:
        report_contradiction(found.contradicting, blocks, diagnostics)
        return state
    bodies = list(description.of_kind("RIGID_BODY").values())
    fastest = 0.0
    if found.changes:
        fastest = largest_size(found.v / np.repeat([size, 1.0], 3))
    for place in sorted(found.changes):
        item = given[place]
        for change in _changes(item, found.changes[place], blocks, bodies):
            scale = size if change.unit.startswith("m") else 1.0
            if change.amount > TOLERANCE * largest([change.before, change.after, 1e-4 * fastest * scale]):
                _report_change(change, item.joint >= 0, diagnostics)
    v = found.v
    return state._replace(u=np.ascontiguousarray(v[:, :3]), w=np.ascontiguousarray(v[:, 3:]))


class _Change:
    """The change of a given value, and the data for the message about this change."""

    def __init__(self, what: str, span: Span, before: Floats, after: Floats, unit: str) -> None:
        self.what, self.span, self.unit = what, span, unit
        self.amount, self.before, self.after = (of_each(_length, part) for part in (after - before, before, after))
        # A rate is shown with its sign, and a velocity by its size.
        self.shown = (before[0], after[0]) if len(before) == 1 else (self.before, self.after)


def _length(vectors: Floats) -> Floats:
    """Return the lengths of vectors (..., k)."""
    lengths: Floats = np.linalg.norm(vectors, axis=-1)
    return lengths


def _changes(item: Given, change: Floats, blocks: list[Described], bodies: list[Described]) -> Iterator[_Change]:
    new = item.values + change
    if item.joint >= 0:
        block = blocks[item.joint]
        for k, unit in enumerate(item.units):
            which = f" (item {k + 1})" if len(item.units) > 1 else ""
            what = f"@INITIAL_RATE{which} of joint {block.name}"
            yield _Change(what, item.span, item.values[k : k + 1], new[k : k + 1], unit)
        return
    block = bodies[item.body]
    for k, unit in enumerate(item.units):
        keyword = "INITIAL_VELOCITY" if unit == "m/s" else "INITIAL_ANGULAR_VELOCITY"
        keyword = keyword if keyword in block else item.keyword
        name = "velocity" if unit == "m/s" else "angular velocity"
        part = slice(3 * k, 3 * k + 3)
        yield _Change(
            f"the initial {name} of body {block.name}", block.span_of(keyword), item.values[part], new[part], unit
        )


def _report_change(change: _Change, is_rate: bool, diagnostics: Diagnostics) -> None:
    before, after = change.shown
    diagnostics.warning(
        Code.INCONSISTENT_INITIAL_CONDITIONS,
        f"{change.what} was changed by {change.amount:.6g} {change.unit} to satisfy the joints "
        f"({'' if is_rate else 'size '}{before:.6g} before, {after:.6g} after)",
        change.span,
        "the given values contradict each other or the joints: give fewer values; a joint without a given rate "
        "starts with zero rate",
    )


def report_contradiction(
    culprits: tuple[int, ...], blocks: list[Described], diagnostics: Diagnostics, what: str = "velocities"
) -> None:
    """Report the prescribed motions, or the joints of loops, that no velocities (or accelerations) satisfy."""
    driven = [(block, keyword) for block in blocks for keyword in PRESCRIBED if keyword in block]
    carrying = [block for block in blocks if carries(block)]
    block, keyword = driven[-1] if driven else ((carrying or [blocks[culprits[-1]]])[-1], "")
    given = [f"@{keyword} of {block.name}" for block, keyword in driven] + [f"{noun(b)} {b.name}" for b in carrying]
    named = " and ".join(given) or "The given values at the start"
    lines = ", ".join(
        dict.fromkeys(f"{blocks[j].name} (line {blocks[j].span.line})" for j in culprits if j < len(blocks))
    )
    diagnostics.error(
        Code.INCONSISTENT_INITIAL_CONDITIONS,
        f"{named} contradict each other: no {what} satisfy both the given values and the joints {lines}",
        block.span_of(keyword),
        "the number of prescribed motions must not exceed the degrees of freedom of the mechanism",
    )
