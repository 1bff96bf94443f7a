"""All datasets of an HDF5 file, for comparisons of files bit by bit."""

from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np
from h5py import h5d, h5o, h5s

Content = tuple[tuple[int, ...], bytes]


def datasets(path: Path) -> dict[str, Content]:
    """Return the shape and bytes of every dataset, by the name of the dataset. Texts are compared by their characters,
    not by their places in the file.
    """
    found: dict[str, Content] = {}
    with h5py.File(path) as file:

        def collect(name: bytes, about: h5o.ObjInfo) -> None:
            if about.type == h5o.TYPE_DATASET:
                found[name.decode()] = _content(h5d.open(file.id, name))

        h5o.visit(file.id, collect, info=True)
    return found


def _content(dataset: h5d.DatasetID) -> Content:
    dtype = dataset.dtype
    if dtype.kind == "O":
        value = h5py.Dataset(dataset)[()]
        return dataset.shape, repr(value.tolist() if dataset.shape else value).encode()
    numbers = np.empty(dataset.shape, dtype)
    dataset.read(h5s.ALL, h5s.ALL, numbers)
    return dataset.shape, numbers.tobytes()
