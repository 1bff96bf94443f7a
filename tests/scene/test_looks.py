"""The first view of a model, which fills the picture. The view has ground and shadow, names, descriptions of parts,
springs, gears and films.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from browser_waiting import count, has_text, until

DECKS = Path(__file__).parents[2] / "decks"
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Wait until the browser has drawn a page of a different size."""


def pixels_of(page):
    from matplotlib.image import imread

    return np.round(255 * imread(io.BytesIO(page.locator(".picture .scene").screenshot()))[..., :3])


def without(page, *kinds):
    """Return the pixels that change when parts of some kinds are hidden."""
    script = """([kinds, on]) => { const v = rbsolve.viewer;
      for (const kind of kinds) v.show(kind, on);
      v.stage.render(); }"""
    page.evaluate("() => { rbsolve.viewer.mark('overlay', false); rbsolve.viewer.stage.render() }")
    before = pixels_of(page)
    page.evaluate(script, [list(kinds), False])
    after = pixels_of(page)
    page.evaluate(script, [list(kinds), True])
    return np.abs(before - after).max(axis=-1) > 6


@pytest.mark.parametrize("size", [(900, 640), (390, 800)])
def test_the_model_fills_its_picture(shown, size):
    """The model fills two thirds of the width or of the height, and touches no edge. The test repeats the check in a
    window of another size."""
    page = shown("four_bar.deck")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)
    page.evaluate("() => { rbsolve.viewer.mark('ground', false); rbsolve.viewer.camera.fit(); }")
    mask = without(page, "link", "shape", "box", "joint")
    rows, columns = np.nonzero(mask)
    height, width = mask.shape
    filled = max(np.ptp(rows) / height, np.ptp(columns) / width)
    assert 0.6 < filled < 0.9
    assert rows.min() > 0
    assert columns.min() > 0
    assert rows.max() < height - 1
    assert columns.max() < width - 1


def test_the_camera_goes_with_what_travels_far(shown):
    """A projectile of 0.1 m flies for several metres. The projectile is large at the start, and always in the middle."""
    page = shown("projectile.deck", 10_000)
    seen = """t => { const v = rbsolve.viewer; v.clock.set(t); v.stage.render();
      const b = v.runs[0].extras.bodies[0]; const p = v.stage.overlay.place(v.runs[0].point({body: b.name, point: b.point}, t));
      return p && [p.x / v.stage.overlay.width, p.y / v.stage.overlay.height]; }"""
    assert page.evaluate("rbsolve.viewer.camera.follows")
    times = page.evaluate("[rbsolve.viewer.clock.start, rbsolve.viewer.clock.end]")
    places = np.array([page.evaluate(seen, t) for t in np.linspace(*times, 7)])
    assert np.abs(places - 0.5).max() < 0.2
    page.get_by_label("keeps the model in view").uncheck()
    start, end = (page.evaluate(seen, t) for t in times)
    assert end is None or np.abs(np.array(end) - start).max() > 0.5


def test_bodies_cast_shadows_on_the_ground(shown):
    page = shown("four_bar.deck")
    page.evaluate("() => { rbsolve.viewer.mark('overlay', false); rbsolve.viewer.stage.render() }")
    lit = pixels_of(page)
    page.evaluate("() => { rbsolve.viewer.stage.ground.shadow.visible = false; rbsolve.viewer.stage.render() }")
    bare = pixels_of(page)
    darker = (bare - lit).min(axis=-1) > 15
    assert 300 < darker.sum() < 0.3 * darker.size
    edge = (bare - lit).max(axis=-1)
    assert np.unique(edge[edge > 0]).size > 5  # a soft shadow has many shades between light and dark


def test_the_ground_is_where_the_deck_has_it(shown):
    page = shown("marbles.deck")
    levels = page.evaluate(
        "[rbsolve.viewer.stage.ground.height, rbsolve.viewer.reach[0].box.min.z, rbsolve.viewer.stage.radius]"
    )
    assert abs(levels[0] - levels[1]) < 0.05 * levels[2]
    written = page.evaluate("rbsolve.viewer.stage.overlay.written.map(({text}) => text)")
    assert {"x", "y", "z"} <= set(written)
    assert [text for text in written if text.startswith("x = ") and text.endswith(" m")]


