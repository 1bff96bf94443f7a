"""Writes and reads the section /linearization of a results file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import h5py
import numpy as np

from rbsolve.results.file import hdf5
from rbsolve.solver.analyses.linearized.body_terms import BodyTerms
from rbsolve.solver.analyses.linearized.record import Linearization

if TYPE_CHECKING:
    from rbsolve.results.writer import ResultsWriter

GROUP = "linearization"


def write_linearization(writer: ResultsWriter, found: Linearization) -> None:
    """Write matrices, eigenvalues and mode shapes. Complex numbers are stored as real and imaginary parts."""
    with writer.convert_errors():
        group = writer.file.create_group(GROUP, track_order=True)
        attributes = {
            "time": found.time,
            "coordinates": list(found.coordinates),
            "coordinate_units": list(found.units),
            "rates": list(found.rates),
            "bodies": list(found.bodies),
            "stability": found.stability,
            "steady": found.steady,
            "long_name": "M y'' + C y' + K y = 0 for changes y of the coordinates",
        }
        rolls = len(found.rows_by_rates) > 0
        if rolls:
            attributes["long_name"] = (
                "M y'' + C y' + K y + G^T mu = 0 and G y' + P y = 0 for changes y of the coordinates"
            )
        if found.elements:
            attributes["elements"] = list(found.elements)
        hdf5.write_attributes(group.id, attributes)
        square, mode, shape = ("equation", "coordinate"), ("mode",), ("mode", "body", "component")
        shapes = found.body_shapes
        arrays = (
            ("mass", found.mass, square, "kg, kg m, kg m2"),
            ("damping", found.damping, square, "N s/m, N s, N m s"),
            ("stiffness", found.stiffness, square, "N/m, N, N m"),
            ("state_matrix", found.state_matrix, ("state_equation", "state"), "1, 1/s, 1/s2"),
            ("eigenvalues_real", found.eigenvalues.real, mode, "1/s"),
            ("eigenvalues_imag", found.eigenvalues.imag, mode, "1/s"),
            ("multiplicity", found.multiplicity.astype(np.float64), mode, "1"),
            ("frequency", found.frequencies, mode, "Hz"),
            ("damping_ratio", found.damping_ratios, mode, "1"),
            ("shapes_real", found.shapes.real, ("mode", "coordinate"), "m, rad"),
            ("shapes_imag", found.shapes.imag, ("mode", "coordinate"), "m, rad"),
            ("mode_shapes_real", shapes.real, shape, "m, m, m, rad, rad, rad"),
            ("mode_shapes_imag", shapes.imag, shape, "m, m, m, rad, rad, rad"),
            ("motions", found.motions, ("body", "component", "coordinate"), "m, rad"),
        )
        bound = (
            ("rows_by_rates", found.rows_by_rates, ("row", "coordinate"), "1, m"),
            ("rows_by_coordinates", found.rows_by_coordinates, ("row", "coordinate"), "1/s, m/s"),
        )
        for name, array, named, units in (*arrays, *(bound if rolls else ())):
            hdf5.write_array(writer.dimensions, group, name, array, named, units)
        if found.body_terms is not None:
            _write_body_terms(writer, group, found.body_terms)


_BY_BODY = {
    "residual": "N, N m",
    "mass": "kg, kg m, kg m2",
    "gyroscopic": "kg/s, kg m/s, kg m2/s",
    "stiffness": "N/m, N, N m",
    "weight_stiffness": "N/m, N, N m",
    "angular_velocity": "rad/s",
    "angular_acceleration": "rad/s2",
}
_DIMENSIONS = ("body", "component", "variation")


def _write_body_terms(writer: ResultsWriter, group: h5py.Group, terms: BodyTerms) -> None:
    """Write the residual, M, G and K of each body, in the order of the attribute `bodies`."""
    for name, units in _BY_BODY.items():
        array = getattr(terms, name)
        axis = _DIMENSIONS if array.ndim == 3 else (_DIMENSIONS[0], "axis" if array.shape[1] == 3 else _DIMENSIONS[1])
        hdf5.write_array(writer.dimensions, group, f"body_{name}", array, axis, units)


def _read_body_terms(group: h5py.Group, bodies: tuple[str, ...]) -> BodyTerms | None:
    if "body_mass" not in group:
        return None
    return BodyTerms(bodies, **{name: group[f"body_{name}"][()] for name in _BY_BODY})


def read_linearization(file: h5py.File) -> Linearization:
    """Return the linearization in a results file. Raise KeyError if the file contains no linearization."""
    group = file[GROUP]

    def words(name: str) -> tuple[str, ...]:
        return tuple(str(word) for word in group.attrs[name])

    coordinates = words("coordinates")
    none = np.zeros((0, len(coordinates)))
    return Linearization(
        time=float(group.attrs["time"]),
        coordinates=coordinates,
        units=words("coordinate_units"),
        bodies=words("bodies"),
        mass=group["mass"][()],
        damping=group["damping"][()],
        stiffness=group["stiffness"][()],
        motions=group["motions"][()],
        eigenvalues=group["eigenvalues_real"][()] + 1j * group["eigenvalues_imag"][()],
        shapes=group["shapes_real"][()] + 1j * group["shapes_imag"][()],
        multiplicity=group["multiplicity"][()].astype(np.int64),
        steady=bool(group.attrs["steady"]),
        state_matrix=group["state_matrix"][()],
        rates=words("rates") if "rates" in group.attrs else coordinates,
        rows_by_rates=group["rows_by_rates"][()] if "rows_by_rates" in group else none,
        rows_by_coordinates=group["rows_by_coordinates"][()] if "rows_by_coordinates" in group else none,
        elements=words("elements") if "elements" in group.attrs else (),
        body_terms=_read_body_terms(group, words("bodies")),
    )
