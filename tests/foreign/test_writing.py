"""What an imported deck cannot represent: the messages, and the values in the deck. Names, reading of XML, and the proof
of decks are also tested here.
"""

from __future__ import annotations

import importlib.util
import os
import re

import numpy as np
import pytest

from rbsolve.cli import main
from rbsolve.foreign import xml
from rbsolve.foreign.model import ForeignModel, ImportFailed, Joint, Link, Loop, Motor, Place
from rbsolve.foreign.places import Names
from rbsolve.foreign.proof import ProofFailed, prove, random_motion
from rbsolve.foreign.urdf import read_urdf
from rbsolve.foreign.writing import write_deck, write_files
from rbsolve.foreign.xml import read_xml
from rbsolve.language.diagnostics import Source, Span

LINE = Span(Source("folder/model.xyz", "first\nsecond\nthird\n"), 2, 1, 2, 7)


def link_of(name, parent=-1, kind="REVOLUTE", mass=1.0, **of_joint):
    joint = Joint(f"{name}_joint", kind, LINE, **of_joint)
    return Link(name, parent, Place(np.array([1.0, 0.0, 0.0])), joint, LINE, mass, inertia=mass * np.eye(3))


def numbers(text, keyword):
    """Return the numbers of every keyword of this name in a deck."""
    return [[float(item) for item in found.split(",")] for found in re.findall(rf"@{keyword} {{([^}}]*)}}", text)]


def write(*links, **options):
    model = ForeignModel("r", "URDF", list(links), **options)
    written = write_deck(model)
    findings = [(str(f.severity), f.message) for f in model.findings]
    assert all(f.span == LINE for f in model.findings)
    return written, written.deck.text(), findings


def test_a_model_without_moving_links_gets_no_analysis():
    _, text, findings = write(link_of("a", kind="RIGID", mass=0.0), link_of("b", 0, "RIGID", 0.0))
    assert "@ANALYSIS_DEFINITION" not in text
    assert "@RIGID_BODY" not in text
    assert findings == []
    assert "@ANALYSIS_DEFINITION" in write(link_of("a"))[1]


