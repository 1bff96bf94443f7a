"""Changes single bits in the files that rbsolve writes: `python benchmarks/fuzz_files.py --trials 10000 --seed 25
[--kind results ...]`.

A trial changes one bit of a results file, of the file of a killed run, or of a checkpoint. A trial may also change the
state of a study's case, or cached machine code. The trial reads the file as the commands do, in a process that may
crash. The correct result is an input error, or the unchanged output to the last bit. Errors are a signal, an uncaught
exception, a process that does not end, and any other output. Errors are shown, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import os
import random
import re
import select
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import h5py
import numpy as np

from rbsolve.cli.main import main as rbsolve
from rbsolve.pipeline import Options, check_deck
from rbsolve.results.file.tail import GROUP
from rbsolve.results.sections.checkpoint import FINAL, SLOTS, Checkpoint
from rbsolve.results.writer import ResultsWriter
from rbsolve.runs.checkpoints import FileKeeper
from rbsolve.runs.run import run_model
from rbsolve.solver.compiler.machine_code import MachineCode, pack, unpack
from rbsolve.studies.running import keeping

DECKS = Path(__file__).parents[1] / "decks"
RESULTS = (("timed_pendulum", 1.0), ("bouncing_ball", 0.5), ("heavy_top", 0.05), ("heavy_top", 8.0))
"""Decks with events, contacts, shapes, and their ends [s]. The decks give files with little more than metadata, and a
file with 8001 rows.
"""
PARTIAL, PARTIAL_OPTIONS = "timed_pendulum", Options(t_end=0.42, step=1e-4, output_step=1e-4)
"""A killed run with events, with checkpoints in both slots, and with one block of 4096 rows."""
LATER = 1.25  # ratio of the new end time to the old end time when complete results are continued
PATIENCE = 60.0  # limit in seconds for a single trial
TOLD = 500  # trials between two lines that tell how many are done
REFUSED, SAME, OTHER, UNCAUGHT, SIGNAL, ENDLESS = "refused", "the same", "other output", "exception", "signal", "no end"
WRONG = (OTHER, UNCAUGHT, SIGNAL, ENDLESS)
_CODES = (REFUSED, SAME, OTHER, UNCAUGHT)


class Subject(NamedTuple):
    """A file for bit changes, and the correct output."""

    name: str
    content: bytes
    places: Sequence[tuple[int, int]]
    """The range for changed bits, as the first byte, and the byte after the last."""
    read: Callable[[bytes], str | None]
    """The output for such a file as a digest, or None if the file is refused. Raises RuntimeError with the details of
    an uncaught exception.
    """

    def bit(self, chance: random.Random) -> int:
        """Return a bit to change."""
        spot = chance.randrange(sum(end - start for start, end in self.places))
        for start, end in self.places:
            if spot < end - start:
                return 8 * (start + spot) + chance.randrange(8)
            spot -= end - start
        raise AssertionError


class Fault(NamedTuple):
    """A fault that a trial found."""

    kind: str
    subject: str
    bit: int
    details: str


def fuzz(subject: Subject, bits: Sequence[int], on_fault: Callable[[Fault], None]) -> Counter[str]:
    """Change each bit separately. Return the number of trials for each outcome."""
    right = subject.read(subject.content)
    assert right is not None, f"{subject.name} cannot be read whole"
    counts: Counter[str] = Counter()
    done = 0
    while done < len(bits):
        for outcome, details in _try(subject, bits[done:], right):
            counts[outcome] += 1
            if outcome in WRONG:
                on_fault(Fault(outcome, subject.name, bits[done], details))
            done += 1
            if done % TOLD == 0:
                print(f"{subject.name}: {done} of {len(bits)}, {told(counts)}", flush=True)
    return counts


def told(counts: Counter[str]) -> str:
    """Return the numbers of outcomes as words."""
    return ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common())


def _try(subject: Subject, bits: Sequence[int], right: str) -> Iterator[tuple[str, str]]:
    """Yield the outcomes of trials in a single process, up to the trial that ends the process."""
    answers, tells = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.close(answers)
            _try_all(subject, bits, right, tells)
        os._exit(0)
    os.close(tells)
    count = 0
    try:
        while count < len(bits):
            ready, _, _ = select.select([answers], [], [], PATIENCE)
            head = os.read(answers, 3) if ready else b""
            if len(head) < 3:
                break
            details = (
                os.read(answers, int.from_bytes(head[1:], "little")).decode(errors="replace")
                if head[1:] != b"\0\0"
                else ""
            )
            count += 1
            yield _CODES[head[0]], details
        else:
            return
        if ready:
            _, status = os.waitpid(child, 0)
            child = 0
            yield SIGNAL, f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"status {status}"
        else:
            yield ENDLESS, f"after {PATIENCE:g} s"
    finally:
        os.close(answers)
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _try_all(subject: Subject, bits: Sequence[int], right: str, tells: int) -> None:
    for bit in bits:
        changed = bytearray(subject.content)
        changed[bit // 8] ^= 1 << bit % 8
        details = ""
        try:
            said = subject.read(bytes(changed))
            code = _CODES.index(REFUSED if said is None else SAME if said == right else OTHER)
        except BaseException:
            code, details = _CODES.index(UNCAUGHT), traceback.format_exc()
        words = details.encode()[-3000:]
        os.write(tells, bytes([code]) + len(words).to_bytes(2, "little") + words)


def command(*arguments: object) -> tuple[int, str]:
    """Return the exit code and the output of a command. Raise RuntimeError if the command reports a defect of rbsolve."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = rbsolve([str(argument) for argument in arguments])
    if code not in (0, 2, 4) or "Traceback" in err.getvalue():
        raise RuntimeError(f"exit code {code}: {err.getvalue()}")
    return code, out.getvalue()


