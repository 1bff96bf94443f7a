"""Writes and reads the section /sensitivities of a results file: the derivatives of histories with respect to design
parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.display.mappings import unknown
from rbsolve.results.contents.units import split_units
from rbsolve.results.file import hdf5
from rbsolve.results.scalars.scalar import Scalar, quotient
from rbsolve.results.sections.gradients import Gradients, read_gradients

if TYPE_CHECKING:
    from rbsolve.results.contents.stored import StoredResults
    from rbsolve.results.writer import ResultsWriter

Floats = NDArray[np.float64]
GROUP = "sensitivities"
MOST_ROWS = 4096


class _Named(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def parameter(self) -> str: ...
    @property
    def value(self) -> float: ...


class Derivatives(Protocol):
    """The derivatives with respect to one number of a deck."""

    @property
    def target(self) -> _Named:
        """Return the number of the deck. It has a name, the name of its design parameter, and a value."""
        ...

    @property
    def sensors(self) -> Mapping[str, Floats]:
        """Return the derivatives (n, k) by sensor."""
        ...

    @property
    def errors(self) -> Mapping[str, Floats]:
        """Return the largest estimated error of each column (k,), by sensor."""
        ...

    @property
    def time(self) -> Floats:
        """Return the derivatives of the output times (n,)."""
        ...

    @property
    def parameters(self) -> Mapping[str, float]:
        """Return the derivatives of the design parameters that depend on the number. The design parameter of the number
        itself is included.
        """
        ...

    @property
    def method(self) -> str:
        """Return the name of the method that computed the derivatives."""
        ...

    @property
    def steps(self) -> tuple[float, float]:
        """Return the largest and the smallest step of the differences."""
        ...


def write_sensitivities(writer: ResultsWriter, found: Sequence[Derivatives], units: Mapping[str, str]) -> None:
    """Write derivatives. `units` contains the units of those design parameters for which the deck gives a unit."""
    with writer.convert_errors():
        section = writer.file.create_group(GROUP, track_order=True)
        method = ", ".join(dict.fromkeys(derivatives.method for derivatives in found))
        hdf5.write_attributes(
            section.id, {"method": method, "long_name": "derivatives with respect to design parameters"}
        )
        sensors = dict.fromkeys(sensor for derivatives in found for sensor in derivatives.sensors)
        columns = {sensor: _columns_of(writer, sensor) for sensor in sensors}
        for derivatives in found:
            _write(writer, section, derivatives, units.get(derivatives.target.parameter, ""), columns)


class _Columns(NamedTuple):
    """The columns of a sensor."""

    units: tuple[str, ...]
    labels: list[str]


def _columns_of(writer: ResultsWriter, sensor: str) -> _Columns:
    attributes = writer.file[f"sensors/{hdf5.history_name(sensor)}"].attrs
    labels = [str(label) for label in attributes["components"]]
    return _Columns(tuple(split_units(str(attributes["units"]), len(labels))), labels)


def _write(
    writer: ResultsWriter, section: h5py.Group, found: Derivatives, unit: str, columns: Mapping[str, _Columns]
) -> None:
    target = found.target
    group = section.create_group(hdf5.safe_name(target.name), track_order=True)
    largest, smallest = found.steps
    attributes: dict[str, Any] = {"value": target.value, "largest_step": largest, "smallest_step": smallest}
    attributes["end_time_derivative"] = float(found.time[-1]) if len(found.time) else 0.0
    if found.parameters:
        attributes |= {"parameters": list(found.parameters)}
        attributes |= {"parameter_derivatives": np.array(list(found.parameters.values()))}
    hdf5.write_attributes(group.id, {**attributes, "units": unit})
    hdf5.link_scales(group)
    # The compression of a history would take longer than the computation. In a file in memory, it would save little.
    is_packed = group.file.driver != "core"
    for sensor, values in found.sensors.items():
        name = hdf5.history_name(sensor)
        rows, count = values.shape
        dataset = hdf5.write_history(group, name, values, max(1, min(rows, MOST_ROWS)), is_packed=is_packed)
        writer.dimensions.attach(
            group, name, dataset, ("time", writer.dimensions.dimension_of_size("component", count))
        )
        by = [quotient(one, unit or f"[{target.name}]") for one in columns[sensor].units]
        said = {
            "units": by[0] if len(set(by)) == 1 else ", ".join(by),
            "method": found.method,
            "components": columns[sensor].labels,
            "estimated_error": found.errors[sensor],
            "long_name": f"derivative of {sensor} with respect to {target.name}",
        }
        hdf5.write_attributes(dataset, said)


def parameters_of(file: h5py.File) -> list[str]:
    """Return the parameters with derivatives."""
    return [hdf5.original_name(name) for name in file.get(GROUP, ())]


def group_of(file: h5py.File, parameter: str) -> h5py.Group:
    """Return the derivatives with respect to a design parameter. Raise UnknownNameError, a KeyError, if the results do
    not contain these derivatives.
    """
    name = parameter.removeprefix("#")
    known = parameters_of(file)
    if name not in known:
        if GROUP not in file:
            raise KeyError("these results have no derivatives: compute them with `rbsolve sensitivity`")
        raise unknown("derivative with respect to", name, known)
    return file[f"{GROUP}/{hdf5.safe_name(name)}"]


def sensitivity(results: StoredResults, sensor: str, parameter: str) -> Floats:
    """Return the derivatives of a sensor (n, k), or of one of its components (n,), with respect to a design parameter."""
    from rbsolve.results.contents.columns import find_columns

    group = group_of(results.file, parameter)
    name, columns = find_columns(results.sensors, sensor)
    found: Floats = group[hdf5.history_name(name)][()]
    return found if name == sensor else found[:, columns[0]]


def known_parameters(file: h5py.File) -> dict[str, Any]:
    """Return the design parameters of a run by name. Each is a number or a list of numbers."""
    values = dict(file["deck/parameters"].attrs)
    return {str(name): float(value) if np.ndim(value) == 0 else np.asarray(value) for name, value in values.items()}


def scalar(results: StoredResults, text: str) -> float:
    """Return a scalar of a run."""
    parameters = known_parameters(results.file)
    return Scalar(text, results.sensors, parameters).value(results.time, results, parameters)


class ScalarSlopes:
    """A scalar of a run with its derivatives. It has `value`, `unit`, `gradient` (by parameter), and the estimated
    `errors` of the gradient.
    """

    def __init__(self, results: StoredResults, text: str) -> None:
        """Raise ScalarError for an invalid scalar of the run, and KeyError if there are no derivatives."""
        known = read_gradients(results.file)
        if known is not None:
            self._read(known, text)
            return
        parameters = known_parameters(results.file)
        made = Scalar(text, results.sensors, parameters)
        found = made.differential(results.time, results, parameters)
        self.text, self.value, self.unit = made.text, found.value, made.unit
        self.gradient: dict[str, float] = {}
        self.errors: dict[str, float] = {}
        self.at: dict[str, float] = {}
        """The values of the parameters."""
        names = parameters_of(results.file)
        if not names:
            group_of(results.file, "")
        for name in names:
            group = group_of(results.file, name)
            slopes = zip(group.attrs.get("parameters", ()), group.attrs.get("parameter_derivatives", ()), strict=True)
            total = sum(found.by_parameters.get(str(of), 0.0) * float(slope) for of, slope in slopes)
            if len(found.by_times):
                total += float(found.by_times[-1]) * float(group.attrs["end_time_derivative"])
            error = 0.0
            for (sensor, column), weights in found.by_histories.items():
                dataset = group[hdf5.history_name(sensor)]
                total += float(weights @ dataset[:, column])
                error += float(np.sum(np.abs(weights))) * float(dataset.attrs["estimated_error"][column])
            self.gradient[name], self.errors[name], self.at[name] = total, error, float(group.attrs["value"])

    def _read(self, known: Gradients, text: str) -> None:
        """Copy the gradients that the adjoint has computed."""
        if text.strip() not in known.scalars:
            raise unknown("gradient of", text, list(known.scalars))
        k = known.scalars.index(text.strip())
        self.text, self.value, self.unit = text.strip(), float(known.values[k]), known.units[k]
        self.gradient = dict(zip(known.parameters, known.derivatives[k].tolist(), strict=True))
        self.errors = dict(zip(known.parameters, known.errors[k].tolist(), strict=True))
        self.at = dict(zip(known.parameters, known.at.tolist(), strict=True))

    def relative(self, parameter: str) -> float:
        """Return the relative derivative `(p/s) ds/dp`, or NaN if the scalar s is zero."""
        return self.gradient[parameter] * self.at[parameter] / self.value if self.value else float("nan")
