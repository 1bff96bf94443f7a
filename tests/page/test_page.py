"""The page of the service in a real browser, with the real service."""

from __future__ import annotations

import re

import numpy as np
import pytest
from browser_waiting import count, has_text, until, wait_for_check
from runs_on_page import DECK, endless, run, wait_for_completion, write


def test_findings_stand_under_the_text_as_one_types(service, open_page):
    page = open_page(service)
    wait_for_check(page, "no errors")
    write(page, DECK.replace("@MASS {1}", "@MAS {1}"))
    wait_for_check(page, "1 error")
    assert page.locator(".cm-lintRange-error").inner_text() == "@MAS"
    page.get_by_text("did you mean @MASS?").click()  # the click moves the cursor to this place
    page.keyboard.press("Home")
    write(page, DECK)
    wait_for_check(page, "no errors")
    count(page.locator(".cm-lintRange-error"), 0)


def test_a_long_deck_scrolls_in_its_editor_and_is_left_by_keyboard(service, open_page):
    """Diagnostics and Run remain visible at the end of a deck. The keys Escape and Tab leave the editor, as the page
    describes.
    """
    page = open_page(service)
    page.set_viewport_size({"width": 1200, "height": 700})
    write(page, "! a line\n" * 104 + DECK.replace("@MASS {1}", "@MAS {1}"))
    wait_for_check(page, "1 error")
    page.keyboard.press("Control+End")
    until(page, "document.querySelector('.editor').shadowRoot.querySelector('.cm-scroller').scrollTop > 500")
    for seen in (page.get_by_role("button", name="Run", exact=True), page.get_by_text("did you mean @MASS?")):
        box = seen.bounding_box()
        assert box["y"] >= 48  # the element is below the bar
        assert box["y"] + box["height"] <= 700
    assert page.get_by_text("Escape and then Tab leave the editor").count() == 1
    inside = "document.activeElement.matches('.editor')"
    page.keyboard.press("Tab")
    assert page.evaluate(inside)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    until(page, "!document.activeElement.matches('.editor')")


def test_a_run_without_a_name_is_called_like_its_analysis(service, open_page):
    page = open_page(service)
    write(page, DECK.replace("@ANALYSIS_NAME {run}", "@ANALYSIS_NAME {tumbling}").replace("{0, 4}", "{0, 0.1}"))
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("heading", name="tumbling").wait_for()


