"""Decks of URDF models. The decks have the same dynamics as in pinocchio. The tests also compare quantities with closed
forms, and check the lines of diagnostics.
"""

from __future__ import annotations

import numpy as np
import pytest

import rbsolve
from rbsolve.cli import main
from rbsolve.foreign.model import ImportFailed
from rbsolve.foreign.proof import GOAL, prove
from rbsolve.foreign.urdf import read_urdf
from rbsolve.foreign.writing import write_deck
from rbsolve.language.diagnostics import Severity

INERTIA = '<inertia ixx="{}" iyy="{}" izz="{}" ixy="0" ixz="0" iyz="0"/>'
TWO = """<robot name="two">
  <link name="base"/>
  <link name="arm 1">
    <inertial>
      <origin xyz="0.1 0 0.2" rpy="0.3 -0.2 1.1"/> <mass value="2"/>
      <inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="0" iyz="0.05"/>
    </inertial>
    <visual> <geometry> <box size="0.1 0.2 0.3"/> </geometry> </visual>
  </link>
  <link name="mount"/>
  <link name="tool">
    <inertial>
      <origin xyz="0 0.3 0" rpy="0 0 0.4"/> <mass value="1"/>
      <inertia ixx="0.1" iyy="0.2" izz="0.15" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <link name="load">
    <inertial> <mass value="0.5"/> <inertia ixx="0.1" iyy="0.2" izz="0.15" ixy="0" ixz="0" iyz="0"/> </inertial>
  </link>
  <joint name="swing" type="revolute">
    <parent link="base"/> <child link="arm 1"/> <origin xyz="0 0 1" rpy="0.1 0.2 0.3"/> <axis xyz="0 1 1"/>
    <limit lower="0.5" upper="1" effort="3" velocity="2"/> <dynamics damping="0.4" friction="0.1"/>
  </joint>
  <joint name="flange" type="fixed">
    <parent link="arm 1"/> <child link="mount"/> <origin xyz="0 0.2 0" rpy="1.5707963267948966 0 0"/>
  </joint>
  <joint name="reach" type="prismatic">
    <parent link="mount"/> <child link="tool"/> <origin xyz="0.5 0 0" rpy="0 0.7 0"/>
    <limit lower="-1" upper="1" effort="0" velocity="0"/>
  </joint>
  <joint name="hold" type="fixed">
    <parent link="tool"/> <child link="load"/> <origin xyz="0.1 0 0" rpy="0 0.7 0"/>
  </joint>
  <joint name="turn" type="continuous">
    <parent link="load"/> <child link="spinner"/> <axis xyz="0 0 1"/> <mimic joint="swing" multiplier="-2" offset="0.3"/>
  </joint>
  <link name="spinner">
    <inertial> <origin xyz="0.1 0 0"/> <mass value="0.5"/> <inertia ixx="0.1" iyy="0.2" izz="0.15" ixy="0" ixz="0" iyz="0"/> </inertial>
  </link>
</robot>
"""
GRAVITY = np.array([1.0, -2.0, -9.81])


def convert(text, tmp_path, **options):
    path = tmp_path / "model.urdf"
    path.write_text(text)
    model = read_urdf(path, **options)
    return write_deck(model, tuple(GRAVITY)), path


@pytest.mark.parametrize("floating", [False, True])
def test_dynamics_are_those_of_pinocchio(tmp_path, floating):
    pytest.importorskip("pinocchio")
    text = TWO.replace(
        '<link name="base"/>',
        "<link name='base'><inertial><mass value='3'/>" + INERTIA.format(1, 2, 2.5) + "</inertial></link>",
    )
    written, path = convert(text, tmp_path, floating=floating)
    found = prove(written, written.deck.text(), path, GRAVITY)
    assert found.states == 20
    assert found.largest < GOAL


def test_limits_without_effort_and_velocity_are_compared(tmp_path):
    """Many models have limits without effort or velocity, which the reader of pinocchio refuses."""
    pytest.importorskip("pinocchio")
    text = TWO.replace(' effort="3" velocity="2"', "").replace(' effort="0" velocity="0"', ' velocity="1"')
    assert "effort" not in text
    written, path = convert(text, tmp_path)
    assert prove(written, written.deck.text(), path, GRAVITY, 3).largest < GOAL


def test_undeclared_prefixes_are_no_obstacle_to_a_comparison(tmp_path):
    """Files that xacro has written can contain elements of xacro without its namespace."""
    pytest.importorskip("pinocchio")
    left = '<xacro:property name="x" value="1"/><link name="mount" xacro:note="a"/>'
    text = TWO.replace('<link name="mount"/>', left)
    assert left in text
    written, path = convert(text, tmp_path)
    assert prove(written, written.deck.text(), path, GRAVITY, 3).largest < GOAL


