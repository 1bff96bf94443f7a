"""Finds the numbers of a deck for which derivatives are required, and whether the deck uses them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rbsolve.display.mappings import unknown
from rbsolve.pipeline.findings import words_for
from rbsolve.sensitivity.derivative import Target
from rbsolve.sensitivity.jumps import jumps
from rbsolve.sensitivity.methods import METHODS

if TYPE_CHECKING:
    from rbsolve.language.described import Described, Description

_SWITCHES = ("HYSTERESIS", "SAMPLE_AND_HOLD")
_NAME = re.compile(r"#([A-Za-z0-9_]+)")
_COMMENT = re.compile(r"!.*")


class SensitivityError(ValueError):
    """The error that derivatives cannot be computed. str() returns the reason and a remedy."""


def check_method(method: str) -> None:
    """Raise an error for an unknown method."""
    if method not in METHODS:
        raise SensitivityError(f"method {method}: the methods are {', '.join(METHODS)}")


def targets_of(names: Sequence[str], parameters: Mapping[str, float | tuple[float, ...]]) -> list[Target]:
    """Return the design parameters of these names. `k` names a single number, `v` names all numbers of a list, and
    `v.2` names the second number of the list. Raise SensitivityError for an invalid name.
    """
    found: dict[str, Target] = {}
    for given in names:
        name, _, number = given.strip().removeprefix("#").partition(".")
        if name not in parameters:
            raise SensitivityError(str(unknown("design parameter", name, list(parameters))))
        value = parameters[name]
        numbers = value if isinstance(value, tuple) else (value,)
        if number and (not number.isdecimal() or not 1 <= int(number) <= len(numbers) or not isinstance(value, tuple)):
            what = f"{name}.1 to {name}.{len(numbers)}" if isinstance(value, tuple) else f"{name} is one number"
            raise SensitivityError(f"there is no design parameter {given}: {what}")
        for k in [int(number) - 1] if number else range(len(numbers)):
            whole = value if isinstance(value, tuple) else ()
            title = f"{name}.{k + 1}" if whole else name
            found[title] = Target(title, name, float(numbers[k]), whole, k)
    if not found:
        raise SensitivityError("name at least one design parameter")
    return list(found.values())


def used_parameters(description: Description) -> frozenset[str]:
    """Return the parameters that a deck names anywhere except in their declarations."""
    lines = (_COMMENT.sub("", line) for source in description.sources for line in source.text.splitlines())
    counts = Counter(name for line in lines for name in _NAME.findall(line))
    return frozenset(name for name, count in counts.items() if count > 1)


def rough_places(description: Description, switches: bool = True) -> list[str]:
    """Return the elements of a deck that may make a motion non-smooth, in words for messages.

    With `switches`, the list includes events, brakes, and formulas and signals that switch. They matter only if two
    runs are compared.
    """
    found = []
    kinds = ("CONTACT", *("EVENT",) * switches)
    for kind, objects in description.objects.items():
        for described in objects.values():
            stops = described.get("STOPS") is not None or described.get("FRICTION") is not None
            if stops or kind in kinds or (switches and _switches(described)):
                found.append(words_for(described))
    return found


def _switches(described: Described) -> bool:
    is_switch = described.kind == "SIGNAL" and described.get("SIGNAL_TYPE") in _SWITCHES
    return is_switch or described.get("FRICTION_FORCE") is not None or jumps(described)
