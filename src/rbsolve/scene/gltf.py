"""Converts a scene to glTF 2.0, with a node for each body, and an animation that moves all nodes.

The root rotates the z axis to glTF's vertical y axis. Below the root are GROUND and the bodies, named as in the deck.
Below the node of a body are its parts: shapes, halves of joints, and frames. Springs are separate nodes, which the
animation rotates and stretches. The `extras` of the file and of its nodes contain further data for a viewer
(docs/views.md).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix, matrix_from_euler_parameters
from rbsolve.geometry.shapes.registry import SHAPE_TYPE
from rbsolve.geometry.shapes.solids import GLYPH_SIZE, along
from rbsolve.language.table import GROUND
from rbsolve.results.file.target import whole
from rbsolve.scene import glyphs
from rbsolve.scene.catalogue import catalogue
from rbsolve.scene.gears import gear_wheels, wheel_look
from rbsolve.scene.glb import GlbBuilder
from rbsolve.scene.keys import Clock, linear_track, rotation_track
from rbsolve.scene.links import holds, link_look, turning_look
from rbsolve.scene.modes import modes_of
from rbsolve.scene.scene import Connection, ContactPicture, Scene, read_scene
from rbsolve.solver.model.flat import Floats
from rbsolve.version import VERSION

if TYPE_CHECKING:
    from rbsolve.results.contents.stored import StoredResults


POSITION_BOUND = 1e-5  # maximum position error, relative to the model's size
ROTATION_BOUND = 1e-4  # maximum rotation error, rad
_MARGIN = 0.9  # fraction of the error bounds that is used here; the rest remains for the player's round-off
MOST_DRAWN_FRAMES = 300
MOST_FRAMES = 20_000
INERTIAL_NAMES = ("INERTIAL",)  # synonyms of the inertial frame, which would otherwise be drawn twice
_Y_UP = [-(0.5**0.5), 0.0, 0.0, 0.5**0.5]


def motion_glb(results: StoredResults, most_rows: int | None = None) -> bytes:
    """Return the glTF file of a run, in memory.

    Longer runs are cut to the last `most_rows` rows. Raise SceneError for a run without motion.
    """
    scene = read_scene(results, most_rows)
    with np.errstate(over="ignore", invalid="ignore"):  # a manipulated file may contain any numbers
        size = glyphs.model_size(scene)
        modes = modes_of(results, size)
        return _Writer(scene, size, catalogue(results, scene) | ({} if modes is None else {"modes": modes})).write()


def write_motion(results: StoredResults, path: Path) -> None:
    """Write the glTF file of a run, completely or not at all."""
    content = motion_glb(results)
    with whole(path) as temporary:
        temporary.write_bytes(content)


class _Writer:
    def __init__(self, scene: Scene, size: float, extras: dict[str, Any]) -> None:
        self.scene = scene
        self.size = size
        self.symbols = glyphs.symbol_size(scene, size)
        self.corners = glyphs.corner_size(scene, size)
        self.clock = Clock(scene.time)
        self.builder = GlbBuilder(f"rbsolve {VERSION}")
        self.extras = extras
        self.touching: set[tuple[str, bytes]] = set()
        self.nodes: dict[str, int] = {}
        self.colours = {
            body.name: glyphs.BODY_COLOURS[i % len(glyphs.BODY_COLOURS)] for i, body in enumerate(scene.bodies)
        } | {GROUND: glyphs.GROUND_COLOUR}

    def write(self) -> bytes:
        """Return all objects, in the order of a viewer's list."""
        builder = self.builder
        root = builder.node(None, self.scene.name, rotation=_Y_UP)
        self.nodes[GROUND] = builder.node(root, GROUND, extras={"kind": "ground", "name": GROUND})
        self._bodies(root)
        self._shapes(self._gears())
        for joint in self.scene.joints:
            self._halves("joint", joint)
        for spring in self.scene.torsion_springs:
            self._halves("spring", spring)
        for bushing in self.scene.bushings:
            looks = [glyphs.bushing_look(self.symbols)]
            self._part(bushing.bodies[0], bushing.ends[0], "bushing", bushing.name, mesh=builder.mesh(looks))
        for spring in self.scene.springs:
            self._spring(root, spring)
        for contact in self.scene.contacts:
            self._contact(contact)
        self._frames(root)
        times = self.clock.seconds
        builder.document |= {
            "scene": 0,
            "scenes": [{"nodes": [root]}],
            "extras": {
                "start": float(self.scene.time[0]),
                "duration": float(times[-1]),
                "size": self.size,
                "bodies": [
                    {"name": body.name, "point": body.centre.tolist(), "mass": body.mass} for body in self.scene.bodies
                ],
                **self.extras,
            },
        }
        return builder.finish()

    def _part(
        self,
        body: str,
        pose: Floats,
        kind: str,
        name: str,
        label: str = "",
        said: dict[str, Any] | None = None,
        **properties: Any,
    ) -> int:
        """Add a node at a pose in the axes of a body, and return its index. `said` contains the data that a viewer
        displays.
        """
        properties |= _place(pose)
        extras = {"kind": kind, "name": name, **(said or {})}
        return self.builder.node(self.nodes[body], f"{kind}:{name}{label}", extras=extras, **properties)

    def _bodies(self, root: int) -> None:
        scene = self.scene
        bound = _MARGIN * POSITION_BOUND * self.size
        for i, body in enumerate(scene.bodies):
            own = [shape.colour for shape in scene.shapes if shape.body == body.name and shape.colour]
            colour = (own or [self.colours[body.name]])[0]  # a viewer's list has the colour that the picture has
            extras = {"kind": "body", "name": body.name, "colour": colour, "mass": body.mass}
            node = self.nodes[body.name] = self.builder.node(root, body.name, extras=extras)
            self._animate(node, linear_track(self.clock, scene.position[i], bound), "translation")
            self._turn(node, scene.orientation[i])

    def _animate(self, node: int, track: Any, path: str) -> None:
        """Animate a property of a node, unless it never changes."""
        if len(track.time) > 1:
            self.builder.animate(node, path, track)
        else:
            self.builder.document["nodes"][node][path] = track.values[0].tolist()

    def _turn(self, node: int, parameters: Floats) -> None:
        track = rotation_track(self.clock, parameters, _MARGIN * ROTATION_BOUND)
        xyzw = np.roll(track.values, -1, axis=1)
        self._animate(node, type(track)(track.time, xyzw), "rotation")

    def _gears(self) -> set[str]:
        """Add the wheels of gears. Return the bodies that have a wheel."""
        wheeled = set()
        for gear, wheels in gear_wheels(self.scene, self.size):
            said = {"joints": list(gear.joints), "ratio": gear.ratio}
            for i, wheel in enumerate(wheels):
                mesh = self.builder.mesh([wheel_look(gear.name, i, wheel, self.colours[wheel.body])])
                self._part(wheel.body, wheel.pose, "gear", gear.name, f":{i}", said, mesh=mesh)
                wheeled.add(wheel.body)
        return wheeled

    def _shapes(self, wheeled: set[str]) -> None:
        """Add the shapes of bodies. A body without shapes is drawn as links between its joints, as a gear wheel, or as
        a box."""
        shaped = set()
        for shape in self.scene.shapes:
            shaped.add(shape.body)
            look = glyphs.shape_look(shape, self.colours[shape.body], self.size)
            mesh, said = self.builder.mesh([look]), {"shape": shape.type}
            self._part(shape.body, self._drawn_pose(shape), "shape", shape.name, said=said, mesh=mesh)
        places = holds(self.scene)
        for i, body in enumerate(self.scene.bodies):
            if body.name in shaped:
                continue
            link = link_look(body, places[body.name], self.colours[body.name], self.symbols)
            turning = turning_look(self.scene, body, self.colours[body.name], self.size)
            if link is not None:
                self._part(body.name, np.eye(4), "link", body.name, mesh=self.builder.mesh([link]))
            elif turning is not None and body.name not in wheeled:
                pose, look = turning
                self._part(body.name, pose, "link", body.name, mesh=self.builder.mesh([look]))
            elif body.name not in wheeled:
                pose, look = glyphs.body_look(body, i, self.size)
                self._part(body.name, pose, "box", body.name, mesh=self.builder.mesh([look]))

    def _drawn_pose(self, shape: Shape) -> Floats:
        """Return the pose (4, 4) of a shape in the axes of its body. An infinite plane of GROUND is drawn where the
        bodies are.
        """
        if not SHAPE_TYPE[shape.type].is_endless or shape.dimensions or shape.body != GROUND or not self.scene.bodies:
            return shape.frame
        middle = self.scene.position[:, 0].mean(axis=0)
        pose = shape.frame.copy()
        along = pose[:3, :2]
        pose[:3, 3] += along @ (along.T @ (middle - pose[:3, 3]))
        return pose

    def _halves(self, kind: str, link: Connection) -> None:
        looks = glyphs.link_looks(link.type, self.symbols)
        said = {"type": link.type, "bodies": list(link.bodies)}
        for i, (look, body, end) in enumerate(zip(looks, link.bodies, link.ends, strict=True)):
            if look is not None:
                self._part(body, end, kind, link.name, f":{i}", said, mesh=self.builder.mesh([look]))

    def _contact(self, contact: ContactPicture) -> None:
        hidden = {shape.name for shape in self.scene.shapes if shape.opacity == 0.0}
        for i, (body, shape) in enumerate(zip(contact.bodies, contact.shapes, strict=True)):
            look = glyphs.contact_look(contact.half_axes[i], shape in hidden, self.corners)
            place = (shape, contact.poses[i].tobytes())
            if look is not None and place not in self.touching:  # a corner may touch several shapes, but is drawn once
                self.touching.add(place)
                mesh = self.builder.mesh([look])
                self._part(body, contact.poses[i], "contact", contact.name, f":{i}", mesh=mesh)

    def _frames(self, root: int) -> None:
        frames = [frame for frame in self.scene.frames if frame.name not in INERTIAL_NAMES]
        mesh = self.builder.mesh(glyphs.axes_looks(self.size)) if frames or self.scene.moving_frames else 0
        for moving in self.scene.moving_frames:
            extras = {"kind": "frame", "name": moving.name}
            node = self.nodes[moving.node] = self.builder.node(root, moving.node, extras=extras, mesh=mesh)
            self._animate(
                node, linear_track(self.clock, moving.position, _MARGIN * POSITION_BOUND * self.size), "translation"
            )
            self._turn(node, moving.orientation)
        for i, frame in enumerate(frames[:MOST_FRAMES]):
            drawn: dict[str, Any] = {"mesh": mesh} if i < MOST_DRAWN_FRAMES else {}
            self._part(frame.body, frame.pose, "frame", frame.name, **drawn)

    def _spring(self, root: int, spring: Connection) -> None:
        """Add a coil, or the bar of a rod, from end to end. The animation moves, rotates and stretches it."""
        first, last = (self._end(body, end[:3, 3]) for body, end in zip(spring.bodies, spring.ends, strict=True))
        reach = last - first
        length = np.sqrt(np.einsum("ij,ij->i", reach, reach))
        bound = _MARGIN * POSITION_BOUND * self.size
        radius = min(GLYPH_SIZE * self.size, 0.15 * max(float(length.max()), 1e-9))
        extras = {"kind": "spring", "name": spring.name, "type": spring.type, "bodies": list(spring.bodies)}
        # The ends are in the axes of the bodies, for a viewer that moves the bodies itself.
        extras["ends"] = spring.ends[:, :3, 3].tolist()
        mesh = self.builder.mesh([glyphs.bar_look() if spring.type == "ROD" else glyphs.coil_look()])
        node = self.builder.node(root, f"spring:{spring.name}", extras=extras, mesh=mesh)
        self._animate(node, linear_track(self.clock, first, bound), "translation")
        self._turn(node, _towards(reach, length))
        width = np.full_like(length, radius)
        # A player cannot invert the matrix of a node with zero length.
        scale = np.column_stack([width, width, np.maximum(length, 1e-6 * self.size)])
        self._animate(node, linear_track(self.clock, scale, bound), "scale")

    def _end(self, body: str, point: Floats) -> Floats:
        """Return the positions (n, 3) of a material point of a body."""
        if body == GROUND:
            return np.tile(point, (len(self.scene.time), 1))
        i = [picture.name for picture in self.scene.bodies].index(body)
        R = matrix_from_euler_parameters(self.scene.orientation[i])
        return np.asarray(self.scene.position[i] + R @ point)


