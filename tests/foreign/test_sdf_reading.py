"""Elements of SDF files that are unusual or have no counterpart. The tests compare messages, their places, and the values
of the model.
"""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.foreign.model import ImportFailed
from rbsolve.foreign.sdf import read_sdf
from rbsolve.foreign.writing import write_deck
from rbsolve.language.diagnostics import Severity

INERTIA = "<inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz></inertia>"
MASS = f"<inertial><mass>2</mass>{INERTIA}</inertial>"
QUARTER = "1.5707963267948966"


def model_of(*lines, version="1.7"):
    """Return a file with two links, b rotated by 90 degrees about z. The first of the lines is line 4 of the file."""
    start = [
        f'<sdf version="{version}"><model name="r">',
        f'<link name="a">{MASS}</link>',
        f'<link name="b"><pose>1 2 3 0 0 {QUARTER}</pose>{MASS}</link>',
    ]
    return "\n".join([*start, *lines, "</model></sdf>"])


def jointed(kind, *lines, **options):
    """Return a file with the joint j. The first of the lines is line 5 of the file."""
    return model_of(f'<joint name="j" type="{kind}"><parent>a</parent><child>b</child>', *lines, "</joint>", **options)


def read(tmp_path, text):
    path = tmp_path / "model.sdf"
    path.write_text(text)
    return read_sdf(path)


def said(model, severity=Severity.WARNING):
    return [(f.line, f.message) for f in model.findings if f.severity is severity]


def link_of(model, name):
    return next(link for link in model.links if link.name == name)


def test_only_the_first_model_is_imported_with_the_gravity_of_its_world(tmp_path):
    link = f'<link name="a">{MASS}</link>'
    text = (
        f'<sdf version="1.7"><world name="w"><gravity>1 2 -3</gravity>\n<model name="r">{link}</model>\n'
        f'<model name="s">{link}</model></world></sdf>'
    )
    model = read(tmp_path, text)
    assert model.name == "r"
    assert model.gravity.tolist() == [1.0, 2.0, -3.0]
    assert said(model) == [(3, "model s is not imported: a deck contains only the first")]
    assert "@GRAVITY_VECTOR {1.0, 2.0, -3.0}" in write_deck(model).deck.text()
    assert "@GRAVITY_VECTOR {0.0, 0.0, -4.0}" in write_deck(model, (0.0, 0.0, -4.0)).deck.text()


def test_a_gravity_of_two_numbers_is_refused_at_its_place(tmp_path):
    text = '<sdf><world name="w">\n<gravity>0 -9.81</gravity><model name="r"/></world></sdf>'
    with pytest.raises(ImportFailed) as failed:
        read(tmp_path, text)
    assert [(f.line, f.message) for f in failed.value.findings] == [(2, "<gravity> is not 3 finite numbers")]


def test_unknown_elements_of_models_are_warnings(tmp_path):
    model = read(tmp_path, model_of("<plugin/>", "<self_collide>true</self_collide>", "<grasp/>"))
    assert said(model) == [
        (4, "<plugin> has no counterpart and is not imported"),
        (6, "<grasp> has no counterpart and is not imported"),
    ]


@pytest.mark.parametrize(
    ("static", "kind"),
    [
        ("", "FREE"),
        ("<static>false</static>", "FREE"),
        ("<static>0</static>", "FREE"),
        ("<static> true </static>", "RIGID"),
        ("<static>1</static>", "RIGID"),
    ],
)
def test_links_without_a_joint_are_free_unless_the_model_is_static(tmp_path, static, kind):
    model = read(tmp_path, model_of(static))
    assert [(link.joint.name, link.joint.kind) for link in model.links] == [("a_base", kind), ("b_base", kind)]


@pytest.mark.parametrize(("flag", "angle"), [(' degrees="true"', "90"), (' degrees="false"', QUARTER), ("", QUARTER)])
def test_angles_can_be_in_degrees(tmp_path, flag, angle):
    link = f'<link name="c"><pose{flag}>0 0 1 {angle} 0 0</pose>{MASS}</link>'
    place = link_of(read(tmp_path, model_of(link)), "c").place
    np.testing.assert_allclose(place.R, [[1, 0, 0], [0, 0, -1], [0, 1, 0]], atol=1e-15)
    assert place.x.tolist() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize(("kind", "imported"), [("screw", "RIGID"), ("fixed", "RIGID"), ("ball", "SPHERICAL")])
