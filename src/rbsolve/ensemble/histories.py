"""Stores the histories of an ensemble, in memory or in memory-mapped files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_BYTES_AT_ONCE = 1 << 26
SUFFIX = ".npy"


class Histories:
    """Creates the arrays of an ensemble. With a folder, each array is a file `NAME.npy` in this folder, which
    `numpy.load` can read.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Raise OSError if the folder cannot be made."""
        self._folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def empty(self, name: str, shape: tuple[int, ...], dtype: Any = np.float64) -> Floats:
        """Return an array with undefined numbers. In a folder, the array is a new file, which replaces a file of the
        same name. An older array that is still in use keeps the replaced file.
        """
        if self._folder is None or 0 in shape:
            return np.empty(shape, dtype)
        path = self._folder / f"{quote(name, safe=' ')}{SUFFIX}"
        path.unlink(missing_ok=True)
        mapped: Any = np.lib.format.open_memmap(path, mode="w+", dtype=dtype, shape=shape)
        # The space is reserved now, because a full disk would end the process when a row is written later.
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)
        return mapped  # type: ignore[no-any-return]  # numpy: a memory map is an array

    def longer(self, name: str, old: Floats, done: int, rows: int) -> Floats:
        """Return arrays with more rows. The new rows are NaN for finished cases, and undefined for all other cases."""
        new = self.empty(name, (old.shape[0], rows, *old.shape[2:]), old.dtype)
        each = max(1, _BYTES_AT_ONCE // (8 * max(1, int(np.prod(new.shape[1:])))))
        for start in range(0, done, each):
            some = slice(start, min(done, start + each))
            new[some, : old.shape[1]] = old[some]
            new[some, old.shape[1] :] = np.nan
        return new
