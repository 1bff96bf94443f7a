"""Files with parts that rbsolve would not write: `python benchmarks/crafted_files.py [--only results] [--every 1]`.

Each dataset, group and attribute of a file is omitted or replaced. The files are results, a study, its shards and the
file of a killed run. The replacement has another type, rank, length or value, or it is empty or NaN, or contains words
in place of numbers. All commands and the Python reader read every such file. The correct result is an answer, or an
exit code with a message that names the file. Errors are a defect, an unexpected exception, a signal, and a process that
does not end. A message that names neither the file nor its part is also an error. Errors are shown, and the exit code
is 1.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import resource
import select
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import h5py

from rbsolve import open_results
from rbsolve.cli.main import main as rbsolve
from rbsolve.results.file.hdf5 import LIBRARY_VERSIONS
from rbsolve.results.file.superblock import SIZE, lookup3
from rbsolve.studies.collecting.reader import StudyResults
from rbsolve.view.server import Exhibition

sys.path.append(str(Path(__file__).parent))
from crafted_variants import Variant, change, variants_of
from fuzz_files import left_over

DECKS = Path(__file__).parents[1] / "decks"
RUNS = (
    ("timed_pendulum", 1.0),
    ("bouncing_ball", 0.05),
    ("springs_and_bushings", 0.05),
    ("weighed_pendulum", 0.05),
)
"""Decks with events and parameters, contacts, links, meshes, and their ends [s]."""
LINEARIZED = "four_bar"
STUDY = "timed_pendulum", "a=0.5,1"
PATIENCE = 60.0  # limit in seconds for a single reader
MEMORY = 6 << 30  # memory limit [bytes] of readers beyond the memory at their start
_FLAGS = 11  # offset of the flags in the superblock
_CODES = {0: "answered", 1: "refused", 2: "refused", 3: "refused", 4: "refused", 130: "refused"}

Read = Callable[[Path], None]


class Fault(NamedTuple):
    """A fault that a trial found."""

    subject: str
    part: str
    variant: str
    reader: str
    words: str


class Subject(NamedTuple):
    """A file with its place in a folder, and its readers."""

    name: str
    home: Path
    """The path that is copied for a trial if a reader changes it."""
    path: str
    readers: dict[str, Read]
    changes: frozenset[str] = frozenset()
    """The readers that write into the folder."""

    @property
    def file(self) -> Path:
        """Return the file that is changed."""
        return self.home / self.path if self.home.is_dir() else self.home


# Readers -------------------------------------------------------------------------------------------------------------------------------


def by_command(*words: str) -> Read:
    """A command reads the file. In the command, `%` is the file and `~` is its folder."""

    def read(path: Path) -> None:
        given = [word.replace("%", str(path)).replace("~", str(path.parent)) for word in words]
        err = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            code = rbsolve(given)
        said = err.getvalue()
        if "internal error of rbsolve" in said or "Traceback" in said or code not in _CODES:
            raise RuntimeError(f"exit code {code}: {said.strip()}")
        if code == 3 and "memory" in said:
            raise RuntimeError(said.strip())
        if code == 4 and not any(
            name in said for name in (path.name, path.parent.name, path.name.strip(".").split(".")[0])
        ):
            raise RuntimeError(f"the file is not named: {said.strip()}")
        if code:
            raise OSError(said)

    return read


def by_python(path: Path) -> None:
    """Read all data through the Python reader."""
    with open_results(path) as results:
        repr(results)
        results._repr_html_()
        repr(results.sensors)
        for name in (
            "status",
            "message",
            "attributes",
            "motion",
            "bodies",
            "diagnostics",
            "deck",
            "events",
            "findings",
        ):
            getattr(results, name)
        if "linearization" in results.file:
            results.linearization  # noqa: B018  # the access reads the section
        for name in results:
            results[name], results.sensors[name]
        results.to_xarray()
        results.to_pandas()


def by_page(path: Path) -> None:
    """Read all data that `rbsolve view` sends."""
    with open_results(path) as results:
        shown = Exhibition([results])
        shown.page()
        shown.motion(0)
        shown.sensors(0, {"names": [",".join(results)]})


def by_study(path: Path) -> None:
    """Read all data through the Python reader of studies."""
    with StudyResults.open(path) as study:
        for name in ("parameters", "parameter_notes", "status", "message", "reason", "warnings", "findings", "rows"):
            getattr(study, name)
        repr(study.sensors)
        for name in study:
            list(study.blocks(name))
        for name in study.summarized:
            study.summary(name, "rms")
        study.to_xarray()


def never_serves(_: ThreadingHTTPServer, __: float = 0.5) -> None:
    """Replace a server that waits for a browser."""
    raise KeyboardInterrupt


# Trials --------------------------------------------------------------------------------------------------------------------------------


def subjects(folder: Path, wanted: Collection[str] | None = None) -> Iterator[Subject]:
    """Yield results, a study, a shard and the file of a killed run. If names are given, yield only these files."""
    for deck, end in RUNS:
        if wanted is None or f"results of {deck}" in wanted:
            yield of_run(folder, deck, end)
    if wanted is None or "a linearization" in wanted:
        path = folder / "linearized.h5"
        run("linearize", DECKS / f"{LINEARIZED}.deck", "-o", path)
        yield Subject("a linearization", path, path.name, OF_RESULTS)
    for kind, options in (("study", ()), ("study of scalars", ("--keep", "rate"))):
        if wanted is None or f"a {kind}" in wanted or f"a shard of a {kind}" in wanted:
            home, (deck, values) = folder / kind, STUDY
            run("sweep", DECKS / f"{deck}.deck", "-p", values, "-o", home, "--t-end", 0.5, "-q", "-j", 1, *options)
            yield Subject(f"a {kind}", home / "study.h5", "study.h5", OF_STUDIES)
            shard = sorted((home / "shards").iterdir())[-1].relative_to(home)
            yield Subject(f"a shard of a {kind}", home, str(shard), OF_SHARDS, frozenset(("resume",)))
    if wanted is None or "a killed run" in wanted:
        yield of_killed(folder)


OF_RESULTS = {
    "info": by_command("info", "%"),
    "export": by_command("export", "%", "-o", "~/o.csv"),
    "plot": by_command("plot", "%", "-o", "~/o.svg"),
    "report": by_command("report", "%", "-o", "~/o.html"),
    "view": by_command("view", "%", "--no-browser"),
    "page": by_page,
    "python": by_python,
}
OF_STUDIES = {
    "info": by_command("info", "%"),
    "plot": by_command("plot", "%", "-o", "~/o.svg"),
    "envelope": by_command("plot", "%", "--envelope", "-o", "~/o.svg"),
    "export": by_command("export", "%", "--case", "1", "-o", "~/one.h5"),
    "deck": by_command("export", "%", "--case", "1", "--deck", "-o", "~/one.deck"),
    "report": by_command("report", "%", "-o", "~/o.html"),
    "python": by_study,
}
OF_SHARDS = {
    "collect": by_command("collect", "~/..", "-o", "~/../again.h5"),
    "table": by_command("collect", "~/..", "--final", "rate", "-o", "~/../t.csv"),
    "findings": by_command("collect", "~/..", "--findings", "-o", "~/../f.csv"),
    "status": by_command("status", "~/.."),
    "why": by_command("status", "~/..", "--why", "0"),
    "resume": by_command("resume", "~/..", "-q", "-j", "1"),
}
OF_KILLED = {
    "info": by_command("info", "~/o.h5"),
    "export": by_command("export", "%", "-o", "~/o.csv"),
    "plot": by_command("plot", "%", "-o", "~/o.svg"),
    "report": by_command("report", "%", "-o", "~/o.html"),
    "python": by_python,
    "resume": by_command("resume", "~/o.h5", "-q"),
}


def of_run(folder: Path, deck: str, end: float) -> Subject:
    """Return the results of a run."""
    path = folder / f"{deck}.h5"
    run("run", DECKS / f"{deck}.deck", "-o", path, "--t-end", end, "-q")
    reference = ("compare", str(DECKS / f"{deck}.deck"), "--reference", "%", "--integrators", "RK44")
    later = {
        "resume": by_command("resume", "%", "--t-end", str(1.1 * end), "-q"),
        "compare": by_command(*reference, "--steps", "0.01", "--t-end", str(end), "-o", "~/c.csv"),
    }
    return Subject(f"results of {deck}", path, path.name, OF_RESULTS | later, frozenset(later))


def of_killed(folder: Path) -> Subject:
    """Return the file of a killed run, without the digest, which a file from elsewhere may lack."""
    left = folder / "left" / ".o.h5.partial"
    left.parent.mkdir()
    left.write_bytes(left_over(folder))
    set_flags(left, 0)
    with h5py.File(left, "r+", libver=LIBRARY_VERSIONS, locking=False) as file:
        del file["checkpoint/fixed"]
    return Subject("a killed run", left, left.name, OF_KILLED, frozenset(("resume",)))


def set_flags(path: Path, flags: int) -> None:
    """Set or clear the flag in a file that marks an active writer."""
    content = bytearray(path.read_bytes())
    content[_FLAGS] = flags
    content[SIZE - 4 : SIZE] = lookup3(bytes(content[: SIZE - 4])).to_bytes(4, "little")
    path.write_bytes(content)


def run(*words: object) -> None:
    """Run a command that must succeed."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as err:
        code = rbsolve([str(word) for word in words])
    assert code in (0, None), err.getvalue()


