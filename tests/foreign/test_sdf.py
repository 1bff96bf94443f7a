"""Decks of SDF models. The decks have the same dynamics as the same model in URDF. The tests also check loops, and the
lines of diagnostics.
"""

from __future__ import annotations

import numpy as np
import pytest

from rbsolve.foreign.model import ImportFailed
from rbsolve.foreign.proof import DeckDynamics, random_motion
from rbsolve.foreign.sdf import read_sdf
from rbsolve.foreign.urdf import read_urdf
from rbsolve.foreign.writing import write_deck
from rbsolve.language.diagnostics import Severity
from rbsolve.pipeline import check_deck

URDF_INERTIA = '<inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="0" iyz="0.05"/>'
SDF_INERTIA = "<inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz><ixy>0.1</ixy><ixz>0</ixz><iyz>0.05</iyz></inertia>"
URDF = f"""<robot name="r"><link name="base"/>
<link name="a"><inertial><origin xyz="0.1 0 0.2" rpy="0.3 -0.2 1.1"/><mass value="2"/>{URDF_INERTIA}</inertial></link>
<link name="b"><inertial><mass value="1"/>{URDF_INERTIA}</inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="a"/><origin xyz="0 0 1" rpy="0.1 0.2 0.3"/><axis xyz="0 1 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="k" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0.5 0 0.1" rpy="0 0.7 0"/>
<axis xyz="1 0 0"/></joint></robot>"""
SDF = f"""<sdf version="1.7"><model name="r">
<link name="b"><pose relative_to="a">0.5 0 0.1 0 0.7 0</pose><inertial><mass>1</mass>{SDF_INERTIA}</inertial></link>
<link name="a"><pose>0 0 1 0.1 0.2 0.3</pose><inertial><pose>0.1 0 0.2 0.3 -0.2 1.1</pose><mass>2</mass>{SDF_INERTIA}</inertial>
<visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual><sensor name="imu"/></link>
<joint name="j" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 1 1</xyz>
<limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
<joint name="k" type="continuous"><pose>0 0 0 0.4 0 0</pose><parent>a</parent><child>b</child>
<axis><xyz expressed_in="b">1 0 0</xyz></axis></joint>
LOOP</model></sdf>"""


def convert(read, name, text, tmp_path):
    path = tmp_path / name
    path.write_text(text)
    return write_deck(read(path))


def test_dynamics_are_those_of_the_same_model_in_urdf(tmp_path):
    found = []
    for read, name, text in ((read_urdf, "r.urdf", URDF), (read_sdf, "r.sdf", SDF.replace("LOOP", ""))):
        written = convert(read, name, text, tmp_path)
        deck = DeckDynamics(check_deck(written.deck.text()), written)
        assert [joint.name for joint in deck.joints] == ["j", "k"]
        found.append(deck.dynamics(random_motion(deck.joints, np.random.default_rng(1))))
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12)


def test_loops_and_findings(tmp_path):
    ends = "<child>b</child></joint>"
    loop = f'<joint name="c" type="ball"><parent>world</parent>{ends}\n<joint name="d" type="screw"><parent>a</parent>{ends}'
    written = convert(read_sdf, "r.sdf", SDF.replace("LOOP", loop), tmp_path)
    assert "@SPHERICAL_JOINT_NAME {c}" in written.deck.text()
    warnings = [(f.line, f.message) for f in written.model.findings if f.severity is Severity.WARNING]
    assert [line for line, _ in warnings] == [4, 10]
    assert "sensor" in warnings[0][1]
    assert "closes a loop" in warnings[1][1]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("<sdf/>", "no <model>"),
        (SDF.replace('relative_to="a"', 'relative_to="b"'), "itself"),
        (SDF.replace('relative_to="a"', 'relative_to="x"'), "no frame"),
        (SDF.replace("<child>a</child>", "<child>x</child>"), "not a link"),
        (SDF.replace("0 1 1</xyz>", "0 0 0</xyz>"), "no length"),
        (SDF.replace("<mass>2</mass>", "<mass>two</mass>"), "finite"),
    ],
)
def test_files_that_are_no_model_are_refused(tmp_path, text, word):
    with pytest.raises(ImportFailed) as failed:
        convert(read_sdf, "r.sdf", text.replace("LOOP", ""), tmp_path)
    assert any(word in finding.message for finding in failed.value.findings)
