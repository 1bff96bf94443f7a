"""Changes of results files: every data set, attribute and group, replaced by contents that rbsolve would not write."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import h5py
import numpy as np

from rbsolve.results.file.hdf5 import LIBRARY_VERSIONS, STRUCTURE

LONG = 10**12
Change = Callable[[h5py.File], None]


class Variant(NamedTuple):
    """A change of a part of a file."""

    part: str
    """The dataset or group, or with `@` and a name, the attribute."""
    name: str
    change: Change


def put(file: h5py.File, path: str, **content: Any) -> None:
    """Replace a dataset by another dataset with its attributes."""
    attributes = {} if path not in file else dict(file[path].attrs)
    del file[path]
    found = file.create_dataset(path, **content)
    for name, value in attributes.items():
        if name not in STRUCTURE:
            found.attrs[name] = value


def of_dataset(path: str, found: h5py.Dataset) -> Iterator[Variant]:
    """Return the replacements of a dataset."""
    shape, is_text, value = found.shape, found.dtype.kind == "O", found[()]

    def variant(name: str, **content: Any) -> Variant:
        return Variant(path, name, lambda file: put(file, path, **content))

    text, words = h5py.string_dtype(), np.full(shape, "nonsense", object)
    yield Variant(path, "left out", lambda file: file.__delitem__(path))
    yield Variant(path, "a group", lambda file: (file.__delitem__(path), file.create_group(path)))  # type: ignore[func-returns-value]  # only the calls count
    yield variant("without value", data=h5py.Empty("f8"))
    yield variant("of another rank", data=np.asarray(value)[None], dtype=text if is_text else found.dtype)
    yield variant("a scalar", data="word" if is_text else 1.0)
    yield variant("in words", data=words, dtype=text)
    yield variant("of bytes", data=np.zeros(shape, "V4"))
    yield variant("very long", shape=(LONG, *shape[1:]), dtype=text if is_text else found.dtype, chunks=True)
    yield variant("very long in a piece", shape=(LONG, *shape[1:]), dtype="f8")
    if is_text:
        yield variant("in numbers", data=np.zeros(shape))
        yield variant("no UTF-8", data=np.full(shape, b"\xff\xfe", object), dtype=text)
    else:
        yield variant("complex", data=np.zeros(shape, complex))
        yield variant("in small numbers", data=np.nan_to_num(value).astype("i1"))
        yield variant("true", data=np.ones(shape, bool))
        for number in (np.nan, np.inf, -1.0, 1e300, 0.0):
            if found.dtype.kind == "f":
                yield variant(f"{number}", data=np.full(shape, number), dtype=found.dtype)
        if found.dtype.kind in "iu":
            for whole in (-1, 10**9):
                with contextlib.suppress(OverflowError):
                    yield variant(f"{whole}", data=np.full(shape, whole, found.dtype))
        if found.dtype.kind == "f":
            yield variant("whole", data=np.ones(shape, "i8"))
    if shape:
        yield variant("empty", data=np.asarray(value)[:0], dtype=text if is_text else found.dtype)
        yield variant("shorter", data=np.asarray(value)[:-1], dtype=text if is_text else found.dtype)
        yield variant("longer", data=np.concatenate([value, value[:1]]), dtype=text if is_text else found.dtype)
    if len(shape) > 1:
        yield variant("narrower", data=np.asarray(value)[..., :-1])


def of_attribute(path: str, name: str, value: Any) -> Iterator[Variant]:
    """Return the replacements of an attribute."""

    def variant(what: str, content: Any, **options: Any) -> Variant:
        def change(file: h5py.File) -> None:
            del file[path].attrs[name]
            file[path].attrs.create(name, content, **options)

        return Variant(f"{path}@{name}", what, change)

    yield Variant(f"{path}@{name}", "left out", lambda file: file[path].attrs.__delitem__(name))
    yield variant("without value", h5py.Empty("f8"))
    yield variant("a number", 7.5)
    yield variant("NaN", np.nan)
    yield variant("a negative number", -1)
    yield variant("numbers", np.arange(2.0))
    yield variant("no numbers", np.empty(0))
    yield variant("a word", "nonsense")
    yield variant("words", ["no", "sense"], dtype=h5py.string_dtype())
    yield variant("no word", "")
    yield variant("no UTF-8", np.array(b"\xff\xfe", object), dtype=h5py.string_dtype())
    yield variant("bytes", np.void(b"abc"))
    yield variant("a list in JSON", "[1]")
    yield variant("nothing in JSON", "{}")
    with contextlib.suppress(ValueError, TypeError):
        said = json.loads(value)
        for key in said if isinstance(said, dict) else ():
            for other in ("word", [1], {"a": 1}, None, -7):
                yield variant(f"{key}: {other}", json.dumps(said | {key: other}))


def of_group(path: str) -> Iterator[Variant]:
    """Return the replacements of a group."""

    def number(file: h5py.File) -> None:
        del file[path]
        file[path] = 1.0

    yield Variant(path, "left out", lambda file: file.__delitem__(path))
    yield Variant(path, "a dataset", number)


_KINDS = re.compile(r"^(model/\w+|sensors|summary|parameters|diagnostics|deck/files)/[^/@]+")


def variants_of(path: Path, seen: set[str]) -> list[Variant]:
    """Return all variants of a file. Of several equal parts, only one part is varied."""
    found: list[Variant] = []

    def visit(name: str, item: h5py.Group | h5py.Dataset) -> None:
        kind = _KINDS.sub(r"\1/*", name)
        if kind not in seen and not re.match(r"(component|row|byte|body|event|state|mode|point)\w*_\d", name):
            seen.add(kind)
            if name:
                found.extend(of_dataset(name, item) if isinstance(item, h5py.Dataset) else of_group(name))
        for key, value in item.attrs.items():
            if key not in STRUCTURE and f"{kind}@{key}" not in seen:
                seen.add(f"{kind}@{key}")
                found.extend(of_attribute(name or "/", key, value))

    with h5py.File(path) as file:
        visit("", file)
        file.visititems(visit)
    return found


def change(path: Path, variant: Variant) -> bool:
    """Create a variant of a file. Return False if HDF5 does not permit the change."""
    try:
        with h5py.File(path, "r+", libver=LIBRARY_VERSIONS, locking=False) as file:
            variant.change(file)
    except (TypeError, ValueError, OSError, RuntimeError, KeyError):
        return False
    return True
