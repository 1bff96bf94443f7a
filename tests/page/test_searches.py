"""A fit and an optimization are requested on the page, and followed until their results."""

from __future__ import annotations

import re

import pytest
from browser_waiting import wait_for_check
from runs_on_page import PATIENCE, write
from spring import UNDAMPED
from swinging import DECK, TIMES, swing, write_csv

import rbsolve


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile the kernels of derivatives before a page waits for them."""
    rbsolve.fit(DECK, {"t": TIMES, "theta": swing()}, {"L": (0.5, 3.0)}, {"theta": "angle"}, threads=1)
    rbsolve.optimize(UNDAMPED, {"k": (1.0, 10.0, 3.0)}, minimize="final(x)", threads=1)


def test_a_fit_is_requested_with_a_table_and_shows_measured_and_computed_curves(service, open_page, tmp_path):
    page = open_page(service)
    write(page, DECK)
    wait_for_check(page, "no errors")
    page.get_by_text("Fit to measurements").click()
    page.get_by_label("Measurements", exact=True).set_input_files(
        write_csv(tmp_path / "swing.csv", t=TIMES, theta=swing())
    )
    page.locator(".files li").first.wait_for()
    page.get_by_label("match").fill("theta=angle")
    assert page.locator("#matches option").first.get_attribute("value") == "angle=angle"
    page.get_by_label("estimate", exact=True).fill("L=0.5:3, c=0:2:0.1")
    assert page.locator("#ranges option").first.get_attribute("value") == "L="
    page.get_by_role("button", name="Run", exact=True).click()
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)
    table = page.get_by_role("table", name="Parameters")
    table.wait_for(timeout=PATIENCE)
    rows = [row.split("\t") for row in table.locator("tbody").inner_text().split("\n")]
    assert {name: float(value) for name, value, *_ in rows} == pytest.approx({"L": 1.3, "c": 0.3}, rel=1e-6)
    picture = page.get_by_role("img", name="theta [rad] of swing.csv")
    assert picture.locator("circle.measured").count() == len(TIMES)
    dots = [float(dot.get_attribute("cy")) for dot in picture.locator("circle").all()[:20]]
    line = [float(pair.split(",")[1]) for pair in picture.locator("polyline").get_attribute("points").split()[:20]]
    assert line == pytest.approx(dots, abs=0.02)
    assert dots[0] < dots[10]  # the first angle is the largest, and small y is at the top
    page.get_by_role("tab", name="Best run").click()
    page.get_by_role("tab", name="Downloads").click()
    assert "the report of the search" in page.inner_text("main")
    page.get_by_role("button", name="Run again").click()
    assert page.get_by_label("estimate", exact=True).input_value() == "L=0.5:3, c=0:2:0.1"


def test_a_fit_is_watched_while_it_converges(service, open_page):
    """Each iteration of this fit takes about a second, because the motion has a million steps."""
    page = open_page(service)
    slow = DECK.replace("@TIME_STEP_SIZE {0.005}", "@TIME_STEP_SIZE {4e-6}")
    table = "t,theta\n" + "".join(f"{t!r},{x!r}\n" for t, x in zip(TIMES.tolist(), swing().tolist(), strict=True))
    fit = {"data": ["swing.csv"], "match": ["theta=angle"], "parameters": {"L": "0.5:3", "c": "0:2:0.1"}}
    body = {"deck": slow, "includes": {"swing.csv": table}, "fit": fit}
    made = page.request.post(f"{service}/api/v1/jobs", data=body).json()
    page.goto(f"{service}/#/jobs/{made['id']}")
    page.locator(".living circle.measured").first.wait_for(timeout=PATIENCE)
    assert page.locator(".badge.running").count() == 1
    page.locator(".living [role=status]", has_text=re.compile("iteration [1-9]")).wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Cancel").click()
    page.locator(".badge.cancelled").wait_for(timeout=PATIENCE)


def test_an_optimization_is_requested_and_shows_its_optimum(service, open_page):
    page = open_page(service)
    write(page, UNDAMPED)
    wait_for_check(page, "no errors")
    page.get_by_text("Optimization", exact=True).click()
    page.get_by_label("scalar").fill("final(x)")
    assert "max(square)" in page.locator("#scalars").inner_html()
    page.get_by_label("change").fill("k=1:10:3, c=0")
    page.get_by_label("subject to").fill("max(x) <= 2")
    page.get_by_role("button", name="Run", exact=True).click()
    table = page.get_by_role("table", name="Parameters")
    table.wait_for(timeout=PATIENCE)
    name, value, *_ = table.locator("tbody").inner_text().split("\t")
    assert (name, float(value)) == ("k", pytest.approx(2.4674011, rel=1e-4))  # 2 sqrt(k) = pi
    assert "max(x) <= 2" in page.get_by_role("table", name="Constraints").inner_text()


def test_a_fit_without_measurements_is_refused(service, open_page):
    page = open_page(service)
    write(page, DECK)
    wait_for_check(page, "no errors")
    page.get_by_text("Fit to measurements").click()
    page.get_by_label("match").fill("theta=angle")
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_text("A fit needs measurements").wait_for()
