"""The deck's geometry after resolution: everything in inertial components."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ResolvedGeometry:
    """Points, triads and frames by name, at the reference configuration, in inertial components.

    Points are (3,), triads (3, 3) with the columns e1, e2, e3, frames (4, 4) homogeneous matrices. `frames` holds fixed
    and moving frames. Predefined names are included (`TRIAD_INERTIAL`, `FXDFRAME_INERTIAL`, `INERTIAL`).
    """

    points: Mapping[str, Array]
    triads: Mapping[str, Array]
    frames: Mapping[str, Array]
