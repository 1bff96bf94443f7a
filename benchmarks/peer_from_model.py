"""Rebuilds a compiled model of rigid bodies, joints and joint springs in exudyn. Both programs then solve the same
mechanism.

Nodes are at the origins of the body frames, or at the fixed point of a body if it has such a point. At other points,
exudyn's Lie-group integrator fails for the heavy top. Drives act towards their rest positions, because a reference
function in exudyn would be Python.
"""

from __future__ import annotations

import sys
import time

import numpy as np

sys.exudynFast = True  # type: ignore[attr-defined]  # the library without range checks, the fastest one
exudyn = __import__("pytest").importorskip("exudyn")
from exudyn.utilities import (  # noqa: E402  the fast library must be chosen first
    GenericJoint,
    MarkerBodyRigid,
    PrismaticJointX,
    RevoluteJointZ,
    RigidBodyInertia,
    SphericalJoint,
    TorsionalSpringDamper,
)

from rbsolve.solver.joints.kinds import JointKind  # noqa: E402  # after the choice of the fast library
from rbsolve.solver.model.compiled import CompiledModel  # noqa: E402  # after the choice of the fast library

NODES = {
    "LIE_R3_SO3": exudyn.NodeType.RotationRotationVector,
    "EULER_PARAMETERS_2": exudyn.NodeType.RotationEulerParameters,
    "CARDAN_ANGLES_2": exudyn.NodeType.RotationRxyz,
}
Z_TO_X = np.eye(3)[:, [2, 0, 1]]  # e3 of rbsolve as the first axis
Z_TO_Y = np.eye(3)[:, [1, 2, 0]]  # e3 of rbsolve as the second axis


def build(compiled: CompiledModel, formulation: str, nodes: np.ndarray) -> tuple[object, list[int]]:
    """Return the system and the numbers of its bodies. `nodes` (nb + 1, 3) contains the positions of the nodes in the
    bodies' axes.
    """
    model, start, mbs = compiled.model, compiled.initial, exudyn.SystemContainer().AddSystem()
    ground, numbers = mbs.CreateGround(), []
    for b in range(len(model.bodies.mass)):
        spin, arm = start.R[b] @ start.w[b], start.R[b] @ nodes[b]
        mass, centre = model.bodies.mass[b], list(model.bodies.centre[b] - nodes[b])
        numbers.append(
            mbs.CreateRigidBody(
                inertia=RigidBodyInertia(mass, model.bodies.inertia[b], centre, inertiaTensorAtCOM=True),
                referencePosition=start.x[b] + arm,
                referenceRotationMatrix=start.R[b],
                initialVelocity=start.u[b] + np.cross(spin, arm),
                initialAngularVelocity=spin,
                gravity=list(model.gravity),
                nodeType=NODES[formulation],
            )
        )
    for j in range(len(model.joints.kind)):
        _add_joint(mbs, model, j, [*numbers, ground], nodes)
    mbs.Assemble()
    return mbs, numbers


def fixed_points(compiled: CompiledModel) -> np.ndarray:
    """Return the point of the spherical joint to GROUND in the axes of each body that has such a joint, else its
    origin.
    """
    joints, ground = compiled.model.joints, compiled.bodies
    nodes = np.zeros((ground + 1, 3))
    for j in np.flatnonzero((joints.kind == JointKind.SPHERICAL) & (joints.body0 == ground)):
        nodes[joints.body1[j]] = joints.point1[j]
    return nodes


def _add_joint(mbs: object, model: object, j: int, numbers: list[int], nodes: np.ndarray) -> None:
    joints = model.joints
    markers = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=numbers[body], localPosition=point - nodes[body]))
        for body, point in ((joints.body0[j], joints.point0[j]), (joints.body1[j], joints.point1[j]))
    ]
    axes0, axes1 = joints.axes0[j], joints.axes1[j]
    kind = JointKind(joints.kind[j])
    if kind is JointKind.SPHERICAL:
        mbs.AddObject(SphericalJoint(markerNumbers=markers))
    elif kind is JointKind.REVOLUTE:
        mbs.AddObject(RevoluteJointZ(markerNumbers=markers, rotationMarker0=axes0, rotationMarker1=axes1))
    elif kind is JointKind.PRISMATIC:
        turned = {"rotationMarker0": axes0 @ Z_TO_X, "rotationMarker1": axes1 @ Z_TO_X}
        mbs.AddObject(PrismaticJointX(markerNumbers=markers, **turned))
    # exudyn's only rotational equation is that the first axis of body 0 is normal to the second axis of body 1.
    elif kind is JointKind.UNIVERSAL:
        turned = {"rotationMarker0": axes0 @ Z_TO_X, "rotationMarker1": axes1 @ Z_TO_Y}
        mbs.AddObject(GenericJoint(markerNumbers=markers, constrainedAxes=[1, 1, 1, 0, 0, 1], **turned))
    else:
        raise ValueError(f"no peer of {kind}")
    for i in np.flatnonzero(model.drives.joint == j):
        spring = {"stiffness": model.drives.stiffness[i], "damping": model.drives.damping[i]}
        frames = {"rotationMarker0": axes0, "rotationMarker1": axes1}
        mbs.AddObject(TorsionalSpringDamper(markerNumbers=markers, offset=model.drives.rest[i], **spring, **frames))


def solve(
    compiled: CompiledModel,
    formulation: str,
    step: float,
    steps: int,
    *,
    modified: bool,
    sparse: bool,
    repeats: int = 3,
) -> tuple[float, np.ndarray]:
    """Return the least seconds per step of generalized-alpha with spectral radius 0.9, and the final origins of the
    bodies.
    """
    nodes = fixed_points(compiled)
    mbs, numbers = build(compiled, formulation, nodes)
    settings = exudyn.SimulationSettings()
    integration = settings.timeIntegration
    integration.numberOfSteps, integration.endTime = steps, steps * step
    integration.automaticStepSize, integration.verboseMode = False, 0
    integration.generalizedAlpha.spectralRadius = 0.9
    integration.newton.useModifiedNewton = modified
    settings.solution.file.write = False
    kinds = exudyn.LinearSolverType
    settings.linearSolver.solverType = kinds.EigenSparse if sparse else kinds.EXUdense
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        mbs.SolveDynamic(settings, solverType=exudyn.DynamicSolverType.GeneralizedAlpha)
        best = min(best, (time.perf_counter() - start) / steps)
    position = exudyn.OutputVariableType.Position
    return best, np.array([mbs.GetObjectOutputBody(body, position, list(-nodes[b])) for b, body in enumerate(numbers)])
