"""`rbsolve export`, `report` and `view` as commands."""

import os
import shutil
import signal
import subprocess
import sys
import urllib.request

import forked
import h5py
import numpy as np
import pytest
from waiting import PATIENCE

from rbsolve.cli import main
from rbsolve.cli.exit_codes import ExitCode
from rbsolve.results.file import hdf5
from rbsolve.results.sections.findings import put_findings
from rbsolve.solver.model.findings import Finding


@pytest.fixture
def run_file(tmp_path, write_motion):
    time = np.linspace(0.0, 1.0, 11)
    still = np.tile([1.0, 0.0, 0.0, 0.0], (11, 1))
    write_motion(tmp_path / "run.h5", time, {"B": (np.outer(time, [1.0, 0.0, 0.0]), still)})
    return tmp_path / "run.h5"


def test_export_and_report_write_files(run_file, capsys):
    glb, html = run_file.with_suffix(".glb"), run_file.with_suffix(".html")
    assert main(["export", str(run_file), "-o", str(glb)]) == ExitCode.DONE
    assert main(["report", str(run_file)]) == ExitCode.DONE
    assert glb.read_bytes()[:4] == b"glTF"
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "run.html" in capsys.readouterr().err
    assert sorted(path.name for path in run_file.parent.iterdir()) == ["run.glb", "run.h5", "run.html"]


def test_a_report_lists_what_was_found(run_file, tmp_path):
    """The view lists the diagnostics too. The messages must not be read as markup."""
    with h5py.File(run_file, "a") as file:
        put_findings(file, hdf5.Dimensions(file), [Finding(0.5, "warning", "small-steps", "<b>& so on", "body B")])
    (tmp_path / "other").mkdir()
    twin = tmp_path / "other" / "run.h5"
    shutil.copy(run_file, twin)
    assert main(["report", str(run_file), str(twin), "-o", str(tmp_path / "two.html")]) == ExitCode.DONE
    text = (tmp_path / "two.html").read_text(encoding="utf-8")
    assert "<summary>2 warnings</summary>" in text
    assert text.count("run: warning[small-steps]: t = 0.5 s: body B: &lt;b&gt;&amp; so on") == 2


def test_a_report_of_a_file_whose_name_is_no_utf8(run_file, monkeypatch):
    monkeypatch.chdir(run_file.parent)
    name = os.fsdecode(b"\xff.h5")
    os.rename(run_file, name)
    assert main(["report", name, "-o", "run.html"]) == ExitCode.DONE
    assert '"label": "?"' in run_file.with_suffix(".html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["export", "report", "view"])
def test_results_without_motion_end_with_a_sentence(run_file, capsys, command):
    with h5py.File(run_file, "a") as file:
        del file["motion"]
    output = {"export": ["-o", str(run_file.with_suffix(".glb"))], "view": ["--no-browser"]}.get(command, [])
    assert main([command, str(run_file), *output]) == ExitCode.INPUT_OUTPUT
    assert "has no motion: run the deck again, without --no-motion" in capsys.readouterr().err
    assert [path.name for path in run_file.parent.iterdir()] == ["run.h5"]


def test_names_that_say_nothing_are_refused(run_file, capsys):
    assert main(["report", str(run_file), "-o", "x.pdf"]) == ExitCode.USAGE
    assert main(["export", str(run_file), "-o", "x.gltf"]) == ExitCode.USAGE
    assert ".glb" in capsys.readouterr().err


def test_view_serves_until_it_is_interrupted(run_file):
    command = [sys.executable, "-m", "rbsolve", "view", str(run_file), "--no-browser"]
    with forked.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        address = process.stderr.readline().split()[0]
        with urllib.request.urlopen(address) as answer:
            assert b"hand.deck" in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