def trials(
    subject: Subject, variants: Sequence[Variant], folder: Path, on_fault: Callable[[Fault], None]
) -> Counter[str]:
    """Read every variant in every way, in processes that may crash."""
    counts: Counter[str] = Counter()
    work = [(variant, reader) for variant in variants for reader in subject.readers]
    done = 0
    while done < len(work):
        for outcome, words in _try(subject, work[done:], folder):
            counts[outcome] += 1
            if outcome == "wrong":
                variant, reader = work[done]
                on_fault(Fault(subject.name, variant.part, variant.name, reader, words))
            done += 1
    return counts


def _try(subject: Subject, work: Sequence[tuple[Variant, str]], folder: Path) -> Iterator[tuple[str, str]]:
    answers, tells = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(answers)
            most = address_space() + MEMORY
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            ThreadingHTTPServer.serve_forever = never_serves  # type: ignore[assignment]  # replaced for the trial
            _try_all(subject, work, folder, tells)
        finally:
            os._exit(0)
    os.close(tells)
    stream = os.fdopen(answers, "rb")
    try:
        for _ in work:
            ready, _, _ = select.select([stream], [], [], PATIENCE)
            line = stream.readline() if ready else b""
            if not line:
                yield "wrong", "the process ended" if ready else f"no end after {PATIENCE:g} s"
                return
            outcome, words = json.loads(line)
            yield outcome, words
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        stream.close()


