"""Views in a real browser. The tests check the content of the picture, without requests to any other host."""

from __future__ import annotations

import io
import math
import threading
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import h5py
import numpy as np
import pytest
from browser_waiting import has_text, until

from rbsolve.cli import main
from rbsolve.results.presentation.histories import DEFAULT_PIXELS, Histories
from rbsolve.runs.results import Results
from rbsolve.view.report import write_report
from rbsolve.view.server import address_of, make_server

RATE = 1.3  # the rate of the bodies below [rad/s]


@pytest.fixture
def run_file(tmp_path, write_motion):
    """Return a run with a small red ball on a circle and a small blue ball on a line. A frame is on an arm that carries
    the red ball. Another frame rotates with the arm, but is not attached to a body.
    """
    time = np.linspace(0.0, 4.0, 401)
    red, blue = ball_places(time)
    half = RATE * time / 2.0
    turning = np.column_stack([np.cos(half), 0.0 * half, 0.0 * half, np.sin(half)])
    still = np.tile([1.0, 0.0, 0.0, 0.0], (len(time), 1))
    path = tmp_path / "balls.h5"
    write_motion(path, time, {"red": (red, turning), "blue": (blue, still)})
    with h5py.File(path, "a") as file:
        for name, colour in (("red", "#e01010"), ("blue", "#1010e0")):
            shape = file.create_group(f"model/shapes/{name}")
            shape.attrs.update({"type": "SPHERE", "body": name, "colour": colour, "opacity": 1.0})
            shape["frame"], shape["dimensions"] = np.eye(4), np.array([0.12])
        file["model/frames/arm"] = np.eye(4)
        file["model/frames/arm"].attrs["body"] = "red"
        file["model/frames/carousel"] = np.eye(4)
        for part, rows in (("position", 0.5 * red), ("orientation", turning)):
            file[f"motion/frame_{part}"] = rows[:, None]
            file[f"motion/frame_{part}"].attrs["frames"] = ["carousel"]
        file["sensors/place"] = red
        attributes = {"sensor_type": "POSITION", "object": "red", "units": "m", "components": ["x1", "x2", "x3"]}
        file["sensors/place"].attrs.update(attributes)
    return path


def ball_places(time):
    red = np.column_stack([np.cos(RATE * time), np.sin(RATE * time), 0.4 * np.ones_like(time)])
    blue = np.column_stack([-1.0 + 0.4 * time, -0.6 * np.ones_like(time), 0.2 * time])
    return red, blue


@pytest.fixture
def served(run_file):
    with Results.open(run_file) as results, make_server([results]) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield address_of(server)
        server.shutdown()
        thread.join()


def project(place, camera, width, height):
    """Return the pixel of a point, as a separate camera sees it. The camera looks from a direction at a target, with e3
    up.
    """
    a, e = camera["azimuth"], camera["elevation"]
    back = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    right = np.array([-math.sin(a), math.cos(a), 0.0])
    up = np.cross(back, right)
    eye = np.array(camera["target"]) + camera["distance"] * back
    depth = (eye - place) @ back
    focal = height / 2.0 / math.tan(math.radians(35.0) / 2.0)
    return width / 2.0 + focal * ((place - eye) @ right) / depth, height / 2.0 - focal * ((place - eye) @ up) / depth


BARE = """
rbsolve.viewer.mark('ground', false);
rbsolve.viewer.mark('overlay', false);
for (const part of rbsolve.viewer.runs[0].parts) if (part.kind === "frame") part.object.visible = false;
"""
CAMERA = "{const o = rbsolve.viewer.stage.orbit; return {azimuth: o.azimuth, elevation: o.elevation, distance: o.distance, target: o.target.toArray()}}"  # noqa: E501  # one expression of JavaScript


def picture(page):
    """Return the pixels (height, width, 3) of the canvas, without scaling."""
    from matplotlib.image import imread

    return np.round(255 * imread(io.BytesIO(page.locator(".picture .scene").screenshot()))[..., :3])


