"""The chain of decks/chain.py in pinocchio, MuJoCo and exudyn, with seconds per evaluation or step, and the motion of
the tip.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

LENGTH, GRAVITY, INERTIA = 0.1, [2.0, 0.0, -9.81], np.diag([1e-3, 1e-3, 1e-4])
MIDDLE = np.array([0.0, 0.0, -LENGTH / 2])


def pinocchio_aba(n: int, q: np.ndarray, v: np.ndarray) -> Callable[[int], np.ndarray]:
    """Return a function that calls `aba` a number of times from Python and returns the accelerations of the angles."""
    import pinocchio as pin

    model, parent = pin.Model(), 0
    model.gravity.linear = np.array(GRAVITY)
    for i in range(n):
        offset = pin.SE3(np.eye(3), np.array([0, 0, -LENGTH * (i > 0)]))
        parent = model.addJoint(parent, pin.JointModelRY(), offset, f"j{i}")
        model.appendBodyToJoint(parent, pin.Inertia(1.0, MIDDLE, INERTIA), pin.SE3.Identity())
    data, tau, aba = model.createData(), np.zeros(n), pin.aba

    def run(calls: int) -> np.ndarray:
        for _ in range(calls):
            aba(model, data, q, v, tau)
        return np.array(data.ddq)

    return run


def mujoco_rk4(n: int, steps: int, repeats: int = 3) -> tuple[float, np.ndarray]:
    """Return the seconds of an RK4 step of 1 ms without contacts, and the tip after `steps` steps."""
    import mujoco

    spec = mujoco.MjSpec()
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_RK4
    spec.option.timestep = 1e-3
    spec.option.gravity = GRAVITY
    spec.option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT
    body = spec.worldbody
    for i in range(n):
        body = body.add_body(pos=[0, 0, -LENGTH * (i > 0)])
        body.mass, body.ipos, body.inertia, body.explicitinertial = 1.0, MIDDLE, np.diag(INERTIA), True
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, 1, 0])
    body.add_site(name="tip", pos=[0, 0, -LENGTH])
    model = spec.compile()
    data, best = mujoco.MjData(model), float("inf")
    for _ in range(repeats):
        mujoco.mj_resetData(model, data)
        start = time.perf_counter()
        mujoco.mj_step(model, data, steps)
        best = min(best, (time.perf_counter() - start) / steps)
    mujoco.mj_kinematics(model, data)
    return best, np.array(data.site("tip").xpos)


def exudyn_tree(n: int, steps: int, solver: str, repeats: int = 3) -> tuple[float, np.ndarray]:
    """Return the seconds of a step of 1 ms in exudyn's kinematic tree (minimal coordinates), and the angles after
    `steps` steps.
    """
    sys.exudynFast = True  # type: ignore[attr-defined]  # the library without range checks
    exudyn = __import__("exudyn")
    from exudyn.utilities import NodeGenericODE2, ObjectKinematicTree

    mbs = exudyn.SystemContainer().AddSystem()
    zeros = [0.0] * n
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=n,
            referenceCoordinates=zeros,
            initialCoordinates=zeros,
            initialCoordinates_t=zeros,
        )
    )
    matrices, vectors = exudyn.Matrix3DList, exudyn.Vector3DList
    mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=[exudyn.JointType.RevoluteY] * n,
            linkParents=np.arange(-1, n - 1),
            jointTransformations=matrices([np.eye(3)] * n),
            jointOffsets=vectors([[0, 0, -LENGTH * (i > 0)] for i in range(n)]),
            linkInertiasCOM=matrices([INERTIA] * n),
            linkCOMs=vectors([MIDDLE] * n),
            linkMasses=[1.0] * n,
            gravity=GRAVITY,
        )
    )
    mbs.Assemble()
    settings = exudyn.SimulationSettings()
    integration = settings.timeIntegration
    integration.numberOfSteps, integration.endTime = steps, steps * 1e-3
    integration.automaticStepSize, integration.verboseMode = False, 0
    integration.generalizedAlpha.spectralRadius = 0.9
    integration.explicit.computeEndOfStepAccelerations = False
    settings.solution.file.write = False
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        mbs.SolveDynamic(settings, solverType=getattr(exudyn.DynamicSolverType, solver))
        best = min(best, (time.perf_counter() - start) / steps)
    return best, np.array(mbs.GetNodeOutput(node, exudyn.OutputVariableType.Coordinates)).reshape(-1)
