"""Reads the appearance and the motion of a model from a results file. They contain everything that a view needs, so no
deck is required.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.geometry.resolved import Mesh, Shape
from rbsolve.geometry.rotation_parameters import continuous, matrix_from_euler_parameters
from rbsolve.geometry.shapes.registry import SHAPE_TYPE
from rbsolve.language.table import GROUND
from rbsolve.results.file import hdf5
from rbsolve.results.file.errors import ResultsError
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    import h5py

    from rbsolve.results.contents.stored import StoredResults

_COLOUR = re.compile("#[0-9a-f]{6}")


class SceneError(ResultsError):
    """The error that results lack the motion for a view. str() returns a remedy."""


@dataclass(frozen=True, slots=True)
class BodyPicture:
    """A body with `mass` [kg], centre of mass `centre` (3,) [m], and `inertia` (3, 3) [kg m^2] about this centre. Both
    are in body axes. `frame` (4, 4) is its frame at the reference configuration.
    """

    name: str
    mass: float
    centre: Floats
    inertia: Floats
    frame: Floats


@dataclass(frozen=True, slots=True)
class Connection:
    """A joint, spring or bushing of `bodies` (B0, B1).

    `ends` (2, 4, 4) contains its poses in the axes of B0 and of B1. The ends of a spring have the axes of their bodies.
    """

    name: str
    type: str
    bodies: tuple[str, str]
    ends: Floats


@dataclass(frozen=True, slots=True)
class GearPicture:
    """A gear between the coordinates of `joints`, q1 = `ratio` q0."""

    name: str
    joints: tuple[str, str]
    ratio: float


@dataclass(frozen=True, slots=True)
class ContactPicture:
    """The points and shapes in contact.

    For each corner, ball or ellipsoid, `bodies` contains the name of the body. `poses` (n, 4, 4) are in body axes.
    `half_axes` (n, 3) [m] are zero for a corner. `shapes` contains the contact shapes to which these points belong.
    """

    name: str
    bodies: tuple[str, ...]
    shapes: tuple[str, ...]
    poses: Floats
    half_axes: Floats


@dataclass(frozen=True, slots=True)
class FramePicture:
    """A frame that `body` carries (GROUND for a fixed frame), with `pose` (4, 4) in the axes of the body."""

    name: str
    body: str
    pose: Floats


@dataclass(frozen=True, slots=True)
class MovingFrame:
    """A frame that no single body carries. `position` (n, 3) [m] and `orientation` (n, 4), Euler parameters, are
    relative to the inertial frame.

    `frame` (4, 4) is its pose at the reference configuration."""

    name: str
    frame: Floats
    position: Floats
    orientation: Floats

    @property
    def node(self) -> str:
        """Return the node's name in a view, which cannot be the name of a body."""
        return f"frame:{self.name}"


@dataclass(frozen=True, slots=True)
class Scene:
    """A model and its motion.

    `time` (n,) is in s. `position` (bodies, n, 3) [m] and `orientation` (bodies, n, 4) are relative to the inertial
    frame, in the order of `bodies`. Orientations are Euler parameters with the scalar first. The frame of a shape is in
    the axes of its body.
    """

    name: str
    time: Floats
    bodies: tuple[BodyPicture, ...]
    position: Floats
    orientation: Floats
    shapes: tuple[Shape, ...]
    joints: tuple[Connection, ...]
    springs: tuple[Connection, ...]
    bushings: tuple[Connection, ...]
    torsion_springs: tuple[Connection, ...]
    contacts: tuple[ContactPicture, ...]
    gears: tuple[GearPicture, ...]
    frames: tuple[FramePicture, ...]
    moving_frames: tuple[MovingFrame, ...]
    points: dict[str, Floats]

    def poses(self, row: int) -> dict[str, Floats]:
        """Return the frame (4, 4) of each body and of GROUND in a row."""
        poses = {GROUND: np.eye(4)}
        for i, body in enumerate(self.bodies):
            pose = np.eye(4)
            pose[:3, :3] = matrix_from_euler_parameters(self.orientation[i, row])
            pose[:3, 3] = self.position[i, row]
            poses[body.name] = pose
        return poses


