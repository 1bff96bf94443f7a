"""A small deck with parameters, and the command line called in this process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import forked
import pytest

from rbsolve.cli import main

sys.path.append(str(Path(__file__).parent))  # for `from study_processes import launch`

DECK = """! A body that turns freely, thrown upwards.
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {3}
  @DESIGN_PARAMETER_NAME {#mass} @SCALAR_VALUE {2}
  @DESIGN_PARAMETER_NAME {#throw} @VECTOR_VALUE {0, 0, 5}
  @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {0.1}
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#mass} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} {
  @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#throw} @INITIAL_ANGULAR_VELOCITY {0.1, #spin, 0.2} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, #end} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1e-2} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {height} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {stone} }
  @SENSOR_NAME {turning} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {stone} }
}
"""

Rbsolve = Callable[..., int]


@pytest.fixture(scope="session", autouse=True)
def solvers_are_forked() -> Iterator[None]:
    """Fork the solvers that a command in this process starts. Commands that are processes start their own solvers."""
    with pytest.MonkeyPatch.context() as patch:
        stand_in = SimpleNamespace(**{**vars(subprocess), "Popen": forked.Popen})
        patch.setattr("rbsolve.studies.running.process.subprocess", stand_in)
        patch.setattr("rbsolve.studies.running.helper.subprocess", stand_in)
        yield


@pytest.fixture(scope="session")
def deck_text() -> str:
    return DECK


@pytest.fixture(scope="session")
def study(tmp_path_factory: pytest.TempPathFactory, deck_text: str) -> Path:
    """Return a study that is solved once, for the tests that only read it."""
    folder = tmp_path_factory.mktemp("sweep")
    (folder / "stone.deck").write_text(deck_text)
    arguments = ["-p", "spin=1:5:5", "-p", "mass=2,-1,4", "-j", "2", "-o", str(folder / "study")]
    assert main(["sweep", str(folder / "stone.deck"), *arguments]) == 3
    return folder / "study"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "stone.deck"
    path.write_text(DECK)
    return path


@pytest.fixture
def rbsolve() -> Rbsolve:
    """`rbsolve("sweep", deck, "-o", folder)` is the exit code."""
    return lambda *arguments: main([str(argument) for argument in arguments])
