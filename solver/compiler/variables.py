"""Defines named numbers that kernels read and change, for example the progress of a run or of an iteration.

A subclass of `Variables` declares their names and types, as in `stage: int`, `time: float`. Kernels and Python read and
set the numbers as attributes. All numbers are in one array of 64-bit words, so a checkpoint only stores this array
(solver/model/memory.py).

Several cases side by side share most variables. A variable with the type `FloatOfCase` or `IntOfCase` has a separate
number in each case (`VariablesOfCases`). In a single run, these types are `float` and `int`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np

Kind = Literal["int", "float"]
_KINDS: dict[str, Kind] = {"int": "int", "float": "float", "IntOfCase": "int", "FloatOfCase": "float"}
_OF_CASE = ("IntOfCase", "FloatOfCase")
FloatOfCase = float
IntOfCase = int
_ALIGNED = 16  # the numbers of cases start at a multiple of so many words, so that vectors do not cross cache lines


class Variables:
    """The numbers that the annotations of a subclass name. Initially, all numbers are zero."""

    __slots__ = ("_floats", "_ints", "words")
    places: ClassVar[dict[str, tuple[Kind, int]]] = {}
    of_case: ClassVar[tuple[str, ...]] = ()
    """The names of the variables with a separate value for each case."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        named = [(name, str(getattr(kind, "__name__", kind))) for name, kind in cls.__annotations__.items()]
        cls.places = {name: (_KINDS[kind], at) for at, (name, kind) in enumerate(named)}
        cls.of_case = tuple(name for name, kind in named if kind in _OF_CASE)
        for name, (kind, at) in cls.places.items():
            setattr(cls, name, _attribute(kind, at))

    def __init__(self, **values: float) -> None:
        self.words = np.zeros(len(self.places), dtype=np.int64)
        # These objects let Python read numbers faster than from an array.
        self._ints: Any = self.words.data
        self._floats: Any = self.words.view(np.float64).data
        for name, value in values.items():
            setattr(self, name, value)


def _attribute(kind: Kind, at: int) -> Any:
    if kind == "int":

        def read(self: Variables) -> int:
            number: int = self._ints[at]
            return number

        def write(self: Variables, value: float) -> None:
            self._ints[at] = int(value)

        return property(read, write)

    def read_float(self: Variables) -> float:
        number: float = self._floats[at]
        return number

    def write_float(self: Variables, value: float) -> None:
        self._floats[at] = value

    return property(read_float, write_float)


class VariablesOfCases:
    """The variables of `count` cases side by side. The words of all shared variables come first, as in the variables of
    a single run. A vector of `count` floats for each variable `of_case` follows.
    """

    def __init__(self, single: Variables, count: int) -> None:
        self.single, self.kind, self.count = single, type(single), count
        first = first_of_cases(self.kind)
        size = first + count * len(self.kind.of_case)
        memory = np.zeros(size + _ALIGNED, dtype=np.int64)
        start = -(memory.ctypes.data // 8) % _ALIGNED
        self.words = memory[start : start + size]
        self._shared = self.words[: len(single.words)]
        self.numbers = self.words[first:].view(np.float64).reshape(-1, count)
        """The numbers, with a row for each variable and a column for each case."""

    def take(self, case: int) -> None:
        """Copy the variables of a single run to the variables of a case."""
        self.numbers[:, case] = [getattr(self.single, name) for name in self.kind.of_case]

    def take_shared(self) -> None:
        """Copy the shared variables from a single run."""
        self._shared[...] = self.single.words

    def give_shared(self) -> None:
        """Copy the shared variables to a single run."""
        self.single.words[...] = self._shared

    def words_of(self, case: int) -> np.ndarray:
        """Return the variables of a case as the words of a single run."""
        found = self.kind()
        found.words[...] = self.single.words
        for name, number in zip(self.kind.of_case, self.numbers[:, case].tolist(), strict=True):
            setattr(found, name, number)
        return found.words


def first_of_cases(kind: type[Variables]) -> int:
    """Return the index of the first word that belongs to single cases, after the shared words."""
    return -(-len(kind.places) // _ALIGNED) * _ALIGNED