def read_scene(results: StoredResults, most_rows: int | None = None) -> Scene:
    """Read the scene of a results file.

    Longer runs are cut to the last `most_rows` rows. Raise SceneError if the file contains no motion.
    """
    file = results.file
    where = results.path or "the results"
    if "motion/position" not in file or not len(results.time):
        raise SceneError(f"{where} has no motion: run the deck again, without --no-motion")
    if "shapes" not in file["model"]:
        raise SceneError(f"{where} was written by an older rbsolve: run the deck again")
    bodies = _bodies(file)
    reference = _Frames(str(where), {GROUND: np.eye(4)} | {body.name: body.frame for body in bodies})
    order = [body.name for body in bodies]
    time = results.time
    first = 0 if most_rows is None else max(0, len(time) - most_rows)
    position, orientation = (_history(results, name, first, order) for name in ("position", "orientation"))
    return Scene(
        name=str(results.attributes.get("deck_name", "") or "model"),
        time=time[first : first + position.shape[1]],
        bodies=bodies,
        position=position,
        orientation=orientation,
        shapes=tuple(_shape(name, group, reference) for name, group in _by_name(file["model/shapes"])),
        joints=_links(file["model/joints"], reference),
        springs=_links(file["model/springs"], reference),
        bushings=_links(file["model/bushings"], reference),
        torsion_springs=_links(file["model"].get("torsion_springs", {}), reference),
        contacts=_contacts(file["model"].get("contacts", {}), reference),
        gears=_gears(file["model"].get("gears", {})),
        frames=_frames(file["model/frames"], reference, results.frames),
        moving_frames=_moving_frames(results, first),
        points={name: data[()] for name, data in _by_name(file["model/points"])},
    )


def _by_name(group: h5py.Group) -> list[tuple[str, Any]]:
    return [(hdf5.original_name(name), item) for name, item in group.items()]


def _bodies(file: h5py.File) -> tuple[BodyPicture, ...]:
    return tuple(
        BodyPicture(
            name, float(group.attrs["mass"]), group["centre_of_mass"][()], group["inertia"][()], group["frame"][()]
        )
        for name, group in _by_name(file["model/bodies"])
    )


class _Frames(dict[str, Floats]):
    """The frames of bodies at the reference configuration, by name."""

    def __init__(self, where: str, frames: dict[str, Floats]) -> None:
        super().__init__(frames)
        self.where = where

    def __missing__(self, name: str) -> Floats:
        raise SceneError(
            f"cannot read {self.where}: it has a part of a body {name!r:.60}, which is not in model/bodies"
        )


def _history(results: StoredResults, name: str, first: int, order: list[str]) -> Floats:
    """Return rows (bodies, n, k) from the row `first`, in the order of the model."""
    motion = results.file["motion"]
    attributes = motion[name].attrs if "bodies" in motion[name].attrs else motion.attrs
    rows = np.ascontiguousarray(np.moveaxis(results.history(f"motion/{name}", first), 1, 0))
    names = [str(body) for body in attributes.get("bodies", order)]
    if sorted(names) != sorted(order):
        where = results.path or "the results"
        raise SceneError(f"cannot read {where}: motion/{name} and model/bodies have different bodies")
    return rows if names == order else rows[[names.index(body) for body in order]]


def _inside(reference: _Frames, body: str, frame: Floats) -> Floats:
    """Return a pose at the reference configuration, in the axes of its body."""
    carrier = reference[body]
    pose = np.eye(4)
    pose[:3, :3] = carrier[:3, :3].T @ frame[:3, :3]
    pose[:3, 3] = carrier[:3, :3].T @ (frame[:3, 3] - carrier[:3, 3])
    return pose


