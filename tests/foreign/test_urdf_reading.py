"""Elements of URDF files that are unusual or invalid. The tests compare messages, their places, and the values that the
deck gets.
"""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.foreign.model import ImportFailed
from rbsolve.foreign.urdf import read_urdf
from rbsolve.foreign.writing import write_deck
from rbsolve.language.diagnostics import Severity

MASS = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
ENDS = '<parent link="a"/><child link="b"/>'


def robot(*lines):
    """Return a model with the links a and b. The first of the lines is line 4 of the file."""
    return "\n".join(['<robot name="r">', '<link name="a"/>', f'<link name="b">{MASS}</link>', *lines, "</robot>"])


def read(tmp_path, text):
    path = tmp_path / "model.urdf"
    path.write_text(text)
    return read_urdf(path)


def said(model, severity):
    return [(f.line, f.message) for f in model.findings if f.severity is severity]


def shown(*visuals):
    """Return a model in which the link b has shapes. The first of the lines is line 5 of the file."""
    return robot('<link name="c">', *visuals, "</link>")


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        (robot("<link/>"), "missing-keyword", 4, "a <link> has no name"),
        (robot("<joint/>"), "missing-keyword", 4, "a <joint> has no name"),
        (robot('<link name="a"/>'), "duplicate-name", 4, "two elements <link> are named 'a'"),
        ('\n<robot name="r"/>', "missing-keyword", 2, "the robot has no <link>"),
        (
            robot(
                f'<joint name="i" type="fixed">{ENDS}</joint>',
                '<joint name="j" type="fixed"><parent link="b"/><child link="a"/></joint>',
            ),
            "circular-reference",
            1,
            "every link is the child of a joint: the model has no root",
        ),
        (
            robot(
                '<link name="c"/>',
                f'<joint name="i" type="fixed">{ENDS}</joint>',
                '<joint name="j" type="fixed"><parent link="b"/><child link="a"/></joint>',
            ),
            "circular-reference",
            1,
            "joints form a cycle without a root",
        ),
        (
            robot(f'<joint name="j" type="fixed">{ENDS.replace("b", "x")}', "</joint>"),
            "unresolved-reference",
            4,
            "the child of joint j is 'x', which is not a link",
        ),
        (
            robot('<joint name="j" type="fixed"><child link="b"/></joint>'),
            "unresolved-reference",
            4,
            "the parent of joint j is '', which is not a link",
        ),
        (
            robot('<link name="c"><inertial>', '<mass value="-1"/></inertial></link>'),
            "invalid-value",
            5,
            "link c has a negative mass",
        ),
        (
            robot(f'<joint name="j" type="revolute">{ENDS}', '<axis xyz="0 one 0"/></joint>'),
            "invalid-value",
            5,
            "xyz='0 one 0' is not 3 finite numbers",
        ),
        (
            robot(f'<joint name="j" type="revolute">{ENDS}', '<axis xyz="0 1"/></joint>'),
            "invalid-value",
            5,
            "xyz='0 1' is not 3 finite numbers",
        ),
    ],
)
def test_an_invalid_file_is_refused_at_its_place(tmp_path, text, code, line, message):
    with pytest.raises(ImportFailed, match="the model cannot be read") as failed:
        read(tmp_path, text)
    (finding,) = (f for f in failed.value.findings if f.severity is Severity.ERROR)
    assert (finding.code.value, finding.line, finding.message) == (code, line, message)


@pytest.mark.parametrize(
    ("limits", "range_"),
    [
        ('lower="1" upper="-1"', "1 to -1"),
        ('lower="0.25" upper="0.25"', "0.25 to 0.25"),
        ('upper="0"', "0 to 0"),
    ],
)
def test_contradictory_limits_make_no_stops(tmp_path, limits, range_):
    model = read(tmp_path, robot(f'<joint name="j" type="revolute">{ENDS}', f"<limit {limits}/>", "</joint>"))
    message = f"the limits of joint j are contradictory ({range_}): no stops"
    assert said(model, Severity.WARNING) == [(5, message)]
    joint = model.links[1].joint
    assert (joint.lower, joint.upper) == (None, None)
    assert "@STOPS" not in write_deck(model).deck.text()


