"""The inputs of a model by name. Each signal of type EXTERNAL is an input."""

from __future__ import annotations

import math
from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rbsolve.display.mappings import ByName, unknown
from rbsolve.solver.signals.external import EXTERNAL, LOWER, UPPER, VALUE
from rbsolve.solver.signals.registry import SIGNAL_KINDS

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.compiled import CompiledModel


class Steppable(Protocol):
    """The interface of engines whose inputs can change between two steps."""

    @property
    def state(self) -> State:
        """Return the current state of the run."""
        ...

    def notice_input(self) -> None:
        """Notify the engine that an input has changed."""
        ...


class Channel(NamedTuple):
    """An input of a model."""

    place: int
    """The index of the input in `State.memory`."""
    lower: float
    upper: float


def channels_of(compiled: CompiledModel) -> dict[str, Channel]:
    """Return the inputs of a model by name."""
    signals, code = compiled.model.signals, SIGNAL_KINDS.index(EXTERNAL)
    return {
        name: Channel(
            int(signals.first_memory[i]) + VALUE,
            float(signals.data[signals.first[i] + LOWER]),
            float(signals.data[signals.first[i] + UPPER]),
        )
        for name, i in compiled.signal_index.items()
        if signals.kind[i] == code
    }


class Inputs(ByName[float], MutableMapping[str, float]):
    """The inputs of a model by name. A new value takes effect at the next step."""

    def __init__(self, compiled: CompiledModel, engine: Steppable) -> None:
        self._engine = engine
        self.channels = channels_of(compiled)
        """The index and the limits of each input."""

    def __getitem__(self, name: str) -> float:
        return float(self._engine.state.memory[self._channel(name).place])

    def __setitem__(self, name: str, value: float) -> None:
        channel, number = self._channel(name), float(value)
        if not math.isfinite(number):
            raise ValueError(f"input {name} must be a finite number; {number} is given")
        memory, limited = self._engine.state.memory, min(max(number, channel.lower), channel.upper)
        if memory[channel.place] != limited:
            memory[channel.place] = limited
            self._engine.notice_input()

    def __delitem__(self, name: str) -> None:
        raise TypeError("the inputs of a model cannot be deleted")

    def __iter__(self) -> Iterator[str]:
        return iter(self.channels)

    def __len__(self) -> int:
        return len(self.channels)

    def __repr__(self) -> str:
        return f"<Inputs {dict(self)}>"

    def _channel(self, name: str) -> Channel:
        try:
            return self.channels[name]
        except KeyError:
            raise unknown("input (signal of type EXTERNAL)", name, list(self.channels)) from None
