"""RING: a round rod bent to a circle about e3, such as a gimbal, a rim or a tyre. A ring cannot touch other shapes."""

from __future__ import annotations

from math import pi

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.kind import ShapeType
from rbsolve.geometry.shapes.volumes import NoVolume, Volume, centred_volume


def _volume(shape: Shape) -> Volume:
    """Return the volume by Pappus' theorem."""
    radius, rod = shape.dimensions
    if rod > radius:
        raise NoVolume("its rod is thicker than its circle, so the ring overlaps itself")
    across = 0.5 * radius * radius + 0.625 * rod * rod
    about = radius * radius + 0.75 * rod * rod
    return centred_volume(2.0 * pi * pi * radius * rod * rod, across, across, about)


RING = ShapeType(
    "RING",
    "a round rod that is bent to a circle about e3, centred at the point",
    (2,),
    "radius of the circle and radius of the rod",
    lambda shape, size: solids.torus(shape.dimensions[0], shape.dimensions[1], solids.FINE_SEGMENTS),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=_volume,
)
