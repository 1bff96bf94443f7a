"""Uploaded decks as files in a folder, without a server. Each refusal has its status, its text and its diagnostics."""

import io
import zipfile
from pathlib import Path

import pytest

from rbsolve.service.problems import Problem
from rbsolve.service.requests.uploads import write_files, write_zip
from rbsolve.service.settings import MIB, Settings

SETTINGS = Settings("", Path(), files=3, deck_bytes=40)
LINK = zipfile.ZipInfo("link.deck")
LINK.external_attr = 0o120777 << 16
PROGRAM = zipfile.ZipInfo("program.deck")
PROGRAM.external_attr = 0o100755 << 16


def packed(*files):
    """Return a zip of names and contents."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files:
            archive.writestr(name, content)
    return stream.getvalue()


def written(folder):
    """Return the contents of all files below a folder by their paths."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_deck_and_its_files_up_to_the_limits(tmp_path):
    includes = {"a.txt": b"1" * 20, "./b\\c.txt": b"2" * 7, "d.txt": b""}
    assert write_files(tmp_path, "@A {ä😀é}", includes, SETTINGS) == tmp_path / "model.deck"
    files = {"model.deck": b"@A {\xc3\xa4\xf0\x9f\x98\x80\xc3\xa9}", "a.txt": b"1" * 20, "b/c.txt": b"2" * 7}
    assert written(tmp_path) == {**files, "d.txt": b""}
    assert sum(map(len, files.values())) == SETTINGS.deck_bytes


def test_a_zip_up_to_the_limits(tmp_path):
    content = packed(("one/", b""), (PROGRAM, b"1" * 30), ("one/a.deck", b"2" * 10), ("b", b""))
    assert write_zip(tmp_path, content, "./one/a.deck", SETTINGS) == tmp_path / "one/a.deck"
    assert written(tmp_path) == {"program.deck": b"1" * 30, "one/a.deck": b"2" * 10, "b": b""}
    assert write_zip(tmp_path / "more", packed(("x/y.deck", b""), ("z", b"")), None, SETTINGS).name == "y.deck"


@pytest.mark.parametrize(
    ("deck", "includes", "status", "text"),
    [
        ("", dict.fromkeys("abcd", b""), 422, "a submission has at most 3 files"),
        ("", {"model.deck": b""}, 422, "model.deck is the name of the deck: rename the included file"),
        ("", {"a": b"", "a/b": b""}, 422, "a/b is both a file and a folder"),
        ("", {"a/b": b"", "a": b""}, 422, "a is both a file and a folder"),
        ("", {"../a": b""}, 422, "'../a' is not a path below the deck's folder"),
        ("ä" * 20, {"a": b"1"}, 413, "a deck and its included files can have at most 40 bytes"),
    ],
)
def test_refused_files(tmp_path, deck, includes, status, text):
    with pytest.raises(Problem) as refused:
        write_files(tmp_path, deck, includes, SETTINGS)
    assert (refused.value.status, refused.value.detail) == (status, text)
    place = {"file": "<includes>", "line": 1, "column": 1, "end_line": 1, "end_column": 1}
    told = {"severity": "error", "code": "invalid-value", "message": text, "hint": "", **place}
    is_path = "below the deck's folder" in text
    assert refused.value.more == ({} if status == 413 or is_path else {"diagnostics": [told]})


@pytest.mark.parametrize(
    ("content", "deck", "status", "text"),
    [
        (b"no zip", None, 422, "the body is not a zip file"),
        (packed(*((name, b"") for name in "abcd")), None, 422, "a submission has at most 3 files"),
        (packed(("a.deck", b"1" * 30), ("b", b"2" * 11)), None, 413, "can have at most 40 bytes"),
        (packed(("../a.deck", b"")), None, 422, "'../a.deck' is not a path below the deck's folder"),
        (packed((LINK, b"")), None, 422, "link.deck is a link; links are not allowed"),
        (packed(("a.deck", b"")).replace(b"a.deck", b"b.deck", 1), None, 422, "a.deck cannot be unpacked"),
        (packed(("a.deck", b"")), "b.deck", 422, "the zip has no file b.deck"),
        (packed(("a", b"")), None, 422, "the zip has 0 files *.deck: choose one with ?deck=PATH"),
        (packed(("a.deck", b""), ("b.deck", b"")), None, 422, "the zip has 2 files *.deck"),
    ],
)
def test_refused_zips(tmp_path, content, deck, status, text):
    with pytest.raises(Problem) as refused:
        write_zip(tmp_path, content, deck, SETTINGS)
    assert refused.value.status == status
    assert text in refused.value.detail


@pytest.mark.parametrize(("limit", "text"), [(MIB - 1, "1048575 bytes"), (MIB, "1 MiB"), (MIB * 3 // 2, "1.5 MiB")])
def test_the_limit_is_told_in_its_unit(tmp_path, limit, text):
    settings = Settings("", Path(), deck_bytes=limit)
    write_files(tmp_path, "", {"a": bytes(limit)}, settings)
    with pytest.raises(Problem, match=f"can have at most {text}$"):
        write_files(tmp_path, "x", {"a": bytes(limit)}, settings)
