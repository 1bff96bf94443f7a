"""The page of the service in a real browser, with the real service."""

from __future__ import annotations

import csv
import io
import re
import struct

import h5py
import numpy as np
import pytest
from browser_waiting import count, has_text, until, wait_for_check
from runs_on_page import DECK, PATIENCE, run, wait_for_completion, write


def test_findings_stand_under_the_text_as_one_types(service, open_page):
    page = open_page(service)
    wait_for_check(page, "no errors")
    write(page, DECK.replace("@MASS {1}", "@MAS {1}"))
    wait_for_check(page, "1 error")
    assert page.locator(".cm-lintRange-error").inner_text() == "@MAS"
    page.get_by_text("did you mean @MASS?").click()  # the click moves the cursor there
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
    page.locator(".plot .now:not(.second)").first.wait_for(state="hidden")  # the time is 0, which is not shown
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


BALLAST = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }"


INCLUDING = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {parts} { @LIST_OF_FILE_NAMES {parts.deck} } }" + DECK.replace(
    BALLAST, ""
)


LENGTH = 0.3  # the length of the mesh's edges, whose bytes are not valid UTF-8


def binary_stl():
    corners = LENGTH * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    faces = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))
    triangles = b"".join(np.array([np.zeros(3), *corners[list(face)]], "<f4").tobytes() + b"\0\0" for face in faces)
    return b"\xff\xfd no text".ljust(80) + struct.pack("<I", len(faces)) + triangles


