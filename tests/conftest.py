"""Running decks in memory, and the packages of the page, for every test."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from rbsolve.pipeline import CheckedDeck, Options, check_deck
from rbsolve.solver.run import RunSummary, simulate

ROOT = Path(__file__).parent.parent
DECKS = ROOT / "decks"
PAGE = ROOT / "page"


@dataclass
class Run:
    """Rows of a run kept in memory; `run["sensor"]` is (rows, columns)."""

    checked: CheckedDeck
    summary: RunSummary
    time: np.ndarray
    sensors: dict[str, np.ndarray]
    diagnostics: dict[str, np.ndarray]

    def __getitem__(self, sensor: str) -> np.ndarray:
        return self.sensors[sensor]


class _Memory:
    def __init__(self) -> None:
        self.blocks: list[tuple[np.ndarray, dict, dict]] = []

    def write(self, time, sensors, diagnostics, motion):
        self.blocks.append((time.copy(), dict(sensors), {name: rows.copy() for name, rows in diagnostics.items()}))

    def joined(self, place: int) -> dict[str, np.ndarray]:
        names = self.blocks[0][place]
        return {name: np.concatenate([block[place][name] for block in self.blocks]) for name in names}


@pytest.fixture(scope="session")
def run_deck() -> Callable[..., Run]:
    """`run_deck("heavy_top.deck", step=1e-3)` or `run_deck(text, ...)`: the options are those of the command line."""

    def run(deck: str, **options: object) -> Run:
        checked = check_deck(deck if "@" in deck else DECKS / deck, Options(**options))
        assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
        memory = _Memory()
        summary = simulate(checked.compiled, checked.sensors, memory)
        time = np.concatenate([block[0] for block in memory.blocks])
        return Run(checked, summary, time, memory.joined(1), memory.joined(2))

    return run


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """The folder with what page/package.json asks for, installed when it is not there."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not installed (.ci/packages installs them)")
    modules = PAGE / "node_modules"
    if not (modules / "gltf-validator").is_dir():
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        try:
            subprocess.run(command, cwd=PAGE, check=True, capture_output=True, timeout=300)
        except (subprocess.SubprocessError, OSError) as error:
            pytest.skip(f"npm cannot install page/package.json: {getattr(error, 'stderr', None) or error}")
    return modules
