"""Exact derivatives of the discrete solution: the run once more, on numbers that carry their derivatives.

The kernel that takes the steps is compiled for dual numbers (solver/compiler/duals.py). It begins with the derivatives of the model and of
the initial state (`seeds.py`), and has those of each row beside the row. Sensors are differentiated along these (`rows.py`). The values
of this run must be those of an ordinary one, bit for bit, which is checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import CheckedDeck
from rbsolve.sensitivity.differences import Derivative, Target
from rbsolve.sensitivity.methods import AUTO, DIFFERENCE, TANGENT
from rbsolve.sensitivity.rows import RowTangents, Slopes
from rbsolve.sensitivity.seeds import Captured, NoTangent, Seeds, captured, seeds_of
from rbsolve.sensitivity.targets import SensitivityError, switching_places
from rbsolve.solver.compiler.entries import NoCompiler
from rbsolve.solver.compiler.lifting import LiftedRun
from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.integrators.base import IntegratorBase
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.generalized_alpha.friction import rubs
from rbsolve.solver.model.options import GeneralizedAlphaOptions, RungeKuttaOptions
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run import chunk_for, integrate

Floats = NDArray[np.float64]
WIDTHS = (1, 7)
"""How many derivatives a number carries: one, or so many that a vector of the processor is full."""
FEW_SLOTS = 4
"""So many rows more than output times have room."""


def flaw_of(checked: CheckedDeck) -> str:
    """Why there are no tangents of a deck, as the end of a sentence, or nothing."""
    compiled, description = checked.compiled, checked.description
    assert compiled is not None
    assert description is not None
    if compiled.analysis != "DYNAMIC":
        return f"analysis {compiled.analysis} has none"
    if not isinstance(compiled.method.options, RungeKuttaOptions | GeneralizedAlphaOptions):
        return f"{compiled.method.integrator} has none"
    if isinstance(compiled.method.options, GeneralizedAlphaOptions) and rubs(compiled.model):
        return f"friction under {compiled.method.integrator} has none"
    if isinstance(compiled.method.options, GeneralizedAlphaOptions) and compiled.method.is_adaptive:
        # The size of the first step is not held, so that they would not be those of the steps
        return f"adaptive {compiled.method.integrator} has none"
    if len(compiled.model.events.signal):
        return "a run with events has none"
    places = switching_places(description)
    if places:
        return f"a value may move the time at which {places[0]} jumps, which they do not follow"
    return ""


def check_tangents(method: str, checked: CheckedDeck) -> None:
    """Refuse method tangent for a deck that has none."""
    flaw = flaw_of(checked) if method == TANGENT else ""
    if flaw:
        raise SensitivityError(f"method {TANGENT}: {flaw}; use method {DIFFERENCE}, or {AUTO}, which chooses")


class Tangents:
    """The derivatives of one deck's run."""

    def __init__(self, checked: CheckedDeck, sensors: Sequence[str]) -> None:
        assert checked.parsed is not None
        self._checked, self._sensors = checked, list(sensors)
        self._variation = Variation(checked.parsed, checked.options)
        self.interrupted: Callable[[], bool] = lambda: False
        self.done: Callable[[int], None] = lambda count: None
        """Called after each run with how many there were."""
        self.count = 0

    def of(self, targets: Sequence[Target], digest: str) -> list[Derivative]:
        """The derivatives by each target, of a run whose rows have a digest. NoTangent where they cannot be had this way."""
        centre = captured(self._checked)
        seeds: list[Seeds | Derivative] = []
        for target in targets:
            self._pause()
            try:
                seeds.append(seeds_of(target, centre, self._variation))
            except NoTangent as no:
                seeds.append(failed(target, str(no)))
        together = [each for each in seeds if isinstance(each, Seeds)]
        width = WIDTHS[0] if len(together) <= WIDTHS[0] else WIDTHS[1]
        known: dict[str, Derivative] = {}
        for first in range(0, len(together), width):
            some = together[first : first + width]
            known |= {each.target.name: each for each in self._run(some, width, digest)}
        return [each if isinstance(each, Derivative) else known[each.target.name] for each in seeds]

    def _pause(self) -> None:
        if self.interrupted():
            raise KeyboardInterrupt

    def _run(self, seeds: Sequence[Seeds], width: int, digest: str) -> list[Derivative]:
        """One run with the derivatives by some numbers."""
        centre, compiled = captured(self._checked), self._checked.compiled
        assert compiled is not None
        engine = centre.engine
        assert isinstance(engine, IntegratorBase)
        run = LiftedRun(centre.function, width)
        _sow(run, centre, seeds)
        engine.kernel = run
        engine.carry_derivatives()
        chunk = chunk_for(compiled, engine, compiled.schedule.rows + FEW_SLOTS)
        try:
            summary = integrate(compiled, engine, chunk, None, interrupted=self.interrupted)
        except NoCompiler as error:
            raise NoTangent(str(error)) from error
        except Exception as error:  # numba has many; what is not its own goes on
            if not type(error).__module__.startswith("numba"):
                raise
            raise NoTangent("its kernels do not compile for numbers with derivatives") from error
        self.count += 1
        self.done(self.count)
        self._pause()
        if summary.outcome is not Outcome.COMPLETE:
            raise NoTangent("the run on numbers with derivatives does not end as the run itself")
        if engine.unrefined_steps:
            raise NoTangent(f"the iteration for the derivatives did not converge in {engine.unrefined_steps} steps")
        rows = _rows(run, chunk)
        own = RowDigest()
        own.add(rows)
        if own.text != digest:
            raise NoTangent("the run on numbers with derivatives has other values than the run itself")
        ends = RowTangents(self._checked, self._sensors, rows)
        return [self._derivative(each, k, run, chunk, ends) for k, each in enumerate(seeds)]

    def _derivative(self, seeds: Seeds, k: int, run: LiftedRun, chunk: Chunk, ends: RowTangents) -> Derivative:
        count = int(chunk.count[0])
        tangent = {name: run.memory.of(array)[:count, ..., 1 + k] for name, array in _fields(chunk) if len(array)}
        if not all(np.all(np.isfinite(slopes)) for slopes in tangent.values()):
            return failed(seeds.target, "the motion passes a place where it has none")
        found = ends.slopes(seeds, tangent)
        return Derivative(
            seeds.target,
            {name: slopes.values for name, slopes in found.items()},
            {name: _errors(slopes, seeds) for name, slopes in found.items()},
            tangent["time"],
            1,
            (seeds.sides[0][0], seeds.sides[-1][0]),
            any(np.any(slopes.values) for slopes in found.values()),
            scales=ends.scales,
            method=TANGENT,
        )


