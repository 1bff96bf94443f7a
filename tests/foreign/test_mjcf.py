"""Decks of MJCF models. The decks have the same dynamics as in MuJoCo. The tests also check actuators, loops, gears,
and the lines of diagnostics.
"""

from __future__ import annotations

import numpy as np
import pytest

import rbsolve
from rbsolve.cli import main
from rbsolve.foreign.proof import GOAL, prove
from rbsolve.foreign.writing import gravity_of, write_deck
from rbsolve.language.diagnostics import Severity
from rbsolve.pipeline import check_deck

pytest.importorskip("mujoco", reason="MuJoCo, which compiles MJCF, is not installed")
from rbsolve.foreign.mjcf import read_mjcf

MODEL = """<mujoco model="arm">
  <compiler angle="degree" eulerseq="zyx"/>
  <option gravity="0 1 -9" timestep="0.002"/>
  <default>
    <joint armature="0.03" damping="0.2"/>
    <default class="stiff"> <joint stiffness="4" springref="10" limited="true" range="-40 50"/> </default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="float" pos="0 0 2" euler="10 20 30">
      <freejoint name="free"/>
      <geom type="box" size="0.1 0.2 0.3" mass="3"/>
      <body name="upper" pos="0.1 0.2 0.3" euler="40 5 6">
        <joint name="a" type="hinge" axis="0 1 1" pos="0 0 0.1" class="stiff"/>
        <joint name="b" type="slide" axis="1 0 0" ref="0.2"/>
        <joint name="c" type="hinge" axis="1 0 1" ref="15"/>
        <geom type="capsule" fromto="0 0 0 0.3 0.1 0" size="0.05"/>
        <body pos="0.3 0 0" euler="0 0 20">
          <joint name="ball" type="ball" pos="0.05 0 0" armature="0"/>
          <geom type="ellipsoid" size="0.1 0.05 0.02" pos="0.1 0.05 0"/>
          <site name="tip"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="push" joint="b" gear="3" ctrllimited="true" ctrlrange="-1 1"/>
    <position name="servo" joint="a" kp="20" kv="2"/>
    <motor name="jet" site="tip"/>
  </actuator>
</mujoco>
"""


