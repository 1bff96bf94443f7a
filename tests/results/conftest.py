from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.parser.description.described import Description
from rbsolve.parser.diagnostics import Source
from rbsolve.results.sections import write_sections
from rbsolve.results.writer import ResultsWriter, Status


@dataclass(frozen=True)
class FakeSensor:
    name: str
    components: tuple[str, ...] = ("x1", "x2", "x3")
    sensor_type: str = "POSITION"
    object: str = "top"
    observer: str = "FXDFRAME_INERTIAL"
    resolved_in: str = "FXDFRAME_INERTIAL"
    units: str = "m"
    long_name: str = "position of top"
    rotation_parameters: str | None = None


SENSORS = (
    FakeSensor("tip"),
    FakeSensor("attitude", tuple(f"R{i}{j}" for i in "123" for j in "123"), "ORIENTATION", units="1",
               long_name="orientation of top", rotation_parameters="ROTATION_MATRIX"),
    FakeSensor("energy", ("T",), "KINETIC_ENERGY", units="J", long_name="kinetic energy of top"),
    FakeSensor("time", sensor_type="VELOCITY", units="m/s", long_name="velocity of top"),
    FakeSensor("arm.tip-2"),
)  # fmt: skip


def history(sensor: FakeSensor, time: np.ndarray) -> np.ndarray:
    frequencies = 1.0 + np.arange(len(sensor.components)) + len(sensor.name)
    return np.sin(np.outer(time, frequencies))


def compiled() -> SimpleNamespace:
    sources = (Source("decks/top.deck", "@MODEL {}\n! Größe\n"), Source("decks/parts/a.dat", "! a\n"))
    description = Description(objects={}, parameters={"#L": 0.3, "#c": (0.0, 0.0, 4.7)}, sources=sources)
    frame = np.eye(4)
    frame[:3, 3] = [1.0, 2.0, 3.0]
    return SimpleNamespace(
        description=description,
        geometry=ResolvedGeometry({"P": np.array([1.0, 2.0, 3.0])}, {"T": np.eye(3)}, {"F": frame}),
        method=SimpleNamespace(
            integrator="EXPLICIT_RUNGE_KUTTA", formulation="LIE_R3_SO3", options={"TABLEAU": "RK44"}
        ),
        model=SimpleNamespace(
            bodies=SimpleNamespace(
                mass=np.array([15.0]), inertia=np.diag([0.2, 0.3, 0.4])[None], centre=np.array([[0.0, 1.0, 0.0]])
            )
        ),
        body_index={"top": 0, "GROUND": 1},
        bodies=1,
    )


def write_run(
    path: Path | None, rows: int = 101, sensors: Sequence[FakeSensor] = SENSORS, pieces: int = 4, status: Status | None = Status.COMPLETE
) -> ResultsWriter:
    time = np.linspace(0.0, 1.0, rows)
    with ResultsWriter(path, sensors, rows) as writer:  # type: ignore[arg-type]
        write_sections(writer, compiled())  # type: ignore[arg-type]
        for piece in np.array_split(time, pieces):
            values = {sensor.name: history(sensor, piece) for sensor in sensors}
            writer.write(piece, values, {"step_size": np.full(len(piece), 1e-3)})
        if status is not None:
            writer.finish(status, "The run reached its end time.", wall_time=0.5, steps=1000, rejected_steps=0, newton_iterations=0)
    return writer


@pytest.fixture
def results_path(tmp_path: Path) -> Path:
    path = tmp_path / "top.h5"
    write_run(path)
    return path
