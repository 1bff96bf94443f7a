"""Continues a killed, interrupted or complete run from its results file."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rbsolve.language.diagnostics import Severity
from rbsolve.pipeline import CheckedDeck, Options, check_deck
from rbsolve.results.contents.unpacking import deck_files, unpack_deck
from rbsolve.results.file import hdf5
from rbsolve.results.file.conventions import partial_of
from rbsolve.results.file.errors import NothingKeptError, ResultsError
from rbsolve.results.file.target import OutputError, is_being_written
from rbsolve.results.sections.checkpoint import Checkpoint, latest
from rbsolve.results.sections.provenance import environment
from rbsolve.runs.checkpoints import fits
from rbsolve.runs.results import Results
from rbsolve.runs.run import Origin, Run, run_model
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.run.supervision import UNWATCHED, Supervision
from rbsolve.solver.sensors.plan import SensorPlan
from rbsolve.version import VERSION

_MOST_ADDED = 1 << 20  # a deck is not compared if it has grown by more bytes since its run
DECIDES = ("python", "numpy", "numba", "scipy", "platform")


class ResumeError(ValueError):
    """The error that a run cannot continue. str() returns the reason."""


@dataclass(frozen=True, slots=True)
class StoppedRun:
    """The state of a stopped run: the open file, the checkpoint, and the checked deck. The deck was checked with the
    options of the run.
    """

    results: Results
    path: Path
    checkpoint: Checkpoint
    checked: CheckedDeck


def set_aside(output: Path) -> Path:
    """Return the path to which the file of a killed run is moved while its rows are copied to a new file."""
    return partial_of(output).with_suffix(".before")


def find(output: Path, t_end: float | None = None) -> StoppedRun:
    """Return the state of the run that writes `output`. The caller must close the results.

    The file of a killed run is tried first, then the file `output`. Raise ResumeError if the run cannot continue, and
    OSError if no file can be read.
    """
    partial = partial_of(output)
    _check_nobody_writes(partial)
    left = [path for path in (partial, set_aside(output)) if path.exists()]
    faults: list[ResultsError] = []
    with ExitStack() as opened:
        found = _checkpoints(opened, left, faults)
        if not found and (output.exists() or not left):
            found = _checkpoints(opened, [output], faults)
        if not found:
            raise (
                faults[0] if faults else ResumeError(f"{(*left, output)[0]} contains no checkpoint; run the deck again")
            )
        results, path, checkpoint = max(found, key=lambda item: item[2].rows)
        for other, _, _ in found:
            if other is not results:
                other.close()
        stopped = StoppedRun(results, path, checkpoint, _check(results, checkpoint, output, t_end))
        opened.pop_all()
    return stopped


def _checkpoints(
    opened: ExitStack, paths: Iterable[Path], faults: list[ResultsError]
) -> list[tuple[Results, Path, Checkpoint]]:
    """Return the opened files that contain a checkpoint. The errors of unreadable files are added to `faults`."""
    found = []
    for path in paths:
        try:
            results = opened.enter_context(Results.open(path, cut_short=True))
            with results.report_damage():
                checkpoint = latest(results.file)
        except NothingKeptError:
            continue
        except ResultsError as error:
            faults.append(error)
            continue
        if checkpoint is not None:
            found.append((results, path, checkpoint))
    return found


def resume(
    stopped: StoppedRun,
    output: Path,
    supervision: Supervision = UNWATCHED,
) -> Run:
    """Continue a run, and write `output` with the same datasets as an uninterrupted run.

    If writing fails, the file of the earlier run remains unchanged.
    """
    partial, before = partial_of(output), set_aside(output)
    if stopped.path == partial:
        os.replace(partial, before)

    def take_over() -> None:
        before.unlink(missing_ok=True)

    attributes = stopped.results.attributes
    origin = Origin(stopped.results, stopped.checkpoint, take_over)
    try:
        run = run_model(
            stopped.checked,
            output,
            supervision,
            command=str(attributes.get("command", "")),
            motion=bool(stopped.results.bodies),
            origin=origin,
        )
    except OSError as error:
        if stopped.path == partial and before.exists() and not partial.exists():
            os.replace(before, partial)
            if isinstance(error, OutputError):
                advice = f"the state of the run is kept in {partial}: free disk space, then resume the run again"
                raise OutputError(f"{error}; {advice}") from error
        raise
    finally:
        stopped.results.close()
    take_over()
    return run


def _check_nobody_writes(partial: Path) -> None:
    """Raise ResumeError if another run has locked the file."""
    if is_being_written(partial):
        raise ResumeError(f"{partial} is in use: a run is writing it")


def _check(results: Results, checkpoint: Checkpoint, output: Path, t_end: float | None) -> CheckedDeck:
    """Check the deck of a run with the options of the run, and check that the run can continue."""
    with results.report_damage():
        if checkpoint.place is not None:
            results.look_from(checkpoint.place)
        attributes = results.attributes
        before = {"rbsolve": attributes["rbsolve_version"], **json.loads(attributes["environment"])}
        options = Options.from_json(json.loads(attributes["overrides"]))
        reached = float(results.times(checkpoint.rows - 1, checkpoint.rows)[0]) if checkpoint.rows else None
        status = results.status
    _check_version(before)
    _check_deck_on_disk(results)
    if t_end is not None:
        options = options._replace(t_end=t_end)
    with tempfile.TemporaryDirectory(prefix="rbsolve-") as folder:
        with results.report_damage():
            deck, unpacked = unpack_deck(results.file, Path(folder), options)
        checked = check_deck(deck, unpacked)
    compiled = checked.solvable
    if compiled is None:
        found = next((finding for finding in checked.diagnostics if finding.severity is Severity.ERROR), None)
        why = "" if found is None else f": {found.message}"
        raise ResumeError(f"the deck in {results.path} can no longer be solved{why}")
    _check_sizes(results, checkpoint, compiled, checked.sensors)
    if reached is None:
        reached = compiled.schedule.start
    if compiled.schedule.stop < reached:
        raise ResumeError(f"the run has reached t = {reached:g} s, beyond the end time of {compiled.schedule.stop:g} s")
    if status == "complete" and compiled.schedule.stop <= reached:
        raise ResumeError(f"{output} is complete: t = {reached:g} s; give a later --t-end to continue")
    return checked._replace(options=options._replace(allow_include=()))


def _check_sizes(
    results: Results, checkpoint: Checkpoint, compiled: CompiledModel, sensors: Sequence[SensorPlan]
) -> None:
    """Raise ResumeError if the parts or sizes of the stored state differ from the memory of an engine. With such a
    state, kernels would read beyond the ends of arrays.
    """
    if not fits(checkpoint, make_engine(compiled), sensors):
        raise ResumeError(
            f"{results.path} is from another version of rbsolve, in which the model has other contacts or states; run the "
            "deck again"
        )


def _check_version(before: Mapping[str, Any]) -> None:
    now = {"rbsolve": VERSION, **environment()}
    changed = [
        f"{name} {before.get(name)} is now {now.get(name)}"
        for name in ("rbsolve", *DECIDES)
        if before.get(name) != now.get(name)
    ]
    if changed:
        raise ResumeError(f"the continued run would not be bitwise identical: {', '.join(changed)}; run the deck again")


def _check_deck_on_disk(results: Results) -> None:
    """Raise ResumeError if the user has edited the deck since the run. If the deck was deleted, the copy in the results
    is used.

    A results file from another user may name any file as its deck. Therefore only files that the user owns are
    compared, and the message quotes only the deck in the results.
    """
    with results.report_damage():
        deck = Path(str(results.file["deck"].attrs.get("path", "")))
        digest = results.file.attrs["deck_sha256"]
        texts = {deck: str(results.file["deck/source"].asstr()[()])}
        for name, stored in deck_files(results.file).items():
            # the results do not depend on all files, for example not on a mesh that is only drawn
            if not hdf5.is_packed(stored):
                texts[Path(os.path.normpath(deck.parent / name))] = str(stored.asstr()[()])
    if not deck.is_absolute():
        return
    for path, text in texts.items():
        content = _own_file(path, 4 * len(text.encode()) + _MOST_ADDED)
        if content is None or hashlib.sha256(content).hexdigest() == digest:
            continue
        before, now = text.splitlines(), content.decode("utf-8-sig", errors="replace").splitlines()
        if before != now:
            changed = next((n for n, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), len(now))
            was = (
                f"line {changed + 1} was `{before[changed].strip():.200}`"
                if changed < len(before)
                else "lines were added"
            )
            raise ResumeError(f"{path} has changed since the run started: {was}; run the deck again")


def _own_file(path: Path, most: int) -> bytes | None:
    """Return the content of a file that the user owns. Return None for any other file, and for a file larger than
    `most` bytes.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_size > most:
            return None
        with os.fdopen(descriptor, "rb", buffering=0, closefd=False) as stream:
            return stream.read()
    finally:
        os.close(descriptor)
