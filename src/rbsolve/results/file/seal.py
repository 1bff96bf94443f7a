"""Detects damage of a file by digests, before HDF5 reads the file. HDF5 would accept changed bytes as numbers, or might
crash.

HDF5 has checksums for most of its own structures. Each chunk of a history has a checksum (the filter Fletcher-32).
Words, small datasets and references have no checksums. Therefore a file has one of two digests:

- A complete file has a digest after its end, over all bytes except these chunks. HDF5 does not regard it as part of the
  file. If a program writes to the file, the digest is lost, and the file is then read without one.
- If a file is being written, it has a digest in a dataset, over the parts that are already final.

A digest contains ranges of bytes. After the end of a file, they are the omitted chunks. In a dataset, they are the
covered parts. A digest consists of:

- the mark (8 bytes);
- the number of ranges (uint64);
- for each range, the position of its first byte and the position after its last byte (uint64);
- BLAKE2b (32 bytes) of these fields and of the covered bytes.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import h5py
from h5py import h5d, h5o, h5z

from rbsolve.results.file.superblock import SIZE, Superblock

Range = tuple[int, int]
Read = Callable[[int, int], bytes]
"""A function that receives a number of bytes and a position, and returns the bytes."""

_MARK = b"rbseal-1"
_COUNT = struct.Struct("<8sQ")
_DIGEST_BYTES = 32
_BLOCK = 1 << 20
_HEAP = b"GCOL"
_HEAP_HEADER = struct.Struct("<4sB3xQ")


def chunks_with_checksums(datasets: Iterable[h5d.DatasetID]) -> list[Range]:
    """Return the byte ranges of chunks that have their own checksums, in order."""
    found: list[Range] = []
    for dataset in datasets:
        filters = dataset.get_create_plist()
        if any(filters.get_filter(k)[0] == h5z.FILTER_FLETCHER32 for k in range(filters.get_nfilters())):
            found += [(at, at + size) for at, size in _chunks(dataset)]
    return _join(found)


def seal(path: Path, checked: Sequence[Range]) -> None:
    """Write a digest after the end of a complete file. The digest covers all bytes except the ranges with their own
    checksums.
    """
    with path.open("r+b", buffering=0) as stream:
        found = Superblock.of(stream.read(SIZE))
        if found is None or os.fstat(stream.fileno()).st_size != found.end:
            return  # the file has another format, or was not written by rbsolve
        content = _pack(checked, _digest(reader_of(stream.fileno()), _rest(checked, found.end), checked))
        try:
            written = os.pwrite(stream.fileno(), content, found.end)
        except OSError:  # the results are valid even without a digest
            written = 0
        if written != len(content):
            os.ftruncate(stream.fileno(), found.end)


def is_damaged(read: Read, size: int) -> bool:
    """Return whether a file of this size has a digest after its end that does not match."""
    found = Superblock.of(read(SIZE, 0))
    if found is None or not found.is_whole or found.flags:
        return False  # HDF5 itself reports a wrong size; a file that is being written may be longer than recorded
    if size <= found.end:
        return False
    said = _unpack(read(size - found.end, found.end))
    if said is None:
        return True
    checked, digest = said
    rest = _rest(checked, found.end)
    return rest is None or _digest(read, rest, checked) != digest


def reader_of(descriptor: int) -> Read:
    """Return a function that reads an open file, on disk or in memory."""
    return partial(os.pread, descriptor)


def fixed_part(file: h5py.File, descriptor: int, changing: Sequence[str]) -> bytes:
    """Return a digest of the constant parts of a file: words, and data of datasets. HDF5 has no checksum for most of
    these parts.

    All these parts must already be in the file. `changing` names the members of the root that will still change.
    """
    ranges = [*_heaps(descriptor, os.fstat(descriptor).st_size)]

    def visit(found: h5py.Group, name: bytes) -> None:
        part = h5o.open(found.id, name)
        if isinstance(part, h5d.DatasetID):
            ranges.extend((at, at + size) for at, size in _stored_ranges(part))

    for name in file:
        if name not in changing:
            visit(file, name.encode())
            if isinstance(file[name], h5py.Group):
                h5o.visit(file[name].id, partial(visit, file[name]))
    ranges = _join(ranges)
    return _pack(ranges, _digest(reader_of(descriptor), ranges, ranges))


def fits_fixed_part(descriptor: int, content: bytes) -> bool:
    """Return whether a file still matches a digest from `fixed_part`."""
    said = _unpack(content)
    if said is None or _rest(said[0], os.fstat(descriptor).st_size) is None:
        return False  # reading ranges beyond the end of the file could take forever
    return _digest(reader_of(descriptor), said[0], said[0]) == said[1]


def _stored_ranges(dataset: h5d.DatasetID) -> Iterator[Range]:
    """Yield the address and size of the parts of a dataset that are outside of its header."""
    layout = dataset.get_create_plist().get_layout()
    if layout == h5d.CHUNKED:
        yield from _chunks(dataset)
    elif layout == h5d.CONTIGUOUS and dataset.get_storage_size():
        yield dataset.get_offset(), dataset.get_storage_size()


def _chunks(dataset: h5d.DatasetID) -> list[Range]:
    found: list[Range] = []
    dataset.chunk_iter(lambda chunk: found.append((chunk.byte_offset, chunk.size)))
    return found


def _heaps(descriptor: int, end: int) -> Iterator[Range]:
    """Yield the byte ranges of words. Words are stored in the collections of HDF5's global heap, which a signature
    identifies.
    """
    content = os.pread(descriptor, end, 0)
    at = content.find(_HEAP)
    while at >= 0:
        if at + _HEAP_HEADER.size <= end:
            _, version, size = _HEAP_HEADER.unpack_from(content, at)
            if version == 1 and at + size <= end:
                yield at, at + size
        at = content.find(_HEAP, at + 1)


def _join(ranges: Iterable[Range]) -> list[Range]:
    """Return the ranges in order. Overlapping or adjacent ranges are merged."""
    joined: list[Range] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _rest(ranges: Sequence[Range], size: int) -> list[Range] | None:
    """Return the ranges between the given ranges, from the start to the end of a file. Return None if the given ranges
    are not in order.
    """
    edges = [0, *(edge for both in ranges for edge in both), size]
    if any(low > high for low, high in pairwise(edges)):
        return None
    return list(zip(edges[::2], edges[1::2], strict=True))


def _digest(read: Read, ranges: Sequence[Range] | None, said: Sequence[Range]) -> bytes:
    digest = hashlib.blake2b(_pack_ranges(said), digest_size=_DIGEST_BYTES)
    for start, end in ranges or ():
        for at in range(start, end, _BLOCK):
            digest.update(read(min(_BLOCK, end - at), at))
    return digest.digest()


def _pack_ranges(ranges: Sequence[Range]) -> bytes:
    edges = [edge for both in ranges for edge in both]
    return _COUNT.pack(_MARK, len(ranges)) + struct.pack(f"<{len(edges)}Q", *edges)


def _pack(ranges: Sequence[Range], digest: bytes) -> bytes:
    return _pack_ranges(ranges) + digest


def _unpack(content: bytes) -> tuple[list[Range], bytes] | None:
    if len(content) < _COUNT.size + _DIGEST_BYTES:
        return None
    mark, count = _COUNT.unpack_from(content)
    if mark != _MARK or len(content) != _COUNT.size + 16 * count + _DIGEST_BYTES:
        return None
    edges = struct.unpack_from(f"<{2 * count}Q", content, _COUNT.size)
    return list(zip(edges[::2], edges[1::2], strict=True)), content[-_DIGEST_BYTES:]