def test_unknown_elements_of_joints_are_warnings_and_calibrations_are_notes(tmp_path):
    joints = [
        f'<joint name="j" type="continuous">{ENDS}',
        '<calibration rising="0"/>',
        '<limit effort="1" velocity="2"/>',
        "<spring/></joint>",
        '<link name="c"/>',
        '<joint name="k" type="continuous"><parent link="b"/><child link="c"/>',
        '<calibration rising="1"/>',
        '<limit effort="2"/></joint>',
    ]
    model = read(tmp_path, robot(*joints))
    assert said(model, Severity.WARNING) == [(7, "<spring> of joint j has no counterpart and is not imported")]
    assert sorted(said(model, Severity.NOTE)) == [  # once for each kind, at the first element of this kind
        (5, "<calibration> is not imported, because it does not affect the motion"),
        (6, "limits of effort and velocity are not imported, because they are properties of controllers"),
    ]


BOX = '<geometry><box size="1 2 3"/></geometry>'


@pytest.mark.parametrize(
    ("visual", "message"),
    [
        ("<visual/>", "a shape of link c has no geometry"),
        ("<visual><geometry/></visual>", "a shape of link c has no geometry"),
        ("<visual><geometry><torus/></geometry></visual>", "<torus> has no counterpart and is not imported"),
        ('<visual><geometry><sphere radius="0"/></geometry></visual>', "shape c_1 has no size and is not imported"),
        ('<visual><geometry><box size="1 0 1"/></geometry></visual>', "shape c_1 has no size and is not imported"),
        ('<visual><geometry><cylinder radius="1"/></geometry></visual>', "shape c_1 has no size and is not imported"),
    ],
)
def test_a_shape_that_cannot_be_imported_is_told_and_the_next_one_is_imported(tmp_path, visual, message):
    model = read(tmp_path, shown(visual, f"<visual>{BOX}</visual>"))
    assert said(model, Severity.WARNING) == [(5, message)]
    (shape,) = model.links[2].shapes
    assert (shape.name, shape.kind, shape.dimensions) == ("c_2", "BOX", (1.0, 2.0, 3.0))


@pytest.mark.parametrize(("scale", "imported"), [("1 1 -1", False), ("1 0 1", False), ("1 2 0.5", True)])
def test_mirrored_meshes_are_not_imported(tmp_path, scale, imported):
    (tmp_path / "a.stl").write_bytes(b"solid a")
    mesh = f'<visual><geometry><mesh filename="a.stl" scale="{scale}"/></geometry></visual>'
    model = read(tmp_path, shown(mesh))
    shapes = model.links[2].shapes
    if imported:
        assert [(s.kind, s.dimensions, s.file) for s in shapes] == [("MESH", (1.0, 2.0, 0.5), "meshes/a.stl")]
        assert not said(model, Severity.WARNING)
    else:
        assert shapes == []
        assert said(model, Severity.WARNING) == [(5, "mirrored meshes are not imported")]


def test_a_sphere_has_its_radius_and_collision_shapes_are_a_fallback(tmp_path):
    sphere = '<collision><origin xyz="1 2 3"/><geometry><sphere radius="0.25"/></geometry></collision>'
    (shape,) = read(tmp_path, shown(sphere)).links[2].shapes
    assert (shape.kind, shape.dimensions) == ("SPHERE", (0.25,))
    assert shape.place.x.tolist() == [1.0, 2.0, 3.0]
    model = read(tmp_path, shown(sphere, f"<visual>{BOX}</visual>", sphere))
    assert [shape.kind for shape in model.links[2].shapes] == ["BOX"]
    assert said(model, Severity.NOTE) == [(5, "collision shapes of links with visual shapes are not imported")]


