"""A fit by the optimizer of MuJoCo's system identification.

`mujoco.sysid` needs packages that MuJoCo does not install. Therefore this module calls the optimizer of `mujoco.sysid`
directly, with the same finite differences.
"""

from __future__ import annotations

import numpy as np
from swinging import TIMES

TRUTH = {"L": 1.3, "c": 0.3, "q0": 1.0}
START = {"L": 1.0, "c": 0.05, "q0": 0.8}


def fit_by_mujoco(data):
    """Fit parameters with the optimizer of MuJoCo's system identification and with MuJoCo's rollouts. Return the
    parameters and the number of runs.
    """
    import mujoco
    from mujoco import minimize

    model = mujoco.MjModel.from_xml_string(
        '<mujoco><option gravity="0 -9.81 0" timestep="0.005" integrator="RK4"/><worldbody><body>'
        '<joint name="h" type="hinge" axis="0 0 1" damping="1"/>'
        '<inertial pos="0 -1 0" mass="2" diaginertia="0.1 0.1 0.1"/></body></worldbody></mujoco>'
    )
    state, runs = mujoco.MjData(model), 0

    def roll(length, damping, angle):
        model.body_ipos[1, 1], model.dof_damping[0] = -length, damping
        mujoco.mj_setConst(model, state)
        mujoco.mj_resetData(model, state)
        state.qpos[0] = angle
        seen = [angle]
        for _ in range(len(TIMES) - 1):
            mujoco.mj_step(model, state, 10)
            seen.append(float(state.qpos[0]))
        return np.array(seen)

    def residual(x):
        nonlocal runs
        columns = x.reshape(len(START), -1).T
        runs += len(columns)
        return np.stack([roll(*column) - data for column in columns], axis=1)

    bounds = [np.array([[0.5], [0.0], [0.1]]), np.array([[3.0], [2.0], [2.0]])]
    x, _ = minimize.least_squares(
        np.array(list(START.values())).reshape(-1, 1), residual, bounds=bounds, verbose=minimize.Verbosity.SILENT
    )
    return np.asarray(x).ravel(), runs
