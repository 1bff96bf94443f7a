"""Applies the settings of the program's own processes, before any other import. `import rbsolve` does not change any
settings, because the process then belongs to the user.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys

ONE_THREAD = {"OMP_NUM_THREADS": "1"}
"""The number of threads of the libraries that numpy and scipy use.

The libraries' own settings (OPENBLAS_NUM_THREADS, MKL_NUM_THREADS) and the user's settings have priority. Additional
threads would busily wait for 0.1 s when numpy is loaded. No matrix of rbsolve is large enough to need several threads.
"""

OBJECTS_BETWEEN_COLLECTIONS = 100_000


def name_files_in_utf8() -> None:
    """If Python would treat file names as ASCII, restart in its UTF-8 mode. Some Python versions do so in the C locale.

    Decks, study files and stores are UTF-8, and contain names of files.
    """
    if sys.getfilesystemencoding() == "ascii":
        os.environ["PYTHONUTF8"] = "1"  # solver processes inherit this setting
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def settle() -> None:
    """Use one thread for linear algebra. Collect garbage rarely, because most objects of a command belong to modules
    and remain until its end.

    At the end of the process, the remaining objects are not collected.
    """
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)
