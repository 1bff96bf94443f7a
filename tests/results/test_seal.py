"""The digest after the end of a results file, and the parts that HDF5's own checksums protect."""

from __future__ import annotations

import os
import random
import struct

import h5py
import numpy as np
import pytest
from h5_datasets import datasets

from rbsolve.results import writer
from rbsolve.results.file import seal
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.superblock import Superblock
from rbsolve.runs.results import Results


@pytest.fixture
def chunks_apart(monkeypatch):
    """Files like the files of long runs: the digest does not cover their chunks."""
    monkeypatch.setattr(writer, "_READ_WHOLE", 0)
    monkeypatch.setattr(writer, "_READ_HISTORY", 0)


def end_of(content: bytes) -> int:
    """Return the end of HDF5's part of a file."""
    return Superblock.of(content[:48]).end


def rows_of(path) -> list[bytes]:
    with Results.open(path) as results:
        histories = [*results.values(), results.time, *results.diagnostics.values(), *results.motion.values()]
        return [history.tobytes() for history in histories]


def flip_bit(content: bytes, bit: int) -> bytes:
    copy = bytearray(content)
    copy[bit // 8] ^= 1 << bit % 8
    return bytes(copy)


def test_every_changed_bit_is_found(results_path):
    content, chance = results_path.read_bytes(), random.Random(7)
    for bit in [chance.randrange(8 * 12, 8 * len(content)) for _ in range(300)]:
        results_path.write_bytes(flip_bit(content, bit))
        with pytest.raises(ResultsError, match="damaged"):
            Results.open(results_path)
        with pytest.raises((ResultsError, OSError)):
            Results.from_image(flip_bit(content, bit))


@pytest.mark.usefixtures("chunks_apart")
def test_a_changed_bit_in_a_chunk_is_found_where_it_is_read(tmp_path, write_run, time):
    path = tmp_path / "o.h5"
    write_run(path, time)
    content, right = path.read_bytes(), rows_of(path)
    with h5py.File(path) as file:
        datasets_of_rows = [file["time"], *(file[f"sensors/{name}"] for name in file["sensors"] if name != "time")]
        ranges = [
            (chunk.byte_offset, chunk.byte_offset + chunk.size)
            for dataset in datasets_of_rows
            for chunk in [dataset.id.get_chunk_info(0)]
        ]
    chance = random.Random(8)
    for _ in range(100):
        start, end = chance.choice(ranges)
        path.write_bytes(flip_bit(content, chance.randrange(8 * start, 8 * end)))
        Results.open(path).close()  # the description of the file itself is intact
        with pytest.raises(ResultsError, match="damaged"):
            rows_of(path)
    inside = set().union(*(range(start, end) for start, end in ranges))
    for place in chance.sample([k for k in range(12, len(content)) if k not in inside], 100):
        path.write_bytes(flip_bit(content, 8 * place + chance.randrange(8)))
        with pytest.raises(ResultsError, match="damaged"):
            assert rows_of(path) == right  # the change is in the chunks of motion and diagnostics


@pytest.mark.usefixtures("chunks_apart")
def test_the_digest_of_a_long_file_reads_little_of_it(tmp_path, write_run):
    time = np.linspace(0.0, 1.0, 100_001)
    write_run(tmp_path / "o.h5", time)
    content = (tmp_path / "o.h5").read_bytes()
    read: list[int] = []

    def reading(size: int, at: int) -> bytes:
        read.append(size)
        return content[at : at + size]

    assert not seal.is_damaged(reading, len(content))
    assert sum(read) < 0.05 * len(content)
    assert len(rows_of(tmp_path / "o.h5")) > 5


def test_programs_that_write_to_the_file_cut_the_digest_off(results_path):
    before = datasets(results_path)
    with h5py.File(results_path, "r+"):
        pass
    assert results_path.stat().st_size == end_of(results_path.read_bytes())
    with h5py.File(results_path, "r+") as file:
        file.attrs["remark"] = "mine"
    assert datasets(results_path) == before
    with Results.open(results_path) as results:
        assert results.attributes["remark"] == "mine"


def test_a_digest_of_which_a_part_is_missing_is_damage_and_none_is_not(results_path):
    content, right = results_path.read_bytes(), rows_of(results_path)
    end = end_of(content)
    for size in range(end + 1, len(content)):
        results_path.write_bytes(content[:size])
        with pytest.raises(ResultsError, match="damaged"):
            Results.open(results_path)
    results_path.write_bytes(content[:end])
    assert rows_of(results_path) == right


def test_a_file_without_room_for_its_digest_has_none(results_path, monkeypatch):
    content = results_path.read_bytes()
    results_path.write_bytes(content[: end_of(content)])
    monkeypatch.setattr(seal.os, "pwrite", lambda *_: 0)
    seal.seal(results_path, [])
    assert results_path.stat().st_size == end_of(content)


def test_results_that_are_saved_and_passed_on_read_the_same(results_path, tmp_path):
    right = rows_of(results_path)
    with Results.open(results_path) as results:
        results.save(tmp_path / "copy.h5")
    assert rows_of(tmp_path / "copy.h5") == right
    with Results.from_image(results_path.read_bytes()) as results:
        assert [history.tobytes() for history in results.values()] == right[: len(results)]


@pytest.mark.parametrize("ranges", [[(0, 1 << 60)], [(0, 8), (1 << 59, 1 << 60)], [(8, 4)]])
def test_ranges_that_a_changed_bit_puts_beyond_the_end_are_damage_and_not_read(tmp_path, monkeypatch, ranges):
    """The file is the file of a killed run. With a single changed bit in an address, `info` would read data for years."""
    path = tmp_path / "left"
    path.write_bytes(bytes(16))

    def read(size, at):
        raise AssertionError(f"reads {size} bytes at {at}")

    monkeypatch.setattr(seal, "reader_of", lambda descriptor: read)
    with path.open("rb") as stream:
        assert not seal.fits_fixed_part(stream.fileno(), seal._pack(ranges, bytes(32)))


@pytest.mark.parametrize("name", ["table", "group/table"])
def test_the_digest_of_the_fixed_part_covers_the_data_of_its_datasets(tmp_path, name):
    path = tmp_path / "o.h5"
    with h5py.File(path, "w") as file:
        file[name] = np.arange(40.0)
        file["growing"] = np.arange(40.0)
        file.flush()
        places = {one: file[one].id.get_offset() for one in (name, "growing")}
        with path.open("rb") as opened:
            content = seal.fixed_part(file, opened.fileno(), ["growing"])
    whole = path.read_bytes()
    for one, fits in ((None, True), ("growing", True), (name, False)):
        for byte in (0, 100, 319) if one else (0,):
            path.write_bytes(whole if one is None else flip_bit(whole, 8 * (places[one] + byte)))
            descriptor = os.open(path, os.O_RDONLY)
            assert seal.fits_fixed_part(descriptor, content) == fits, (one, byte)
            os.close(descriptor)


def test_a_file_of_another_program_gets_no_digest(results_path, tmp_path):
    end = end_of(results_path.read_bytes())
    longer = results_path.read_bytes()[:end] + b"x"
    for content in (b"not an HDF5 file" * 10, longer, longer[: end - 1]):
        (tmp_path / "other").write_bytes(content)
        seal.seal(tmp_path / "other", [])
        assert (tmp_path / "other").read_bytes() == content
    (tmp_path / "other").write_bytes(longer[:end])
    seal.seal(tmp_path / "other", [])
    assert len((tmp_path / "other").read_bytes()) == end + 48  # a mark and a count of 8 bytes each, and 32 bytes


def test_a_digest_that_cannot_be_written_is_left_out(results_path, monkeypatch):
    content = results_path.read_bytes()
    results_path.write_bytes(content[: end_of(content)])

    def full(descriptor, digest, at):
        os.write(descriptor, b"")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(seal.os, "pwrite", full)
    seal.seal(results_path, [])
    assert results_path.read_bytes() == content[: end_of(content)]


@pytest.mark.parametrize(
    ("mark", "count", "more"), [(b"rbseal-2", 0, 0), (b"rbseal-1", 1, 0), (b"rbseal-1", 0, 16), (b"rbseal-1", 0, 1)]
)
def test_bytes_after_the_end_that_are_no_digest_are_damage(results_path, mark, count, more):
    content = results_path.read_bytes()
    content = content[: end_of(content)]
    for after in (mark + struct.pack("<Q", count) + bytes(32 + more), bytes(47), bytes(1)):
        results_path.write_bytes(content + after)
        with pytest.raises(ResultsError, match="it is damaged: its digest does not match"):
            Results.open(results_path)


def test_only_chunks_with_the_filter_have_their_own_checksums(tmp_path):
    """Adjacent chunks make one range. The datasets without the filter are covered by the digest of the file."""
    with h5py.File(tmp_path / "o.h5", "w") as file:
        for name, options in (("a", {}), ("b", {"fletcher32": True}), ("c", {"shuffle": True, "fletcher32": True})):
            file.create_dataset(name, data=np.arange(8.0), chunks=(4,), **options)
        places = {name: [file[name].id.get_chunk_info(k) for k in range(2)] for name in "abc"}
        found = seal.chunks_with_checksums([file[name].id for name in "abc"])
    for name, is_in in (("a", False), ("b", True), ("c", True)):
        for chunk in places[name]:
            ranges = [(start, end) for start, end in found if start <= chunk.byte_offset < end]
            assert len(ranges) == is_in
            assert all(chunk.byte_offset + chunk.size <= end for _, end in ranges)
    assert sum(end - start for start, end in found) == 4 * (4 * 8 + 4)  # four numbers and a checksum in each chunk


@pytest.mark.parametrize(
    ("version", "size", "extra", "is_found"),
    [(1, 40, 40, True), (1, 41, 40, False), (2, 40, 40, False), (1, 16, 16, True), (1, 16, 15, False)],
)
def test_the_collections_of_words_are_found_by_their_signature(tmp_path, version, size, extra, is_found):
    """A signature without a complete collection after it is data that only looks like one."""
    collection = (b"GCOL" + struct.pack("<B3xQ", version, size)).ljust(extra, b"w")[:extra]
    path = tmp_path / "o.h5"
    path.write_bytes(b"GCOL" * 2 + bytes(12) + collection)
    with path.open("rb") as stream:
        found = list(seal._heaps(stream.fileno(), 20 + extra))
    assert found == ([(20, 20 + size)] if is_found else [])
