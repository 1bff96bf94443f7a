"""Finds design parameters for which a mechanism with redundant constraints can move only at their given values.

An example is Bricard's linkage: if one of its points moves, the redundant condition becomes independent, and the
linkage is rigid. Then neighbouring runs have another motion, or fail, so a derivative does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rbsolve.ensemble.variation import Variation
from rbsolve.language.diagnostics import Code
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.sensitivity.derivative import Target

SHIFTS = (1.0 / 64.0, -1.0 / 64.0)
"""Changes of a number relative to its size. A change that makes errors in the deck is not used."""


def targets_of_mobility(
    checked: CheckedDeck, variation: Variation, targets: Sequence[Target], given: Mapping[str, Parameter]
) -> list[Target]:
    """Return the targets whose other values change the number of redundant constraints at the start. `given` are the
    design parameters of the run.
    """
    own = _redundancies(checked)
    if not own:
        return []
    return [target for target in targets if _changes(variation, target, given, own)]


def _changes(variation: Variation, target: Target, given: Mapping[str, Parameter], own: list[str]) -> bool:
    for shift in SHIFTS:
        near = variation.check({**given, **target.at(target.value + shift * target.size)})
        if near.solvable is not None:
            return _redundancies(near) != own
    return False


def _redundancies(checked: CheckedDeck) -> list[str]:
    return [finding.message for finding in checked.diagnostics if finding.code == Code.REDUNDANT_CONSTRAINTS]
