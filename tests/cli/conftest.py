"""The installed command line in a separate process, and decks for this process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rbsolve.cli import main

Command = Callable[..., subprocess.CompletedProcess[str]]

GEOMETRY = (
    "@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } }\n"
)
BODY = """\
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {1} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#v, 0.1, 0} } }
"""
SPRING = """\
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {P}
  @STIFFNESS {1e8} } }
"""
UNUSED = (
    "@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {idle} { @POINT1_NAME {O} @POINT2_NAME {P} @TRIAD_NAME {AXIS_Z} } }\n"
)
ANALYSIS = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }\n"
ENDLESS = """\
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1e6} @TIME_STEP_SIZE {1e-4} @OUTPUT_STEP_SIZE {10} } }
"""

DECKS = {
    "good.deck": BODY + ANALYSIS,
    "diverging.deck": GEOMETRY + BODY + SPRING + ANALYSIS,
    "endless.deck": BODY + ENDLESS,
    "warning.deck": GEOMETRY + UNUSED + BODY + ANALYSIS,
    "wrong.deck": BODY.replace("MASS {1}", "MASSE {1}") + ANALYSIS,
    "geometry.deck": GEOMETRY,
    "empty.deck": "",
    "text.deck": "This is not a deck.\n",
    "binary.deck": "\0\1\2",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with every deck, a subfolder, and a file that is not a results file."""
    for name, text in DECKS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.h5").write_text("no results\n")
    return tmp_path


@pytest.fixture
def rbsolve(folder: Path) -> Command:
    """`rbsolve("check", "good.deck")` runs in the folder of the decks."""

    def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rbsolve", *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, **options)
        assert "Traceback" not in done.stderr
        return done

    return run


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """Run a command in this process, for tests of its messages and effects. The tests do not check the start and end of
    a process."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.chdir(folder)
        capfd.readouterr()
        try:
            code = main(list(arguments))
        except SystemExit as end:  # the exit of argparse
            code = end.code
        return subprocess.CompletedProcess(arguments, code, *capfd.readouterr())

    return run
