"""Waiting times of a new user of the service's page: `python benchmarks/bench_first_use.py --times 7`.

Each measurement uses a new browser profile without a cache, on a separate service. The time is from the request of the
page to the editor with its deck checked. The number of bytes includes all sent responses, with their headers. The
reference is a page of text from the same server. It shows the time that the browser and the machine need. The goals
without 3D are 0.9 s and 154 kB. Needs the extras `service` and `test`, and Chromium.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, sync_playwright

MOST_SECONDS, MOST_BYTES = 0.9, 154_000
FLAGS = ["--no-sandbox"]


@contextmanager
def running_service() -> Iterator[str]:
    """Yield the address of a separate service without workers."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "rbsolve", "serve", "--data", folder, "--port", "0", "--workers", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stderr is not None
                words = next(line for line in process.stderr if "http://" in line)
                yield words[words.index("http://") :].split()[0].rstrip("/")
            finally:
                process.terminate()


def look(browser: Browser, address: str, ready: str) -> tuple[float, int, dict[str, int]]:
    """Return the seconds to the first element that `ready` selects, and the bytes sent, as a total and by file."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session = context.new_cdp_session(page)
    session.send("Network.enable")

    def begun(event: Any) -> None:
        names[event["requestId"]] = event["request"]["url"].removeprefix(address) or "/"

    def ended(event: Any) -> None:
        name = names.get(event["requestId"], "?")
        sizes[name] = sizes.get(name, 0) + int(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", begun)
    session.on("Network.loadingFinished", ended)
    start = time.perf_counter()
    page.goto(address)
    page.locator(ready).first.wait_for()
    seconds = time.perf_counter() - start
    page.wait_for_load_state("networkidle")
    context.close()
    return seconds, sum(sizes.values()), sizes


def main() -> int:
    """Measure in pairs and print the results. The exit code is 1 if the median or the bytes miss their goals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=7)
    arguments = parser.parse_args()
    checked = ".status:not([aria-busy]):has-text('no errors')"
    with running_service() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        look(browser, address, checked)  # the server's first answer builds data that later answers share
        seconds, empty, size, files = [], [], 0, {}
        for _ in range(arguments.times):
            empty.append(look(browser, f"{address}/api/v1/health", "body")[0])
            found, size, files = look(browser, address, checked)
            seconds.append(found)
        browser.close()
    for name, count in sorted(files.items(), key=lambda item: -item[1]):
        print(f"{count:8}  {name}")
    load = os.getloadavg()[0]
    median = statistics.median(seconds)
    print(f"{size:8}  bytes in all, without 3D (aim {MOST_BYTES})")
    print(
        f"{median:.2f} s median, {min(seconds):.2f} to {max(seconds):.2f} s, to the checked editor (aim {MOST_SECONDS} s);"
        f" a page of text {statistics.median(empty):.2f} s; load {load:.1f} on {os.cpu_count()} cores"
    )
    return int(median > MOST_SECONDS or size > MOST_BYTES)


if __name__ == "__main__":
    sys.exit(main())
