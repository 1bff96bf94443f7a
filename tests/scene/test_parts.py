"""Parts of the picture in a real browser. The tests check edges, links, joints, springs, teeth, arrows, and the camera
on each kind of part.
"""

from __future__ import annotations

import re

import numpy as np
import pytest
from browser_waiting import until

LOOP = """
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {arm} { @AT_POINT {0.3, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} }
  @RIGID_BODY_NAME {tip} { @AT_POINT {0.6, 0, 0.4} @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} }
}
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} @INITIAL_RATE {1} }
  @REVOLUTE_JOINT_NAME {elbow} { @CONNECTED_TO_BODIES {arm, tip} @AT_POINT {0.6, 0, 0} @TRIAD_NAME {AXIS_Y} }
}
@SPRING_DAMPER_DEFINITION {
  @SPRING_DAMPER_NAME {coil} { @CONNECTED_TO_BODIES {GROUND, tip} @POINT1_NAME {0, 0, 1} @POINT2_NAME {0.6, 0, 0.4} @STIFFNESS {50} }
}
@SENSOR_DEFINITION { @SENSOR_NAME {length} { @SENSOR_TYPE {ELONGATION} @OBJECT_NAME {coil} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {swing} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.01} } }
"""
PART = "rbsolve.viewer.runs[0].parts.find(({{kind, name}}) => kind === '{}' && name === '{}')"
BOX = """part => { const found = { least: [Infinity, Infinity, Infinity], greatest: [-Infinity, -Infinity, -Infinity] };
  part.object.updateWorldMatrix(true, true);
  for (const mesh of part.object.children) { if (!mesh.isMesh) continue;
    const places = mesh.geometry.getAttribute("position");
    for (let i = 0; i < places.count; i++) {
      const e = mesh.matrixWorld.elements; const p = [places.getX(i), places.getY(i), places.getZ(i)];
      for (let k = 0; k < 3; k++) { const x = e[k] * p[0] + e[4 + k] * p[1] + e[8 + k] * p[2] + e[12 + k];
        found.least[k] = Math.min(found.least[k], x); found.greatest[k] = Math.max(found.greatest[k], x); } } }
  return found; }"""


@pytest.fixture
def loop(tmp_path, shown):
    """Return the view of two bodies without shapes on two hinges and a spring."""
    deck = tmp_path / "loop.deck"
    deck.write_text(LOOP)
    return shown(deck, 60)


def box_of(page, kind, name):
    """Return the corners (3,), (3,) of the box around a part, in space."""
    found = page.evaluate(f"({BOX})({PART.format(kind, name)})")
    return np.array(found["least"]), np.array(found["greatest"])


def test_a_body_without_shape_is_a_link_between_its_joints(loop):
    """The link reaches from hinge to hinge, and extends beyond them by at most its thickness. A box of its inertia
    would be 0.77 m wide.
    """
    loop.evaluate("rbsolve.viewer.clock.set(0)")
    least, greatest = box_of(loop, "link", "arm")
    thickness = greatest[1] - least[1]
    assert thickness < 0.1
    assert least[0] == pytest.approx(0.0, abs=0.6 * thickness)
    assert greatest[0] == pytest.approx(0.6, abs=0.6 * thickness)


def test_a_spring_is_a_coil_that_stretches_with_its_ends(loop):
    part = PART.format("spring", "coil")
    set_and_read = f"[0, 0.2, 0.4, 0.6].map(time => (rbsolve.viewer.clock.set(time), {part}.object.scale.z))"
    seen = np.array(loop.evaluate(set_and_read))
    asked = """rbsolve.viewer.sources[0].histories(["length"])
      .then(({ time, sensors: [{ columns }] }) => [[...time], [...columns[0].values]])"""
    time, stretch = (np.array(part) for part in loop.evaluate(asked))
    expected = np.hypot(0.6, 0.6) + np.interp([0, 0.2, 0.4, 0.6], time, stretch)
    assert np.ptp(seen) > 0.02
    assert seen == pytest.approx(expected, abs=2e-4)
    turns = """geometry => { const places = geometry.getAttribute("position"); let found = 0;
      for (let i = 1; i < places.count; i++) found += places.getX(i - 1) * places.getX(i) < 0;
      return found; }"""
    assert loop.evaluate(f"({turns})({part}.object.children[0].geometry)") > 20


def test_joints_are_small_and_true_to_their_axes(loop):
    """Both halves of a hinge rotate about the deck's y axis. No half is longer than a tenth of the model."""
    size = loop.evaluate("rbsolve.viewer.runs[0].extras.size")
    for name in ("hinge", "elbow"):
        script = """rbsolve.viewer.runs[0].parts.filter(({kind, name}) => kind === "joint" && name === "%s")
          .map(({object}) => object.matrixWorld.elements.slice(8, 11))"""
        axes = np.array(loop.evaluate(script % name))
        assert axes == pytest.approx(np.tile([0.0, 1.0, 0.0], (2, 1)), abs=1e-6)
        least, greatest = box_of(loop, "joint", name)
        assert np.max(greatest - least) < 0.1 * size


