"""The process of the command line. The tests check the loaded modules, signals, pipes and full disks."""

from __future__ import annotations

import logging
import os
import resource
import signal
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import forked
import matplotlib as mpl
import pytest
from waiting import wait_until

import rbsolve as package
from rbsolve.cli import main
from rbsolve.cli.interrupts import Interrupts
from rbsolve.runs.results import Results

HEAVY = ("numba", "scipy", "h5py", "matplotlib", "pyarrow", "xarray")
NOT_FOR_A_RUN = ("numba", "scipy", "matplotlib", "rich", "email", "importlib.metadata", "asyncio", "multiprocessing")
NOT_FOR_A_CHECK = (*NOT_FOR_A_RUN, *HEAVY, "llvmlite", "subprocess", "socket")
"""Modules that no command needs. Some Python versions load more modules than expected."""


@pytest.fixture
def solved(folder: Path) -> None:
    """Solve good.deck into good.h5, and store the kernels of the deck."""
    assert main(["run", "-q", str(folder / "good.deck")]) == 0


LOADED = """\
import sys
from rbsolve.cli import main
main({arguments!r})
print([name for name in {watched!r} if name in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "watched"),
    [
        (["--help"], (*HEAVY, "numpy", "rich")),
        (["--version"], (*HEAVY, "numpy", "rich")),
        (["check", "good.deck"], NOT_FOR_A_CHECK),
        (["check", "wrong.deck"], NOT_FOR_A_CHECK),
        (["schema"], HEAVY),
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(folder, arguments, watched):
    code = LOADED.format(arguments=arguments, watched=watched)
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == "[]"


def test_importing_the_package_loads_nothing(folder):
    code = f"import sys, rbsolve; dir(rbsolve); print([m for m in {(*HEAVY, 'numpy')!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.usefixtures("solved")
def test_a_run_whose_kernels_are_kept_loads_no_more_than_it_needs(folder):
    code = LOADED.format(arguments=["run", "-q", "good.deck"], watched=NOT_FOR_A_RUN)
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == "[]"


def threads_asked_for(code, **environment):
    """Return the settings of numpy's libraries in a process whose user sets nothing except `environment`."""
    bare = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    code += "\nimport os; print({name: value for name, value in os.environ.items() if name.endswith('_NUM_THREADS')})"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env={**bare, **environment}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    return literal_eval(done.stdout.splitlines()[-1])


COMMAND = "import sys; sys.argv = ['rbsolve', '--version']; from rbsolve.cli import main; main()"


def test_commands_use_one_thread_unless_the_user_says_otherwise():
    assert threads_asked_for(COMMAND) == {"OMP_NUM_THREADS": "1"}
    assert threads_asked_for(COMMAND, OMP_NUM_THREADS="3") == {"OMP_NUM_THREADS": "3"}
    assert threads_asked_for(COMMAND, OPENBLAS_NUM_THREADS="2")["OPENBLAS_NUM_THREADS"] == "2"


def test_a_solver_process_uses_one_thread():
    solver = (
        "import os, runpy, sys; from rbsolve.studies.running.page import Page; said = os.dup(1)\n"
        "sys.argv = ['solver', str(Page().descriptor), str(os.getppid())]\n"
        "try: runpy.run_module('rbsolve.studies.running.solver', run_name='__main__')\n"
        "except SystemExit: os.dup2(said, 1)\n"
        "assert 'numpy' in sys.modules and len(os.listdir('/proc/self/task')) == 1"
    )
    assert threads_asked_for(solver) == {"OMP_NUM_THREADS": "1"}


def test_the_library_leaves_the_users_process_alone():
    library = "import gc; before = gc.get_threshold(); import rbsolve; rbsolve.check('@COMMENTS {}'); assert gc.get_threshold() == before"
    assert threads_asked_for(library) == {}


def start_endless_run(folder) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "rbsolve", "endless.deck", "-o", "o.h5"]
    process = forked.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: any(path.suffix == ".partial" for path in folder.iterdir()), process)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_keeps_its_rows(folder, number):
    process = start_endless_run(folder)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    assert "interrupted at t = " in stderr
    with Results.open(folder / "o.h5") as results:
        assert results.status == "interrupted"
        rows = len(results.time)
        assert 0 < rows < 10**5
        assert results["B.VELOCITY"].shape == (rows, 3)
        assert results.time[-1] == 10.0 * (rows - 1)
    assert not [path for path in folder.iterdir() if path.suffix == ".partial"]


