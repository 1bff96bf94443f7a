"""Writes the parts of a model that a 3D view needs. These are shapes, and the positions of joints, springs of all
kinds, contact points and moving frames.

All data are at the reference configuration, in inertial components, like points, triads and frames. If a point or frame
is on a body, it moves with the body's frame. At the reference configuration, this frame is `/model/bodies/NAME/frame`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from rbsolve.geometry.shapes.kind import SUPPORT
from rbsolve.language.joints import JOINTS
from rbsolve.language.table import GROUND, INERTIAL_TRIAD
from rbsolve.results.file import hdf5
from rbsolve.results.file.layout import GROUPS
from rbsolve.solver.forces.catalogue import GLYPHS
from rbsolve.solver.joints.kinds import JointKind

if TYPE_CHECKING:
    from rbsolve.geometry.resolved import ResolvedGeometry, Shape
    from rbsolve.language.described import Described, Description
    from rbsolve.results.writer import ResultsWriter
    from rbsolve.solver.model.compiled import CompiledModel

LINKS = {
    kind: GROUPS[glyph]
    for kind, glyph in [*GLYPHS.items(), *((kind.name, kind.record.glyph) for kind in JointKind if kind.record.couples)]
    if glyph in GROUPS
}


def write_pictures(writer: ResultsWriter, compiled: CompiledModel) -> None:
    """Write /model/shapes, joints, springs, bushings and contacts, the bodies of moving frames, and the points of
    sensors.
    """
    model, description, geometry = writer.file["model"], compiled.description, compiled.geometry
    _write_shapes(writer, _group(model, "shapes"), geometry.shapes.values())
    joints = _group(model, "joints")
    for block in description.all_of(*(block.kind for block in JOINTS)):
        kind = block.kind.removesuffix("_JOINT")
        _write_link(writer, joints, block, kind, _joint_arrays(block, geometry))
    for kind, name in LINKS.items():
        links = model[name] if name in model else _group(model, name)
        for block in description.of_kind(kind).values():
            _write_link(writer, links, block, kind, _link_arrays(writer, block, description, geometry))
    if len(compiled.model.contacts.body0):
        _write_contacts(writer, _group(model, "contacts"), compiled)
    gears = description.of_kind("GEAR").values()
    if gears:
        _write_gears(_group(model, "gears"), gears)
    bodies = list(compiled.body_index)
    for name, (body, _, _) in compiled.moving_frames.items():
        frame = model["frames"][hdf5.safe_name(name)]
        hdf5.write_attributes(frame.id, {"body": bodies[body]})
    sensors = writer.file["sensors"]
    for block in description.all_of("SENSOR"):
        stored = hdf5.history_name(block.name)
        if "POINT_NAME" in block and stored in sensors:
            hdf5.write_attributes(sensors[stored].id, {"point": block["POINT_NAME"]})


def _group(parent: h5py.Group, name: str) -> h5py.Group:
    return parent.create_group(name, track_order=True)


def _write_shapes(writer: ResultsWriter, shapes: h5py.Group, given: Iterable[Shape]) -> None:
    dimensions = writer.dimensions
    for shape in given:
        group = _group(shapes, hdf5.safe_name(shape.name))
        attributes = {"type": shape.type, "body": shape.body, "colour": shape.colour, "opacity": shape.opacity}
        hdf5.write_attributes(group.id, attributes)
        hdf5.write_arrays(dimensions, group, [("frame", shape.frame)])
        if shape.dimensions:
            hdf5.write_arrays(dimensions, group, [("dimensions", np.array(shape.dimensions))])
        if shape.points is not None:
            hdf5.write_array(dimensions, group, "points", shape.points, ("point", "component"), "m")
        if shape.mesh is not None:
            mesh = shape.mesh
            hdf5.write_array(dimensions, group, "vertices", mesh.vertices, ("vertex", "component"), "m")
            hdf5.write_array(dimensions, group, "triangles", mesh.triangles, ("triangle", "component"), "1")


def _write_link(writer: ResultsWriter, parent: h5py.Group, block: Described, kind: str, arrays: dict[str, Any]) -> None:
    group = _group(parent, hdf5.safe_name(block.name))
    hdf5.write_attributes(group.id, {"type": kind, "bodies": list(block["CONNECTED_TO_BODIES"])})
    hdf5.write_arrays(writer.dimensions, group, arrays.items())


def _write_gears(parent: h5py.Group, gears: Iterable[Described]) -> None:
    """Write the two joints and the ratio of each gear."""
    for gear in gears:
        group = _group(parent, hdf5.safe_name(gear.name))
        hdf5.write_attributes(group.id, {"joints": list(gear["JOINT_NAMES"]), "ratio": float(gear["RATIO"])})


def _write_contacts(writer: ResultsWriter, parent: h5py.Group, compiled: CompiledModel) -> None:
    """For each contact, write the ellipsoids and points that may touch a surface.

    A contact is omitted if earlier contacts have the same shapes and solids.
    """
    contacts, drawn = compiled.model.contacts, set[tuple[str, int]]()
    for k, block in enumerate(compiled.description.all_of("CONTACT")):
        points = np.arange(contacts.first[k], contacts.first[k + 1])
        # Convex parts are drawn as shapes. Points inside faces are not drawn.
        points = points[(contacts.core[points, 0] < 0) & (contacts.feature[points] != SUPPORT)]
        end = contacts.end[points]
        shapes = {
            (block["CONTACT_SHAPES"][e], s) for e, s in zip(end.tolist(), contacts.solid[points].tolist(), strict=True)
        }
        if shapes <= drawn:
            continue
        drawn |= shapes
        group = _group(parent, hdf5.safe_name(block.name))
        pair = {"bodies": list(block["CONNECTED_TO_BODIES"]), "shapes": list(block["CONTACT_SHAPES"])}
        hdf5.write_attributes(group.id, pair)
        body = np.where(end == 0, contacts.body0[k], contacts.body1[k])
        frame = np.tile(np.eye(4), (len(points), 1, 1))
        frame[:, :3, :3] = compiled.reference_R[body] @ contacts.axes[points]
        turned = np.einsum("pij,pj->pi", compiled.reference_R[body], contacts.centre[points])
        frame[:, :3, 3] = compiled.reference_x[body] + turned
        named = ("contact_point", "row", "component")
        hdf5.write_array(writer.dimensions, group, "end", end, named[:1], "1")
        hdf5.write_array(writer.dimensions, group, "frame", frame, named, "m")
        hdf5.write_array(writer.dimensions, group, "half_axes", contacts.half[points], (named[0], named[2]), "m")


def _joint_arrays(block: Described, geometry: ResolvedGeometry) -> dict[str, Any]:
    """Return the pose of the joint axes that are fixed in B0, and the pose of the joint axes that are fixed in B1."""
    triads = block.get("TRIAD_NAME", INERTIAL_TRIAD)
    both = (triads, triads) if isinstance(triads, str) else (triads[0], triads[-1])
    point = geometry.points[block["AT_POINT"]]
    return {f"frame_{i}": _pose(point, geometry.triads[triad]) for i, triad in enumerate(both)}


def _link_arrays(
    writer: ResultsWriter, block: Described, description: Description, geometry: ResolvedGeometry
) -> dict[str, Any]:
    if GLYPHS.get(block.kind) == "torsion":
        point = _place_of_turning(writer, block, description, geometry)
        return {"frame": _pose(point, geometry.triads[block["TRIAD_NAME"]])}
    if "POINT1_NAME" in block:
        return {"points": np.array([geometry.points[block[f"POINT{i}_NAME"]] for i in (1, 2)])}
    if "AT_POINT" not in block:
        return {"points": np.array([_origin(writer, body) for body in block["CONNECTED_TO_BODIES"]])}
    return {"frame": _pose(geometry.points[block["AT_POINT"]], geometry.triads[block["TRIAD_NAME"]])}


def _place_of_turning(
    writer: ResultsWriter, spring: Described, description: Description, geometry: ResolvedGeometry
) -> Any:
    """Return the position at which a torsion spring is drawn. It has no point of its own, so it is drawn at the joint
    between its bodies, or at one of the bodies.
    """
    bodies = spring["CONNECTED_TO_BODIES"]
    for joint in description.all_of(*(block.kind for block in JOINTS)):
        if set(joint["CONNECTED_TO_BODIES"]) == set(bodies) and "AT_POINT" in joint:
            return geometry.points[joint["AT_POINT"]]
    return _origin(writer, bodies[1] if bodies[1] != GROUND else bodies[0])


def _origin(writer: ResultsWriter, body: str) -> Any:
    """Return the origin of the frame of a body."""
    return np.zeros(3) if body == GROUND else writer.file["model/bodies"][hdf5.safe_name(body)]["frame"][:3, 3]


def _pose(point: Any, triad: Any) -> Any:
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = triad, point
    return pose
