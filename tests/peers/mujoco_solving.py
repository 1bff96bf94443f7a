"""Models of MuJoCo that run through time, for comparisons."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest


def load() -> Any:
    """Return the package. Without the package, the test is skipped."""
    return pytest.importorskip("mujoco", reason="MuJoCo is not installed (the extra `benchmarks` has it)")


def rows_at(times: np.ndarray, xml: str, rates: list[float]) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Run a model from these initial velocities. Return positions (rows, nq), velocities (rows, nv) and constraint
    forces. The `times` are multiples of its step.
    """
    mujoco = load()
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    data.qvel[: len(rates)] = rates
    positions, velocities, forces = [], [], []
    for time in times:
        mujoco.mj_step(model, data, round((time - data.time) / model.opt.timestep))
        mujoco.mj_forward(model, data)  # forces are the forces of the state
        positions.append(data.qpos.copy())
        velocities.append(data.qvel.copy())
        forces.append(data.efc_force.copy())
    return np.array(positions), np.array(velocities), forces
