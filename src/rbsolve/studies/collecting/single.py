"""Writes one case of a study as an ordinary results file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from rbsolve.results.contents.unpacking import unpack_deck
from rbsolve.results.file.conventions import hidden_path
from rbsolve.results.file.target import OutputError
from rbsolve.runs.results import Results

if TYPE_CHECKING:
    from rbsolve.studies.collecting.reader import StudyResults


def export_case(study: StudyResults, number: int, output: Path) -> str:
    """Write a case as the file of a single run of its deck. Return a note for the user, or an empty text.

    The case is solved again to compute data that the study lacks, such as the model, the step sizes, the energy and the
    motion. Raise OutputError if the sensors are not bitwise identical to those in the study.
    """
    from rbsolve.pipeline import check_deck, check_runnable
    from rbsolve.runs.run import run_model

    rows = int(study.rows[number])
    if "deck" not in study.file:
        raise OutputError(f"case {number} has no results: {study.message[number] or 'no case of the study was solved'}")
    with tempfile.TemporaryDirectory(prefix="rbsolve-") as folder:
        checked = check_deck(*unpack_deck(study.file, Path(folder), options_of(study, number)))
        check_runnable(checked)
        if checked.solvable is None:
            raise OutputError(f"case {number} has no results: {study.message[number] or 'its deck has errors'}")
        temporary = hidden_path(output, ".case.h5")
        try:
            run_model(checked._replace(options=checked.options._replace(allow_include=())), temporary)
            _forget_place(temporary)
            with Results.open(temporary) as results:
                differing = _differences(study, number, results, rows)
            if differing:
                raise OutputError(
                    f"case {number}: repeating it gives different bits of {', '.join(differing)}; the study was "
                    f"solved with another version of rbsolve or numba, or on another machine: export the case with "
                    f"that version or on that machine"
                )
            os.replace(temporary, output)
        finally:
            temporary.unlink(missing_ok=True)
    return (
        "" if study.status[number] == "complete" else f"case {number} {study.status[number]}: {study.message[number]}"
    )


def _forget_place(path: Path) -> None:
    """Remove the path of the deck from a file, because the folder of the unpacked deck no longer exists."""
    with h5py.File(path, "r+") as file:
        file["deck"].attrs.pop("path", None)


def _differences(study: StudyResults, number: int, results: Results, rows: int) -> list[str]:
    stored = study.storing.stored
    return [
        name
        for name in study
        if name in results
        and not np.array_equal(study[name][number, :rows], stored(results[name])[:rows], equal_nan=True)
    ]


def options_of(study: StudyResults, number: int) -> Any:
    """Return the options of a case, from the file."""
    import json

    from rbsolve.pipeline import Options

    said = json.loads(study.file.attrs["overrides"])
    parameters: dict[str, Any] = {}
    for name, values in study.parameters.items():
        value = values[number].tolist()
        parameters[name] = tuple(value) if isinstance(value, list) else value
    names = ("integrator", "formulation", "step", "t_end", "method_options", "start_from")
    given = {name: said[name] for name in names if said.get(name) is not None}
    return Options(**given)._replace(parameters=parameters)
