"""Writes and reads the section /gradients of a results file. It contains scalars, and their derivatives with respect to
many design parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.results.file import hdf5

if TYPE_CHECKING:
    from rbsolve.results.writer import ResultsWriter

Floats = NDArray[np.float64]
GROUP = "gradients"
_SCALARS, _PARAMETERS = "scalar", "parameter"


class Gradients(NamedTuple):
    """The derivatives of m scalars with respect to p design parameters."""

    scalars: Sequence[str]
    values: Floats  # (m,)
    units: Sequence[str]
    """The units of the scalars. If a unit is unknown, it is empty."""
    parameters: Sequence[str]
    at: Floats  # (p,) values of the parameters
    parameter_units: Sequence[str]
    derivatives: Floats  # (m, p)
    errors: Floats  # (m, p) estimated errors


def write_gradients(writer: ResultsWriter, found: Gradients) -> None:
    """Write the gradients that the adjoint has computed."""
    with writer.convert_errors():
        group = writer.file.create_group(GROUP, track_order=True)
        said = {"method": "adjoint", "long_name": "derivatives of scalars with respect to design parameters"}
        hdf5.write_attributes(group.id, said)
        dimensions = writer.dimensions
        for name, words, of in (
            ("scalar", found.scalars, _SCALARS),
            ("scalar_units", found.units, _SCALARS),
            ("parameter", found.parameters, _PARAMETERS),
            ("parameter_units", found.parameter_units, _PARAMETERS),
        ):
            hdf5.write_words(dimensions, group, name, words, of)
        both = (_SCALARS, _PARAMETERS)
        hdf5.write_array(dimensions, group, "value", found.values, both[:1], "see scalar_units")
        hdf5.write_array(dimensions, group, "parameter_value", found.at, both[1:], "see parameter_units")
        of_both = "scalar_units / parameter_units"
        hdf5.write_array(dimensions, group, "derivative", found.derivatives, both, of_both)
        hdf5.write_array(dimensions, group, "estimated_error", found.errors, both, of_both)


def read_gradients(file: h5py.File) -> Gradients | None:
    """Return the gradients in a results file, or None if there are none."""
    if GROUP not in file:
        return None
    group = file[GROUP]

    def words(name: str) -> list[str]:
        found: list[str] = group[name].asstr()[...].tolist()
        return found

    return Gradients(
        words("scalar"),
        group["value"][...],
        words("scalar_units"),
        words("parameter"),
        group["parameter_value"][...],
        words("parameter_units"),
        group["derivative"][...],
        group["estimated_error"][...],
    )
