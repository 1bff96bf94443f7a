"""The kinds of forces between two bodies that have a `PairForce` record (kind.py). To add a kind, write a module with
its record, and list it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rbsolve.language.described import Description
from rbsolve.language.recall import recallable
from rbsolve.solver.forces.kind import GLYPHS, ForceKind, PairForce
from rbsolve.solver.forces.torsion_spring import TORSION_SPRING
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Model, Pairs
from rbsolve.solver.model.flat import NO_INTS, WIDTH, Ints

PAIR_FORCES: tuple[PairForce, ...] = (TORSION_SPRING,)
"""The index of a kind is its code and determines the order in `Model.pairs`."""


def _check_records() -> None:
    for kind in PAIR_FORCES:
        keywords = {keyword.name for keyword in kind.block.keywords}
        if "CONNECTED_TO_BODIES" not in keywords or kind.glyph not in GLYPHS or kind.block.family != "FORCE":
            raise TypeError(
                f"force {kind.name}: without @CONNECTED_TO_BODIES, not of the family FORCE, or an unknown glyph"
            )


_check_records()


@recallable
def assemble_pairs(description: Description, anatomy: Any) -> Pairs:
    """Return the arrays of all pairs, sorted by kind."""
    rows, counts = [], []
    for kind in PAIR_FORCES:
        blocks = list(description.all_of(kind.block.kind))
        counts.append(len(blocks))
        rows += [(block, kind.row(block, anatomy)) for block in blocks]
    bodies = np.array(
        [[anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]] for block, _ in rows], dtype=np.int64
    ).reshape(-1, 2)
    points = np.array(
        [[anatomy.point(b, row.point) for b in pair] for (_, row), pair in zip(rows, bodies, strict=True)]
    ).reshape(-1, 2, 3)
    axes = np.array([[anatomy.axes(b, row.axes) for b in pair] for (_, row), pair in zip(rows, bodies, strict=True)])
    numbers = np.zeros((len(rows), WIDTH))
    for i, (_, row) in enumerate(rows):
        numbers[i, : len(row.numbers)] = row.numbers
    axes = axes.reshape(-1, 2, 3, 3)
    return Pairs(
        body0=np.ascontiguousarray(bodies[:, 0]),
        body1=np.ascontiguousarray(bodies[:, 1]),
        point0=np.ascontiguousarray(points[:, 0]),
        point1=np.ascontiguousarray(points[:, 1]),
        axes0=np.ascontiguousarray(axes[:, 0]),
        axes1=np.ascontiguousarray(axes[:, 1]),
        function=np.array([anatomy.function(row.function) for _, row in rows], dtype=np.int64),
        interval=np.array([anatomy.interval(block.kind, block.name, 0) for block, _ in rows], dtype=np.int64),
        numbers=numbers,
        first=np.cumsum([0, *counts], dtype=np.int64),
    )


def pair_kinds() -> list[ForceKind]:
    """Return the `ForceKind` of each record."""
    return [_kind(code, pair) for code, pair in enumerate(PAIR_FORCES)]


def _kind(code: int, pair: PairForce) -> ForceKind:
    def elements(model: Model) -> tuple[Pairs, Ints]:
        first = model.pairs.first
        return model.pairs, np.arange(first[code], first[code + 1]) if len(first) else NO_INTS

    def count(model: Model) -> int:
        return len(elements(model)[1])

    def bodies(model: Model) -> tuple[Ints, Ints]:
        pairs, which = elements(model)
        return pairs.body0[which], pairs.body1[which]

    return ForceKind(
        name=pair.name,
        plural=f"{pair.name}s",
        block=pair.block,
        count=count,
        apply=_apply_entry(code),
        bodies=bodies,
        tangent=_tangent_entry(code) if pair.tangent else None,
        energy=pair.energy,
        discrete_gradient=_discrete_entry(code) if pair.discrete_gradient else None,
        elements=elements,
        measures=pair.measures,
        glyph=pair.glyph,
    )


def _apply_entry(code: int) -> Callable[..., None]:
    """Return the entry that adds the forces of all pairs of a kind."""
    apply = PAIR_FORCES[code].apply

    def pair_forces(model: Any, t: float, state: Any) -> None:
        for i in range(model.pairs.first[code], model.pairs.first[code + 1]):
            apply(model, i, state)

    return pair_forces


def _tangent_entry(code: int) -> Callable[..., None]:
    """Return the tangent entry for the pairs of a kind."""
    tangent: Any = PAIR_FORCES[code].tangent

    @subroutine
    def pair_tangent(model: Any, t: float, i: int, state: Any, element: Any) -> None:
        tangent(model, model.pairs.first[code] + i, state, element)

    return pair_tangent


def _discrete_entry(code: int) -> Callable[[Any], Callable[..., None]]:
    """Return a function of an arm. This function returns the entry that adds the forces of a kind in an
    energy-conserving step.
    """
    gradient: Any = PAIR_FORCES[code].discrete_gradient

    def entry(arm: Any) -> Callable[..., None]:
        def pair_steps(model: Any, t: float, h: float, start: Any, middle: Any, end: Any) -> None:
            for i in range(model.pairs.first[code], model.pairs.first[code + 1]):
                gradient(model, i, h, arm, start, middle, end)

        return pair_steps

    return entry
