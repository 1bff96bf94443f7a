"""Runs that are interrupted at any time continue with the same bytes."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import forked
import numpy as np
import pytest
from families import FAMILIES
from h5_datasets import datasets
from waiting import PATIENCE, wait_until

from rbsolve.cli import main
from rbsolve.pipeline import Options, check_deck
from rbsolve.results.writer import ResultsWriter
from rbsolve.runs.checkpoints import FileKeeper
from rbsolve.runs.results import Results
from rbsolve.runs.resume import find, resume
from rbsolve.runs.run import run_model
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.integrators.munthe_kaas.integrator import ExplicitRungeKutta
from rbsolve.solver.model.memory import capture, restore
from rbsolve.solver.run.observer import Observer
from rbsolve.solver.run.supervision import Supervision
from rbsolve.solver.sensors.motions.rows import Report


@pytest.mark.parametrize("name", FAMILIES)
def test_a_run_goes_on_from_any_checkpoint_to_the_same_bytes(name, tmp_path, monkeypatch):
    deck = tmp_path / "model.deck"
    end = 0.1 if name.startswith("STATIC") else 0.3  # each row is a separate search
    deck.write_text(FAMILIES[name](end))
    whole = tmp_path / "whole.h5"
    run_model(check_deck(deck), whole)

    copies: list[bytes] = []
    monkeypatch.setattr(FileKeeper, "is_due", lambda self: setattr(self, "_is_asked", True) or True)

    def keep(self, checkpoint):
        original(self, checkpoint)
        copies.append(self._output.temporary.read_bytes())  # the content of the file after a kill at this point

    original = ResultsWriter.keep
    monkeypatch.setattr(ResultsWriter, "keep", keep)
    monkeypatch.setattr("rbsolve.solver.run.clocks.CALL_SECONDS", 1e-4)  # the run then has many checkpoints
    run_model(check_deck(deck), tmp_path / "pieces.h5")
    monkeypatch.undo()
    expected = datasets(whole)
    assert datasets(tmp_path / "pieces.h5") == expected
    assert len(copies) > 2
    for place in (0, len(copies) // 2, len(copies) - 1):
        output = tmp_path / f"{place}" / "o.h5"
        output.parent.mkdir()
        output.with_name(".o.h5.partial").write_bytes(copies[place])
        assert main(["resume", str(output), "--quiet"]) == 0
        assert datasets(output) == expected
        assert os.listdir(output.parent) == ["o.h5"]


PIECES = 20
# With RBSOLVE_ALL_FAMILIES=1, the test takes minutes, because each piece of a run checks a deck.
ALL = "RBSOLVE_ALL_FAMILIES" in os.environ
CONTINUED = list(FAMILIES) if ALL else ["RK44", "DOPRI5 adaptive", "STATIC"]
INTERRUPTED = list(FAMILIES) if ALL else ["generalized-alpha modified", "Gauss-Lobatto", "KINEMATIC loop"]


@pytest.mark.parametrize("name", CONTINUED)
def test_a_complete_run_goes_on_in_twenty_pieces(name, tmp_path):
    ends = [0.02 * (i + 1) for i in range(PIECES)]
    output = tmp_path / "o.h5"
    (tmp_path / "model.deck").write_text(FAMILIES[name](ends[0]))
    run_model(check_deck(tmp_path / "model.deck"), output)
    assert main(["resume", str(output), "--quiet"]) == 2
    for end in ends[1:]:
        assert main(["resume", str(output), "--t-end", repr(end), "--quiet"]) == 0
    (tmp_path / "model.deck").write_text(FAMILIES[name](ends[-1]))
    run_model(check_deck(tmp_path / "model.deck"), tmp_path / "whole.h5")
    went_on, whole = datasets(output), datasets(tmp_path / "whole.h5")
    assert {name for name in whole if went_on[name] != whole[name]} == {"deck/source"}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_a_run_interrupted_twenty_times_has_the_same_bytes(name, tmp_path, monkeypatch):
    (tmp_path / "model.deck").write_text(FAMILIES[name](0.3))
    run_model(check_deck(tmp_path / "model.deck"), tmp_path / "whole.h5")
    # each call takes one step, or one piece of a search
    monkeypatch.setattr("rbsolve.solver.run.clocks.CALL_SECONDS", 1e-9)
    output = tmp_path / "o.h5"
    reached = []
    run = run_model(check_deck(tmp_path / "model.deck"), output, Supervision(interrupted=Countdown(1)))
    while run.status == "interrupted" and len(reached) < PIECES:
        reached.append(run.summary.time)
        run = resume(find(output), output, Supervision(interrupted=Countdown(1)))
    assert len(set(reached)) > PIECES - 5
    if run.status == "interrupted":
        run = resume(find(output), output)
    assert run.status == "complete"
    assert datasets(output) == datasets(tmp_path / "whole.h5")


class Countdown:
    """Interrupts a run after a number of calls of compiled code."""

    def __init__(self, calls: int) -> None:
        self._left = calls

    def __call__(self) -> bool:
        self._left -= 1
        return self._left < 0


ENDLESS = 10000  # seconds; the run takes a second for a thousand steps


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "rbsolve", *arguments]
    return forked.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)


def rows_seen(partial: Path) -> int:
    """Return the rows that a reader of the running file sees, if a state follows the rows. While the run writes rows,
    the reader gets no rows.
    """
    with contextlib.suppress(OSError), Results.open(partial) as results:
        return len(results.time) if results.status == "running" else 0
    return 0


def wait_for_rows(partial: Path, rows: int) -> None:
    wait_until(lambda: rows_seen(partial) >= rows)


def stop_between_writes(process: subprocess.Popen[bytes], partial: Path, rows: int) -> None:
    """Stop a run when its file is readable and has a number of rows. The run pauses while the rows are counted."""
    while True:
        process.send_signal(signal.SIGSTOP)
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        if rows_seen(partial) >= rows:
            return
        process.send_signal(signal.SIGCONT)
        time.sleep(0.01)


def test_a_picture_follows_a_run(tmp_path):
    (tmp_path / "model.deck").write_text(FAMILIES["RK44"](400))
    process = start(tmp_path, "model.deck", "-o", "o.h5", "--checkpoint-every", "0.1")
    stop_between_writes(process, tmp_path / ".o.h5.partial", 100)
    watching = start(tmp_path, "plot", "o.h5", "--watch", "-o", "now.png")
    wait_until((tmp_path / "now.png").exists, watching)
    early = (tmp_path / "now.png").read_bytes()
    process.send_signal(signal.SIGCONT)
    assert process.wait(PATIENCE) == 0
    assert watching.wait(PATIENCE) == 0
    assert (tmp_path / "now.png").read_bytes() != early


def test_killed_runs_go_on_and_refuse_what_has_changed(tmp_path, capsys):
    deck = tmp_path / "model.deck"
    deck.write_text(FAMILIES["RK44"](ENDLESS))
    process = start(tmp_path, "model.deck", "-o", "o.h5", "--checkpoint-every", "0.1")
    partial = tmp_path / ".o.h5.partial"
    wait_for_rows(partial, 100)
    assert main(["resume", str(tmp_path / "o.h5")]) == 2
    assert "a run is writing it" in capsys.readouterr().err
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "o.h5").exists()
    assert main(["info", str(tmp_path / "o.h5")]) == 0
    assert "rbsolve resume" in capsys.readouterr().out
    assert main(["plot", str(tmp_path / "o.h5")]) == 0
    assert "the run has not ended" in capsys.readouterr().err
    assert (tmp_path / "o.png").stat().st_size > 5000
    original = deck.read_text()
    deck.write_text(original.replace("@MASS {2}", "@MASS {3}"))
    assert main(["resume", str(tmp_path / "o.h5")]) == 2
    assert "has changed since the run started: line 6 was `@MASS_PROPERTY" in capsys.readouterr().err
    deck.unlink()  # the results contain the deck
    with Results.open(partial) as results:
        end = np.ceil(results.time[-1]) + 1.0
    assert main(["resume", str(tmp_path / "o.h5"), "--t-end", str(end), "--quiet"]) == 0
    deck.write_text(original)
    run_model(check_deck(deck, Options(t_end=end)), tmp_path / "whole.h5")
    assert datasets(tmp_path / "o.h5") == datasets(tmp_path / "whole.h5")


def test_what_is_left_of_a_run_killed_before_its_first_rows_says_so(tmp_path, capsys):
    (tmp_path / ".o.h5.partial").write_bytes(b"\x89HDF\r\n\x1a\n")
    assert main(["info", str(tmp_path / ".o.h5.partial")]) == 4
    assert "killed before it stored any rows" in capsys.readouterr().err
    assert main(["resume", str(tmp_path / "o.h5")]) == 2
    assert "run the deck again" in capsys.readouterr().err
    assert main(["resume", str(tmp_path / "missing.h5")]) == 4


def test_a_state_of_another_size_is_refused(tmp_path, monkeypatch, capsys):
    """Another version of the solver may give the same deck more contact points."""
    (tmp_path / "model.deck").write_text(FAMILIES["RK44"](0.3))
    monkeypatch.setattr("rbsolve.solver.run.clocks.CALL_SECONDS", 1e-9)
    output = tmp_path / "o.h5"
    assert (
        run_model(check_deck(tmp_path / "model.deck"), output, Supervision(interrupted=Countdown(3))).status
        == "interrupted"
    )
    before = datasets(output)

    def check_larger(*arguments):
        checked = check_deck(*arguments)
        initial = checked.compiled.initial
        larger = initial._replace(contact=np.zeros((len(initial.contact) + 1, *initial.contact.shape[1:])))
        return checked._replace(compiled=checked.compiled._replace(initial=larger))

    monkeypatch.setattr("rbsolve.runs.resume.check_deck", check_larger)
    assert main(["resume", str(output), "--quiet"]) == 2
    assert "another version of rbsolve" in capsys.readouterr().err
    assert datasets(output) == before


@pytest.mark.parametrize("family", ["RK44", "generalized-alpha"])
def test_a_state_with_other_numbers_is_refused(tmp_path, monkeypatch, capsys, family):
    """Another version of the solver may keep more numbers in the progress of a run. Such numbers would be lost, and the run
    would begin again at its start.
    """
    (tmp_path / "model.deck").write_text(FAMILIES[family](0.3))
    monkeypatch.setattr("rbsolve.solver.run.clocks.CALL_SECONDS", 1e-9)
    output = tmp_path / "o.h5"
    run_model(check_deck(tmp_path / "model.deck"), output, Supervision(interrupted=Countdown(3)))

    def make_larger(compiled):
        engine = make_engine(compiled)
        engine.position.words = np.append(engine.position.words, 0)
        return engine

    monkeypatch.setattr("rbsolve.runs.resume.make_engine", make_larger)
    assert main(["resume", str(output), "--quiet"]) == 2
    assert "another version of rbsolve" in capsys.readouterr().err
    tree, arrays = capture(make_engine(check_deck(tmp_path / "model.deck").compiled))
    with pytest.raises(ValueError, match="numbers of"):
        restore(make_larger(check_deck(tmp_path / "model.deck").compiled), tree, arrays)


def test_an_interrupted_run_goes_on(tmp_path):
    deck = tmp_path / "model.deck"
    deck.write_text(FAMILIES["RK44"](ENDLESS))
    process = start(tmp_path, "model.deck", "-o", "o.h5", "--checkpoint-every", "0.1")
    wait_for_rows(tmp_path / ".o.h5.partial", 1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 130
    with Results.open(tmp_path / "o.h5") as results:
        assert results.status == "interrupted"
        reached = float(results.time[-1])
    end = np.ceil(reached) + 1.0
    assert main(["resume", str(tmp_path / "o.h5"), "--t-end", str(end), "--quiet"]) == 0
    run_model(check_deck(deck, Options(t_end=end)), tmp_path / "whole.h5")
    assert datasets(tmp_path / "o.h5") == datasets(tmp_path / "whole.h5")


def test_findings_of_a_run_that_is_broken_off_are_listed_once(tmp_path, monkeypatch):
    """The run reports a diagnostic after each step. The list of diagnostics is limited, so it cannot contain all of
    them.
    """

    def write(self, chunk, sink, balance):
        reports = list(observed(self, chunk, sink, balance))
        rows = zip(chunk.time.tolist(), range(int(chunk.count[0])), strict=False)
        return reports + [
            Report(row, (time, "warning", "small-steps", f"at {time:.4f}", "body B")) for time, row in rows
        ]

    def advance(self, chunk, budget):
        before = self.steps
        outcome = advanced(self, chunk, budget)
        for step in range(before, self.steps):
            if step % 40 == 7:
                self.log.report(step * 0.002, "note", "steps-in-parts", f"step {step}")
        return outcome

    observed, advanced = Observer.write, ExplicitRungeKutta.advance
    monkeypatch.setattr(Observer, "write", write)
    monkeypatch.setattr(ExplicitRungeKutta, "advance", advance)
    (tmp_path / "model.deck").write_text(FAMILIES["RK44"](0.3))
    run_model(check_deck(tmp_path / "model.deck"), tmp_path / "whole.h5")
    monkeypatch.setattr("rbsolve.solver.run.clocks.CALL_SECONDS", 1e-9)
    output = tmp_path / "o.h5"
    run = run_model(check_deck(tmp_path / "model.deck"), output, Supervision(interrupted=Countdown(1)))
    while run.status == "interrupted":
        run = resume(find(output), output, Supervision(interrupted=Countdown(3)))
    with Results.open(output) as results, Results.open(tmp_path / "whole.h5") as whole:
        assert results.findings == whole.findings
        assert [found.count for found in results.findings if found.code == "small-steps"] == [*[1] * 20, 31 - 20]
        assert [found.message for found in results.findings if found.code == "steps-in-parts"] == [
            f"step {step}" for step in range(7, 150, 40)
        ]


def test_two_runs_do_not_write_one_file(tmp_path):
    with ResultsWriter(tmp_path / "o.h5", (), 10), pytest.raises(OSError, match="another run is writing it"):
        ResultsWriter(tmp_path / "o.h5", (), 10)
    assert os.listdir(tmp_path) == ["o.h5"]


def test_the_pace_is_that_of_the_steps_of_this_command(tmp_path, capsys):
    deck = tmp_path / "model.deck"
    deck.write_text(FAMILIES["RK44"](0.3))
    assert main([str(deck), "-o", str(tmp_path / "o.h5")]) == 0
    with Results.open(tmp_path / "o.h5") as results:
        steps, end = int(results.attributes["steps"]), float(results.time[-1])
    assert f"{steps} steps in " in capsys.readouterr().err
    assert main(["resume", str(tmp_path / "o.h5"), "--t-end", repr(2 * end)]) == 0
    assert f"{2 * steps} steps, {steps} of these steps in this session, in " in capsys.readouterr().err


MOVED = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} {start} }} }}
{element}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{
  @SIMULATION_TIME_RANGE {{0, 0.6}} @TIME_STEP_SIZE {{0.01}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
"""
DOUBTFUL = {
    # The body has turned by half a turn at t = pi/8 s = 0.39 s.
    "beyond-half-turn": MOVED.format(
        start="@INITIAL_ANGULAR_VELOCITY {8, 0, 0}",
        element="@TORSION_SPRING_DEFINITION { @TORSION_SPRING_NAME {s} { @CONNECTED_TO_BODIES {GROUND, b}"
        " @TRIAD_NAME {AXIS_X} @STIFFNESS {1e-6} } }",
    ),
    # The body leaves the end of the curve, at x = 1 m, at t = 0.333 s.
    "beyond-curve": MOVED.format(
        start="@INITIAL_VELOCITY {3, 0, 0}",
        element="@POINT_ON_CURVE_DEFINITION { @POINT_ON_CURVE_NAME {c} { @CONNECTED_TO_BODIES {GROUND, b}"
        " @POINT1_NAME {O} @POINT2_NAME {O} @CURVE_POINTS {-1, 0, 0, 0, 0, 0, 0.5, 0, 0, 1, 0, 0} } }"
        " @POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }",
    ),
}


@pytest.mark.parametrize("code", DOUBTFUL)
def test_a_resumed_run_knows_the_row_before_its_checkpoint(code, tmp_path, monkeypatch):
    """The motion between the last row of a checkpoint and the next row has its diagnostic, exactly once."""
    (tmp_path / "model.deck").write_text(DOUBTFUL[code])
    monkeypatch.setattr("rbsolve.solver.run.clocks.CALL_SECONDS", 1e-9)
    output, pieces = tmp_path / "o.h5", 1
    run = run_model(check_deck(tmp_path / "model.deck"), output, Supervision(interrupted=Countdown(1)))
    while run.status == "interrupted":
        run = resume(find(output), output, Supervision(interrupted=Countdown(3)))
        pieces += 1
    assert pieces > 5
    with Results.open(output) as results:
        assert [round(found.time, 9) for found in results.findings if found.code == code] == [0.4]
