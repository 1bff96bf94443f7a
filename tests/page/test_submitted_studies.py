"""A study is submitted, mapped, saved and cancelled on the page."""

from __future__ import annotations

import csv

import h5py
from browser_waiting import wait_for_check
from runs_on_page import PATIENCE, SWEPT, endless, study, write


def test_a_study_is_submitted_mapped_and_saved(service, open_page):
    """One of three masses is invalid. Its cases fail, and state the reason."""
    page = open_page(service)
    write(
        page,
        SWEPT + "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {idle} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }",
    )
    wait_for_check(page, "1 warning")
    study(page, "stones", "spin=1:2:3, mass=1, 2, -1")
    page.locator(".badge.failed").wait_for(timeout=PATIENCE)
    assert "6 complete, 3 failed of 9" in page.inner_text("main")
    assert page.title() == "stones · rbsolve"
    failed, found = page.locator(".reasons tbody").all()
    assert failed.inner_text().startswith("3")
    assert found.inner_text().split("\n")[0].startswith("9\twarning unused-object\t0\tnothing uses mass property idle")
    page.locator("table.numbers tbody tr").first.wait_for()
    assert page.locator("table.numbers tbody tr").count() == 9
    page.locator(".response canvas").first.wait_for()
    page.get_by_label("Over", exact=True).select_option(label="spin")
    marks = page.locator("span.failed-case")  # the picture marks each failure at its parameter, with the reason
    assert [title.split(":")[0] for title in (mark.get_attribute("title") for mark in marks.all())] == [
        "spin = 1",
        "spin = 1.5",
        "spin = 2",
    ]
    assert "deck-error" in marks.first.get_attribute("title")
    page.get_by_label("And over").select_option(label="mass")
    page.locator("svg.map").wait_for()
    assert page.locator("svg.map rect title").count() == 6
    assert page.locator("svg.map path.failed-case").count() == 3
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    with open(download.value.path(), newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["spin"] for row in rows if row["mass"] == "2"] == ["1", "1.5", "2"]
    with page.expect_download() as download:
        page.get_by_role("button", name="HDF5").click()
    with h5py.File(download.value.path()) as file:
        assert file["parameters/mass"].shape == (9,)
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("link", name="stones").wait_for()
    assert page.title() == "Studies · rbsolve"


def test_a_study_is_cancelled(service, open_page):
    page = open_page(service)
    write(page, endless(SWEPT))
    wait_for_check(page, "no errors")
    study(page, "endless study", "spin=1:2:3", **{"end_time_[s]": "10000000"})
    page.locator(".badge.running").wait_for(timeout=120_000)
    page.get_by_role("button", name="Cancel").click()
    page.locator(".badge.cancelled").wait_for(timeout=120_000)