def test_a_model_that_the_other_program_refuses_is_told(tmp_path, capsys, monkeypatch):
    pinocchio = pytest.importorskip("pinocchio")

    def refuse(text):
        raise ValueError("The XML stream does not contain a valid URDF model.")

    monkeypatch.setattr(pinocchio, "buildModelFromXML", refuse)
    path = tmp_path / "model.urdf"
    path.write_text(TWO)
    assert main(["import", str(path), "-o", str(tmp_path / "m.deck"), "--prove"]) == 3
    assert "the other program cannot read model.urdf: The XML stream does not" in capsys.readouterr().err


def test_a_wrong_deck_is_not_proved(tmp_path):
    """The proof can fail, because a deck with a different mass differs."""
    pytest.importorskip("pinocchio")
    written, path = convert(TWO, tmp_path)
    changed = written.deck.text().replace("@MASS {2.0}", "@MASS {2.001}")
    found = prove(written, changed, path, GRAVITY, 2)
    assert found.mass > 1e-5
    assert found.gravity > 1e-5


def test_a_link_without_inertia_is_compared_although_no_run_is_possible(tmp_path, capsys):
    """The head is a point mass on the axis of its joint."""
    pytest.importorskip("pinocchio")
    text = f"""<robot name="r"><link name="base"/>
    <link name="arm"><inertial><origin xyz="0.1 0 0.3"/><mass value="2"/>{INERTIA.format(1, 2, 2.5)}</inertial></link>
    <link name="head"><inertial><mass value="1"/>{INERTIA.format(0, 0, 0)}</inertial></link>
    <joint name="swing" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint>
    <joint name="nod" type="continuous"><parent link="arm"/><child link="head"/><origin xyz="0 0.2 1"/>
    <axis xyz="0 0 1"/></joint></robot>"""
    written, path = convert(text, tmp_path)
    found = prove(written, written.deck.text(), path, GRAVITY)
    assert found.states > 0
    assert found.largest <= GOAL
    assert main(["import", str(path), "-o", str(tmp_path / "r.deck"), "--prove"]) == 1
    printed = capsys.readouterr()
    assert "body head can turn about an axis without inertia" in printed.err
    assert "largest relative differences from pinocchio" in printed.out


def test_inertia_is_in_the_axes_of_the_inertial_frame(tmp_path):
    """The inertia is diag(1, 2, 2.5), rotated by 90 degrees about z. For a unit of acceleration about x, 2 N m are
    needed, so 1 N m accelerates the body by 0.5 rad/s^2.
    """
    text = f"""<robot name="r"><link name="base"/><link name="body"><inertial><origin rpy="0 0 1.5707963267948966"/><mass value="1"/>
    {INERTIA.format(1, 2, 2.5)}</inertial></link>
    <joint name="j" type="continuous"><parent link="base"/><child link="body"/><axis xyz="1 0 0"/></joint></robot>"""
    written, _ = convert(text, tmp_path)
    torque = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {two} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {2} } }\n"
    deck = torque + written.deck.text().replace(
        "@REVOLUTE_JOINT_NAME {j} {", "@REVOLUTE_JOINT_NAME {j} { @ACTUATOR {two}"
    )
    results = rbsolve.solve(deck, step=0.01)
    np.testing.assert_allclose(results["body.ANGULAR_VELOCITY"][-1, 0], 1.0, rtol=1e-9)  # rad/s after one second


def test_names_offsets_and_stops(tmp_path):
    written, _ = convert(TWO, tmp_path)
    text = written.deck.text()
    assert "@RIGID_BODY_NAME {arm_1}" in text
    assert "! model.urdf:3: link arm 1" in text
    assert "@STOPS {0.5, 1.0, #stop_moment, #stop_damping}" in text
    assert "@RATIO {-2.0}" in text
    assert "@EULER_ANGLES_321 {0.0, 0.0, 90.0}" in text
    assert written.bodies[2] == "arm_1"  # a massless link on a fixed joint belongs to the parent of the joint
    assert not [finding for finding in rbsolve.check(text) if finding.severity is not Severity.NOTE]


