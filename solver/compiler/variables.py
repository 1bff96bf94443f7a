"""Defines named numbers that kernels read and change, for example the progress of a run or of an iteration.

A subclass of `Variables` declares their names and types, as in `stage: int`, `time: float`. Kernels and Python read and
set the numbers as attributes. All numbers are in one array of 64-bit words, so a checkpoint only stores this array
(solver/model/memory.py).

Several cases side by side share most variables. A variable with the type `FloatOfCase` or `IntOfCase` has a separate
number in each case (`VariablesOfCases`). In a single run, these types are `float` and `int`.
"""

from __future__ import annotations

import ctypes
from typing import ClassVar, Literal, Self

import numpy as np

Kind = Literal["int", "float"]
_KINDS: dict[str, Kind] = {"int": "int", "float": "float", "IntOfCase": "int", "FloatOfCase": "float"}
_FIELDS: dict[str, type[ctypes.c_int64] | type[ctypes.c_double]] = {"int": ctypes.c_int64, "float": ctypes.c_double}
_OF_CASE = ("IntOfCase", "FloatOfCase")
FloatOfCase = float
IntOfCase = int
_ALIGNED = 16  # the numbers of cases start at a multiple of so many words, so that vectors do not cross cache lines


class Variables(ctypes.Structure):
    """The numbers that the annotations of a subclass name. Initially, all numbers are zero.

    Python reads and sets a field of a structure faster than an element of an array.
    """

    places: ClassVar[dict[str, tuple[Kind, int]]]
    """The type and the index of each variable."""
    of_case: ClassVar[tuple[str, ...]]
    """The names of the variables with a separate value for each case."""
    words: np.ndarray
    """The memory of the variables."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        kinds = {name: str(getattr(kind, "__name__", kind)) for name, kind in cls.__annotations__.items()}
        cls.places = {name: (_KINDS[kind], at) for at, (name, kind) in enumerate(kinds.items())}
        cls.of_case = tuple(name for name, kind in kinds.items() if kind in _OF_CASE)

    def __new__(cls, **values: float) -> Self:  # noqa: D102  the class describes its instances
        if not hasattr(cls, "_fields_"):  # a structure accepts fields only once its class exists
            cls._fields_ = [(name, _FIELDS[kind]) for name, (kind, _) in cls.places.items()]
        words = np.zeros(len(cls.places), dtype=np.int64)
        variables = cls.from_buffer(words.data)
        variables.words = words
        return variables


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
            setattr(found, name, int(number) if self.kind.places[name][0] == "int" else number)
        return found.words


def first_of_cases(kind: type[Variables]) -> int:
    """Return the index of the first word that belongs to single cases, after the shared words."""
    return -(-len(kind.places) // _ALIGNED) * _ALIGNED
