"""Files of killed runs that have lost some of their data. No command waits forever, and a run continues from the
remaining data.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import forked
import numpy as np
import pytest
from families import FAMILIES
from h5_datasets import datasets
from paced import fix_steps_per_call

from rbsolve.cli import main
from rbsolve.pipeline import Options, check_deck
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.sections.checkpoint import latest
from rbsolve.results.writer import ResultsWriter
from rbsolve.runs.checkpoints import FileKeeper
from rbsolve.runs.results import Results
from rbsolve.runs.resume import find
from rbsolve.runs.run import run_model

END = 120.0  # 12001 rows, of which an HDF5 chunk takes 4096
PATIENCE = 60.0


class Left(NamedTuple):
    """A run in a folder, with the complete file, and copies of the file that the run wrote after each checkpoint."""

    folder: Path
    whole: dict[str, bytes]
    copies: list[bytes]


@pytest.fixture(scope="module")
def left(tmp_path_factory) -> Left:
    folder = tmp_path_factory.mktemp("left")
    (folder / "model.deck").write_text(FAMILIES["RK44"](END))
    copies: list[bytes] = []

    def keep(self, checkpoint):
        original(self, checkpoint)
        copies.append(self._output.temporary.read_bytes())

    original = ResultsWriter.keep
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FileKeeper, "is_due", lambda self: setattr(self, "_is_asked", True) or True)
        patch.setattr(ResultsWriter, "keep", keep)
        fix_steps_per_call(patch, 4096)  # of 60,000
        run_model(check_deck(folder / "model.deck"), folder / "o.h5")
    assert len(copies) > 8
    return Left(folder, datasets(folder / "o.h5"), copies)


@pytest.fixture
def output(tmp_path, left) -> Path:
    """Return the path of the results. The deck is in the same folder."""
    shutil.copy(left.folder / "model.deck", tmp_path)
    return tmp_path / "o.h5"


def partial_with(output: Path, content: bytes) -> Path:
    partial = output.with_name(f".{output.name}.partial")
    partial.write_bytes(content)
    return partial


def said_by(*arguments: object) -> tuple[int, str]:
    """Return the exit code and the messages of a command that must end."""
    command = [sys.executable, "-m", "rbsolve", *map(str, arguments)]
    with forked.Popen(command, stdout=-1, stderr=-1, text=True) as process:
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except BaseException:
            process.kill()
            raise
    return process.returncode, out + err


@pytest.mark.parametrize("part", [0.02, 0.05, 0.1, 0.3, 0.6, 0.9])
def test_what_was_cut_short_ends_every_command_with_the_truth(left, output, part):
    content = left.copies[-1]
    partial = partial_with(output, content[: int(part * len(content))])
    for command in (["info", output], ["plot", partial, "-o", output.with_name("o.png")]):
        code, said = said_by(*command)
        assert code == 4
        assert "it is truncated: at least" in said or "killed before it stored any rows" in said
    code, said = said_by("resume", output, "--quiet")
    assert code == 0 or (code in (2, 4) and len(said.splitlines()) == 1 and "defect" not in said), said
    assert datasets(output) == left.whole if code == 0 else not output.exists()


def test_a_run_goes_on_from_its_older_checkpoint_where_the_newer_one_has_lost_its_rows(left, output):
    lengths = [len(content) for content in left.copies]
    lost = 0
    for index in np.flatnonzero(np.diff(lengths)) + 1:
        with Results.open(partial_with(output, left.copies[index])) as results:
            newer = latest(results.file)
        with Results.open(partial_with(output, left.copies[index][: lengths[index - 1]]), cut_short=True) as results:
            older = latest(results.file)
        assert older is not None
        lost += older.rows < newer.rows
    assert lost
    assert main(["resume", str(output), "--quiet"]) == 0
    assert datasets(output) == left.whole


@pytest.mark.parametrize("content", [b"", b"\x89HDF\r\n\x1a\n", b"no HDF5"])
def test_what_a_run_left_without_a_checkpoint_hides_no_results(left, output, content, capsys):
    run_model(check_deck(output.with_name("model.deck"), Options(t_end=1.0)), output)
    partial = partial_with(output, content)
    assert main(["resume", str(output)]) == 2
    assert "o.h5 is complete: t = 1 s" in capsys.readouterr().err
    assert main(["resume", str(output), "--t-end", str(END), "--quiet"]) == 0
    assert datasets(output) == left.whole
    assert not partial.exists()


def test_what_a_run_left_with_a_checkpoint_comes_before_its_results(left, output):
    shutil.copy(left.folder / "o.h5", output)
    partial_with(output, left.copies[2])
    stand = find(output)
    stand.results.close()
    assert stand.path.name == ".o.h5.partial"


def test_rows_that_are_damaged_write_nothing(left, output, monkeypatch, capsys):
    """If a run cannot read its earlier rows, neither the results nor the remaining files change."""
    results, left_over = b"the results of before", left.copies[-1]
    output.write_bytes(results)
    partial = partial_with(output, left_over)
    monkeypatch.setattr(Results, "history", lambda self, path, *_: _unreadable(self.path, path))
    monkeypatch.setattr("rbsolve.runs.resume._check", lambda *_: check_deck(output.with_name("model.deck")))
    assert main(["resume", str(output), "--quiet"]) == 4
    assert "rows of sensors/tip are damaged" in capsys.readouterr().err
    assert output.read_bytes() == results
    assert partial.read_bytes() == left_over
    assert sorted(path.name for path in output.parent.iterdir()) == [partial.name, "model.deck", "o.h5"]


def _unreadable(path: Path, name: str) -> np.ndarray:
    raise ResultsError(f"cannot read {path}: rows of {name} are damaged")


@pytest.mark.parametrize("length", [247, 255])
def test_names_may_be_as_long_as_the_system_takes(left, output, length, capsys):
    long = output.with_name("ä" * ((length - 3) // 2) + "a" * ((length - 3) % 2) + ".h5")
    run_model(check_deck(output.with_name("model.deck"), Options(t_end=0.5)), long)
    assert main(["resume", str(long), "--t-end", "1"]) == 0
    assert main(["export", str(long), "-o", str(long.with_suffix(".csv"))]) == 0 or length == 255
    assert [path.name for path in output.parent.iterdir() if path.name.startswith(".")] == []


def test_the_names_of_what_runs_write_differ(tmp_path):
    from rbsolve.results.file.conventions import name_of_partial, partial_of

    long = [tmp_path / ("a" * 246 + last) for last in ("b", "c", "b.h5")]
    names = [partial_of(path).name for path in (*long, tmp_path / "o.h5")]
    assert len(set(names)) == 4
    assert [len(name) for name in names[:3]] == [255, 255, 255]  # the name is as long as the system permits
    assert [name_of_partial(partial_of(path)) for path in (long[0], tmp_path / "o.h5")] == ["", "o.h5"]
