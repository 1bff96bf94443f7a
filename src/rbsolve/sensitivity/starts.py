"""The start of an engine: the numbers with which its kernel starts, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.engines import Engines
from rbsolve.pipeline import CheckedDeck
from rbsolve.solver.analyses.engine import AnalysisEngine
from rbsolve.solver.analyses.missed import put_residuals
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.integrators.base import IntegratorBase
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.integrators.watched import Watched
from rbsolve.solver.integrators.window import LENGTH
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.signals import Events
from rbsolve.solver.run.chunk_size import chunk_for

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
HELD = ("newton.length", ".watch")
"""The last names of the paths of some numbers. These numbers only decide when an iteration ends, how long a step may
be, and which quantities are monitored.
"""
OTHER_PARTS = "it changes the parts of the model, which has no derivative"


LIMITED = (
    "a controller reaches its limits within steps, and tangents of explicit methods do not follow the time at which its "
    "integral stops"
)


class NoTangent(Exception):
    """The exception for an exact derivative that does not exist. str() returns the reason as the end of a sentence that
    names the number.
    """


class OutOfRange(NoTangent):
    """The exception for a deck that has errors with changed values."""


class RunFails(NoTangent):
    """The exception for a run that fails."""


class Leaf(NamedTuple):
    """A value in the arguments of a kernel, with its path. The value is an array, variables or a number."""

    path: str
    value: Any


def leaves(path: str, value: Any) -> Iterator[Leaf]:
    """Yield all values in some arguments, except rows."""
    if isinstance(value, Chunk):
        return
    if isinstance(value, tuple):
        names = getattr(value, "_fields", map(str, range(len(value))))
        for name, member in zip(names, value, strict=True):
            yield from leaves(f"{path}.{name}" if path else str(name), member)
    elif value is not None:
        yield Leaf(path, value)


class Captured(NamedTuple):
    """An engine at its start, with the arguments of its kernel. For an engine without steps, these are the arguments of
    its equations.
    """

    checked: CheckedDeck
    engine: Integrator
    """The engine for the run loop."""
    stepper: IntegratorBase
    """The object with the kernel. The object is the engine itself, or the part of the engine that takes the steps."""
    function: Any
    """The Python function of the kernel."""
    arguments: tuple[Any, ...]

    @property
    def leaves(self) -> list[Leaf]:
        """Return the initial numbers of the kernel."""
        names = signature(self.function).parameters
        found = (leaf for name, value in zip(names, self.arguments, strict=True) for leaf in leaves(name, value))
        return [leaf for leaf in found if not leaf.path.endswith(HELD)]

    @property
    def is_windowed(self) -> bool:
        """Return whether the kernel receives the times of steps in parts."""
        return self.checked.model.schedule.intervals > LENGTH

    @property
    def events(self) -> Events:
        """Return the events of the model for its kernel."""
        return next(argument for argument in self.arguments if isinstance(argument, Model)).events


def capture(checked: CheckedDeck, engines: Engines | None = None) -> Captured:
    """Return the arguments of the first call of a deck's engine to its kernel. `engines` may supply a cached engine.

    Raise NoTangent if the engine has no kernel.
    """
    engine = engines.at_start(checked.model) if engines else make_engine(checked.model)
    stepper = engine.engine if isinstance(engine, Watched) else engine
    if isinstance(stepper, AnalysisEngine):
        times = checked.model.schedule.window(0, checked.model.schedule.intervals)[0]
        own_kernel = put_residuals.py_func  # type: ignore[attr-defined]  # compiled functions have it
        return Captured(checked, engine, stepper, own_kernel, (stepper.model, times, *[None] * 4))
    if not isinstance(stepper, IntegratorBase) or stepper.kernel is None:
        raise NoTangent(f"{checked.model.analysis} has no tangents")
    own = stepper.kernel
    found: list[tuple[Any, ...]] = []

    def take(*arguments: Any) -> Any:
        found.append(arguments)
        raise _Taken

    stepper.kernel = take
    with suppress(_Taken):
        stepper.advance(chunk_for(checked.model, engine, 1), 1)
    stepper.kernel = own
    function = own.function  # type: ignore[attr-defined]  # kernels have it
    return Captured(checked, engine, stepper, function, found[0])


class _Taken(Exception):
    """The exception that ends a call as soon as its arguments are known."""


class StartNumbers:
    """Reads the floats of a start that correspond to the floats of another start, the centre.

    Everything except floats must be equal in both starts, because counts, codes and switches have no derivative.
    """

    def __init__(self, centre: Captured) -> None:
        self.leaves = centre.leaves
        kept = {leaf.path for leaf in self.leaves}
        names = signature(centre.function).parameters
        self._own: list[Any] = []
        for argument in centre.arguments:
            _flatten(argument, self._own)
        paths = iter(
            leaf.path for name, value in zip(names, centre.arguments, strict=True) for leaf in leaves(name, value)
        )
        self._paths = [None if value is None else next(paths) for value in self._own]
        self._is_kept = [path in kept for path in self._paths]
        sizes = [_size(leaf.value) for leaf in self.leaves]
        self.ends: Ints = np.cumsum([0, *sizes])
        """The floats of leaf k are the numbers from ends[k] up to ends[k + 1]."""
        self.owner: Ints = np.repeat(np.arange(len(sizes)), sizes)
        """The leaf (n,) of each number."""

    def of(self, start: Captured) -> Floats:
        """The floats of a start, one after another. Raise NoTangent if anything except floats differs from the centre."""
        values: list[Any] = []
        for argument in start.arguments:
            _flatten(argument, values)
        if len(values) != len(self._own):
            raise NoTangent(OTHER_PARTS)
        found: list[Floats] = []
        for value, own, path, is_kept in zip(values, self._own, self._paths, self._is_kept, strict=True):
            if type(value) is not type(own):
                raise NoTangent(OTHER_PARTS)
            if is_kept:
                found += _floats(path, value, own)
        return np.concatenate(found) if found else np.empty(0)


def _flatten(value: Any, found: list[Any]) -> None:
    """Append all values of some arguments, except rows, in the order of `leaves`. Absent parts are represented by None."""
    if isinstance(value, tuple):
        if not isinstance(value, Chunk):
            for member in value:
                _flatten(member, found)
    else:
        found.append(value)


def _size(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return int(value.size) if value.dtype == np.float64 else 0
    if isinstance(value, Variables):
        return len(value.words)
    return 1 if isinstance(value, float) else 0


def _floats(path: str | None, value: Any, own: Any) -> tuple[Floats, ...]:
    """Return the floats of one value. Raise NoTangent if anything except floats differs from the centre's `own` value."""
    if isinstance(own, np.ndarray):
        if value.shape != own.shape:
            raise NoTangent(f"it changes the number of values of {path}, which has no derivative")
        if own.dtype == np.float64:
            return (value.reshape(-1),)
        if value is not own and value.tobytes() != own.tobytes():
            raise NoTangent(f"it switches {path}, which has no derivative")
    elif isinstance(own, Variables):
        kinds = [kind for kind, _ in own.places.values()]
        whole = np.array([kind == "int" for kind in kinds], dtype=bool)
        if not np.array_equal(value.words[whole], own.words[whole]):
            raise NoTangent(f"it switches {path}, which has no derivative")
        return (np.where(whole, 0.0, value.words.view(np.float64)),)
    elif isinstance(own, float):
        return (np.array([value]),)
    elif isinstance(own, (bool, int, np.integer)) and value != own:
        raise NoTangent(f"it switches {path}, which has no derivative")
    return ()
