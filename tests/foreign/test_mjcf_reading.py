"""Elements of MJCF files that are unusual or have no counterpart. The tests compare messages, their places, and the values
of the model.
"""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.foreign import mjcf_lines
from rbsolve.foreign.model import ImportFailed
from rbsolve.foreign.writing import gravity_of, write_deck
from rbsolve.language.diagnostics import Severity

pytest.importorskip("mujoco", reason="MuJoCo, which compiles MJCF, is not installed")
from rbsolve.foreign.mjcf import read_mjcf
from rbsolve.foreign.proof import GOAL, prove

BALL = '<geom name="g" size="0.1" contype="0"/>'


def read(tmp_path, *lines):
    """Return the model of a file. The first of the lines is line 2."""
    path = tmp_path / "model.xml"
    path.write_text("\n".join(["<mujoco>", *lines, "</mujoco>"]))
    return read_mjcf(path)


def jointed(tmp_path, joint, *more):
    """Return the model of a body with a joint in line 3, and with more elements from line 5 on."""
    return read(
        tmp_path,
        "<worldbody><body>",
        joint,
        '<geom size="0.1" contype="0" conaffinity="0"/></body></worldbody>',
        *more,
    )


def said(model, severity=Severity.WARNING):
    return [(f.line, f.message) for f in model.findings if f.severity is severity]