def test_parts_have_edges(loop):
    """Lines are dark where surfaces meet. Without them, these pixels are lighter."""
    read = """() => { const { stage } = rbsolve.viewer; stage.render();
      const canvas = document.createElement("canvas"); canvas.width = stage.canvas.width; canvas.height = stage.canvas.height;
      const context = canvas.getContext("2d"); context.drawImage(stage.pictured(1), 0, 0);
      return [...context.getImageData(0, 0, canvas.width, canvas.height).data]; }"""
    hide = """() => rbsolve.viewer.runs[0].group.traverse((one) => { if (one.isLineSegments) one.visible = false; })"""
    loop.set_viewport_size({"width": 420, "height": 360})
    loop.evaluate("() => { rbsolve.viewer.stage.resize(); rbsolve.viewer.camera.fit() }")
    edged = np.array(loop.evaluate(read))
    loop.evaluate(hide)
    bare = np.array(loop.evaluate(read))
    lighter = (bare - edged).reshape(-1, 4)[:, :3].min(axis=1) > 8
    assert 40 < lighter.sum() < 0.05 * lighter.size


def test_gears_have_teeth_in_the_picture(shown):
    """The wheels have 14 and 56 teeth. The corners at the tips of each wheel have the same number of directions."""
    page = shown("gear_train.deck")
    script = """rbsolve.viewer.runs[0].parts.filter(({kind, name}) => kind === "gear" && name === "first").map(({object}) => {
      const places = object.children[0].geometry.getAttribute("position"); const found = [];
      for (let i = 0; i < places.count; i++) found.push([places.getX(i), places.getY(i)]);
      return found; })"""
    for corners, teeth in zip(page.evaluate(script), (14, 56), strict=True):
        x, y = np.array(corners).T
        reach = np.hypot(x, y)
        tips = np.angle(np.exp(1j * teeth * np.arctan2(y, x)[reach > 0.999 * reach.max()]))
        assert (
            np.unique(np.round(np.abs(tips), 3)).size == 1
        )  # both corners of each tooth have the same angle from the middle of the tooth
        around = np.round(np.arctan2(y, x)[reach > 0.999 * reach.max()], 6)
        assert np.unique(around).size == 2 * teeth


@pytest.mark.parametrize("key", ["body arm", "joint elbow"])
def test_the_camera_rides_what_the_keyboard_chooses(loop, key):
    """The carrier stays at the same place in the picture. The ground moves, and an inset shows the view from the
    inertial frame.
    """
    carrier = loop.locator("#carrier")
    carrier.focus()
    for _ in range(10):
        if carrier.input_value() == key:
            break
        loop.keyboard.press("ArrowDown")
    assert carrier.input_value() == key
    place = """time => { const v = rbsolve.viewer; v.clock.set(time); v.stage.render();
      const p = v.runs[0].poseOf("%s", time).elements; const still = v.stage.focus.clone().set(p[12], p[13], p[14]);
      const ground = still.clone().set(0, 0, 1);
      return [v.stage.overlay.place(still), v.stage.overlay.place(ground)].map((q) => q && [q.x, q.y]); }"""
    seen = [loop.evaluate(place % key, time) for time in (0.0, 0.25, 0.5)]
    ridden, ground = np.array(seen, dtype=float).transpose(1, 0, 2)
    assert np.ptp(ridden, axis=0).max() < 0.5
    assert np.ptp(ground, axis=0).max() > 10
    assert loop.evaluate("rbsolve.viewer.stage.overlay.written.some(({text}) => text === 'from space')")


def test_a_picture_is_saved_at_four_times_any_size(loop):
    loop.set_viewport_size({"width": 520, "height": 400})
    loop.evaluate("rbsolve.viewer.stage.resize()")
    wide, high = loop.evaluate("[rbsolve.viewer.stage.host.clientWidth, rbsolve.viewer.stage.host.clientHeight]")
    for scale in (1, 4):
        made = loop.evaluate(
            "scale => { const c = rbsolve.viewer.stage.pictured(scale); return [c.width, c.height] }", scale
        )
        assert made == [scale * wide, scale * high]


def test_every_view_and_mark_has_a_key_or_a_button(loop):
    """The key Tab reaches the whole panel. Keys rotate, zoom, fit, show names, play and step."""
    loop.locator(".scene").focus()
    before = loop.evaluate("[rbsolve.viewer.stage.orbit.azimuth, rbsolve.viewer.stage.orbit.distance]")
    loop.keyboard.press("ArrowLeft")
    loop.keyboard.press("+")
    after = loop.evaluate("[rbsolve.viewer.stage.orbit.azimuth, rbsolve.viewer.stage.orbit.distance]")
    assert after[0] == pytest.approx(before[0] - 0.1)
    assert after[1] < before[1]
    loop.keyboard.press("f")
    until(loop, "before => Math.abs(rbsolve.viewer.stage.orbit.distance / before - 1) < 0.2", before[1])
    loop.keyboard.press(".")
    assert loop.evaluate("rbsolve.viewer.clock.time > rbsolve.viewer.clock.start")
    loop.keyboard.press("o")
    assert loop.evaluate("rbsolve.viewer.stage.orbit.orthographic")
    reached = set()
    for _ in range(60):
        loop.keyboard.press("Tab")
        reached.add(
            loop.evaluate(
                "(document.activeElement.textContent || document.activeElement.getAttribute('aria-label') || '').trim()"
            )
        )
    wanted = ("Camera", "Model", "Show", "Plots", "Values", "Traces", "Save", "Keys", "oblique", "top", "fit")
    assert [word for word in wanted if not any(re.match(word, text) for text in reached)] == []
