"""Writes the parts of a results file that are known before the run: the deck and the resolved model."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rbsolve.results.file import hdf5
from rbsolve.results.sections.pictures import write_pictures
from rbsolve.results.sections.provenance import Provenance, as_attributes
from rbsolve.solver.assembly.checks.rest_start import begins_at_rest

if TYPE_CHECKING:
    import h5py

    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.language.diagnostics import Source
    from rbsolve.results.writer import ResultsWriter
    from rbsolve.solver.model.compiled import CompiledModel


def write_sections(writer: ResultsWriter, compiled: CompiledModel, provenance: Provenance | None = None) -> None:
    """Write /deck, /model and the attributes of the root that depend on the model."""
    with writer.convert_errors():
        _write_root(writer, compiled, provenance or Provenance())
        _write_deck(writer, compiled)
        _write_geometry(writer, compiled.geometry)
        _write_bodies(writer, compiled)
        write_pictures(writer, compiled)
        overrides = (provenance or Provenance()).overrides
        if "start_from" in overrides:
            file, _, time = str(overrides["start_from"]).rpartition("@")
            said = {"from": "RESULTS", "file": file, "time": float(time)}
            hdf5.write_attributes(writer.file.create_group("start").id, said)
        elif compiled.analysis == "DYNAMIC" and begins_at_rest(compiled.description):
            hdf5.write_attributes(writer.file.create_group("start").id, {"from": "STATIC"})


def write_deck_sections(file: h5py.File, compiled: CompiledModel, provenance: Provenance) -> None:
    """Write the data that all cases share into the file of a study: /deck, and the attributes from the deck."""
    holder = _Holder(file)
    _write_root(holder, compiled, provenance)
    _write_deck(holder, compiled)


class _HasFile(Protocol):
    @property
    def file(self) -> h5py.File: ...


@dataclass(frozen=True, slots=True)
class _Holder:
    file: h5py.File


def _write_root(writer: _HasFile, compiled: CompiledModel, provenance: Provenance) -> None:
    master = compiled.description.sources[0]
    method = compiled.method
    attributes = {
        "deck_name": os.path.basename(master.name),
        "deck_sha256": master.sha256 or hashlib.sha256(hdf5.storable(master.text).encode()).hexdigest(),
        "analysis": compiled.analysis,
        "integrator": method.integrator,
        "formulation": method.formulation,
        **as_attributes(compiled, provenance),
    }
    hdf5.write_attributes(writer.file.id, attributes)


def _write_deck(writer: _HasFile, compiled: CompiledModel) -> None:
    description = compiled.description
    master, *included = description.sources
    deck = writer.file.create_group("deck", track_order=True)
    hdf5.write_text(deck, "source", master.text)
    home = _home(master)
    if home is not None:
        hdf5.write_attributes(deck.id, {"folder": home})
    if os.path.isfile(master.name):
        hdf5.write_attributes(deck.id, {"path": os.path.abspath(master.name)})
    parameters = deck.create_group("parameters", track_order=True)
    hdf5.write_attributes(
        parameters.id, {name.lstrip("#"): np.asarray(value, float) for name, value in description.parameters.items()}
    )
    for group, field in (("parameter_units", "unit"), ("parameter_descriptions", "description")):
        said = {
            name.lstrip("#"): getattr(note, field) for name, note in description.notes.items() if getattr(note, field)
        }
        if said:
            hdf5.write_attributes(deck.create_group(group, track_order=True).id, said)
    files = deck.create_group("files", track_order=True)
    folder = os.path.dirname(master.name)
    for source in included:
        group, name = _place(files, _relative(source.name, folder))
        if name not in group:
            hdf5.write_text(group, name, source.text)
    for shape in compiled.geometry.shapes.values():
        if shape.mesh is not None:
            path = description.of_kind("SHAPE")[shape.name].path_of("FILE_NAME")
            group, name = _place(files, _relative(path, folder))
            if name not in group:
                hdf5.write_packed(group, name, shape.mesh.file)


def _home(master: Source) -> str | None:
    """Return the original folder of a deck, or None if its path depends on a current folder that has been deleted."""
    if master.moved is not None:
        return master.moved.before
    try:
        return os.path.abspath(os.path.dirname(master.name))
    except FileNotFoundError:
        return None


def _place(group: h5py.Group, path: str) -> tuple[h5py.Group, str]:
    """Return the group that contains the object at a path below `group`, and the last name of the path. If the group
    does not exist, create it.
    """
    *folders, name = (hdf5.safe_name(hdf5.storable(part)) for part in path.split("/"))
    for part in folders:
        group = group.require_group(part)
    return group, name


def _relative(path: str, folder: str) -> str:
    return os.path.relpath(path, folder or ".").replace("\\", "/")


def _write_geometry(writer: ResultsWriter, geometry: ResolvedGeometry) -> None:
    model = writer.file.create_group("model", track_order=True)
    for name, entities in (("points", geometry.points), ("triads", geometry.triads), ("frames", geometry.frames)):
        hdf5.write_arrays(writer.dimensions, model.create_group(name, track_order=True), entities.items())


def _write_bodies(writer: ResultsWriter, compiled: CompiledModel) -> None:
    bodies = writer.file["model"].create_group("bodies", track_order=True)
    arrays = compiled.model.bodies
    names = [(name, index) for name, index in compiled.body_index.items() if index < compiled.bodies]
    for name, index in names:
        group = bodies.create_group(hdf5.safe_name(name), track_order=True)
        hdf5.write_attributes(group.id, {"mass": float(arrays.mass[index])})
        frame = np.eye(4)
        frame[:3, :3], frame[:3, 3] = compiled.reference_R[index], compiled.reference_x[index]
        properties = {"inertia": arrays.inertia[index], "centre_of_mass": arrays.centre[index], "frame": frame}
        hdf5.write_arrays(writer.dimensions, group, properties.items())
