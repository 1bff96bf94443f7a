"""Solves a checked deck and writes the results file."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rbsolve.pipeline.findings import findings_of
from rbsolve.results.file import hdf5
from rbsolve.results.file.conventions import Status
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.sections.deck_and_model import write_sections
from rbsolve.results.sections.events import write_events
from rbsolve.results.sections.findings import write_findings
from rbsolve.results.sections.provenance import Provenance
from rbsolve.results.writer import MOST_ROWS_PER_CHUNK, ResultsWriter
from rbsolve.runs.checkpoints import CHECKPOINT_SECONDS, FileKeeper
from rbsolve.solver.assembly.initial.given_start import state_names, turned_names
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.loop import simulate
from rbsolve.solver.run.summary import RunSummary
from rbsolve.solver.run.supervision import UNWATCHED, Supervision

if TYPE_CHECKING:
    import h5py

    from rbsolve.pipeline import CheckedDeck
    from rbsolve.results.sections.checkpoint import Checkpoint
    from rbsolve.runs.results import Results
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.model.findings import Finding

MOST_CONTACTS = 200
MOST_CONTACT_ROWS = 100_000
"""The forces of contacts are recorded in two cases: if there are few contacts, or if the product of the numbers of
contacts and rows is at most this limit.
"""
STATUS = {Outcome.COMPLETE: Status.COMPLETE, Outcome.INTERRUPTED: Status.INTERRUPTED}


class Sequel(Protocol):
    """The interface of an additional task that processes the rows of a run."""

    def engine(self, own: Integrator) -> Integrator:
        """Return the engine that takes the steps: the model's own engine, or an engine with additional work."""
        ...

    def rehearse(self) -> bool:
        """Call the kernels that `conclude` will need, so that their compilations are counted in advance. Their results
        are not valid. Return false if the task has further kernels, and their number is not known in advance.
        """
        ...

    def watch(self, chunk: Chunk) -> None:
        """Receive every chunk of rows."""
        ...

    def conclude(self, writer: ResultsWriter) -> None:
        """Write the results of the task into the file."""
        ...


class Origin(NamedTuple):
    """An interrupted run: its results, and the state from which it continues. It also has a function that is called
    when a new file contains both.
    """

    results: Results
    checkpoint: Checkpoint
    taken_over: Callable[[], None]

    def hand_over(self, writer: ResultsWriter) -> None:
        """From the old file, copy the rows up to the checkpoint, and the data of the deck. If they are damaged, no new
        file is written.
        """
        try:
            with self.results.report_damage():
                self._copy(writer)
        except ResultsError:
            writer.abandon()
            raise

    def _copy(self, writer: ResultsWriter) -> None:
        file, history = self.results.file, self.results.history
        for start in range(0, self.checkpoint.rows, MOST_ROWS_PER_CHUNK):
            stop = min(start + MOST_ROWS_PER_CHUNK, self.checkpoint.rows)
            part: dict[str, dict[str, Any]] = {
                group: {
                    hdf5.original_name(name): history(f"{group}/{name}", start, stop)
                    for name in file[group]
                    if name != "time"
                }
                for group in ("sensors", "diagnostics", "motion")
                if group in file
            }
            writer.write(history("time", start, stop), part["sensors"], part["diagnostics"], part.get("motion"))
        writer.change({name: file.attrs[name] for name in ("deck_name", "deck_sha256", "created")})
        if "path" in file["deck"].attrs:
            writer.file["deck"].attrs["path"] = file["deck"].attrs["path"]


class Run(NamedTuple):
    """A run that has ended. `file` is the open results file if the results are in memory, otherwise None."""

    summary: RunSummary
    message: str
    rows: int
    file: h5py.File | None

    @property
    def status(self) -> Status:
        """Return the status of the run, as in the attributes of the results file."""
        return STATUS.get(self.summary.outcome, Status.FAILED)


