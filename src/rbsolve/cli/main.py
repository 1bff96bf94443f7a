"""Runs the command that the arguments name, and returns its exit code. No user input may cause a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from types import TracebackType

from rbsolve.cli.arguments import module_of, parse
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import Manner, say_error, set_manner
from rbsolve.processes.start import name_files_in_utf8, settle


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with `argv` (default: the arguments of the process), and return the exit code."""
    is_process = argv is None
    if argv is None:
        name_files_in_utf8()
        argv = sys.argv[1:]
        settle()
        _open_closed_streams()
        _print_anything()
        _say_once_that_a_disk_is_full()
    try:
        arguments = parse(argv)
        chosen = {
            name: getattr(arguments, name) for name in ("progress", "verbose", "quiet") if hasattr(arguments, name)
        }
        set_manner(Manner(arguments.color, **chosen))
        code = _run(arguments.command, arguments)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # the parser exits for --help, --version and wrong usage
        return leaving.code if isinstance(leaving.code, int) else ExitCode.USAGE
    except BrokenPipeError:
        _drop_output()  # the reader of the output has closed the pipe
        return ExitCode.DONE
    except KeyboardInterrupt:
        say_error("interrupted")
        return ExitCode.INTERRUPTED
    except Exception as error:
        code = _report(error)
        if is_process and isinstance(error, OSError):
            try:
                sys.stdout.flush()
            except OSError:
                _drop_output()
            if "h5py" in sys.modules:
                # After a failed write, HDF5 would cause a segmentation fault at the end of the process.
                sys.stderr.flush()
                os._exit(code)
        return code


def _drop_output() -> None:
    """Discard further output. Otherwise the interpreter would report a failed write at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say_once_that_a_disk_is_full() -> None:
    """If a disk is full, prevent h5py from printing a traceback for each object that it cannot write."""

    def is_noise(error: BaseException | None) -> bool:
        return isinstance(error, RuntimeError) and str(error).startswith("Can't decrement id ref count")

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not is_noise(error):
            sys.__excepthook__(kind, error, trace)

    def report_unraisable(about: sys.UnraisableHookArgs) -> None:
        if not is_noise(about.exc_value):
            sys.__unraisablehook__(about)

    sys.excepthook, sys.unraisablehook = report, report_unraisable


def _open_closed_streams() -> None:
    """If standard streams were closed when the process started, open them. Otherwise libraries could print into another
    file that has the number of a closed stream.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            stream = open(os.devnull, "r" if name == "stdin" else "w")  # noqa: SIM115 - stays open until the process ends
            setattr(sys, name, stream)


def _print_anything() -> None:
    """Replace characters that the encoding of the terminal does not contain, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _run(command: str, arguments: object) -> int:
    code: int = module_of(command).run(arguments)
    return code


def _report(error: Exception) -> int:
    """Print the message of an exception, and return its exit code."""
    if isinstance(error, UsageError):
        say_error(str(error))
        return ExitCode.USAGE
    if isinstance(error, OSError):
        where = f"cannot read or write {error.filename}: " if error.filename else ""
        say_error(f"{where}{error.strerror or error}")
        return ExitCode.INPUT_OUTPUT
    if isinstance(error, MemoryError) or (isinstance(error, ImportError) and "failed to map segment" in str(error)):
        say_error("there is not enough memory")
        return ExitCode.SOLUTION_FAILED
    if isinstance(error, ImportError) and error.name == "numba":  # this includes NoCompiler, which is an ImportError
        say_error(str(error))
        return ExitCode.USAGE
    if os.environ.get("RBSOLVE_DEBUG"):
        raise error
    say_error(
        f"internal error of rbsolve: {type(error).__name__}: {error}\n"
        "       please report it with the deck; set RBSOLVE_DEBUG=1 for a traceback"
    )
    return ExitCode.SOLUTION_FAILED
