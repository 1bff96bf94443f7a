"""Computes exact derivatives of the discrete solution, by runs on numbers that carry derivatives.

The first of these runs is the run itself. If a number cannot carry the derivatives with respect to all parameters at
once, further runs follow. A check ensures that the rows of all these runs are bitwise identical.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from rbsolve.language.described import Description
from rbsolve.pipeline import CheckedDeck, Parameter
from rbsolve.sensitivity.carried import CarriedRun, most_at_once
from rbsolve.sensitivity.derivative import Derivative, Target, failed_derivative
from rbsolve.sensitivity.jumps import Times, jumps_by_motion, moved_jump, times_of_jumps
from rbsolve.sensitivity.methods import AUTO, DIFFERENCE, TANGENT
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.placed import PlacedRun
from rbsolve.sensitivity.rows import RowTangents
from rbsolve.sensitivity.seeds import Seeds
from rbsolve.sensitivity.sowing import SeedBed
from rbsolve.sensitivity.starts import Captured, NoTangent, RunFails, StartNumbers, capture
from rbsolve.sensitivity.targets import SensitivityError
from rbsolve.solver.analyses.engine import AnalysisEngine
from rbsolve.solver.assembly.checks.tree_check import describe_jump, jumping_motion
from rbsolve.solver.functions.encode import FUNCTION_KINDS
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.integrators.window import LENGTH
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.run.loop import integrate
from rbsolve.solver.run.supervision import Supervision

FEW_SLOTS = 4
"""The number of rows for which the memory has space in addition to the output times."""


def flaw_of(checked: CheckedDeck) -> str:
    """Return the reason why a deck has no tangents, as the end of a sentence. The text is empty if the deck has
    tangents.
    """
    place = jumps_by_motion(checked.model)
    if place:
        return _moves(place)
    return _jump_without_tangent(checked.contents, checked.model) if checked.model.analysis == "DYNAMIC" else ""


def _moves(place: str) -> str:
    return f"a value may change the time at which {place} jumps, which tangents do not follow"


def _jump_without_tangent(description: Description, compiled: CompiledModel) -> str:
    """Return the reason why a prescribed motion has no tangents, or an empty text. If the rate of the motion jumps,
    steps must end at each jump, which few methods can differentiate.
    """
    index = {function.name: k for k, function in enumerate(description.all_of(*FUNCTION_KINDS))}
    times = compiled.schedule.start, compiled.schedule.stop
    jumping = jumping_motion(description, compiled.model.functions, index, *times)
    method = compiled.method
    if jumping is None or (method.integrator == "GENERALIZED_ALPHA" and not method.is_adaptive and not jumping.dense):
        return ""
    what = "tables or formulas with fewer places" if jumping.dense else "fixed steps of GENERALIZED_ALPHA"
    return f"{describe_jump(jumping)}, which tangents follow only with {what}"


WITHOUT_TANGENTS = f"use method {DIFFERENCE}, or {AUTO}, which chooses automatically"


def check_tangents(method: str, checked: CheckedDeck) -> None:
    """Raise an error if the method is `tangent` and the deck has no tangents."""
    flaw = flaw_of(checked) if method == TANGENT else ""
    if flaw:
        raise SensitivityError(f"method {TANGENT}: {flaw}; {WITHOUT_TANGENTS}")


class Tangents:
    """The derivatives of one deck's run with respect to some of its numbers."""

    def __init__(
        self,
        checked: CheckedDeck,
        sensors: Sequence[str],
        neighbours: Neighbours,
        values: Mapping[str, Parameter] | None = None,
    ) -> None:
        """`neighbours` checks neighbouring decks. `values` contains the design parameters of the case `checked`."""
        self._checked, self._sensors, self._neighbours, self._values = checked, list(sensors), neighbours, values or {}
        self.interrupted: Callable[[], bool] = lambda: False
        self.done: Callable[[int], None] = lambda count: None
        """Function that is called after each run with the number of runs so far."""
        self.count = 0
        """Number of runs in addition to the deck's own run."""
        self._seeds: list[Seeds | Derivative] = []
        self._own: CarriedRun | PlacedRun | None = None
        self._make: type[CarriedRun | PlacedRun] = CarriedRun
        self._most = 1
        """The number of derivatives that each number in a run carries."""

    def begin(self, targets: Sequence[Target]) -> Integrator | None:
        """Return the engine of a run with derivatives with respect to the first numbers. Return None if no number has
        derivatives.

        Raise NoTangent for an engine that cannot have derivatives.
        """
        centre = capture(self._checked)
        self._make, self._most = _runs_of(centre, len(targets))
        given = {**{target.parameter: target.at(target.value)[target.parameter] for target in targets}, **self._values}
        times = times_of_jumps(self._checked.model)
        bed = SeedBed(targets, StartNumbers(centre), centre, self._neighbours, given)
        for target in targets:
            self._pause()
            try:
                seeds = bed.seeds_of(target)
                self._seeds.append(_follow(seeds, centre, times))
            except NoTangent as no:
                self._seeds.append(failed_derivative(target, str(no)))
        if not self._sown:
            return None
        self._own = self._make(centre, self._groups[0])
        return self._own.engine

    def watch(self, chunk: Chunk) -> None:
        """Store every chunk of rows of the run with derivatives."""
        if self._own is not None:
            self._own.watch(chunk)

    def run(self, targets: Sequence[Target]) -> RowTangents:
        """Solve the deck with derivatives with respect to some numbers, and return its rows.

        Raise NoTangent if the run cannot have derivatives, and RunFails if the run itself fails.
        """
        self.begin(targets)
        if self._own is None:
            raise NoTangent(next(each.failure for each in self._seeds if isinstance(each, Derivative)))
        self._integrate(self._own)
        return self._ends(self._own)

    def find(self) -> list[Derivative]:
        """Return the derivatives with respect to all numbers, after the run is complete. Raise NoTangent if there are
        no derivatives.
        """
        own, known = self._own, list[Derivative]()
        if own is None:
            return [each for each in self._seeds if isinstance(each, Derivative)]
        if own.flaw:
            raise NoTangent(own.flaw)
        ends = self._ends(own)
        known += own.derivatives(ends)
        for group in self._groups[1:]:
            run = self._make(capture(self._checked), group)
            self._integrate(run)
            self.count += 1
            self.done(self.count)
            if run.digest != own.digest:
                raise NoTangent(
                    "the values of the runs with derivatives differ from the values of the run without derivatives"
                )
            known += run.derivatives(ends)
        rest = iter(known)
        return [each if isinstance(each, Derivative) else next(rest) for each in self._seeds]

    @property
    def _sown(self) -> list[Seeds]:
        return [each for each in self._seeds if isinstance(each, Seeds)]

    @property
    def _groups(self) -> list[list[Seeds]]:
        """Return the parameters of each run with derivatives."""
        sown, most = self._sown, self._most
        return [sown[first : first + most] for first in range(0, len(sown), most)]

    def _ends(self, own: CarriedRun | PlacedRun) -> RowTangents:
        return own.ends(self._checked, self._sensors)

    def _pause(self) -> None:
        if self.interrupted():
            raise KeyboardInterrupt

    def _integrate(self, run: CarriedRun | PlacedRun) -> None:
        """Solve a run to its end. Raise NoTangent if the run does not complete, or has no derivatives."""
        compiled = self._checked.model
        chunk = chunk_for(compiled, run.engine, compiled.schedule.rows + FEW_SLOTS)
        summary = integrate(compiled, run.engine, chunk, None, Supervision(interrupted=self.interrupted))
        self._pause()
        if summary.outcome is not Outcome.COMPLETE:
            raise RunFails("the run does not reach its end")
        if run.flaw:
            raise NoTangent(run.flaw)
        run.watch(chunk)


def _runs_of(centre: Captured, count: int) -> tuple[type[CarriedRun | PlacedRun], int]:
    """Return the class of the runs with derivatives for an engine. Also return the number of derivatives in each run,
    of `count` in total.
    """
    return (PlacedRun, count) if isinstance(centre.stepper, AnalysisEngine) else (CarriedRun, most_at_once(centre))


def _follow(seeds: Seeds, centre: Captured, times: dict[str, Times]) -> Seeds:
    """Return the seeds of numbers that a run can use up to its end. Raise NoTangent for all other numbers. Formulas of
    time jump at these `times`.
    """
    sides = (seeds.sides[-1:] or [*islice(seeds.all_sides(), 1)]) if times else []
    for checked in (each for pair in sides for each in (pair.above, pair.below)):
        place = moved_jump(times, checked)
        if place:
            raise NoTangent(_moves(place))
    if isinstance(centre.stepper, AnalysisEngine):
        return seeds
    if seeds.moves_times and len(centre.events.signal):
        raise NoTangent("it changes the times of the steps of a run with events, which tangents do not follow")
    if seeds.moves_times and centre.is_windowed:
        raise NoTangent(f"it changes more than {LENGTH} output times, which tangents do not follow")
    return seeds