def choose(page, button, *files):
    """Open files by a button, as a user does. Each file has a name and contents."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=button).click()
    chooser.value.set_files(
        [{"name": name, "mimeType": "application/octet-stream", "buffer": content} for name, content in files]
    )


def shown_text(page):
    """Return the whole text in the editor."""
    return page.evaluate("rbsolve.editor.text")


def test_files_are_opened_and_added(service, open_page):
    """An included file never replaces the deck that names it, for any name of the file. Another deck replaces the deck."""
    page = open_page(service)
    write(page, INCLUDING)
    wait_for_check(page, "1 error")
    choose(page, "Open files", ("parts.deck", BALLAST.encode()))
    wait_for_check(page, "no errors")  # the text in the editor is unchanged
    assert shown_text(page) == INCLUDING
    choose(page, "Open files", ("table.csv", b"time, x\n0, 1\n"))
    page.locator(".files li").nth(1).wait_for()  # the page reads a file after the file chooser has closed
    choose(page, "Add files", ("other.deck", b"! nothing"))
    page.locator(".files li").nth(2).wait_for()
    assert [name[:-1] for name in page.locator(".files li").all_inner_texts()] == [
        "parts.deck",
        "table.csv",
        "other.deck",
    ]
    assert shown_text(page) == INCLUDING
    page.get_by_title("Remove parts.deck").click()
    wait_for_check(page, "1 error")
    choose(page, "Open files", ("other.deck", DECK.encode("utf-16")))
    wait_for_check(page, "no errors")
    assert shown_text(page) == DECK
    choose(page, "Open files", ("parts.deck", BALLAST.encode()), ("master.deck", INCLUDING.encode()))
    wait_for_check(page, "no errors")
    assert shown_text(page) == INCLUDING


def test_binary_files_stay_what_they_are(service, open_page):
    page = open_page(service)
    hull = "@SHAPE_DEFINITION { @SHAPE_NAME {hull} { @SHAPE_TYPE {MESH} @CONNECTED_TO_BODY {stone} @FILE_NAME {hull.stl} } }"
    write(page, DECK + hull)
    wait_for_check(page, "1 error")
    choose(page, "Open files", ("hull.stl", binary_stl()))
    wait_for_check(page, "no errors")
    job = run(page, "hull")
    wait_for_completion(page)
    results = page.request.get(f"{service}/api/v1/jobs/{job}/results.h5").body()
    with h5py.File(io.BytesIO(results)) as file:
        vertices = file["model/shapes/hull/vertices"][()]
    assert len(vertices) == 4
    assert np.ptp(vertices, axis=0) == pytest.approx(3 * [LENGTH])


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


def endless(deck):
    """Return a deck that takes hours to 1e7 s, and writes few rows, so that a cancellation is cheap."""
    return deck.replace("@OUTPUT_STEP_SIZE {1e-3}", "@OUTPUT_STEP_SIZE {10}")


def test_a_run_is_cancelled(service, open_page):
    page = open_page(service)
    write(page, endless(DECK))
    run(page, "endless", **{"end_time_[s]": "10000000"})
    page.locator(".waiting").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator(".badge.cancelled").wait_for(timeout=120_000)


SWEPT = DECK.replace("@MASS {1}", "@MASS {#mass}").replace(
    "@SCALAR_VALUE {3}", "@SCALAR_VALUE {3} @DESIGN_PARAMETER_NAME {#mass} @SCALAR_VALUE {1}"
)


def study(page, name, vary, **options):
    """Submit the text as a study, and wait for its page."""
    page.get_by_label("name", exact=True).fill(name)
    for label, value in options.items():
        page.get_by_label(label.replace("_", " ")).fill(value)
    page.get_by_text("Study of many cases").click()
    page.get_by_label("vary").fill(vary)
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile(r"#/studies/\w+"))
    page.get_by_role("heading", name=name).wait_for()


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
    marks = page.locator("span.failed-case")  # each failure is at its parameter, with its reason
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


def test_runs_and_studies_are_deleted(serve, open_page):
    """The page asks before it deletes. The pages state which data are stored and for how long."""
    address = serve("--keep-days", "30")
    page = open_page(address)
    questions = []

    def answer(dialog):
        questions.append(dialog.message)
        if "second" in dialog.message:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", answer)
    write(page, SWEPT)
    wait_for_check(page, "no errors")
    for name in ("first", "second"):
        run(page, name)
        wait_for_completion(page)
        page.get_by_role("link", name="New run").click()
        wait_for_check(page, "no errors")
    study(page, "many", "spin=1:2:2")
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)
    page.get_by_title("Delete many").click()
    page.get_by_text("There are no studies yet.").wait_for()
    page.get_by_role("link", name="Runs").click()
    used = page.locator(".used")
    has_text(used, re.compile(r"^2 kept, [\d.]+ [kM]B · deleted after 30 days$"))
    page.get_by_title("Delete second").click()
    page.get_by_title("Delete first").click()
    page.get_by_text("1 kept").wait_for()
    count(page.locator("tbody tr"), 1)
    assert [message.split("?")[0] for message in questions] == [
        f"Delete {name} with all its results" for name in ("many", "second", "first")
    ]
    page.get_by_role("link", name="second").click()
    page.locator(".viewer[data-ready=true]").wait_for(timeout=120_000)
    page.get_by_title("Delete second").wait_for()


def test_signing_in_and_out(serve, token, open_page):
    address = serve("--auth")
    secret = token(serve.data)
    open_page.expected.append("401")
    page = open_page(address)
    field = page.get_by_label("Token")
    field.fill("nonsense")
    page.keyboard.press("Enter")
    page.get_by_text("The server does not know this token.").wait_for()
    field.fill(secret)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign out").wait_for()
    page.get_by_role("link", name="Runs").click()
    page.get_by_text("There are no runs yet.").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Token").wait_for()
    assert page.evaluate("sessionStorage.length") <= 1


def test_a_run_is_shared_by_a_link_that_reads_it_only(serve, token, open_page):
    address = serve("--auth")
    secret = token(serve.data)
    open_page.expected.append("401")  # before the user has signed in
    page = open_page(address)
    page.get_by_label("Token").fill(secret)
    page.keyboard.press("Enter")
    wait_for_check(page, "no errors")
    write(page, DECK)
    wait_for_check(page, "no errors")
    run(page, "shared stone")
    wait_for_completion(page)
    page.get_by_role("button", name="Share …").focus()
    page.keyboard.press("Enter")
    link = page.get_by_label("Link", exact=True).input_value()
    assert link.startswith(f"{address}/#/shared/rbs_")
    assert secret not in link

    other = open_page(link)
    wait_for_completion(other)
    other.get_by_role("heading", name="shared stone").wait_for()
    assert "rbs_" not in other.url
    for name in ("Share …", "delete"):
        assert other.get_by_role("button", name=name).count() == 0
    assert not other.locator(".top nav").is_visible()

    page.get_by_role("button", name="Revoke all links").click()
    page.get_by_text("All links are revoked.").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
