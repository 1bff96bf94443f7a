"""Code on disk runs only if it is complete and no other user can have stored it."""

from __future__ import annotations

import os
import pickle
import random
import stat
from pathlib import Path

import pytest

from rbsolve.solver.compiler import cache, ownership, stamps
from rbsolve.solver.compiler.machine_code import MachineCode, pack, unpack

NAME = "loop-0123"
CODE = MachineCode("f", ["int", "float"], {"f": bytes(range(200)), "g": b"of g"})
FOLDER, FILE = stat.S_IFDIR, stat.S_IFREG


class Harmful:
    """A pickle that creates a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """Return the path of the only file of a cache."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_found_safe", {})
    cache.folders.cache_clear()
    cache.write(NAME, CODE)
    assert cache.read(NAME) == CODE
    cache._found_safe.clear()
    yield tmp_path / "rbsolve-kernels" / stamps.stamp() / cache.file_name(NAME)
    monkeypatch.undo()
    cache.folders.cache_clear()


def test_no_single_changed_bit_reaches_what_runs():
    content = pack(NAME, CODE)
    for place in range(8 * len(content)):
        changed = bytearray(content)
        changed[place // 8] ^= 1 << place % 8
        assert unpack(NAME, bytes(changed)) is None, f"bit {place}"


def test_what_is_cut_short_longer_or_called_otherwise_is_missing():
    content = pack(NAME, CODE)
    assert unpack(NAME, content) == CODE
    assert unpack("loop-0124", content) is None
    assert unpack(NAME, content + b"0") is None
    for length in range(len(content)):
        assert unpack(NAME, content[:length]) is None


def test_pickles_are_not_loaded(kept, tmp_path):
    content = pickle.dumps(Harmful(tmp_path / "harm"))
    for crafted in (content, pack(NAME, CODE)[:40] + content):
        kept.write_bytes(crafted)
        assert cache.read(NAME) is None
    assert not (tmp_path / "harm").exists()


@pytest.mark.parametrize(("level", "mode"), [(0, 0o777), (0, 0o1777), (1, 0o777), (1, 0o757)])
def test_a_folder_to_which_others_can_write_is_not_used(kept, level, mode):
    folder = kept.parents[level]
    folder.chmod(mode)
    assert cache.read(NAME) is None
    assert cache.writable() is None
    assert not cache.has(NAME)
    assert cache.flaw_of(cache.folders()[0]) == f"other users can write to {folder} (mode {mode:o})"
    folder.chmod(0o755)
    assert cache.read(NAME) == CODE


def test_what_is_on_the_way_may_be_for_everybody_only_where_nobody_can_move_what_is_in_it(kept, tmp_path):
    tmp_path.chmod(0o777)
    assert cache.read(NAME) is None
    tmp_path.chmod(0o1777)
    assert cache.read(NAME) == CODE


def test_a_file_that_others_can_write_is_not_read(kept):
    kept.chmod(0o666)
    assert cache.read(NAME) is None
    kept.chmod(0o644)
    assert cache.read(NAME) == CODE


def test_no_link_and_nothing_but_a_file_is_read(kept):
    kept.rename(kept.with_name("elsewhere"))
    kept.symlink_to("elsewhere")
    assert cache.read(NAME) is None
    kept.unlink()
    os.mkfifo(kept)  # a reader of this file would wait forever
    assert cache.read(NAME) is None


def test_a_link_on_the_way_leads_to_a_folder_that_is_looked_at(kept, monkeypatch, tmp_path):
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    (tmp_path / "rbsolve-kernels").rename(open_to_all / "rbsolve-kernels")
    (tmp_path / "rbsolve-kernels").symlink_to(open_to_all / "rbsolve-kernels")
    assert cache.read(NAME) == CODE
    cache._found_safe.clear()
    open_to_all.chmod(0o777)
    assert cache.read(NAME) is None


def status(mode: int, owner: int = 1000, group: int = 1000) -> os.stat_result:
    return os.stat_result((mode, 1, 1, 1, owner, group, 0, 0, 0, 0))


@pytest.fixture
def user_1000(monkeypatch):
    """Replace the user by a user 1000 whose own group is also 1000. Group 1001 is another of the user's groups."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(ownership, "_is_own_group", lambda group: group == 1000)


@pytest.mark.parametrize(
    ("found", "shared", "why"),
    [
        (status(FOLDER | 0o755), False, None),
        (status(FOLDER | 0o755, owner=0), False, None),
        (status(FOLDER | 0o755, owner=1001), False, "belongs to"),
        (status(FOLDER | 0o1777, owner=1001), True, "belongs to"),
        (status(FOLDER | 0o1777, owner=0), True, None),
        (status(FOLDER | 0o1777, owner=0), False, "other users can write"),
        (status(FOLDER | 0o777, owner=0), True, "other users can write"),
        (status(FOLDER | 0o775, group=1000), False, None),
        (status(FOLDER | 0o775, group=1001), False, "other users can write"),
        (status(FOLDER | 0o775, group=1001), True, "other users can write"),
        (status(FILE | 0o664, group=1001), False, "other users can write"),
        (status(FILE | 0o644, owner=65534), False, "belongs to"),
        (status(stat.S_IFLNK | 0o777), False, "a link"),
    ],
)
def test_who_could_change_what(user_1000, tmp_path, found, shared, why):
    flaw = ownership.flaw_in(tmp_path, found, shared=shared)
    assert (flaw is None) if why is None else why in flaw


def test_code_below_the_package_is_as_safe_as_the_package(user_1000, monkeypatch, tmp_path):
    """The owner of the package may be neither root nor the user, and the folders above the package are not checked."""
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    package = tmp_path / "package"
    kernels = package / "__pycache__" / "kernels"
    kernels.mkdir(parents=True)
    tmp_path.chmod(0o777)
    assert ownership.flaw_of(kernels, package) is None
    assert ownership.flaw_of(kernels) is not None
    kernels.parent.chmod(0o777)
    assert ownership.flaw_of(kernels, package) is not None


def test_damage_of_any_file_costs_a_compilation_only(kept):
    """Each of 50 files differs from the valid file in a single bit, which a seeded generator chooses."""
    chance = random.Random(25)
    content = kept.read_bytes()
    for _ in range(50):
        changed = bytearray(content)
        changed[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        kept.write_bytes(changed)
        assert cache.read(NAME) is None
    kept.write_bytes(content)
    assert cache.read(NAME) == CODE
