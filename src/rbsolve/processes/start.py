"""Settings of the program's own processes, made before any other import. `import rbsolve` makes none of them, because
that process belongs to the user."""

from __future__ import annotations

import atexit
import gc
import os
import sys

ONE_THREAD = {"OMP_NUM_THREADS": "1"}
"""Number of threads of the libraries below numpy and scipy.

Their own settings (OPENBLAS_NUM_THREADS, MKL_NUM_THREADS) and those of the user have priority. More threads wait
actively for 0.1 s when numpy is loaded, and no matrix here is large enough to need them.
"""

OBJECTS_BETWEEN_COLLECTIONS = 100_000


def name_files_in_utf8() -> None:
    """Restart in Python's UTF-8 mode if file names would be ASCII, as in a C locale of some Pythons.

    Decks, study files and stores are UTF-8, and contain file names.
    """
    if sys.getfilesystemencoding() == "ascii":
        os.environ["PYTHONUTF8"] = "1"  # solver processes inherit this setting
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def settle() -> None:
    """Use one thread for linear algebra, and collect garbage rarely: most objects of a command are modules, which are
    permanent.

    At the end of the process, the remaining objects are not collected.
    """
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)