def test_another_root_is_refused_without_a_compilation(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text("<!-- a -->\n <model/>")
    with pytest.raises(ImportFailed) as failed:
        read_mjcf(path)
    (finding,) = failed.value.findings
    assert (finding.code.value, finding.line, finding.column) == ("syntax-error", 2, 2)
    assert finding.message == "expected <mujoco>, found <model>"


@pytest.mark.parametrize(
    ("joint", "message"),
    [
        (
            '<joint name="j" type="ball" limited="true" range="0 40"/>',
            "the limit of the ball joint j has no counterpart",
        ),
        ('<joint name="j" type="ball" armature="0.5"/>', "the armature of the ball joint j has no counterpart"),
        (
            '<joint name="j" actuatorfrclimited="true" actuatorfrcrange="-1 1"/>',
            "the limit of actuator forces on joint j has no counterpart",
        ),
        (
            '<joint name="j" type="free" damping="0.5"/>',
            "damping, friction, stiffness and armature of the free joint j are ignored",
        ),
        ('<joint name="j" range="-1 1"/>', None),
        ('<joint name="j" type="ball"/>', None),
        ('<joint name="j" type="free"/>', None),
    ],
)
def test_properties_of_joints_without_a_counterpart_are_told(tmp_path, joint, message):
    model = jointed(tmp_path, joint)
    assert said(model) == ([] if message is None else [(3, message)])


@pytest.mark.parametrize(
    ("attribute", "told"),
    [('stiffness="1 0 2"', True), ('damping="1 0.5"', True), ('stiffness="1" damping="1"', False)],
)
def test_nonlinear_stiffness_and_damping_become_linear(tmp_path, attribute, told):
    try:
        model = jointed(tmp_path, f'<joint name="j" {attribute}/>')
    except ImportFailed:
        pytest.skip("this version of MuJoCo has no nonlinear springs")
    assert said(model) == ([(3, "the nonlinear stiffness or damping of joint j becomes linear")] if told else [])


def test_a_body_that_a_program_moves_is_at_rest(tmp_path):
    model = read(tmp_path, "<worldbody>", '<body name="hand" mocap="true">', BALL, "</body></worldbody>")
    assert said(model) == [(3, "body hand is moved by a program (mocap): it is at rest in the deck")]
    assert model.links[1].joint.kind == "RIGID"


def test_gravity_compensation_is_told(tmp_path):
    lines = ("<worldbody>", '<body name="b" gravcomp="1"><joint/>', BALL, "</body></worldbody>")
    assert said(read(tmp_path, *lines)) == [(3, "the gravity compensation of body b has no counterpart")]


@pytest.mark.parametrize(
    ("options", "gravity"),
    [
        ('<option gravity="1 2 3"/>', (1.0, 2.0, 3.0)),
        ('<option gravity="1 2 3"><flag gravity="disable"/></option>', (0.0, 0.0, 0.0)),
        ("", (0.0, 0.0, -9.81)),
    ],
)
def test_gravity_can_be_disabled(tmp_path, options, gravity):
    assert gravity_of(jointed(tmp_path, "<joint/>", options), None) == gravity


@pytest.mark.parametrize("option", ['density="1.2"', 'viscosity="0.1"'])
def test_fluid_forces_are_told_at_the_options(tmp_path, option):
    model = jointed(tmp_path, "<joint/>", f"<option {option}/>")
    assert said(model) == [(5, "fluid forces have no counterpart")]


def test_elements_that_do_not_act_are_notes_and_those_that_act_are_warnings(tmp_path):
    tendon = [
        "<tendon>",
        '<fixed name="t"><joint joint="j" coef="1"/></fixed>',
        "</tendon>",
    ]
    others = [
        "<sensor>",
        '<jointpos joint="j"/>',
        '<jointvel joint="j"/></sensor>',
        "<keyframe>",
        '<key qpos="0.5"/></keyframe>',
    ]
    model = jointed(tmp_path, '<joint name="j"/>', *tendon, *others)
    assert said(model) == [(6, "tendons have no counterpart")]
    sensors = "sensors are not imported: add the sensors that you need"
    keys = "keyframes are not imported: the deck starts at the reference configuration"
    assert said(model, Severity.NOTE) == [(9, sensors), (10, sensors), (12, keys)]


@pytest.mark.parametrize(("own", "told"), [("", True), ('contype="0"', False), ('conaffinity="0"', False)])
def test_contacts_that_are_not_imported_are_told_once(tmp_path, own, told):
    """A geom can touch another one only if both of its masks have bits."""
    model = read(tmp_path, f'<worldbody><geom size="1" {own}/><geom size="2" {own}/></worldbody>')
    message = "contacts between geoms are not imported: add @CONTACT_DEFINITION for the contacts that you need"
    assert said(model, Severity.NOTE) == ([(1, message)] if told else [])


def test_an_equality_that_is_not_active_is_told(tmp_path):
    equality = ["<equality>", '<joint name="e" joint1="j" polycoef="1 0 0 0 0" active="false"/></equality>']
    model = jointed(tmp_path, '<joint name="j"/>', *equality)
    assert said(model) == [(6, "the equality e is not active and not imported")]
    assert model.gears == []


@pytest.mark.parametrize(
    ("range_", "gear", "most", "told"),
    [("-3 3", "2", 6.0, False), ("-3 3", "-2", 6.0, False), ("-3 4", "2", None, True)],
)
def test_limits_of_the_force_of_an_actuator(tmp_path, range_, gear, most, told):
    motor = f'<motor name="m" joint="j" gear="{gear}" forcelimited="true" forcerange="{range_}"/></actuator>'
    model = jointed(tmp_path, '<joint name="j"/>', "<actuator>", motor)
    assert said(model) == ([(6, "the unequal limits of force of actuator m have no counterpart")] if told else [])
    (link,) = (link for link in model.links if link.joint.motors)
    (found,) = link.joint.motors
    assert (found.gain, found.most) == (float(gear), most)
    assert ("@TORQUE_LIMIT {6.0}" in write_deck(model).deck.text()) is (most == 6.0)


@pytest.mark.parametrize("word", ["armature", "damping"])
def test_armature_and_damping_of_an_actuator_are_told(tmp_path, word):
    motor = f'<motor name="m" joint="j" {word}="0.5"/></actuator>'
    try:
        model = jointed(tmp_path, '<joint name="j"/>', "<actuator>", motor)
    except ImportFailed:
        pytest.skip("this version of MuJoCo has no such attribute")
    assert said(model) == [(6, f"the {word} of actuator m has no counterpart")]


def test_a_servo_has_the_stiffness_and_the_bias_of_its_gear(tmp_path):
    """The force is gear (kp u - kp gear q - kv gear q'), with q = ours + 0.5 rad."""
    servo = '<actuator><position name="s" joint="j" kp="20" kv="3" gear="2"/></actuator>'
    model = jointed(tmp_path, '<joint name="j" ref="28.64788975654116"/>', servo)
    (link,) = (link for link in model.links if link.joint.motors)
    (motor,) = link.joint.motors
    assert (motor.gain, motor.stiffness, motor.damping) == (40.0, 80.0, 12.0)
    assert motor.bias == pytest.approx(-40.0, rel=1e-14)


@pytest.mark.parametrize(
    ("geom", "kind", "dimensions"),
    [
        ('type="plane" size="0 2 1"', "PLANE", (10.0, 4.0)),
        ('type="plane" size="1.5 0 1"', "PLANE", (3.0, 10.0)),
        ('type="sphere" size="0.5"', "SPHERE", (0.5,)),
        ('type="box" size="1 2 3"', "BOX", (2.0, 4.0, 6.0)),
        ('type="ellipsoid" size="1 2 3"', "ELLIPSOID", (1.0, 2.0, 3.0)),
        ('type="cylinder" size="1 2"', "CYLINDER", (1.0, 4.0)),
        ('type="capsule" size="1 2"', "CAPSULE", (1.0, 4.0)),
    ],
)
def test_shapes_have_full_lengths(tmp_path, geom, kind, dimensions):
    model = read(tmp_path, f'<worldbody><geom {geom} rgba="1 0 0.2 0.25"/></worldbody>')
    (shape,) = model.links[0].shapes
    assert (shape.name, shape.kind, shape.dimensions) == ("world_1", kind, dimensions)
    assert (shape.colour, shape.opacity) == ("#ff0033", 0.25)


@pytest.mark.parametrize(("rgba", "colour", "opacity"), [("", "#00ff66", 0.5), ('rgba="1 0 0 1"', "#ff0000", 1.0)])
def test_a_geom_without_a_colour_has_that_of_its_material(tmp_path, rgba, colour, opacity):
    asset = '<asset><material name="m" rgba="0 1 0.4 0.5"/></asset>'
    model = read(tmp_path, asset, f'<worldbody><geom size="1" material="m" {rgba}/></worldbody>')
    (shape,) = model.links[0].shapes
    assert (shape.colour, shape.opacity) == (colour, opacity)


def test_visual_geoms_hide_those_that_collide(tmp_path):
    geoms = ['<geom name="a" size="1"/>', '<geom name="b" size="1" contype="0" conaffinity="0"/>']
    half = '<geom name="c" size="1" contype="0"/>'
    assert [s.name for s in read(tmp_path, "<worldbody>", *geoms, half, "</worldbody>").links[0].shapes] == ["b"]
    shapes = read(tmp_path, "<worldbody>", geoms[0], half, "</worldbody>").links[0].shapes
    assert [(s.name, s.span.line) for s in shapes] == [("a", 3), ("c", 4)]


def test_a_height_field_has_no_counterpart_and_a_mesh_becomes_triangles(tmp_path):
    """A tetrahedron has 4 triangles. MuJoCo moves its corners into principal axes about the centre of mass; their
    distances are as in the file. A second geom with the mesh shares the file.
    """
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]])
    vertices = " ".join(str(x) for x in corners.ravel())
    field = '<hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/>'
    mesh = f'<mesh name="m 1" vertex="{vertices}"/>'
    model = read(
        tmp_path,
        f"<asset>{field}{mesh}</asset><worldbody>",
        '<geom name="f" type="hfield" hfield="h"/>',
        '<geom name="g" type="mesh" mesh="m 1"/>',
        '<geom name="i" type="mesh" mesh="m 1"/></worldbody>',
    )
    assert said(model) == [(3, "geom f of type hfield has no counterpart and is not imported")]
    shapes = model.links[0].shapes
    assert [(s.name, s.kind, s.dimensions, s.file) for s in shapes] == [
        (name, "MESH", (1.0, 1.0, 1.0), "meshes/m_1_0.stl") for name in ("g", "i")
    ]
    (content,) = model.meshes.values()
    assert content[80:84] == (4).to_bytes(4, "little")
    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    found = np.frombuffer(content[84:], kind)["corners"]
    assert len(found) == 4
    sides = np.linalg.norm(found - np.roll(found, 1, axis=1), axis=2)
    expected = sorted(2 * [float(np.linalg.norm(corners[i] - corners[j])) for i in range(4) for j in range(i)])
    np.testing.assert_allclose(np.sort(sides.ravel()), expected, rtol=1e-6)