def test_joints_of_an_unknown_type_become_rigid_with_a_warning(tmp_path, kind, imported):
    model = read(tmp_path, jointed(kind))
    assert link_of(model, "b").joint.kind == imported
    message = f"joint j of type {kind!r} has no counterpart and becomes rigid"
    assert said(model) == ([(4, message)] if kind == "screw" else [])


@pytest.mark.parametrize(
    ("version", "flag", "axis"),
    [
        ("1.7", "true", (1, 0, 0)),  # this version has no such element
        ("1.6", "true", (0, -1, 0)),  # x of the model in the axes of b
        ("1.4", "1", (0, -1, 0)),
        ("1.6", "false", (1, 0, 0)),
    ],
)
def test_old_axes_can_be_in_the_axes_of_the_model(tmp_path, version, flag, axis):
    given = f"<axis><xyz>1 0 0</xyz><use_parent_model_frame>{flag}</use_parent_model_frame></axis>"
    joint = link_of(read(tmp_path, jointed("revolute", given, version=version)), "b").joint
    np.testing.assert_allclose(joint.axis, axis, atol=1e-15)


def test_an_axis_can_be_expressed_in_another_frame(tmp_path):
    given = '<axis><xyz expressed_in="a">0 2 0</xyz></axis>'
    joint = link_of(read(tmp_path, jointed("prismatic", given)), "b").joint
    np.testing.assert_allclose(joint.axis, [1, 0, 0], atol=1e-15)  # y of a is x of b


@pytest.mark.parametrize(
    ("limits", "kept", "told"),
    [
        ("<lower>-1</lower><upper>2</upper>", (-1.0, 2.0), False),
        ("<lower>-1</lower>", (None, None), True),
        ("<upper>1</upper>", (None, None), True),
        ("<lower>1</lower><upper>1</upper>", (None, None), True),
        ("<lower>2</lower><upper>1</upper>", (None, None), True),
        ("<lower>-1e16</lower><upper>1e16</upper>", (None, None), False),
        ("<lower>-1e15</lower><upper>1e15</upper>", (None, None), False),
        ("<effort>3</effort>", (None, None), False),
    ],
)
def test_one_sided_and_contradictory_limits_make_no_stops(tmp_path, limits, kept, told):
    model = read(tmp_path, jointed("revolute", "<axis>", f"<limit>{limits}</limit></axis>"))
    joint = link_of(model, "b").joint
    assert (joint.lower, joint.upper) == kept
    message = "the limits of joint j are one-sided or contradictory: no stops"
    assert said(model) == ([(6, message)] if told else [])