def _place(pose: Floats) -> dict[str, Any]:
    """Return translation and rotation of a node. Zero motions are omitted."""
    properties: dict[str, Any] = {}
    if np.any(pose[:3, 3]):
        properties["translation"] = pose[:3, 3].tolist()
    if not np.array_equal(pose[:3, :3], np.eye(3)):
        e0, e1, e2, e3 = euler_parameters_from_matrix(pose[:3, :3])
        properties["rotation"] = [float(part) for part in (e1, e2, e3, e0)]
    return properties


def _towards(reach: Floats, length: Floats) -> Floats:
    """Return Euler parameters (n, 4) of a frame whose e3 is along `reach` (n, 3), with little rotation about e3.

    The frame is rotated by the shortest way from a coordinate axis. No direction in `reach` may be opposite to this
    axis, so the axis farthest from all opposite directions is used.
    """
    direction = reach / np.where(length > 0.0, length, 1.0)[:, None]
    direction[length == 0.0] = [0.0, 0.0, 1.0]
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    axis = axes[int(np.argmax((direction @ axes.T).min(axis=0)))]
    # For the unit vector h half-way between `axis` a and a direction, the shortest rotation is `(a·h, a x h)`.
    half = axis + direction
    size = np.linalg.norm(half, axis=1, keepdims=True)
    half = np.where(size > 1e-9, half / np.maximum(size, 1e-9), np.roll(axis, 1))
    shortest = np.column_stack([half @ axis, np.cross(axis, half)])
    e0, e1, e2, e3 = euler_parameters_from_matrix(along(axis))
    a0, a = shortest[:, :1], shortest[:, 1:]
    fixed = np.array([e1, e2, e3])
    scalar = a0 * e0 - (a @ fixed)[:, None]
    return np.concatenate([scalar, a0 * fixed + e0 * a + np.cross(a, fixed)], axis=1)