def test_places_of_bodies_in_frames(tmp_path):
    """A frame has no body, so its children belong to the body around it."""
    lines = [
        "<worldbody>",
        '<frame pos="0 0 1">',
        '<body name="a"><frame>',
        '<joint name="j"/>',
        BALL,
        '</frame><body name="b">',
        '<geom name="x" size="1"/></body></body></frame>',
        '<body name="c"><geom name="y" size="1"/></body></worldbody>',
    ]
    model = read(tmp_path, *lines)
    assert [(link.name, link.span.line) for link in model.links] == [("world", 2), ("a", 4), ("b", 7), ("c", 9)]
    assert model.links[1].joint.span.line == 5
    assert [(s.name, s.span.line) for link in model.links for s in link.shapes] == [("g", 6), ("x", 8), ("y", 9)]


def test_places_of_generated_bodies_are_the_place_of_the_model(tmp_path):
    """MuJoCo generates three bodies from one, so the bodies of the file do not have the numbers of those of the model."""
    lines = [
        "<worldbody>",
        '<replicate count="3" offset="1 0 0">',
        "<body><joint/>",
        BALL,
        "</body></replicate></worldbody>",
    ]
    model = read(tmp_path, *[line.replace(' name="g"', "") for line in lines])
    assert [link.span.line for link in model.links] == [1, 1, 1, 1]
    assert {link.joint.span.line for link in model.links} == {1}