def centre_of(pixels, channel):
    """Return the middle of the pixels in which a channel is far above the other channels."""
    others = [c for c in range(3) if c != channel]
    mask = pixels[..., channel] > 2.0 * pixels[..., others].max(axis=-1) + 20
    rows, columns = np.nonzero(mask)
    return columns.mean() + 0.5, rows.mean() + 0.5, mask


def test_bodies_stand_where_their_centres_project(served, open_page):
    page = open_page(served)
    page.evaluate(BARE)
    camera = page.evaluate(f"(() => {CAMERA})()")
    for time in np.linspace(0.0, 4.0, 20):
        page.evaluate("t => { rbsolve.viewer.clock.set(t); rbsolve.viewer.stage.render() }", time)
        pixels = picture(page)
        height, width, _ = pixels.shape
        for place, channel in zip(ball_places(np.array([time])), (0, 2), strict=True):
            x, y = project(place[0], camera, width, height)
            column, row, mask = centre_of(pixels, channel)
            assert mask[int(y), int(x)], f"t = {time}: no colour of the body at its centre"
            assert math.hypot(column - x, row - y) < 1.0, f"t = {time}: {column, row} instead of {x, y}"


@pytest.mark.parametrize("carrier", ["arm", "carousel"])
def test_a_camera_on_a_turning_frame_sees_its_body_stand_still(served, open_page, carrier):
    page = open_page(served)
    for what in ("ground", "overlay"):
        page.evaluate("what => rbsolve.viewer.mark(what, false)", what)
    page.select_option("#carrier", carrier)
    page.get_by_label("second view from space").uncheck()
    page.evaluate("rbsolve.viewer.stage.orbit.zoom(2)")
    seen = []
    for time in (0.0, 1.0, 2.5):
        page.evaluate("t => { rbsolve.viewer.clock.set(t); rbsolve.viewer.stage.render() }", time)
        pixels = picture(page)
        seen.append((centre_of(pixels, 0)[:2], centre_of(pixels, 2)[:2]))
    red, blue = np.array(seen).transpose(1, 0, 2)
    assert np.ptp(red, axis=0).max() < 1.0
    assert np.ptp(blue, axis=0).max() > 20.0


def test_playing_scrubbing_tracing_plotting_and_saving(served, open_page):
    page = open_page(served)
    page.keyboard.press("Space")
    until(page, "rbsolve.viewer.clock.time > 0.05")
    page.keyboard.press("Space")
    until(page, "!rbsolve.viewer.clock.playing")
    page.locator(".transport input").fill("1000")
    assert page.evaluate("rbsolve.viewer.clock.time") == pytest.approx(2.0)
    page.get_by_text("Traces").click()
    page.get_by_label("red, centre of mass").check()
    until(page, "rbsolve.viewer.traces.size === 1")
    page.get_by_label("place").first.check()
    page.wait_for_selector(".plot canvas")
    page.locator(".plot .u-over").click(position={"x": 10, "y": 40})
    until(page, "rbsolve.viewer.clock.time < 0.5")
    with page.expect_download() as download:
        page.keyboard.press("p")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def test_an_animated_png_of_a_stretch_of_time(served, open_page):
    """The film has the speed of the motion and 15 pictures per second. Another decoder reads the pictures. The pictures
    differ from each other.
    """
    image = pytest.importorskip("PIL.Image")
    page = open_page(served)
    page.evaluate("rbsolve.viewer.clock.speed = 1")
    page.get_by_text("Save", exact=True).click()
    page.get_by_label("Film from [s]").fill("1")
    page.get_by_label("Film to [s]").fill("1.2")
    with page.expect_download() as download:
        page.get_by_role("button", name="animated PNG").click()
    assert download.value.suggested_filename.endswith(".png")
    with image.open(download.value.path()) as film:
        assert (film.n_frames, film.is_animated) == (4, True)
        assert film.info["duration"] == pytest.approx(1000 / 15)
        frames = []
        for number in range(film.n_frames):
            film.seek(number)
            frames.append(film.convert("RGB").tobytes())
    assert len(set(frames)) == 4
    page.get_by_label("Film to [s]").fill("0.5")
    page.get_by_role("button", name="animated PNG").click()
    has_text(page.locator(".controls"), "the end of a film must be after its start")