def run_model(
    checked: CheckedDeck,
    output: Path | None,
    supervision: Supervision = UNWATCHED,
    sequel: Sequel | None = None,
    *,
    command: str = "",
    motion: bool = True,
    origin: Origin | None = None,
    steered: Callable[[Integrator], Integrator] | None = None,
) -> Run:
    """Solve a checked deck, and write its results to `output`. If `output` is None, the results stay in memory.

    `command` is the command that requested the run. Without `motion`, the results do not contain the poses of the
    bodies. `sequel` receives the rows, and adds its results to the file of a complete run. `supervision` can request
    checkpoints. If an `origin` is given, the run continues from its state. `steered` is a function that wraps the
    engine in an object that calls Python functions. Such a run has no checkpoints, because a file cannot contain Python
    functions. Raise OutputError if the results cannot be written. A failed run raises no exception: its outcome reports
    the failure.
    """
    compiled, sensors = checked.model, checked.sensors
    with ResultsWriter(output, sensors, compiled.schedule.rows, moving_of(compiled) if motion else {}) as writer:
        write_sections(writer, compiled, Provenance(command, checked.options.as_json(), sensors))
        found = findings_of(checked)
        write_findings(writer, found)
        if origin is not None:
            origin.hand_over(writer)
        every = CHECKPOINT_SECONDS if supervision.every is None else supervision.every
        keeper = FileKeeper(writer, sensors, every, supervision.asked, *_source(origin))
        try:
            watch, engine, rehearse = (sequel.watch, sequel.engine, sequel.rehearse) if sequel else (None, None, None)
            kept = None if output is None or steered is not None else keeper
            summary = simulate(compiled, sensors, writer, supervision, watch, kept, steered or engine, rehearse)
            write_end(writer, compiled, found, summary)
            if sequel is not None and summary.outcome is Outcome.COMPLETE:
                sequel.conclude(writer)
        except Exception as error:
            if supervision.interrupted():  # an interrupted compiler may raise any exception
                raise KeyboardInterrupt from error
            raise
        if keeper.final is not None:
            writer.keep_final(keeper.final)
        message = finish(writer, summary, keeper.wall_time_before)
    return Run(summary, message, writer.rows, writer.file if output is None else None)


def moving_of(compiled: CompiledModel) -> dict[str, list[str]]:
    """Return the names of all objects whose motion is recorded, by kind."""
    contacts = list(compiled.description.of_kind("CONTACT"))
    are_few = len(contacts) <= MOST_CONTACTS or len(contacts) * compiled.schedule.rows <= MOST_CONTACT_ROWS
    return {
        "bodies": list(compiled.body_index)[: compiled.bodies],
        "frames": list(compiled.free_frames),
        "joints": turned_names(compiled.description),
        "states": list(state_names(compiled.model, compiled.signal_index)),
        "contacts": contacts if are_few else [],
    }


def write_end(writer: ResultsWriter, compiled: CompiledModel, found: Sequence[Finding], summary: RunSummary) -> None:
    """Write the data that are known only at the end of a run: its events and its diagnostics. The diagnostics of the
    check (`found`) precede the diagnostics of the run.
    """
    writer.settle()
    if summary.findings:
        write_findings(writer, (*found, *summary.findings))
    if len(compiled.model.events.signal):
        write_events(writer, summary.events)


def finish(writer: ResultsWriter, summary: RunSummary, seconds_before: float = 0.0) -> str:
    """Record the end of a run in the file. The wall time includes the time before an interruption. Return the message
    about the end.
    """
    message = describe_end(summary)
    writer.finish(
        STATUS.get(summary.outcome, Status.FAILED),
        message,
        wall_time=seconds_before + summary.wall_time,
        compiling_time=summary.compiling,
        loading_time=summary.loading,
        steps=summary.steps,
        rejected_steps=summary.rejected_steps,
        newton_iterations=summary.newton_iterations,
        **energies(summary),
    )
    return message


def _source(origin: Origin | None) -> tuple[Checkpoint | None, Callable[[], None]]:
    return (None, lambda: None) if origin is None else (origin.checkpoint, origin.taken_over)


def energies(summary: RunSummary) -> dict[str, float]:
    """Return the attributes that describe the energy of a run. If the energy is unknown, there are none."""
    said = {"unexplained_energy": summary.unexplained_energy, "energy_moved": summary.energy_moved}
    return said if all(map(math.isfinite, said.values())) else {}


def describe_end(summary: RunSummary) -> str:
    """Describe the end of a run in one sentence. For a failed run, the sentence names the object, the time and a
    remedy.
    """
    if summary.outcome in STATUS:
        return summary.detail or summary.outcome.advice
    place = f"{summary.failed_object}, " if summary.failed_object else ""
    return f"{place}t = {summary.time:.9g} s: {summary.detail or summary.outcome.advice}"
