"""The meshes of imported models: where they are found, and the names that they get in the folder of the deck."""

from __future__ import annotations

import os

import pytest

from rbsolve.foreign import meshes
from rbsolve.foreign.meshes import MeshShelf
from rbsolve.foreign.model import ForeignModel
from rbsolve.language.diagnostics import Source, Span

SPAN = Span(Source("model.urdf", "<mesh/>"), 1, 1, 1, 8)


@pytest.fixture
def shelf(tmp_path):
    folder = tmp_path / "robot" / "urdf"
    folder.mkdir(parents=True)
    model = ForeignModel("r", "URDF")
    return MeshShelf(model, folder / "model.urdf"), model, folder


def put(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"mesh")
    return path


def test_a_file_that_is_used_twice_is_copied_once(shelf):
    shelf, model, folder = shelf
    file = put(folder / "a b.STL")
    assert shelf.take("a b.STL", SPAN) == "meshes/a_b.stl"
    assert shelf.take(f"file://{file}", SPAN) == "meshes/a_b.stl"
    assert model.meshes == {"meshes/a_b.stl": file}
    assert not list(model.findings)


def test_different_files_of_the_same_name_get_different_names(shelf):
    shelf, model, folder = shelf
    files = [put(folder / part / "a.obj") for part in ("one", "two", "three")]
    taken = [shelf.take(f"{file.parent.name}/a.obj", SPAN) for file in files]
    assert taken == ["meshes/a.obj", "meshes/a_2.obj", "meshes/a_3.obj"]
    assert model.meshes == dict(zip(taken, files, strict=True))


def test_a_package_is_found_above_the_model_or_on_the_path_of_packages(shelf, tmp_path, monkeypatch):
    shelf, model, _ = shelf
    inside = put(tmp_path / "robot" / "parts" / "a.glb")
    listed = put(tmp_path / "elsewhere" / "other" / "b.glb")
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    assert shelf.take("package://robot/parts/a.glb", SPAN) == "meshes/a.glb"
    assert shelf.take("package://other/b.glb", SPAN) == ""
    monkeypatch.setenv("ROS_PACKAGE_PATH", os.pathsep.join(("", str(tmp_path / "elsewhere"))))
    assert shelf.take("package://other/b.glb", SPAN) == "meshes/b.glb"
    assert list(model.meshes.values()) == [inside, listed]


@pytest.mark.parametrize(
    ("name", "code", "message", "hint"),
    [
        ("a.dae", "unsupported-block", "mesh a.dae has the format .dae, which is not imported", "convert it to STL"),
        ("big.stl", "unsupported-block", "mesh big.stl is larger than 4 bytes and not imported", None),
        ("none.stl", "unresolved-reference", "mesh none.stl is not found and not imported", None),
        (
            "https://host/a.stl",
            "unsupported-block",
            "mesh https://host/a.stl is not on this machine; meshes are not downloaded",
            None,
        ),
    ],
)
def test_a_mesh_that_is_not_available_is_a_warning(shelf, monkeypatch, name, code, message, hint):
    shelf, model, folder = shelf
    monkeypatch.setattr(meshes, "LARGEST", 4)
    put(folder / "a.dae")
    put(folder / "small.stl")
    (folder / "big.stl").write_bytes(b"12345")
    assert shelf.take(name, SPAN) == ""
    (finding,) = model.findings
    assert (finding.severity, finding.code.value, finding.message) == ("warning", code, message)
    assert (finding.hint or "").startswith(hint or "")
    assert bool(finding.hint) is bool(hint)
    assert shelf.take("small.stl", SPAN) == "meshes/small.stl"
    assert list(model.meshes) == ["meshes/small.stl"]