def test_a_report_opens_without_network_and_is_small(tmp_path, run_file, open_page):
    with Results.open(run_file) as one, Results.open(run_file) as ghost:
        write_report([one, ghost], tmp_path / "run.html")
    assert (tmp_path / "run.html").stat().st_size < 500_000
    page = open_page((tmp_path / "run.html").as_uri(), offline=True, color_scheme="dark")
    assert page.evaluate("rbsolve.viewer.runs.length") == 2
    page.evaluate("rbsolve.viewer.plot(['place'])")
    page.wait_for_selector(".plot canvas")


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("names=place", (["place"], None, None, DEFAULT_PIXELS)),
        ("names=place,place&from=0.5", (["place", "place"], 0.5, None, DEFAULT_PIXELS)),
        ("names=place&names=place&to=1.5&px=7", (["place", "place"], None, 1.5, 7)),
        ("names=place&from=0.25&to=1.5&px=3", (["place"], 0.25, 1.5, 3)),
    ],
)
def test_histories_have_the_times_of_the_request(served, run_file, query, asked):
    with urlopen(f"{served}runs/0/sensors?{query}") as answer:
        found = answer.read()
    with Results.open(run_file) as results:
        assert found == Histories(results).encode(*asked)


def test_the_server_answers_this_machine_only(served):
    import http.client
    from urllib.parse import urlsplit

    def status(path, host):
        connection = http.client.HTTPConnection(urlsplit(served).netloc)
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        connection.close()
        return answer.status, answer.headers["Content-Security-Policy"]

    here = urlsplit(served).netloc
    assert status("/", here)[0] == 200
    assert "default-src 'none'" in status("/", here)[1]
    assert status("/", "evil.example")[0] == 403
    for path in ("/../pyproject.toml", "/runs/7/motion.glb", "/runs/0/sensors?names=nothing", "/runs/x/motion.glb"):
        assert status(path, here)[0] == 404


def test_a_file_that_cannot_be_read_any_more_is_told(served, monkeypatch):
    def fail(exhibition):
        raise OSError("the disk is gone")

    monkeypatch.setattr("rbsolve.view.server.Exhibition.page", fail)
    with pytest.raises(HTTPError, match="500") as told:
        urlopen(served)
    with told.value as answer:
        assert (answer.headers["Content-Type"], answer.read()) == ("text/plain; charset=utf-8", b"the disk is gone")


def test_results_are_shown_in_a_notebook(tmp_path, run_file, open_page):
    """A notebook cell shows results as a frame in which the motion plays, without network."""
    with Results.open(run_file) as results:
        shown = results.view(height=400)
        assert "balls" in repr(shown)
        html = shown._repr_html_()
    (tmp_path / "cell.html").write_text(f"<!doctype html><meta charset=utf-8><body data-ready=true>{html}")
    page = open_page((tmp_path / "cell.html").as_uri(), offline=True)
    frame = page.frame_locator("iframe")
    frame.locator(".viewer[data-ready=true] .scene").wait_for(timeout=120_000)
    frame.get_by_role("button", name="Play", exact=True).click()
    frame.get_by_role("button", name="Pause").wait_for()


SWING = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {cart} { @MASS_PROPERTY_NAME {m} @AT_POINT {1, 0, 0} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {rail} {
  @CONNECTED_TO_BODIES {GROUND, cart} @AT_POINT {1, 0, 0} @TRIAD_NAME {AXIS_X} } }
