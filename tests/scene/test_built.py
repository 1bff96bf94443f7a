"""The files for browsers are equal to the result of a build from their sources."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_built_files_are_those_of_the_sources(tmp_path, node_modules):
    subprocess.run(["node", node_modules.parent / "build.mjs", tmp_path], check=True, capture_output=True)
    built = ROOT / "src" / "rbsolve" / "page" / "built"
    assert sorted(path.name for path in built.iterdir()) == sorted(path.name for path in tmp_path.iterdir())
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (built / path.name).read_bytes(), f"{path.name}: run `npm run build` in page/"
