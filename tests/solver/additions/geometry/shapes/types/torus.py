"""TORUS: a torus about e3, with the radius of its circle and the radius of its tube."""

import math

from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.kind import ShapeType, Surface, Touching, centred_solid
from rbsolve.geometry.shapes.volumes import centred_volume


def distance(q, size):
    x, y, z = q
    rho = max(math.sqrt(x * x + y * y), 1e-12)
    c, s, out = x / rho, y / rho, rho - size[0]
    r = max(math.sqrt(out * out + z * z), 1e-12)
    n = (c * out / r, s * out / r, z / r)
    t = (c * z / r, s * z / r, -out / r)
    around, turn = 1.0 / r, out / (r * rho)
    H = (
        around * t[0] * t[0] + turn * s * s,
        around * t[0] * t[1] - turn * c * s,
        around * t[0] * t[2],
        around * t[1] * t[0] - turn * c * s,
        around * t[1] * t[1] + turn * c * c,
        around * t[1] * t[2],
        around * t[2] * t[0],
        around * t[2] * t[1],
        around * t[2] * t[2],
    )
    return r - size[1], n, H


def volume(shape):
    R, r = shape.dimensions
    across = (4.0 * R * R + 5.0 * r * r) / 8.0
    return centred_volume(2.0 * math.pi**2 * R * r * r, across, across, R * R + 0.75 * r * r)


TORUS = ShapeType(
    "TORUS",
    "a torus about e3, centred at the point",
    (2,),
    "the radius of the circle and that of the tube",
    lambda shape, size: solids.torus(*shape.dimensions),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=volume,
    touches=(
        Touching(
            "TORUS",
            lambda shape: [],
            (),
            Surface(distance, lambda size: size[:, 0] + size[:, 1]),
            lambda shape: [centred_solid(*shape.dimensions)],
            met_by=("SPHERE",),
        ),
    ),
)
