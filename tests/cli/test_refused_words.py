"""Words of the command line that commands refuse, and the messages that tell the user what to do instead."""

from __future__ import annotations

import argparse
from pathlib import Path
from types import SimpleNamespace

import pytest

from rbsolve.cli.commands.fit import _sigma
from rbsolve.cli.commands.serve import _is_loopback
from rbsolve.cli.commands.sweep import _axis, _keep, _output, _refuse_lanes, _some_cases
from rbsolve.cli.exit_codes import UsageError
from rbsolve.cli.options import option, whole_number
from rbsolve.cli.search import _folder_of
from rbsolve.cli.study_options import lanes, response
from rbsolve.language.diagnostics import Diagnostics

GOOD = """\
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#v} @SCALAR_VALUE {1} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#v, 0.1, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
"""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("compare", "good.deck", "--reference", "good.h5", "--sensors", "speed"),
            "good.h5: there is no sensor speed: the names are B.CONFIGURATION, B.VELOCITY, B.ANGULAR_VELOCITY",
        ),
        (
            ("compare", "good.deck", "--steps", "0.1", "x"),
            "--steps needs numbers: could not convert string to float: 'x'",
        ),
        (("compare", "good.deck", "--steps", "0.1", "0"), "--steps needs positive numbers"),
        (("compare", "good.deck", "--steps", "nan"), "--steps needs positive numbers"),
        (
            ("plot", "good.h5", "--as", "histogram"),
            "--against, --scalar, --envelope, --as and --response apply to the file of a study, STUDY/study.h5",
        ),
        (("plot", "good.h5", "--watch", "--by", "v"), "--by applies to the results of a run that has ended"),
        (("plot", "S/study.h5", "--by", "v"), "--by applies to the results of `rbsolve sensitivity`, not to studies"),
        (
            ("plot", "S/study.h5", "--watch"),
            "--watch applies to runs; use `rbsolve status STUDY --watch` for a study",
        ),
        (("plot", "S/study.h5", "--response", "r=final(B.VELOCITY.v1)"), "--response needs --as PICTURE"),
        (
            ("plot", "S/study.h5", "--as", "histogram", "--against", "v"),
            "--as cannot be combined with --against or --envelope",
        ),
        (
            ("plot", "S/study.h5", "--as", "tornado"),
            'no scalar to show: name a sensor (`tip.x1`), or give --response "reach=max(tip.x1)"',
        ),
        (("plot", "S/study.h5", "--as", "failures"), "no case has failed"),
        (
            ("collect", "S", "--indices"),
            '--indices needs a scalar: --response "reach=max(tip.x1)", or --max tip.x1',
        ),
        (("export", "S/study.h5", "--case", "2"), "there is no case 2: the cases are 0 to 1"),
        (("export", "S/study.h5", "--case", "2", "--deck"), "there is no case 2: the cases are 0 to 1"),
        (("export", "S", "--deck"), "--deck needs --case N"),
        (
            ("export", "S/study.h5", "--case", "1", "-o", "one.csv"),
            "cannot export a case to one.csv: the name must end in .h5; export the .h5 file to a table afterwards",
        ),
        (
            ("linearize", "good.deck", "--at", "noon"),
            "--at 'noon' is neither a time nor one of start, end, equilibrium",
        ),
        (
            ("import", "robot.urdf", "-o", "robot.urdf"),
            "robot.urdf would overwrite the model: name another output with -o",
        ),
        (
            ("import", "folder/../robot.urdf", "-o", "robot.urdf"),
            "robot.urdf would overwrite the model: name another output with -o",
        ),
        (("token", "create", " ", "--data", "D"), "the name of an account must be one printable word"),
        (("token", "create", "a\tb", "--data", "D"), "the name of an account must be one printable word"),
        (("token", "revoke", "ada", "--data", "D"), "ada has no valid token"),
        (
            ("sweep", "good.deck", "-p", "v=1,2", "--response", "r=max(B.SPEED)"),
            "scalar `max(B.SPEED)`: there is no sensor B.SPEED: the names are B.CONFIGURATION, B.VELOCITY, B.ANGULAR_VELOCITY",
        ),
        (
            ("sweep", "good.deck", "-p", "v=1,2", "--cases", "1:3"),
            "--cases 1:3: there are 2 cases, so B can be at most 2",
        ),
        (("sweep", "good.deck", "-p", "v"), "-p v: expected NAME=VALUES"),
        (("sweep", "good.deck", "-p", "v=1", "--method", "lhs"), "--method needs --sample N"),
        (("sweep", "good.deck", "-p", "v=1", "--zip", "--sample", "3"), "--zip and --sample cannot be combined"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_a_refused_command_says_why_and_changes_nothing(runs, here, words, message):
    before = {path: path.read_bytes() for path in runs.rglob("*") if path.is_file() and "D" not in path.parts}
    done = here(*words)
    assert (done.returncode, done.stdout) == (2, "")
    told = done.stderr.splitlines()[-1].removeprefix("rbsolve: ")
    assert told == message
    after = {path: path.read_bytes() for path in runs.rglob("*") if path.is_file() and "D" not in path.parts}
    assert after == before


ROBOT = '<robot name="r"><link name="base"/></robot>'


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """Return the folder of a run and of a study of two cases that are solved once."""
    from rbsolve.cli import main

    folder = tmp_path_factory.mktemp("solved")
    (folder / "good.deck").write_text(GOOD)
    assert main(["run", str(folder / "good.deck"), "-q"]) == 0
    words = ["-p", "v=1,2", "-q", "-j", "1", "-o", str(folder / "S")]
    assert main(["sweep", str(folder / "good.deck"), *words]) == 0
    return folder


@pytest.fixture
def runs(solved, folder):
    """Return the folder of the decks, with the results of a run and the folder of a study."""
    (folder / "S").symlink_to(solved / "S")
    (folder / "good.h5").symlink_to(solved / "good.h5")
    (folder / "robot.urdf").write_text(ROBOT)
    (folder / "D").mkdir()
    return folder


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (option, "NEWTON=", "'NEWTON=' is not of the form KEYWORD=VALUE"),
        (option, "NEWTON = ", "'NEWTON = ' is not of the form KEYWORD=VALUE"),
        (option, "NEWTON", "'NEWTON' is not of the form NAME=VALUE"),
        (whole_number, "1.5", "1.5 is not a whole number"),
        (whole_number, "0", "0 is not positive"),
        (_sigma, "theta", "'theta' is not of the form COLUMN=S"),
        (_sigma, "=0.1", "'=0.1' is not of the form COLUMN=S"),
        (_sigma, "theta=x", "'x' is not a number"),
        (lanes, "3", "'3' is not one of auto, 1, 4, 8, 16"),
        (response, "reach", "'reach' is not of the form NAME=SCALAR, with a name of letters, digits and _"),
        (response, "a-b=max(x)", "'a-b=max(x)' is not of the form NAME=SCALAR, with a name of letters, digits and _"),
        (response, "reach=", "'reach=' is not of the form NAME=SCALAR, with a name of letters, digits and _"),
        (_some_cases, "2:2", "'2:2' is not of the form A:B, with A below B"),
        (_some_cases, "2", "'2' is not of the form A:B, with A below B"),
        (_some_cases, "-1:2", "'-1:2' is not of the form A:B, with A below B"),
    ],
)
def test_a_refused_value_says_its_form(parse, text, message):
    with pytest.raises(argparse.ArgumentTypeError) as refused:
        parse(text)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("parse", "text", "value"),
    [
        (option, "@newton = MODIFIED", ("NEWTON", "MODIFIED")),
        (whole_number, "1e3", 1000),
        (_sigma, "a=b = 0.25", ("a=b", 0.25)),
        (lanes, "auto", 0),
        (lanes, "8", 8),
        (response, " r1 = max(x) - 2 ", ("r1", "max(x) - 2")),
        (_some_cases, "0:2", (0, 2)),
        (_keep, None, None),
        (_keep, "none", ()),
        (_keep, "tip, ,base", ("tip", "base")),
        (_is_loopback, "127.0.0.1", True),
        (_is_loopback, "::1", True),
        (_is_loopback, "localhost", True),
        (_is_loopback, "192.0.2.1", False),
        (_is_loopback, "example.org", False),
    ],
)
def test_a_value_is_read_as_written(parse, text, value):
    assert parse(text) == value