def convert(text, tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(text)
    return write_deck(read_mjcf(path)), path


def test_a_capsule_is_imported_as_one(tmp_path):
    """The distances of the ends are 0.3 and 0.1 m. The second size of the geom in MuJoCo is half of the length."""
    text = convert(MODEL, tmp_path)[0].deck.text()
    dimensions = text.split("@SHAPE_TYPE {CAPSULE}")[1].split("@DIMENSIONS {")[1].split("}")[0]
    radius, length = (float(x) for x in dimensions.split(","))
    assert radius == pytest.approx(0.05, abs=1e-12)
    assert length == pytest.approx(np.hypot(0.3, 0.1), abs=1e-12)
    assert "_head" not in text


def test_dynamics_are_those_of_mujoco(tmp_path):
    """The models have defaults, classes, Euler sequences, references, armatures, several joints of a body, a ball and a
    free root.
    """
    written, path = convert(MODEL, tmp_path)
    found = prove(written, written.deck.text(), path, np.array(gravity_of(written.model, None)))
    assert found.states == 20
    assert found.largest < GOAL


def test_springs_and_servos_push_as_in_mujoco(tmp_path):
    """The test compares accelerations at the start. The model is a hinge with a spring, a damper, an armature and a
    servo whose input is zero.
    """
    import mujoco

    text = """<mujoco><option timestep="1e-4"/><worldbody><body><joint name="j" axis="0 1 0" ref="20" stiffness="3" springref="50"
    damping="0.4" armature="0.05"/><geom type="box" size="0.3 0.1 0.1" pos="0.3 0 0" mass="1"/></body></worldbody>
    <actuator><position name="s" joint="j" kp="7" kv="0.6"/></actuator></mujoco>"""
    written, path = convert(text, tmp_path)
    source = mujoco.MjModel.from_xml_path(str(path))
    source.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    source.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data = mujoco.MjData(source)
    deck = written.deck
    deck.sensor("angle", sensor_type="RELATIVE_ROTATION", object_name="j")
    results = rbsolve.solve(deck, step=1e-3, t_end=0.2)
    while data.time < 0.2 - 1e-9:
        mujoco.mj_step(source, data)
    np.testing.assert_allclose(results["angle"][-1, 0], data.qpos[0] - source.qpos0[0], rtol=2e-5)


@pytest.mark.parametrize(("limits", "start"), [("-1 1", 0.0), ("0.002 0.037", 0.002), ("-3 -2", -2.0)])
def test_an_input_starts_within_its_limits(tmp_path, limits, start):
    """MuJoCo also moves a zero control into the range of the control."""
    written = convert(MODEL.replace('ctrlrange="-1 1"', f'ctrlrange="{limits}"'), tmp_path)[0]
    checked = check_deck(written.deck.text())
    assert not checked.has_errors
    (push,) = (block for block in checked.compiled.description.all_of("SIGNAL") if block.name == "push_input")
    assert push["INITIAL_VALUE"] == start


def test_what_the_deck_says(tmp_path):
    written, _ = convert(MODEL, tmp_path)
    text = written.deck.text()
    assert "! model.xml:14: joint a" in text
    assert "@LIMITS {-1.0, 1.0}" in text
    assert "@GRAVITY_VECTOR {0.0, 1.0, -9.0}" in text
    lines = {
        finding.line: finding.message for finding in written.model.findings if finding.severity is Severity.WARNING
    }
    assert list(lines) == [29]
    assert "jet" in lines[29]
    assert not [finding for finding in rbsolve.check(text) if finding.severity is Severity.ERROR]


def test_loops_and_gears(tmp_path):
    text = """<mujoco><worldbody>
    <body name="crank"><joint name="x" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size="0.1"/></body>
    <body name="follower" pos="2 0 0"><joint name="y" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 -1 0 0" size="0.1"/></body>
    <body name="wheel" pos="0 3 0"><joint name="z" axis="0 1 0"/><geom size="0.2"/></body></worldbody>
    <equality>
      <connect body1="crank" body2="follower" anchor="1 0 0"/>
      <joint joint1="z" joint2="x" polycoef="0 -2 0 0 0"/>
      <joint joint1="z" polycoef="1 0 0 0 0"/>
    </equality></mujoco>"""
    written, _ = convert(text, tmp_path)
    deck = written.deck.text()
    assert "@SPHERICAL_JOINT_DEFINITION" in deck
    assert "@AT_POINT {1.0, 0.0, 0.0}" in deck
    assert "@RATIO {-2.0}" in deck
    assert [finding.line for finding in written.model.findings if finding.severity is Severity.WARNING] == [8]


def test_includes_are_read_and_errors_have_lines(tmp_path, capsys):
    (tmp_path / "inner.xml").write_text(
        "<mujoco><worldbody>\n<body name='b'><joint name='j'/><geom size='1'/></body></worldbody></mujoco>"
    )
    outer = tmp_path / "outer.xml"
    outer.write_text("<mujoco>\n<include file='inner.xml'/>\n</mujoco>")
    output = tmp_path / "outer.deck"
    assert main(["import", str(outer), "-o", str(output), "--prove"]) == 0
    assert "! inner.xml:2: link b" in output.read_text()
    outer.write_text("<mujoco>\n<nonsense/></mujoco>")
    assert main(["import", str(outer), "-o", str(output)]) == 1
    assert "outer.xml:2" in capsys.readouterr().err


def test_includes_with_backslashes_and_beside_the_including_file(tmp_path, capsys):
    """MuJoCo finds both files, and comments in the deck name the lines of these files."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "inner.xml").write_text("<mujoco>\n<include file='last.xml'/></mujoco>")
    last = tmp_path / "parts" / "last.xml"
    last.write_text("<mujoco><worldbody>\n<body name='b'><joint name='j'/><geom size='1'/></body></worldbody></mujoco>")
    outer = tmp_path / "outer.xml"
    outer.write_text("<mujoco>\n<include file='parts\\inner.xml'/>\n</mujoco>")
    output = tmp_path / "outer.deck"
    assert main(["import", str(outer), "-o", str(output), "--prove"]) == 0
    assert "last.xml:2: link b" in output.read_text()
    last.unlink()
    assert main(["import", str(outer), "-o", str(output)]) == 1
    message = capsys.readouterr().err
    assert "inner.xml:2:1: error[include-error]: the included file last.xml does not exist" in message


@pytest.mark.parametrize(("pose", "told"), [("", False), ("1.5 0 0.2 1 0 0 0", True)])
def test_a_weld_in_another_pose_is_told(tmp_path, pose, told):
    held = f'relpose="{pose}"' if pose else ""
    text = f"""<mujoco><worldbody>
    <body name="a" pos="0 0 1" euler="10 20 30"><freejoint/><geom size="0.1"/></body>
    <body name="b" pos="1 0 1" euler="0 40 0"><freejoint/><geom size="0.1"/></body></worldbody>
    <equality><weld body1="a" body2="b" {held}/></equality></mujoco>"""
    written, _ = convert(text, tmp_path)
    lines = [f.line for f in written.model.findings if "a different pose" in f.message]
    assert lines == ([4] if told else [])
    assert "@RIGID_JOINT_DEFINITION" in written.deck.text()


def test_a_difference_by_the_armature_of_a_ball_names_the_joint(tmp_path):
    """A deck cannot represent the armature of ball joints. The mass matrix differs only by the armature, and `--prove`
    reports the armature."""
    text = """<mujoco><worldbody><body name="arm"><joint name="x" axis="0 1 0"/><geom size="0.1" pos="1 0 0"/>
    <body name="b" pos="2 0 0"><joint name="ball" type="ball" armature="0.1"/><geom type="box" size="0.1 0.2 0.3" pos="0 1 0"/></body>
    </body></worldbody></mujoco>"""
    written, path = convert(text, tmp_path)
    found = prove(written, written.deck.text(), path, np.array(gravity_of(written.model, None)))
    assert found.changes == ("the armature of joint ball",)
    assert found.mass > 1e-6
    assert found.as_changed is not None
    assert found.as_changed < GOAL


def test_springs_and_dampers_of_balls_push_as_in_mujoco(tmp_path):
    """The stiffness and the damping of a ball act on all three rotations."""
    import mujoco

    text = """<mujoco><option timestep="1e-4" integrator="RK4"><flag contact="disable"/></option>
    <worldbody><body name="arm" quat="0.9 0.1 0.2 0.3"><joint name="j" axis="0 1 0"/>
    <geom type="box" size="0.3 0.1 0.1" pos="0.3 0 0" mass="1"/><body name="bob" pos="0.6 0 0">
    <joint name="ball" type="ball" damping="0.15" stiffness="2"/>
    <geom type="box" size="0.1 0.2 0.3" pos="0.1 0.2 0.1" mass="1"/></body></body></worldbody></mujoco>"""
    written, path = convert(text, tmp_path)
    source = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(source)
    written.deck.sensor("place", sensor_type="ORIENTATION", object_name="bob")
    results = rbsolve.solve(written.deck, integrator="RK44", step=1e-3, t_end=0.5)
    while data.time < 0.5 - 1e-5:
        mujoco.mj_step(source, data)
    mujoco.mj_forward(source, data)
    np.testing.assert_allclose(results["place"][-1], data.body("bob").xmat, atol=1e-7)


def test_friction_of_balls_is_reported(tmp_path):
    text = """<mujoco><worldbody><body><joint name="ball" type="ball" frictionloss="0.1"/><geom size="0.1" pos="1 0 0"/></body>
    </worldbody></mujoco>"""
    written, _ = convert(text, tmp_path)
    said = [finding.message for finding in written.model.findings]
    assert any("friction of the ball joint ball acts along" in message for message in said)
    assert "@FRICTION_FORCE {0.1, 0.1, 0.1}" in written.deck.text()


HINGE = """<mujoco><option gravity="{gravity}"/><worldbody><body pos="0.1 0 0">
<inertial pos="0.05 -0.0002 -0.016" mass="0.2" fullinertia="0.00014 0.0003 0.00039 1e-6 2e-6 3e-6"/>
<joint name="h" axis="{axis}" armature="1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize(
    ("gravity", "axis"), [("0 0 0", "0 1 0"), ("0 0 -9.81", "1e-9 0 1"), ("0 0 -9.81", "0.6 0 0.8")]
)
def test_forces_that_are_round_off_are_proved(tmp_path, gravity, axis):
    """A single hinge has no bias force, and no gravity force about a vertical axis."""
    written, path = convert(HINGE.format(gravity=gravity, axis=axis), tmp_path)
    found = prove(written, written.deck.text(), path, np.array(gravity_of(written.model, None)))
    assert found.states == 20
    assert found.largest <= GOAL


def test_a_small_gravity_force_that_is_wrong_is_not_proved(tmp_path):
    """The axis is inclined by 1e-6 rad, so the gravity force is 1e-7 N m."""
    written, path = convert(HINGE.format(gravity="0 0 -9.81", axis="1e-6 0 1"), tmp_path)
    wrong = written.deck.text().replace("@MASS {0.2}", "@MASS {0.21}")
    assert wrong != written.deck.text()
    assert prove(written, wrong, path, np.array(gravity_of(written.model, None))).gravity > GOAL
