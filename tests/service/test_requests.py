"""Parts of requests that are refused before any work, and the states of the service behind them."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from types import SimpleNamespace

import pytest

from rbsolve.service import checking
from rbsolve.service.housekeeping import House
from rbsolve.service.problems import Problem
from rbsolve.service.requests import jobs, parts, reading, shared, shares, uploads
from rbsolve.service.requests.shared import LOCAL

STONE = """\
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0.5, 2} @TIME_STEP_SIZE {1e-3} } }
"""


def problem_of(call, *arguments):
    with pytest.raises(Problem) as refused:
        call(*arguments)
    return refused.value.status, refused.value.detail


@pytest.mark.parametrize("cursor", ["nonsense", "x_1", "0x1p99999_a", "_a"])
def test_an_invalid_cursor_is_refused(cursor):
    assert problem_of(parts.place_before, cursor) == (422, "invalid cursor: use the `next` of a page")


def test_a_cursor_is_the_place_of_the_last_record():
    found = [SimpleNamespace(created=2.5, id="b"), SimpleNamespace(created=1.25, id="a_c")]
    assert parts.place_before(parts.cursor_of(found, 2)) == (1.25, "a_c")
    assert parts.cursor_of(found, 3) is None
    assert [parts.place_before(none) for none in ("", None)] == [None, None]


def visit(host, method="GET", **headers):
    """Visit a server that requires no token."""
    service = SimpleNamespace(settings=SimpleNamespace(auth=False))
    state = SimpleNamespace(service=service)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = SimpleNamespace(app=SimpleNamespace(state=state), headers={"host": host, **names}, method=method)
    return shared.visitor_of(request, None)


@pytest.mark.parametrize("host", ["localhost", "localhost:8732", "127.0.0.1:1", "[::1]", "[::1]:8732"])
def test_a_server_without_tokens_answers_on_this_machine(host):
    assert visit(host) is LOCAL


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:8732", "localhost.evil.example", "192.0.2.1"])
def test_a_server_without_tokens_answers_no_other_name(host):
    """The name of another site can lead to this machine."""
    words = "without tokens, this server answers only requests to localhost"
    assert problem_of(visit, host) == (403, words)


@pytest.mark.parametrize(
    ("headers", "is_other"),
    [
        ({}, False),
        ({"origin": "http://localhost:1"}, False),
        ({"origin": "http://localhost:2"}, True),
        ({"sec_fetch_site": "same-origin", "origin": "http://evil"}, False),
        ({"sec_fetch_site": "none"}, False),
        ({"sec_fetch_site": "cross-site"}, True),
    ],
)
def test_a_page_of_another_site_changes_nothing(headers, is_other):
    assert visit("localhost:1", "GET", **headers) is LOCAL
    if is_other:
        words = "without tokens, this server accepts changes only from its own page, not from other sites"
        assert problem_of(lambda: visit("localhost:1", "POST", **headers)) == (403, words)
    else:
        assert visit("localhost:1", "POST", **headers) is LOCAL


def test_tokens_are_remembered_for_two_seconds_and_not_without_end(monkeypatch):
    asked, now = [], [100.0]
    monkeypatch.setattr(shared, "_known", {})
    monkeypatch.setattr(shared, "find_account", lambda database, token: asked.append(token) or f"of {token}")
    monkeypatch.setattr(shared, "time", SimpleNamespace(monotonic=lambda: now[0]))
    database = SimpleNamespace(url="sqlite:///x")
    assert [shared._account_by(database, token) for token in ("a", "b", "a")] == ["of a", "of b", "of a"]
    assert asked == ["a", "b"]
    now[0] += 2.5
    shared._account_by(database, "a")
    assert asked == ["a", "b", "a"]
    shared._known.update({f"{k}": (1e9, None) for k in range(10_001)})
    shared._account_by(database, "c")
    assert len(shared._known) == 1


def test_a_share_needs_a_server_with_tokens(monkeypatch):
    monkeypatch.setattr(shares, "find", lambda *given: SimpleNamespace(id="j"))
    service = SimpleNamespace(settings=SimpleNamespace(auth=False))
    words = "this server requires no token: everyone who can reach the server can open its pages"
    assert problem_of(shares._share, service, LOCAL, "j", "job") == (409, words)


def test_a_job_without_its_folder_has_no_check_and_no_findings(tmp_path, monkeypatch):
    class Gone:
        path = tmp_path / "gone"
        found_so_far = tmp_path / "gone" / "found.json"

        def result_of(self, number):
            raise FileNotFoundError(self.path)

    service = SimpleNamespace(folder=lambda record: Gone())
    record = SimpleNamespace(ended=True, state="failed", message="")
    assert jobs._check(service, record) == {}
    assert jobs._findings(service, record, {"findings": [{"code": "a"}]}) == [{"code": "a"}]
    assert problem_of(reading.results_path, service, record)[0] == 404


@pytest.mark.parametrize(
    ("record", "status", "words"),
    [
        (("failed", True, "a step is too large"), 404, "the job ended without results: a step is too large"),
        (("cancelled", True, ""), 404, "the job ended without results: cancelled"),
        (("queued", False, ""), 409, "the job is queued: its results are available when it has ended"),
    ],
)
def test_results_that_do_not_exist_yet_have_their_own_answers(tmp_path, record, status, words):
    folder = SimpleNamespace(result_of=lambda number: tmp_path / f"{number}.h5")
    service = SimpleNamespace(folder=lambda record: folder)
    state, ended, message = record
    asked = SimpleNamespace(state=state, ended=ended, message=message)
    assert problem_of(reading.results_path, service, asked) == (status, words)
    (tmp_path / "0.h5").touch()
    assert reading.results_path(service, asked) == tmp_path / "0.h5"


def test_a_name_that_no_file_can_have_is_refused(tmp_path):
    words = r"'a\ud800.dat' is not a valid file name"
    assert problem_of(uploads._write, tmp_path, PurePosixPath("a\ud800.dat"), b"") == (422, words)
    uploads._write(tmp_path, PurePosixPath("a/b.dat"), b"x")
    assert problem_of(uploads._write, tmp_path, PurePosixPath("a"), b"") == (422, "a is both a file and a folder")
    assert (tmp_path / "a/b.dat").read_bytes() == b"x"


def test_a_house_that_was_never_begun_can_end_and_deletes_only_what_has_ended(tmp_path, monkeypatch):
    from rbsolve.service import housekeeping

    house = House(SimpleNamespace(data=tmp_path), "database")
    house.end()
    asked, discarded = [], []
    monkeypatch.setattr(housekeeping, "discard", discarded.append)
    monkeypatch.setattr(housekeeping.jobs, "retire", lambda database, one: asked.append(one) or {"done": "f"}.get(one))
    assert [house.delete("running"), house.delete("done")] == [False, True]
    assert (asked, discarded) == (["running", "done"], [tmp_path / "f"])


def prepare(tmp_path, text, **given):
    (tmp_path / "in").mkdir()
    deck = tmp_path / "in" / "model.deck"
    deck.write_text(text)
    asked = {"linearize": None, "search": None, **given}
    return checking.prepare_job(str(tmp_path / "in"), str(deck), asked, str(tmp_path / "j"), "j", {})


def test_a_job_is_prepared_with_its_times(tmp_path):
    from rbsolve.studies.disk.folder import StudyFolder

    assert prepare(tmp_path, STONE) == {"diagnostics": [], "cases": 1}
    found = json.loads((tmp_path / "j" / checking.CHECKED).read_text())
    assert (found["diagnostics"], found["start"], found["stop"]) == ([], 0.5, 2.0)
    manifest = StudyFolder.open(tmp_path / "j").manifest
    assert (manifest.id, manifest.kind, manifest.cases, manifest.linearize) == ("j", "job", 1, None)


@pytest.mark.parametrize("given", [{}, {"linearize": "end"}])
def test_a_deck_with_errors_is_not_prepared(tmp_path, given):
    answer = prepare(tmp_path, STONE.replace("@MASS {2}", "@MAS {2}"), **given)
    assert answer["failed"] is True
    assert [(one["code"], one["file"], one["line"]) for one in answer["diagnostics"]] == [
        ("unknown-keyword", "model.deck", 1)
    ]
    assert "cases" not in answer
    assert not (tmp_path / "j").exists()


def test_a_job_that_linearizes_at_an_unknown_word_is_a_problem(tmp_path):
    words = "'noon' is neither a time nor one of start, end, equilibrium"
    assert prepare(tmp_path, STONE, linearize="noon") == {"problem": words}
    assert not (tmp_path / "j").exists()


def prepare_study(tmp_path, text, values, most):
    (tmp_path / "in").mkdir()
    deck = tmp_path / "in" / "model.deck"
    deck.write_text("@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} }\n" + text)
    given, target = {"parameters": {}}, str(tmp_path / "s")
    design = {"grid": {"m": values}}
    return checking.prepare_study(str(tmp_path / "in"), str(deck), given, design, target, "s", {"cases": most})


def test_a_study_is_prepared_up_to_the_limit_of_an_account(tmp_path):
    from rbsolve.studies.disk.folder import StudyFolder

    text = STONE.replace("@MASS {2}", "@MASS {#m}")
    assert prepare_study(tmp_path, text, [1, 2, 3], 3) == {"diagnostics": [], "cases": 3}
    manifest = StudyFolder.open(tmp_path / "s").manifest
    assert (manifest.id, manifest.kind, manifest.cases, manifest.names) == ("s", "study", 3, ["m"])


def test_a_study_above_the_limit_of_an_account_is_a_problem(tmp_path):
    text = STONE.replace("@MASS {2}", "@MASS {#m}")
    words = "the study has 4 cases, more than the limit for an account"
    assert prepare_study(tmp_path, text, [1, 2, 3, 4], 3) == {"problem": words}
    assert not (tmp_path / "s").exists()


def test_a_study_of_a_deck_with_errors_is_not_prepared(tmp_path):
    answer = prepare_study(tmp_path, STONE.replace("@MASS {2}", "@MAS {#m}"), [1], 9)
    assert answer["failed"] is True
    assert [(one["code"], one["file"], one["line"]) for one in answer["diagnostics"]] == [
        ("unknown-keyword", "model.deck", 2)
    ]
    assert not (tmp_path / "s").exists()


def test_a_search_whose_data_are_missing_is_a_problem_of_the_request(monkeypatch, tmp_path):
    from rbsolve.studies.running import searching

    folder = str(tmp_path)
    for error, words in (
        (FileNotFoundError(2, "No such file", f"{folder}/swing.csv"), "fit: swing.csv is not among the included files"),
        (ValueError(f"{folder}/swing.csv has no column x"), "swing.csv has no column x"),
    ):

        def refuse(*given, error=error):
            raise error

        monkeypatch.setattr(searching, "search_of", refuse)
        assert checking._refusal({"fit": {}}, folder, None) == words
    assert checking._refusal(None, folder, None) == ""
    assert checking._of_request("why") == {
        "severity": "error",
        "code": "invalid-value",
        "message": "why",
        "hint": None,
        "file": "",
        "line": 0,
        "column": 0,
        "end_line": 0,
        "end_column": 0,
    }


def test_diagnostics_have_the_names_of_the_submission_and_a_greatest_number():
    def finding(number):
        entry = {"file": "/up/model.deck", "message": f"see /up/x.dat {number}", "hint": None}
        return SimpleNamespace(as_json=lambda: entry)

    found = checking._findings(map(finding, range(checking.MOST_FINDINGS + 5)), "/up")
    assert len(found) == checking.MOST_FINDINGS
    assert found[1] == {"file": "model.deck", "message": "see x.dat 1", "hint": None}


@pytest.mark.parametrize("name", ["a/b.js", "a\\b.js", ".hidden", "../page.py"])
def test_a_file_outside_the_page_is_not_served(name):
    from rbsolve.page import asset

    with pytest.raises(FileNotFoundError) as refused:
        asset(name)
    assert refused.value.args == (name,)
