"""All cases of the validation book, and their selection by the names of cases and groups."""

from __future__ import annotations

from collections.abc import Sequence

from rbsolve.display.mappings import unknown
from rbsolve.validation.case import Case
from rbsolve.validation.cases import (
    benchmarks,
    central_forces,
    closed_forms,
    control,
    drives_and_mechanisms,
    free_bodies,
    modelica,
    observers,
    oscillations,
    rolling_and_contact,
    small_motions,
    spatial_linkages,
    statics_and_kinematics,
    tops_and_pendulums,
)

_GROUPS = (
    benchmarks,
    closed_forms,
    free_bodies,
    central_forces,
    oscillations,
    tops_and_pendulums,
    drives_and_mechanisms,
    spatial_linkages,
    small_motions,
    statics_and_kinematics,
    modelica,
    observers,
    control,
    rolling_and_contact,
)
CASES = tuple(case for group in _GROUPS for case in group.CASES)
GROUPS = tuple(dict.fromkeys(case.group for case in CASES))


def choose(names: Sequence[str]) -> tuple[Case, ...]:
    """Return the cases with the given names, and all cases of the groups with these names. Without names, all cases are
    chosen. Raise UnknownNameError for an unknown name.
    """
    known = [*GROUPS, *(case.name for case in CASES)]
    for name in names:
        if name not in known:
            raise unknown("case or group", name, known)
    return tuple(case for case in CASES if not names or case.name in names or case.group in names)