def _errors(slopes: Slopes, seeds: Seeds) -> Floats:
    errors: Floats = slopes.errors + seeds.error * np.max(np.abs(slopes.values), axis=0, initial=0.0)
    return errors


def failed(target: Target, reason: str) -> Derivative:
    """A derivative that there is not."""
    return Derivative(target, {}, {}, np.empty(0), 0, (0.0, 0.0), True, failure=reason)


def _sow(run: LiftedRun, centre: Captured, seeds: Sequence[Seeds]) -> None:
    """Give the numbers that a kernel begins with their derivatives."""
    for path, value in centre.leaves:
        for k, each in enumerate(seeds):
            slopes = each.arrays.get(path)
            if slopes is None:
                continue
            if isinstance(value, Variables):
                run.memory.of_variables(value)[: len(slopes), 1 + k] = slopes
            else:
                run.memory.of(value)[..., 1 + k] = slopes


def _rows(run: LiftedRun, chunk: Chunk) -> Chunk:
    """The rows as the kernel has written them, all of them and no more."""
    count = int(chunk.count[0])
    fields = {
        name: run.memory.of(array)[:count, ..., 0].copy() if len(array) else array for name, array in _fields(chunk)
    }
    return Chunk(count=np.array([count]), **fields)


def _fields(chunk: Chunk) -> list[tuple[str, Floats]]:
    """The arrays of floats in rows."""
    return [(name, getattr(chunk, name)) for name in Chunk._fields if name != "count"]


class RowDigest:
    """A digest of the motion in the rows of a run, in whatever chunks they come."""

    FIELDS = ("time", "x", "e", "u", "w", "a", "alpha")

    def __init__(self) -> None:
        self._parts = {name: hashlib.blake2b(digest_size=16) for name in self.FIELDS}

    def add(self, chunk: Chunk) -> None:
        """Take the rows of a chunk."""
        count = int(chunk.count[0])
        for name, part in self._parts.items():
            rows = getattr(chunk, name)[:count] + 0.0  # there is one zero
            part.update(np.ascontiguousarray(rows).tobytes())

    @property
    def text(self) -> str:
        """The digest."""
        return "".join(part.hexdigest() for part in self._parts.values())
