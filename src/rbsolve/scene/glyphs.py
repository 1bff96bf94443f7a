"""Makes the pictures of objects without shapes, such as bodies, joints, springs, bushings and frames."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.registry import SHAPE_TYPE
from rbsolve.geometry.shapes.solids import GLYPH_SIZE, SolidMesh
from rbsolve.language.joints.registry import JointKind
from rbsolve.scene.scene import BodyPicture, Scene
from rbsolve.solver.forces.catalogue import GLYPHS
from rbsolve.solver.model.flat import Floats

# Okabe and Ito's colours for colour-blind readers, without black, come first. Lighter variants follow.
BODY_COLOURS = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a7fd0", "#b8a300", "#5f9ea0", "#c06070",
)  # fmt: skip
GROUND_COLOUR = "#8c9196"
JOINT_COLOURS = ("#5a6068", "#a9b0b8")  # colours of the two parts of a joint: on B0 and on B1
SPRING_COLOUR = "#7d8590"
BELT_COLOUR = "#33373c"
CONTACT_COLOUR = "#d1495b"
AXIS_COLOURS = ("#d94a4a", "#3f9e4d", "#3f6fd9")

AXIS_SIZE = 0.06
FEW_CORNERS = 60  # up to this number of corners in contact, the balls have their full size
_THINNEST = 0.03  # smallest edge of an equivalent box, relative to its longest edge


class Look(NamedTuple):
    """A solid with its colour `#rrggbb` and opacity. Equal solids have equal values of `key`."""

    solid: SolidMesh
    colour: str
    opacity: float
    key: tuple[object, ...]


_LARGEST_MODEL = 1e30
"""Largest length [m]. Larger numbers indicate a manipulated file."""


def model_size(scene: Scene) -> float:
    """Return the diagonal [m] of the box around the bodies and joints at the first row. Return 1 if the box has no
    extent, or is infinite.
    """
    poses = scene.poses(0)
    points = [point for shape in scene.shapes for point in _corners(poses[shape.body] @ shape.frame, shape)]
    shaped = {shape.body for shape in scene.shapes}
    for body in scene.bodies:
        points.append(poses[body.name][:3, 3])
        if body.name not in shaped:
            centre, axes, edges = equivalent_box(body)
            signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
            points += list(_move(poses[body.name], centre + signs * edges / 2.0 @ axes.T))
    for link in (*scene.joints, *scene.springs, *scene.bushings, *scene.torsion_springs):
        points += [(poses[body] @ end)[:3, 3] for body, end in zip(link.bodies, link.ends, strict=True)]
    # the function hypot avoids overflow for any file
    extent = math.hypot(*np.ptp(np.array(points), axis=0)) if points else 0.0
    return extent if 0.0 < extent < _LARGEST_MODEL else 1.0


_MOST_COMPARED = 600
"""Largest number of joints whose distances are compared."""


def symbol_size(scene: Scene, size: float) -> float:
    """Return the size [m] that scales symbols of joints. The result is the size of the model, or less if the joints
    of the model are close together.

    For each joint, take the distance to the nearest joint at another place, at the first row. The returned size is at
    most four times the median of these distances.
    """
    poses = scene.poses(0)
    places = np.array([(poses[joint.bodies[0]] @ joint.ends[0])[:3, 3] for joint in scene.joints[:_MOST_COMPARED]])
    if len(places) < 2:
        return size
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    apart[apart < 1e-3 * size] = np.inf
    nearest = apart.min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    return min(size, 4.0 * float(np.median(nearest))) if len(nearest) else size


def _corners(pose: Floats, shape: Shape) -> Floats:
    if SHAPE_TYPE[shape.type].is_endless:
        return pose[None, :3, 3]
    vertices = shape_solid(shape, 0.0).vertices
    return _move(pose, np.array([vertices.min(axis=0), vertices.max(axis=0)]))


def _move(pose: Floats, points: Floats) -> Floats:
    return np.asarray(points @ pose[:3, :3].T + pose[:3, 3])


def equivalent_box(body: BodyPicture) -> tuple[Floats, Floats, Floats]:
    """Find the homogeneous box with the same mass and inertia. Return its centre (3,), axes (3, 3) and edges (3,), in
    body axes.

    The relation `I1 = m (b^2 + c^2) / 12` and the corresponding relations for I2 and I3 give `a^2 = 6 (I2 + I3 - I1) /
    m`. Imaginary or barely visible edges are replaced by thin edges.
    """
    moments, axes = np.linalg.eigh(body.inertia)
    if np.linalg.det(axes) < 0.0:
        axes = axes * [1.0, 1.0, -1.0]
    edges = np.sqrt(np.maximum(6.0 * (moments.sum() - 2.0 * moments) / body.mass, 0.0))
    return body.centre, axes, np.maximum(edges, _THINNEST * edges.max())


def body_look(body: BodyPicture, index: int, size: float) -> tuple[Floats, Look]:
    """For a body without shapes, return a pose (4, 4) in body axes, and a look. A point mass is a small ball."""
    centre, axes, edges = equivalent_box(body)
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = axes, centre
    colour = BODY_COLOURS[index % len(BODY_COLOURS)]
    if edges.max() < 1e-3 * size:
        radius = GLYPH_SIZE * size
        return pose, Look(solids.sphere(radius), colour, 1.0, ("SPHERE", radius))
    return pose, Look(solids.box(edges), colour, 1.0, ("BOX", *edges))


def shape_solid(shape: Shape, size: float) -> SolidMesh:
    """Return the triangles of a shape in its own axes. Infinite dimensions are replaced by the model's `size` [m]."""
    return SHAPE_TYPE[shape.type].picture(shape, size)


