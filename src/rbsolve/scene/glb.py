"""Writes binary glTF 2.0. Such a file combines arrays, meshes, materials and nodes."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.scene.glyphs import Look
from rbsolve.scene.keys import Track

_FLOAT, _SHORT_INDEX, _LONG_INDEX = 5126, 5123, 5125
_VERTICES, _INDICES = 34962, 34963  # intended use of a buffer view by a graphics card
_TYPES = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}
_ROUGHNESS, _METALLIC = 0.55, 0.1


class GlbBuilder:
    """Collects the parts of a file. `document` is its JSON."""

    def __init__(self, generator: str) -> None:
        self.document: dict[str, Any] = {"asset": {"version": "2.0", "generator": generator}, "nodes": []}
        self._chunks: list[bytes] = []
        self._length = 0
        self._meshes: dict[object, int] = {}
        self._materials: dict[tuple[str, float], int] = {}
        self._times: dict[int, tuple[NDArray[np.float32], int]] = {}

    def node(self, parent: int | None, name: str, **properties: Any) -> int:
        """Add a node below `parent` (None: a root) with the given glTF properties, and return its index."""
        nodes = self.document["nodes"]
        nodes.append({"name": name, **properties})
        if parent is not None:
            nodes[parent].setdefault("children", []).append(len(nodes) - 1)
        return len(nodes) - 1

    def mesh(self, looks: list[Look]) -> int:
        """Add the mesh of some looks. Equal meshes are stored once."""
        key = tuple((look.key, look.colour, look.opacity) for look in looks)
        if key not in self._meshes:
            primitives = [
                {**self._triangles(look), "material": self._material(look.colour, look.opacity)} for look in looks
            ]
            self._meshes[key] = self._add("meshes", {"primitives": primitives})
        return self._meshes[key]

    def animate(self, node: int, path: str, track: Track) -> None:
        """Animate a property of a node by a track. Tracks with the same times share these times."""
        if not self.document.get("animations"):
            self.document["animations"] = [{"name": "motion", "channels": [], "samplers": []}]
        (animation,) = self.document["animations"]
        time = self._times.get(id(track.time))
        if time is None:  # keep the array alive, so that its id() is not reused
            limits = {"min": [float(track.time[0])], "max": [float(track.time[-1])]}
            time = self._times[id(track.time)] = (track.time, self._accessor(track.time, limits=limits))
        sampler = {"input": time[1], "output": self._accessor(track.values), "interpolation": "LINEAR"}
        animation["samplers"].append(sampler)
        target = {"node": node, "path": path}
        animation["channels"].append({"sampler": len(animation["samplers"]) - 1, "target": target})

    def finish(self) -> bytes:
        """Return the bytes of the whole file."""
        if self._length:
            self.document["buffers"] = [{"byteLength": self._length}]
        text = json.dumps(self.document, separators=(",", ":"), ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        parts = [struct.pack("<I4s", len(text), b"JSON"), text]
        if self._length:
            parts += [struct.pack("<I4s", self._length, b"BIN\0"), *self._chunks]
        length = 12 + sum(len(part) for part in parts)
        return b"".join([struct.pack("<4sII", b"glTF", 2, length), *parts])

    def _add(self, kind: str, item: dict[str, Any]) -> int:
        items: list[dict[str, Any]] = self.document.setdefault(kind, [])
        items.append(item)
        return len(items) - 1

    def _accessor(self, array: NDArray[Any], target: int | None = None, limits: dict[str, Any] | None = None) -> int:
        kind = {"f": _FLOAT, "u": _SHORT_INDEX if array.itemsize == 2 else _LONG_INDEX}[array.dtype.kind]
        data = np.ascontiguousarray(array).tobytes()
        view: dict[str, Any] = {"buffer": 0, "byteOffset": self._length, "byteLength": len(data)}
        if target is not None:
            view["target"] = target
        data += b"\0" * (-len(data) % 4)
        self._chunks.append(data)
        self._length += len(data)
        accessor = {
            "bufferView": self._add("bufferViews", view),
            "componentType": kind,
            "count": len(array),
            "type": _TYPES[1 if array.ndim == 1 else array.shape[1]],
        }
        return self._add("accessors", {**accessor, **(limits or {})})

    def _triangles(self, look: Look) -> dict[str, Any]:
        vertices = look.solid.vertices.astype(np.float32)
        limits = {"min": vertices.min(axis=0).tolist(), "max": vertices.max(axis=0).tolist()}
        index = look.solid.triangles.ravel().astype(np.uint16 if len(vertices) < 65535 else np.uint32)
        return {
            "attributes": {
                "POSITION": self._accessor(vertices, _VERTICES, limits),
                "NORMAL": self._accessor(look.solid.normals.astype(np.float32), _VERTICES),
            },
            "indices": self._accessor(index, _INDICES),
        }

    def _material(self, colour: str, opacity: float) -> int:
        if (colour, opacity) not in self._materials:
            material: dict[str, Any] = {
                "name": colour,
                "pbrMetallicRoughness": {
                    "baseColorFactor": [*linear_colour(colour), opacity],
                    "metallicFactor": _METALLIC,
                    "roughnessFactor": _ROUGHNESS,
                },
            }
            if opacity < 1.0:
                material |= {"alphaMode": "BLEND", "doubleSided": True}
            self._materials[colour, opacity] = self._add("materials", material)
        return self._materials[colour, opacity]


def linear_colour(code: str) -> list[float]:
    """Convert a colour `#rrggbb` to linear components, which glTF requires. The conversion is the transfer function of
    sRGB (IEC 61966-2-1).
    """
    parts = [int(code[i : i + 2], 16) / 255.0 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
