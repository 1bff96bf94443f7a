"""Prepares the modes of a linearization for the animation in a viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.results.sections.linearization import GROUP, read_linearization
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.results.contents.stored import StoredResults

MOST_MODES, MOST_MOTIONS = 60, 6000
"""Largest number of modes in a view, and largest product of the numbers of modes and bodies. The slowest modes come
first.
"""
SHOWN_PART = 0.08
"""The initial amplitude of a mode, relative to the model's size."""
SHOWN_TURN = 0.5
"""The initial rotation [rad] of a mode."""
ARM_PART = 0.2
"""The length that converts a rotation to a displacement, relative to the model's size."""
_FIGURES = 6


def modes_of(results: StoredResults, size: float) -> dict[str, Any] | None:
    """Return the slowest modes of a linearization as JSON, or None without a linearization. `size` is the size [m] of
    the model.

    `bodies` contains names. Each of the `modes` has its number, frequency [Hz], damping ratio, eigenvalue [1/s] and the
    coordinates that move most. `real` and `imag` (bodies, 6) are translations [m] and rotation vectors [rad] in
    inertial axes, at a visible amplitude. The phase is chosen so that the largest motion is real.
    """
    if GROUP not in results.file:
        return None
    found = read_linearization(results.file)
    every = found.modes
    most = max(1, min(MOST_MODES, MOST_MOTIONS // max(len(found.bodies), 1)))
    modes = []
    for mode, shape in zip(every[:most], found.body_shapes, strict=False):
        seen = _visible(shape, size)
        ratio = mode.damping_ratio
        modes.append(
            {
                "number": mode.number,
                "frequency": mode.frequency,
                "damping_ratio": float(ratio) if np.isfinite(ratio) else None,
                "eigenvalue": [mode.eigenvalue.real, mode.eigenvalue.imag],
                "times": mode.multiplicity,
                "moves": list(mode.participants),
                "real": _few(seen.real),
                "imag": _few(seen.imag),
            }
        )
    return {
        "time": found.time,
        "bodies": list(found.bodies),
        "stability": found.stability,
        "steady": found.steady,
        "count": len(every),
        "modes": modes,
    }


def _visible(shape: Any, size: float) -> Any:
    """Return a mode shape (bodies, 6) with a visible amplitude and phase."""
    moved = np.concatenate([shape[:, :3], ARM_PART * size * shape[:, 3:]], axis=1)
    largest = moved.flat[int(np.argmax(np.abs(moved)))]
    if not np.isfinite(largest) or largest == 0.0:
        return np.zeros_like(shape)
    turned = shape * (abs(largest) / largest)
    reach = np.max(np.linalg.norm(np.abs(moved.reshape(-1, 3)), axis=1))
    turn = np.max(np.linalg.norm(np.abs(shape[:, 3:]), axis=1))
    return turned * min(SHOWN_PART * size / reach, SHOWN_TURN / turn if turn > 0.0 else np.inf)


def _few(values: Floats) -> list[list[float]]:
    """Round numbers to few digits. Values within round-off of zero become zero."""
    least = 1e-9 * np.max(np.abs(values), initial=0.0)
    return [[float(f"{value:.{_FIGURES}g}") if abs(value) > least else 0.0 for value in row] for row in values]