def digest(*parts: object) -> str:
    """Return a short digest of the data."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def what_is_in(path: Path) -> list[object]:
    """Return all datasets of a written file, and its record of the deck."""
    found: list[object] = []

    def visit(name: str, item: object) -> None:
        if isinstance(item, h5py.Dataset):
            value = item[()]
            found.append(
                (name, value.tobytes() if value.dtype.kind != "O" else repr(value.tolist()))
                if isinstance(value, np.ndarray)
                else (name, repr(value))
            )

    with h5py.File(path) as file:
        file.visititems(visit)
        found.append(
            [repr(file.attrs[name]) for name in ("deck_name", "deck_sha256", "options", "overrides", "command")]
        )
    return found


def read_by_commands(folder: Path, goes_on_to: float) -> Callable[[bytes], str | None]:
    """Read complete results as the commands `info`, `export` (to a table and to glTF) and `resume` do."""

    def read(content: bytes) -> str | None:
        path = folder / "o.h5"
        path.write_bytes(content)
        parts: list[object] = []
        for words in (
            ["info", path],
            ["export", path, "-o", folder / "o.csv"],
            ["export", path, "-o", folder / "o.glb"],
        ):
            code, out = command(*words)
            if code:
                return None
            parts.append(re.sub(r"file .*", "", out))
        parts += [(folder / name).read_bytes() for name in ("o.csv", "o.glb")]
        code, _ = command("resume", path, "--t-end", goes_on_to, "-q")
        if code:
            return None
        return digest(*parts, what_is_in(path))

    return read


def read_left_over(folder: Path) -> Callable[[bytes], str | None]:
    """Read the file of a killed run as `info` and `export` do, and continue the run. A command may refuse a file that
    another command accepts.
    """
    right: list[str] = []

    def read(content: bytes) -> str | None:
        path, partial = folder / "o.h5", folder / ".o.h5.partial"
        for old in folder.iterdir():
            old.unlink()
        partial.write_bytes(content)
        found: list[str] = []
        for words in (["info", path], ["export", partial, "-o", folder / "o.csv"], ["resume", path, "-q"]):
            code, out = command(*words)
            if code == 0 and words[0] == "export":
                out = (folder / "o.csv").read_text()
            found.append("" if code else digest(what_is_in(path)) if words[0] == "resume" else digest(out))
        if not right:
            right.extend(found)
        if all(words in ("", wanted) for words, wanted in zip(found, right, strict=True)):
            return digest(right) if "" not in found else None
        return digest(found)

    return read


def results_subjects(folder: Path) -> list[Subject]:
    """Return complete results files."""
    subjects = []
    for number, (deck, end) in enumerate(RESULTS):
        path = folder / f"{number}.h5"
        run_model(check_deck(DECKS / f"{deck}.deck", Options(t_end=end)), path)
        place = folder / f"read-{number}"
        place.mkdir()
        content = path.read_bytes()
        subjects.append(
            Subject(f"{deck} to {end:g} s", content, [(0, len(content))], read_by_commands(place, LATER * end))
        )
    return subjects


def left_over(folder: Path) -> bytes:
    """Return the file of a run that was killed just after a checkpoint."""
    copies: list[bytes] = []
    keep, is_due = ResultsWriter.keep, FileKeeper.is_due

    def keep_and_copy(self: ResultsWriter, checkpoint: Checkpoint) -> None:
        keep(self, checkpoint)
        assert self._output is not None
        copies.append(self._output.temporary.read_bytes())

    def always(self: FileKeeper) -> bool:
        self._is_asked = True
        return True

    ResultsWriter.keep, FileKeeper.is_due = keep_and_copy, always  # type: ignore[method-assign]  # replaced for the trial
    try:
        run_model(check_deck(DECKS / f"{PARTIAL}.deck", PARTIAL_OPTIONS), folder / "left.h5")
    finally:
        ResultsWriter.keep, FileKeeper.is_due = keep, is_due  # type: ignore[method-assign]  # replaced for the trial
    return copies[-1]


def partial_subjects(folder: Path) -> list[Subject]:
    """Return the file of a killed run, with equally many trials for its metadata and its rows."""
    content = left_over(folder)
    place = folder / "read-partial"
    place.mkdir()
    head = content.index(b"GCOL")
    read = read_left_over(place)
    return [
        Subject("a killed run", content, [(0, len(content))], read),
        Subject("the first part of a killed run", content, [(0, min(len(content), max(head, 1 << 15)))], read),
    ]


def checkpoint_subjects(folder: Path) -> list[Subject]:
    """Return the slots of a killed run, the state at the end of a complete run, and the state of a study's case."""
    content = left_over(folder)
    (folder / ".slots.h5.partial").write_bytes(content)
    with h5py.File(folder / ".slots.h5.partial", "r", swmr=True, locking=False) as file:
        slots = [file[f"{GROUP}/{name}"].id.get_chunk_info(0) for name in SLOTS]
        lengths = [file[f"{GROUP}/{name}"].shape[0] for name in SLOTS]
    places = [(slot.byte_offset, slot.byte_offset + length) for slot, length in zip(slots, lengths, strict=True)]
    place = folder / "read-slots"
    place.mkdir()
    subjects = [Subject("the slots of a killed run", content, places, read_left_over(place))]

    deck, end = RESULTS[0]
    path = folder / "final.h5"
    run_model(check_deck(DECKS / f"{deck}.deck", Options(t_end=end)), path)
    with h5py.File(path) as file:
        state = file[f"{FINAL}/state"]
        start = state.id.get_offset()
        final = [(start, start + state.size)]
    place = folder / "read-final"
    place.mkdir()
    subjects.append(Subject("the state at the end", path.read_bytes(), final, read_by_commands(place, LATER * end)))

    arrays = {"x": np.linspace(0.0, 1.0, 50), "n": np.arange(7)}
    kept = folder / "case"
    keeping.write(kept, "an identity", Checkpoint(3, {"engine": [1, 2.0, "three"]}, arrays, 4.5))
    case = kept.read_bytes()

    def read_case(changed: bytes) -> str | None:
        kept.write_bytes(changed)
        found = keeping.read(kept, "an identity")
        return None if found is None else digest(found.pack())

    return [*subjects, Subject("the state of a case", case, [(0, len(case))], read_case)]