def test_a_joint_of_two_axes_becomes_two_joints_with_their_dynamics(tmp_path):
    """The link between the joints has no mass, and the second joint has the name of the source."""
    axes = (
        "<axis><xyz>1 0 0</xyz><dynamics><damping>0.5</damping><friction>0.25</friction></dynamics></axis>"
        "<axis2><xyz>0 0 1</xyz><dynamics><spring_stiffness>4</spring_stiffness>"
        "<spring_reference>0.125</spring_reference></dynamics></axis2>"
    )
    model = read(tmp_path, jointed("universal", axes))
    middle, link = link_of(model, "b_middle"), link_of(model, "b")
    assert [(one.joint.name, one.joint.kind, one.mass) for one in (middle, link)] == [
        ("j_first", "REVOLUTE", 0.0),
        ("j", "REVOLUTE", 2.0),
    ]
    assert [one.joint.axis.tolist() for one in (middle, link)] == [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    assert (middle.joint.damping, middle.joint.friction, middle.joint.stiffness) == (0.5, 0.25, 0.0)
    assert (link.joint.damping, link.joint.stiffness, link.joint.rest) == (0.0, 4.0, 0.125)
    assert model.links[link.parent] is middle
    assert middle.place.x.tolist() == [1.0, 2.0, 3.0]
    assert link.place is None


def test_a_link_without_inertia_has_the_default_mass(tmp_path):
    model = read(tmp_path, model_of('<link name="c"/>'))
    link = link_of(model, "c")
    assert link.mass == 1.0
    assert link.inertia.tolist() == np.eye(3).tolist()
    message = "link c has no <inertial>: the default mass of SDF, 1 kg, is used"
    assert said(model, Severity.NOTE) == [(4, message)]


def test_a_joint_that_closes_a_loop_and_is_no_ball_is_not_imported(tmp_path):
    """The second joint has the same child, and the third would put b above itself."""
    joints = (("j", "fixed", "a", "b"), ("k", "revolute", "world", "b"), ("l", "revolute", "b", "a"))
    text = '<joint name="{}" type="{}"><parent>{}</parent><child>{}</child></joint>'
    model = read(tmp_path, model_of(*(text.format(*joint) for joint in joints)))
    message = "joint {} closes a loop and is neither a ball nor fixed: it is not imported"
    assert said(model) == [(5, message.format("k")), (6, message.format("l"))]
    assert model.loops == []


def test_a_loop_is_closed_at_its_place_in_the_axes_of_the_parent(tmp_path):
    """The joint is at the origin of b, and its parent is c, which is at (1, 0, 0) and rotated by 90 degrees about z."""
    other = f'<link name="c"><pose>1 0 0 0 0 {QUARTER}</pose>{MASS}</link>'
    closing = '<joint name="k" type="fixed"><parent>c</parent><child>b</child></joint>'
    model = read(tmp_path, jointed("fixed").replace("</model>", f"{other}\n{closing}</model>"))
    (loop,) = model.loops
    assert (loop.name, loop.kind, loop.span.line) == ("k", "RIGID", 7)
    assert [model.links[k].name for k in loop.links] == ["c", "b"]
    np.testing.assert_allclose(loop.point, [2.0, 0.0, 3.0], atol=1e-15)


@pytest.mark.parametrize(
    ("geometry", "kind", "dimensions"),
    [
        ("<box><size>1 2 3</size></box>", "BOX", (1.0, 2.0, 3.0)),
        ("<sphere><radius>0.5</radius></sphere>", "SPHERE", (0.5,)),
        ("<cylinder><radius>0.5</radius><length>2</length></cylinder>", "CYLINDER", (0.5, 2.0)),
        ("<capsule><radius>0.5</radius><length>2</length></capsule>", "CAPSULE", (0.5, 2.0)),
        ("<ellipsoid><radii>0.5 1 2</radii></ellipsoid>", "ELLIPSOID", (0.5, 1.0, 2.0)),
        ("<mesh><uri>a.stl</uri></mesh>", "MESH", (1.0, 1.0, 1.0)),
        ("<mesh><uri>model://parts/a.stl</uri><scale>1 2 3</scale></mesh>", "MESH", (1.0, 2.0, 3.0)),
    ],
)
def test_shapes_have_their_dimensions(tmp_path, geometry, kind, dimensions):
    for folder in (tmp_path, tmp_path / "parts"):
        folder.mkdir(exist_ok=True)
        (folder / "a.stl").write_bytes(b"mesh")
    one = f'<visual name="v"><pose>1 2 3 0 0 0</pose><geometry>{geometry}</geometry></visual>'
    model = read(tmp_path, model_of(f'<link name="c">{MASS}{one}</link>'))
    (shape,) = link_of(model, "c").shapes
    assert (shape.name, shape.kind, shape.dimensions) == ("c_v", kind, dimensions)
    assert shape.place.x.tolist() == [1.0, 2.0, 3.0]
    assert shape.file == ("meshes/a.stl" if kind == "MESH" else "")
    assert not said(model)
    text = write_deck(model).deck.text()
    assert f"@SHAPE_TYPE {{{kind}}}" in text
    assert ("@DIMENSIONS" in text) is (dimensions != (1.0, 1.0, 1.0))  # a mesh of its own size needs no dimensions


@pytest.mark.parametrize(
    ("geometry", "message"),
    [
        ("", None),
        ("<empty/>", None),
        ("<plane><size>1 1</size></plane>", "<plane> of link c has no counterpart and is not imported"),
        ("<box/>", "<box> of link c has no counterpart and is not imported"),
        ("<ellipsoid/>", "<ellipsoid> of link c has no counterpart and is not imported"),
        ("<sphere><radius>0</radius></sphere>", "<sphere> of link c has no counterpart and is not imported"),
        ("<mesh/>", "a mesh has no file name and is not imported"),
        ("<mesh><uri>b.stl</uri></mesh>", "mesh b.stl is not found and not imported"),
    ],
)
def test_a_shape_that_cannot_be_imported_is_told_and_the_next_one_is_imported(tmp_path, geometry, message):
    shapes = f"<visual><geometry>{geometry}</geometry></visual><visual><geometry><sphere><radius>2</radius></sphere></geometry></visual>"
    model = read(tmp_path, model_of('<link name="c">', shapes + MASS + "</link>"))
    assert said(model) == ([] if message is None else [(5, message)])
    (shape,) = link_of(model, "c").shapes
    assert (shape.name, shape.kind, shape.dimensions) == ("c_shape", "SPHERE", (2.0,))
