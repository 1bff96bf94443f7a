"""Runs the search from one start of an optimization, in a solver process."""

from __future__ import annotations

import json
from collections.abc import Callable

from rbsolve.optimizing.optimizing import Optimizing, Request, Step
from rbsolve.pipeline import check_deck
from rbsolve.search.journal import Journal, journal_of
from rbsolve.studies.disk.folder import StudyFolder
from rbsolve.studies.starts.ends import write_end
from rbsolve.studies.starts.preparing import REQUEST

NO_START = "start-failed"
"""The reason of a case whose first run fails."""


def solve_start(
    folder: StudyFolder, number: int, interrupted: Callable[[], bool], progress: Callable[[Step], None]
) -> tuple[str, str]:
    """Search from the start with a number, after the evaluations that are already stored. Return the reason for a
    failure as a word and as a sentence. Both are empty for a search that could start.
    """
    given = json.loads((folder.path / REQUEST).read_text(encoding="utf-8"))
    parameters = {name: tuple(v) if isinstance(v, list) else v for name, v in given["parameters"].items()}
    options = folder.options(None)._replace(parameters=parameters)
    base = check_deck(folder.deck(number), options, keep=True)
    optimizing = Optimizing(base, Request(**given["request"]))
    found = optimizing.search(number, progress, interrupted, Journal(journal_of(folder.path, number)))
    if found.status == "interrupted":
        return "", ""
    end = optimizing.conclude(found)
    write_end(folder, number, end)
    is_started = end.iterations or end.value == end.value
    return ("", "") if is_started else (NO_START, end.message)
