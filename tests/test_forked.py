"""Forked processes behave like started processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import forked
import pytest

from rbsolve.runs.results import Results

COMMAND = [sys.executable, "-m", "rbsolve"]
BODY = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0.1, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1e6} @TIME_STEP_SIZE {1e-4} @OUTPUT_STEP_SIZE {10} } }
"""


@pytest.mark.parametrize(
    "words", [["--version"], ["check", "-"], ["info", "none.h5"], ["run"], ["check", "a.deck", "--werror"]]
)
def test_they_say_and_return_the_same(tmp_path, words):
    (tmp_path / "a.deck").write_text(BODY.replace("@MASS {1}", "@MAS {1}"))
    options = {"cwd": tmp_path, "capture_output": True, "text": True, "stdin": subprocess.DEVNULL}
    one, other = forked.run([*COMMAND, *words], **options), subprocess.run([*COMMAND, *words], check=False, **options)
    assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)
    with pytest.raises(subprocess.CalledProcessError):
        forked.run([*COMMAND, "run"], check=True, capture_output=True)


def test_they_are_children_that_read_write_and_end_by_signals(tmp_path):
    given = {
        "stdin": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
        "cwd": tmp_path,
        "start_new_session": True,
    }
    with forked.Popen([*COMMAND, "-", "-o", "o.h5"], **given) as process:
        status = Path(f"/proc/{process.pid}/status").read_text()
        assert f"PPid:\t{os.getpid()}\n" in status
        assert os.getsid(process.pid) == process.pid
        process.stdin.write(BODY)
        process.stdin.close()
        process.stdin = None
        while not (tmp_path / ".o.h5.partial").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert "interrupted at t = " in process.communicate()[1]
    assert process.returncode == 130
    with Results.open(tmp_path / "o.h5") as results:
        assert results.status == "interrupted"
    with forked.Popen([*COMMAND, "-"], **given) as process:
        process.kill()
    assert process.returncode == -signal.SIGKILL


def test_ctrl_c_at_the_suites_terminal_is_for_them_too():
    with forked.Popen([*COMMAND, "-"], stdin=subprocess.PIPE) as process:
        group = os.getpgid(process.pid)
        process.kill()
    assert group == os.getpgrp()


def test_what_python_reads_when_it_starts_is_read(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit('never')")
    done = forked.run(
        [*COMMAND, "--version"], env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert "never" in done.stderr
    assert (
        forked.run([*COMMAND, "--version"], env={**os.environ, "HOME": str(tmp_path)}, capture_output=True).returncode
        == 0
    )


def test_what_python_reads_as_it_starts_is_read_also_by_the_first_process(tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(f"open({str(tmp_path / 'started')!r}, 'a').write('.')")
    monkeypatch.setattr(forked, "_servers", {})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for count in (1, 2):
        forked.run([*COMMAND, "--version"], check=True, capture_output=True)
        assert (tmp_path / "started").read_text() == "." * count
