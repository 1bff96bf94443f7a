"""Finds design parameters for which a mechanism with redundant constraints can move only at their given values.

An example is Bricard's linkage: if one of its points moves, the redundant condition becomes independent, and the
linkage is rigid. Then neighbouring runs have another motion, or fail, so a derivative does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from rbsolve.language.diagnostics import Code
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.model_slopes import moved_case

Check = Callable[[Mapping[str, Parameter]], CheckedDeck]
SHIFTS = (1.0 / 64.0, -1.0 / 64.0)
"""Changes of a number relative to its size. A change that makes errors in the deck is not used."""


def targets_of_mobility(
    checked: CheckedDeck, check: Check, targets: Sequence[Target], given: Mapping[str, Parameter]
) -> list[Target]:
    """Return the targets whose other values change the number of redundant constraints at the start. `check` checks the
    deck with other design parameters. `given` are the design parameters of the run.
    """
    own = _redundancies(checked)
    return _with_changes(check, list(targets), given, own) if own and targets else []


def _with_changes(check: Check, targets: list[Target], given: Mapping[str, Parameter], own: list[str]) -> list[Target]:
    """Return the targets that change the redundancies. They are found by bisection, because they are rare."""
    changes = _changes(check, targets, given, own)
    if changes is False or (len(targets) == 1 and changes is None):
        return []
    if len(targets) == 1:
        return targets
    middle = len(targets) // 2
    halves = targets[:middle], targets[middle:]
    return [target for half in halves for target in _with_changes(check, half, given, own)]


def _changes(check: Check, targets: Sequence[Target], given: Mapping[str, Parameter], own: list[str]) -> bool | None:
    """Return whether a change of all targets changes the redundancies. Return None if it makes errors in the deck.

    The changes are random, because equal relative changes of all lengths would only scale a mechanism.
    """
    random, others = np.random.default_rng(1), len(targets) - 1
    parts = [1.0, *(random.uniform(0.5, 1.0, others) * random.choice((1.0, -1.0), others)).tolist()]
    for shift in SHIFTS:
        moves = [shift * part * target.size for part, target in zip(parts, targets, strict=True)]
        near = check(moved_case(targets, given, moves))
        if near.solvable is not None:
            return _redundancies(near) != own
    return None


def _redundancies(checked: CheckedDeck) -> list[str]:
    return [finding.message for finding in checked.diagnostics if finding.code == Code.REDUNDANT_CONSTRAINTS]
