"""The installed files are the tracked files."""

import email
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {
    "src/rbsolve/": "rbsolve/",
    "language/": "rbsolve/language/",
    "parser/": "rbsolve/parser/",
    "geometry/": "rbsolve/geometry/",
    "solver/": "rbsolve/solver/",
    "decks/": "rbsolve/decks/",
    "validation/": "rbsolve/validation/",
}
SUFFIXES = (".pyi", ".py", ".sql", ".lark", ".json", "py.typed", ".js", ".css", ".LICENSE", ".deck", ".dat", ".obj")


def tracked_files() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: there is no list of tracked files to compare with")
    return listed.stdout.splitlines()


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    """Return a copy of the tracked files."""
    folder = tmp_path_factory.mktemp("copy") / "source"
    for name in tracked_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)
    return folder


def test_the_wheel_holds_the_tracked_files_and_nothing_else(source, tmp_path):
    tracked = tracked_files()
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, source]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    installed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        package + name.removeprefix(folder)
        for folder, package in PACKAGES.items()
        for name in tracked
        if name.startswith(folder) and name.endswith(SUFFIXES)
    }
    assert installed == expected


ASK = """
import json, sys
sys.path.insert(0, "backend")
import rbsolve_build
settings, output = json.loads(sys.argv[1]), sys.argv[2]  # setuptools changes them
needed = rbsolve_build.get_requires_for_build_wheel(settings)
folder = rbsolve_build.prepare_metadata_for_build_wheel(output, settings)
print(json.dumps([needed, folder]))
"""


def metadata(source, folder, settings, **environment):
    """Return the packages that a build needs in addition to setuptools, and the packages that the wheel needs."""
    everything = {name: value for name, value in os.environ.items() if name != "RBSOLVE_KERNELS"} | environment
    command = [sys.executable, "-c", ASK, json.dumps(settings), str(folder)]
    asked = subprocess.run(command, cwd=source, env=everything, capture_output=True, text=True, check=True)
    needed, place = json.loads(asked.stdout.splitlines()[-1])
    found = email.message_from_string((folder / place / "METADATA").read_text())
    lines = found.get_all("Requires-Dist")
    plain = {NAME.match(line)[0] for line in lines if "extra ==" not in line}
    compiler = [line for line in lines if 'extra == "compile"' in line]
    assert len(compiler) == 1
    assert compiler[0].startswith("numba")
    return {NAME.match(line)[0] for line in needed}, plain


NAME = re.compile(r"[\w.-]+")


def test_a_wheel_with_kernels_does_not_need_numba_and_its_build_does(source, tmp_path):
    without = metadata(source, tmp_path, {"kernels": "all"})
    assert "numba" not in without[1]
    assert without[0] == without[1] | {"numba"}
    assert metadata(source, tmp_path, {}) == (set(), without[0])
    assert metadata(source, tmp_path, {"kernels": "none"}) == (set(), without[0])


def test_the_environment_says_what_a_tool_cannot(source, tmp_path):
    assert metadata(source, tmp_path, {}, RBSOLVE_KERNELS="all") == metadata(source, tmp_path, {"kernels": "all"})
    assert "numba" in metadata(source, tmp_path, {"kernels": "none"}, RBSOLVE_KERNELS="all")[1]
