"""The same models in exudyn, for comparison in a single run."""

from __future__ import annotations

import sys
import time

import numpy as np

sys.exudynFast = True  # the library without range checks, which is the fastest
exudyn = __import__("pytest").importorskip("exudyn")
from exudyn.utilities import (  # noqa: E402  the fast library must be chosen first
    CartesianSpringDamper,
    Force,
    MarkerBodyPosition,
    MarkerBodyRigid,
    MarkerNodePosition,
    NodePointGround,
    RigidBodyInertia,
    SensorBody,
    Torque,
)


def _settings(steps: int, end: float, lie: bool, modified: bool) -> object:
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = end
    settings.timeIntegration.automaticStepSize = False
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.timeIntegration.newton.useModifiedNewton = modified
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = end
    settings.timeIntegration.explicit.useLieGroupIntegration = lie
    settings.timeIntegration.explicit.computeEndOfStepAccelerations = False
    settings.linearSolver.solverType = exudyn.LinearSolverType.EXUdense
    return settings


def _body(mbs: object, mass: float, inertia: tuple[float, ...], spin: tuple[float, ...], lie: bool) -> int:
    node = exudyn.NodeType.RotationRotationVector if lie else exudyn.NodeType.RotationRxyz
    body = mbs.CreateRigidBody(
        inertia=RigidBodyInertia(mass, np.diag(inertia), com=[0, 0, 0]),
        referencePosition=[0, 0, 0],
        initialAngularVelocity=list(spin),
        nodeType=node,
        returnDict=True,
    )
    return body["bodyNumber"]


def _solve(mbs: object, settings: object, solver: str, sensor: int, repeats: int = 3) -> tuple[float, np.ndarray]:
    """Return the best seconds per step, and the final value of the sensor."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        mbs.SolveDynamic(settings, solverType=getattr(exudyn.DynamicSolverType, solver))
        best = min(best, time.perf_counter() - start)
    return best / settings.timeIntegration.numberOfSteps, np.array(mbs.GetSensorValues(sensor))


def heavy_top(solver: str, steps: int, lie: bool = True, modified: bool = False) -> tuple[float, np.ndarray]:
    """Return the seconds per step of the heavy top without constraints, and its centre of mass at 1 s."""
    mbs = exudyn.SystemContainer().AddSystem()
    body = _body(mbs, 15, (15.234375, 0.46875, 15.234375), (0, 150, -4.61538), lie)
    for point, force in (([0, 1, 0], -147.15), ([0, 0, 0], 147.15)):
        marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=point))
        mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, 0, force]))
    sensor = mbs.AddSensor(_position(body, [0, 1, 0]))
    mbs.Assemble()
    return _solve(mbs, _settings(steps, 1, lie, modified), solver, sensor)


def rotor(solver: str, steps: int, lie: bool = True, modified: bool = False) -> tuple[float, np.ndarray]:
    """Return the seconds per step of the high-speed rotor, and the point p1 at 4 s."""
    mbs = exudyn.SystemContainer().AddSystem()
    body = _body(mbs, 2, (0.5625, 0.287916666666667, 0.287916666666667), (283, 0, 0), lie)
    k, d = 800, 0.226274169979695
    for x, along in ((-0.9, 1), (0.1, 0)):
        ground = mbs.AddNode(NodePointGround(referenceCoordinates=[x, 0, 0]))
        markers = [
            mbs.AddMarker(MarkerNodePosition(nodeNumber=ground)),
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0, 0])),
        ]
        mbs.AddObject(
            CartesianSpringDamper(markerNumbers=markers, stiffness=[k * along, k, k], damping=[d * along, d, d])
        )
    centre = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    mbs.AddLoad(Torque(markerNumber=centre, loadVector=[0, 0, -7.848]))
    sensor = mbs.AddSensor(_position(body, [-0.9, 0, 0]))
    mbs.Assemble()
    return _solve(mbs, _settings(steps, 4, lie, modified), solver, sensor)


def _position(body: int, point: list[float]) -> object:
    return SensorBody(
        bodyNumber=body,
        localPosition=point,
        storeInternal=True,
        outputVariableType=exudyn.OutputVariableType.Position,
    )