def test_a_run_is_watched_plotted_zoomed_animated_and_compared(service, open_page):
    page = open_page(service)
    write(
        page,
        DECK + "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {idle} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }",
    )
    assert page.title() == "New run · rbsolve"
    wait_for_check(page, "1 warning")
    first = run(page, "slow stone")
    wait_for_completion(page)
    assert page.title() == "slow stone · rbsolve"
    page.locator(".plot .u-over").nth(1).wait_for()
    has_text(page.locator(".plot h3"), "seen by rider")

    page.locator(".plot .u-over").first.hover()
    box = page.locator(".plot .u-over").first.bounding_box()
    with page.expect_response(re.compile(r"/sensors\?names=turning%2Cridden&from=")) as zoomed:
        page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 40)
        page.mouse.down()
        page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 60, steps=4)
        page.mouse.up()
    assert zoomed.value.ok
    assert len(zoomed.value.body()) < 200_000
    until(page, "rbsolve.plots.panels.every(({plot}) => plot.scales.x.max < 3)")
    # the time is 0, and the plot does not mark a time of 0
    page.locator(".plot .now:not(.second)").first.wait_for(state="hidden")
    page.get_by_role("button", name="Whole time").click()
    until(page, "rbsolve.plots.panels.every(({plot}) => plot.scales.x.max > 3.9)")
    width = page.locator(".plot .u-over").first.bounding_box()["width"]
    page.locator(".plot .u-over").first.click(position={"x": 0.75 * width, "y": 50})
    until(page, "Math.abs(rbsolve.viewer.clock.time - 3.0) < 0.05")
    page.locator(".plot .now:not(.second)").first.wait_for()
    page.mouse.move(5, 5)
    until(page, "rbsolve.plots.panels[0].plot.cursor.left < 0")
    values = page.locator(".plot .u-legend").first.locator(".u-value").all_inner_texts()
    assert float(values[0]) == pytest.approx(
        3.0, abs=0.05
    )  # without a cursor, the plot shows the values at the marked time
    assert len(values) == 4
    assert all(re.match(r"-?\d", value) for value in values)

    page.get_by_title("Show or hide the controls").click()
    page.locator("#carrier").select_option("rider")
    before = page.evaluate("rbsolve.viewer.stage.orbit.frame.elements.slice(0, 3)")
    stood = page.evaluate("rbsolve.viewer.clock.time")
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, "stood => Math.abs(rbsolve.viewer.clock.time - stood) > 0.1", stood)
    page.get_by_role("button", name="Pause").click()
    assert page.evaluate("rbsolve.viewer.stage.orbit.frame.elements.slice(0, 3)") != before

    page.get_by_role("tab", name="Values").click()
    columns = page.get_by_role("table", name="Columns")
    columns.wait_for()
    has_text(columns.locator("tbody tr"), re.compile(r"ridden\.\w+rad/srider-?\d"))
    page.get_by_role("tab", name="Diagnostics (1)").click()
    assert "nothing uses mass property idle" in page.locator(".findings li").inner_text()
    page.get_by_role("tab", name="Deck").click()
    assert "@MOVING_FRAME_NAME {rider}" in page.locator("pre").inner_text()
    page.get_by_role("button", name="Edit a copy").click()
    wait_for_check(page, "1 warning")
    second = run(page, "fast stone", parameters="spin=6")
    wait_for_completion(page)
    page.get_by_role("link", name="Runs").click()
    for name in ("slow stone", "fast stone"):
        page.get_by_label(f"Compare {name}").check()
    page.get_by_role("button", name="Compare").click()
    page.locator(".viewer[data-ready=true]").wait_for(timeout=120_000)
    assert {first, second} == set(page.url.rpartition("/")[2].split(","))
    assert page.evaluate("rbsolve.viewer.runs.length") == 2
    assert set(page.title().removesuffix(" · rbsolve").split(", ")) == {"slow stone", "fast stone"}
    has_text(page.locator(".u-legend").filter(has_text="slow stone"), "fast stone")


def test_the_camera_rides_a_body_whose_frame_has_its_name(service, open_page):
    """In the page's own example, the fixed frame `rod` is at the initial pose of the body `rod`."""
    page = open_page(service)
    wait_for_check(page, "no errors")
    run(page, "example")
    wait_for_completion(page)
    page.get_by_title("Show or hide the controls").click()
    select, panel = page.locator("#carrier").bounding_box(), page.locator(".controls").bounding_box()
    assert select["x"] + select["width"] <= panel["x"] + panel["width"]
    turned = {}
    for group in ("bodies", "frames"):
        option = page.locator(f"#carrier optgroup[label={group}] option", has_text=re.compile("^rod$"))
        page.locator("#carrier").select_option(value=option.get_attribute("value"))
        assert page.locator("#carrier optgroup:has(option:checked)").get_attribute("label") == group
        poses = []
        for time in (0.0, 1.0):
            page.evaluate("t => rbsolve.viewer.clock.set(t)", time)
            poses.append(np.array(page.evaluate("rbsolve.viewer.stage.orbit.frame.elements")))
        turned[group] = np.abs(poses[1] - poses[0]).max()
    assert turned["bodies"] > 0.1
    assert turned["frames"] == 0.0


def test_a_run_is_cancelled(service, open_page):
    page = open_page(service)
    write(page, endless(DECK))
    run(page, "endless", **{"end_time_[s]": "10000000"})
    page.locator(".waiting").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".badge.cancelled").wait_for(timeout=120_000)
