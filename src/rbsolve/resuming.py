"""Going on with a run from its results file: one that was killed, interrupted, or that came to its end."""

from __future__ import annotations

import difflib
import fcntl
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rbsolve
from rbsolve.parser.diagnostics import Severity
from rbsolve.pipeline import CheckedDeck, Options, check_deck
from rbsolve.results import hdf5
from rbsolve.results.checkpoint import Checkpoint, latest
from rbsolve.results.conventions import partial_of
from rbsolve.results.provenance import environment
from rbsolve.results.reader import Results, ResultsError
from rbsolve.results.target import try_lock
from rbsolve.results.unpacking import deck_files, unpack_deck
from rbsolve.running import Origin, Run, run_model

if TYPE_CHECKING:
    from rbsolve.solver.run import Progress

DECIDES = ("python", "numpy", "numba", "scipy", "platform")


class ResumeError(ValueError):
    """A run that cannot go on; str() says why."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a run stands: the open file, its checkpoint, and its deck checked with the options it had."""

    results: Results
    path: Path
    checkpoint: Checkpoint
    checked: CheckedDeck


def set_aside(output: Path) -> Path:
    """Where the rows of a killed run stand while a new file takes them over."""
    return partial_of(output).with_suffix(".before")


def find(output: Path, t_end: float | None = None) -> Stand:
    """Where the run that writes `output` stands. The caller closes its results.

    Raises ResumeError when it cannot go on, OSError when there is nothing to read.
    """
    partial = partial_of(output)
    candidates = [path for path in (partial, set_aside(output)) if path.exists()] or [Path(output)]
    found: tuple[Results, Path, Checkpoint] | None = None
    _check_nobody_writes(partial)
    with ExitStack() as opened:
        for path in candidates:
            try:
                results = opened.enter_context(Results.open(path))
            except ResultsError:
                if path == Path(output):
                    raise
                continue
            checkpoint = latest(results.file)
            if checkpoint is None or (found is not None and checkpoint.rows <= found[2].rows):
                results.close()
                continue
            if found is not None:
                found[0].close()
            found = results, path, checkpoint
        if found is None:
            raise ResumeError(f"{candidates[0]} holds no state from which to go on: run the deck again")
        results, path, checkpoint = found
        if checkpoint.place is not None:
            results.look_from(checkpoint.place)
        stand = Stand(results, path, checkpoint, _checked(results, output, t_end))
        opened.pop_all()
    return stand


def resume(
    stand: Stand,
    output: Path,
    progress: Callable[[Progress], None] | None = None,
    interrupted: Callable[[], bool] = lambda: False,
    *,
    every: float | None = None,
    asked: Callable[[], bool] = lambda: False,
) -> Run:
    """Go on with a run and write `output`, whose datasets are those of a run that was never broken off."""
    before, source = set_aside(output), stand.path
    if source == partial_of(output):
        os.replace(source, before)
        source = before

    def taken_over() -> None:
        before.unlink(missing_ok=True)

    attributes = stand.results.attributes
    origin = Origin(stand.results, stand.checkpoint, taken_over)
    try:
        run = run_model(
            stand.checked,
            output,
            progress,
            interrupted,
            command=str(attributes.get("command", "")),
            motion=bool(stand.results.bodies),
            every=every,
            asked=asked,
            origin=origin,
        )
    finally:
        stand.results.close()
    taken_over()
    return run


def _check_nobody_writes(partial: Path) -> None:
    """ResumeError where a run has locked its file."""
    if not partial.exists():
        return
    descriptor = os.open(partial, os.O_RDONLY)
    try:
        try_lock(descriptor, fcntl.LOCK_SH)
    except BlockingIOError as error:
        raise ResumeError(f"{partial} is not left over: a run is writing it") from error
    finally:
        os.close(descriptor)


def _checked(results: Results, output: Path, t_end: float | None) -> CheckedDeck:
    attributes = results.attributes
    _check_version(attributes)
    _check_deck_on_disk(results)
    said: dict[str, Any] = json.loads(attributes["overrides"])
    said.pop("allow_include", None)
    given: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in said.items()}
    options = Options(**given)
    if t_end is not None:
        options = options._replace(t_end=t_end)
    with tempfile.TemporaryDirectory(prefix="rbsolve-") as folder:
        checked = check_deck(*unpack_deck(results.file, Path(folder), options))
    compiled = checked.compiled
    if checked.has_errors or compiled is None:
        found = next((finding for finding in checked.diagnostics if finding.severity is Severity.ERROR), None)
        why = "" if found is None else f": {found.message}"
        raise ResumeError(f"the deck in {results.path} cannot be solved any more{why}")
    reached = float(results.time[-1]) if len(results.time) else compiled.schedule.start
    if compiled.schedule.stop < reached:
        raise ResumeError(f"the run has reached t = {reached:g} s, beyond the end time of {compiled.schedule.stop:g} s")
    if results.status == "complete" and compiled.schedule.stop <= reached:
        raise ResumeError(f"{output} is complete: t = {reached:g} s; a later --t-end lets it go on")
    return checked._replace(options=options._replace(allow_include=()))


def _check_version(attributes: Mapping[str, Any]) -> None:
    before = {"rbsolve": attributes["rbsolve_version"], **json.loads(attributes["environment"])}
    now = {"rbsolve": rbsolve.__version__, **environment()}
    changed = [
        f"{name} {before.get(name)} is now {now.get(name)}"
        for name in ("rbsolve", *DECIDES)
        if before.get(name) != now.get(name)
    ]
    if changed:
        raise ResumeError(f"the run would not go on with the same bits: {', '.join(changed)}; run the deck again")


def _check_deck_on_disk(results: Results) -> None:
    """Refuse a deck that was edited since; one that is gone is in the results."""
    deck = Path(str(results.file["deck"].attrs.get("path", "")))
    if not deck.is_file():
        return
    files = {deck: results.file["deck/source"]}
    for name, stored in deck_files(results.file).items():
        if not hdf5.is_packed(stored):  # as are meshes, which decide no number
            files[Path(os.path.normpath(deck.parent / name))] = stored
    if hashlib.sha256(deck.read_bytes()).hexdigest() == results.file.attrs["deck_sha256"]:
        files.pop(deck)
    for path, stored in files.items():
        if not path.is_file():
            continue
        now = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
        lines = difflib.unified_diff(str(stored.asstr()[()]).splitlines(), now, lineterm="", n=0)
        edits = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        if edits:
            raise ResumeError(f"{path} was changed since the run began: {'; '.join(edits[:4])}; run the deck again")
