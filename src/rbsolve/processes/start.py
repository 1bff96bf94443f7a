"""Settings of the program's own processes, made before they load anything. `import rbsolve` does none of it: that process is the
user's."""

from __future__ import annotations

import atexit
import gc
import os
import sys

ONE_THREAD = {"OMP_NUM_THREADS": "1"}
"""For the libraries below numpy and scipy, each with its own setting (OPENBLAS_NUM_THREADS, MKL_NUM_THREADS): that setting and the user's
are kept. Their other threads spin for 0.1 s when numpy is loaded, and no matrix here is so large that they pay."""

OBJECTS_BETWEEN_COLLECTIONS = 100_000


def name_files_in_utf8() -> None:
    """Restart in Python's UTF-8 mode if file names would be ASCII: in a C locale of a Python that was told to use it. Decks, study files
    and stores are UTF-8, and name files."""
    if sys.getfilesystemencoding() == "ascii":
        os.environ["PYTHONUTF8"] = "1"  # solver processes inherit this setting
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def settle() -> None:
    """One thread for linear algebra, and rare garbage collections: most objects of a command are modules, which stay.

    At the end of the process, the remaining objects are not collected.
    """
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)
