"""Takes pictures of every screen of views and of the page: `python tests/page/screens.py FOLDER [NAME...] [--only
VARIANT...]`.

Each screen is taken at 1280 px in light and in dark colours, and at 390 px. The command solves example decks, writes
their reports and starts a separate service, as users do. Look at each picture after a change of the page. Needs the
extras `service` and `test`, and Chromium.
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
DECKS = ROOT / "decks"
FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]
VARIANTS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "narrow": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "narrow-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}
PATIENCE = 180_000  # ms

# Each report has a deck, and the commands for its viewer.
VIEWS = {
    "report": ("heavy_top", "v.clock.set(0.62); v.trace('centre_of_mass', true); await v.plot(['centre_of_mass'])"),
    "vectors": ("heavy_top", "v.clock.set(0.2); await v.arrow('velocity', true); v.camera.view('front')"),
    "rotor-from-a-blade": ("four_blade_rotor", "v.clock.set(0.9); v.camera.carry('body blade_1')"),
    "gear-train": ("gear_train", "v.names(true)"),
    "gimbals": (
        "gyroscope_in_gimbals",
        "v.clock.set(0.8); v.choose(v.runs[0].parts.find(({ kind }) => kind === 'body'))",
    ),
    "contact-heap": ("heap_of_boxes", "v.clock.set(0.2)"),
    "crank": ("slider_crank", "v.clock.set(1.1); await v.plot(v.columns.slice(0, 3).map(({ name }) => name))"),
}
PENDULUM = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.8} @DESIGN_PARAMETER_NAME {#damping} @SCALAR_VALUE {0.02} }
@POINT_DEFINITION {
  @POINT_NAME {hinge} { @COORDINATES {0, 0, 0} }
  @POINT_NAME {middle} { @COORDINATES {#L/2, 0, 0} }
  @POINT_NAME {tip} { @COORDINATES {#L, 0, 0} }
}
@TRIAD_DEFINITION { @TRIAD_NAME {axis} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {0, -1, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {rod} { @POINT1_NAME {middle} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {rod} { @MASS {1.2} @MOMENTS_OF_INERTIA {0.001, 1.2*#L^2/12, 1.2*#L^2/12} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rod} { @FRAME_NAME {rod} @MASS_PROPERTY_NAME {rod} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {GROUND, rod} @AT_POINT {hinge} @TRIAD_NAME {axis} @DAMPER {#damping} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {swing} { @SIMULATION_TIME_RANGE {0, 4} @TIME_STEP_SIZE {2e-3} @OUTPUT_STEP_SIZE {1e-2} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {rod} @POINT_NAME {tip} }
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {hinge} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} }
}
"""


def main(folder: Path, wanted: list[str], variants: list[str]) -> None:
    """Take the requested screens, or all screens, in some variants."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        camera = Camera(browser, folder, wanted, variants)
        for name, (deck, order) in VIEWS.items():
            if camera.wants(name):
                address = write_report(deck, Path(scratch)).as_uri()
                camera.take(name, address, lambda page, order=order: order_viewer(page, order), whole=False)
        pages = (
            "editor",
            "mistake",
            "running",
            "finished",
            "values",
            "findings",
            "runs",
            "compare",
            "study",
            "map",
            "outlier",
            "cases",
            "modes",
            "fit",
            "fit-form",
            "optimum",
        )
        if any(map(camera.wants, pages)):
            with service(Path(scratch)) as address:
                photograph(camera, address)
        browser.close()


class Camera:
    """Takes each screen in its variants."""

    def __init__(self, browser: Browser, folder: Path, wanted: list[str], variants: list[str]) -> None:
        self.browser, self.folder, self.wanted = browser, folder, wanted
        self.variants = {name: VARIANTS[name] for name in variants}

    def wants(self, name: str) -> bool:
        """Return whether the command line requests a screen."""
        return not self.wanted or name in self.wanted

    def take(self, name: str, address: str, prepare: Callable[[Page], None], whole: bool = True) -> None:
        """Open an address and prepare the page. Save a picture of the `whole` page, or of the content of the window."""
        if not self.wants(name):
            return
        for variant, options in self.variants.items():
            context = self.browser.new_context(**options)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector("[data-ready=true]")
            prepare(page)
            page.wait_for_timeout(700)
            path = self.folder / f"{name}-{variant}.png"
            page.screenshot(path=path, full_page=whole)
            context.close()
            print(path, flush=True)


def write_report(deck: str, folder: Path) -> Path:
    """Write the report of a deck's run, and return its path."""
    command = [sys.executable, "-m", "rbsolve"]
    subprocess.run([*command, "run", "-q", DECKS / f"{deck}.deck", "-o", folder / f"{deck}.h5"], check=True)
    subprocess.run([*command, "report", folder / f"{deck}.h5", "-o", folder / f"{deck}.html"], check=True)
    return folder / f"{deck}.html"