def address_space() -> int:
    """Return the used address space of this process [bytes]."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def _try_all(subject: Subject, work: Sequence[tuple[Variant, str]], folder: Path, tells: int) -> None:
    before: Variant | None = None
    trial = folder / "trial"
    for variant, reader in work:
        if variant is not before or reader in subject.changes:
            shutil.rmtree(trial, ignore_errors=True)
            home = trial / (subject.home.name if subject.home.is_dir() else "")
            if subject.home.is_dir():
                shutil.copytree(subject.home, home)
            else:
                home.mkdir()
                shutil.copy(subject.home, home)
            if not change(home / subject.path, variant):
                before = None
                os.write(tells, b'["impossible", ""]\n')
                continue
            before = None if reader in subject.changes else variant
        outcome, words = "answered", ""
        try:
            subject.readers[reader](home / subject.path)
        except OSError as error:
            outcome, words = "refused", str(error)
        except BaseException:
            outcome, words = "wrong", traceback.format_exc()[-1500:]
        os.write(tells, json.dumps([outcome, words[:3000]]).encode() + b"\n")


def main() -> int:
    """Run the trials, and print the report to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="WORD", help="subjects with this word in their name")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one variant of N")
    parser.add_argument("--part", default="", metavar="WORD", help="parts with this word in their name")
    arguments = parser.parse_args()
    faults: list[Fault] = []
    folder = Path(tempfile.mkdtemp(prefix="rbsolve-crafted-"))
    try:
        seen: dict[str, set[str]] = {}
        for subject in subjects(folder):
            if arguments.only not in subject.name:
                continue
            kind = "run" if subject.readers.keys() >= OF_RESULTS.keys() else subject.name
            variants = variants_of(subject.file, seen.setdefault(kind, set()))
            variants = [variant for variant in variants if arguments.part in variant.part][:: arguments.every]
            counts = trials(subject, variants, folder, faults.append)
            told = ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common())
            print(f"{subject.name}: {len(variants)} variants, {told}", flush=True)
    finally:
        shutil.rmtree(folder)
    kinds: dict[str, list[Fault]] = {}
    for fault in faults:
        kinds.setdefault(re.sub(r"\d+", "N", fault.words.strip().splitlines()[-1])[:160], []).append(fault)
    for words, of_kind in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(f"--- {len(of_kind)} times: {words}")
        for fault in of_kind[:4]:
            print(f"    {fault.subject}, {fault.part} {fault.variant}, {fault.reader}")
        print("    " + "\n    ".join(of_kind[0].words.strip().splitlines()[-6:]))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