def test_nohup_is_obeyed():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Interrupts(print) as interrupts:
            signal.raise_signal(signal.SIGHUP)
            assert not interrupts.is_requested()
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_worker_ends_when_it_is_told_to(tmp_path, monkeypatch, number):
    heard = []

    def work(store, data, jobs, ending, sandbox, say):
        heard.append(ending())
        signal.raise_signal(number)
        heard.append(ending())

    handlers = {n: signal.signal(n, signal.SIG_DFL) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    monkeypatch.setattr("rbsolve.service.worker.work", work)
    try:
        assert main(["worker", "--data", str(tmp_path)]) == 0
    finally:
        for n, handler in handlers.items():
            signal.signal(n, handler)
    assert heard == [False, True]


@pytest.mark.parametrize("arguments", [["run", "good.deck"], ["check", "good.deck"]])
def test_ctrl_c_is_no_traceback_while_a_command_is_loaded(folder, monkeypatch, capsys, arguments):
    def pressed(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(folder)
    monkeypatch.setattr("rbsolve.cli.arguments.import_module", pressed)
    assert main(arguments) == 130
    assert capsys.readouterr().err == "rbsolve: interrupted\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_stop_nothing(folder, closed):
    """Some daemons start processes with closed streams. A file that is opened later must not get the number of a
    standard stream.
    """
    code = f"import sys; from rbsolve.cli import main; sys.argv[1:] = {['good.deck', '-o', 'o.h5']}; sys.exit(main())"
    done = subprocess.run(["bash", "-c", f'"$0" -c "$1" {closed}', sys.executable, code], cwd=folder, check=False)
    assert done.returncode == 0
    with Results.open(folder / "o.h5") as results:
        assert results.status == "complete"


@pytest.mark.usefixtures("solved")
def test_what_info_prints_into_a_pipe_ends_its_lines_without_blanks(rbsolve):
    lines = rbsolve("info", "good.h5", "good.h5").stdout.splitlines()
    assert [line.rstrip() for line in lines] == lines
    half = len(lines) // 2
    assert lines[:half] == lines[half + 1 :]
    assert lines[half] == ""


@pytest.mark.usefixtures("solved")
def test_a_closed_pipe_is_no_error(folder):
    command = f"{sys.executable} -m rbsolve export good.h5 -o - | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True)
    header, code = done.stdout.splitlines()
    assert header.startswith("time [s],")
    assert (code, done.stderr) == ("0", "")


@pytest.mark.usefixtures("solved")  # the kernels of this deck are already stored
@pytest.mark.parametrize("size", [4096, 16_384, 50_000, 100_000])
def test_a_disk_that_fills_is_said_and_leaves_nothing(rbsolve, folder, monkeypatch, size):
    """HDF5 fails when it writes an object. HDF5 fails again when it releases the object, or when the process ends."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    before = sorted(os.listdir(folder))
    done = rbsolve("good.deck", "--step", "1e-4", "-q", "-o", "o.h5", preexec_fn=limit)
    assert (done.returncode, done.stderr) == (4, "rbsolve: cannot write o.h5: File too large\n")
    assert sorted(os.listdir(folder)) == before


@pytest.mark.usefixtures("solved")
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("command", [["schema"], ["info", "good.h5"]])
def test_output_without_room_is_said_in_one_line(folder, monkeypatch, command):
    """Python keeps text that it could not write. It tries to write this text again at the end of the process."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with open("/dev/full", "w") as full:
        arguments = [sys.executable, "-m", "rbsolve", *command]
        done = subprocess.run(arguments, cwd=folder, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (4, "rbsolve: No space left on device\n")


def test_main_returns_instead_of_leaving(folder, capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rbsolve {package.__version__}\n"
    assert main(["check", str(folder / "wrong.deck")]) == 1
    assert main(["no such deck"]) == 4
    assert main(["run"]) == 2


def test_a_defect_is_no_traceback(folder, capsys, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("rbsolve.cli.commands.check.check_deck", broken)
    assert main(["check", "any.deck"]) == 3
    assert "internal error of rbsolve: ZeroDivisionError: oops" in capsys.readouterr().err


def test_a_library_that_finds_no_memory_to_be_loaded_is_no_defect(folder, capsys, monkeypatch):
    def run(command, arguments):
        raise ImportError("libhdf5.so.320: failed to map segment from shared object")

    monkeypatch.setattr(sys.modules["rbsolve.cli.main"], "_run", run)
    assert main(["check", str(folder / "good.deck")]) == 3
    assert "not enough memory" in capsys.readouterr().err


def test_pictures_where_nothing_can_be_kept_at_home(tmp_path, monkeypatch, caplog):
    """matplotlib creates a temporary folder and removes it. The user must not see matplotlib's message about the
    folder.
    """
    monkeypatch.setattr(logging.getLogger("matplotlib"), "filters", [])
    (tmp_path / "home").touch()
    for said in (["matplotlib"] * 2, []):
        caplog.clear()
        monkeypatch.setenv("MPLCONFIGDIR", "")  # matplotlib logs the folder here
        assert Path(mpl._get_config_or_cache_dir(lambda: tmp_path / "home")).is_dir()
        assert [record.name for record in caplog.records] == said
        assert main(["plot", str(tmp_path / "none.h5")]) == 4


def test_names_of_files_in_a_locale_that_knows_ascii_only(folder):
    """The locale supports only ASCII, but decks are UTF-8 and contain file names. In a second case, Python is told to
    use this locale.
    """
    (folder / "ü.dat").write_text("! nothing")
    include = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {ü.dat} } }\n"
    (folder / "ö.deck").write_text(include + (folder / "good.deck").read_text())
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "rbsolve", "check", "ö.deck"]
    done = subprocess.run(command, cwd=folder, env=os.environ | ascii_only, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "no errors, no warnings\n")
