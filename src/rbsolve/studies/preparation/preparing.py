"""Converts a checked request to a study folder and its entry in the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.ensemble.envelopes import split_kept, times_of
from rbsolve.pipeline import CheckedDeck, Options
from rbsolve.pipeline.beginning import digest_of, read_start
from rbsolve.solver.assembly.initial.given_start import StartRow
from rbsolve.store import records
from rbsolve.studies.design.cases import CaseTable
from rbsolve.studies.disk.folder import LEFT_BEHIND, MANIFEST, Ids, Manifest, NotAStudyError, StudyFolder, as_text
from rbsolve.studies.preparation import keys
from rbsolve.studies.preparation.reusing import Finished, reuse, take_up

if TYPE_CHECKING:
    from rbsolve.store.database import Database
    from rbsolve.studies.design.request import StudyDesign

from rbsolve.studies.disk.snapshots import START, copy_deck, keep_start, unique_folder
from rbsolve.studies.preparation.checks import Prepared


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits and options. Some apply to each case, others to the whole study."""

    time: float | None = None
    checkpoint_every: float = 30.0
    memory: float | None = None
    on_failure: str = "continue"
    keep: tuple[str, ...] | None = None
    every: int = 1
    """Every `every`-th row of a case and its last row are stored."""
    float32: bool = False
    """Whether histories are stored in single precision."""
    store: str | None = None
    command: str = ""
    responses: Mapping[str, str] = field(default_factory=dict)
    """Scalars by name. The process that solves a case computes its scalars."""
    lanes: int = 0
    """The number of cases that are stepped in parallel lanes. 0 means the number that saves most time."""


class NotEmptyError(OSError):
    """The error that a folder is not empty. str() is the message."""


class OtherCasesError(ValueError):
    """The error that a new study lacks finished cases of its folder. str() returns the number of these cases and a
    remedy.
    """

    def __init__(self, path: Path, cases: int) -> None:
        """`cases` is the number of finished cases in the folder `path` that would be deleted."""
        some = "1 finished case" if cases == 1 else f"{cases} finished cases"
        super().__init__(
            f"{some} of the study in {path} {'is' if cases == 1 else 'are'} not in this sweep: "
            "delete them with --replace, or name another folder with -o"
        )


@dataclass(frozen=True, slots=True)
class Made:
    """The folder of a study, and what happened to the cases of an earlier study in this folder."""

    folder: StudyFolder
    kept: int = 0
    """The number of cases that are already complete, if the folder contains the same study."""
    taken: int = 0
    """The number of complete cases that were taken from the previous study in the folder."""
    again: int = 0
    """The number of complete cases that are solved again, for the reason `why`."""
    why: str = ""
    deleted: int = 0
    """The number of complete cases that the new study lacks."""


