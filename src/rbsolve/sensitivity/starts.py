"""Reads the start of an engine, which consists of all numbers with which its kernel starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from rbsolve.solver.integrators.events import Watched
from rbsolve.solver.integrators.registry import Integrator
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
    """The error that an exact derivative does not exist. str() returns the reason, as the end of a sentence that names
    the number.
    """


class OutOfRange(NoTangent):
    """The error that a deck has errors if its values are changed."""


class RunFails(NoTangent):
    """The error that a run has failed."""


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
        """Return whether each call of the kernel receives only a part of the times of steps."""
        return self.checked.model.schedule.intervals > LENGTH

    @property
    def events(self) -> Events:
        """Return the events of the model for its kernel."""
        return next(argument for argument in self.arguments if isinstance(argument, Model)).events


def capture(checked: CheckedDeck, engines: Engines | None = None) -> Captured:
    """Return the arguments with which the engine of a deck first calls its kernel. `engines` may supply a cached
    engine.

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
    """Raised to end a call to a kernel, because the arguments are now known."""


class StartNumbers:
    """Reads the floats of a start. They correspond to the floats of another start, which is called the centre.

    Everything except floats must be equal in both starts, because counts, codes and switches have no derivative.
    """

    def __init__(self, centre: Captured) -> None:
        self.leaves = centre.leaves
        kept = {leaf.path for leaf in self.leaves}
        names = signature(centre.function).parameters
        self._centre: list[list[_Own]] = []
        for name, argument in zip(names, centre.arguments, strict=True):
            own: list[Any] = []
            _flatten(argument, own)
            paths = (leaf.path for leaf in leaves(name, argument))
            each = [(value, None if value is None else next(paths)) for value in own]
            self._centre.append([_Own(value, path, path in kept) for value, path in each])
        self._known: list[_Reader | None] = [None] * len(self._centre)
        """The last start that was read. Starts of the same engine share their arrays."""
        sizes = [_size(leaf.value) for leaf in self.leaves]
        self.ends: Ints = np.cumsum([0, *sizes])
        """The floats of leaf k are the numbers from ends[k] up to ends[k + 1]."""
        self.owner: Ints = np.repeat(np.arange(len(sizes)), sizes)
        """The leaf (n,) of each number."""

    def of(self, start: Captured) -> Floats:
        """Return the floats of a start in one array. Raise NoTangent if other data differ from the centre."""
        if len(start.arguments) != len(self._known):
            raise NoTangent(OTHER_PARTS)
        for k, argument in enumerate(start.arguments):
            known = self._known[k]
            if known is None or known.argument is not argument:
                self._known[k] = _Reader(argument, self._centre[k])
        found = [floats for reader in self._known if reader is not None for floats in reader.read()]
        return np.concatenate(found) if found else np.empty(0)


def _flatten(value: Any, found: list[Any]) -> None:
    """Append all values of some arguments except rows, in the order of `leaves`. None represents an absent part."""
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


class _Own(NamedTuple):
    """A value of the centre."""

    value: Any
    path: str | None
    is_kept: bool
    """Whether the value is among the leaves of the centre."""


class _Reader:
    """Reads the floats of one argument of a start. Later starts may have new numbers in the same arrays."""

    def __init__(self, argument: Any, centre: Sequence[_Own]) -> None:
        """Raise NoTangent if the parts of the argument differ from the parts of the `centre`."""
        self.argument = argument
        values: list[Any] = []
        _flatten(argument, values)
        if len(values) != len(centre):
            raise NoTangent(OTHER_PARTS)
        self._checked: list[tuple[Any, _Own]] = []
        """The values that must be equal to those of the centre: arrays of integers, and variables."""
        self._floats: list[Floats | Variables] = []
        self._whole: dict[int, NDArray[np.bool_]] = {}
        """For each variable whether it is an integer, by the identity of the variables."""
        for value, own in zip(values, centre, strict=True):
            if type(value) is not type(own.value):
                raise NoTangent(OTHER_PARTS)
            if own.is_kept:
                self._sort(value, own)
        self._expected = self._counts([own.value for _, own in self._checked])

    def _sort(self, value: Any, own: _Own) -> None:
        """Decide how a value is read."""
        if isinstance(value, np.ndarray):
            if value.shape != own.value.shape:
                raise NoTangent(f"it changes the number of values of {own.path}, which has no derivative")
            if own.value.dtype == np.float64:
                self._floats.append(value.reshape(-1))  # a view, because arrays of kernels are contiguous
            elif value is not own.value:
                self._checked.append((value, own))
        elif isinstance(value, Variables):
            self._checked.append((value, own))
            self._floats.append(value)
        elif isinstance(value, float):
            self._floats.append(np.array([value]))
        elif isinstance(value, (bool, int, np.integer)) and value != own.value:
            raise NoTangent(f"it switches {own.path}, which has no derivative")

    def read(self) -> list[Floats]:
        """Return the floats. Raise NoTangent if anything except floats differs from the centre."""
        found = self._counts([value for value, _ in self._checked])
        if found != self._expected:
            k = next(k for k, counts in enumerate(found) if counts != self._expected[k])
            raise NoTangent(f"it switches {self._checked[k][1].path}, which has no derivative")
        return [
            np.where(self._are_whole(value), 0.0, value.words.view(np.float64))
            if isinstance(value, Variables)
            else value
            for value in self._floats
        ]

    def _counts(self, values: Sequence[NDArray[Any] | Variables]) -> list[bytes]:
        """Return the counts, codes and switches of arrays of integers and of variables."""
        return [
            value.words[self._are_whole(value)].tobytes() if isinstance(value, Variables) else value.tobytes()
            for value in values
        ]

    def _are_whole(self, variables: Variables) -> NDArray[np.bool_]:
        """Return for each variable whether it is an integer."""
        known = self._whole.get(id(variables))
        if known is None:
            kinds = [kind == "int" for kind, _ in variables.places.values()]
            known = self._whole[id(variables)] = np.array(kinds, dtype=bool)
        return known
