"""A resumed fit or optimization gives the same numbers as an undisturbed search. The tests cover each cause of an
interruption.
"""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
from swinging import DECK, TIMES, swing, write_csv

from rbsolve.cli.main import main
from rbsolve.search.journal import Journal, Unfinished
from rbsolve.search.responses import Responses

FIT = ("fit", "swing.deck", "swing.csv", "-p", "L=0.5:3", "-p", "c=0:2:0.1", "--match", "theta=angle", "-j", "1")
BEST = ("optimize", "swing.deck", "--minimize", "(final(angle) - 0.2)^2", "-p", "c=0.1:2:0.4")
JSON = {"fit": "fit.json", "optimize": "optimum.json"}


@pytest.fixture
def stand(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "swing.deck").write_text(DECK)
    noise = 0.01 * np.random.default_rng(4).standard_normal(len(TIMES))
    write_csv(tmp_path / "swing.csv", t=TIMES, theta=swing() + noise)
    return tmp_path


def solved_points(monkeypatch):
    """Return a list to which every later run adds its point."""
    seen = []
    for name in ("at", "with_derivatives"):
        own = getattr(Responses, name)
        monkeypatch.setattr(Responses, name, lambda self, points, own=own: seen.append(points) or own(self, points))
    return seen


@pytest.mark.parametrize("words", [FIT, BEST])
def test_a_killed_search_continues_with_the_same_bits(stand, monkeypatch, capsys, words):
    """A killed process leaves the journals, whose last line is incomplete."""
    monkeypatch.setattr(Unfinished, "end", lambda self: None)
    before = solved_points(monkeypatch)
    assert main([*words, "-o", "WHOLE", "-q"]) == 0
    monkeypatch.undo()
    monkeypatch.chdir(stand)
    whole = json.loads((stand / "WHOLE" / JSON[words[0]]).read_text())
    for journal in (stand / "WHOLE/unfinished").glob("*.jsonl"):
        lines = journal.read_bytes().splitlines(keepends=True)
        kept = lines[: len(lines) // 2]
        (stand / "KEPT").mkdir(exist_ok=True)
        (stand / "KEPT" / journal.name).write_bytes(b"".join(kept) + lines[len(kept)][:40])
    shutil.copytree(stand / "WHOLE/unfinished", stand / "OUT/unfinished")
    for journal in (stand / "KEPT").iterdir():
        shutil.copy(journal, stand / "OUT/unfinished")
    assert main(["status", "OUT"]) == 130
    assert "OUT: killed; " in capsys.readouterr().out
    after = solved_points(monkeypatch)
    assert main(["resume", "OUT", "-q"]) == 0
    assert 0 < len(after) < len(before)
    again = json.loads((stand / "OUT" / JSON[words[0]]).read_text())
    assert again == whole
    assert not (stand / "OUT/unfinished").exists()


def test_ctrl_c_keeps_the_evaluations(stand, monkeypatch, capsys):
    assert main([*FIT, "-o", "WHOLE", "-q"]) == 0
    whole = json.loads((stand / "WHOLE/fit.json").read_text())
    seen = solved_points(monkeypatch)
    own = Responses.with_derivatives

    def stop(self, points):
        if len(seen) > 5:
            raise KeyboardInterrupt
        return own(self, points)

    monkeypatch.setattr(Responses, "with_derivatives", stop)
    assert main([*FIT, "-o", "OUT"]) == 130
    assert "`rbsolve resume OUT` continues the search" in capsys.readouterr().err
    assert main(["status", "OUT"]) == 130
    assert "OUT: interrupted: the fit was interrupted" in capsys.readouterr().out
    monkeypatch.undo()
    monkeypatch.chdir(stand)
    assert main(["resume", "OUT"]) == 0
    again = json.loads((stand / "OUT/fit.json").read_text())
    assert {**again, "command": ""} == {**whole, "command": ""}
    assert main(["status", "OUT", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["parameters"]["L"] == whole["parameters"]["L"]["value"]


def test_a_running_search_has_locked_its_folder(stand, monkeypatch, capsys):
    """The status is read during the evaluations. A second search in the same folder is refused, and deletes nothing."""
    own, seen = Responses.with_derivatives, []

    def look(self, points):
        if len(seen) < 2:
            assert main(["status", "OUT", "--format", "json"]) == 0
            seen.append(json.loads(capsys.readouterr().out))
            assert main([*FIT, "-o", "OUT"]) == 4
            assert "another search is running there" in capsys.readouterr().err
            assert main(["resume", "OUT"]) == 4
            assert "another search is running there" in capsys.readouterr().err
        return own(self, points)

    monkeypatch.setattr(Responses, "with_derivatives", look)
    assert main([*FIT, "-o", "OUT", "-q"]) == 0
    assert [found["state"] for found in seen] == ["running", "running"]
    assert seen[1]["evaluations"] > seen[0]["evaluations"]
    assert main(["status", "OUT", "--watch"]) == 0
    assert "OUT: complete" in capsys.readouterr().out


def test_changed_data_are_refused(stand, capsys):
    (stand / "OUT").mkdir()
    Unfinished.begin(stand / "OUT", [*FIT, "-o", "OUT"], str(stand), {"swing.csv": "0"})
    assert main(["resume", "OUT"]) == 2
    assert "swing.csv, swing.deck: changed since the start of the search" in capsys.readouterr().err
    assert main(["resume", "OUT", "--t-end", "3"]) == 2
    assert "--t-end applies to runs and studies, not to searches" in capsys.readouterr().err


def unfinished(stand, **changed):
    """Write the folder of a search with a changed record of its command."""
    folder = stand / "OUT/unfinished"
    folder.mkdir(parents=True)
    record = {"arguments": list(FIT), "directory": str(stand), "inputs": {}} | changed
    (folder / "command.json").write_text(json.dumps(record))
    return folder


def test_a_damaged_command_is_an_error_of_input(stand, capsys):
    (unfinished(stand) / "command.json").write_text("{")
    assert main(["resume", "OUT"]) == 4
    assert "is damaged" in capsys.readouterr().err
    assert main(["status", "OUT"]) == 4


def test_a_folder_that_names_another_command_is_refused(stand, capsys):
    unfinished(stand, arguments=["run", "swing.deck"])
    assert main(["resume", "OUT"]) == 2
    assert "not the folder of a fit" in capsys.readouterr().err
    assert not (stand / "swing.h5").exists()


def test_a_damaged_line_ends_the_stored_evaluations(stand):
    path = stand / "evaluations-0.jsonl"
    good = json.dumps({"key": "a", "responses": {}, "found": []}).encode() + b"\n"
    path.write_bytes(good + b"[1, 2\n" + good)
    Journal(path).close()
    assert path.read_bytes() == good
