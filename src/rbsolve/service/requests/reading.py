"""Opens results files of jobs for reading. The files are complete or still growing."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.results.file.conventions import partial_of
from rbsolve.results.file.errors import ResultsError
from rbsolve.service.problems import Problem, not_found
from rbsolve.service.requests.shared import Service
from rbsolve.store.records import StudyRecord

if TYPE_CHECKING:
    from rbsolve.results.presentation.histories import Histories

MOST_OPEN = 32


class OpenFiles:
    """A cache of recently read results files, which stay open. Only one thread at a time reads HDF5."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._files: OrderedDict[tuple[str, int], Any] = OrderedDict()

    def histories(self, path: Path) -> Any:
        """Return the histories of a file. The caller must hold the lock while the histories are used."""
        from rbsolve.results.presentation.histories import Histories
        from rbsolve.runs.results import Results

        key = (str(path), path.stat().st_mtime_ns)
        found = self._files.pop(key, None)
        if found is None:
            if len(self._files) >= MOST_OPEN:
                self._files.popitem(last=False)[1].results.close()
            found = Histories(Results.open(path))
        self._files[key] = found
        return found


OPEN = OpenFiles()


def results_path(service: Service, record: StudyRecord) -> Path:
    """Return the results file of a job. Raise Problem if the file does not exist yet."""
    try:
        path = service.folder(record).result_of(0)
    except OSError as error:
        raise not_found("job") from error
    if path.exists():
        return path
    if record.ended:
        raise Problem(404, f"the job ended without results: {record.message or record.state}")
    raise Problem(409, f"the job is {record.state}: its results are available when it has ended", {"Retry-After": "1"})


@contextmanager
def open_histories(service: Service, record: StudyRecord) -> Iterator[Histories]:
    """Open the histories of a job as a context. The histories come from the results of an ended run, or from the rows
    that a running job has stored. Raise Problem if there are no rows yet.
    """
    from rbsolve.results.presentation.histories import Histories
    from rbsolve.runs.results import Results

    with OPEN.lock:
        try:
            path = results_path(service, record)
        except Problem:
            partial = partial_of(service.folder(record).result_of(0))
            if record.state != "running" or not partial.exists():
                raise
        else:
            yield OPEN.histories(path)
            return
        # The file must not stay open, because it grows, and another file replaces it.
        try:
            results = Results.open(partial)
        except (ResultsError, OSError) as error:
            raise _not_yet("it has written no rows yet") from error
        with results:
            if not len(results.time):
                raise _not_yet("it has written no rows yet")
            try:
                yield Histories(results)
            except (ResultsError, OSError) as error:
                raise _not_yet("its rows are being written") from error


def has_rows(service: Service, record: StudyRecord) -> bool:
    """Return whether a job has rows to show. It has rows after its run has written the first one."""
    try:
        with open_histories(service, record):
            return True
    except Problem:
        return False


def work_header(began: float) -> dict[str, str]:
    """Return the header with the time [s] for which this thread has worked since `began`. If this time is long, pages
    that follow a job send fewer requests.
    """
    return {"Server-Timing": f"read;dur={1000.0 * (time.thread_time() - began):.2f}"}


def _not_yet(why: str) -> Problem:
    return Problem(409, f"the job is running: {why}", {"Retry-After": "1"})
