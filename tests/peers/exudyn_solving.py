"""Solving models of exudyn by its generalized-alpha and its RK44, for tests that compare with them."""

from __future__ import annotations

from typing import Any

import pytest


def load() -> Any:
    """The package; the test is skipped where there is none."""
    return pytest.importorskip("exudyn", reason="exudyn is not installed (the extra `benchmarks` has it)")


def solve(mbs: Any, steps: int, end: float, spectral_radius: float, rows: int = 1) -> None:
    """Assemble and solve a model by generalized-alpha, with so many rows of its sensors."""
    _solve(mbs, steps, end, rows, "GeneralizedAlpha", spectral_radius)


def solve_explicitly(mbs: Any, steps: int, end: float, rows: int = 1) -> None:
    """The same by the classical Runge-Kutta method, for models without constraints."""
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
