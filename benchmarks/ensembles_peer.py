"""The heavy top of bench_ensembles.py in exudyn. ParameterVariation of exudyn distributes the runs over processes. The
functions are in a module, because processes must pickle them.
"""

from __future__ import annotations

import time

import peers
from exudyn.processing import ParameterVariation


def one(parameters: dict[str, float]) -> float:
    """Solve a heavy top with 1001 rows of three sensors, and return the first number of the last row."""
    exudyn = peers.exudyn
    mbs = exudyn.SystemContainer().AddSystem()
    body = peers._body(mbs, 15, (15.234375, 0.46875, 15.234375), (0, parameters["spin"], -4.61538), True)
    for point, force in (([0, 1, 0], -147.15), ([0, 0, 0], 147.15)):
        marker = mbs.AddMarker(peers.MarkerBodyPosition(bodyNumber=body, localPosition=point))
        mbs.AddLoad(peers.Force(markerNumber=marker, loadVector=[0, 0, force]))
    kinds = exudyn.OutputVariableType
    sensors = [
        mbs.AddSensor(
            peers.SensorBody(bodyNumber=body, localPosition=[0, 1, 0], storeInternal=True, outputVariableType=kind)
        )
        for kind in (kinds.Position, kinds.Velocity, kinds.RotationMatrix)
    ]
    mbs.Assemble()
    settings = peers._settings(10_000, 1, True, False)
    settings.solution.sensors.writePeriod = 1e-3
    mbs.SolveDynamic(settings, solverType=exudyn.DynamicSolverType.RK44)
    return float(mbs.GetSensorStoredData(sensors[0])[-1, 1])


def heavy_tops_per_second(cases: int, processes: int) -> float:
    """Return the cases per second."""
    start = time.perf_counter()
    ParameterVariation(
        parameterFunction=one,
        parameters={"spin": (100.0, 200.0, cases)},
        useMultiProcessing=processes > 1,
        numberOfThreads=processes,
        showProgress=False,
    )
    return cases / (time.perf_counter() - start)