@pytest.mark.parametrize("deck", ["gyroscope_in_gimbals.deck", "gear_train.deck", "marbles.deck"])
@pytest.mark.parametrize("size", [(900, 640), (390, 800)])
def test_the_grid_says_metres_along_both_axes(shown, deck, size):
    page = shown(deck)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => { rbsolve.viewer.camera.fit(); rbsolve.viewer.stage.resize(); rbsolve.viewer.stage.render() }")
    written = page.evaluate("rbsolve.viewer.stage.overlay.written.map(({text}) => text)")
    for axis in ("x", "y"):
        assert [text for text in written if text.startswith(f"{axis} = ") and text.endswith(" m")]


def test_no_number_of_the_grid_lies_over_a_part(shown):
    """A book in the middle of its grid hides the text behind it. Numbers of the grid are 8 pixels below their points."""
    page = shown("torque_free_body.deck")
    script = """() => { const { stage, picking } = rbsolve.viewer;
      stage.render();
      const numbers = stage.overlay.written.filter(({ text }) => /^-?[.\\d]+$|= -?[.\\d]+ m$/.test(text));
      return numbers.map(({ x, y }) => picking.at(x, y - 8)); }"""
    for view in ("oblique", "top"):
        page.evaluate("view => rbsolve.viewer.camera.view(view)", view)
        parts = page.evaluate(script)
        assert len(parts) >= 2
        assert not any(parts)


def test_the_ground_of_a_deck_is_dark_in_the_dark_and_under_its_bodies(shown):
    """The corners of the floor are not at the corners of the boxes. The picture of the floor is centred below them."""
    colours = {}
    for scheme in ("light", "dark"):
        page = shown("heap_of_boxes.deck", color_scheme=scheme)
        floor = """rbsolve.viewer.runs[0].parts.find(({ shape }) => shape === "PLANE").object"""
        place = page.evaluate(f"{floor}.position.toArray()")
        middle = page.evaluate("rbsolve.viewer.reach[0].centre.toArray()")
        size = page.evaluate("rbsolve.viewer.runs[0].extras.size")
        assert np.abs(np.subtract(place, middle)[:2]).max() < 0.1 * size
        assert place[2] == pytest.approx(0.0)
        colours[scheme] = page.evaluate(f"{floor}.children[0].material.color.getHSL({{}}).l")
        page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
        until(page, f"Math.abs({floor}.children[0].material.color.getHSL({{}}).l - {colours[scheme]}) > 0.1")
    assert colours["dark"] < 0.15 < colours["light"]


def test_who_rides_a_body_has_the_view_from_space_beside(shown):
    page = shown("four_bar.deck")
    corner = "[...rbsolve.viewer.stage.overlay.written.map(({text}) => text)].includes('from space')"
    assert not page.evaluate(corner)
    page.locator("#carrier").select_option("body coupler")
    page.evaluate("rbsolve.viewer.stage.render()")
    assert page.evaluate(corner)
    box = page.evaluate("rbsolve.viewer.stage.insetBox()")
    inside = pixels_of(page)[
        int(box["y"]) + 20 : int(box["y"] + box["height"]) - 2, int(box["x"]) + 2 : int(box["x"] + box["width"]) - 2
    ]
    assert np.ptp(inside.reshape(-1, 3), axis=0).max() > 80  # the picture shows the model
    page.get_by_label("second view from space").uncheck()
    page.evaluate("rbsolve.viewer.stage.render()")
    assert not page.evaluate(corner)


def test_forces_of_rounding_are_no_arrows(shown):
    """Between impacts, the marbles exert forces of 1e-17 N on each other."""
    page = shown("marbles.deck", 10_000)
    until(page, "rbsolve.viewer.arrows.has('contacts/')")
    assert page.evaluate("rbsolve.viewer.arrows.get('contacts/').scale") == 0.0
    page.evaluate("rbsolve.viewer.stage.render()")
    written = page.evaluate("rbsolve.viewer.stage.overlay.written.map(({text}) => text)")
    assert not [text for text in written if text.startswith("contact forces")]


