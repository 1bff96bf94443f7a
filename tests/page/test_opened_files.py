"""Files that a user opens on the page, and files that decks of the page include."""

from __future__ import annotations

import io
import struct

import h5py
import numpy as np
import pytest
from browser_waiting import wait_for_check
from runs_on_page import DECK, run, wait_for_completion, write

BALLAST = "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }"


INCLUDING = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {parts} { @LIST_OF_FILE_NAMES {parts.deck} } }" + DECK.replace(
    BALLAST, ""
)


LENGTH = 0.3  # the length of the mesh's edges; the bytes of this number are not valid UTF-8


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
    """An included file never replaces the deck that names it, even if the name of the file ends in `.deck`. If the
    opened file is another deck, it replaces the deck in the editor."""
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
