"""Defines the input and the output of a planner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

from rbsolve.geometry.rotation_parameters import RotationParameters
from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import GROUND
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.frames import SeenFrame
from rbsolve.solver.sensors.motions.rows import Rows


@dataclass(frozen=True, slots=True)
class Request:
    """One sensor with resolved names.

    `family` is the kind of the object: BODY, FRAME, JOINT, SPRING, BUSHING, CONTACT or SYSTEM. `index` is the index of
    a body (including GROUND), spring, bushing, contact or joint in its family. For SYSTEM, it is -1. `subject` is the
    observed frame, at the requested material point and triad. It is None if the object is neither a body nor a frame.
    """

    compiled: CompiledModel
    described: Described
    sensor_type: str
    family: str
    object: str
    index: int
    subject: SeenFrame | None
    observer: SeenFrame
    observer_name: str
    parameters: RotationParameters
    diagnostics: Diagnostics

    @property
    def is_inertial(self) -> bool:
        """Return whether the observer is inertial and the subject is a body's own frame. In this case, the rows of a
        chunk contain the result.
        """
        ground = self.compiled.body_index[GROUND]
        return self.observer.body == ground and self.observer.is_body_frame and self.frame.is_body_frame

    @property
    def frame(self) -> SeenFrame:
        """Return the subject, for sensor types that always have a subject."""
        assert self.subject is not None
        return self.subject


class Remembers(Protocol):
    """An object with a memory of the previous row."""

    def forget(self) -> None:
        """Discard the memory of the previous row, because another run follows."""
        ...


class Measurement(NamedTuple):
    """The plan of a sensor that a planner returns.

    `units` is a single unit, or one unit for each component, separated by ", ". `evaluate` returns (rows, k), or (k,)
    if all rows are equal. `observed` is true if the result depends on the observer. `resolved_in` names the axes of a
    vector if these are not the axes of the observer.
    """

    components: tuple[str, ...]
    units: str
    long_name: str
    evaluate: Callable[[Rows], Floats]
    observed: bool = True
    resolved_in: str | None = None
    rotation_parameters: str | None = None
    memory: tuple[Remembers, ...] = ()
    """The memory of the previous row (solver/model/memory.py)."""


Planner = Callable[[Request], Measurement | None]
"""A function that returns the measurement of a request. After an error, it returns None."""


@cache
def number_labels(symbol: str, count: int = 3) -> tuple[str, ...]:
    """Return the labels symbol1, symbol2, ..."""
    return tuple(f"{symbol}{k + 1}" for k in range(count))


def units_of(*parts: tuple[str, int]) -> str:
    """Return the units string of columns with several units. Each part is a unit and its number of columns."""
    units = [unit for unit, count in parts for _ in range(count)]
    return units[0] if len(set(units)) == 1 else ", ".join(units)
