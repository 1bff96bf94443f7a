"""Studies in separate processes, and marks in their stored data."""

import contextlib
import hashlib
import os
import signal
import sqlite3
import struct
import subprocess
import sys
import time

import forked
from waiting import wait_until

from rbsolve.results.sections.checkpoint import Checkpoint
from rbsolve.studies.running import keeping

MARK = 12345.0


def launch(*words):
    return forked.Popen(
        [sys.executable, "-m", "rbsolve", *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def wait_for(path, process=None):
    """Wait until a file exists."""
    wait_until(path.exists, process)


def wait_for_shard(study, process=None):
    """Wait until the cases of a chunk are stored in the folder of a study."""
    wait_until(lambda: list(study.glob("shards/0*.h5")), process)


def stop_outside_transactions(process, store):
    """Stop a process while it does not hold the lock of the store. Otherwise no other process could get the lock."""
    while True:
        os.kill(process.pid, signal.SIGSTOP)
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        with contextlib.closing(sqlite3.connect(store, timeout=0, isolation_level=None)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError:
                os.kill(process.pid, signal.SIGCONT)
        time.sleep(0.01)


def mark(path):
    """Put a mark into the first row of a checkpoint. If the mark is found later, this row was not computed again."""
    content = path.read_bytes()[keeping._DIGEST :]
    identity, _, packed = content.partition(b"\n")
    checkpoint = Checkpoint.unpack(packed)
    size, _ = checkpoint.memories["rows"]
    with keeping.rows_of(path).open("r+b") as rows:
        rows.seek(8)  # the first 8 bytes of a row are its time
        rows.write(struct.pack("<d", MARK))
        rows.seek(0)
        checkpoint.memories["rows"] = size, hashlib.sha256(rows.read(size)).hexdigest()
    keeping.write(path, identity.decode(), checkpoint)