def cache_subjects(folder: Path) -> list[Subject]:
    """Return cached machine code, as it is read before its execution."""
    objects = {f"f{k}": random.Random(k).randbytes(3000) for k in range(3)}
    content = pack("loop-1", MachineCode("f0", ["int", "float"], objects))

    def read(changed: bytes) -> str | None:
        found = unpack("loop-1", changed)
        return None if found is None else digest(found)

    return [Subject("kept machine code", content, [(0, len(content))], read)]


KINDS = {
    "results": results_subjects,
    "partial": partial_subjects,
    "checkpoints": checkpoint_subjects,
    "cache": cache_subjects,
}


def trials_of(kind: str, count: int, seed: int, folder: Path, on_fault: Callable[[Fault], None]) -> Counter[str]:
    """Return a number of trials, distributed over the files of a kind."""
    chance = random.Random(seed)
    counts: Counter[str] = Counter()
    subjects = KINDS[kind](folder)
    for number, subject in enumerate(subjects):
        mine = count // len(subjects) + (number < count % len(subjects))
        counts += fuzz(subject, [subject.bit(chance) for _ in range(mine)], on_fault)
    return counts


def main() -> int:
    """Run the trials, and print the report to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=10_000, help="of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, action="append")
    arguments = parser.parse_args()
    shown: Counter[tuple[str, str]] = Counter()

    def show(fault: Fault) -> None:
        key = fault.kind, fault.details.splitlines()[-1] if fault.details else ""
        shown[key] += 1
        if shown[key] <= 3:
            print(f"--- {fault.subject}, bit {fault.bit}: {fault.kind}\n{fault.details}", flush=True)

    wrong = 0
    for kind in arguments.kind or KINDS:
        folder = Path(tempfile.mkdtemp(prefix="rbsolve-fuzz-"))
        try:
            counts = trials_of(kind, arguments.trials, arguments.seed, folder, show)
        finally:
            shutil.rmtree(folder)
        print(f"{kind}: {told(counts)}", flush=True)
        wrong += sum(counts[outcome] for outcome in WRONG)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
