"""The memory of a block of 32 cases as a single piece, with a list of the words that contain addresses within the
piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from inspect import signature
from typing import Any, NamedTuple

import numpy as np

from rbsolve.ensemble.engines import Engines
from rbsolve.ensemble.variation import Variation
from rbsolve.language.recall import Recall
from rbsolve.pipeline import Options, parse_deck
from rbsolve.solver.compiler.layouts import Layout, pointer_to, record
from rbsolve.solver.compiler.records import append, by_reference, layout_of_value
from rbsolve.solver.integrators.munthe_kaas.loop import advance
from rbsolve.solver.integrators.munthe_kaas.records import SHARED, Method
from rbsolve.solver.model.cases import CasesMemory
from rbsolve.solver.run.chunk_size import chunk_for

ENDLESS = 10**9  # number of steps
CASES, ROWS = 32, ("x", "e", "u", "w")


class Image(NamedTuple):
    """A block at its start."""

    words: np.ndarray  # (n,) uint64
    pointers: np.ndarray  # (m,) indices of words that contain a position in bytes from the start of the image
    table: int  # position of the kernel's arguments in bytes from the start
    layout: Layout  # layout of this table
    # Each entry has the position of an array that a run fills, and the array's shape for a single case.
    results: dict[str, tuple[int, tuple[int, ...]]]


class Block:
    """Cases of a deck, on the CPU and as an image."""

    def __init__(self, deck: str, cases: list[dict[str, float]]) -> None:
        variation, recall = Variation(parse_deck(deck), Options()), Recall()
        variation.check(cases[0], recall)
        self._models = [variation.check(case, recall).compiled for case in cases]
        self._names, self._arguments = self._prepared()

    def alone(self) -> dict[str, list[np.ndarray]]:
        """Return the final coordinates, velocities and rows of single runs."""
        engines, found = Engines(), {name: [] for name in ("y", "v", *ROWS)}
        for compiled in self._models:
            engine = engines.at_start(compiled)
            chunk = chunk_for(compiled, engine, compiled.schedule.rows + 1)
            assert engine.advance(chunk, ENDLESS).name == "COMPLETE"
            for name in found:
                array = getattr(chunk if name in ROWS else engine._parts.work, name)
                found[name].append(array[: compiled.schedule.rows, :-1].copy() if name in ROWS else array.copy())
        return found

    def image(self) -> Image:
        """Return the block, laid out for single cases. From this call on, the compiler makes whole programs
        (whole_program.py).
        """
        import gpu.whole_program  # noqa: F401  # the import changes the compiler

        return _laid_out(self._names, self._arguments, self._results())

    def _results(self) -> dict[str, np.ndarray]:
        """Return the arrays that a run fills."""
        given = dict(zip(self._names, self._arguments, strict=True))
        work, chunk = given["parts"].work, given["chunk"]
        return {"y": work.y, "v": work.v, **{name: getattr(chunk, name) for name in ROWS}}

    def _prepared(self) -> tuple[list[str], list[Any]]:
        """Return the arguments of the kernel by name, [variable][case], including the counters of the cases."""
        engines, count = Engines(), len(self._models)
        engine = engines.at_start(self._models[0])
        chunk = chunk_for(self._models[0], engine, self._models[0].schedule.rows + 1)
        memory, names = CasesMemory(count), list(signature(advance.py_func).parameters)
        given = dict(zip(names, engine.arguments(chunk, ENDLESS), strict=True))
        run = given.pop("run")  # all cases share its times and steps
        arguments = {
            name: memory.of(value, SHARED if isinstance(value, Method) else ()) if isinstance(value, tuple) else value
            for name, value in given.items()
        }
        for case, compiled in enumerate(self._models):
            assert engines.at_start(compiled) is engine
            memory.take(case)
        arguments["run"] = run._replace(cursor=_of_all(run.cursor, count))
        arguments["chunk"] = arguments["chunk"]._replace(count=np.zeros(1, f"S{8 * count}"))
        return names, [arguments[name] for name in names]


def _of_all(variables: Any, count: int) -> Any:
    """Return variables [variable][case]."""
    wide = type(variables)()
    wide.words = np.repeat(variables.words, count)
    return wide


def _laid_out(names: list[str], arguments: list[Any], wanted: dict[str, np.ndarray]) -> Image:
    piece, words, layouts, places, records = _Piece(), [], [], [], []
    for value in arguments:
        places.append(len(words))
        if isinstance(value, tuple):
            records.append(by_reference(value))
            words.append(records[-1].address)
            layouts.append(records[-1].pointer)
        else:
            layouts.append(layout_of_value("an argument", value))
            append(value, words)
    for value in (*(each.values for each in records), *(a for a in arguments if not isinstance(a, tuple))):
        for array in _arrays_in(value):
            piece.put_root(array)
    table = record("advance_of_table", dict(zip(names, zip(layouts, places, strict=True), strict=True)))
    tables = [(piece.put(each.address, bytes(memoryview(each._table).cast("B"))), each.layout) for each in records]
    top = piece.put(0, np.array([*words, *[0] * 8], np.uint64).tobytes())
    results = {name: (piece.place_of(array.ctypes.data), array.shape) for name, array in wanted.items()}
    return Image(*piece.finished([*tables, (top, table)]), top, pointer_to(table), results)


class _Piece:
    """Memory that is assembled from arrays."""

    def __init__(self) -> None:
        self._bytes, self._ranges, self._roots = bytearray(), [], set()

    def put(self, address: int, content: bytes) -> int:
        self._bytes += bytes(-len(self._bytes) % 256)
        at = len(self._bytes)
        self._bytes += content
        self._ranges.append((address, len(content), at))
        return at

    def put_root(self, array: np.ndarray) -> None:
        while isinstance(array.base, np.ndarray):
            array = array.base
        if array.size and array.ctypes.data not in self._roots:
            self._roots.add(array.ctypes.data)
            self.put(array.ctypes.data, array.tobytes())

    def place_of(self, address: int) -> int | None:
        return next((at + address - start for start, size, at in self._ranges if start <= address < start + size), None)

    def finished(self, tables: list[tuple[int, Layout]]) -> tuple[np.ndarray, np.ndarray]:
        words, pointers = np.frombuffer(bytes(self._bytes) + bytes(-len(self._bytes) % 256), np.uint64).copy(), []
        for at, layout in tables:
            for word in _pointers_in(layout, at // 8):
                place = self.place_of(int(words[word]))
                words[word] = place or 0  # an empty array has no address
                if place is not None:
                    pointers.append(word)
        return words, np.array(pointers, np.int64)


def _pointers_in(layout: Layout, at: int) -> Iterator[int]:
    """Yield the words of a table that are addresses."""
    if layout.kind == "record":
        for inner, place in layout.detail.values():
            yield from _pointers_in(inner, at + place)
    elif layout.kind in ("array", "pointer", "variables"):
        yield at


def _arrays_in(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _arrays_in(item)
    elif hasattr(value, "words"):
        yield value.words


def same_bits(
    results: dict[str, tuple[int, tuple[int, ...]]],
    words: np.ndarray,
    alone: dict[str, list[np.ndarray]],
    cases: list[int],
) -> bool:
    """Return whether cases of a block, from its words after a run, have the same final states as single runs."""
    for name, expected in alone.items():
        (place, shape), count = results[name], CASES
        size = math.prod(shape) * count
        found = words.view(np.float64)[place // 8 : place // 8 + size].reshape(*shape, count)
        found = found[: len(expected[0]), :-1] if name in ROWS else found
        if any(found[..., case].tobytes() != expected[case].tobytes() for case in cases):
            return False
    return True
