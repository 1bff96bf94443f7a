"""Computes the mass matrix and forces of an MJCF model with MuJoCo, in the coordinates of a deck."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rbsolve.foreign.dynamics import Dynamics, Motion
from rbsolve.foreign.mjcf import compile_model
from rbsolve.foreign.model import Joint
from rbsolve.foreign.writing import WrittenModel
from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix, matrix_from_euler_parameters
from rbsolve.solver.model.flat import Floats


class MujocoOracle:
    """MuJoCo's model of the file, without gravity compensation."""

    name = "MuJoCo"

    def __init__(self, path: Path, written: WrittenModel, gravity: Floats) -> None:
        import mujoco

        self._mj, self._model = mujoco, compile_model(path)
        self._model.opt.gravity[:] = gravity
        self._model.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_GRAVITY)
        self._data = mujoco.MjData(self._model)
        joint = mujoco.mjtObj.mjOBJ_JOINT
        self._number = {mujoco.mj_id2name(self._model, joint, j) or f"joint_{j}": j for j in range(self._model.njnt)}
        joints = (link.joint for link in written.model.links)
        self._without_armature = [joint.name for joint in joints if joint.has_lost_armature]
        self._places = {link.joint.name: link.place for link in written.model.links}

    def adopt_changes(self) -> None:
        """Remove the armatures that have no counterpart in the deck."""
        for name in self._without_armature:
            j = self._number[name]
            first = int(self._model.jnt_dofadr[j])
            self._model.dof_armature[first : first + (3 if self._model.jnt_type[j] else 6)] = 0.0

    def dynamics(self, motion: Motion, joints: list[Joint]) -> Dynamics:
        """Compute the dynamics of a state. For ball joints and free bodies, MuJoCo's rates are in body axes. They are
        converted to the parent's axes.
        """
        mj, model, data = self._mj, self._model, self._data
        data.qpos[:] = model.qpos0
        data.qvel[:] = 0.0
        change = np.zeros((model.nv, sum(len(motion.rates[joint.name]) for joint in joints)))
        column = 0
        for joint in joints:
            j = self._number[joint.name]
            at, first = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j])
            ours, rates = motion.coordinates[joint.name], motion.rates[joint.name]
            width = len(rates)
            T = np.eye(width)
            if joint.kind in ("FREE", "SPHERICAL"):
                n, place = width - 3, self._places[joint.name]
                R = np.asarray(matrix_from_euler_parameters(ours[n:])).reshape(3, 3)
                turned = R if joint.kind == "FREE" or place is None else place.R.T @ R
                data.qpos[at : at + n] = ours[:n]
                data.qpos[at + n : at + n + 4] = euler_parameters_from_matrix(turned)
                T[n:, n:] = R.T
            else:
                data.qpos[at] = ours[0] + joint.offset
            change[first : first + width, column : column + width] = T
            data.qvel[first : first + width] = T @ rates
            column += width
        velocity = np.array(data.qvel)
        mj.mj_forward(model, data)
        bias = self._inverse()
        mass = np.zeros((model.nv, model.nv))
        for k in range(model.nv):
            product = np.zeros(model.nv)
            mj.mj_mulM(model, data, product, np.eye(model.nv)[k])
            mass[:, k] = product
        data.qvel[:] = 0.0
        mj.mj_forward(model, data)
        gravity = self._inverse()
        data.qvel[:] = velocity
        return Dynamics(change.T @ mass @ change, change.T @ gravity, change.T @ bias)

    def _inverse(self) -> Floats:
        return np.array(self._data.qfrc_bias, dtype=float)