@POINT_DEFINITION { @POINT_NAME {wall} { @COORDINATES {0, 0, 0} } @POINT_NAME {hook} { @COORDINATES {1, 0, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {coil} { @CONNECTED_TO_BODIES {GROUND, cart} @POINT1_NAME {wall} @POINT2_NAME {hook}
  @STIFFNESS {90} @DAMPING {2} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1e-1} } }
"""


@pytest.fixture(scope="module")
def swinging(tmp_path_factory):
    """Return a linearized cart of 2 kg on a rail along x, with a spring of 90 N/m and a damper of 2 N s/m."""
    folder = tmp_path_factory.mktemp("swing")
    (folder / "swing.deck").write_text(SWING)
    assert main(["linearize", str(folder / "swing.deck"), "-q", "-o", str(folder / "swing.h5")]) == 0
    return folder / "swing.h5"


PLACES = "{const run = rbsolve.viewer.runs[0]; const coil = run.parts.find((part) => part.name === 'coil').object; return [run.carriers.get('cart').object.position.x, coil.scale.z, coil.position.x]}"  # noqa: E501  # one expression of JavaScript


def at_phase(page, phase):
    return page.evaluate(
        f"(phase) => {{rbsolve.viewer.modes.phase = phase; rbsolve.viewer.redraw(); {PLACES[1:]}", phase
    )


def test_modes_swing_in_views_and_reports(swinging, open_page, tmp_path):
    """The eigenvalues are lambda = -c / 2m +- i sqrt(k / m - (c / 2m)^2). The cart and the spring move back and forth
    along the rail, with the requested amplitude.
    """
    write_report([Results.open(swinging)], tmp_path / "swing.html")
    page = open_page((tmp_path / "swing.html").as_uri())
    rate = math.sqrt(45.0 - 0.25)
    facts = page.locator(".modes p").first.inner_text()
    assert f"{rate / 2 / math.pi:.6g} Hz" in facts
    assert f"damping ratio {100 * 0.5 / math.sqrt(45.0):.3g} %" in facts
    assert "moves mostly rail.displacement" in facts
    assert page.evaluate("rbsolve.viewer.modes.swinging")
    first = at_phase(page, 0.1)
    moved = f"first => {{const now = (() => {PLACES})(); return now.some((place, i) => place !== first[i])}}"
    until(page, moved, first)  # the animation runs without a command
    page.get_by_label("Stop the animation of the mode").focus()
    page.keyboard.press("Enter")
    assert not page.evaluate("rbsolve.viewer.modes.swinging")
    far = page.evaluate("rbsolve.viewer.modes.found.modes[0].real[0][0]")
    for phase in (0.0, 0.5, 0.7, 1.0):  # phases of the 2 s in which a period is shown
        cart, length, start = at_phase(page, phase)
        assert cart == pytest.approx(1.0 + far * math.cos(math.pi * phase), abs=1e-6)
        assert (length, start) == (pytest.approx(cart, abs=1e-6), pytest.approx(0.0, abs=1e-6))
    page.get_by_label("Amplitude").focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    cart, *_ = at_phase(page, 0.0)
    assert cart == pytest.approx(1.0 + 1.5 * far, abs=1e-6)
    assert float(page.locator(".modes output").inner_text().split(" m")[0]) == pytest.approx(1.5 * abs(far), rel=0.05)
    page.get_by_label("with its damping").check()
    cart, *_ = at_phase(page, 2.0)  # a period later
    assert cart == pytest.approx(1.0 + 1.5 * far * math.exp(-0.5 * 2 * math.pi / rate), abs=1e-6)
    page.get_by_label("Mode", exact=True).select_option("")
    assert page.evaluate(f"() => {PLACES}")[0] == pytest.approx(1.0, abs=1e-6)
    assert "1 modes" not in page.locator(".modes p").first.inner_text()
    page.locator(".scene").focus()
    page.keyboard.press("m")
    assert page.evaluate("rbsolve.viewer.modes.chosen.number") == 1


def test_a_plot_that_opens_later_marks_the_present_time(served, open_page):
    """The mark is at the correct place after the first frame, and after a change of the window's size."""
    page = open_page(served)
    page.evaluate("async () => { rbsolve.viewer.clock.set(1.0); await rbsolve.viewer.plot(['place']); }")
    for width in (900, 700):
        page.set_viewport_size({"width": width, "height": 640})
        until(page, MARKED)
    assert page.locator(".plot .now:not(.second)").is_visible()


MARKED = """(() => { const { plot, mark } = rbsolve.viewer.plots.panels[0];
  const [at, wide] = [new DOMMatrix(mark.style.transform).e, plot.over.clientWidth];
  return !mark.hidden && Math.abs(at - wide / 4) < 2 && Math.abs(plot.width - plot.root.parentElement.clientWidth) < 2; })()"""