def make_study(
    prepared: Prepared, path: Path, limits: Limits, identity: str = "", *, replace_cases: bool = False
) -> Made:
    """Write the folder of a study of one deck, and record the study in the store. If `identity` is given, the caller
    records it instead.

    If the folder contains a study, cases with four unchanged digests are kept. Raise OtherCasesError if the old study
    has finished cases that the new study lacks, unless `replace_cases` permits deletion.
    """
    request, checked, table = prepared.request, prepared.checked, prepared.table
    folder = StudyFolder(path)
    before = folder_before(path)
    row = None if request.start_from is None else read_start(request.start_from)
    ids = keys.ids_of(checked.contents.sources, _instructions(request, checked, row))
    if before is not None and _same(before, ids, table, limits, checked):
        # A changed mesh does not affect the rows, but it changes the file of the study, which contains the mesh.
        copy_deck(checked.contents, path, "")
        take_up(before)
        return Made(before, kept=_count_done(before))
    finished = None if before is None else Finished.of(before)
    beyond = 0 if finished is None else finished.beyond(str(request.deck), table)
    if beyond and not replace_cases:
        raise OtherCasesError(path, beyond)
    deck, origin = copy_deck(checked.contents, path, "")
    if row is not None:
        keep_start(row, path)
    manifest = Manifest(
        id=identity or records.new_id(),
        kind="study",
        cases=len(table),
        decks=[deck],
        origins=[origin],
        names=list(table.names),
        widths=list(table.widths),
        ids=ids,
        integrator=request.integrator,
        formulation=request.formulation,
        step=request.step,
        t_end=request.t_end,
        start_from=None if row is None else f"{START}@{row.time!r}",
        method_options=dict(request.method_options),
        **_storage(limits, checked),
        sampling="" if request.sampling is None else request.sampling.method,
        responses=dict(limits.responses),
        **_each_case(limits),
        store=limits.store,
        previous={} if before is None else _ids_as_dict(before.manifest.ids),
        command=limits.command,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    if finished is None:
        establish(folder, manifest, table, enter=not identity)
        return Made(folder)
    taken = reuse(finished, folder, manifest, table)
    why = _why_again(finished, manifest)
    return Made(folder, taken=taken, deleted=beyond, again=len(finished.shards) - beyond if why else 0, why=why)


def _why_again(finished: Finished, manifest: Manifest) -> str:
    """Return the reason why finished cases of the previous study are solved again. The text is empty if they are
    reused.
    """
    if changed := keys.differences(manifest):
        return f"{' and '.join(changed)} changed"
    if finished.study.manifest.responses != manifest.responses:
        return "other responses are requested"
    old = finished.study.manifest
    if (old.keep, bool(old.envelope_times)) != (manifest.keep, bool(manifest.envelope_times)):
        return "other sensors are kept"
    return "" if old.storage == manifest.storage else "other rows are stored, or another precision"


def make_batch(
    decks: Sequence[CheckedDeck],
    path: Path,
    options: Options,
    limits: Limits,
    kind: str = "batch",
    identity: str = "",
    linearize: str | None = None,
    search: str | None = None,
) -> StudyFolder:
    """Write the folder of a study whose cases are whole decks. Each case produces an ordinary results file.

    With `linearize`, the results files also contain the linearization. With `search`, the case is a fit or an
    optimization, and its results file is the run at the best values.
    """
    if folder_before(path) is not None:
        raise NotEmptyError(
            f"{path} already contains a study: continue it with `rbsolve resume {path}`, or give another folder"
        )
    copies, origins, digests = [], [], []
    for number, checked in enumerate(decks):
        copy, origin = copy_deck(checked.contents, path, unique_folder(decks, number))
        copies.append(copy)
        origins.append(origin)
        digests.append(keys.ids_of(checked.contents.sources, None))
    ids = replace(digests[0], deck=digests[0].deck if len(digests) == 1 else "several")
    names = tuple(options.parameters)
    values = [np.atleast_1d(np.asarray(value, dtype=np.float64)) for value in options.parameters.values()]
    widths = tuple(len(value) for value in values)
    row = np.concatenate(values) if values else np.zeros(0)
    table = CaseTable(names, widths, np.tile(row, (len(decks), 1)))
    manifest = Manifest(
        id=identity or records.new_id(),
        kind=kind,
        cases=len(decks),
        decks=copies,
        origins=origins,
        names=list(names),
        widths=list(widths),
        ids=ids,
        integrator=options.integrator,
        formulation=options.formulation,
        step=options.step,
        t_end=options.t_end,
        linearize=linearize,
        search=search,
        method_options={key: str(value) for key, value in options.method_options.items()},
        **_each_case(limits),
        store=limits.store,
        command=limits.command,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    folder = StudyFolder(path)
    establish(folder, manifest, table, enter=not identity)
    return folder


def _count_done(folder: StudyFolder) -> int:
    """Return the number of complete cases."""
    from rbsolve.studies.disk.opening import open_study_store, record_of

    with open_study_store(folder) as database:
        return record_of(database, folder).done


def establish(folder: StudyFolder, manifest: Manifest, table: CaseTable, *, enter: bool) -> None:
    """Write the folder of a new study, and record it in its store.

    The store is opened first, so that a folder never contains a study without a store.
    """
    from rbsolve.studies.disk.opening import open_store_of

    with open_store_of(folder.path, manifest.store) if enter else nullcontext() as database:
        folder.shards.mkdir(exist_ok=True)
        folder.write_table(table)
        folder.write_manifest(manifest)
        if database is not None:
            _submit(database, folder)


def _submit(database: Database, folder: StudyFolder) -> None:
    manifest = folder.manifest
    records.submit(
        database,
        name=Path(manifest.decks[0]).stem,
        folder=str(folder.path.absolute()),
        cases=manifest.cases,
        kind=manifest.kind,
        identity=manifest.id,
    )


def folder_before(path: Path) -> StudyFolder | None:
    """Return the existing study in a folder, or None for an empty folder. If the folder is missing, create it."""
    name = as_text(str(path.absolute()))
    if name != str(path.absolute()):
        raise OSError(f"{name}: the name of the folder is not UTF-8; give another folder with -o")
    if (path / MANIFEST).exists():
        return StudyFolder.open(path)
    if path.exists() and (not path.is_dir() or any(entry.name not in LEFT_BEHIND for entry in path.iterdir())):
        raise NotEmptyError(f"{path} already exists and contains no study: give another folder with -o")
    path.mkdir(parents=True, exist_ok=True)
    return None


def _same(before: StudyFolder, ids: Ids, table: CaseTable, limits: Limits, checked: CheckedDeck) -> bool:
    """Return whether the folder contains the same study. If it does, replace its limits by the requested limits."""
    old = before.manifest
    if old.kind != "study":
        raise NotEmptyError(f"{before.path} contains a batch of decks: give another folder with -o")
    try:
        values = before.table.values
    except OSError as error:
        raise NotAStudyError(f"{before.path} contains no study: its parameters cannot be read") from error
    same = (
        old.ids == ids
        and old.names == list(table.names)
        and all(getattr(old, name) == value for name, value in _storage(limits, checked).items())
        and old.responses == dict(limits.responses)
        and np.array_equal(values, table.values)
        and (limits.store is None or limits.store == old.store)
    )
    if same:
        before.write_manifest(replace(old, **_each_case(limits)))
    return same


def _storage(limits: Limits, checked: CheckedDeck) -> dict[str, Any]:
    """Return the settings of a manifest for stored histories."""
    keep, has_envelopes = split_kept(limits.keep)
    return {
        "keep": None if keep is None else list(keep),
        "every": limits.every,
        "float32": limits.float32,
        "envelope_times": list(times_of(checked.model.schedule)) if has_envelopes else [],
    }


def _each_case(limits: Limits) -> dict[str, Any]:
    """Return the settings of a manifest that apply to each case. They may change when the study is resumed."""
    return {
        "checkpoint_every": limits.checkpoint_every,
        "time_limit": limits.time,
        "memory_limit": limits.memory,
        "on_failure": limits.on_failure,
        "lanes": limits.lanes,
    }


def _instructions(request: StudyDesign, checked: CheckedDeck, row: StartRow | None) -> object:
    """Return all settings of the solver, without the deck and its parameters."""
    given = [
        request.integrator,
        request.formulation,
        request.step,
        request.t_end,
        sorted(request.method_options.items()),
    ]
    if row is not None:
        given.append(digest_of(row))
    return [given, checked.model.method.integrator, checked.model.method.formulation]


def _ids_as_dict(ids: Ids) -> dict[str, str]:
    return {"deck": ids.deck, "solver": ids.solver, "environment": ids.environment}
