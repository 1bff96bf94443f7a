"""Writes datasets, attributes and dimension scales that both HDF5 and netCDF-4 readers understand.

h5py's high-level calls cost about a millisecond per object. If n datasets are attached to a scale one by one, a list of
up to n references is rewritten n times. A deck may have 30,000 sensors or 100,000 frames. Therefore this module creates
objects with the low-level interface, and writes the lists of references once, at the end.
"""

from __future__ import annotations

import gzip
import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import h5py
import numpy as np
from h5py import h5a, h5d, h5p, h5r, h5s, h5t
from numpy.typing import NDArray

# HDF5 1.10 or later can read the file, even while a run writes it.
LIBRARY_VERSIONS = ("v110", "latest")
# smallest and largest number of bytes by which a file in memory grows
_SMALLEST_BLOCK, _LARGEST_BLOCK = 1 << 14, 1 << 22
PACKED = "gzip, base64"
STRUCTURE = frozenset(("DIMENSION_LIST", "REFERENCE_LIST", "CLASS", "NAME", "_Netcdf4Dimid", "_Netcdf4Coordinates"))
"""Attributes that only connect datasets to scales."""

SCALES_OF_RUNS, SCALES_OF_STUDIES = ("time",), ("case", "time")
"""Coordinates that groups contain in addition to their datasets, for readers that open a single group."""

_STRING = h5py.string_dtype()
_STRING_TYPE = h5t.py_create(_STRING, logical=True)
_REFERENCES = h5py.vlen_dtype(h5py.ref_dtype)
_REFERENCES_TYPE = h5t.vlen_create(h5t.STD_REF_OBJ)
_ATTACHED = np.dtype([("dataset", h5py.ref_dtype), ("dimension", "i4")])
_LEAST_IN_CHUNK, _MOST_IN_CHUNK = 64, 8192  # smallest and largest number of items in a chunk of a list
_LIST_TYPES = {float: h5t.IEEE_F64LE, int: h5t.STD_I32LE, str: _STRING_TYPE}
_NOT_A_VARIABLE = "This is a netCDF dimension but not a netCDF variable.{:10d}"


def safe_name(name: str) -> str:
    """Return `name` as one component of an HDF5 path. Characters that HDF5 forbids in a component become `%`-escapes."""
    if name == ".":
        return "%2E"
    return name.replace("%", "%25").replace("/", "%2F").replace("\0", "%00") or "%"


def original_name(name: str) -> str:
    """Return the inverse of `safe_name`."""
    if name == "%":
        return ""
    return unquote(name)


def history_name(name: str) -> str:
    """Return the name of a history as one component of a path. The name `time` is changed, because it is the name of
    the coordinate in the same group.
    """
    return _beside(SCALES_OF_RUNS, name)


def column_name(name: str) -> str:
    """Return the name of a column in the file of a study. The names `case` and `time` are changed, because netCDF
    readers use variables with the names of dimensions as coordinates.
    """
    return _beside(SCALES_OF_STUDIES, name)


def _beside(scales: Sequence[str], name: str) -> str:
    return f"%{ord(name[0]):02X}{name[1:]}" if name in scales else safe_name(name)


