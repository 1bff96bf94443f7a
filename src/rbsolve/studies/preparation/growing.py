"""Lets studies grow: adds cases, and leases cases to a script that solves them itself."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import numpy as np

from rbsolve.results.file.conventions import Status
from rbsolve.store import leases, records
from rbsolve.store.leases import Failure, Finish, Lease
from rbsolve.studies.design.cases import CaseTable
from rbsolve.studies.disk.opening import open_study_store
from rbsolve.studies.disk.owners import own_name
from rbsolve.studies.engines.engine import shard_name
from rbsolve.studies.running.responses import responses_of
from rbsolve.studies.running.shard_case import ShardCase
from rbsolve.studies.running.shards import ShardWriter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rbsolve.runs.results import Results
    from rbsolve.solver.sensors.plan import SensorPlan
    from rbsolve.studies.disk.folder import StudyFolder

LEASE_SECONDS = 7 * 86400.0
"""Duration of the lease of a case by a script [s]. If the process of the script ends, the next `resume` frees the case.
"""
FAILED = "told"
"""The kind of a failure that a script has reported."""


@dataclass(frozen=True, slots=True)
class AskedCase:
    """A case that a script must solve, with its number and parameters. The case is leased until the script reports the
    outcome of the case.
    """

    number: int
    parameters: dict[str, float | tuple[float, ...]]
    lease: Lease


def extend(folder: StudyFolder, values: NDArray[np.float64]) -> list[int]:
    """Add cases with parameters (n, columns) at the end. Return the numbers of the added cases. Raise OSError while
    another process works on the study.

    Parameters, manifest and store are written in this order. After a crash, `take_up` completes the missing parts.
    """
    with open_study_store(folder) as database:
        if records.running_cases(database, folder.manifest.id):
            raise OSError(f"{folder.path}: the study is running; add cases after it has stopped")
    before, table = folder.manifest.cases, folder.table
    folder.write_table(CaseTable(table.names, table.widths, np.concatenate([table.values[:before], values])))
    folder.write_manifest(replace(folder.manifest, cases=before + len(values)))
    with open_study_store(folder) as database:
        records.grow(database, folder.manifest.id, folder.manifest.cases)
    return list(range(before, before + len(values)))


def ask(folder: StudyFolder, most: int) -> list[AskedCase]:
    """Lease pending cases, up to a maximum number, for the calling script. Return an empty list if no case is pending."""
    found: list[Lease] = []
    with open_study_store(folder) as database:
        while len(found) < most:
            claimed = leases.claim(database, own_name(), most - len(found), 1, folder.manifest.id, LEASE_SECONDS)
            if not claimed:
                break
            found += claimed
    return [AskedCase(int(lease.cases[0]), folder.table.case(int(lease.cases[0])), lease) for lease in found]


def tell(folder: StudyFolder, cases: Sequence[tuple[AskedCase, Results | str]]) -> int:
    """Record outcomes of cases. An outcome is a results object, or the reason for a failure.

    Return the number of dropped outcomes. Their cases were reported before, or are leased to another process.
    """
    folder.shards.mkdir(exist_ok=True)
    ends = []
    for case, outcome in cases:
        row = _row(case.number, outcome)
        lease = replace(case.lease, folder=str(folder.path))
        name = shard_name(lease)
        if (folder.shards / name).exists():
            continue
        numbers = np.array([case.number])
        with ShardWriter.of(folder.manifest, folder.shards / name, numbers, responses_of(folder)) as shard:
            shard.add(row)
            shard.finish()
        failures = (Failure(case.number, row.reason, row.message),) if row.reason else ()
        ends.append(Finish(lease, name, 1 - len(failures), failures, seconds=row.wall_time))
    with open_study_store(folder) as database:
        lost = leases.finish(database, ends)
    for end in lost:
        with suppress(OSError):
            (folder.shards / end.shard).unlink()
    return len(cases) - len(ends) + len(lost)


def _row(number: int, outcome: Results | str) -> ShardCase:
    if isinstance(outcome, str):
        return ShardCase(number, reason=FAILED, message=outcome)
    attributes = outcome.attributes
    is_complete = outcome.status == Status.COMPLETE
    return ShardCase(
        number,
        cast("tuple[SensorPlan, ...]", tuple(outcome.sensors.values())),  # only the attributes of the sensors are read
        outcome.time,
        dict(outcome.items()),
        steps=int(attributes.get("steps", 0)),
        rejected_steps=int(attributes.get("rejected_steps", 0)),
        newton_iterations=int(attributes.get("newton_iterations", 0)),
        wall_time=float(attributes.get("wall_time", 0.0)),
        reason="" if is_complete else outcome.status,
        message="" if is_complete else outcome.message,
        findings=outcome.findings,
    )
