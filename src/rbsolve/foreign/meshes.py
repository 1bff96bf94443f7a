"""Finds the meshes of a model by their names, and copies them into the folder of the deck."""

from __future__ import annotations

import os
from pathlib import Path

from rbsolve.foreign.model import ForeignModel
from rbsolve.language.diagnostics import Code, Span

READABLE = {".stl", ".obj", ".glb"}
LARGEST = 256 * 2**20  # maximum size of a mesh [bytes]


class MeshShelf:
    """Collects the meshes of a model, by their names in the model. Different files with the same name get different
    names in the folder of the deck.
    """

    def __init__(self, model: ForeignModel, path: Path) -> None:
        self._model, self._folder = model, path.resolve().parent
        self._names: dict[Path, str] = {}

    def take(self, name: str, span: Span) -> str:
        """Return the name of a mesh in the folder of the deck, into which it is copied later.

        If the mesh is not available, the name is empty and a diagnostic is added.
        """
        if "://" in name and not name.startswith(("package://", "file://")):
            self._model.lacks(f"mesh {name} is not on this machine; meshes are not downloaded", span)
            return ""
        file = self._find(name)
        if file is None:
            message = (
                f"mesh {name} is not found and not imported" if name else "a mesh has no file name and is not imported"
            )
            self._model.findings.warning(Code.UNRESOLVED_REFERENCE, message, span)
            return ""
        if file.suffix.lower() not in READABLE:
            hint = "convert it to STL, OBJ or GLB"
            self._model.lacks(f"mesh {name} has the format {file.suffix}, which is not imported", span, hint)
            return ""
        if file.stat().st_size > LARGEST:
            self._model.lacks(f"mesh {name} is larger than {LARGEST} bytes and not imported", span)
            return ""
        if file not in self._names:
            self._names[file] = self._free_name(file)
            self._model.meshes[self._names[file]] = file
        return self._names[file]

    def _free_name(self, file: Path) -> str:
        clean = "".join(c if c.isalnum() or c in "_.-" else "_" for c in file.name)
        stem, end = os.path.splitext(clean)
        name, k = f"meshes/{stem}{end.lower()}", 1
        while name in self._names.values():
            k += 1
            name = f"meshes/{stem}_{k}{end.lower()}"
        return name

    def _find(self, name: str) -> Path | None:
        """Return the path of a mesh, or None if the mesh does not exist. In `package://NAME/rest`, the package is a
        folder NAME. It contains the model, is beside a folder that contains the model, or is on ROS_PACKAGE_PATH.
        """
        if not name.startswith("package://"):
            file = self._folder / name.removeprefix("file://")
            return file.resolve() if file.is_file() else None
        package, _, rest = name.removeprefix("package://").partition("/")
        listed = [Path(folder) for folder in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if folder]
        for folder in (self._folder, *self._folder.parents, *listed):
            candidates = [folder / package / rest]
            if folder.name == package:
                candidates.append(folder / rest)
            for file in candidates:
                if file.is_file():
                    return file.resolve()
        return None
