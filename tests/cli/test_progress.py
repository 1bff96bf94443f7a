"""The display during a run, and the effect of Ctrl-C."""

from __future__ import annotations

import io
import signal
import sys

import pytest

from rbsolve.cli import progress
from rbsolve.cli.interrupts import Interrupts
from rbsolve.display.speed import Speed, duration


@pytest.fixture
def clock(monkeypatch):
    """Return a clock whose time changes only if it is set."""

    class Clock:
        now = 100.0

    monkeypatch.setattr(progress.time, "monotonic", lambda: Clock.now)
    return Clock


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (0.344, "0.34"),
        (12.4, "12"),
        (99.4, "99"),
        (99.6, "100"),
        (5000.0, "5000"),
        (99999.4, "99999"),
        (1.24e6, "1.2e+06"),
    ],
)
def test_speed_and_time_left(clock, steps, words):
    """`steps` are steps per second. One of the five seconds does not count."""
    idle = 0.0
    speed = Speed(10.0, lambda: idle)
    assert speed.words(0.001, 1) == "t = 0.001 of 10 s"
    clock.now += 5.0
    idle = 1.0
    assert speed.words(2.001, 1 + 4.0 * steps) == f"t = 2.001 of 10 s  0.5x real time  {words} steps/s  16 s left"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (61.0, "1 min 01 s"),
        (3599.4, "59 min 59 s"),
        (3599.6, "1 h 00 min"),
        (7325.0, "2 h 02 min"),
    ],
)
def test_durations_are_read_at_a_glance(seconds, words):
    assert duration(seconds) == words


def test_a_line_every_few_seconds_without_a_terminal(clock, capsys):
    with progress.make_display(False, 0.0, 100.0) as display:
        for second in range(13):
            clock.now = 100.0 + second
            display.show(float(second), second * 1000)
        display.note("compiling")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "t = 5 of 100 s  1x real time  1000 steps/s  1 min 35 s left",
        "t = 10 of 100 s  1x real time  1000 steps/s  1 min 30 s left",
        "compiling",
    ]


def test_a_bar_on_a_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    with progress.make_display(False, 0.0, 8.0) as display:
        display.show(2.0, 100)
        display.note("compiling [once]")
    shown = sys.stderr.getvalue()
    assert "t = 2 of 8 s" in shown
    assert " 25%" in shown
    assert "compiling [once]" in shown


def test_quiet_shows_nothing(capsys):
    with progress.make_display(True, 0.0, 1.0) as display:
        display.show(0.5, 1)
        display.note("compiling")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_asks_and_the_second_one_stops(number):
    notes: list[str] = []
    before = signal.getsignal(number)
    with Interrupts(notes.append) as interrupts:
        assert not interrupts.is_requested()
        signal.raise_signal(number)
        assert interrupts.is_requested()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    assert len(notes) == 1
    assert signal.getsignal(number) is before
