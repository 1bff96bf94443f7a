"""Wraps an engine, so that Python functions compute its inputs. Each function is called once per step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from rbsolve.display.mappings import unknown
from rbsolve.pipeline import with_own_sensors
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.steering.inputs import Inputs, channels_of
from rbsolve.steering.present import Present

if TYPE_CHECKING:
    from rbsolve.pipeline import CheckedDeck
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.outcome import Outcome

Callback = Callable[[float, Mapping[str, "Floats"]], float]
"""A function of the time [s] and the sensors by name. It returns the value of an input until the end of the next step.
"""


def wrap_engine(checked: CheckedDeck, callbacks: Mapping[str, Callback]) -> Callable[[Integrator], Integrator]:
    """Wrap the engine of a deck with callbacks.

    Raise KeyError for a name that is not an input, and TypeError for an object that is not a function.
    """
    compiled = checked.model
    names = channels_of(compiled)
    for name, callback in callbacks.items():
        if name not in names:
            raise unknown("input (signal of type EXTERNAL)", name, list(names))
        if not callable(callback):
            raise TypeError(f"the callback of {name} must be a function of the time and the sensors, not {callback!r}")
    sensors = with_own_sensors(checked).sensors

    def steer(engine: Integrator) -> Integrator:
        present = Present(compiled, engine, sensors, SelfStresses(compiled), follows=True)
        return cast("Integrator", Steered(engine, callbacks, Inputs(compiled, cast("Any", engine)), present))

    return steer


class Steered:
    """An engine that calls the callbacks before each step. Its interface is defined in solver/integrators/registry.py."""

    def __init__(self, engine: Integrator, callbacks: Mapping[str, Callback], inputs: Inputs, present: Present) -> None:
        self._engine, self._callbacks, self._inputs, self._present = engine, callbacks, inputs, present
        self._has_begun = False
        self.MEMORY: tuple[str, ...] = tuple(f"_engine.{path}" for path in engine.MEMORY)  # type: ignore[attr-defined]  # steered engines remember

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "interrupted":
            self._engine.interrupted = value
        else:
            object.__setattr__(self, name, value)

    def after_restoring(self) -> None:
        """Restore the state of the wrapped engine."""
        self._engine.after_restoring()  # type: ignore[attr-defined]  # steered engines remember, see MEMORY

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps. Stop earlier if `chunk` is full. Return an outcome if the run has ended."""
        engine = self._engine
        outcome = None if self._has_begun else engine.advance(chunk, 0)
        self._has_begun = True
        for _ in range(budget):
            if outcome is not None or chunk.count[0] == len(chunk.time) or engine.interrupted():
                break
            self._present.forget()
            for name, callback in self._callbacks.items():
                self._inputs[name] = callback(engine.time, self._present)
            outcome = self._step(chunk)
        return outcome

    def _step(self, chunk: Chunk) -> Outcome | None:
        """Call the callbacks, then take a complete step."""
        engine = self._engine
        steps, outcome = engine.steps, None
        while outcome is None and engine.steps == steps and not engine.interrupted():
            if chunk.count[0] == len(chunk.time):
                break
            outcome = engine.advance(chunk, 1)
        return outcome