def test_the_number_of_includes_is_limited(tmp_path, monkeypatch):
    (tmp_path / "part.xml").write_text("<mujoco><option/></mujoco>")
    monkeypatch.setattr(mjcf_lines, "MOST_INCLUDES", 2)
    include = '<include file="part.xml"/>'
    path = tmp_path / "model.xml"
    path.write_text("\n".join(["<mujoco>", include, include, "</mujoco>"]))
    assert [child.tag for child in mjcf_lines.read_with_includes(path).children] == ["option", "option"]
    path.write_text("\n".join(["<mujoco>", include, include, include, "</mujoco>"]))
    with pytest.raises(ImportFailed) as failed:
        mjcf_lines.read_with_includes(path)
    (finding,) = failed.value.findings
    assert (finding.code.value, finding.line, finding.message) == ("include-error", 4, "there are more than 2 includes")


def test_a_deck_with_a_loop_is_compared_without_the_loop(tmp_path):
    """MuJoCo's mass matrix contains no loops."""
    bar = '<geom type="capsule" fromto="0 0 0 {} 0 0" size="0.1"/></body>'
    lines = [
        '<worldbody><body name="a"><joint axis="0 1 0"/>' + bar.format(1),
        '<body name="b" pos="2 0 0"><joint axis="0 1 0"/>' + bar.format(-1) + "</worldbody>",
        '<equality><connect body1="a" body2="b" anchor="1 0 0"/></equality>',
    ]
    model = read(tmp_path, *lines)
    written = write_deck(model)
    before = len(list(model.findings))
    found = prove(written, written.deck.text(), tmp_path / "model.xml", np.array(gravity_of(model, None)), 3)
    assert found.states == 3
    assert found.oracle == "MuJoCo"
    assert found.largest < GOAL
    assert len(list(model.findings)) == before
    assert "@SPHERICAL_JOINT_DEFINITION" in written.deck.text()
