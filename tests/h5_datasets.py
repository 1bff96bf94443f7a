"""All datasets of an HDF5 file, to compare files by every bit."""

from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np

Content = tuple[tuple[int, ...], bytes]


def datasets(path: Path) -> dict[str, Content]:
    """Shape and bytes of every dataset by its name; of words what they are, not where they stand in the file."""
    found: dict[str, Content] = {}

    def collect(name: str, item: object) -> None:
        if isinstance(item, h5py.Dataset):
            value = item[()]
            if item.dtype.kind == "O":
                value = repr(value.tolist() if item.shape else value).encode()
            found[name] = item.shape, value if isinstance(value, bytes) else np.asarray(value).tobytes()

    with h5py.File(path) as file:
        file.visititems(collect)
    return found