def shape_look(shape: Shape, colour: str, size: float) -> Look:
    """Return the look of a shape. If the deck gives no colour, `colour` is used."""
    is_own = shape.points is not None or shape.mesh is not None
    key = (shape.type, shape.name) if is_own else (shape.type, *shape.dimensions)
    return Look(shape_solid(shape, size), shape.colour or colour, shape.opacity, key)


def link_looks(kind: str, size: float) -> tuple[Look | None, Look | None]:
    """Return the parts of a joint or torsion spring on B0 and on B1, each in the axes of the part. Kinds without a
    picture of their own are small balls.
    """
    g = GLYPH_SIZE * size
    halves = _HALVES.get(_glyph_of(kind), _ball)(g)
    first, second = (
        None if half is None else Look(half, colour, 1.0, (kind, i, g))
        for i, (half, colour) in enumerate(zip(halves, JOINT_COLOURS, strict=True))
    )
    return first, second


Halves = tuple[SolidMesh | None, SolidMesh | None]


def _ball(g: float) -> Halves:
    return None, solids.sphere(0.6 * g)


def _rigid(g: float) -> Halves:
    return solids.box((g, g, g)), None


def _revolute(g: float) -> Halves:
    return solids.ring(0.5 * g, 0.8 * g, 1.2 * g), solids.cylinder(0.45 * g, 2.2 * g)


def _prismatic(g: float) -> Halves:
    walls = [
        solids.place_solid(solids.box((1.6 * g, 0.2 * g, 1.6 * g)), np.eye(3), (0.0, y * g, 0.0)) for y in (-0.7, 0.7)
    ]
    sides = [
        solids.place_solid(solids.box((0.2 * g, 1.2 * g, 1.6 * g)), np.eye(3), (x * g, 0.0, 0.0)) for x in (-0.7, 0.7)
    ]
    return solids.join_solids([*walls, *sides]), solids.box((1.1 * g, 1.1 * g, 3.6 * g))


def _cylindrical(g: float) -> Halves:
    return solids.ring(0.5 * g, 0.8 * g, 1.6 * g), solids.cylinder(0.45 * g, 4.0 * g)


def _screw(g: float) -> Halves:
    rod = solids.cylinder(0.36 * g, 4.0 * g)
    angle = np.linspace(0.0, 12.0 * np.pi, 145)
    radial = np.column_stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)])
    path = 0.4 * g * radial + np.outer(np.linspace(-1.9 * g, 1.9 * g, 145), [0.0, 0.0, 1.0])
    return solids.ring(0.55 * g, 0.85 * g, 1.0 * g), solids.join_solids([rod, solids.sweep(path, radial, 0.09 * g, 6)])


def _spherical(g: float) -> Halves:
    return solids.place_solid(solids.torus(0.75 * g, 0.22 * g), np.eye(3), (0.0, 0.0, -0.2 * g)), solids.sphere(
        0.65 * g
    )


def _universal(g: float) -> Halves:
    return solids.cylinder(0.28 * g, 2.4 * g), solids.cylinder(0.28 * g, 2.4 * g)