def test_mimic_joints_keep_their_offset(tmp_path):
    """In the reference configuration, the follower is at its offset, so its frame is rotated by 0.3 rad."""
    written, _ = convert(TWO, tmp_path)
    model = rbsolve.load(written.deck.text())
    turned = np.array(model.frames["load"])[:3, :3].T @ np.array(model.frames["spinner"])[:3, :3]
    np.testing.assert_allclose(turned[:2, 0], [np.cos(0.3), np.sin(0.3)], atol=1e-14)


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ('type="prismatic"', 'type="conveyor"', 27, "conveyor"),
        ('<box size="0.1 0.2 0.3"/>', '<mesh filename="http://host/a.stl"/>', 8, "not downloaded"),
        ('<box size="0.1 0.2 0.3"/>', '<mesh filename="package://a/b.stl"/>', 8, "not found"),
        ('<robot name="two">', '<robot name="two"> <gazebo/>', 1, "gazebo"),
        ('<mass value="0.5"/>', '<mass value="0"/>', 34, "moves no mass"),
    ],
)
def test_what_has_no_counterpart_is_told_with_its_line(tmp_path, old, new, line, word):
    written, _ = convert(TWO.replace(old, new), tmp_path)
    assert line in {finding.line for finding in written.model.findings if word in finding.message}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("<robot", "unclosed"),
        ('<!DOCTYPE r [<!ENTITY a "aaaa">]><robot name="&a;"/>', "document type"),
        ('<!DOCTYPE r SYSTEM "file:///etc/passwd"><robot/>', "document type"),
        ("<a>" * 300, "levels"),
        ("<sdf/>", "expected <robot>"),
        (TWO.replace('<child link="tool"/>', '<child link="nothing"/>'), "not a link"),
        (TWO.replace('<child link="tool"/>', '<child link="mount"/>'), "two joints"),
        (TWO.replace('xyz="0 1 1"', 'xyz="0 0 0"'), "no length"),
        (TWO.replace('xyz="0 1 1"', 'xyz="0 1 nan"'), "finite"),
    ],
)
def test_files_that_are_no_model_are_refused(tmp_path, text, word):
    path = tmp_path / "model.urdf"
    path.write_text(text)
    with pytest.raises(ImportFailed) as failed:
        read_urdf(path)
    assert any(word in finding.message for finding in failed.value.findings)


def test_the_command_writes_a_deck_with_its_meshes(tmp_path, capsys):
    mesh = tmp_path / "robots" / "parts" / "a.STL"
    mesh.parent.mkdir(parents=True)
    corners = ["0 0 0", "1 0 0", "0 1 0"]
    mesh.write_text(
        "solid a\nfacet normal 0 0 1\nouter loop\n"
        + "".join(f"vertex {c}\n" for c in corners)
        + "endloop\nendfacet\nendsolid\n"
    )
    source = tmp_path / "robots" / "urdf" / "model.urdf"
    source.parent.mkdir()
    source.write_text(
        TWO.replace('<box size="0.1 0.2 0.3"/>', '<mesh filename="package://robots/parts/a.STL" scale="2 2 2"/>')
    )
    output = tmp_path / "model.deck"
    assert main(["import", str(source), "-o", str(output), "--gravity=0,0,-1"]) == 0
    assert (tmp_path / "meshes" / "a.stl").read_bytes() == mesh.read_bytes()
    assert not [f for f in rbsolve.check(output) if f.severity is Severity.ERROR]
    assert "@GRAVITY_VECTOR {0.0, 0.0, -1.0}" in output.read_text()
    assert "limits of effort" in capsys.readouterr().err


def test_exit_codes(tmp_path, capsys):
    bad = tmp_path / "bad.urdf"
    bad.write_text("<robot")
    assert main(["import", str(bad)]) == 1
    assert main(["import", str(tmp_path / "none.urdf")]) == 4
    capsys.readouterr()
    for other in ("model.dae", "model.deck"):
        assert main(["import", str(tmp_path / other)]) == 2
        assert f"{other} is none of .urdf, .xml, .sdf" in capsys.readouterr().err
    assert main(["import", str(bad), "--gravity", "down"]) == 2


def test_a_capsule_is_imported_as_one(tmp_path):
    """The length of a URDF capsule is the length of its cylinder, as in a deck."""
    visual = '<visual><origin xyz="0 0 0.2"/><geometry><capsule radius="0.1" length="0.5"/></geometry></visual>'
    text = TWO.replace('<link name="mount"/>', f'<link name="mount">{visual}</link>')
    written, _ = convert(text, tmp_path)
    deck = written.deck.text()
    assert "@SHAPE_TYPE {CAPSULE}" in deck
    assert "@DIMENSIONS {0.1, 0.5}" in deck
    assert "SPHERE" not in deck


def test_a_difference_by_an_impossible_inertia_names_the_link(tmp_path, capsys):
    """The deck of a link with a negative principal moment differs from pinocchio. Apart from this difference, the proof
    finds no difference.
    """
    pytest.importorskip("pinocchio")
    path = tmp_path / "bad.urdf"
    path.write_text(
        TWO.replace('<inertia ixx="1" iyy="2" izz="2.5" ixy="0.1"', '<inertia ixx="1" iyy="2" izz="2.5" ixy="2"')
    )
    output = tmp_path / "new" / "folder" / "bad.deck"
    assert main(["import", str(path), "-o", str(output), "--prove"]) == 3
    said = capsys.readouterr().err
    assert "the import changed the inertia of link arm 1; with the same changes in the model of pinocchio" in said
    written, _ = convert(path.read_text(), tmp_path)
    found = prove(written, written.deck.text(), path, GRAVITY)
    assert found.largest > 1e-3
    assert found.as_changed is not None
    assert found.as_changed < GOAL
