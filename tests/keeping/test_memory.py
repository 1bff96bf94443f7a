"""The declared memory of an engine determines all its next rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from families import FAMILIES

from rbsolve.pipeline import check_deck
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.memory import capture, restore
from rbsolve.solver.run.chunk_size import chunk_for

Leaf = tuple[Any, Callable[[Any], None]]


def take_steps(engine: Any, chunk: Chunk, count: int) -> None:
    """Take some steps. Then take further steps until the memory determines all next rows."""
    chunk.count[0] = 0
    assert engine.advance(chunk, count) is None
    while not engine.is_between_steps:
        assert engine.advance(chunk, 1) is None


def until_the_end(engine: Any, chunk: Chunk) -> tuple[bytes, ...]:
    """Return the bits of the next rows that an engine writes, and its counters."""
    chunk.count[0] = 0
    while engine.advance(chunk, 10**6) is None:
        pass
    n = int(chunk.count[0])
    counters = np.array([engine.steps, engine.rejected_steps, engine.newton_iterations])
    return (
        *(array[:n].tobytes() for array in chunk[1:]),
        counters.tobytes(),
        repr(engine.findings).encode(),
    )


def halfway(name: str) -> tuple[CompiledModel, Any, Chunk]:
    """Return an engine in the middle of its run, with the chunk for its rows."""
    compiled = check_deck(FAMILIES[name](0.4)).compiled
    assert compiled is not None
    engine = make_engine(compiled)
    chunk = chunk_for(compiled, engine, 200)
    while engine.time < 0.13:
        take_steps(engine, chunk, 3)
    return compiled, engine, chunk


def leaves(value: Any, path: str, put: Callable[[Any], None], seen: set[int]) -> Iterator[tuple[str, Leaf]]:
    """Yield every array and number that can be reached from an engine, by its path. The engine's model is excluded."""
    if isinstance(value, (bool, int, float)) or value is None:
        yield path, (value, put)
        return
    if id(value) in seen or isinstance(value, CompiledModel):
        return
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        yield path, (value, put)
    elif isinstance(value, (tuple, list)):
        for i, item in enumerate(value):
            yield from leaves(item, f"{path}[{i}]", lambda _: None, seen)
    elif isinstance(value, dict):
        for i, (key, item) in enumerate(value.items()):
            yield from leaves(item, f"{path}[{i}]", lambda new, key=key: value.__setitem__(key, new), seen)
    elif type(value).__module__.startswith("rbsolve.solver") and not callable(value):
        for name in (*vars(value),) if hasattr(value, "__dict__") else getattr(type(value), "__slots__", ()):
            place = f"{path}.{name}"
            yield from leaves(getattr(value, name), place, lambda new, name=name: setattr(value, name, new), seen)


def differs(value: Any, before: Any) -> Any:
    """Return the numbers that differ from earlier numbers."""
    if isinstance(before, np.ndarray) and before.shape == value.shape:
        return value.view(np.uint64) != before.view(np.uint64)
    return np.ones(value.shape, bool)


def spoil(engine: Any, *others: Any) -> list[str]:
    """Write NaN to all numbers that differ between engines, and return the paths of these places."""
    known = [dict(leaves(other, "", lambda _: None, set())) for other in others]
    spoilt = []
    for path, (value, put) in list(leaves(engine, "", lambda _: None, set())):
        before = [leaf[path][0] for leaf in known if path in leaf]
        if isinstance(value, np.ndarray):
            if value.dtype == np.float64 and value.flags.writeable and value.flags.c_contiguous and value.size:
                places = np.any([differs(value, old) for old in before], axis=0)
                value[places] = np.nan
                spoilt += [path] * bool(np.any(places))
        elif isinstance(value, float) and any(value != old for old in before):
            put(float("nan"))
            spoilt.append(path)
    return spoilt


@pytest.mark.parametrize("name", FAMILIES)
def test_an_engine_goes_on_from_its_memory_alone(name):
    compiled, engine, chunk = halfway(name)
    memory = capture(engine)
    expected = until_the_end(engine, chunk)
    assert int(chunk.count[0]) > 5
    other = make_engine(compiled)
    restore(other, *memory)
    assert until_the_end(other, chunk) == expected


@pytest.mark.parametrize("name", FAMILIES)
def test_nothing_else_of_an_engine_decides_the_next_bit(name):
    compiled, engine, chunk = halfway(name)
    memory = capture(engine)
    expected = until_the_end(engine, chunk)
    other = make_engine(compiled)
    take_steps(other, chunk, 4)  # integers outside the memory have values from another time
    assert spoil(other, make_engine(compiled), engine)
    restore(other, *memory)
    assert until_the_end(other, chunk) == expected
