"""Results that are created by hand. The data of a writer are known in closed form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Source
from rbsolve.results.file.conventions import Status
from rbsolve.results.sections.deck_and_model import write_sections
from rbsolve.results.writer import ResultsWriter
from rbsolve.solver.model.arrays import Contacts
from rbsolve.solver.model.compiled import Schedule

MASTER = "@MODEL {}\n! Größe\n"


@dataclass(frozen=True)
class Sensor:
    """The attributes of a SensorPlan that a writer reads."""

    name: str
    components: tuple[str, ...] = ("x1", "x2", "x3")
    sensor_type: str = "POSITION"
    object: str = "top"
    observer: str = "FXDFRAME_INERTIAL"
    resolved_in: str = "FXDFRAME_INERTIAL"
    units: str = "m"
    long_name: str = "position of top"
    rotation_parameters: str | None = None

    def history(self, time: np.ndarray) -> np.ndarray:
        """Return columns (rows, k) that differ between sensors and components."""
        return np.sin(np.outer(time, 1.0 + np.arange(len(self.components)) + len(self.name)))


SENSORS = (
    Sensor("tip"),
    Sensor("attitude", tuple(f"R{i}{j}" for i in "123" for j in "123"), "ORIENTATION", units="1",
           long_name="orientation of top", rotation_parameters="ROTATION_MATRIX"),
    Sensor("energy", ("T",), "KINETIC_ENERGY", observer="", resolved_in="", units="J", long_name="kinetic energy"),
    Sensor("configuration", ("x1", "x2", "x3", "e0", "e1", "e2", "e3"), "CONFIGURATION",
           units="m, m, m, 1, 1, 1, 1", rotation_parameters="EULER_PARAMETERS"),
    Sensor("arm.tip-2", observer="Turntable"),
)  # fmt: skip


def compiled_model() -> SimpleNamespace:
    """Return the data of a compiled model that the sections of a file read."""
    sources = (Source("decks/top.deck", MASTER), Source("decks/parts/a.dat", "! a\n"))
    description = Description(objects={}, parameters={"#L": 0.3, "#c": (0.0, 0.0, 4.7)}, sources=sources)
    frame = np.eye(4)
    frame[:3, 3] = [1.0, 2.0, 3.0]
    bodies = SimpleNamespace(
        mass=np.array([15.0]), inertia=np.diag([0.2, 0.3, 0.4])[None], centre=np.array([[0.0, 1.0, 0.0]])
    )
    return SimpleNamespace(
        description=description,
        geometry=ResolvedGeometry({"P": np.array([1.0, 2.0, 3.0])}, {"T": np.eye(3)}, {"F": frame}),
        method=SimpleNamespace(
            integrator="EXPLICIT_RUNGE_KUTTA",
            formulation="LIE_R3_SO3",
            keywords={"TABLEAU": "RK44"},
            described=None,
            is_adaptive=False,
        ),
        model=SimpleNamespace(bodies=bodies, contacts=Contacts()),
        moving_frames={},
        free_frames={},
        reference_x=np.zeros((2, 3)),
        reference_R=np.array([np.eye(3), np.eye(3)]),
        body_index={"top": 0, "GROUND": 1},
        bodies=1,
        analysis="DYNAMIC",
        schedule=Schedule.single(0.0, 1.0),
    )


def poses(time: np.ndarray, columns: int) -> np.ndarray:
    """Columns (rows, 1, k) of a motion."""
    return np.cos(np.outer(time, 1.0 + np.arange(columns)))[:, None]


def write(writer: ResultsWriter, time: np.ndarray, sensors: Sequence[Sensor], pieces: int = 1) -> None:
    """Pass the rows at `time` to a writer, in several pieces."""
    for piece in np.array_split(time, pieces):
        histories = {sensor.name: sensor.history(piece) for sensor in sensors}
        motion = {"position": poses(piece, 3), "orientation": poses(piece, 4)}
        motion |= {"velocity": poses(piece, 3), "angular_velocity": poses(piece, 3)}
        writer.write(piece, histories, {"step_size": np.full(len(piece), 1e-3)}, motion)


@pytest.fixture
def sensors() -> tuple[Sensor, ...]:
    return SENSORS


@pytest.fixture
def make_sensor() -> type[Sensor]:
    return Sensor


@pytest.fixture
def write_rows() -> Callable[..., None]:
    return write


@pytest.fixture
def write_run() -> Callable[..., ResultsWriter]:
    """`write_run(path, time, sensors, pieces)` writes a complete file, or a file in memory if `path` is None."""

    def run(path: Path | None, time: np.ndarray, sensors: Sequence[Sensor] = SENSORS, pieces: int = 4) -> ResultsWriter:
        with ResultsWriter(path, sensors, len(time), {"bodies": ["top"]}) as writer:
            write_sections(writer, compiled_model())
            write(writer, time, sensors, pieces)
            writer.finish(Status.COMPLETE, "The run reached its end time.", wall_time=0.5, steps=1000)
        return writer

    return run


@pytest.fixture
def time() -> np.ndarray:
    return np.linspace(0.0, 1.0, 101)


@pytest.fixture
def results_path(tmp_path: Path, write_run: Callable[..., ResultsWriter], time: np.ndarray) -> Path:
    path = tmp_path / "top.h5"
    write_run(path, time)
    return path
