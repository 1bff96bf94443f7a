"""All cases of the validation book, and the choice of some by the names of cases and groups."""

from __future__ import annotations

from collections.abc import Sequence

from rbsolve.display.mappings import unknown
from rbsolve.validation.case import Case
from rbsolve.validation.cases import benchmarks, closed_forms, rolling_and_contact

CASES = (*benchmarks.CASES, *closed_forms.CASES, *rolling_and_contact.CASES)
GROUPS = tuple(dict.fromkeys(case.group for case in CASES))


def choose(names: Sequence[str]) -> tuple[Case, ...]:
    """The cases named, and those of the groups named; without names all. Raises UnknownNameError for another name."""
    known = [*GROUPS, *(case.name for case in CASES)]
    for name in names:
        if name not in known:
            raise unknown("case or group", name, known)
    return tuple(case for case in CASES if not names or case.name in names or case.group in names)