@pytest.mark.parametrize(
    ("material", "colour", "opacity"),
    [
        ("", "", 1.0),
        ('<material name="none"/>', "", 1.0),
        ('<material name="red"/>', "#ff0066", 0.5),  # 0.4 * 255 = 102 = 0x66
        ('<material name="red"><color rgba="0 1 0 1"/></material>', "#00ff00", 1.0),
        ('<material name="x"><color rgba="-1 2 0.2 0.25"/></material>', "#00ff33", 0.25),  # 51 = 0x33
    ],
)
def test_colours_are_those_of_the_shape_or_of_the_named_material(tmp_path, material, colour, opacity):
    known = '<material name="red"><color rgba="1 0 0.4 0.5"/></material>'
    model = read(tmp_path, robot(known, f'<link name="c"><visual>{BOX}{material}</visual></link>'))
    (shape,) = model.links[2].shapes
    assert (shape.colour, shape.opacity) == (colour, opacity)
    text = write_deck(model).deck.text()
    assert (f'@COLOUR {{"{colour}"}}' in text) is bool(colour)
    assert (f"@OPACITY {{{opacity}}}" in text) is (opacity != 1.0)


def mimicking(kind, mimic):
    """Return a model whose joint j follows another joint. The element <mimic> is on line 7."""
    return robot(
        '<link name="c">' + MASS + "</link>",
        '<joint name="i" type="revolute"><parent link="a"/><child link="c"/></joint>',
        f'<joint name="j" type="{kind}">{ENDS}<axis xyz="0 3 4"/><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/>',
        f"<mimic {mimic}/>",
        "</joint>",
    )


@pytest.mark.parametrize(
    ("kind", "mimic", "message"),
    [
        (
            "revolute",
            'joint="x"',
            "joint j follows 'x', which is not another joint, so the joint becomes free",
        ),
        (
            "revolute",
            'joint="j"',
            "joint j follows 'j', which is not another joint, so the joint becomes free",
        ),
        (
            "planar",
            'joint="i"',
            "joint j or i does not have exactly one coordinate: the coupling is ignored",
        ),
        (
            "revolute",
            'joint="i" multiplier="0"',
            "joint j follows i with the factor zero: no gear is written",
        ),
    ],
)
def test_couplings_that_are_no_gear_are_ignored_with_a_warning(tmp_path, kind, mimic, message):
    model = read(tmp_path, mimicking(kind, mimic + ' offset="5"'))
    assert said(model, Severity.WARNING) == [(7, message)]
    assert model.gears == []
    assert all(link.joint.offset == 0.0 for link in model.links)


def test_a_sliding_follower_is_moved_by_its_offset(tmp_path):
    """The axis (0, 0.6, 0.8) becomes (-0.6, 0, 0.8), because the frame is rotated by 90 degrees about z."""
    model = read(tmp_path, mimicking("prismatic", 'joint="i" multiplier="2" offset="0.5"'))
    (gear,) = model.gears
    assert (gear.joints, gear.ratio, gear.span.line) == (("i", "j"), 2.0, 7)
    link = next(link for link in model.links if link.name == "b")
    assert link.joint.offset == 0.5
    np.testing.assert_allclose(link.place.x, [1 - 0.3, 2, 3 + 0.4], atol=1e-15)
    np.testing.assert_allclose(link.place.R[:, 0], [0, 1, 0], atol=1e-15)
    assert not said(model, Severity.WARNING)


def test_a_follower_without_offset_stays_at_its_origin(tmp_path):
    model = read(tmp_path, mimicking("prismatic", 'joint="i" offset="0"'))
    link = next(link for link in model.links if link.name == "b")
    assert link.place.x.tolist() == [1.0, 2.0, 3.0]
    assert [(gear.joints, gear.ratio) for gear in model.gears] == [(("i", "j"), 1.0)]  # the default factor is 1
