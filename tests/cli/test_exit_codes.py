"""Every row of the table of exit codes, with the messages and files of each case."""

from __future__ import annotations

import json
import os

import pytest

from rbsolve.runs.results import Results

DONE, DECK_ERRORS, USAGE, FAILED, INPUT_OUTPUT = 0, 1, 2, 3, 4

CASES = [
    # The parameters are arguments, exit code, and words of standard error.
    ("--help", DONE, ""),
    ("--version", DONE, ""),
    ("run --help", DONE, ""),
    ("schema", DONE, ""),
    ("check good.deck", DONE, "no errors, no warnings"),
    ("check geometry.deck", DONE, "note[unused-object]"),
    (
        "check good.deck geometry.deck",
        DONE,
        "geometry.deck: the deck has no @ANALYSIS_DEFINITION and cannot be run",
    ),
    ("check warning.deck --werror", DECK_ERRORS, "warning[unused-object]"),
    ("warning.deck --werror", DECK_ERRORS, "warnings count as errors"),
    ("check wrong.deck", DECK_ERRORS, "error[unknown-keyword]"),
    ("wrong.deck", DECK_ERRORS, "@MASS"),
    ("run wrong.deck -q", DECK_ERRORS, "error[unknown-keyword]"),
    ("text.deck", DECK_ERRORS, "error[syntax-error]"),
    ("binary.deck", DECK_ERRORS, "not a text file"),
    ("geometry.deck", DECK_ERRORS, "cannot be solved"),
    ("empty.deck", DECK_ERRORS, "cannot be solved"),
    ("good.deck -p w=2", DECK_ERRORS, "error[undeclared-parameter]"),
    ("check good.deck -p w=2", DECK_ERRORS, "error[undeclared-parameter]"),
    ("good.deck --t-end -1", DECK_ERRORS, "end time"),
    ("", USAGE, ""),
    ("run", USAGE, "MODEL.deck"),
    ("good.deck --no-such-option", USAGE, "--no-such-option"),
    ("chek good.deck", USAGE, "there is no command chek: did you mean check?"),
    ("Info text.h5", USAGE, "there is no command Info: did you mean info?"),
    ("good.deck wrong.deck", USAGE, "unexpected argument: wrong.deck"),
    ("good.deck --step zero", USAGE, "not a number"),
    ("good.deck --step 0", USAGE, "not positive"),
    ("good.deck --t-end nan", USAGE, "not a number"),
    ("good.deck -p v", USAGE, "NAME=VALUE"),
    ("good.deck --integrator EXPLICIT_RUNGE_KUTA", USAGE, "did you mean EXPLICIT_RUNGE_KUTTA?"),
    ("good.deck --formulation NONE", USAGE, "LIE_R3_SO3"),
    ("check good.deck --format xml", USAGE, "xml"),
    ("good.deck -o -", USAGE, "cannot be written to standard output"),
    ("serve --port 65536", USAGE, "65536 is not a port"),
    ("view o.h5 --port -1", USAGE, "-1 is not a whole number (0 or more)"),
    ("serve --workers -1", USAGE, "-1 is not a whole number (0 or more)"),
    ("submit good.deck --server localhost:8732", INPUT_OUTPUT, "start with http://"),
    ("linearize good.deck -o -", USAGE, "cannot be written to standard output"),
    ("missing.deck", INPUT_OUTPUT, "missing.deck: No such file"),
    ("god.deck", INPUT_OUTPUT, "god.deck: No such file or directory: did you mean good.deck?"),
    ("plot missing.h5 --envelope", INPUT_OUTPUT, "missing.h5: No such file"),
    ("folder", INPUT_OUTPUT, "folder: Is a directory"),
    ("check missing.deck", INPUT_OUTPUT, "missing.deck: No such file"),
    ("good.deck -o good.deck", INPUT_OUTPUT, "would overwrite the deck"),
    ("good.deck -o folder/../good.deck", INPUT_OUTPUT, "would overwrite the deck"),
    ("good.deck -o folder", INPUT_OUTPUT, "folder: it is a folder"),
    ("good.deck -o missing/o.h5", INPUT_OUTPUT, "missing does not exist"),
    ("good.deck -o /dev/null", INPUT_OUTPUT, "not a regular file"),
    ("info missing.h5", INPUT_OUTPUT, "missing.h5: No such file"),
    ("info folder", INPUT_OUTPUT, "folder: Is a directory"),
    ("info text.h5", INPUT_OUTPUT, "not an HDF5 file"),
    ("plot text.h5", INPUT_OUTPUT, "not an HDF5 file"),
    ("export text.h5", INPUT_OUTPUT, "not an HDF5 file"),
    ("plot text.h5 -o o.jpg", USAGE, ".png"),
    ("export text.h5 -o o.xls", USAGE, ".csv"),
]


@pytest.mark.parametrize(("arguments", "code", "words"), CASES, ids=[case[0] or "nothing" for case in CASES])
def test_exit_code_and_message(folder, here, arguments, code, words):
    """The command runs in this process. The tests below show that a process ends with these codes."""
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    done = here(*arguments.split())
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_a_run_writes_beside_the_deck_and_says_so(rbsolve, folder):
    done = rbsolve("good.deck")
    assert (done.returncode, done.stdout) == (DONE, "")
    assert "complete: t = 1 s, 100 steps" in done.stderr
    assert "good.h5: 3 sensors, 101 rows" in done.stderr
    with Results.open(folder / "good.h5") as results:
        assert results.status == "complete"
        assert results["B.VELOCITY"][-1].tolist() == [1.0, 0.1, 0.0]


