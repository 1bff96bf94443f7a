"""Draws bodies without shapes as bars between their joints, springs and bushings."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.solids import GLYPH_SIZE, SolidMesh
from rbsolve.scene.glyphs import Look, model_size
from rbsolve.scene.scene import BodyPicture, Connection, Scene
from rbsolve.solver.model.flat import Floats

_NEAR = 0.02  # places within this fraction of the model's size are merged
_MOST_BARS = 40


def holds(scene: Scene) -> dict[str, list[Floats]]:
    """Return the places of joints, springs and bushings on each body, as distinct points (3,) in body axes."""
    near = _NEAR * model_size(scene)
    found: dict[str, list[Floats]] = {body.name: [] for body in scene.bodies}
    links: tuple[Connection, ...] = (*scene.joints, *scene.springs, *scene.bushings)
    for link in links:
        for body, end in zip(link.bodies, link.ends, strict=True):
            point = end[:3, 3]
            places = found.get(body)
            if places is not None and all(np.linalg.norm(point - other) > near for other in places):
                places.append(point)
    return found


def link_look(body: BodyPicture, points: list[Floats], colour: str, size: float) -> Look | None:
    """Return bars between the places on a body. If there is only one place, return a bar from it to the centre of mass.
    Return None if the bars do not show the body's extent.
    """
    if not 0 < len(points) <= _MOST_BARS:
        return None
    centre = body.centre
    if len(points) == 1:
        if np.linalg.norm(points[0] - centre) <= _NEAR * size:
            return None
        ends, middle = [points[0]], centre
    elif len(points) == 2:
        return _look(body, [_bar(points[0], points[1], size)], colour)
    else:
        ends, middle = points, np.mean(points, axis=0)
    parts = [_bar(end, middle, size) for end in ends if np.linalg.norm(end - middle) > 1e-6 * size]
    if len(points) == 1:
        parts.append(solids.place_solid(solids.sphere(1.1 * GLYPH_SIZE * size), np.eye(3), centre))
    return _look(body, parts, colour) if parts else None


def turning_look(scene: Scene, body: BodyPicture, colour: str, size: float) -> tuple[Floats, Look] | None:
    """For a body that rotates about its centre of mass, return a pose (4, 4) in body axes, and a look.

    A body with two crossed hinges, as in gimbals, is a ring. A body with a single hinge about an axis of symmetry is a
    disc or shaft. Both pictures have the body's inertia about this axis. For other bodies, the result is None.
    """
    axes = [
        end[:3, 2]
        for joint in scene.joints
        if joint.type == "REVOLUTE"
        for other, end in zip(joint.bodies, joint.ends, strict=True)
        if other == body.name and np.linalg.norm(end[:3, 3] - body.centre) <= _NEAR * size
    ]
    held = sum(body.name in link.bodies for link in (*scene.joints, *scene.springs, *scene.bushings))
    if len(axes) != held or len(axes) not in (1, 2):
        return None
    normal = axes[0] if len(axes) == 1 else np.cross(*axes)
    if np.linalg.norm(normal) < 0.5:  # the axes of both hinges are on the same line
        normal = axes[0]
        axes = axes[:1]
    normal = normal / np.linalg.norm(normal)
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = solids.along(normal), body.centre
    about = float(normal @ body.inertia @ normal)
    if about <= 0.0:
        return None
    if len(axes) == 2:
        radius = float(np.sqrt(about / body.mass))
        solid = solids.torus(radius, 0.06 * radius, solids.FINE_SEGMENTS)
        return pose, Look(solid, colour, 1.0, ("GIMBAL", radius))
    across = (float(np.trace(body.inertia)) - about) / 2.0
    spread = body.inertia - about * np.outer(normal, normal) - across * (np.eye(3) - np.outer(normal, normal))
    if np.abs(spread).max() > 0.02 * np.abs(body.inertia).max():
        return None
    radius = float(np.sqrt(2.0 * about / body.mass))
    length = float(np.sqrt(max(12.0 * across / body.mass - 3.0 * radius**2, (0.1 * radius) ** 2)))
    return pose, Look(solids.cylinder(radius, length), colour, 1.0, ("ROTOR", radius, length))


def _look(body: BodyPicture, parts: list[SolidMesh], colour: str) -> Look:
    return Look(solids.join_solids(parts), colour, 1.0, ("LINK", body.name))


def _bar(start: Floats, end: Floats, size: float) -> SolidMesh:
    """Return a round bar with round ends, thinner than the joints that it connects."""
    radius = 0.5 * GLYPH_SIZE * size
    length = float(np.linalg.norm(end - start))
    angle = np.linspace(0.0, np.pi / 2, 7)
    lower = [(radius * np.sin(a), -radius * np.cos(a)) for a in angle]
    upper = [(radius * np.cos(a), length + radius * np.sin(a)) for a in angle]
    lower[0], upper[-1] = (0.0, lower[0][1]), (0.0, upper[-1][1])
    return solids.place_solid(solids.lathe(lower + upper, segments=20), solids.along((end - start) / length), start)
