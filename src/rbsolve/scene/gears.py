"""Makes the pictures of gears: meshing wheels with teeth, a pinion and its rack, or pulleys with their belt.

A gear couples the coordinates of two joints by `q1 = n q0`. Its picture depends on n and on the axes of the joints.
Wheels that rotate in opposite directions touch. For axes at a distance d, their radii are `|n| d / (1 + |n|)` and `d /
(1 + |n|)`. Wheels that rotate in the same direction are pulleys of a belt. The deck may contain two cylinders about
these axes that do not touch and whose radii have the ratio |n|. These cylinders are then the pulleys. Their belt is
open or crossed, depending on the sign of n. If one joint is a slider, it is drawn as a rack at the distance |n| from
the wheel's axis. In all other cases, nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.solids import GLYPH_SIZE, SolidMesh
from rbsolve.language.table import GROUND
from rbsolve.scene.glyphs import BELT_COLOUR, SPRING_COLOUR, Look
from rbsolve.scene.scene import Connection, GearPicture, Scene
from rbsolve.solver.model.flat import Floats

FEWEST_TEETH = 14
MOST_TEETH = 240
_ADDENDUM, _DEDENDUM = 1.0, 1.25  # tooth heights above and below the pitch circle, relative to the module (ISO 53)
_WIDTH = 0.16  # width of a wheel, relative to the smaller radius
_PARALLEL = 1e-4
_PULLEYS = 0.55  # sum of the radii of both pulleys, relative to the distance between their axes
_ALIKE = 1e-3  # tolerance for a ratio of radii, relative to the ratio of the gear
_ARC_POINTS = 24


class Wheel(NamedTuple):
    """A picture that a body carries, at a pose (4, 4) in its axes."""

    body: str
    pose: Floats
    solid: SolidMesh
    colour: str | None  # the colour; None stands for the colour of the body


class _ParallelAxes(NamedTuple):
    """The parallel axes of two joints, in the axes of the body that has both joints."""

    axis: Floats
    """The vector e3 (3,) of the first joint."""
    cosine: float
    """The cosine of the angle between both vectors e3, which is about 1 or -1."""
    between: Floats
    """The vector (3,) from the first axis to the second axis, perpendicular to both axes [m]."""
    distance: float
    """The distance of the axes [m]."""


def gear_wheels(scene: Scene, size: float) -> Iterator[tuple[GearPicture, list[Wheel]]]:
    """Yield the wheels of each gear that can be drawn. Several pairs on a shaft are side by side."""
    joints = {joint.name: joint for joint in scene.joints}
    used: dict[str, int] = {}
    for gear in scene.gears:
        pair = [joints.get(name) for name in gear.joints]
        first, second = pair
        if first is None or second is None or first.bodies[0] != second.bodies[0] or gear.ratio == 0.0:
            continue
        level = max(used.get(joint.name, 0) for joint in (first, second))
        wheels = _draw(scene, first, second, gear.ratio, level, size)
        if wheels:
            for joint in (first, second):
                used[joint.name] = level + 1
            yield gear, wheels


def _draw(
    scene: Scene, first: Connection, second: Connection, ratio: float, level: int, size: float
) -> list[Wheel] | None:
    kinds = (first.type, second.type)
    if kinds == ("REVOLUTE", "REVOLUTE"):
        axes = _parallel_axes(first, second)
        if axes is None:
            return None
        return _belt(scene, first, second, ratio, axes) or _pair(first, second, ratio, axes, level, size)
    if kinds == ("REVOLUTE", "PRISMATIC"):
        return _rack(scene, first, second, abs(ratio), level)
    if kinds == ("PRISMATIC", "REVOLUTE"):
        return _rack(scene, second, first, 1.0 / abs(ratio), level)
    return None


def _parallel_axes(first: Connection, second: Connection) -> _ParallelAxes | None:
    a, b = first.ends[0], second.ends[0]
    axis = a[:3, 2]
    cosine = float(axis @ b[:3, 2])
    if 1.0 - abs(cosine) > _PARALLEL:
        return None
    between = b[:3, 3] - a[:3, 3]
    between = between - axis * (axis @ between)
    return _ParallelAxes(axis, cosine, between, float(np.linalg.norm(between)))


def _pair(
    first: Connection, second: Connection, ratio: float, axes: _ParallelAxes, level: int, size: float
) -> list[Wheel] | None:
    """Return two wheels on parallel axes, in the axes of the body that has both joints."""
    distance = axes.distance
    if distance < 1e-3 * size:
        return None
    towards = axes.between / distance
    n = ratio * np.sign(axes.cosine)
    share = abs(n) / (1.0 + abs(n))
    radii = (share * distance, (1.0 - share) * distance)
    if n > 0.0:
        return _pulleys(first, second, towards, distance, (_PULLEYS * radii[0], _PULLEYS * radii[1]), level, size)
    width = _WIDTH * min(radii)
    teeth = _teeth(abs(n))
    wheels = []
    # A tooth of the first wheel points to a gap of the second wheel.
    for joint, radius, count, side, half in (
        (first, radii[0], teeth[0], 1.0, 0.0),
        (second, radii[1], teeth[1], -1.0, 0.5),
    ):
        start = _angle(joint.ends[0], side * towards) + half * 2.0 * np.pi / count
        lift = 1.15 * width * level * (1.0 if joint is first else float(np.sign(axes.cosine)))
        wheels.append(Wheel(joint.bodies[1], _on(joint, start, lift), gear_solid(radius, count, width), None))
    return wheels


def _belt(scene: Scene, first: Connection, second: Connection, ratio: float, axes: _ParallelAxes) -> list[Wheel] | None:
    """Return the belt around two cylinders of the deck, in the axes of the body that has both joints. If there are no
    such cylinders, return None.
    """
    axis, distance = axes.axis, axes.distance
    for radius, width, height in _cylinders(scene, first):
        for other, _, _ in _cylinders(scene, second):
            if abs(radius / other - abs(ratio)) < _ALIKE * abs(ratio) and radius + other < distance:
                plane = np.column_stack([axes.between / distance, np.cross(axis, axes.between / distance), axis])
                rod = 0.2 * width
                is_crossed = ratio * axes.cosine < 0.0
                path = _belt_path(radius + rod, other + rod, distance, 1.1 * rod if is_crossed else 0.0, is_crossed)
                belt = solids.sweep(
                    first.ends[0][:3, 3] + height * axis + path @ plane.T, np.tile(axis, (len(path), 1)), rod, 8
                )
                return [Wheel(first.bodies[0], np.eye(4), belt, BELT_COLOUR)]
    return None


def _cylinders(scene: Scene, joint: Connection) -> Iterator[tuple[float, float, float]]:
    """The second body of a joint may have cylinders about the joint's axis. Yield the radius, the length, and the
    height along the axis [m] of each.
    """
    pose = joint.ends[1]
    for shape in scene.shapes:
        if shape.body != joint.bodies[1] or shape.type != "CYLINDER":
            continue
        radius, length = shape.dimensions
        offset = pose[:3, :3].T @ (shape.frame[:3, 3] - pose[:3, 3])
        if np.hypot(offset[0], offset[1]) < _ALIKE * radius and 1.0 - abs(pose[:3, 2] @ shape.frame[:3, 2]) < _PARALLEL:
            yield radius, length, float(offset[2])


def _belt_path(r0: float, r1: float, distance: float, lift: float, is_crossed: bool) -> Floats:
    """Return the centre line (n, 3) of a closed belt around circles at the origin and at `distance` along x.

    The straight parts are tangents of both circles. In a crossed belt, they pass each other at the heights `lift` and
    `-lift`.
    """
    lean = float(np.arccos((r0 + r1 if is_crossed else r0 - r1) / distance))
    there = np.linspace(lean, 2.0 * np.pi - lean, _ARC_POINTS)
    back = np.linspace(np.pi - lean, lean - np.pi, _ARC_POINTS) if is_crossed else np.linspace(-lean, lean, _ARC_POINTS)
    heights = np.linspace(-lift, lift, _ARC_POINTS)
    near = np.column_stack([r0 * np.cos(there), r0 * np.sin(there), heights])
    far = np.column_stack([distance + r1 * np.cos(back), r1 * np.sin(back), heights[::-1]])
    return np.concatenate([near, far, near[:1]])


def _angle(frame: Floats, direction: Floats) -> float:
    """Return the angle of a direction about e3 of a frame (4, 4), from e1 [rad]."""
    x, y = frame[:3, 0] @ direction, frame[:3, 1] @ direction
    return float(np.arctan2(y, x))


def _on(joint: Connection, angle: float, lift: float) -> Floats:
    """Return the pose of a wheel on the second body of a joint, rotated and shifted along the axis."""
    turn = np.eye(4)
    turn[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    turn[2, 3] = lift
    return np.asarray(joint.ends[1] @ turn)


def _teeth(n: float) -> tuple[int, int]:
    """Return the numbers of teeth of two wheels with `q1 = -n q0`. They are small whole numbers N0 and N1 whose ratio
    `N0 / N1` approximates n best.
    """
    whole = Fraction(n).limit_denominator(60)
    numbers = np.array([max(whole.numerator, 1), whole.denominator])
    times = max(1, int(np.ceil(FEWEST_TEETH / numbers.min())))
    while times > 1 and times * numbers.max() > MOST_TEETH:
        times -= 1
    first, second = (int(number) for number in times * numbers)
    return first, second


def gear_solid(radius: float, teeth: int, width: float) -> SolidMesh:
    """Return a spur wheel about e3. Its first tooth is along e1. `radius` is the radius of its pitch circle [m]."""
    pitch = 2.0 * np.pi / teeth
    module = 2.0 * radius / teeth
    tip, root = radius + _ADDENDUM * module, radius - _DEDENDUM * module
    corners = [(root, -0.36), (radius, -0.25), (tip, -0.13), (tip, 0.13), (radius, 0.25), (root, 0.36)]
    polar = [(r, pitch * (k + part)) for k in range(teeth) for r, part in corners]
    outline = np.array([[r * np.cos(angle), r * np.sin(angle)] for r, angle in polar])
    hub = solids.cylinder(max(0.22 * radius, 1.2 * module), 1.5 * width)
    return solids.join_solids([prism(outline, width), hub])


def prism(outline: Floats, width: float) -> SolidMesh:
    """Return a plate about e3 with a star-shaped outline (n, 2), counterclockwise about the origin."""
    n = len(outline)
    following = np.roll(outline, -1, axis=0)
    along = following - outline
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    vertices, normals, triangles = [], [], []
    half = width / 2.0
    for i in range(n):
        start = 4 * i
        for point, height in ((outline[i], -half), (following[i], -half), (following[i], half), (outline[i], half)):
            vertices.append([*point, height])
            normals.append([*outward[i], 0.0])
        triangles += [[start, start + 1, start + 2], [start, start + 2, start + 3]]
    for side in (1.0, -1.0):
        base = len(vertices)
        vertices += [[0.0, 0.0, side * half], *([*point, side * half] for point in outline)]
        normals += [[0.0, 0.0, side]] * (n + 1)
        for i in range(n):
            one, other = base + 1 + i, base + 1 + (i + 1) % n
            triangles.append([base, one, other] if side > 0.0 else [base, other, one])
    return SolidMesh(np.array(vertices), np.array(normals), np.array(triangles))


def _rack(scene: Scene, wheel: Connection, slider: Connection, radius: float, level: int) -> list[Wheel] | None:
    """Return a pinion, and a toothed bar that is long enough for the whole motion."""
    axis, along = wheel.ends[0][:3, 2], slider.ends[0][:3, 2]
    if abs(axis @ along) > _PARALLEL**0.5:
        return None
    side = slider.ends[0][:3, 3] - wheel.ends[0][:3, 3]
    outward = np.cross(along, axis)
    outward *= np.sign(outward @ side) or 1.0
    count = max(FEWEST_TEETH, 2 * round(radius / (0.04 * radius) / 2))
    width = _WIDTH * 1.6 * radius
    lift = 1.15 * width * level
    pinion = Wheel(
        wheel.bodies[1], _on(wheel, _angle(wheel.ends[0], outward), lift), gear_solid(radius, count, width), None
    )
    pitch = 2.0 * np.pi * radius / count
    module = pitch / np.pi
    contact = wheel.ends[0][:3, 3] + radius * outward + lift * axis
    travel = _travel(scene, slider)
    # The length is a whole number of pitches. So the tooth that points to the rack meets a gap.
    first = int(np.floor((float((contact - slider.ends[0][:3, 3]) @ along) - travel.max() - 1.2 * radius) / pitch))
    last = int(np.ceil((float((contact - slider.ends[0][:3, 3]) @ along) - travel.min() + 1.2 * radius) / pitch))
    R = np.column_stack([outward, axis, along])
    if np.linalg.det(R) < 0.0:
        R[:, 1] *= -1.0
    solid = _rack_solid(first, last, pitch, module, width)
    place = np.eye(4)
    offset = float((contact - slider.ends[0][:3, 3]) @ along) % pitch
    place[:3, :3] = R
    place[:3, 3] = (
        slider.ends[0][:3, 3]
        + (contact - slider.ends[0][:3, 3])
        - along * ((contact - slider.ends[0][:3, 3]) @ along)
        + along * offset
    )
    relative = np.linalg.inv(slider.ends[0]) @ place
    return [pinion, Wheel(slider.bodies[1], slider.ends[1] @ relative, solid, None)]


def _rack_solid(first: int, last: int, pitch: float, module: float, width: float) -> SolidMesh:
    """Return a bar along e3 with gaps at multiples of the pitch. Its pitch line is e3, and its teeth point along -e1."""
    corners = [(_DEDENDUM, -0.14), (0.0, 0.25), (-_ADDENDUM, 0.37), (-_ADDENDUM, 0.63), (0.0, 0.75)]
    line = np.array([[depth * module, (k + part) * pitch] for k in range(first, last) for depth, part in corners])
    back = 5.0 * module
    half = width / 2.0
    vertices: list[list[float]] = []
    normals: list[list[float]] = []
    triangles: list[list[int]] = []

    def quad(corners: list[list[float]], normal: list[float]) -> None:
        start = len(vertices)
        vertices.extend(corners)
        normals.extend([normal] * 4)
        triangles.extend([[start, start + 1, start + 2], [start, start + 2, start + 3]])

    for (x0, z0), (x1, z1) in pairwise(line):
        length = float(np.hypot(x1 - x0, z1 - z0))
        quad(
            [[x0, half, z0], [x1, half, z1], [x1, -half, z1], [x0, -half, z0]],
            [-(z1 - z0) / length, 0.0, (x1 - x0) / length],
        )
        quad([[x0, half, z0], [back, half, z0], [back, half, z1], [x1, half, z1]], [0.0, 1.0, 0.0])
        quad([[x0, -half, z0], [x1, -half, z1], [back, -half, z1], [back, -half, z0]], [0.0, -1.0, 0.0])
    (xa, za), (xb, zb) = line[0], line[-1]
    quad([[back, half, za], [back, -half, za], [back, -half, zb], [back, half, zb]], [1.0, 0.0, 0.0])
    quad([[xa, half, za], [xa, -half, za], [back, -half, za], [back, half, za]], [0.0, 0.0, -1.0])
    quad([[xb, half, zb], [back, half, zb], [back, -half, zb], [xb, -half, zb]], [0.0, 0.0, 1.0])
    return SolidMesh(np.array(vertices), np.array(normals), np.array(triangles))


def _travel(scene: Scene, slider: Connection) -> Floats:
    """Return the smallest and largest displacement of a slider along its axis [m]."""
    origin, axis = _along(scene, slider.bodies[0], slider.ends[0])
    moved, _ = _along(scene, slider.bodies[1], slider.ends[1])
    travel = np.einsum("ij,ij->i", moved - origin, axis)
    return np.array([travel.min(), travel.max()])


def _along(scene: Scene, body: str, pose: Floats) -> tuple[Floats, Floats]:
    """Return the origin and e3 (n, 3) of a pose that a body carries."""
    if body == GROUND:
        rows = len(scene.time)
        return np.tile(pose[:3, 3], (rows, 1)), np.tile(pose[:3, 2], (rows, 1))
    i = [picture.name for picture in scene.bodies].index(body)
    R = matrix_from_euler_parameters(scene.orientation[i])
    return scene.position[i] + R @ pose[:3, 3], R @ pose[:3, 2]


def _pulleys(
    first: Connection,
    second: Connection,
    towards: Floats,
    distance: float,
    radii: tuple[float, float],
    level: int,
    size: float,
) -> list[Wheel]:
    """Return two discs with rims as pulleys, and the straight parts of an open belt around them."""
    width = 0.5 * _WIDTH * min(radii) + 0.6 * GLYPH_SIZE * size
    lift = 1.3 * width * level
    axis = first.ends[0][:3, 2]
    wheels = []
    for joint, radius in zip((first, second), radii, strict=True):
        rim = 0.06 * radius
        half = width / 2.0
        profile = [
            (0.0, -half),
            (radius + rim, -half),
            (radius, -0.6 * half),
            (radius, 0.6 * half),
            (radius + rim, half),
            (0.0, half),
        ]
        side = float(np.sign(axis @ joint.ends[0][:3, 2]))
        wheels.append(Wheel(joint.bodies[1], _on(joint, 0.0, side * lift), solids.lathe(profile), None))
    start = first.ends[0][:3, 3] + lift * axis
    across = np.cross(axis, towards)
    lean = (radii[0] - radii[1]) / distance
    rise = np.sqrt(max(1.0 - lean**2, 0.0))
    belts = []
    for sign in (1.0, -1.0):
        normal = lean * towards + sign * rise * across
        ends = np.array([start + radii[0] * normal, start + distance * towards + radii[1] * normal])
        belts.append(solids.tube(ends, 0.16 * width))
    return [*wheels, Wheel(first.bodies[0], np.eye(4), solids.join_solids(belts), SPRING_COLOUR)]


def wheel_look(gear: str, index: int, wheel: Wheel, colour: str) -> Look:
    """Return the `Look` of a wheel or of another part of a gear."""
    return Look(wheel.solid, wheel.colour or colour, 1.0, ("GEAR", gear, index))
