"""Collects the springs and bushings of a deck by name, for signals that measure them."""

from __future__ import annotations

from typing import Any

import numpy as np

from rbsolve.language.described import Description
from rbsolve.solver.assembly.elements.measure_rows import Carried, Link
from rbsolve.solver.model.arrays import Bushings, GeneralBushings, Pairs, Springs


def links_of(
    description: Description, springs: Springs, bushings: Bushings, general: GeneralBushings, pairs: Pairs
) -> dict[str, Link]:
    """Return all springs and bushings by name. In the arrays of pairs, torsion springs come first
    (solver/forces/pairs.py).
    """
    links = {}
    for i, name in enumerate(description.of_kind("SPRING_DAMPER")):
        changed = bool(springs.rest_signal[i] >= 0 or springs.factor_signal[i] >= 0)
        # The rest length is not converted to a float, because it may contain the values of many cases.
        links[name] = Link("SPRING_DAMPER", i, *_ends(springs, i), springs.rest_length[i], changed)
    for kind, arrays in (("BUSHING", bushings), ("GENERAL_BUSHING", general), ("TORSION_SPRING", pairs)):
        links.update({name: Link(kind, i, *_ends(arrays, i)) for i, name in enumerate(description.of_kind(kind))})
    return links


def _ends(arrays: Any, i: int) -> tuple[Carried, Carried]:
    """Return the points at which a force acts on both bodies, and its axes if it has axes."""
    axes0, axes1 = (arrays.axes0[i], arrays.axes1[i]) if hasattr(arrays, "axes0") else (np.eye(3), np.eye(3))
    first = Carried(int(arrays.body0[i]), arrays.point0[i], axes0)
    return first, Carried(int(arrays.body1[i]), arrays.point1[i], axes1)
