"""Fixtures for all tests: runs of decks in memory, and the packages of the page."""
# ruff: noqa: E402  numpy reads the settings of `settle` when it is loaded

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rbsolve.processes.start import settle

settle()  # before numpy is loaded: one thread and little garbage collection, as in commands and in processes that tests start

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from rbsolve.pipeline import CheckedDeck, Options, check_deck
from rbsolve.solver.run.loop import simulate
from rbsolve.solver.run.summary import RunSummary

sys.path.append(str(Path(__file__).parent))
from bytecode import keep_bytecode
from postgres_server import postgres  # noqa: F401  the server of the job store's tests

keep_bytecode()
# No test depends on the clock, so hypothesis must not depend on the clock.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
# Scripts in the background and `nohup` ignore some signals. Commands inherit these settings, and tests could then not
# interrupt the commands.
for number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, lambda *_: None)


def pytest_sessionfinish() -> None:
    """Collect garbage once. pytest would collect it five times, and the compiler of kernels leaves gigabytes of
    objects.
    """
    gc.collect()
    gc.freeze()


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
    """`run_deck("heavy_top.deck", step=1e-3)` or `run_deck(text, ...)`; the options are the options of the command
    line."""

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
    """The folder with the packages of page/package.json; they are installed if they are missing."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not installed (.ci/packages installs them)")
    modules = PAGE / "node_modules"
    with (PAGE / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process of tests may install the packages at this moment
        _install_packages(modules)
    return modules


def _install_packages(modules: Path) -> None:
    if not (modules / "gltf-validator").is_dir():
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        try:
            subprocess.run(command, cwd=PAGE, check=True, capture_output=True, timeout=300)
        except (subprocess.SubprocessError, OSError) as error:
            pytest.skip(f"npm cannot install page/package.json: {getattr(error, 'stderr', None) or error}")


SLOWNESS = float(os.environ.get("RBSOLVE_BROWSER_SLOWNESS", "1"))
"""Factor by which Chromium is slower. Use it to find tests that depend on speed."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
BROWSER_FLAGS = [
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-sandbox",
]  # 3D graphics without a graphics card
BROWSER_FLAGS += ["--disable-gpu-compositing"]  # only 3D graphics need an emulated card


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium without a window. The event loop of Chromium runs in this thread. Other modules have their own
    loops."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (.ci/packages installs it)")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=BROWSER_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """`open_page(address, **options)`: a page that must end without messages and without requests to other hosts.

    `open_page.expected` contains parts of permitted messages.
    """
    faults: list[str] = []
    contexts = []

    def opened(address: str, **options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 900, "height": 640}, **options})
        contexts.append(context)
        context.set_default_timeout(120_000)  # ms; no action takes longer on a busy machine
        page = context.new_page()
        if SLOWNESS > 1.0:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        page.on("console", lambda message: message.type in ("error", "warning") and faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: is_foreign(request.url) and faults.append(f"asks {request.url}"))
        page.goto(address)
        page.wait_for_selector("[data-ready=true]", timeout=120_000)
        return page

    opened.expected = ["GPU stall", "GL Driver"]  # messages of the software renderer about its own limits
    yield opened
    for context in contexts:
        context.close()
    assert [fault for fault in faults if not any(part in fault for part in opened.expected)] == []


def is_foreign(address: str) -> bool:
    return not address.startswith(("http://127.0.0.1:", "file:///", "blob:", "data:"))
