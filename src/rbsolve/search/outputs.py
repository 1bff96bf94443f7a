"""Writes the output folder of a search. It contains a JSON file, the run at the best point, and the deck with the best
values.
"""

from __future__ import annotations

import fcntl
import json
import math
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from rbsolve.building.with_values import DeckWithValues
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Parameter, check_runnable
from rbsolve.results.file.target import OutputError, try_lock, whole

UNFINISHED = "unfinished"
"""The folder of a search that has not ended, inside the folder of its results (`journal.py`)."""


def prepare_folder(folder: Path, mark: str) -> None:
    """Create the folder of a search. Raise OutputError if it contains other files. `mark` is the file that identifies
    such a folder.
    """
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"cannot write {folder}: it is a file, but the output is a folder")
    own = (mark, UNFINISHED)
    if folder.is_dir() and any(folder.iterdir()) and not any((folder / name).exists() for name in own):
        raise OutputError(f"cannot write {folder}: it contains other files; name another folder")
    folder.mkdir(parents=True, exist_ok=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the folder of a search, until the block ends or the process is killed. Raise OutputError if another process
    has locked it.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        try:
            try_lock(descriptor, fcntl.LOCK_EX)
        except BlockingIOError:
            raise OutputError(f"cannot write {folder}: another search is running there") from None
        yield
    finally:
        os.close(descriptor)


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write numbers and words as JSON. Infinite numbers and NaN become null."""
    text = json.dumps(_plain(content), indent=2, ensure_ascii=False, allow_nan=False)
    with whole(path) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")


def _plain(content: Any) -> Any:
    if isinstance(content, np.ndarray | np.generic):
        content = content.tolist()
    if isinstance(content, Mapping):
        return {str(name): _plain(value) for name, value in content.items()}
    if isinstance(content, list | tuple):
        return [_plain(value) for value in content]
    return None if isinstance(content, float) and not math.isfinite(content) else content


def write_run(variation: Variation, values: Mapping[str, Parameter], path: Path, command: str) -> str:
    """Solve a deck with the given values of its parameters, and write the results file. Return the reason for a
    failure, or an empty text.
    """
    from rbsolve.runs.run import run_model

    checked = variation.check(values)
    check_runnable(checked)
    if checked.solvable is None:
        from rbsolve.ensemble.case import first_error

        return first_error(checked)
    run = run_model(checked, path, command=command)
    return run.message if run.status.value == "failed" else ""


def write_deck(
    deck: Path | str | bytes, variation: Variation, values: Mapping[str, Parameter], folder: Path, title: str
) -> str:
    """Write `best.deck`, the deck with the given values of its parameters. A deck of several files is written into a
    folder `best`.

    Return the reason for a failure, or an empty text.
    """
    several = folder / "best"
    if several.is_dir():
        shutil.rmtree(several)
    made = DeckWithValues(deck, variation.options(values), title)
    try:
        made.write(folder / "best.deck", "best")
    except OutputError as error:
        if "several files" not in str(error):
            return str(error)
        made.write(several, "best")
    return ""
