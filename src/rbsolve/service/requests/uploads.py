"""Writes uploaded decks to disk. An upload consists of texts, or of a zip of a folder. Each deck is written into a
separate folder and nowhere else.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from rbsolve.service.problems import Problem
from rbsolve.service.settings import MIB, Settings

DECK_NAME = "model.deck"
LONGEST_PATH = 200
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"


def _name(no: str, plain: str) -> str:
    """Return a pattern of file names without the characters `no`.

    File systems permit names of up to 255 bytes. Therefore only names that consist of `plain` characters may be long.
    """
    begins = rf"[^./\\{no}]|\.[^./\\{no}]|\.\.[^/\\{no}]"
    return rf"(?:{begins})(?:[^/\\{no}]{{0,60}}|[{plain}]{{0,197}})"


_FIRST, _OTHER = _name(_UNSEEN + ":", r" -.0-9;-\[\]-~"), _name(_UNSEEN, r" -.0-\[\]-~")
PATH = rf"^(?:\.[/\\]+)*{_FIRST}(?:[/\\]+(?:{_OTHER}|\.))*[/\\]*$"
"""Relative paths below a folder, which consist of visible characters."""


def write_files(folder: Path, deck: str, includes: Mapping[str, bytes], settings: Settings) -> Path:
    """Write a deck and its included files. Return the path of the deck.

    Raise Problem for a name outside the folder, or for too many bytes.
    """
    if len(includes) > settings.files:
        raise _refusal(f"a submission has at most {settings.files} files")
    master = deck.encode(errors="replace")
    _check_size(len(master) + sum(map(len, includes.values())), settings)
    files = {safe_path(name): content for name, content in includes.items()}
    if PurePosixPath(DECK_NAME) in files:
        raise _refusal(f"{DECK_NAME} is the name of the deck: rename the included file")
    for path, content in {PurePosixPath(DECK_NAME): master, **files}.items():
        _write(folder, path, content)
    return folder / DECK_NAME


def write_zip(folder: Path, content: bytes, deck: str | None, settings: Settings) -> Path:
    """Unpack a zip of a folder. Return the path of its deck.

    Raise Problem for a zip bomb, a path outside the folder, or a missing deck.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Problem(422, "the body is not a zip file") from error
    if len(entries) > settings.files:
        raise Problem(422, f"a submission has at most {settings.files} files")
    _check_size(sum(entry.file_size for entry in entries), settings)
    left = settings.deck_bytes
    names = []
    for entry in entries:
        path = safe_path(entry.filename)
        if (entry.external_attr >> 16) & 0o170000 == 0o120000:
            raise Problem(422, f"{entry.filename} is a link; links are not allowed")
        try:
            with archive.open(entry) as stream:
                data = stream.read(left + 1)  # the header may state a wrong size
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, ValueError) as error:
            raise Problem(422, f"{entry.filename} cannot be unpacked") from error
        left -= len(data)
        _check_size(settings.deck_bytes - left, settings)
        _write(folder, path, data)
        names.append(path)
    if deck is not None:
        chosen = safe_path(deck)
        if chosen not in names:
            raise Problem(422, f"the zip has no file {deck}")
        return folder / chosen
    decks = [name for name in names if name.suffix == ".deck"]
    if len(decks) != 1:
        raise Problem(422, f"the zip has {len(decks)} files *.deck: choose one with ?deck=PATH")
    return folder / decks[0]


def _refusal(message: str) -> Problem:
    """Report a set of files that is impossible although the schema permits it. The report is a diagnostic, as from a
    check.
    """
    place = {"file": "<includes>", "line": 1, "column": 1, "end_line": 1, "end_column": 1, "hint": ""}
    return Problem(
        422, message, diagnostics=[{"severity": "error", "code": "invalid-value", "message": message, **place}]
    )


def safe_path(name: str) -> PurePosixPath:
    """Return a relative path below the folder. Raise Problem for any other path."""
    try:
        return PurePosixPath(checked_path(name).replace("\\", "/"))
    except ValueError as error:
        raise Problem(422, str(error)) from error


def checked_path(name: str) -> str:
    """Return the path unchanged.

    Raise ValueError if it does not match PATH. The parts of a path are matched separately, because PATH is slow for
    some texts.
    """
    first, *others = [part for part in re.split(r"[/\\]+", name) if part not in ("", ".")] or [""]
    good = re.fullmatch(_FIRST, first) and all(re.fullmatch(_OTHER, part) for part in others)
    if not good or name[0] in "/\\" or len(name) > LONGEST_PATH:
        raise ValueError(f"{name[:80]!r} is not a path below the deck's folder")
    return name


def _check_size(size: int, settings: Settings) -> None:
    if size > settings.deck_bytes:
        most = settings.deck_bytes
        limit = f"{most / MIB:g} MiB" if most >= MIB else f"{most} bytes"
        raise Problem(413, f"a deck and its included files can have at most {limit}")


def _write(folder: Path, path: PurePosixPath, data: bytes) -> None:
    target = folder / path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
        raise _refusal(f"{path} is both a file and a folder") from error
    except UnicodeEncodeError as error:
        raise Problem(422, f"{str(path)!r} is not a valid file name") from error