def order_viewer(page: Page, order: str) -> None:
    """Send a command to the viewer of a report."""
    page.evaluate(f"async () => {{ const v = rbsolve.viewer; {order} }}")


def _post(page: Page, address: str, kind: str, body: dict[str, Any]) -> str:
    """Submit a job or a study. Return its identity."""
    answer = page.request.post(f"{address}/api/v1/{kind}", data=body)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def photograph(camera: Camera, address: str) -> None:
    """Take the screens of the service."""
    page = camera.browser.new_page()
    _photograph_editor(camera, address)
    _photograph_searches(camera, page, address)
    _photograph_jobs(camera, page, address)
    _photograph_studies(camera, page, address)
    _photograph_running_job(camera, page, address)


def _photograph_editor(camera: Camera, address: str) -> None:
    draft = f"text => sessionStorage.setItem('rbsolve-draft', text + {MISTAKE!r})"

    def checked(page: Page) -> None:
        page.get_by_text("no errors", exact=True).wait_for()

    camera.take("editor", address, checked)

    def mistaken(page: Page) -> None:
        checked(page)  # the page stores its first draft before
        page.evaluate(draft, PENDULUM)
        page.reload()
        page.get_by_text("1 error").wait_for()

    camera.take("mistake", address, mistaken)


def _photograph_searches(camera: Camera, page: Page, address: str) -> None:
    fit = {"deck": PENDULUM, "name": "fitted pendulum", "includes": {"swing.csv": MEASURED}, "fit": FIT}
    optimum = {"deck": PENDULUM, "name": "least swing", "optimize": OPTIMUM}
    searches = {name: _post(page, address, "jobs", body) for name, body in (("fit", fit), ("optimum", optimum))}
    camera.take("fit-form", address, fill_in_fit)
    for name, identity in searches.items():
        wait_for_end(page, address, "jobs", identity)
        camera.take(
            name,
            f"{address}/#/jobs/{identity}",
            lambda page: page.get_by_role("table", name="Parameters").wait_for(timeout=PATIENCE),
        )


def _photograph_jobs(camera: Camera, page: Page, address: str) -> None:
    top = {"deck": (DECKS / "heavy_top.deck").read_text()}
    jobs = [
        _post(page, address, "jobs", {**top, "name": "heavy top"}),
        _post(page, address, "jobs", {**top, "name": "heavy top in SE(3)", "formulation": "LIE_SE3"}),
    ]
    car = {"deck": (DECKS / "quarter_car.deck").read_text(), "name": "quarter car"}
    linear = _post(page, address, "jobs", {**car, "linearize": "equilibrium"})
    for identity in jobs:
        wait_for_end(page, address, "jobs", identity)
    place = f"{address}/#/jobs/{jobs[0]}"
    camera.take("finished", place, lambda page: show_model(page, "rbsolve.viewer.clock.set(0.62)"))
    for name, tab in (("values", "Values"), ("findings", "Diagnostics")):
        camera.take(name, place, lambda page, tab=tab: (show_model(page), page.get_by_role("tab", name=tab).click()))
    camera.take(
        "compare",
        f"{address}/#/compare/{','.join(jobs)}",
        lambda page: show_model(page, "rbsolve.viewer.clock.set(0.4)"),
    )
    wait_for_end(page, address, "jobs", linear)
    camera.take("modes", f"{address}/#/jobs/{linear}", show_model)