def test_quiet_says_nothing_and_overrides_arrive(here, folder):
    options = "-p v=2*3 --step 0.02 --t-end 2 -o o.h5 -q"
    done = here("run", "good.deck", *options.split())
    assert (done.returncode, done.stdout, done.stderr) == (DONE, "", "")
    with Results.open(folder / "o.h5") as results:
        assert results["B.VELOCITY"][0, 0] == 6.0
        assert results.time[-1] == 2.0
        assert results.time[1] == 0.02
        assert results.file["deck/parameters"].attrs["v"] == 6.0


def test_a_deck_whose_name_is_no_text(rbsolve, folder):
    name = os.fsdecode(b"gr\xf6\xdfe")
    (folder / f"{name}.deck").write_bytes((folder / "good.deck").read_bytes())
    done = rbsolve(f"{name}.deck", "-q")
    assert (done.returncode, done.stderr) == (DONE, "")
    with Results.open(folder / f"{name}.h5") as results:
        assert results.status == "complete"
        assert results.attributes["deck_name"] == "gr??e.deck"


def test_a_deck_from_standard_input(rbsolve, folder):
    done = rbsolve("-", "-o", "o.h5", input=(folder / "good.deck").read_text())
    assert done.returncode == DONE, done.stderr
    assert Results.open(folder / "o.h5").status == "complete"
    done = rbsolve("-", input="@NONSENSE {1}")
    assert done.returncode == DECK_ERRORS
    assert "<stdin>:1:1: error[" in done.stderr


def test_a_failed_run_keeps_its_rows_and_gives_advice(here, folder):
    done = here("diverging.deck")
    assert done.returncode == FAILED
    assert "body B, t = " in done.stderr
    assert "use a smaller step" in done.stderr
    with Results.open(folder / "diverging.h5") as results:
        assert results.status == "failed"
        assert "use a smaller step" in results.message
        assert 1 < len(results.time) < 101
    done = here("info", "diverging.h5")
    assert done.returncode == DONE
    assert "failed" in done.stdout


def test_info_plot_and_export_of_a_run(rbsolve, here, folder):
    here("good.deck", "-q")
    info = here("info", "good.h5")
    assert (info.returncode, info.stderr) == (DONE, "")
    assert "B.CONFIGURATION" in info.stdout
    assert here("plot", "good.h5").returncode == DONE
    assert (folder / "good.png").read_bytes().startswith(b"\x89PNG")
    assert here("plot", "good.h5", "B.VELOCITY", "-o", "v.svg").returncode == DONE
    unknown = here("plot", "good.h5", "B.VELOCITIES")
    assert unknown.returncode == USAGE
    assert "did you mean B.VELOCITY?" in unknown.stderr
    assert here("export", "good.h5").returncode == DONE
    table = rbsolve("export", "good.h5", "-o", "-")
    assert table.stdout == (folder / "good.csv").read_text()
    assert table.stdout.startswith("time [s],B.CONFIGURATION.x1 [m],")


def test_json_is_a_list_with_the_keys_of_the_contract(rbsolve, here):
    done = rbsolve("check", "wrong.deck", "text.deck", "good.deck", "--format", "json")
    assert (done.returncode, done.stderr) == (DECK_ERRORS, "")
    findings = json.loads(done.stdout)
    assert [finding["file"] for finding in findings] == sorted((f["file"] for f in findings), reverse=True)
    keys = {"severity", "code", "message", "file", "line", "column", "end_line", "end_column", "hint"}
    assert all(set(finding) == keys for finding in findings)
    first = findings[0]
    assert (first["severity"], first["code"], first["file"], first["line"]) == (
        "error",
        "unknown-keyword",
        "wrong.deck",
        2,
    )
    assert json.loads(here("check", "good.deck", "--format", "json").stdout) == []
    missing = here("check", "missing.deck", "--format", "json")
    assert (missing.returncode, json.loads(missing.stdout)) == (INPUT_OUTPUT, [])


def test_syntax_only_ignores_meaning(here):
    assert here("check", "--syntax-only", "wrong.deck").returncode == DONE
    assert here("check", "--syntax-only", "text.deck").returncode == DECK_ERRORS


def test_files_outside_the_folder_of_the_deck_need_permission(here, folder):
    (folder / "folder" / "master.deck").write_text(
        "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @ACTIVE_COMMAND {YES} @LIST_OF_FILE_NAMES {../good.deck} } }\n"
    )
    refused = here("check", "folder/master.deck")
    assert refused.returncode == DECK_ERRORS
    assert "include-error" in refused.stderr
    assert here("folder/master.deck", "--allow-include", ".").returncode == DONE
    with Results.open(folder / "folder" / "master.h5") as results:
        assert results.file["deck/files/../good.deck"].asstr()[()] == (folder / "good.deck").read_text()
    clash = here("folder/master.deck", "--allow-include", ".", "-o", "good.deck")
    assert clash.returncode == INPUT_OUTPUT
