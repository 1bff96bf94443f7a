"""Named numbers that kernels read and change, such as the progress of a run or an iteration.

A subclass of `Variables` names them with their types, as in `stage: int`, `time: float`. Kernels and Python read and
set the numbers as attributes. All numbers are in one array of 64-bit words, so it is enough to store this array
(solver/model/memory.py).
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np

Kind = Literal["int", "float"]
_KINDS: dict[str, Kind] = {"int": "int", "float": "float"}


class Variables:
    """The numbers that the annotations of a subclass name. Initially, all numbers are zero."""

    __slots__ = ("_floats", "_ints", "words")
    places: ClassVar[dict[str, tuple[Kind, int]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        named = [(name, str(getattr(kind, "__name__", kind))) for name, kind in cls.__annotations__.items()]
        cls.places = {name: (_KINDS[kind], at) for at, (name, kind) in enumerate(named)}
        for name, (kind, at) in cls.places.items():
            setattr(cls, name, _attribute(kind, at))

    def __init__(self, **values: float) -> None:
        self.words = np.zeros(len(self.places), dtype=np.int64)
        # Python reads numbers from these objects faster than from an array.
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
