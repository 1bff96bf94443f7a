"""Determines the mass properties of all bodies. They are given, or follow from the density of shapes."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.resolved import ResolvedGeometry, Shape
from rbsolve.geometry.shapes.registry import WITH_VOLUME, volume_of
from rbsolve.geometry.shapes.volumes import NoVolume
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import matmul, number
from rbsolve.language.recall import recallable
from rbsolve.solver.assembly.elements.bodies import MassProperties, mass_properties
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.inertia import parallel_axes


def body_masses(
    description: Description, geometry: ResolvedGeometry, diagnostics: Diagnostics
) -> list[MassProperties | None]:
    """Return the mass properties of each body in deck order. If some are not physical, report errors and return None.

    Unused mass properties are also checked.
    """
    given = {block.name: mass_properties(block, diagnostics) for block in description.all_of("MASS_PROPERTY")}
    shapes_of: dict[str, list[Described]] = {}
    for block in description.all_of("SHAPE"):
        shapes_of.setdefault(block["CONNECTED_TO_BODY"], []).append(block)
    bodies = list(description.all_of("RIGID_BODY"))
    weighed = {body.name for body in bodies if "DENSITY" in body}
    for name, blocks in shapes_of.items():
        if name not in weighed:
            _warn_of_idle(name, blocks, diagnostics)
    if diagnostics.has_errors:  # after an error, shapes are not resolved
        return [None] * len(bodies)
    return [
        given[body["MASS_PROPERTY_NAME"]]
        if "MASS_PROPERTY_NAME" in body
        else _weigh(
            body,
            shapes_of.get(body.name, []),
            [geometry.shapes[block.name] for block in shapes_of.get(body.name, [])],
            np.asarray(geometry.frames[body["FRAME_NAME"]]),
            diagnostics,
        )
        for body in bodies
    ]


def _warn_of_idle(body: str, shapes: list[Described], diagnostics: Diagnostics) -> None:
    for block in shapes:
        if "DENSITY" in block:
            message = f"`@DENSITY` of shape {block.name} has no effect: {body} has a mass property"
            diagnostics.warning(Code.CONFLICTING_KEYWORDS, message, block.span_of("DENSITY"))


@recallable
def _weigh(
    body: Described, blocks: list[Described], shapes: list[Shape], frame: Floats, diagnostics: Diagnostics
) -> MassProperties | None:
    """Return the total mass properties of the shapes of a body with uniform densities, in body axes. If `@MASS` of the
    body is given, the result is scaled to it.
    """
    parts: list[MassProperties] = []
    good = True
    for block, shape in zip(blocks, shapes, strict=True):
        density = block.get("DENSITY", body["DENSITY"])
        if shape.type not in WITH_VOLUME or density == 0.0:
            continue
        try:
            volume = volume_of(shape)
        except NoVolume as problem:
            message = f"shape {shape.name} has no mass: {problem}"
            hint = "repair the mesh, or give the mass and the moments of inertia of the body"
            diagnostics.error(Code.INVALID_VALUE, message, block.span_of("FILE_NAME"), hint)
            good = False
            continue
        R_BS = matmul(frame[:3, :3].T, shape.frame[:3, :3])
        centre = matmul(frame[:3, :3].T, shape.frame[:3, 3] - frame[:3, 3]) + matmul(R_BS, volume.centroid)
        inertia = matmul(matmul(density * R_BS, volume.inertia), R_BS.T)
        parts.append(MassProperties.of(density * volume.volume, centre, inertia))
    if not good:
        return None
    mass = sum(part.mass for part in parts)
    if mass <= 0.0:
        message = f"body {body.name} has no mass: none of its shapes has both a volume and a density"
        hint = f"give the body a shape with a volume: {', '.join(WITH_VOLUME)}"
        diagnostics.error(Code.INVALID_VALUE, message, body.span_of("DENSITY"), hint)
        return None
    scale = body.get("MASS", mass) / mass
    centre = np.asarray(sum(part.mass * part.centre for part in parts) / mass)
    total = sum(part.inertia + parallel_axes(part.mass, part.centre - centre) for part in parts)
    total = np.asarray(scale * total)
    return MassProperties.of(number(scale * mass), centre, (total + total.T) / 2.0)