def new_in_memory(expected_bytes: int) -> h5py.File:
    """Create a file in memory."""
    return h5py.File(
        f"rbsolve-{secrets.token_hex(8)}",
        "w",
        driver="core",
        backing_store=False,
        block_size=min(_LARGEST_BLOCK, max(_SMALLEST_BLOCK, expected_bytes // 8)),
        libver=LIBRARY_VERSIONS,
        track_order=True,
    )


def open_to_write(path: Path, mode: str) -> h5py.File:
    """Open a new file, or the file that a resumed run continues to write. The cache of chunks is disabled, because only
    whole chunks are written.
    """
    return h5py.File(path, mode, libver=LIBRARY_VERSIONS, track_order=True, rdcc_nbytes=0, locking=False)


def let_go(file: h5py.File) -> None:
    """Close a file that cannot be written and is discarded.

    HDF5 is made to write its remaining data to memory. Otherwise, it would report an error for each open object, or
    cause a segmentation fault.
    """
    with suppress(OSError, RuntimeError, ValueError, AttributeError):
        if file.driver == "sec2":
            memory_file = os.memfd_create("rbsolve")
            os.dup2(memory_file, file.id.get_vfd_handle())
            os.close(memory_file)
    with suppress(OSError, RuntimeError, AttributeError):
        file.close()


def storable(text: str) -> str:
    """Convert a text to a form that HDF5 can store. HDF5 strings are UTF-8, and end at the first NUL. A file name may
    contain other bytes.
    """
    return text.replace("\0", "\N{SYMBOL FOR NULL}").encode(errors="replace").decode()


def write_attributes(target: h5py.h5g.GroupID | h5d.DatasetID, attributes: Mapping[str, object]) -> None:
    """Write attributes, which are strings, numbers, or sequences of strings or numbers. Their types exist in netCDF-4."""
    for name, value in attributes.items():
        array, kind = _as_attribute(value)
        h5a.create(target, name.encode(), kind, _space(array.shape)).write(array)


def _as_attribute(value: object) -> tuple[NDArray[Any], h5t.TypeID]:
    if isinstance(value, str):
        return _texts(value), _STRING_TYPE
    if isinstance(value, list) and value and isinstance(value[0], str):
        return _texts(tuple(value)), _STRING_TYPE
    array = np.asarray(value)
    if array.dtype.kind == "b":
        array = array.astype(np.int8)
    return array, _type_of(array.dtype)


@lru_cache(maxsize=256)
def _texts(words: str | tuple[str, ...]) -> NDArray[Any]:
    """Return one or several texts as HDF5 stores them. Many datasets have the same texts, which are only read."""
    one = storable(words) if isinstance(words, str) else [storable(word) for word in words]
    return np.array(one, dtype=_STRING)


# Types and spaces are cached, because HDF5 needs more time to create them than to use them.


@lru_cache(maxsize=64)
def _type_of(kind: np.dtype[Any]) -> h5t.TypeID:
    return h5t.py_create(kind, logical=True)


@lru_cache(maxsize=256)
def _space(shape: tuple[int, ...]) -> h5s.SpaceID:
    return h5s.create_simple(shape) if shape else h5s.create(h5s.SCALAR)


def write_text(group: h5py.Group, name: str, text: str) -> None:
    """Write a scalar string dataset."""
    h5d.create(group.id, name.encode(), _STRING_TYPE, _space(()), _properties()).write(
        h5s.ALL, h5s.ALL, np.array(storable(text), dtype=_STRING)
    )


def write_packed(group: h5py.Group, name: str, content: bytes) -> None:
    """Write a file, which may be binary, as a scalar string. The attribute `encoding` names the encoding."""
    write_text(group, name, b64encode(gzip.compress(content, 1, mtime=0)).decode())
    write_attributes(group[name].id, {"encoding": PACKED})


def is_packed(dataset: h5py.Dataset) -> bool:
    """Return whether the dataset was written by `write_packed`, not by `write_text`."""
    return bool(dataset.attrs.get("encoding") == PACKED)


def read_packed(dataset: h5py.Dataset) -> bytes:
    """Return the bytes that `write_packed` has written."""
    return gzip.decompress(b64decode(dataset.asstr()[()]))


class Dimensions:
    """The dimension scales of one file.

    `time` is the scale of every history. The other dimensions have only a length, and a name that contains this length
    (`component_3`, `row_4`). netCDF writes dimensions without a coordinate in this form.
    """

    def __init__(self, file: h5py.File) -> None:
        self._file = file
        self._scales: dict[str, h5r.Reference] = {}
        self._attached: dict[str, list[tuple[h5r.Reference, int]]] = {}
        self._lists: dict[tuple[str, ...], NDArray[Any]] = {}

    def add_time(self, rows_per_chunk: int) -> h5py.Dataset:
        """Add the growing scale `/time`."""
        time = self._file.create_dataset(
            "time",
            shape=(0,),
            maxshape=(None,),
            chunks=(rows_per_chunk,),
            dtype="f8",
            shuffle=True,
            compression="gzip",
            compression_opts=1,
            fletcher32=True,
            track_times=False,
        )
        write_attributes(time.id, {"units": "s", "long_name": "time"})
        self._make_scale(time, "time")
        return time

    def add_scale(self, name: str, values: NDArray[Any], attributes: Mapping[str, object]) -> None:
        """Add a scale of fixed length with given values."""
        scale = self._file.create_dataset(name, data=values, track_times=False)
        write_attributes(scale.id, attributes)
        self._make_scale(scale, name)

    def add_growing(self, group: h5py.Group, name: str, expected: int, attributes: Mapping[str, object]) -> str:
        """Within a group, add an empty scale of integers, which `write_list` fills later. Return the name of the scale
        in this class.
        """
        scale = h5py.Dataset(create_list(group, name, int, expected))
        write_attributes(scale.id, attributes)
        self._make_scale(scale, name)
        return str(scale.name[1:])

    def move_to(self, file: h5py.File) -> None:
        """Continue with the same file after the file was opened again."""
        self._file = file

    def dimension_of_size(self, prefix: str, size: int) -> str:
        """Return the name of the dimension `prefix` of length `size`. The dimension is created on first use."""
        name = f"{prefix}_{size}"
        if name not in self._scales:
            scale = self._file.create_dataset(name, data=np.zeros(size, dtype=">f4"), track_times=False)
            self._make_scale(scale, _NOT_A_VARIABLE.format(size))
        return name

    def attach(self, group: h5py.Group, name: str, dataset: h5d.DatasetID, dimensions: Sequence[str]) -> None:
        """Record the scale of each dimension of a dataset."""
        key = tuple(dimensions)
        references = self._lists.get(key)
        if references is None:
            references = np.empty(len(key), dtype=_REFERENCES)
            for i, dimension in enumerate(key):
                references[i] = np.array([self._scales[dimension]], dtype=h5py.ref_dtype)
            self._lists[key] = references
        h5a.create(dataset, b"DIMENSION_LIST", _REFERENCES_TYPE, _space(references.shape)).write(references)
        reference = h5r.create(group.id, name.encode(), h5r.OBJECT)
        for i, dimension in enumerate(key):
            self._attached[dimension].append((reference, i))

    def finish(self) -> None:
        """Write into each scale the list of all datasets that use it."""
        for name, attached in self._attached.items():
            if attached:
                entries, scale = np.array(attached, dtype=_ATTACHED), h5d.open(self._file.id, name.encode())
                h5a.create(scale, b"REFERENCE_LIST", _type_of(_ATTACHED), _space(entries.shape)).write(entries)

    def _make_scale(self, dataset: h5py.Dataset, label: str) -> None:
        dataset.make_scale(label)
        self._scales[dataset.name[1:]] = dataset.ref
        self._attached[dataset.name[1:]] = []


def create_history(
    group: h5py.Group, name: str, tail: tuple[int, ...], rows_per_chunk: int, *, rows: int = 0, is_packed: bool = True
) -> h5d.DatasetID:
    """Create a dataset (rows, *tail) that grows along its first dimension. With `is_packed`, its chunks are compressed
    and have checksums.
    """
    properties = _properties_of_history((rows_per_chunk, *tail), is_packed)
    space = h5s.create_simple((rows, *tail), (h5s.UNLIMITED, *tail))
    return h5d.create(group.id, name.encode(), h5t.IEEE_F64LE, space, properties)


@lru_cache(maxsize=256)
def _properties_of_history(chunk: tuple[int, ...], is_packed: bool) -> h5p.PropDCID:
    properties = _properties()
    properties.set_chunk(chunk)
    properties.set_fill_time(h5d.FILL_TIME_NEVER)
    if is_packed:
        properties.set_shuffle()
        properties.set_deflate(1)
        properties.set_fletcher32()
    return properties


def write_history(
    group: h5py.Group, name: str, values: NDArray[np.float64], rows_per_chunk: int, *, is_packed: bool = True
) -> h5d.DatasetID:
    """Create a dataset as `create_history` does, with all its rows."""
    rows, *tail = values.shape
    dataset = create_history(group, name, tuple(tail), rows_per_chunk, rows=rows, is_packed=is_packed)
    if values.size:
        dataset.write(h5s.ALL, h5s.ALL, np.ascontiguousarray(values), h5t.NATIVE_DOUBLE)
    return dataset


def create_list(group: h5py.Group, name: str, kind: type, expected: int = 0) -> h5d.DatasetID:
    """Create an empty list of floats, integers or words. `write_list` later fills the list with about `expected` items."""
    properties = _properties()
    properties.set_chunk((min(max(expected, _LEAST_IN_CHUNK), _MOST_IN_CHUNK),))
    space = h5s.create_simple((0,), (h5s.UNLIMITED,))
    return h5d.create(group.id, name.encode(), _LIST_TYPES[kind], space, properties)


def write_list(group: h5py.Group, name: str, values: Sequence[Any]) -> None:
    """Write values into a list from `create_list`."""
    dataset = h5d.open(group.id, name.encode())
    if isinstance(values[0], str):
        array = np.array([storable(word) for word in values], dtype=_STRING)
    else:
        array = np.array(values, dtype=np.float64 if isinstance(values[0], float) else np.int32)
    dataset.set_extent(array.shape)
    dataset.write(h5s.ALL, h5s.ALL, array)


def link_scales(group: h5py.Group, scales: Sequence[str] = SCALES_OF_RUNS) -> None:
    """Copy coordinates of the file into a group, for readers that open a single group."""
    for scale in scales:
        group.id.links.create_hard(scale.encode(), group.file.id, scale.encode())


def append_rows(dataset: h5d.DatasetID, start: int, rows: NDArray[np.float64]) -> None:
    """Write `rows` after the first `start` rows."""
    dataset.set_extent((start + rows.shape[0], *rows.shape[1:]))
    space = dataset.get_space()
    space.select_hyperslab((start, *(0,) * (rows.ndim - 1)), rows.shape)
    dataset.write(h5s.create_simple(rows.shape), space, rows, h5t.NATIVE_DOUBLE)


def write_arrays(dimensions: Dimensions, group: h5py.Group, arrays: Iterable[tuple[str, NDArray[np.float64]]]) -> None:
    """Write vectors (n,) and matrices (m, n) as small datasets in the given order."""
    for name, given in arrays:
        array = np.ascontiguousarray(given, dtype=np.float64)
        safe = safe_name(name)
        dataset = h5d.create(group.id, safe.encode(), h5t.IEEE_F64LE, _space(array.shape), _small())
        dataset.write(h5s.ALL, h5s.ALL, array, h5t.NATIVE_DOUBLE)
        prefixes = ("row", "component")[-array.ndim :]
        names = [dimensions.dimension_of_size(prefix, size) for prefix, size in zip(prefixes, array.shape, strict=True)]
        dimensions.attach(group, safe, dataset, names)


def write_array(
    dimensions: Dimensions, group: h5py.Group, name: str, array: NDArray[Any], named: Sequence[str], units: str
) -> None:
    """Write one array of any rank. Whole numbers remain whole. `named` contains the names of the dimensions."""
    whole = array.dtype.kind == "i"
    array = np.ascontiguousarray(array, dtype=np.int32 if whole else np.float64)
    stored, given = (h5t.STD_I32LE, h5t.NATIVE_INT32) if whole else (h5t.IEEE_F64LE, h5t.NATIVE_DOUBLE)
    properties = _properties()
    properties.set_fill_time(h5d.FILL_TIME_NEVER)
    dataset = h5d.create(group.id, name.encode(), stored, _space(array.shape), properties)
    dataset.write(h5s.ALL, h5s.ALL, array, given)
    write_attributes(dataset, {"units": units})
    sized = [dimensions.dimension_of_size(prefix, size) for prefix, size in zip(named, array.shape, strict=True)]
    dimensions.attach(group, name, dataset, sized)


def write_words(dimensions: Dimensions, group: h5py.Group, name: str, words: Sequence[str], named: str) -> None:
    """Write a list of words. `named` is the name of the dimension of the list."""
    array = np.array(words, dtype=_STRING)
    dataset = h5d.create(group.id, name.encode(), _STRING_TYPE, _space(array.shape), _properties())
    dataset.write(h5s.ALL, h5s.ALL, array)
    dimensions.attach(group, name, dataset, [dimensions.dimension_of_size(named, len(words))])


def _properties() -> h5p.PropDCID:
    """Return properties without time stamps and without B-trees of attributes. With these properties, equal data give
    equal bytes, and small objects stay small.
    """
    properties = h5p.create(h5p.DATASET_CREATE)
    properties.set_obj_track_times(False)
    properties.set_attr_phase_change(64, 32)
    properties.set_attr_creation_order(h5p.CRT_ORDER_TRACKED)
    return properties


@cache
def _small() -> h5p.PropDCID:
    """Return properties for small datasets, which are stored beside their description."""
    properties = _properties()
    properties.set_fill_time(h5d.FILL_TIME_NEVER)
    properties.set_layout(h5d.COMPACT)
    return properties
