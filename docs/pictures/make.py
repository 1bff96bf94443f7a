"""The pictures of views and of the service's page: `python docs/pictures/make.py`.

The script solves example decks, opens reports and its own service in Chromium without a window, and writes PNG files
beside this one. Needs the extras `service` and `test`, and Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "page"))
from screens import service  # noqa: E402  (a module of the tests)

DECKS = HERE.parents[1] / "decks"
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]
MISTAKE = "@SHAPE_DEFINITION { @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @DIMENSION {0.1} } }\n"

# Deck, colours, and the settings of the viewer
VIEWS = {
    "view_heavy_top": (
        "heavy_top",
        "light",
        "v.clock.set(0.62); v.trace('centre_of_mass', true); await v.arrow('velocity', true)",
    ),
    "view_satellite": ("satellite", "dark", "v.clock.set(3.2); v.stage.orbit.zoom(0.7); await v.plot(['left_root'])"),
    "view_governor": ("flyball_governor", "light", "v.clock.set(1.5)"),
}


def main() -> None:
    """Make them all."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (deck, scheme, order) in VIEWS.items():
            page = browser.new_context(viewport=WIDE, color_scheme=scheme).new_page()
            view(page, write_report(deck, Path(folder)), order)
            save(page, name)
        with service(Path(folder)) as address:
            photograph(browser, address)
        browser.close()


def write_report(deck: str, folder: Path) -> Path:
    """The report of a deck's run."""
    rbsolve("run", "-q", DECKS / f"{deck}.deck", "-o", folder / f"{deck}.h5")
    rbsolve("report", folder / f"{deck}.h5", "-o", folder / f"{deck}.html")
    return folder / f"{deck}.html"


def rbsolve(*arguments: object) -> None:
    """A command."""
    subprocess.run([sys.executable, "-m", "rbsolve", *map(str, arguments)], check=True)


def view(page: Page, report: Path, order: str) -> None:
    """Open a report and call a function of its viewer."""
    page.goto(report.as_uri())
    page.wait_for_selector("[data-ready=true]")
    page.evaluate(f"async () => {{ const v = rbsolve.viewer; {order} }}")


def photograph(browser: Any, address: str) -> None:
    """The page of the service, wide and narrow, light and dark."""
    light = browser.new_context(viewport=WIDE, color_scheme="light").new_page()
    light.goto(address)
    light.locator(".cm-content").click()
    light.keyboard.press("Control+Home")
    light.keyboard.insert_text(MISTAKE)
    light.get_by_text("1 error").wait_for()
    save(light, "page_editor")
    light.evaluate("text => sessionStorage.setItem('rbsolve-draft', text)", (DECKS / "heavy_top.deck").read_text())
    light.reload()
    ids = [submit(light, name, method) for name, method in (("heavy top", ""), ("in SE(3)", "LIE_SE3"))]
    light.evaluate("rbsolve.viewer.clock.set(0.62)")
    save(light, "page_run")
    light.goto(f"{address}/#/compare/{','.join(ids)}")
    wait_for_model(light)
    light.evaluate("rbsolve.viewer.clock.set(0.4)")
    save(light, "page_comparison")
    light.goto(f"{address}/#/jobs")
    light.locator("tbody tr").first.wait_for()
    save(light, "page_runs")
    study(light, address)
    save(light, "page_study")
    light.get_by_role("button", name="Show cases in 3D").click()
    wait_for_model(light)
    light.get_by_label("damping", exact=True).fill("5")
    light.locator("[data-shown='5']").wait_for(timeout=60_000)
    light.locator(".cases-3d").evaluate("part => part.scrollIntoView()")
    save(light, "page_cases")
    phone = browser.new_context(viewport=PHONE, color_scheme="dark").new_page()
    phone.goto(f"{address}/#/jobs/{ids[0]}")
    wait_for_model(phone)
    save(phone, "page_phone")


def submit(page: Page, name: str, formulation: str) -> str:
    """Submit the deck in the editor, and wait."""
    page.get_by_role("link", name="New run").first.click()
    page.get_by_text("no errors").wait_for()
    page.get_by_label("name", exact=True).fill(name)
    page.get_by_label("formulation").select_option(formulation)
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("heading", name=name).wait_for()
    wait_for_model(page)
    return page.url.rpartition("/")[2]


def study(page: Page, address: str) -> None:
    """Solve the page's own example for many lengths and dampers, and show the remaining energy."""
    page.evaluate("sessionStorage.removeItem('rbsolve-draft')")
    page.goto(f"{address}/#/jobs")
    page.reload()
    page.get_by_role("link", name="New run").first.click()
    page.get_by_text("no errors").wait_for()
    damped = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#damping} @SCALAR_VALUE {0.02} }\n"
    text = page.locator(".cm-content").inner_text().replace("@DAMPER {0.02}", "@DAMPER {#damping}")
    page.evaluate("text => sessionStorage.setItem('rbsolve-draft', text)", damped + text)
    page.reload()
    page.get_by_text("no errors").wait_for()
    page.get_by_label("name", exact=True).fill("damped pendulum")
    page.get_by_text("Study of many cases").click()
    page.get_by_label("vary").fill("L=0.4:1.2:9, damping=0.01:0.2:8")
    page.get_by_role("button", name="Run", exact=True).click()
    page.locator(".badge.complete").wait_for(timeout=180_000)
    page.locator(".cases-3d").wait_for()
    page.get_by_label("Over", exact=True).select_option(label="L")
    page.get_by_label("And over").select_option(label="damping")


def wait_for_model(page: Page) -> None:
    """Wait for the model in 3D."""
    page.locator(".viewer[data-ready=true]").wait_for(timeout=180_000)


def save(page: Page, name: str) -> None:
    """Write the picture."""
    page.wait_for_timeout(500)
    page.screenshot(path=HERE / f"{name}.png")
    print(HERE / f"{name}.png")


if __name__ == "__main__":
    main()