def test_the_scale_bar_is_as_long_as_it_says(shown):
    """The test has its own camera, which gives the pixels of a metre at the target."""
    page = shown("four_bar.deck")
    [text] = page.evaluate(
        "rbsolve.viewer.stage.overlay.written.map(({text}) => text).filter(t => /^[\\d.]+ (m|mm)$/.test(t))"
    )
    number, unit = text.split()
    length = float(number) * {"m": 1.0, "mm": 1e-3}[unit]
    camera = page.evaluate(
        "[rbsolve.viewer.stage.orbit.distance, rbsolve.viewer.stage.host.clientHeight, rbsolve.viewer.stage.host.clientWidth]"
    )
    focal = camera[1] / 2.0 / np.tan(np.radians(35.0) / 2.0)
    pixels = length * focal / camera[0]
    image = page.locator(".picture").screenshot()
    from matplotlib.image import imread

    row = imread(io.BytesIO(image))[int(camera[1]) - 18, :, :3]
    dark = np.nonzero(row.sum(axis=-1) < 1.2)[0]
    assert np.ptp(dark[dark > camera[2] / 2]) == pytest.approx(pixels, abs=2.5)


def test_a_part_says_what_it_is(shown):
    """The name of a part appears under the pointer. A click marks its row in the tree, lists its lines in the deck and
    plots its sensors."""
    page = shown("gear_train.deck")
    place = """(() => { const v = rbsolve.viewer; const b = v.runs[0].extras.bodies.find(({name}) => name === "drum");
      return v.stage.overlay.place(v.runs[0].point({body: b.name, point: b.point}, v.clock.time)); })()"""
    at = page.evaluate(place)
    box = page.locator(".picture .scene").bounding_box()
    page.mouse.move(box["x"] + at["x"] + 60, box["y"] + at["y"])
    has_text(page.locator(".tip"), re.compile("^second · gear$"))
    page.mouse.click(box["x"] + at["x"] + 60, box["y"] + at["y"])
    card = page.locator(".card")
    has_text(card, "ratio -0.4")
    assert "@GEAR_NAME {second} { @JOINT_NAMES {shaft, drum} @RATIO {-0.4} }" in card.locator("pre").inner_text()
    marked = page.locator("[role=treeitem][aria-selected=true]")
    marked.wait_for()  # the section of the model is open now
    assert marked.inner_text().startswith("second")
    # the shape of the load has its own colour
    swatch = page.get_by_role("treeitem").filter(has_text="load").first.locator(".swatch")
    assert swatch.evaluate("one => one.style.background") == "rgb(218, 165, 32)"
    page.keyboard.press("Escape")
    count(page.locator(".card"), 0)
    row = page.get_by_role("treeitem").filter(has_text="GROUND \u2013 rotor")
    row.focus()
    page.keyboard.press("Enter")
    line = next(
        i
        for i, text in enumerate((DECKS / "gear_train.deck").read_text().splitlines(), 1)
        if "REVOLUTE_JOINT_NAME {motor}" in text
    )
    has_text(card, f"lines {line} to {line + 2} of the deck")
    page.get_by_role("button", name="plot motor").click()
    page.locator(".plot canvas").wait_for()
    page.get_by_role("button", name="ride").click()
    until(page, "rbsolve.viewer.camera.carrier === 'joint motor'")


def test_a_legend_has_the_values_of_the_row_at_the_time(shown):
    """A browser has times of rows in single precision. In the browser, the row at 0.035 s has the time 0.03500000015 s."""
    page = shown("slider_crank.deck")
    page.evaluate("rbsolve.viewer.plot(['slider'])")
    time = page.locator(".plot .u-legend .u-value").first
    for moment in (0.035, 0.07, 0.1):
        page.evaluate("moment => rbsolve.viewer.clock.set(moment)", moment)
        assert float(time.inner_text()) == moment


@pytest.mark.parametrize(("deck", "width"), [("four_bar", 900), ("gear_train", 390)])
def test_names_of_bodies_are_written_at_them(shown, deck, width):
    """On the screen of a telephone, bodies are close together. Therefore some names are above or below other names."""
    page = shown(f"{deck}.deck", viewport={"width": width, "height": 844})
    page.keyboard.press("n")
    bodies = page.evaluate("rbsolve.viewer.runs[0].extras.bodies.map(({name}) => name)")
    assert bodies
    until(
        page,
        """bodies => { const written = rbsolve.viewer.stage.overlay.written.map(({ text }) => text);
      return bodies.every((body) => written.includes(body)); }""",
        bodies,
    )


