"""The page of the service with only the keyboard, and on a telephone."""

from __future__ import annotations

import re

import pytest
from browser_waiting import count, until, wait_for_check
from runs_on_page import DECK, run, wait_for_completion, write


def test_everything_is_reached_by_keyboard(service, open_page):
    page = open_page(service)
    seen = []
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.textContent.trim() || document.activeElement.className"))
    assert [word for word in ("rbsolve", "New run", "Runs", "Studies", "Open files", "Run") if word not in seen] == []
    write(page, DECK)  # store the machine code of the deck, because a job may not store compiled code
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"#/jobs/\w+"))


def tab_to(page, words):
    """Press Tab until the element with this name has the focus."""
    called = """() => { const one = document.activeElement;
      return (one.getAttribute("aria-label") || one.textContent || one.value || "").trim(); }"""
    for _ in range(80):
        if page.evaluate(called) == words:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {words}")


def test_runs_are_compared_read_and_deleted_by_keyboard(serve, open_page):
    page = open_page(serve())
    page.on("dialog", lambda dialog: dialog.accept())
    for name in ("one", "other"):
        page.get_by_role("link", name="New run").first.click()
        write(page, DECK.replace("{0, 4}", "{0, 0.1}"))
        wait_for_check(page, "no errors")
        run(page, name)
        wait_for_completion(page)
    tab_to(page, "Motion and plots")
    for name in ("Values", "Deck"):
        page.keyboard.press("ArrowRight")
        page.get_by_role("tab", name=name, selected=True).wait_for()
    tab_to(page, "Runs")
    page.keyboard.press("Enter")
    page.get_by_label("Compare one").wait_for()
    for name in ("other", "one"):
        tab_to(page, f"Compare {name}")
        page.keyboard.press("Space")
        page.get_by_role("checkbox", name=f"Compare {name}", checked=True).wait_for()
    tab_to(page, "Compare")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Comparison").wait_for()
    page.locator(".viewer[data-ready=true]").wait_for(timeout=120_000)
    tab_to(page, "Runs")
    page.keyboard.press("Enter")
    page.get_by_label("Compare one").wait_for()
    tab_to(page, "delete")
    page.keyboard.press("Enter")
    count(page.locator("tbody tr"), 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_telephone(service, open_page, scheme):
    page = open_page(service, color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    for part, shown_there in (("", "no errors"), ("#/jobs", "kept"), ("#/studies", re.compile("stud|stone"))):
        page.goto(f"{service}/{part}")
        page.locator(".status:not([aria-busy]), .used, .empty, tbody td", has_text=shown_there).first.wait_for()
        until(page, "document.documentElement.scrollWidth <= 360")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_run_fits_a_telephone(service, open_page, scheme):
    """The picture has the whole width, and the controls of the camera do not reduce it."""
    page = open_page(service, color_scheme=scheme, viewport={"width": 390, "height": 844})
    made = page.request.post(f"{service}/api/v1/jobs", data={"deck": DECK, "name": "small", "t_end": 0.1})
    page.goto(f"{service}/#/jobs/{made.json()['id']}")
    wait_for_completion(page)
    page.get_by_title("Show or hide the controls").click()
    page.locator(".controls").wait_for()
    until(page, "document.documentElement.scrollWidth <= 390")
    for part in (".picture", ".controls"):
        assert page.locator(part).bounding_box()["width"] > 350
    assert page.locator(".picture").bounding_box()["height"] > 200
