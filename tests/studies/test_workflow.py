"""The rule for workflow managers in docs/studies.md. The tests run its shell command alone, and the rule by Snakemake."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import h5py
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"
RULE = re.search(r"^```\n(rule sweep:\n.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[1]
STUDY = """
deck = "wing.deck"
[parameters]
spin = "1:5:3"
[run]
keep = ["height"]
"""


@pytest.fixture
def folder(tmp_path, deck_text):
    (tmp_path / "wing.deck").write_text(deck_text)
    (tmp_path / "wing-study.toml").write_text(STUDY)
    (tmp_path / "Snakefile").write_text(RULE)
    return tmp_path


def environment():
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def check(study):
    with h5py.File(study) as file:
        assert file.attrs["done"] == file.attrs["cases"] == 3
        assert list(file["sensors"]) == ["height", "case", "time"]  # including the coordinates


def test_the_command_of_the_rule(folder):
    command = re.search(r'shell: "(.*)"', RULE)[1].format(threads=2)
    inputs = re.search(r"input: (.*)", RULE)[1].replace('"', "").split(", ")
    output = folder / re.search(r'output: "(.*)"', RULE)[1]
    assert all((folder / name).exists() for name in inputs)
    output.parent.mkdir()  # as workflow managers do
    for _ in range(2):  # a second time, as after a failure of another rule
        subprocess.run(command, shell=True, check=True, cwd=folder, env=environment())
        check(output)


@pytest.mark.skipif(shutil.which("snakemake") is None, reason="Snakemake is not installed: pip install snakemake")
def test_the_rule_in_snakemake(folder):
    command = ["snakemake", "--cores", "2", "sweep"]
    subprocess.run(command, check=True, cwd=folder, env=environment() | {"HOME": str(folder)})
    study = folder / "wing-study" / "study.h5"
    check(study)
    written = study.stat().st_mtime_ns
    subprocess.run(command, check=True, cwd=folder, env=environment() | {"HOME": str(folder)})
    assert study.stat().st_mtime_ns == written
    (folder / "wing.deck").write_text(
        (folder / "wing.deck").read_text().replace("@MOMENTS_OF_INERTIA {1,", "@MOMENTS_OF_INERTIA {1.1,")
    )
    subprocess.run(command, check=True, cwd=folder, env=environment() | {"HOME": str(folder)})
    assert study.stat().st_mtime_ns > written
    check(study)
