"""Waiting times in a browser. Measures the first picture of a view with software rendering, the size of the page, and a
zoom into a million rows.

The goals are the first picture in 2 s, the page in 154 kB before a run is opened, and 3D in 250 kB (compressed). The
goal for a zoom is 50 ms and 200 kB.
"""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import h5py
import numpy as np
import pytest

from rbsolve.page import asset
from rbsolve.results.presentation.histories import Histories
from rbsolve.runs.results import Results

ROWS = 1_000_000


def test_size_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    size = sum(len(gzip.compress(asset(name), 9)) for name in ("page.js", "page-style.css"))
    plots = len(gzip.compress(asset("runs.js"), 9))
    viewer = sum(len(gzip.compress(asset(name), 9)) for name in ("view.js", "view-style.css"))
    with capsys.disabled():
        print(
            f"\nthe page {size / 1e3:.0f} kB, plots {plots / 1e3:.0f} kB, the viewer {viewer / 1e3:.0f} kB, compressed"
        )
    assert size < 154e3
    assert viewer < 250e3


def test_zoom(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    time_ = np.linspace(0.0, 100.0, ROWS)
    with h5py.File(tmp_path / "long.h5", "w") as file:
        file.attrs["Conventions"] = "rbsolve-1"
        file["time"] = time_
        walk = np.random.default_rng(0).normal(size=(ROWS, 3)).cumsum(axis=0)
        file.create_dataset("sensors/walk", data=walk, chunks=(4096, 3), compression=1, shuffle=True)
    with Results.open(tmp_path / "long.h5") as results:
        histories = Histories(results)
        first, _ = time_request(histories, None, None)
        for stretch in ((None, None), (10.0, 90.0), (40.0, 50.0), (44.0, 44.5)):
            seconds, size = min(time_request(histories, *stretch) for _ in range(5))
            with capsys.disabled():
                print(
                    f"\n{stretch}: {1e3 * seconds:.1f} ms, {size / 1e3:.0f} kB (the first look {1e3 * first:.0f} ms)",
                    end="",
                )
            assert seconds < 0.05
            assert size < 200e3


def time_request(histories: Histories, start: float | None, end: float | None) -> tuple[float, int]:
    began = time.perf_counter()
    size = len(histories.encode(["walk"], start, end, pixels=2000))
    return time.perf_counter() - began, size


def test_first_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Measure the first picture of a report, so the time is the time of the browser. The reference is an empty page."""
    import shutil

    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed")
    import rbsolve
    from rbsolve.view.report import write_report

    with rbsolve.solve(Path(__file__).parent.parent / "decks" / "slider_crank.deck", t_end=0.5) as results:
        write_report([results], tmp_path / "run.html")
    (tmp_path / "empty.html").write_text("<!doctype html><title>empty</title><main data-ready=true>")
    flags = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        seconds = {}
        for name in ("empty", "run"):
            for _ in range(3):
                page = browser.new_page()
                began = time.perf_counter()
                page.goto((tmp_path / f"{name}.html").as_uri())
                page.wait_for_selector("[data-ready=true]", state="attached")
                seconds[name] = min(seconds.get(name, np.inf), time.perf_counter() - began)
                page.close()
        browser.close()
    with capsys.disabled():
        print(f"\nfirst picture {seconds['run']:.2f} s, an empty page {seconds['empty']:.2f} s")
    assert seconds["run"] < 2.0
