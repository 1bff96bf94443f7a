"""What an engine declares as its memory is all that decides how it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from families import FAMILIES

from rbsolve.pipeline import check_deck
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.memory import capture, restore
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.run import chunk_for


def rows_of(engine: Any, chunk: Chunk, budget: int) -> tuple[bytes, ...]:
    """The bits of the rows that an engine writes in some steps."""
    chunk.count[0] = 0
    while not engine.advance(chunk, budget) and not engine.is_between_steps:
        budget = 1
    n = int(chunk.count[0])
    return tuple(array[:n].tobytes() for array in chunk[1:])


def until_the_end(engine: Any, chunk: Chunk) -> tuple[bytes, ...]:
    chunk.count[0] = 0
    while engine.advance(chunk, 10**6) is None:
        pass
    n = int(chunk.count[0])
    assert n > 5
    return tuple(array[:n].tobytes() for array in chunk[1:])


def own_arrays(value: Any, seen: set[int]) -> Iterator[np.ndarray]:
    """Every array of floats that belongs to an engine and not to the model it was made of."""
    if id(value) in seen or value is None or isinstance(value, CompiledModel):
        return
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        if value.dtype == np.float64 and value.flags.writeable and value.base is None:
            yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from own_arrays(item, seen)
    elif type(value).__module__.startswith("rbsolve.solver.integrators"):
        for item in vars(value).values() if hasattr(value, "__dict__") else ():
            yield from own_arrays(item, seen)


def model_arrays(value: Any) -> Iterator[int]:
    """Addresses of the arrays that a compiled model holds."""
    if isinstance(value, np.ndarray):
        yield value.ctypes.data
    elif isinstance(value, tuple):
        for item in value:
            yield from model_arrays(item)


@pytest.mark.parametrize("name", FAMILIES)
def test_an_engine_goes_on_from_its_memory_alone(name):
    compiled = check_deck(FAMILIES[name](0.4)).compiled
    first = make_engine(compiled)
    chunk = chunk_for(compiled, first, 200)
    rows_of(first, chunk, 57 if name not in ("STATIC", "KINEMATIC") else 15)
    tree, arrays = capture(first)
    expected = until_the_end(first, chunk)

    other = make_engine(compiled)
    restore(other, tree, arrays)
    assert until_the_end(other, chunk) == expected
    assert (other.steps, other.rejected_steps, other.newton_iterations) == (
        first.steps,
        first.rejected_steps,
        first.newton_iterations,
    )


@pytest.mark.parametrize("name", [name for name in FAMILIES if name not in ("STATIC", "KINEMATIC")])
def test_nothing_else_of_an_integrator_decides_the_next_bit(name):
    compiled = check_deck(FAMILIES[name](0.4)).compiled
    first = make_engine(compiled)
    chunk = chunk_for(compiled, first, 200)
    rows_of(first, chunk, 57)
    tree, arrays = capture(first)
    expected = until_the_end(first, chunk)

    spoilt = make_engine(compiled)
    rows_of(spoilt, chunk, 3)
    fresh = make_engine(compiled)
    constant = set(model_arrays(tuple(compiled.model))) | set(model_arrays(tuple(compiled.initial)))
    kept = {path.split(".")[0].split("[")[0] for path in first.MEMORY}
    for attribute, value in vars(spoilt).items():
        if attribute in kept or not isinstance(value, tuple):
            continue
        for mine, untouched in zip(own_arrays(value, set()), own_arrays(getattr(fresh, attribute), set()), strict=True):
            # An array that has changed since the engine was made is no constant of it: whatever is in it must not matter.
            if mine.ctypes.data not in constant and mine.tobytes() != untouched.tobytes():
                mine[...] = np.nan
    restore(spoilt, tree, arrays)
    assert until_the_end(spoilt, chunk) == expected
