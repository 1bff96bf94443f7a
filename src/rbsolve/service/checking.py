"""Checks untrusted decks, in the processes of `checkers`."""

from __future__ import annotations

import json
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from rbsolve.pipeline import CheckedDeck, Options

T = TypeVar("T")
JSON = dict[str, Any]
CHECK_SECONDS, CHECK_BYTES = 15.0, 1 << 30
"""Longest processor time of a check [s], and largest memory of a check [bytes]. The memory of the process itself does
not count. The memory limit is several times the memory for any text of 100 kB.
"""
MOST_FINDINGS = 500
CHECKED = "checked.json"
"""The file in the folder of a job with its diagnostics, and its start and end times [s]."""


def check(folder: str, deck: str, parameters: JSON) -> list[JSON]:
    """Return the diagnostics of a deck, as in `rbsolve check --format json`."""
    from rbsolve.pipeline import Options, check_deck

    with _memory(CHECK_BYTES):
        return _findings(check_deck(Path(deck), Options(parameters=parameters)).diagnostics, folder)


@contextmanager
def _memory(most: int) -> Iterator[None]:
    """Limit the additional memory of this process. If the limit is exceeded, MemoryError is raised, even if code in C
    reports the failure differently.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else None
    if pages is None:
        yield
        return
    limit = pages * resource.getpagesize() + most
    resource.setrlimit(resource.RLIMIT_AS, (limit if soft == resource.RLIM_INFINITY else min(limit, soft), hard))
    try:
        yield
    except SystemError as error:  # a function in C ended without a result and without an exception
        raise MemoryError from error
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def prepare_job(folder: str, deck: str, given: JSON, target: str, identity: str, limits: JSON) -> JSON:
    """Write the folder of a job if the deck has no errors. Return its diagnostics."""
    from rbsolve.pipeline import Options

    task = Task(given.pop("linearize"), given.pop("search"))
    return _prepare(folder, Path(deck), Options(**given), target, identity, limits, task)


def prepare_case(study: str, number: int, target: str, identity: str, limits: JSON) -> JSON:
    """Write the folder of a job for one case of a study. Return its diagnostics."""
    from rbsolve.studies.disk.folder import StudyFolder

    folder = StudyFolder.open(Path(study))
    return _prepare(study, folder.deck(number), folder.options(number), target, identity, limits)


class Task(NamedTuple):
    """What a job does instead of a run: it linearizes at a state, or searches. `search` is {"fit": request} or
    {"optimize": request}.
    """

    linearize: str | None = None
    search: JSON | None = None


RUN = Task()


def _prepare(
    folder: str, deck: Path, options: Options, target: str, identity: str, limits: JSON, task: Task = RUN
) -> JSON:
    from rbsolve.pipeline import check_deck, check_runnable
    from rbsolve.pipeline.findings import as_json, findings_of
    from rbsolve.runs.linearize import options_at
    from rbsolve.studies.preparation.checks import with_numbers
    from rbsolve.studies.preparation.preparing import Limits, make_batch

    try:
        checked = check_deck(
            deck, options if task.linearize is None else options_at(options, task.linearize), keep=True
        )
        check_runnable(checked)
    except ValueError as error:  # the name of an integrator is invalid
        return {"problem": str(error)}
    answer: JSON = {"diagnostics": _findings(checked.diagnostics, folder)}
    compiled = checked.solvable
    if compiled is None:
        return {**answer, "failed": True}
    why = _refusal(task.search, folder, checked)
    if why:
        return {"problem": why, "diagnostics": [*answer["diagnostics"], _of_request(why)]}
    path = Path(target)
    path.mkdir(parents=True)
    kind = next(iter(task.search)) if task.search else None
    numbers, limited = with_numbers(options, checked), Limits(**limits)
    make_batch([checked], path, numbers, limited, "job", identity, task.linearize, kind)
    if task.search:
        from rbsolve.studies.running.searching import keep_request

        keep_request(path, task.search, Path(folder))
    schedule = compiled.schedule
    findings = as_json(findings_of(checked)[:MOST_FINDINGS])
    found = {**answer, "findings": findings, "start": schedule.start, "stop": schedule.stop}
    (path / CHECKED).write_text(json.dumps(found), encoding="utf-8")
    return {**answer, "cases": 1}


def _refusal(search: JSON | None, folder: str, checked: CheckedDeck) -> str:
    """Return the reason why a fit or an optimization cannot start, or an empty text."""
    if search is None:
        return ""
    from rbsolve.studies.running.searching import search_of

    ((kind, request),) = search.items()
    try:
        search_of(kind, request, Path(folder), checked)
    except OSError as error:
        return f"{kind}: {Path(error.filename).name} is not among the included files"
    except ValueError as error:
        return str(error).replace(f"{folder}/", "")
    return ""


def _of_request(why: str) -> JSON:
    """Return a diagnostic about a request. It has no place in the deck."""
    place = dict.fromkeys(("line", "column", "end_line", "end_column"), 0)
    return {"severity": "error", "code": "invalid-value", "message": why, "hint": None, "file": "", **place}


def prepare_study(folder: str, deck: str, given: JSON, design: JSON, target: str, identity: str, limits: JSON) -> JSON:
    """Write the folder of a study if the request and the deck have no errors. Return its diagnostics."""
    from rbsolve.language.diagnostics import Diagnostics
    from rbsolve.service.requests.design import request_of
    from rbsolve.studies.preparation.checks import check_request
    from rbsolve.studies.preparation.preparing import Limits, make_study

    diagnostics = Diagnostics()
    request = request_of(Path(deck), given, design, diagnostics)
    prepared = None
    if request is not None:
        try:
            prepared = check_request(request, None, diagnostics)
        except ValueError as error:
            return {"problem": str(error)}
    answer: JSON = {"diagnostics": _findings(diagnostics, folder)}
    if prepared is None:
        return {**answer, "failed": True}
    if limits.pop("cases") < len(prepared.table):
        return {"problem": f"the study has {len(prepared.table)} cases, more than the limit for an account"}
    made = make_study(prepared, Path(target), Limits(**limits), identity)
    return {**answer, "cases": made.folder.manifest.cases}


def _findings(diagnostics: Any, folder: str) -> list[JSON]:
    """Return diagnostics as JSON. The file names are the same as in the submission."""
    found = []
    for finding in diagnostics:
        entry = finding.as_json()
        for key in ("file", "message", "hint"):
            if isinstance(entry[key], str):
                entry[key] = entry[key].replace(f"{folder}/", "")
        found.append(entry)
        if len(found) == MOST_FINDINGS:
            break
    return found


def discard(path: Path) -> None:
    """Remove a folder, even if it is incomplete."""
    shutil.rmtree(path, ignore_errors=True)
