"""Solve models of exudyn by its generalized-alpha and its RK44, for comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest


def load() -> Any:
    """Return the package. Without the package, the test is skipped."""
    return pytest.importorskip("exudyn", reason="exudyn is not installed (the extra `benchmarks` has it)")


class Model:
    """A model under construction: the system `mbs`, and the functions of `exudyn.utilities` as `of`."""

    def __init__(self) -> None:
        self.exudyn = load()
        from exudyn import utilities

        self.mbs, self.of = self.exudyn.SystemContainer().AddSystem(), utilities

    def place(self, body: int, at: Sequence[float] = (0, 0, 0)) -> int:
        """Return the marker of a place on a body."""
        return int(self.mbs.AddMarker(self.of.MarkerBodyRigid(bodyNumber=body, localPosition=list(at))))

    def coordinate(self, node: int, number: int = 0) -> int:
        """Return the marker of a coordinate of a node."""
        return int(self.mbs.AddMarker(self.of.MarkerNodeCoordinate(nodeNumber=node, coordinate=number)))

    def rest(self) -> int:
        """Return the marker of a coordinate that remains zero."""
        return self.coordinate(self.mbs.AddNode(self.of.NodePointGround()))

    def sliding(self, mass: float, velocity: float) -> int:
        """Return the node of a mass with a single coordinate."""
        node = self.mbs.AddNode(self.of.Node1D(referenceCoordinates=[0], initialVelocities=[velocity]))
        self.mbs.AddObject(self.of.ObjectMass1D(mass=mass, nodeNumber=node))
        return int(node)

    def watched(
        self, kind: str, nodes: Sequence[int] = (), objects: Sequence[int] = (), bodies: Sequence[int] = ()
    ) -> list[int]:
        """Return sensors of nodes, objects and bodies, whose values are kept in memory."""
        said = {"outputVariableType": getattr(self.exudyn.OutputVariableType, kind), "storeInternal": True}
        sensors = [self.of.SensorNode(nodeNumber=n, **said) for n in nodes]
        sensors += [self.of.SensorObject(objectNumber=n, **said) for n in objects]
        sensors += [self.of.SensorBody(bodyNumber=n, **said) for n in bodies]
        return [int(self.mbs.AddSensor(sensor)) for sensor in sensors]

    def seen(self, sensors: Sequence[int]) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the last component of each sensor, (rows, n)."""
        return np.column_stack([self.mbs.GetSensorStoredData(sensor)[:, -1] for sensor in sensors])


def solve(mbs: Any, steps: int, end: float, spectral_radius: float, rows: int = 1) -> None:
    """Assemble a model, and solve it by generalized-alpha with this number of rows of its sensors."""
    _solve(mbs, steps, end, rows, "GeneralizedAlpha", spectral_radius)


def solve_explicitly(mbs: Any, steps: int, end: float, rows: int = 1) -> None:
    """Solve a model without constraints by the classical Runge-Kutta method."""
    _solve(mbs, steps, end, rows, "RK44")


def _solve(mbs: Any, steps: int, end: float, rows: int, method: str, spectral_radius: float = 1.0) -> None:
    exudyn = load()
    mbs.Assemble()
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = steps, end
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = spectral_radius
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = end / rows
    mbs.SolveDynamic(settings, solverType=getattr(exudyn.DynamicSolverType, method))
