"""The table of modes of `rbsolve linearize`, for sliding masses whose eigenvalues are known."""

import pytest

from rbsolve.cli import main

BODY = "@RIGID_BODY_NAME {{{0}}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }}"
JOINT = (
    "@PRISMATIC_JOINT_NAME {{of_{0}}} {{ @CONNECTED_TO_BODIES {{GROUND, {0}}} @AT_POINT {{p}}\n"
    "  @TRIAD_NAME {{TRIAD_INERTIAL}} @SPRING {{{1}, 0}} @DAMPER {{{2}}} }}"
)
REST = """
@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {0, 0, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }
"""
MASSES = {"slow": (4, 0.4), "fast": (100, -2), "loose": (0, 0), "even": (1, 0)}
"""Stiffness [N/m] and damping [N s/m] of each mass of 1 kg: the eigenvalues are -c/2 +- i sqrt(k - c^2/4)."""


def linearized(tmp_path, capsys, names, *options):
    """Return the printed lines."""
    bodies = "\n".join(BODY.format(name) for name in names)
    joints = "\n".join(JOINT.format(name, *MASSES[name]) for name in names)
    deck = tmp_path / "masses.deck"
    deck.write_text(
        f"@RIGID_BODY_DEFINITION {{\n{bodies}\n}}\n@PRISMATIC_JOINT_DEFINITION {{\n{joints}\n}}{REST}", encoding="utf-8"
    )
    assert main(["linearize", str(deck), "--at", "start", "-q", *options]) == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_the_table_has_each_mode_with_its_growth(tmp_path, capsys):
    assert linearized(tmp_path, capsys, MASSES) == [
        "4 degrees of freedom about the state at t = 0 s",
        "mode frequency [Hz] damping ratio eigenvalue [1/s] moves mostly",
        "1 - - 0, twice free of_loose.displacement",
        "2 0.159155 0 0 +- 1i of_even.displacement",
        "3 0.316714 0.1 -0.2 +- 1.98997i decays of_slow.displacement",
        "4 1.58357 -0.1 1 +- 9.94987i grows of_fast.displacement",
        "unstable: a small motion grows",
    ]


def test_a_limit_leaves_the_other_modes_to_the_results(tmp_path, capsys):
    lines = linearized(tmp_path, capsys, MASSES, "--modes", "2")
    assert lines[3:] == [
        "2 0.159155 0 0 +- 1i of_even.displacement",
        "... 2 more in the results",
        "unstable: a small motion grows",
    ]


@pytest.mark.parametrize(
    ("names", "first", "last"),
    [
        (["slow"], "1 degree of freedom", "stable: all small motions decay"),
        (["slow", "even"], "2 degrees of freedom", "neutral: no motion grows, but some motions do not decay"),
        (["slow", "loose"], "2 degrees of freedom", "neutral: no motion grows, but some motions do not decay"),
    ],
)
def test_stability_is_told(tmp_path, capsys, names, first, last):
    lines = linearized(tmp_path, capsys, names)
    assert lines[0] == f"{first} about the state at t = 0 s"
    assert lines[-1] == last