def test_a_negative_principal_moment_becomes_zero():
    """The eigenvalues of [[1, 2], [2, 1]] are 3 and -1; without the latter, all entries are 1.5."""
    link = link_of("a")
    link.inertia = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 5.0]])
    written, text, findings = write(link)
    message = "the inertia of link a has the negative principal moment -1: this moment becomes zero"
    assert findings == [("warning", message)]
    np.testing.assert_allclose(numbers(text, "MOMENTS_OF_INERTIA"), [[1.5, 1.5, 5.0]], rtol=1e-14)
    np.testing.assert_allclose(numbers(text, "PRODUCTS_OF_INERTIA"), [[1.5, 0.0, 0.0]], rtol=1e-14, atol=1e-15)
    change = np.array([[0.5, -0.5, 0], [-0.5, 0.5, 0], [0, 0, 0]])
    np.testing.assert_allclose(written.clipped["a"], change, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize(("moment", "told"), [(-1e-15, False), (-3e-14, True)])
def test_a_negative_moment_of_round_off_is_not_told(moment, told):
    """The limit is 1e-14 of the largest moment, which is 2 kg m^2."""
    link = link_of("a")
    link.inertia = np.diag([2.0, 2.0, moment])
    written, text, findings = write(link)
    assert bool(findings) is told
    assert bool(written.clipped) is told
    assert numbers(text, "MOMENTS_OF_INERTIA") == [[2.0, 2.0, 0.0]]


def test_a_free_link_inside_a_model_has_no_parent():
    written, text, findings = write(link_of("a"), link_of("b", 0, "FREE"))
    assert findings == [("warning", "joint b_joint leaves b free: in the deck, the link has no parent")]
    assert list(written.joints) == ["a_joint"]
    assert "b_joint" not in text.replace("joint b_joint", "")
    assert write(link_of("a", kind="FREE"))[2] == []


@pytest.mark.parametrize("law", ["damping", "friction", "stiffness"])
def test_laws_of_planar_joints_are_not_imported(law):
    message = "damping, friction and stiffness of the planar joint a_joint are not imported"
    _, text, findings = write(link_of("a", kind="PLANAR", **{law: 0.5}))
    assert findings == [("warning", message)]
    assert "@PLANAR_JOINT_NAME {a_joint}" in text
    assert "0.5" not in text
    assert write(link_of("a", kind="PLANAR"))[2] == []


def test_laws_of_rigid_joints_need_no_message():
    assert write(link_of("a", kind="RIGID", damping=0.5))[2] == []


@pytest.mark.parametrize(
    ("limits", "start"),
    [((0.5, 1.0), 0.5), ((-1.0, -0.5), -0.5), ((-1.0, 1.0), None), ((0.0, 1.0), None)],
)
@pytest.mark.parametrize("closed", [False, True])
def test_a_joint_that_starts_outside_its_bounds_is_moved_unless_it_is_in_a_loop(limits, start, closed):
    """Loops close only in the reference configuration, so a model with loops keeps it."""
    links = [link_of("a", lower=limits[0], upper=limits[1]), link_of("b", 0)]
    loops = [Loop("c", "SPHERICAL", (0, 1), np.zeros(3), LINE)] if closed else []
    _, text, findings = write(*links, loops=loops)
    assert f"@STOPS {{{limits[0]}, {limits[1]}, #stop_moment, #stop_damping}}" in text
    assert (f"@INITIAL_COORDINATE {{{start}}}" in text) is (start is not None and not closed)
    moved = f"joint a_joint starts at {start}, the bound nearest to the reference configuration of the source"
    kept = "joint a_joint starts beyond its bound, where the stop acts: its loops close only in this position"
    assert findings == ([] if start is None else [("note", kept if closed else moved)])


def test_offsets_shift_stops_and_springs():
    joint = {"lower": 1.0, "upper": 3.0, "offset": 2.0, "stiffness": 4.0, "rest": 2.5, "damping": 0.25}
    _, text, findings = write(link_of("a", kind="PRISMATIC", **joint))
    assert "@STOPS {-1.0, 1.0, #stop_force, #stop_damping}" in text
    assert "@SPRING {4.0, 0.5}" in text
    assert "@DAMPER {0.25}" in text
    assert findings == []


def test_armatures_and_motors_of_joints_that_become_rigid_are_left_out():
    link = link_of("a", mass=0.0, armature=0.5)
    link.joint.motors.append(Motor("m", LINE, 2.0))
    written, text, findings = write(link, link_of("b"))
    assert findings == [("warning", "joint a_joint moves no mass: the joint becomes rigid")]
    assert written.held == {"a_joint"}
    assert written.rotors == {}
    assert "ROTOR" not in text.upper()
    assert "@SIGNAL_DEFINITION" not in text
    link = link_of("a", armature=0.5)
    link.joint.motors.append(Motor("m", LINE, 2.0, bias=-1.5))
    written, text, findings = write(link)
    assert findings == []
    assert written.rotors == {"a_joint": "a_joint_rotor"}
    assert "@EXPRESSION {2.0*m_input + (-1.5)}" in text


def test_a_massless_link_gets_a_fraction_of_the_mass_that_it_carries():
    _, text, findings = write(link_of("a", mass=0.0), link_of("b", 0, mass=2.0), link_of("c", 1, mass=3.0))
    assert findings == [("note", "link a has no mass: it gets 1e-12 times the mass that it supports")]
    assert numbers(text, "MASS") == [[pytest.approx(5e-12, rel=1e-15)], [2.0], [3.0]]


def test_a_mesh_that_is_already_in_the_folder_is_not_written_again(tmp_path):
    source = tmp_path / "a.stl"
    source.write_bytes(b"new")
    written, _, _ = write(link_of("a"), meshes={"meshes/a.stl": source, "meshes/b.stl": b"old"})
    output = tmp_path / "folder" / "model.deck"
    write_files(written, output)
    copies = [output.parent / "meshes" / name for name in ("a.stl", "b.stl")]
    for copy in copies:
        os.utime(copy, (1.0, 1.0))
    source.write_bytes(b"newer")
    write_files(written, output)
    assert [copy.read_bytes() for copy in copies] == [b"newer", b"old"]
    assert [copy.stat().st_mtime == 1.0 for copy in copies] == [False, True]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("arm", "ARM", "arm"), ["arm", "ARM_2", "arm_3"]),
        (("12", "1.5", "1e3", "1e", "."), ["_12", "_1.5", "_1e3", "_1e", "unnamed"]),
        (("1e-3", "2a", "a b/c", "-x", ".5"), ["1e-3", "2a", "a_b_c", "x", "_5"]),
        (("ground", "", "ä"), ["ground_2", "unnamed", "_"]),
    ],
)
def test_names_are_unique_and_no_numbers(names, expected):
    free = Names("GROUND")
    assert [free.of(name) for name in names] == expected


