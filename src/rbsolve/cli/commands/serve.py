"""`rbsolve serve`: starts the service and its worker."""

from __future__ import annotations

import argparse
import ipaddress
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import say
from rbsolve.cli.options import add_sandbox, natural_number, port_number, positive, whole_number

DEFAULT_PORT = 8732


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_store_options(parser)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; default: 127.0.0.1")
    parser.add_argument(
        "--port",
        type=port_number,
        default=DEFAULT_PORT,
        help=f"port of the server; 0 chooses a free port; default: {DEFAULT_PORT}",
    )
    parser.add_argument(
        "--workers",
        type=natural_number,
        metavar="N",
        help="solver processes on this machine; 0 for none; default: all cores",
    )
    parser.add_argument("--auth", action="store_true", help="require tokens on a loopback address too")
    add_sandbox(parser)
    parser.add_argument(
        "--time-limit", type=positive, metavar="S", help="time limit for each case [s]; default: no limit"
    )
    parser.add_argument(
        "--memory-limit", type=positive, default=4.0, metavar="GIB", help="memory limit for each case [GiB]; default: 4"
    )
    quotas = parser.add_argument_group("quotas of an account")
    quotas.add_argument(
        "--quota-jobs",
        type=whole_number,
        default=1000,
        metavar="N",
        help="maximum number of waiting and running jobs of an account; default: 1000",
    )
    quotas.add_argument(
        "--quota-running",
        type=whole_number,
        metavar="N",
        help="maximum number of running jobs of an account; default: no limit",
    )
    quotas.add_argument(
        "--quota-seconds", type=positive, metavar="S", help="solver time of an account per day [s]; default: no limit"
    )
    quotas.add_argument(
        "--quota-bytes", type=whole_number, metavar="B", help="size of stored jobs [bytes]; default: no limit"
    )
    kept = parser.add_argument_group("deletion of ended jobs")
    kept.add_argument(
        "--keep-days", type=positive, metavar="N", help="delete results after this number of days; default: never"
    )
    kept.add_argument(
        "--keep-bytes",
        type=whole_number,
        metavar="B",
        help="delete the oldest results of an account that exceeds this size [bytes]; default: no limit",
    )
    quotas.add_argument(
        "--deck-bytes", type=whole_number, default=4 << 20, metavar="B", help="largest deck [bytes]; default: 4 MiB"
    )


def add_store_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the store and the data folder of the service."""
    parser.add_argument("--store", metavar="URL", help="job store; default: SQLite in the data folder")
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("rbsolve-data"),
        metavar="DIR",
        help="folder for decks and results; default: rbsolve-data",
    )


def store_of(arguments: argparse.Namespace) -> str:
    """Return the job store that the arguments specify. If the store or the data folder is missing, create it. Only this
    user can access them.
    """
    from rbsolve.service.privacy import make_private

    store = str(arguments.store or f"sqlite:///{(arguments.data / 'store.db').absolute()}")
    for words in make_private(arguments.data, store):
        say(f"warning: {words}")
    return store


def run(arguments: argparse.Namespace) -> int:
    """Run the service until a signal ends it."""
    try:
        from rbsolve.service.application import create_application
        from rbsolve.service.serving import STOP_SECONDS, make_server
    except ImportError as error:
        raise UsageError(f"the service needs FastAPI and uvicorn: pip install 'rbsolve[service]' ({error})") from error
    from rbsolve.cli.study_options import jobs_of
    from rbsolve.service.settings import Quotas, Settings

    check_sandbox(arguments.sandbox)
    store = store_of(arguments)
    quotas = Quotas(
        jobs=arguments.quota_jobs,
        running=arguments.quota_running,
        seconds_a_day=arguments.quota_seconds,
        bytes=arguments.quota_bytes,
    )
    settings = Settings(
        store=store,
        data=arguments.data,
        auth=arguments.auth or not _is_loopback(arguments.host),
        quotas=quotas,
        deck_bytes=arguments.deck_bytes,
        body_bytes=max(16 << 20, 2 * arguments.deck_bytes),
        keep_days=arguments.keep_days,
        keep_bytes=arguments.keep_bytes,
        time_limit=arguments.time_limit,
        memory_limit=arguments.memory_limit,
    )
    server = make_server(create_application(settings), arguments.host, arguments.port)
    arguments.jobs = arguments.workers
    worker = None if arguments.workers == 0 else _Worker(arguments, store, jobs_of(arguments))
    threading.Thread(target=_announce, args=(server, arguments.host), daemon=True).start()
    # After its shutdown, uvicorn raises the signal again. This handler keeps the process alive until the worker has
    # ended.
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        server.run()
    except SystemExit as error:  # uvicorn could not bind the port
        raise OSError(f"cannot listen on {arguments.host}:{arguments.port}") from error
    finally:
        if worker is not None:
            worker.stop(STOP_SECONDS)
    return ExitCode.DONE


def check_sandbox(wanted: str) -> None:
    """Refuse to continue if a required sandbox is missing."""
    from rbsolve.studies.running.confinement import blocks_network, landlock_version

    version = landlock_version()
    if wanted == "require" and not blocks_network(version):
        found = f"Landlock {version}" if version else "none"
        raise UsageError(f"--sandbox require: this needs a Linux kernel with Landlock 4 or later; found: {found}")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _announce(server: object, host: str) -> None:
    """Wait until the server has started, then print its address."""
    while not getattr(server, "started", False):
        time.sleep(0.02)
    for one in getattr(server, "servers", []):
        for socket in one.sockets:
            shown = f"[{host}]" if ":" in host else host
            say(f"http://{shown}:{socket.getsockname()[1]}/")


class _Worker:
    """The process of the worker. If it ends unexpectedly, it is started again."""

    def __init__(self, arguments: argparse.Namespace, store: str, processes: int) -> None:
        words = ["worker", "--store", store, "--data", str(arguments.data), "-j", str(processes)]
        self._command = [sys.executable, "-m", "rbsolve", *words, "--sandbox", arguments.sandbox]
        self._ending = threading.Event()
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, start_new_session=True)
        threading.Thread(target=self._keep, daemon=True).start()

    def _keep(self) -> None:
        while not self._ending.wait(0.5):
            if self._process.poll() is not None:
                self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, start_new_session=True)

    def stop(self, seconds: float) -> None:
        """Ask the process to end. If it has not ended after the given seconds, kill it."""
        self._ending.set()
        self._process.terminate()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
