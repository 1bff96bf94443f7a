"""Reuses existing rows: cases of an earlier study in the same folder, and shards that no store has recorded."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.store import leases, records
from rbsolve.store.errors import StoreError
from rbsolve.store.leases import Failure, Finish, Lease
from rbsolve.store.records import DoneCases, DoneChunk
from rbsolve.studies.disk.folder import as_text
from rbsolve.studies.disk.opening import open_store_of, open_study_store
from rbsolve.studies.preparation import keys

if TYPE_CHECKING:
    import h5py

    from rbsolve.store.database import Database
    from rbsolve.studies.design.cases import CaseTable
    from rbsolve.studies.disk.folder import Manifest, StudyFolder

_SHARD_NAME = re.compile(r"\d+-(\d+)\.h5")


@dataclass(frozen=True, slots=True)
class Finished:
    """The complete cases of a study. It has the shard of each complete case by its number, and the digests of the
    parameters of all cases.
    """

    study: StudyFolder
    shards: dict[int, str]
    rows: list[bytes]

    @classmethod
    def of(cls, before: StudyFolder) -> Finished:
        """Return the complete cases of the study in a folder. Raise OSError if another process works on the study."""
        with open_study_store(before) as database:
            if records.running_cases(database, before.manifest.id):
                raise OSError(f"{before.path}: the study there is running; first use `rbsolve cancel {before.path}`")
            adopt(database, before)
            chunks = records.done_chunks(database, before.manifest.id)
        newest = {number: chunk.shard for chunk in chunks for number in chunk.cases.tolist()}
        complete: dict[int, str] = {}
        for name in {*newest.values()}:
            complete.update((n, name) for n in _complete_cases(before.shards / name) if newest[n] == name)
        return cls(before, complete, keys.row_ids(before.table))

    def beyond(self, deck: str, table: CaseTable) -> int:
        """Return how many of these cases are missing in a new sweep of a deck."""
        if Path(self.study.manifest.decks[0]).name != as_text(Path(deck).name):
            return len(self.shards)
        wanted = {*keys.row_ids(table)}
        return sum(self.rows[number] not in wanted for number in self.shards)


def _complete_cases(shard: Path) -> list[int]:
    """Return the numbers of the complete cases. The list is empty if the shard is missing or damaged."""
    from rbsolve.studies.collecting.where import open_shard
    from rbsolve.studies.running.shards import COMPLETE

    try:
        with open_shard(shard) as file:
            numbers: list[int] = file["case"][()][file["status"][()] == COMPLETE].tolist()
            return numbers
    except (OSError, RuntimeError, KeyError):
        return []


def reuse(finished: Finished, folder: StudyFolder, manifest: Manifest, table: CaseTable) -> int:
    """Replace the study in a folder by a new study. Complete cases with four equal digests are kept. Return the number
    of these cases.
    """
    before = finished.study
    old_manifest = before.manifest
    same = old_manifest.ids == manifest.ids and old_manifest.storage == manifest.storage
    same = same and old_manifest.responses == manifest.responses
    may_take = same and old_manifest.kind == manifest.kind
    taken = take_over(finished, manifest, table, before.shards) if may_take else []
    with open_study_store(before) as database:
        folder.write_table(table)
        folder.write_manifest(manifest)
        records.forget(database, old_manifest.id)
        keep = {name for name, _ in taken}
        for path in before.shards.glob("*.h5"):
            if path.name not in keep:
                path.unlink()
        folder.collected.unlink(missing_ok=True)
        # In the new study, the numbers of these cases belong to other parameters.
        shutil.rmtree(folder.checkpoints, ignore_errors=True)
    with open_study_store(folder) as database:
        submit_remaining(database, folder, manifest, taken)
    return sum(len(found.cases) for _, found in taken)


def take_over(
    finished: Finished,
    manifest: Manifest,
    table: CaseTable,
    shards: Path,
    but: Collection[bytes] = (),
    first: int = 0,
) -> list[tuple[str, DoneCases]]:
    """For each complete case that is also in the new study, copy the rows into the shards' folder of the new study.
    Return the name and the cases of each new shard.

    Cases with the digests `but` are omitted. `first` is the number of the first new shard.
    """
    from rbsolve.studies.collecting.where import open_shard
    from rbsolve.studies.running.shard_envelopes import is_merged
    from rbsolve.studies.running.shards import COMPLETE

    known = {finished.rows[number]: number for number in sorted(finished.shards, reverse=True)}
    known = {identity: number for identity, number in known.items() if identity not in but}
    wanted: dict[str, list[tuple[int, int]]] = {}
    for new, identity in enumerate(keys.row_ids(table)):
        old = known.get(identity)
        if old is not None:
            wanted.setdefault(finished.shards[old], []).append((new, old))
    taken: list[tuple[str, DoneCases]] = []
    for shard, pairs in sorted(wanted.items()):
        name = f"kept-{manifest.id[:8]}-{first + len(taken):06d}.h5"
        with open_shard(finished.study.shards / shard) as source:
            complete = source["case"][()][source["status"][()] == COMPLETE]
            if is_merged(source) and sorted(old for _, old in pairs) != sorted(complete.tolist()):
                continue  # the values of these cases can no longer be separated from the others
            rows = {int(number): row for row, number in enumerate(source["case"][()])}
            _copy_rows(source, shards / name, pairs, rows)
            taken.append((name, DoneCases(np.array([new for new, _ in pairs], dtype=np.int64), ())))
    return taken


def _copy_rows(source: h5py.File, path: Path, pairs: list[tuple[int, int]], places: Mapping[int, int]) -> None:
    """Write a shard with some cases of another shard.

    For each case, `pairs` contains the new number and the old number. `places` contains the indices of the old numbers in
    the other shard.
    """
    import h5py

    from rbsolve.results.file.hdf5 import LIBRARY_VERSIONS
    from rbsolve.studies.running.shard_envelopes import CASES, GROUP, copy_envelopes

    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    picked = np.array([places[old] for _, old in pairs])
    counts = source["rows"][()]
    first = np.cumsum(counts) - counts
    rows = np.concatenate([np.arange(first[case], first[case] + counts[case]) for case in picked])

    def copy(name: str, found: h5py.Dataset | h5py.Group) -> None:
        if name == CASES or name.split("/")[0] == GROUP:
            return
        if not isinstance(found, h5py.Dataset):
            target: h5py.Dataset | h5py.Group = file.require_group(name)
        elif name == "time":
            target = file.create_dataset(name, data=found[()])
        else:
            each_row = name == "times" or name.startswith("sensors/")
            target = file.create_dataset(name, data=found[()][rows if each_row else picked], dtype=found.dtype)
        for key, value in found.attrs.items():
            target.attrs[key] = value

    temporary.touch()  # the system's error message is clearer than HDF5's
    with h5py.File(temporary, "w", libver=LIBRARY_VERSIONS, locking=False) as file:
        source.visititems(copy)
        file["case"][...] = [new for new, _ in pairs]
        copy_envelopes(source, file, pairs)
    with temporary.open("rb") as stream:
        os.fsync(stream.fileno())
    os.replace(temporary, path)


def take_up(folder: StudyFolder) -> tuple[int, int]:
    """Prepare a study for continuing after an interruption. Release leases of ended processes, record unrecorded
    shards, detect missing shards, and undo a cancellation.

    Return the number of solved cases that were not recorded before, and the number of cases whose rows are lost.
    """
    from rbsolve.studies.disk.owners import release_deserted

    with open_study_store(folder) as database:
        release_deserted(database)
        found = adopt(database, folder)
        records.grow(database, folder.manifest.id, folder.manifest.cases)
        lost = 0
        records.go_on(database, folder.manifest.id)
        if not records.running_cases(database, folder.manifest.id):
            sweep_up(folder)
            lost = _lose(database, folder)
    return found, lost


def move(folder: StudyFolder, store: str) -> None:
    """Move a study to a different store, which is later filled from the shards. The old store may be lost.

    Raise OSError if another process works on the study, and StoreError if the other store cannot be opened.
    """
    if store == folder.manifest.store:
        return
    with open_store_of(folder.path, store):
        pass
    with suppress(StoreError), open_study_store(folder) as before:
        if records.running_cases(before, folder.manifest.id):
            raise OSError(f"{folder.path}: the study is running; first use `rbsolve cancel {folder.path}`")
        records.forget(before, folder.manifest.id)
    folder.write_manifest(replace(folder.manifest, store=store))


def _lose(database: Database, folder: StudyFolder) -> int:
    """Make cases with a missing or damaged shard or results file pending again. Return their number."""
    from rbsolve.studies.collecting.where import is_shard

    identity = folder.manifest.id
    lost = [
        chunk
        for chunk in records.done_chunks(database, identity)
        if not is_shard(folder.shards / chunk.shard) or _lacks_results(folder, chunk)
    ]
    return records.lose(database, identity, lost) if lost else 0


def _lacks_results(folder: StudyFolder, chunk: DoneChunk) -> bool:
    """Return whether the results file of a solved case of a batch is missing, or the journal of a search."""
    if folder.manifest.kind == "starts":
        from rbsolve.studies.starts.ends import is_whole

        return not all(is_whole(folder, number) for number in chunk.cases.tolist())
    if folder.manifest.kind != "batch":
        return False
    return not all(folder.result_of(number).is_file() for number in _complete_cases(folder.shards / chunk.shard))


def adopt(database: Database, folder: StudyFolder) -> int:
    """Record the shards that a supervisor wrote but did not report before the supervisor ended. Return the number
    of cases in these shards.

    The store may not contain the study, for example if the machine with the old store was removed. In this case, the
    study is recorded again with all its shards.
    """
    identity = folder.manifest.id
    if records.find(database, identity) is None:
        return _enter_again(database, folder)
    ends = []
    for number, (epoch, state, _) in records.chunk_states(database, identity).items():
        name = f"{number:08d}-{epoch}.h5"
        if state in ("leased", "pending") and (folder.shards / name).exists():
            ends.append((number, epoch, name))
    count = 0
    for number, epoch, name in ends:
        found = _read(folder.shards / name)
        if found is None:
            continue
        lease = Lease(number, epoch, identity, str(folder.path.absolute()), "study", "", 0, len(found.cases), None, 0)
        records.hold(database, number, epoch)
        leases.finish(database, [Finish(lease, name, len(found.cases) - len(found.failures), found.failures)])
        count += len(found.cases)
    return count


def _enter_again(database: Database, folder: StudyFolder) -> int:
    manifest = folder.manifest
    finished = [(path.name, found) for path in sorted(folder.shards.glob("*.h5")) if (found := _read(path)) is not None]
    owner: dict[int, tuple[int, Failure | None]] = {}
    for index, (_, found) in enumerate(finished):
        bad = {failure.number: failure for failure in found.failures}
        owner.update({number: (index, bad.get(number)) for number in found.cases.tolist()})
    failed = [[] for _ in finished]  # type: list[list[Failure]]
    for index, failure in owner.values():
        if failure is not None:
            failed[index].append(failure)
    kept = [(name, DoneCases(found.cases, tuple(bad))) for (name, found), bad in zip(finished, failed, strict=True)]
    epoch = 1 + max((int(name[1]) for path, _ in finished if (name := _SHARD_NAME.fullmatch(path))), default=0)
    submit_remaining(database, folder, manifest, kept, epoch)
    return len(owner)


def submit_remaining(
    database: Database,
    folder: StudyFolder,
    manifest: Manifest,
    finished: Sequence[tuple[str, DoneCases]],
    epoch: int = 0,
) -> None:
    """Add the study of a folder to its store, with some cases in shards (`records.submit_remaining`)."""
    records.submit_remaining(
        database,
        identity=manifest.id,
        name=Path(manifest.decks[0]).stem,
        folder=str(folder.path.absolute()),
        cases=manifest.cases,
        finished=finished,
        epoch=epoch,
    )


def _read(path: Path) -> DoneCases | None:
    """Return the cases of a shard, or None if the file is not a shard."""
    from rbsolve.studies.collecting.where import open_shard
    from rbsolve.studies.running.shards import failures_of

    try:
        with open_shard(path) as shard:
            return DoneCases(shard["case"][()].astype(np.int64), failures_of(shard))
    except (OSError, KeyError):
        return None


def sweep_up(folder: StudyFolder) -> None:
    """Remove incomplete files of a process. The caller must make sure that no process works on the study."""
    for pattern in (".*.part", ".*.stop"):
        for path in folder.shards.glob(pattern):
            with suppress(OSError):
                path.unlink()