@pytest.mark.parametrize(
    ("deck", "output", "run", "folder"),
    [
        ("a/b.deck", "c", {"output": "out"}, "c"),
        ("a/b.toml", None, {"output": "out"}, "a/out"),
        ("a/b.deck", None, {}, "a/b-study"),
        ("a/b.toml", None, {"output": ""}, "a/b-study"),
    ],
)
def test_a_study_has_a_folder_beside_its_deck(deck, output, run, folder):
    assert _output(SimpleNamespace(deck=Path(deck), output=output), SimpleNamespace(run=run)) == Path(folder)


@pytest.mark.parametrize(
    ("deck", "output", "folder"),
    [("a/b.deck", None, "a/b_fit"), ("-", None, "stdin_fit"), ("-", "c", "c"), ("a/b.deck", "c", "c")],
)
def test_a_search_has_a_folder_beside_its_deck(deck, output, folder):
    assert _folder_of(SimpleNamespace(deck=deck, output=output), "fit") == Path(folder)


def test_an_axis_without_values_is_refused():
    for text in ("v", "v=", "=1", " = 1"):
        with pytest.raises(UsageError, match="expected NAME=VALUES") as refused:
            _axis(text, None, Diagnostics())
        assert str(refused.value) == f"-p {text}: expected NAME=VALUES"


def test_lanes_that_the_deck_does_not_allow_are_refused(monkeypatch):
    asked = []

    def refusal(count, model):
        asked.append((count, model))
        return "" if count == 1 else f"{count} lanes: the deck has an adaptive step"

    monkeypatch.setattr("rbsolve.ensemble.lanes.refusal", refusal)
    prepared = SimpleNamespace(checked=SimpleNamespace(model="model"))
    _refuse_lanes(1, prepared)
    with pytest.raises(UsageError) as refused:
        _refuse_lanes(8, prepared)
    assert str(refused.value) == "8 lanes: the deck has an adaptive step"
    with pytest.raises(UsageError, match="0 lanes"):
        _refuse_lanes(None, prepared)
    assert asked == [(1, "model"), (8, "model"), (0, "model")]


def test_an_interrupted_search_is_needed_to_resume_one(tmp_path):
    from rbsolve.cli.search import _begin

    arguments = SimpleNamespace(resumes=True, words=["fit"], quiet=True)
    with pytest.raises(UsageError) as refused:
        _begin(arguments, tmp_path / "FIT", {})
    assert str(refused.value) == f"{tmp_path / 'FIT'} contains no interrupted search"