def test_an_element_walks_in_the_order_of_the_file(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text("<a><b><c/><d/></b><e/></a>\n")
    assert [element.tag for element in read_xml(path).walk()] == ["a", "b", "c", "d", "e"]


def test_text_after_the_root_and_line_ends_of_windows_are_read(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b"<a>\r\n one \r\n  <b/> two</a>\r\n\r\n")
    root = read_xml(path)
    assert root.text.split() == ["one", "two"]
    (child,) = root.children
    assert (child.span.line, child.span.column, child.span.end_column) == (3, 3, 15)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path, monkeypatch):
    path = tmp_path / "a.xml"
    path.write_text("<a></a>")
    monkeypatch.setattr(xml, "LARGEST", 7)
    assert read_xml(path).tag == "a"
    monkeypatch.setattr(xml, "LARGEST", 6)
    with pytest.raises(ImportFailed) as failed:
        read_xml(path)
    (finding,) = failed.value.findings
    assert (finding.message, finding.line, finding.column) == ("the file has 7 bytes, more than 6", 1, 1)
    assert finding.span.source.name == str(path)


def test_the_number_of_elements_is_limited(tmp_path, monkeypatch):
    path = tmp_path / "a.xml"
    path.write_text("<a><b/>\n <b/></a>")
    monkeypatch.setattr(xml, "MOST", 3)
    assert len(read_xml(path).children) == 2
    monkeypatch.setattr(xml, "MOST", 2)
    with pytest.raises(ImportFailed) as failed:
        read_xml(path)
    (finding,) = failed.value.findings
    assert (finding.message, finding.line) == ("it has more than 256 levels or more than 2 elements", 2)


def test_random_coordinates_are_within_the_limits():
    """Coordinates of a deck are zero at the reference configuration, so the offset is subtracted."""
    joints = [
        Joint("limited", "REVOLUTE", LINE, lower=5.0, upper=5.5, offset=5.0),
        Joint("free", "PRISMATIC", LINE, offset=9.0),
        Joint("planar", "PLANAR", LINE),
        Joint("ball", "SPHERICAL", LINE),
        Joint("floating", "FREE", LINE),
    ]
    rng = np.random.default_rng(1)
    motions = [random_motion(joints, rng) for _ in range(300)]
    for name, low, high in (("limited", 0.0, 0.5), ("free", -1.0, 1.0), ("planar", -1.0, 1.0)):
        values = np.array([motion.coordinates[name] for motion in motions])
        assert low <= values.min() < low + 0.1 * (high - low)
        assert high - 0.1 * (high - low) < values.max() <= high
    sizes = {name: (len(x), len(motions[0].rates[name])) for name, x in motions[0].coordinates.items()}
    assert sizes == {"limited": (1, 1), "free": (1, 1), "planar": (3, 3), "ball": (4, 3), "floating": (7, 6)}
    for motion in motions:
        for name in ("ball", "floating"):
            assert np.linalg.norm(motion.coordinates[name][-4:]) == pytest.approx(1.0, rel=1e-14)


SDF = """<sdf version="1.7"><model name="r"><link name="a">
<inertial><mass>1</mass><inertia><ixx>MOMENT</ixx><iyy>MOMENT</iyy><izz>MOMENT</izz></inertia></inertial>
</link></model></sdf>"""


@pytest.mark.parametrize(("moment", "code"), [(1, 3), (0, 1)])
def test_sdf_models_are_not_compared(tmp_path, capsys, moment, code):
    """A point mass can be compared, although it cannot run."""
    path = tmp_path / "r.sdf"
    path.write_text(SDF.replace("MOMENT", str(moment)))
    assert main(["import", str(path), "-o", str(tmp_path / "r.deck"), "--prove"]) == code
    assert "rbsolve knows no program that computes the dynamics of SDF models" in capsys.readouterr().err


def test_a_model_that_does_not_move_needs_no_comparison(tmp_path, capsys):
    path = tmp_path / "r.urdf"
    path.write_text('<robot name="r"><link name="a"/></robot>')
    assert main(["import", str(path), "-o", str(tmp_path / "r.deck"), "--prove"]) == 0
    printed = capsys.readouterr()
    assert "the model has no degree of freedom: nothing to compare" in printed.out + printed.err


def test_a_deck_with_errors_is_not_compared(tmp_path):
    written, text, _ = write(link_of("a"))
    with pytest.raises(ProofFailed, match=r"^the deck has errors: `@MASS` must be greater than 0, but -1 is given"):
        prove(written, text.replace("@MASS {1.0}", "@MASS {-1.0}"), tmp_path / "r.urdf", np.zeros(3))


@pytest.mark.skipif(importlib.util.find_spec("pinocchio") is not None, reason="pinocchio is installed")
def test_a_program_that_is_not_installed_is_named(tmp_path, capsys):
    path = tmp_path / "r.urdf"
    mass = '<mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
    path.write_text(f'<robot><link name="a"/><link name="b"><inertial>{mass}</inertial></link>{joint}</robot>')
    assert read_urdf(path).name == "r"
    assert main(["import", str(path), "-o", str(tmp_path / "r.deck"), "--prove"]) == 3
    assert "--prove needs pinocchio, which is not installed" in capsys.readouterr().err
