"""Compares new numbers and curves with the stored ones: `python docs/figures/make.py --check`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from claims import GROWN, TIMING

SAME = 0.01  # permitted relative difference of a number, or of the middle of a curve
FACTOR = 1e4  # permitted factor between two values of round-off that an unstable motion amplifies
ROUND_OFF = 1e-12  # smaller differences are ignored
ERROR = "error"  # prefix of the names of errors of runs
ROUND_OFF_OF_RUNS = 1e-11  # round-off of such an error after some million steps
DEVIATION = "deviation"  # prefix of the names of deviations between derivatives and differences of rounded numbers
ROUND_OFF_OF_DIFFERENCES = 1e-10  # change of such a deviation on another processor
TIMES = (TIMING, "µs")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def differs(name: str, kept: float, found: float) -> bool:
    """Return whether two numbers differ by more than round-off, or than the factor for amplified round-off."""
    if not (math.isfinite(kept) and math.isfinite(found)):
        return not (kept == found or (math.isnan(kept) and math.isnan(found)))
    if name.startswith(GROWN):
        return not kept / FACTOR < found < kept * FACTOR
    round_off = ROUND_OFF
    if name.startswith(ERROR):
        round_off = ROUND_OFF_OF_RUNS
    elif name.startswith(DEVIATION):
        round_off = ROUND_OFF_OF_DIFFERENCES
    return abs(kept - found) > SAME * abs(kept) + round_off


def changed_numbers(kept: dict[str, float], found: dict[str, float]) -> Iterator[str]:
    """Yield a sentence about each number that differs. Times are not compared, since they depend on the machine."""
    for name, value in found.items():
        if not name.startswith(TIMING) and (name not in kept or differs(name, kept[name], value)):
            yield f"{name}: the page has {kept.get(name, 'nothing')}, now {value}"


def changed_curves(kept: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence about each curve of a figure that differs, by the median of the differences of its points."""
    for panel, curves in found.items():
        if TIMING in panel or GROWN in panel:
            continue
        for label, points in curves.items():
            before, after = (np.array(each, dtype=float) for each in (kept.get(panel, {}).get(label, []), points))
            if before.shape != after.shape:
                yield f"{panel}, {label}: another number of points"
                continue
            sizes = np.maximum(np.abs([before[-1], after[-1]]), ROUND_OFF_OF_RUNS)
            if np.median(np.abs(np.log(sizes[0] / sizes[1]))) > SAME:
                yield f"{panel}, {label}: another curve"


def changed_cells(kept: str, found: str) -> Iterator[str]:
    """Yield a sentence about each line of a table whose words or numbers differ. Tables with times are not compared."""
    if any(word in found for word in TIMES):
        return
    before, after = kept.splitlines(), found.splitlines()
    if len(before) != len(after):
        yield "another number of lines"
    for old, new in zip(before, after, strict=False):
        words = [NUMBER.sub("#", line) for line in (old, new)]
        numbers = [[float(number) for number in NUMBER.findall(line)] for line in (old, new)]
        if words[0] != words[1] or any(differs("", a, b) for a, b in zip(*numbers, strict=True)):
            yield f"{new} was {old}"


def changes(kept: Path, found: Path, of_numbers: Container[str] = ()) -> list[str]:
    """Return the differences between the numbers, figure data and tables of two folders, for the files in `found`.

    Tables named in `of_numbers` follow from numbers that are compared. They are not read, because some contain times.
    """
    said = []
    for path in sorted(found.glob("**/*.json")):
        name = path.relative_to(found)
        if not (kept / name).is_file():
            said.append(f"{name}: is not there")
            continue
        before, after = (json.loads((folder / name).read_text(encoding="utf-8")) for folder in (kept, found))
        compare = changed_curves if name.parts[0] == "data" else changed_numbers
        said += [f"{name}: {sentence}" for sentence in compare(before, after)]
    for path in sorted(found.glob("*.md")):
        if path.stem not in of_numbers:
            texts = (each.read_text(encoding="utf-8") for each in (kept / path.name, path))
            said += [f"{path.name}: {sentence}" for sentence in changed_cells(*texts)]
    return said
