"""Studies in processes of their own, and marks in what they keep."""

import hashlib
import struct
import subprocess
import sys
import time

import forked

from rbsolve.results.sections.checkpoint import Checkpoint
from rbsolve.studies.running import keeping

MARK = 12345.0


def launch(*words):
    return forked.Popen(
        [sys.executable, "-m", "rbsolve", *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def wait_for(path, process=None, seconds=120):
    end = time.monotonic() + seconds
    while not path.exists():
        assert process is None or process.poll() is None
        assert time.monotonic() < end, f"{path} did not appear"
        time.sleep(0.05)


def mark(path):
    """Put a mark into the first row of a checkpoint: where it is found later, that row was not computed again."""
    content = path.read_bytes()[keeping._DIGEST :]
    identity, _, packed = content.partition(b"\n")
    checkpoint = Checkpoint.unpack(packed)
    size, _ = checkpoint.memories["rows"]
    with keeping.rows_of(path).open("r+b") as rows:
        rows.seek(8)  # behind the time
        rows.write(struct.pack("<d", MARK))
        rows.seek(0)
        checkpoint.memories["rows"] = size, hashlib.sha256(rows.read(size)).hexdigest()
    keeping.write(path, identity.decode(), checkpoint)
