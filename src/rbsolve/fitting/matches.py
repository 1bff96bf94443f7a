"""Reads which sensor a column of data is compared with. Users write `COLUMN=sensor.component[*gain][+offset][@delay]`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rbsolve.display.mappings import UnknownNameError, unknown
from rbsolve.results.contents.columns import find_columns
from rbsolve.results.contents.units import split_units
from rbsolve.search.variables import SearchError, Variable

if TYPE_CHECKING:
    from rbsolve.solver.sensors.plan import SensorPlan

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_FORM = re.compile(
    rf"(?P<sensor>.*?)\s*(?:\*\s*(?P<gain>{_NUMBER}))?\s*(?:\+\s*(?P<offset>{_NUMBER}))?\s*(?:@\s*(?P<delay>{_NUMBER}))?"
)
PARTS = ("gain", "offset", "delay")
WIDEST_DELAY = 0.1
"""Default distance of an estimated delay's bounds from its start value, relative to the duration of the data."""


@dataclass(frozen=True, slots=True)
class Match:
    """A column of data, and the sensor with which it is compared as `gain * sensor(t - delay) + offset`. `component` is
    the index of the sensor's column, and `delay` is in s.
    """

    column: str
    sensor: str
    component: int
    label: str
    """The sensor's column in the user's notation."""
    unit: str
    gain: float = 1.0
    offset: float = 0.0
    delay: float = 0.0


def match_of(text: str, sensors: Mapping[str, SensorPlan]) -> Match:
    """Parse `--match`. Raise SearchError for an invalid text or an unknown sensor."""
    column, equals, right = (part.strip() for part in text.partition("="))
    form = _FORM.fullmatch(right)
    if not equals or not column or form is None or not form["sensor"]:
        raise SearchError(
            f"--match {text}: expected COLUMN=sensor.component, optionally with *gain, +offset and @delay"
        )
    try:
        name, columns = find_columns(sensors, form["sensor"])
    except UnknownNameError as error:
        raise SearchError(f"--match {text}: {error}") from error
    plan = sensors[name]
    if len(columns) != 1:
        listed = ", ".join(f"{name}.{label}" for label in plan.components)
        raise SearchError(f"--match {text}: {name} has {len(columns)} components; name one: {listed}")
    k = columns[0]
    label = name if len(plan.components) == 1 else f"{name}.{plan.components[k]}"
    given = {part: float(form[part]) for part in PARTS if form[part] is not None}
    return Match(column, name, k, label, split_units(plan.units, len(plan.components))[k], **given)


def free_of(text: str, matches: Iterable[Match], duration: float) -> tuple[str, Match, Variable]:
    """Parse `--free`, which is `gain:COLUMN`, optionally with `=LOWER:UPPER[:START]`. `duration` [s] is the duration of
    the data.
    """
    said, _, bounds = text.partition("=")
    part, colon, column = said.partition(":")
    known = {match.column: match for match in matches}
    if part not in PARTS or not colon:
        raise SearchError(f"--free {text}: expected gain:COLUMN, offset:COLUMN or delay:COLUMN")
    if column not in known:
        raise SearchError(f"--free {text}: {unknown('matched column', column, list(known))}")
    match = known[column]
    start = float(getattr(match, part))
    lower, upper = -math.inf, math.inf
    if part == "delay":
        lower, upper = start - WIDEST_DELAY * duration, start + WIDEST_DELAY * duration
    if bounds:
        try:
            numbers = [float(word) for word in bounds.split(":")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 3) or not numbers[0] < numbers[1]:
            raise SearchError(f"--free {text}: expected bounds of the form LOWER:UPPER or LOWER:UPPER:START")
        lower, upper = numbers[:2]
        start = numbers[2] if len(numbers) == 3 else min(max(start, lower), upper)
        if not lower <= start <= upper:
            raise SearchError(f"--free {text}: the start {start:g} is not between {lower:g} and {upper:g}")
    return part, match, Variable(f"{part}:{column}", lower, upper, start)
