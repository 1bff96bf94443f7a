"""Compiles the kinds of couplings of a model as entries, and calls these entries in kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import array
from rbsolve.solver.compiler.records import before_use, layout_of
from rbsolve.solver.compiler.subroutines import call3
from rbsolve.solver.joints.couplings.registry import COUPLINGS
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import empty_state
from rbsolve.solver.model.cases import as_in
from rbsolve.solver.model.joints import Joints

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats

FACES = {"residuals": 1, "jacobians": 2, "accelerations": 1}  # number of dimensions of each result


def _entry(code: int, face: str) -> Callable[..., None]:
    """Return the entry that computes the rows of all couplings of a kind."""
    fill = getattr(COUPLINGS[code], face)

    def coupling_rows(joints: Any, state: Any, out: Any) -> None:
        for i in range(joints.couplings.first[code], joints.couplings.first[code + 1]):
            fill(joints, i, state, out)

    return coupling_rows


_ENTRIES = {face: [_entry(code, face) for code in range(len(COUPLINGS))] for face in FACES}


def link_entries(joints: Joints) -> Joints:
    """Return the joints with the addresses of the entries that they need."""
    counts = np.diff(joints.couplings.first)
    if not counts.any():
        return joints
    numbers, found = joints.couplings.numbers, dict[str, Any]()
    state = layout_of(as_in(numbers, empty_state(0)))
    for face, dimensions in FACES.items():
        needed = zip(COUPLINGS, counts, _ENTRIES[face], strict=True)
        wanted = [(entry, f"{kind.kind.title}s: {face}") for kind, count, entry in needed if count]
        addresses = addresses_of(wanted, layout_of(joints), state, array(dimensions, numbers.dtype.name))
        found[face] = np.array(addresses, dtype=np.int64)
    return joints._replace(couplings=joints.couplings._replace(**found))


before_use(Joints, link_entries)


@subroutine
def put_residuals(joints: Joints, state: State, phi: Floats) -> None:
    """Write the residuals of the couplings to their rows of `phi` (nc,)."""
    for k in range(joints.couplings.residuals.shape[0]):
        call3(joints.couplings.residuals[k], joints, state, phi)


@subroutine
def put_jacobians(joints: Joints, state: State, J: Floats) -> None:
    """Write the Jacobians of the couplings to their rows of `J` (nc, 12)."""
    for k in range(joints.couplings.jacobians.shape[0]):
        call3(joints.couplings.jacobians[k], joints, state, J)


@subroutine
def put_accelerations(joints: Joints, state: State, gamma: Floats) -> None:
    """Write the terms of the couplings that do not contain accelerations to their rows of `gamma` (nc,)."""
    for k in range(joints.couplings.accelerations.shape[0]):
        call3(joints.couplings.accelerations[k], joints, state, gamma)
