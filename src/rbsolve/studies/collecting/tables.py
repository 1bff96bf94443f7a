"""Makes the table of a study. For each case, a row contains the parameters, the state and the requested scalars."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.contents.units import with_unit
from rbsolve.results.file.target import whole
from rbsolve.results.presentation.export import MissingExtraError, as_text
from rbsolve.studies.collecting import scalars
from rbsolve.studies.collecting.scalars import Scalar

if TYPE_CHECKING:
    from rbsolve.studies.collecting.reader import StudyResults

SUFFIXES = (".csv", ".parquet")


def columns(
    study: StudyResults, asked: Sequence[Scalar], responses: Mapping[str, str] | None = None
) -> dict[str, NDArray[Any]]:
    """Return the columns (cases,) of the table, by their titles. `responses` are scalars by name, in addition to the
    scalars of the study.
    """
    found: dict[str, NDArray[Any]] = {"case": np.arange(len(study)), **parameter_columns(study)}
    found |= {"status": study.status, "reason": study.reason, "message": study.message}
    return found | scalar_columns(study, asked, responses) | {"warnings": study.warnings}


def scalar_columns(
    study: StudyResults, asked: Sequence[Scalar], responses: Mapping[str, str] | None = None
) -> dict[str, NDArray[Any]]:
    """Return scalars (cases,) by their titles. They are the requested scalars and the scalars of the study."""
    found: dict[str, NDArray[Any]] = {}
    for scalar in asked:
        numbers = scalars.values(study, scalar)
        found |= {title: numbers[:, k] for k, title in enumerate(scalars.titles(study, scalar))}
    known = study.responses | {name: scalars.response(study, text) for name, text in (responses or {}).items()}
    return found | {with_unit(name, unit): numbers for name, (numbers, unit) in known.items()}


def parameter_columns(study: StudyResults) -> dict[str, NDArray[Any]]:
    """Return the varying parameters (cases,), by their titles. The titles contain the units from the deck, if the deck
    has units.
    """
    return named_columns(study.parameters, {name: note.unit for name, note in study.parameter_notes.items()})


def named_columns(parameters: Mapping[str, NDArray[Any]], units: Mapping[str, str]) -> dict[str, NDArray[Any]]:
    """Return the parameters (cases,) by their titles. A list (cases, k) has a column for each of its numbers."""
    found: dict[str, NDArray[Any]] = {}
    for name, values in parameters.items():
        unit = units.get(name, "")
        if values.ndim == 1:
            found[with_unit(name, unit)] = values
        else:
            found |= {with_unit(f"{name}.{k + 1}", unit): values[:, k] for k in range(values.shape[1])}
    return found


def write_table(table: dict[str, NDArray[Any]], path: Path) -> None:
    """Write columns to a `.csv` or `.parquet` file, either completely or not at all."""
    with whole(path) as temporary:
        if path.suffix == ".csv":
            _write_csv(table, temporary)
        else:
            _write_parquet(table, temporary)


def _write_csv(table: dict[str, NDArray[Any]], path: Path) -> None:
    """Write the table as CSV. Every number reads back exactly. Missing values are empty."""
    lists = [[_cell(value) for value in values.tolist()] for values in table.values()]
    with path.open("x", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(map(as_text, table))
        writer.writerows(zip(*lists, strict=True))


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return as_text(value)
    return "" if value != value else value


def _write_parquet(table: dict[str, NDArray[Any]], path: Path) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("writing Parquet needs pyarrow: pip install 'rbsolve[parquet]'") from error
    arrays = {
        name: pyarrow.array(values.tolist() if values.dtype == object else values) for name, values in table.items()
    }
    parquet.write_table(pyarrow.table(arrays), path)