def test_pictures_and_films_are_saved(shown, tmp_path):
    """The test saves a picture at three times its size, and a film. If ffprobe is installed, it counts the frames of
    the film.
    """
    page = shown("four_bar.deck", 4)
    page.get_by_text("Save", exact=True).click()
    page.get_by_label("Size of the picture").select_option("3")
    with page.expect_download() as download:
        page.get_by_role("button", name="save picture").click()
    from matplotlib.image import imread

    height, width = page.evaluate("[rbsolve.viewer.stage.host.clientHeight, rbsolve.viewer.stage.host.clientWidth]")
    assert imread(download.value.path()).shape[:2] == (3 * height, 3 * width)
    page.evaluate("() => { const {clock} = rbsolve.viewer; clock.speed = clock.duration / 0.4 }")
    with page.expect_download(timeout=120_000) as download:
        page.get_by_role("button", name="save film").click()
    path = tmp_path / "film.webm"
    shutil.copy(download.value.path(), path)
    content = path.read_bytes()
    assert content.startswith(bytes.fromhex("1a45dfa3"))
    assert content.count(b"V_VP9") + content.count(b"V_VP8") == 1
    page.close()
    if shutil.which("ffprobe"):
        asked = [
            "ffprobe",
            "-v",
            "error",
            "-count_frames",
            "-show_entries",
            "stream=nb_read_frames",
            "-of",
            "csv=p=0",
            str(path),
        ]
        assert int(subprocess.run(asked, check=True, capture_output=True, text=True).stdout) == 13


def test_vectors_of_sensors_are_arrows_with_a_scale(shown):
    """The first marble rolls at 1 m/s along x until its impact 0.02 s later, and transfers its velocity."""
    page = shown("marbles.deck", 10_000)
    page.get_by_text("Vectors", exact=True).click()
    page.get_by_label("velocity_1 [m/s]").check()
    until(page, "rbsolve.viewer.arrows.has('velocity_1')")
    drawn = """t => { const v = rbsolve.viewer; v.clock.set(t); v.stage.render();
      const {solid: {group}, scale} = v.arrows.get("velocity_1");
      return group.visible && {axis: [...group.matrixWorld.elements.slice(4, 7)], scale,
        length: group.children[1].position.y + group.children[1].scale.y}; }"""
    first = page.evaluate(drawn, 0.0)
    assert first["axis"] == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)
    assert first["length"] == pytest.approx(first["scale"] * 1.0, rel=1e-6)
    written = page.evaluate("rbsolve.viewer.stage.overlay.written.map(({text}) => text)")
    assert [text for text in written if text.startswith("velocity_1: ") and text.endswith(" m/s")]
    later = page.evaluate(drawn, 0.06)
    assert later is False or later["length"] < 1e-3 * first["length"]


def test_columns_and_events_are_tables(shown, solved):
    """One table has the sensors and quantities of the run, with their extremes. Another table has the events, with
    their times. The test uses the keyboard.
    """
    page = shown("timed_pendulum.deck", 120)
    results = solved(DECKS / "timed_pendulum.deck", 120)
    page.locator("summary", has_text="Values").focus()
    page.keyboard.press("Enter")
    columns = page.get_by_role("table", name="Columns")
    columns.wait_for()
    rows = {row.split("\t")[0]: row.split("\t")[1:] for row in columns.locator("tbody tr").all_inner_texts()}
    unit, least, greatest = rows["angle"]  # the observer of the sensor does not move
    assert unit == "rad"
    assert [float(least), float(greatest)] == pytest.approx([results["angle"].min(), results["angle"].max()], rel=1e-4)
    assert float(greatest) == pytest.approx(np.pi / 3, rel=1e-4)  # the angle is largest at the start
    assert rows["step size"][0] == "s"
    events = page.get_by_role("table", name="Events").locator("tbody tr").all_inner_texts()
    time, name, direction = events[0].split("\t")
    assert (name, direction) == ("low", "falling")
    # The rod passes the lowest point after a quarter of the period.
    assert float(time) == pytest.approx(1.685750354812596 / 3.056609, rel=1e-5)
