"""A new element of each kind is added to a copy of the sources, in the files that docs/extending.md lists. One run uses
all new elements.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
NEW = Path(__file__).parent / "additions"
"""The folder with the new modules, the decks, and the script of the run."""

WINDS = '''class Winds(NamedTuple):
    """Constant forces."""

    body: Ints = np.zeros(0, dtype=np.int64)
    force: Floats = np.zeros((0, 3))


class Model(NamedTuple):
'''
# the file, its present text (an empty text means a new file of `additions/`), and the new text
Edit = tuple[str, str, str]
ADDITIONS: dict[str, list[Edit]] = {
    "force between two bodies": [
        ("solver/forces/pull.py", "", ""),
        ("solver/forces/pairs.py", "(TORSION_SPRING,)", "(TORSION_SPRING, PULL)"),
        (
            "solver/forces/pairs.py",
            "import TORSION_SPRING\n",
            "import TORSION_SPRING\nfrom rbsolve.solver.forces.pull import PULL\n",
        ),
    ],
    "function": [
        ("solver/functions/parabola.py", "", ""),
        ("solver/functions/registry.py", "    STEP,\n)", "    STEP,\n    PARABOLA,\n)"),
        (
            "solver/functions/registry.py",
            "import POLYNOMIAL\n",
            "import POLYNOMIAL\nfrom rbsolve.solver.functions.parabola import PARABOLA\n",
        ),
    ],
    "tableau": [
        (
            "solver/integrators/tableaux.py",
            "\nTABLEAUX = {",
            '\nRALSTON = Tableau("RALSTON", 2, _square([[], [2 / 3]]), np.array([0.25, 0.75]))\nTABLEAUX = {',
        ),
        ("solver/integrators/tableaux.py", "(EULER, HEUN,", "(RALSTON, EULER, HEUN,"),
        ("parser/schema/integrators.py", 'TABLEAUX = ("EULER",', 'TABLEAUX = ("RALSTON", "EULER",'),
    ],
    "joint": [
        ("language/joints/parallel.py", "", ""),
        ("language/joints/registry.py", "    planar,\n", "    parallel,\n    planar,\n"),
        (
            "language/joints/registry.py",
            "    POINT_ON_CURVE = point_on_curve.JOINT\n",
            "    POINT_ON_CURVE = point_on_curve.JOINT\n    PARALLEL = parallel.JOINT\n",
        ),
    ],
    "primitive constraint row": [
        ("language/joints/record.py", "CODES = 8\n", "CODES = 9\n"),
        ("language/joints/record.py", "COUPLED, SPIN = ", "COUPLED, SPIN, REACH = "),
        ("solver/joints/primitives/reach.py", "", ""),
        ("solver/joints/primitives/registry.py", "cosine, direction, screw,", "cosine, direction, reach, screw,"),
        (
            "solver/joints/primitives/registry.py",
            "    spin.PRIMITIVE,\n",
            "    spin.PRIMITIVE,\n    reach.PRIMITIVE,\n",
        ),
    ],
    "integrator family": [
        ("solver/integrators/ralstons.py", "", ""),
        ("solver/methods/ralstons.py", "", ""),
        ("solver/methods/registry.py", "quaternion_hamiltonian\n", "quaternion_hamiltonian, ralstons\n"),
        (
            "solver/methods/registry.py",
            "    *quaternion_hamiltonian.TYPES,\n",
            "    *quaternion_hamiltonian.TYPES,\n    *ralstons.TYPES,\n",
        ),
    ],
    "shape": [
        ("geometry/shapes/types/torus.py", "", ""),
        ("geometry/shapes/registry.py", "PLANE, LINE, MESH)", "PLANE, LINE, MESH, TORUS)"),
        (
            "geometry/shapes/registry.py",
            "import SPHERE\n",
            "import SPHERE\nfrom rbsolve.geometry.shapes.types.torus import TORUS\n",
        ),
    ],
    "sensor type": [
        ("solver/sensors/types/speed.py", "", ""),
        ("solver/sensors/registry.py", "    run,\n)", "    run,\n    speed,\n)"),
        (
            "solver/sensors/registry.py",
            '    "SIGNAL": run.signal,',
            '    "SPEED": speed.speed,\n    "SIGNAL": run.signal,',
        ),
        (
            "parser/schema/sensors.py",
            "SENSOR_TYPES = (\n",
            'SENSOR_TYPES = (\n    SensorType("SPEED", "1", "a size", BODY_OR_FRAME, (_P, _F), "m/s", unmeasured="measure VELOCITY"),\n',
        ),
    ],
    "command": [
        ("cli/commands/masses.py", "", ""),
        (
            "cli/catalogue.py",
            '    "compare": Command(\n',
            '    "masses": Command(SOLVE, "list masses", "Masses of a deck.", "rbsolve masses m.deck"),\n    "compare": Command(\n',
        ),
    ],
    "request to the service": [
        ("service/requests/limits.py", "", ""),
        ("service/application.py", "import cases, jobs, shares,", "import cases, jobs, limits, shares,"),
        (
            "service/application.py",
            "    application.include_router(_pages, include_in_schema=False)\n",
            '    application.include_router(limits.router, prefix="/api/v1")\n'
            "    application.include_router(_pages, include_in_schema=False)\n",
        ),
    ],
    "another force": [
        ("solver/forces/wind.py", "", ""),
        ("solver/forces/catalogue.py", "    LOAD,\n", "    LOAD,\n    WIND,\n"),
        (
            "solver/forces/catalogue.py",
            "import SPRING\n",
            "import SPRING\nfrom rbsolve.solver.forces.wind import WIND\n",
        ),
        ("solver/model/arrays.py", "class Model(NamedTuple):\n", WINDS),
        (
            "solver/model/arrays.py",
            "    entries: Entries = Entries()\n",
            "    winds: Winds = Winds()\n    entries: Entries = Entries()\n",
        ),
    ],
    "signal": [
        ("solver/signals/square.py", "", ""),
        ("solver/signals/registry.py", "    EXTERNAL,\n)", "    EXTERNAL,\n    SQUARE,\n)"),
        (
            "solver/signals/registry.py",
            "import SAMPLE_AND_HOLD\n",
            "import SAMPLE_AND_HOLD\nfrom rbsolve.solver.signals.square import SQUARE\n",
        ),
    ],
    "coupling": [
        ("solver/joints/couplings/level.py", "", ""),
        ("solver/joints/couplings/registry.py", "import gear, point", "import gear, level, point"),
        ("solver/joints/couplings/registry.py", "(rod.ROD,", "(level.LEVEL, rod.ROD,"),
        ("language/joints/level.py", "", ""),
        ("language/joints/registry.py", "    gear,\n", "    gear,\n    level,\n"),
        ("language/joints/registry.py", "    ROD = rod.JOINT\n", "    LEVEL = level.JOINT\n    ROD = rod.JOINT\n"),
    ],
    "coordinate of joints": [
        (
            "language/joints/record.py",
            "    DISPLACEMENT_1 = Axis(",
            '    SLIP = Axis(Mode.SLIDE, 0, 0, 0, -1, "slip along e1")\n    DISPLACEMENT_1 = Axis(',
        ),
    ],
}


def test_additions_touch_the_files_that_the_document_lists():
    text = (ROOT / "docs" / "extending.md").read_text()
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", text, re.MULTILINE))
    for kind, edits in ADDITIONS.items():
        listed = re.findall(r"`([^`]+)`", rows[kind])
        touched = dict.fromkeys(path for path, _, _ in edits)
        new = {path for path, old, _ in edits if not old}
        as_listed = [str(Path(path).with_name("NAME.py")) if path in new else path for path in touched]
        assert listed == as_listed, kind


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return the histories of a run of the deck, by a copy of the sources with all additions."""
    folder = tmp_path_factory.mktemp("extended")
    shutil.copytree(
        ROOT / "src" / "rbsolve",
        folder / "rbsolve",
        ignore=shutil.ignore_patterns("__pycache__", "built", "rbsolve-kernels"),
    )
    for edits in ADDITIONS.values():
        for path, old, new in edits:
            file = folder / "rbsolve" / path
            text = file.read_text() if old else ""
            assert text.count(old) == 1 or not old, (path, old)
            file.write_text(text.replace(old, new) if old else (NEW / path).read_text())
    environment = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "kernels")}
    for name in ("run.py", "model.deck", "coupled.deck"):
        shutil.copy(NEW / name, folder)
    command = [sys.executable, "run.py", "model.deck", "coupled.deck"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert found["where"].startswith(str(folder))
    return found


def test_an_added_coupling_holds(run):
    """A force of 4 N along e1 pushes 2 kg, and the coupling holds its height against 5 N."""
    t = np.array(run["time"])
    np.testing.assert_allclose(run["coupled"], np.stack([t**2, 0.0 * t, 0.0 * t], axis=1), atol=1e-9)
    np.testing.assert_allclose(run["level"], np.tile([0.0, 0.0, -5.0], (len(t), 1)), atol=1e-9)


def test_a_model_of_additions_moves_as_it_must(run):
    """Body a with 2 kg is on a spring of 50 N/m, and oscillates at 5 rad/s. A force of 48 t^2 N acts on body b with 2
    kg. The bounds are twice the error of order two."""
    t = np.array(run["time"])
    there = np.outer(np.cos(5.0 * t), [0.3, 0.4, 0.0])
    np.testing.assert_allclose(run["a"], there, atol=5e-7)
    np.testing.assert_allclose(run["along"], there[:, :2], atol=5e-7)
    np.testing.assert_allclose(run["held"], np.tile([0.0, 0.0, -3.0], (len(t), 1)), atol=1e-12)
    np.testing.assert_allclose(np.array(run["b"])[:, 0], 2.0 * t**4, atol=5e-7)
    np.testing.assert_allclose(np.array(run["speed"])[:, 0], 2.5 * np.abs(np.sin(5.0 * t)), atol=3e-6)
    np.testing.assert_allclose(np.array(run["pull"])[:, 0], 25.0 * np.abs(np.cos(5.0 * t)), atol=3e-5)
    pressed = 4.0 * (0.025 * np.sin(2.0 * t)) ** 2
    np.testing.assert_allclose(np.array(run["V"])[:, 0], 6.25 * np.cos(5.0 * t) ** 2 + pressed, atol=1e-5)
    # A mass of 2 kg has the contact stiffness 8 N/m after the first touch.
    np.testing.assert_allclose(np.array(run["ball"])[:, 2], 0.5 - 0.025 * np.sin(2.0 * t), atol=5e-9)
    np.testing.assert_allclose(np.array(run["square"])[:, 0], (0.3 * np.cos(5.0 * t)) ** 2, atol=5e-7)
    np.testing.assert_allclose(np.array(run["sail"]), np.stack([t**2, 9.0 + 0.0 * t, 0.0 * t], axis=1), atol=1e-9)
    assert run["drawn"] == ["p", "ring", "round", "tyre"]


def test_a_command_and_a_request_are_there(run):
    assert run["asked"]["limits"] == {"seconds": 7.5}
    masses = json.loads(run["asked"]["masses"])
    assert masses == pytest.approx([2.0, 2.0, 2.0, 100.0 * 2.0 * np.pi**2 * 0.5 * 0.2**2, 2.0], rel=1e-14)
