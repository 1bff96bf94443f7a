"""Finds the status of a fit or an optimization from the files in its folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rbsolve.results.file.target import is_being_written
from rbsolve.search.journal import Unfinished

MARKS = {"fit": "fit.json", "optimum": "optimum.json"}
"""The results of each kind of search."""
RUNNING, KILLED = "running", "killed"
"""The states of a search that has not written its results. A search that runs has locked its folder."""


def standing_of(folder: Path) -> dict[str, Any] | None:
    """Return the status of a search: its state, number of evaluations, message and parameter values. Return None if the
    folder contains no search.
    """
    marks = [folder / mark for mark in MARKS.values() if (folder / mark).is_file()]
    unfinished = Unfinished.find(folder)
    found: dict[str, Any] = json.loads(marks[0].read_text(encoding="utf-8")) if marks else {}
    if unfinished is None and not found:
        return None
    counted = unfinished.evaluations() if unfinished else found["evaluations"]
    state = _state_of(folder, found.get("status", "")) if unfinished else found["status"]
    is_told = state not in (RUNNING, KILLED)
    return {
        "search": str(folder),
        "state": state,
        "evaluations": counted,
        "message": found["message"] if is_told else "",
        "parameters": {name: each["value"] for name, each in found["parameters"].items()} if is_told else {},
    }


def _state_of(folder: Path, last: str) -> str:
    """Return the state of a search without final results. `last` is the status in its results so far, or empty."""
    if is_being_written(folder):
        return RUNNING
    return last if last == "interrupted" else KILLED
