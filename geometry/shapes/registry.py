"""The types of shapes. To add a type, write a module with its record (kind.py), and list it here."""

from __future__ import annotations

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes.kind import ShapeType, Touching
from rbsolve.geometry.shapes.types.box import BOX
from rbsolve.geometry.shapes.types.capsule import CAPSULE
from rbsolve.geometry.shapes.types.cone import CONE
from rbsolve.geometry.shapes.types.cylinder import CYLINDER
from rbsolve.geometry.shapes.types.ellipsoid import ELLIPSOID
from rbsolve.geometry.shapes.types.line import LINE
from rbsolve.geometry.shapes.types.mesh import MESH
from rbsolve.geometry.shapes.types.plane import PLANE
from rbsolve.geometry.shapes.types.ring import RING
from rbsolve.geometry.shapes.types.sphere import SPHERE
from rbsolve.geometry.shapes.volumes import NoVolume, Volume

SHAPE_TYPES: tuple[ShapeType, ...] = (BOX, CYLINDER, CAPSULE, SPHERE, CONE, ELLIPSOID, RING, PLANE, LINE, MESH)
"""The types in the order of the deck reference."""

SHAPE_TYPE = {kind.name: kind for kind in SHAPE_TYPES}
WITH_VOLUME = tuple(kind.name for kind in SHAPE_TYPES if kind.volume is not None)

TOUCHING = {touching.name: touching for kind in SHAPE_TYPES for touching in kind.touches}
SURFACES = {name: touching.surface for name, touching in TOUCHING.items() if touching.surface is not None}
ROLLING = tuple(touching.name for touching in TOUCHING.values() if touching.rolling_radius is not None)
CODES = {name: code for code, name in enumerate(SURFACES)}
"""The surfaces by names of types, for `Contacts.solid`."""


def volume_of(shape: Shape) -> Volume:
    """Return the volume of a shape in its own axes. Raise NoVolume for a mesh that is open or inside out."""
    volume = SHAPE_TYPE[shape.type].volume
    if volume is None:
        raise NoVolume(f"a {shape.type} has none")
    return volume(shape)


def touching_of(shape: Shape) -> Touching | None:
    """Return the contacts of a shape, or None for a type without contacts."""
    kind = SHAPE_TYPE[shape.type]
    return kind.touches[kind.touching(shape)] if kind.touches else None


def meets(probe: Touching, solid: Touching) -> bool:
    """Return whether the probes of the first type can touch the solids of the second type."""
    return solid.name in (*probe.meets, *probe.pieces_meet) or probe.name in solid.met_by


def are_convex(one: Touching, other: Touching) -> bool:
    """Return whether convex parts of both types touch each other."""
    return other.name in one.cores_meet or one.name in other.cores_meet


def partners(touching: Touching) -> list[str]:
    """Return the names of all types that a type can touch. The types that its probes touch come first."""
    met_by = [other.name for other in TOUCHING.values() if meets(other, touching) or touching.name in other.cores_meet]
    return list(dict.fromkeys([*_met(touching), *met_by]))


def _met(touching: Touching) -> list[str]:
    """Return the names of the types that the probes or convex parts of a type touch."""
    return [other.name for other in TOUCHING.values() if meets(touching, other) or other.name in touching.cores_meet]


def pairs() -> str:
    """Return all pairs of types that can touch, as text for the documentation. The text lists each type with the types
    that its probes or convex parts touch.
    """
    met = {name: _met(touching) for name, touching in TOUCHING.items()}
    return "; ".join(f"{name}: {', '.join(others)}" for name, others in met.items() if others)


def _check() -> None:
    """Check that all names of types in `Touching` exist, and that the types with touched solids have a surface."""
    for touching in TOUCHING.values():
        unknown = {*touching.meets, *touching.pieces_meet, *touching.met_by, *touching.cores_meet} - TOUCHING.keys()
        if unknown:
            raise TypeError(f"shape {touching.name} meets {sorted(unknown)}, which are not registered")
        without = [other.name for other in TOUCHING.values() if meets(touching, other) and other.surface is None]
        if without:
            raise TypeError(f"shape {touching.name} meets {without}, which have no surface")


_check()