def _constant_velocity(g: float) -> Halves:
    """Return the parts of a constant-velocity joint: a bell with a shaft, and a hub with six balls and a shaft."""
    angle = np.linspace(-0.5 * np.pi, 0.15 * np.pi, 12)
    outer, inner = (
        list(zip(radius * np.cos(angle), radius * np.sin(angle), strict=True)) for radius in (1.15 * g, 0.95 * g)
    )
    outer[0], inner[0] = (0.0, outer[0][1]), (0.0, inner[0][1])
    back = solids.place_solid(solids.cylinder(0.28 * g, 1.6 * g), np.eye(3), (0.0, 0.0, -1.9 * g))
    height = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 7)
    ball = solids.lathe(
        list(zip(0.2 * g * np.cos(height).clip(1e-9), 0.2 * g * np.sin(height), strict=True)), segments=10
    )
    around = 0.7 * g * np.array([[np.cos(a), np.sin(a), 0.0] for a in np.arange(6) * np.pi / 3.0])
    balls = [solids.place_solid(ball, np.eye(3), place) for place in around]
    front = solids.place_solid(solids.cylinder(0.28 * g, 2.7 * g), np.eye(3), (0.0, 0.0, 1.35 * g))
    return solids.join_solids([solids.lathe(outer + inner[::-1]), back]), solids.join_solids(
        [solids.sphere(0.6 * g), front, *balls]
    )


def _torsion_spring(g: float) -> Halves:
    """Return a post, and an arbor with a flat spiral that reaches to the post."""
    angle = np.linspace(0.0, 5.0 * np.pi, 101)
    radial = np.column_stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)])
    reach = g * np.linspace(0.9, 1.9, len(angle))
    spiral = solids.sweep(-reach[:, None] * radial, np.tile([0.0, 0.0, 1.0], (len(angle), 1)), 0.09 * g, 6)
    post = solids.place_solid(solids.cylinder(0.18 * g, 1.0 * g), np.eye(3), (1.9 * g, 0.0, 0.0))
    return post, solids.join_solids([solids.cylinder(0.45 * g, 1.0 * g), spiral])


def _planar(g: float) -> Halves:
    return solids.plane((5.0 * g, 5.0 * g)), solids.place_solid(
        solids.cylinder(0.8 * g, 0.4 * g), np.eye(3), (0, 0, 0.2 * g)
    )


_HALVES: dict[str, Callable[[float], Halves]] = {
    "RIGID": _rigid,
    "REVOLUTE": _revolute,
    "PRISMATIC": _prismatic,
    "CYLINDRICAL": _cylindrical,
    "SCREW": _screw,
    "SPHERICAL": _spherical,
    "UNIVERSAL": _universal,
    "PLANAR": _planar,
    "CONSTANT_VELOCITY": _constant_velocity,
    "torsion": _torsion_spring,
}


def _glyph_of(kind: str) -> str:
    """Return the glyph for a kind of joint or force. The name of the kind may come from another version of rbsolve."""
    if kind in JointKind.__members__:
        return JointKind[kind].record.glyph
    return GLYPHS.get(kind, kind)


def bushing_look(size: float) -> Look:
    """Return a rubber block around the bushing's point."""
    g = GLYPH_SIZE * size
    return Look(solids.torus(0.8 * g, 0.45 * g), SPRING_COLOUR, 1.0, ("BUSHING", g))


def corner_size(scene: Scene, size: float) -> float:
    """Return the size that scales the balls of corners. It is the size of the model, or a smaller size if there are
    many corners.
    """
    corners = sum(len(contact.poses) for contact in scene.contacts)
    return size * min(1.0, math.sqrt(FEW_CORNERS / max(corners, 1)))


def contact_look(half_axes: Floats, hidden: bool, size: float) -> Look | None:
    """Return a small ball for a corner. Round contact shapes are drawn only if `hidden`."""
    if not np.any(half_axes):
        radius = 0.22 * GLYPH_SIZE * size
        return Look(solids.sphere(radius), CONTACT_COLOUR, 1.0, ("SPHERE", radius))
    return Look(solids.ellipsoid(tuple(half_axes)), CONTACT_COLOUR, 0.4, ("ELLIPSOID", *half_axes)) if hidden else None


def coil_look() -> Look:
    """Return a coil with radius 1 and height 1. The caller scales it."""
    return Look(solids.coil(9, 0.16), SPRING_COLOUR, 1.0, ("COIL",))


def bar_look() -> Look:
    """Return a straight bar that starts at the origin, with radius 1 and height 1. The caller scales it."""
    bar = solids.place_solid(solids.cylinder(0.3, 1.0), np.eye(3), (0.0, 0.0, 0.5))
    return Look(bar, JOINT_COLOURS[1], 1.0, ("BAR",))


def axes_looks(size: float) -> list[Look]:
    """Return the three axes of a frame, in their own directions."""
    length = AXIS_SIZE * size
    shaft = solids.arrow(length, 0.018 * length)
    turns = [np.roll(np.eye(3), 1, axis=0), np.roll(np.eye(3), -1, axis=0), np.eye(3)]
    return [
        Look(solids.place_solid(shaft, turn, np.zeros(3)), colour, 1.0, ("AXIS", i, length))
        for i, (turn, colour) in enumerate(zip(turns, AXIS_COLOURS, strict=True))
    ]
