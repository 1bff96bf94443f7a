"""The kinds of forces between two bodies that are records (kind.py). A new one is a module with its record and one line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.solver.forces.kind import GLYPHS, PairForce
from rbsolve.solver.forces.torsion_spring import TORSION_SPRING
from rbsolve.solver.model.arrays import WIDTH, Floats, Model, Pairs
from rbsolve.solver.model.compiled import CompiledModel

PAIR_FORCES: tuple[PairForce, ...] = (TORSION_SPRING,)
"""The place of a kind is its code, and the order of the pairs in `Model.pairs`."""

# The faces that an integrator needs beside `apply`
NEEDS = {
    "GENERALIZED_ALPHA": ("tangent",),
    "ENERGY_MOMENTUM": ("tangent", "discrete_gradient"),
    **dict.fromkeys(("IMPLICIT_MIDPOINT", "LOBATTO_IIIA_B", "GAUSS_LOBATTO"), ("discrete_gradient",)),
}


def _check_records() -> None:
    for kind in PAIR_FORCES:
        keywords = {keyword.name for keyword in kind.block.keywords}
        if "CONNECTED_TO_BODIES" not in keywords or kind.glyph not in GLYPHS:
            raise TypeError(f"force {kind.name}: without @CONNECTED_TO_BODIES, or an unknown glyph")


_check_records()


def assemble_pairs(description: Description, anatomy: Any) -> Pairs:
    """The arrays of all pairs, kind by kind."""
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
        numbers=numbers,
        first=np.cumsum([0, *counts], dtype=np.int64),
    )


def check_faces(description: Description, integrator: str, diagnostics: Diagnostics) -> None:
    """Refuse forces that lack what an integrator needs of them."""
    for kind in PAIR_FORCES:
        lacking = [face for face in NEEDS.get(integrator, ()) if getattr(kind, face) is None]
        for block in description.all_of(kind.block.kind) if lacking else ():
            _refuse(block, kind, integrator, lacking, diagnostics)


def _refuse(block: Described, kind: PairForce, integrator: str, lacking: list[str], diagnostics: Diagnostics) -> None:
    able = [
        name
        for name in ("GENERALIZED_ALPHA", "EXPLICIT_RUNGE_KUTTA")
        if all(getattr(kind, face) for face in NEEDS.get(name, ()))
    ]
    diagnostics.error(
        Code.INCOMPATIBLE_FORMULATION,
        f"{integrator} needs the {lacking[0].replace('_', ' ')} of each force, which a {kind.name} has not",
        block.span,
        f"use {' or '.join(able)}, or another kind of force",
    )


def pair_energies(chunk: Any, compiled: CompiledModel) -> Floats:
    """The energy stored in each pair (rows, pairs)."""
    first = compiled.model.pairs.first
    ends = list(zip(PAIR_FORCES, first[:-1].tolist(), first[1:].tolist(), strict=False))
    stored = [kind.energy(chunk, compiled, a, b) for kind, a, b in ends if b > a]
    return np.concatenate(stored, axis=1) if stored else np.zeros((int(chunk.count[0]), 0))


def present(model: Model, kinds: Sequence[PairForce]) -> list[tuple[int, PairForce]]:
    """The kinds that a model has, with their codes."""
    counts = np.diff(model.pairs.first).tolist()
    return [(code, kind) for code, (kind, count) in enumerate(zip(kinds, counts, strict=False)) if count]


def apply_entry(code: int) -> Callable[..., None]:
    """The entry that adds the forces of all pairs of a kind."""
    apply = PAIR_FORCES[code].apply

    def pair_forces(model: Any, t: float, state: Any) -> None:
        for i in range(model.pairs.first[code], model.pairs.first[code + 1]):
            apply(model, i, state)

    return pair_forces


def tangent_entry(code: int) -> Callable[..., None]:
    """The entry of the tangents of a kind, for tangents/links.py."""
    tangent: Any = PAIR_FORCES[code].tangent  # check_faces refuses what has none

    def pair_tangent(model: Any, t: float, i: int, state: Any, multipliers: Any, element: Any, out: Any) -> None:
        tangent(model, model.pairs.first[code] + i, state, element)
        out[0] = 1.0

    return pair_tangent
