"""A run keeps its checkpoints if the disk is full."""

from __future__ import annotations

import errno
import os
import resource
import sys
from types import SimpleNamespace

import forked
import pytest
from families import FAMILIES
from h5_datasets import datasets

from rbsolve.cli import main
from rbsolve.pipeline import check_deck
from rbsolve.results import writer
from rbsolve.results.file import reserving
from rbsolve.results.file.reserving import give_back, reserve
from rbsolve.results.file.target import OutputError
from rbsolve.runs.run import run_model
from rbsolve.solver.run.supervision import Supervision

END = 120.0


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "model.deck"
    path.write_text(FAMILIES["RK44"](END))
    return path


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("part", [0.3, 0.7, 0.97])
def test_a_run_goes_on_when_there_is_room_again(deck, tmp_path, part):
    """The test also starts at a disk usage of 97 %. The rows then fit, but the data at the end of the run do not fit."""
    run_model(check_deck(deck), tmp_path / "whole.h5")
    size = int(part * (tmp_path / "whole.h5").stat().st_size)
    command = [sys.executable, "-m", "rbsolve", "model.deck", "-o", "o.h5", "--checkpoint-every", "0.01", "-q"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    done = forked.run(command, cwd=tmp_path, preexec_fn=limit, capture_output=True, text=True)
    assert done.returncode == 4
    assert done.stderr.startswith("rbsolve: cannot write o.h5: File too large; the run up to t = ")
    assert done.stderr.endswith("free disk space, then `rbsolve resume o.h5` continues\n")
    assert sorted(os.listdir(tmp_path)) == [".o.h5.partial", "model.deck", "whole.h5"]
    assert main(["resume", str(tmp_path / "o.h5"), "-q"]) == 0
    assert datasets(tmp_path / "o.h5") == datasets(tmp_path / "whole.h5")
    assert sorted(os.listdir(tmp_path)) == ["model.deck", "o.h5", "whole.h5"]


def test_a_run_without_room_for_its_end_keeps_what_it_has(deck, tmp_path, monkeypatch):
    output = tmp_path / "o.h5"
    monkeypatch.setattr(writer, "reserve", no_room)
    with pytest.raises(OutputError, match=r"No space left on device; the run up to t = .* is kept in"):
        run_model(check_deck(deck), output, Supervision(every=0.0))
    assert not output.exists()
    monkeypatch.undo()
    assert main(["resume", str(output), "-q"]) == 0
    run_model(check_deck(deck), tmp_path / "whole.h5")
    assert datasets(output) == datasets(tmp_path / "whole.h5")


def test_a_run_that_cannot_go_on_for_want_of_room_stays_as_it_was(deck, tmp_path, monkeypatch, capsys):
    output, partial = tmp_path / "o.h5", tmp_path / ".o.h5.partial"
    monkeypatch.setattr(writer, "reserve", no_room)
    with pytest.raises(OutputError):
        run_model(check_deck(deck), output, Supervision(every=0.0))
    before = partial.read_bytes()
    monkeypatch.setattr(writer.ResultsWriter, "_create_sensors", no_room)
    assert main(["resume", str(output), "-q"]) == 4
    assert "the state of the run is kept in" in capsys.readouterr().err
    assert partial.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == [".o.h5.partial", "model.deck"]


def test_room_is_taken_behind_the_end_of_a_file(tmp_path):
    path = tmp_path / "o.h5"
    path.write_bytes(b"rows")
    with path.open("r+b") as file:
        reserve(file.fileno(), 1 << 20)
        taken = os.fstat(file.fileno())
        assert taken.st_size == 4
        give_back(file.fileno())
        assert os.fstat(file.fileno()).st_blocks <= taken.st_blocks
    assert path.read_bytes() == b"rows"


def test_room_that_is_not_there_is_said(tmp_path, monkeypatch):
    with (tmp_path / "o.h5").open("wb") as file:
        room = os.statvfs(tmp_path)
        with pytest.raises(OSError, match="No space left"):
            reserve(file.fileno(), (room.f_blocks + 1) * room.f_frsize)
        assert os.fstat(file.fileno()).st_blocks == 0
        monkeypatch.setattr(reserving.resource, "getrlimit", lambda which: (1000, 1000))
        reserve(file.fileno(), 1000)
        with pytest.raises(OSError, match="File too large"):
            reserve(file.fileno(), 1001)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux reserves space")
def test_what_the_system_refuses_is_said(tmp_path, monkeypatch):
    """The file system says nothing about its size here, and refuses a file of 4 EiB."""
    monkeypatch.setattr(reserving.os, "fstatvfs", lambda descriptor: SimpleNamespace(f_blocks=0))
    with (tmp_path / "o.h5").open("wb") as file:
        with pytest.raises(OSError, match=r"File too large|No space left"):
            reserve(file.fileno(), 2**62)
        assert os.fstat(file.fileno()).st_blocks == 0


@pytest.mark.parametrize(
    ("code", "is_full"),
    [(errno.ENOSPC, True), (errno.EDQUOT, True), (errno.EFBIG, True), (errno.EOPNOTSUPP, False), (errno.ENOSYS, False)],
)
def test_a_file_system_without_reservations_is_no_error(tmp_path, monkeypatch, code, is_full):
    library = SimpleNamespace(fallocate=lambda *_: -1)
    fake = SimpleNamespace(CDLL=lambda *_, **__: library, c_int64=int, get_errno=lambda: code)
    monkeypatch.setattr(reserving, "ctypes", fake)
    monkeypatch.setattr(reserving, "sys", SimpleNamespace(platform="linux"))
    released = []
    monkeypatch.setattr(reserving, "give_back", released.append)
    with (tmp_path / "o.h5").open("wb") as file:
        if is_full:
            with pytest.raises(OSError) as refused:  # noqa: PT011  # the code is checked
                reserve(file.fileno(), 10)
            assert (refused.value.errno, refused.value.strerror) == (code, os.strerror(code))
        else:
            reserve(file.fileno(), 10)
        assert released == [file.fileno()]  # a failed reservation may have taken a part of the space
        monkeypatch.setattr(reserving, "sys", SimpleNamespace(platform="darwin"))
        reserve(file.fileno(), 10)  # other systems have no such call
        assert released == [file.fileno()]
