"""Comparison of numbers and curves that were made again with those beside the pages: `python docs/figures/make.py --check`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from claims import GROWN, TIMING

SAME = 0.01  # part of a number or of the middle of a curve that may differ
FACTOR = 100.0  # by which round-off may differ that a motion has amplified
ROUND_OFF = 1e-12  # below it all numbers are alike


def differs(name: str, kept: float, found: float) -> bool:
    """Whether two numbers are not the same, round-off aside."""
    if not (math.isfinite(kept) and math.isfinite(found)):
        return not (kept == found or (math.isnan(kept) and math.isnan(found)))
    if name.startswith(GROWN):
        return not kept / FACTOR < found < kept * FACTOR
    return abs(kept - found) > SAME * abs(kept) + ROUND_OFF


def changed_numbers(kept: dict[str, float], found: dict[str, float]) -> Iterator[str]:
    """Sentences about those that differ; those that depend on the machine do not."""
    for name, value in found.items():
        if not name.startswith(TIMING) and (name not in kept or differs(name, kept[name], value)):
            yield f"{name}: the page has {kept.get(name, 'nothing')}, now {value}"


def changed_curves(kept: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    """Sentences about curves of a figure that differ, by the middle of the differences of their points."""
    for panel, curves in found.items():
        if TIMING in panel or GROWN in panel:
            continue
        for label, points in curves.items():
            before, after = (np.array(each, dtype=float) for each in (kept.get(panel, {}).get(label, []), points))
            if before.shape != after.shape:
                yield f"{panel}, {label}: another number of points"
                continue
            sizes = np.maximum(np.abs([before[-1], after[-1]]), ROUND_OFF)
            if np.median(np.abs(np.log(sizes[0] / sizes[1]))) > SAME:
                yield f"{panel}, {label}: another curve"


def changes(kept: Path, found: Path) -> list[str]:
    """What differs between the numbers and the data of figures in two folders, of those in the second."""
    said = []
    for path in sorted(found.glob("**/*.json")):
        name = path.relative_to(found)
        if not (kept / name).is_file():
            said.append(f"{name}: is not there")
            continue
        before, after = (json.loads((folder / name).read_text(encoding="utf-8")) for folder in (kept, found))
        compare = changed_curves if name.parts[0] == "data" else changed_numbers
        said += [f"{name}: {sentence}" for sentence in compare(before, after)]
    return said