def _shape(name: str, group: h5py.Group, reference: _Frames) -> Shape:
    body = str(group.attrs["body"])
    shape = Shape(
        name=name,
        type=str(group.attrs["type"]),
        body=body,
        frame=_inside(reference, body, group["frame"][()]),
        dimensions=tuple(group["dimensions"][()]) if "dimensions" in group else (),
        colour=str(group.attrs["colour"]),
        opacity=float(group.attrs["opacity"]),
        points=group["points"][()] if "points" in group else None,
        mesh=Mesh(group["vertices"][()], group["triangles"][()]) if "vertices" in group else None,
    )
    if not _has_extent(shape):
        raise SceneError(f"cannot read {reference.where}: model/shapes/{name} does not contain a valid shape")
    return shape


def _has_extent(shape: Shape) -> bool:
    """Return whether a shape has the data that its type needs to be drawn."""
    kind = SHAPE_TYPE.get(shape.type)
    if kind is None or not (shape.colour == "" or _COLOUR.fullmatch(shape.colour)):
        return False
    is_sized = len(shape.dimensions) in kind.counts or ("DIMENSIONS" not in kind.needs and not shape.dimensions)
    if not is_sized or not all(length > 0.0 for length in shape.dimensions):
        return False
    if "POINTS" in kind.needs:
        return shape.points is not None and bool(np.any(shape.points != shape.points[:1]))
    return "FILE_NAME" not in kind.needs or (shape.mesh is not None and bool(shape.mesh.crosses().any()))


def _links(links: h5py.Group, reference: _Frames) -> tuple[Connection, ...]:
    found = []
    for name, group in _by_name(links):
        first, second = (str(body) for body in group.attrs["bodies"])
        if "points" in group:
            poses = [np.array(reference[body]) for body in (first, second)]
            for pose, point in zip(poses, group["points"][()], strict=True):
                pose[:3, 3] = point
        else:
            poses = [group[f"frame_{i}" if "frame_0" in group else "frame"][()] for i in (0, 1)]
        ends = np.array([_inside(reference, body, pose) for body, pose in zip((first, second), poses, strict=True)])
        found.append(Connection(name, str(group.attrs["type"]), (first, second), ends))
    return tuple(found)


def _contacts(contacts: h5py.Group, reference: _Frames) -> tuple[ContactPicture, ...]:
    """Return the contacts. A point that touches several parts of the other body is counted once."""
    found = []
    for name, group in _by_name(contacts):
        end, frame, half = (group[part][()] for part in ("end", "frame", "half_axes"))
        _, single = np.unique(np.column_stack([end, frame.reshape(-1, 16), half]), axis=0, return_index=True)
        single.sort()
        bodies, shapes = (tuple(str(group.attrs[which][i]) for i in end[single]) for which in ("bodies", "shapes"))
        poses = np.array([_inside(reference, body, pose) for body, pose in zip(bodies, frame[single], strict=True)])
        found.append(ContactPicture(name, bodies, shapes, poses, half[single]))
    return tuple(found)


def _gears(gears: h5py.Group) -> tuple[GearPicture, ...]:
    found = []
    for name, group in _by_name(gears):
        first, second = (str(joint) for joint in group.attrs["joints"])
        found.append(GearPicture(name, (first, second), float(group.attrs["ratio"])))
    return tuple(found)


def _moving_frames(results: StoredResults, first: int) -> tuple[MovingFrame, ...]:
    names = results.frames
    if not names:
        return ()
    reference = {name: dataset[()] for name, dataset in _by_name(results.file["model/frames"])}
    position, orientation = (
        np.moveaxis(results.history(f"motion/frame_{part}", first), 1, 0) for part in ("position", "orientation")
    )
    return tuple(
        MovingFrame(name, reference[name], position[i], continuous(orientation[i])) for i, name in enumerate(names)
    )


def _frames(frames: h5py.Group, reference: _Frames, moving: tuple[str, ...]) -> tuple[FramePicture, ...]:
    found = []
    for name, dataset in _by_name(frames):
        if name in moving:
            continue
        body = str(dataset.attrs.get("body", GROUND))
        found.append(FramePicture(name, body, _inside(reference, body, dataset[()])))
    return tuple(found)
