"""Random walks of a user through the page: `python tests/page/walks.py COUNT [--first SEED] [--steps N]`.

A walk opens a part of the page, and then clicks, types, chooses, drags, presses keys, goes back or changes the size of
the window. The seed of a walk determines its choices. The command starts a separate service with a run, a linearized
run, a run in progress, a study, and a study with failed cases. The command prints the steps of each walk that causes an
error: an error or warning of the browser, an internal error of the server, or an empty page.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))

from browser_waiting import until
from screens import DECKS, FLAGS, PENDULUM, service, wait_for_end

STEPS = 12
PATIENCE = 120_000  # ms
PERMITTED = (
    "GPU stall",
    "GL Driver",
    "Failed to load resource: the server responded with a status of 4",  # a refused deck, a run without rows
)
SIZES = [(1280, 800), (900, 640), (390, 844)]
KEYS = (
    "Tab",
    "Shift+Tab",
    "Enter",
    "Space",
    "Escape",
    "ArrowRight",
    "ArrowLeft",
    "ArrowDown",
    "Home",
    "End",
    "PageDown",
)
KEYS += (
    "n",
    "f",
    "g",
    "m",
    "p",
    "t",
    "1",
    "3",
    "7",
    "0",
    "+",
    "-",
    "Control+a",
    "Backspace",
    "Control+z",
    "Control+Enter",
)
TEXTS = ("", "0", "1", "-1", "1e300", "nan", "spin=", "L=0.4, 0.5", "0.5:1:2", "equilibrium", "ä {", "a b, c", "x" * 60)

FIND = """([chance, inside, most]) => {
  const roots = [document, ...[...document.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean)];
  const found = roots.flatMap((root) => [...root.querySelectorAll(
    "a[href], button, input, select, summary, canvas, .u-over, .cm-content, [role=tab], [role=treeitem], [tabindex='0'], [role=img]")]);
  const open = document.querySelector("dialog[open]");
  let usable = found.filter((one) => one.checkVisibility() && !one.disabled && one.type !== "file"
    && (!open || open.contains(one)) && !/^(delete|cancel)/i.test(one.title + one.textContent.trim()));
  const within = usable.filter((one) => !one.closest("header.top, .skip"));
  if (inside && within.length) usable = within;
  if (!usable.length) return null;
  const one = usable[Math.floor(chance * usable.length)];
  one.scrollIntoView({ block: "center", behavior: "instant" });
  const box = one.getBoundingClientRect();
  const name = (one.getAttribute("aria-label") || one.title || one.textContent || one.className.baseVal || one.className || "").trim();
  const kind = one.matches("select") ? "select" : one.matches("input:not([type=checkbox], [type=range])") ? "text"
    : one.matches("canvas, .u-over, input[type=range]") ? "area" : "button";
  window.walked = one;
  return { name: `${one.tagName} ${name.slice(0, 60)}`, kind, options: one.options?.length ?? 0,
    box: [box.x, box.y, Math.min(box.width, most), Math.min(box.height, most)] };
}"""

CHOOSE = """(index) => { const one = window.walked;
  one.selectedIndex = index;
  one.dispatchEvent(new Event("input", { bubbles: true }));
  one.dispatchEvent(new Event("change", { bubbles: true })); }"""


class Walker:
    """A page on which walks are made; `faults` are the messages of the browser and errors of the server."""

    def __init__(self, browser: Any, address: str, parts: list[str]) -> None:
        self.address, self.parts = address, parts
        self.context = browser.new_context(viewport={"width": 900, "height": 640}, accept_downloads=False)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.steps: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.faults.append(f"{error} {error.stack}"))
        self.page.on(
            "response", lambda answer: answer.status >= 500 and self.faults.append(f"{answer.status} {answer.url}")
        )

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in PERMITTED):
            self.faults.append(message.text)

    def walk(self, seed: int, steps: int = STEPS) -> list[str]:
        """Make a walk, and return the faults that it has caused."""
        chance = random.Random(seed)
        self.faults.clear()
        self.steps = [chance.choice(self.parts)]
        self.page.goto(f"{self.address}/{self.steps[0]}")
        self.page.wait_for_selector("[data-ready=true]")
        for _ in range(steps):
            self._step(chance)
            self.page.wait_for_timeout(chance.choice((0, 0, 20, 100, 400)))
        until(self.page, "document.querySelector('main')?.textContent.trim().length > 0")
        return list(self.faults)

    def _step(self, chance: random.Random) -> None:
        kind = chance.random()
        if kind < 0.08:
            self.steps.append(key := chance.choice(KEYS))
            self.page.keyboard.press(key)
        elif kind < 0.12:
            self.steps.append("back")
            self.page.go_back(wait_until="commit")
            if self.page.url == "about:blank":
                self.page.goto(self.address)
        elif kind < 0.14:
            width, height = chance.choice(SIZES)
            self.steps.append(f"{width} x {height}")
            self.page.set_viewport_size({"width": width, "height": height})
        elif kind < 0.16:
            self.steps.append(part := chance.choice(self.parts))
            self.page.evaluate("part => { location.hash = part }", part)
        else:
            self._touch(chance)

    def _touch(self, chance: random.Random) -> None:
        """Use an element, as its kind permits."""
        found = self.page.evaluate(FIND, [chance.random(), chance.random() < 0.9, 2000])
        if found is None:
            return
        self.steps.append(found["name"])
        left, top, width, height = found["box"]
        if found["kind"] == "select" and found["options"]:
            self.page.evaluate(CHOOSE, chance.randrange(found["options"]))
            return
        places = [(left + chance.random() * width, top + chance.random() * height) for _ in range(2)]
        if found["kind"] == "button":
            places = [(left + 0.5 * width, top + 0.5 * height)]
        self.page.mouse.move(*places[0])
        self.page.mouse.down()
        if found["kind"] == "area" and chance.random() < 0.5:
            self.page.mouse.move(*places[-1], steps=3)
        self.page.mouse.up()
        if found["kind"] == "area" and chance.random() < 0.3:
            self.page.mouse.wheel(0, chance.uniform(-300, 300))
        if found["kind"] == "text":
            self.page.keyboard.press("Control+a")
            self.page.keyboard.insert_text(chance.choice(TEXTS))
            self.page.keyboard.press(chance.choice(("Enter", "Tab", "Escape")))


def furnish(page: Any, address: str) -> list[str]:
    """Fill a service with runs and studies, and return the addresses of the parts of its page."""

    def post(kind: str, **body: Any) -> str:
        answer = page.request.post(f"{address}/api/v1/{kind}", data=body)
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    short = PENDULUM.replace("{0, 4}", "{0, 0.5}")
    car = (DECKS / "quarter_car.deck").read_text()
    jobs = [
        post("jobs", deck=short, name="a swing", tags=["short"]),
        post("jobs", deck=short, name="another", parameters={"L": 1.0}),
    ]
    jobs.append(post("jobs", deck=car, name="a car", linearize="equilibrium"))
    studies = [
        post("studies", deck=short, name="lengths", grid={"L": [0.5, 0.8, 1.0], "damping": [0.01, 0.1]}),
        post("studies", deck=short, name="with failures", grid={"L": [-1.0, 0.0, 0.5]}),
    ]
    for kind, some in (("jobs", jobs), ("studies", studies)):
        for one in some:
            wait_for_end(page, address, kind, one)
    long = post("jobs", deck=PENDULUM.replace("{1e-2}", "{1}"), name="a long run", t_end=1e7)
    parts = ["#/", "#/jobs", "#/studies", "#/jobs/tag/short", "#/jobs/nothing", f"#/compare/{jobs[0]},{jobs[1]}"]
    return parts + [f"#/jobs/{one}" for one in (*jobs, long)] + 2 * [f"#/studies/{one}" for one in studies]


def main() -> int:
    """Make walks, and print the walks with faults. Return whether any walk had a fault."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first walk")
    parser.add_argument("--steps", type=int, default=STEPS)
    asked = parser.parse_args()
    bad, began, kinds = 0, time.monotonic(), set()
    with (
        tempfile.TemporaryDirectory() as scratch,
        service(Path(scratch), workers=2) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        parts = furnish(browser.new_page(), address)
        walker = Walker(browser, address, parts)
        for number, seed in enumerate(range(asked.first, asked.first + asked.count), 1):
            try:
                faults = walker.walk(seed, asked.steps)
            except Exception as error:  # a page that does not answer is a fault of this walk; the next walk continues
                faults = [f"{type(error).__name__}: {error}"]
            if faults:
                bad += 1
                new = {re.sub(r"\d+", "#", fault)[:120] for fault in faults} - kinds
                kinds |= new
                print(
                    f"walk {seed}: {' > '.join(walker.steps)}\n  " + "\n  ".join(faults[:3]) if new else f"walk {seed}",
                    flush=True,
                )
            if faults or number % 200 == 0:
                walker.context.close()
                walker = Walker(browser, address, parts)
            if number % 50 == 0:
                print(f"{number} walks, {bad} with faults, {time.monotonic() - began:.0f} s", flush=True)
        browser.close()
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
