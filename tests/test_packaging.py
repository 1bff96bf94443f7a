"""What is installed is what is tracked."""

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


def test_the_wheel_holds_the_tracked_files_and_nothing_else(tmp_path):
    tracked = tracked_files()
    source = tmp_path / "source"
    for name in tracked:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name, follow_symlinks=False)
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