def _photograph_studies(camera: Camera, page: Page, address: str) -> None:
    design = {"L": [0.4 + 0.1 * i for i in range(9)], "damping": [0.01, 0.05, 0.2]}
    extreme = {"damping": [*(0.01 * i for i in range(1, 25)), -0.8]}
    damped = {"deck": PENDULUM, "name": "damped pendulum", "grid": design}
    outlier = {"deck": PENDULUM, "name": "one case of negative damping", "grid": extreme}
    studies = {name: _post(page, address, "studies", body) for name, body in (("study", damped), ("outlier", outlier))}
    for name, identity in studies.items():
        wait_for_end(page, address, "studies", identity)
        camera.take(name, f"{address}/#/studies/{identity}", wait_for_study)
    camera.take("studies", f"{address}/#/studies", lambda page: page.locator("tbody tr").first.wait_for())
    camera.take("map", f"{address}/#/studies/{studies['study']}", show_map)
    camera.take("cases", f"{address}/#/studies/{studies['study']}", show_cases)


def _photograph_running_job(camera: Camera, page: Page, address: str) -> None:
    body = {"deck": PENDULUM.replace("{1e-2}", "{1}"), "name": "a long run", "t_end": 1e6}
    long = _post(page, address, "jobs", body)
    camera.take("running", f"{address}/#/jobs/{long}", wait_for_rows)
    camera.take("runs", f"{address}/#/jobs", lambda page: page.locator("tbody tr").first.wait_for())
    page.request.delete(f"{address}/api/v1/jobs/{long}")


MEASURED = "t,theta\n" + "".join(f"{0.1 * k:.1f},{-1.57 * (1 - math.cos(0.36 * k)):.3f}\n" for k in range(30))
FIT = {
    "data": ["swing.csv"],
    "match": ["theta=angle"],
    "parameters": {"L": "0.3:2", "damping": "0:1"},
    "free": ["gain:theta"],
    "hold_out": 0.2,
}
OPTIMUM = {
    "minimize": "rms(angle)",
    "parameters": {"L": "0.3:2", "damping": "0:0.5"},
    "subject_to": ["max(tip.x1) <= 0.6"],
    "starts": 2,
}


def fill_in_fit(page: Page) -> None:
    """Fill in the form of a fit."""
    page.get_by_text("no errors", exact=True).wait_for()
    page.get_by_text("Fit to measurements").click()
    page.get_by_label("match").fill("theta=angle")
    page.get_by_label("estimate", exact=True).fill("L=0.3:2, damping=0:1")
    page.get_by_text("Optimization", exact=True).click()


MISTAKE = "@SHAPE_DEFINITION { @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @DIMENSION {0.1} } }\n"


def wait_for_end(page: Page, address: str, kind: str, identity: str) -> None:
    """Wait until a job or study has ended."""
    for _ in range(1200):
        if page.request.get(f"{address}/api/v1/{kind}/{identity}").json()["state"] in (
            "complete",
            "failed",
            "cancelled",
        ):
            return
        time.sleep(0.2)
    raise TimeoutError(identity)


def show_model(page: Page, order: str = "") -> None:
    """Wait for the model in 3D, and send a command to the viewer."""
    page.locator(".viewer[data-ready=true]").wait_for(timeout=PATIENCE)
    if order:
        page.evaluate(order)


def wait_for_rows(page: Page) -> None:
    """Wait until a running job has plots and a model."""
    show_model(page)
    page.locator(".pulse canvas").first.wait_for(timeout=PATIENCE)
    page.wait_for_timeout(6000)


def wait_for_study(page: Page) -> None:
    """Wait for the response and the envelopes of a study."""
    page.locator(".response canvas").first.wait_for(timeout=PATIENCE)
    page.locator(".envelopes canvas").wait_for(timeout=PATIENCE)


def show_map(page: Page) -> None:
    """Show a map over two parameters."""
    wait_for_study(page)
    page.get_by_label("Over", exact=True).select_option(label="L")
    page.get_by_label("And over").select_option(label="damping")
    page.locator("svg.map").wait_for()


def show_cases(page: Page) -> None:
    """Show the cases in 3D."""
    wait_for_study(page)
    page.get_by_role("button", name="Show cases in 3D").click()
    show_model(page)


@contextmanager
def service(folder: Path, workers: int = 1) -> Iterator[str]:
    """Yield the address of a separate service."""
    options = ["--data", str(folder / "data"), "--port", "0", "--workers", str(workers)]
    command = [sys.executable, "-m", "rbsolve", "serve", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process.stderr.readline().strip().rstrip("/")
        finally:
            process.terminate()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="screens; default: all")
    parser.add_argument("--only", nargs="+", choices=VARIANTS, default=list(VARIANTS), help="variants; default: all")
    asked = parser.parse_args()
    main(asked.folder, asked.names, asked.only)
