"""The common code of signals with states: their keywords, and functions that read their input and data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.table import number, reference
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State

INPUT = reference("INPUT", "SIGNAL", "The input signal; for a table of two variables, both inputs.", counts=(1, 2))
INITIAL_VALUE = number(
    "INITIAL_VALUE",
    "The initial output.",
    default_text="in equilibrium with the input; zero for an integral and an external input",
)
GAIN = number("GAIN", "The factor g of the input.", default_text="1")


def inputs_of(block: Described) -> tuple[str, ...]:
    """Return the names of the inputs."""
    names = block["INPUT"]
    return names if isinstance(names, tuple) else (names,)


@subroutine
def input_of(model: Model, i: int, state: State) -> float:
    """Return the value of the first input of signal `i`."""
    u: float = state.signal[model.signals.inputs[model.signals.first_input[i]]]
    return u


@subroutine
def number_of(model: Model, i: int, place: int) -> float:
    """Return the value at an index in the data of signal `i`."""
    number: float = model.signals.data[model.signals.first[i] + place]
    return number


@subroutine
def is_kept(model: Model, i: int) -> bool:
    """Return whether a signal has a memory. Some signals have one only if the run locates their switches."""
    keeps: bool = model.signals.first_memory[i + 1] > model.signals.first_memory[i]
    return keeps


@subroutine
def follows(model: Model, i: int, state: State) -> bool:
    """Return whether a signal follows its input within a step, because it switches too often to locate all switches.
    The last number of its memory stores this.
    """
    follows_input: bool = state.memory[model.signals.first_memory[i + 1] - 1] != 0.0
    return follows_input


@subroutine
def is_held(model: Model, i: int, state: State) -> bool:
    """Return whether the side or the interval of a signal is constant within the step."""
    return is_kept(model, i) and not follows(model, i, state)
